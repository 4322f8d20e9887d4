"""What the mouse and the keys mean over the map: panning, or an event for the tool.

Owns which button is down and whether it pans. Right and middle drags and a left drag with Space
pan; a right click that did not drag is a menu; a right click or Escape in a left drag cancels it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt

from gridwar.control.state.pointer_and_keys import (
    Button,
    KeyboardModifier,
    KeyEvent,
    PointerEvent,
    PointerKind,
    PointerReceiver,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent

    from gridwar.control.records.ground_records import Point

_NOTCH = 120
_DRAG_FROM_PX = 4
_ZOOM_A_NOTCH = 1.15
_ZOOM_FINE = 1.03
_NO_KEYS = Qt.KeyboardModifier.NoModifier
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


class PointedView(Protocol):
    """What the pointer needs of the view."""

    @property
    def zoom(self) -> float:
        """How big the map is shown."""

    def zoom_to(self, zoom: float, anchor: QPointF | None = None) -> None:
        """Set the zoom about a point of the viewport."""

    def pan_by(self, moved: QPoint) -> None:
        """Move the map along by some pixels."""

    def to_cells(self, place: QPointF) -> Point:
        """Return what lies under a point of the viewport, in cells."""

    def tokens_at(self, point: Point) -> tuple[str, ...]:
        """Return the tokens at a place, topmost first."""

    def pin_at(self, point: Point) -> str:
        """Return the pin whose sign lies at a place; empty for none."""

    def show_cursor(self, shape: Qt.CursorShape | None) -> None:
        """Show a cursor, or with None the usual one."""


class MapPointer:
    """Turns the view's mouse and key events into pans, zooms and events for a receiver."""

    def __init__(self, view: PointedView) -> None:
        self.receiver: PointerReceiver | None = None
        self._view = view
        self._pressed = Button.NONE
        self._pressed_at = QPointF()
        self._last = QPointF()
        self._panning = False
        self._dragged = False
        self._space_held = False

    def press(self, event: QMouseEvent) -> None:
        """Begin a pan, cancel a drag, or hand the press to the tool."""
        button = button_of(event.button())
        if self._pressed is Button.LEFT and button is Button.RIGHT and not self._panning:
            self._pressed = Button.NONE
            self._send(PointerKind.CANCEL, event, Button.LEFT)
        elif self._pressed is Button.NONE and button is not Button.NONE:
            self._pressed = button
            self._pressed_at = self._last = event.position()
            self._dragged = False
            self._panning = button is not Button.LEFT or self._space_held
            if not self._panning:
                self._send(PointerKind.PRESS, event, button)

    @property
    def is_panning(self) -> bool:
        """Whether a drag pans, or would because Space is held."""
        return self._panning or self._space_held

    def double(self, event: QMouseEvent) -> bool:
        """Hand a left double click to the tool, others as presses; return whether it was used."""
        if event.button() == Qt.MouseButton.LeftButton and not self._space_held:
            self._pressed = Button.LEFT
            self._panning = False
            return self._send(PointerKind.DOUBLE, event, Button.LEFT)
        self.press(event)
        return True

    def move(self, event: QMouseEvent) -> None:
        """Pan, or hand the move to the tool."""
        if not self._panning:
            self._last = event.position()
            self._send(PointerKind.MOVE, event, self._pressed)
            return
        way = event.position() - self._pressed_at
        if not self._dragged and way.manhattanLength() >= _DRAG_FROM_PX:
            self._dragged = True
            self._view.show_cursor(Qt.CursorShape.ClosedHandCursor)
        if self._dragged:
            moved = (event.position() - self._last).toPoint()
            self._view.pan_by(moved)
            self._last += QPointF(moved)

    def release(self, event: QMouseEvent) -> None:
        """End a pan, or hand a release, a middle click or a menu to the tool."""
        button = button_of(event.button())
        if button is not self._pressed:
            return
        self._pressed = Button.NONE
        if not self._panning:
            self._send(PointerKind.RELEASE, event, button)
            return
        self._panning = False
        self._last = event.position()
        self._view.show_cursor(Qt.CursorShape.OpenHandCursor if self._space_held else None)
        if self._dragged:
            return
        if button is Button.RIGHT:
            self._send(PointerKind.MENU, event, button)
        elif button is Button.MIDDLE:
            self._send(PointerKind.PRESS, event, button)
            self._send(PointerKind.RELEASE, event, button)

    def wheel(self, event: QWheelEvent) -> None:
        """Offer the wheel to the tool, else zoom about the cursor."""
        steps = (event.angleDelta().y() or event.angleDelta().x()) / _NOTCH
        place, held = event.position(), event.modifiers()
        if steps == 0 or self._offer(PointerKind.WHEEL, place, held, steps=steps):
            return
        fine = bool(held & Qt.KeyboardModifier.ShiftModifier)
        factor = _ZOOM_FINE if fine else _ZOOM_A_NOTCH
        self._view.zoom_to(self._view.zoom * factor**steps, place)

    def leave(self) -> None:
        """Tell the tool that the pointer is gone."""
        self._offer(PointerKind.LEAVE, self._last, _NO_KEYS)

    def takes_first(self, event: QKeyEvent) -> bool:
        """Take Tab before it moves the focus; keep what the tool wants from being a shortcut."""
        if event.type() == QEvent.Type.ShortcutOverride:
            return self.receiver is not None and self.receiver.wants(key_event(event, pressed=True))
        is_tab = event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        return event.type() == QEvent.Type.KeyPress and is_tab and self.key_press(event)

    def key_press(self, event: QKeyEvent) -> bool:
        """Cancel a drag, offer the key to the tool, else pan with Space; return whether used."""
        made = key_event(event, pressed=True)
        if made.key == "escape" and self._pressed is Button.LEFT and not self._panning:
            self._pressed = Button.NONE
            self._offer(PointerKind.CANCEL, self._last, event.modifiers(), Button.LEFT)
            return True
        if self.receiver is not None and self.receiver.key(made):
            return True
        if made.key == "space" and self._pressed is Button.NONE:
            self._space_held = True
            self._view.show_cursor(Qt.CursorShape.OpenHandCursor)
        return made.key == "space"

    def key_release(self, event: QKeyEvent) -> bool:
        """End panning with Space, else tell the tool; return whether used."""
        made = key_event(event, pressed=False)
        if made.key == "space" and self._space_held and not made.repeated:
            self.let_go()
            return True
        return self.receiver is not None and self.receiver.key(made)

    def let_go(self) -> None:
        """Forget that Space was held, as when the keyboard goes elsewhere."""
        if self._space_held:
            self._space_held = False
            self._view.show_cursor(None)

    def _send(self, kind: PointerKind, event: QMouseEvent, button: Button) -> bool:
        return self._offer(kind, event.position(), event.modifiers(), button)

    def _offer(
        self,
        kind: PointerKind,
        place: QPointF,
        held: Qt.KeyboardModifier,
        button: Button = Button.NONE,
        *,
        steps: float = 0.0,
    ) -> bool:
        if self.receiver is None:
            return False
        point = self._view.to_cells(place)
        return self.receiver.pointer(
            PointerEvent(
                kind=kind,
                cell=(int(point[0] // 1), int(point[1] // 1)),
                point=point,
                button=button,
                modifiers=modifiers_of(held),
                tokens=self._view.tokens_at(point) if kind is not PointerKind.LEAVE else (),
                steps=steps,
                pin=self._view.pin_at(point) if kind is not PointerKind.LEAVE else "",
            )
        )


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
