"""Turns Qt's mouse and key events into the records of `control.state.pointer`.

Owns the tables between the two; deciding what an event means to the view is map_view's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from gridwar.control.state.pointer import Button, KeyboardModifier, KeyEvent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QKeyEvent

_BUTTONS: Mapping[Qt.MouseButton, Button] = {
    Qt.MouseButton.LeftButton: Button.LEFT,
    Qt.MouseButton.MiddleButton: Button.MIDDLE,
    Qt.MouseButton.RightButton: Button.RIGHT,
}
_MODIFIERS: Mapping[Qt.KeyboardModifier, KeyboardModifier] = {
    Qt.KeyboardModifier.ShiftModifier: KeyboardModifier.SHIFT,
    Qt.KeyboardModifier.ControlModifier: KeyboardModifier.CTRL,
    Qt.KeyboardModifier.AltModifier: KeyboardModifier.ALT,
    Qt.KeyboardModifier.MetaModifier: KeyboardModifier.META,
}
_SAME_KEY = {"return": "enter", "esc": "escape", "backtab": "tab", "del": "delete"}
_DIGITS = frozenset("123456789")
_KEYPAD = {
    "end": "num1",
    "down": "num2",
    "pagedown": "num3",
    "left": "num4",
    "clear": "num5",
    "right": "num6",
    "home": "num7",
    "up": "num8",
    "pageup": "num9",
}
"""Keys of the number pad without Num Lock, by what they then are."""


def button_of(button: Qt.MouseButton) -> Button:
    """Return the button of an event; NONE for any that Gridwar does not use."""
    return _BUTTONS.get(button, Button.NONE)


def modifiers_of(held: Qt.KeyboardModifier) -> frozenset[KeyboardModifier]:
    """Return the modifier keys that are held."""
    return frozenset(ours for theirs, ours in _MODIFIERS.items() if held & theirs)


def key_event(event: QKeyEvent, *, pressed: bool) -> KeyEvent:
    """Return a key event as a record."""
    name = Qt.Key(event.key()).name.removeprefix("Key_").lower()
    if event.modifiers() & Qt.KeyboardModifier.KeypadModifier:
        name = f"num{name}" if name in _DIGITS else _KEYPAD.get(name, name)
    return KeyEvent(
        key=_SAME_KEY.get(name, name),
        pressed=pressed,
        modifiers=modifiers_of(event.modifiers()),
        text=event.text() if event.text().isprintable() else "",
        repeated=event.isAutoRepeat(),
    )
