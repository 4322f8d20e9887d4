"""Inputs of a form's fields: they leave some keys to the form, and say when they have focus.

Owns which keys mean something to the form whatever is being edited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from gridwar.ui.style.popup_menus import Choices
from gridwar.ui.widgets.controls.buttons_and_switches import Switch

if TYPE_CHECKING:
    from PySide6.QtGui import QWheelEvent

ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ALT, _CONTROL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
_PLAIN: Final = ~Qt.KeyboardModifier.KeypadModifier
ROW_KEYS: Final = {
    (_ALT, Qt.Key.Key_Up): "up",
    (_ALT, Qt.Key.Key_Down): "down",
    (_ALT, Qt.Key.Key_Return): "fold",
    (_ALT, Qt.Key.Key_Enter): "fold",
    (_CONTROL, Qt.Key.Key_D): "copy",
    (_CONTROL, Qt.Key.Key_Delete): "drop",
}
"""What a key does to the row of a table in which it is pressed."""


def row_act(event: QKeyEvent) -> str:
    """Return what a key does to a row; empty for nothing."""
    return ROW_KEYS.get((event.modifiers() & _PLAIN, Qt.Key(event.key())), "")


def is_undo(event: QKeyEvent) -> bool:
    """Return whether a key takes a step of the form back."""
    return event.matches(QKeySequence.StandardKey.Undo)


def is_redo(event: QKeyEvent) -> bool:
    """Return whether a key does a step of the form again."""
    redo = event.modifiers() == _CONTROL and event.key() == Qt.Key.Key_Y
    return redo or event.matches(QKeySequence.StandardKey.Redo)


def is_of_form(event: QKeyEvent) -> bool:
    """Return whether a key means something to the form, and not to the field that is edited."""
    return bool(row_act(event)) or is_undo(event) or is_redo(event)


class FormLine(QLineEdit):
    """A line of text; ``entered()`` when it gets the keyboard, ``left()`` when it goes on."""

    entered = Signal()
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the keys of the form to it."""
        if is_of_form(event):
            event.ignore()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say so."""
        super().focusInEvent(event)
        self.entered.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Say so, unless only a menu or its own list is over it."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.left.emit()


class FormChoice(Choices):
    """One of several values; the wheel is the form's, so that nothing is chosen on the way."""

    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the keys of the form to it."""
        if is_of_form(event) or event.key() in ENTER:
            event.ignore()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say so."""
        super().focusInEvent(event)
        self.entered.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the form scroll."""
        event.ignore()


class FormText(QPlainTextEdit):
    """Several lines of text."""

    entered = Signal()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say so."""
        super().focusInEvent(event)
        self.entered.emit()


class FormSwitch(Switch):
    """On or off."""

    entered = Signal()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say so."""
        super().focusInEvent(event)
        self.entered.emit()
