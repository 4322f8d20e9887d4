"""A map of the shelf as a tile, and the field that narrows the shelf: their keys and looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from gridwar.ui.window.help.start_tiles import FightTile

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QFocusEvent, QMouseEvent

    from gridwar.control.records.start_records import FightRow
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_STEPS = {
    Qt.Key.Key_Up: (-1, True),
    Qt.Key.Key_Down: (1, True),
    Qt.Key.Key_Left: (-1, False),
    Qt.Key.Key_Right: (1, False),
}
"""Which way an arrow goes, and whether by a row."""


class MapTile(FightTile):
    """A map to choose: the one that has the keyboard is chosen.

    Signals: ``chosen()``, ``begin_wanted()``, ``typed(text)``, ``rename_wanted()``,
    ``remove_wanted()``, ``stepped(way, is_row)`` by an arrow.
    """

    chosen = Signal()
    begin_wanted = Signal()
    typed = Signal(str)
    rename_wanted = Signal()
    remove_wanted = Signal()
    stepped = Signal(int, bool)

    def __init__(self, theme: Theme, row: FightRow, parent: QWidget, *, is_own: bool) -> None:
        super().__init__(theme, row, parent, standing=True)
        self.is_own = is_own
        self.is_chosen = False
        self.clicked.connect(self.chosen)

    def show_row(self, row: FightRow) -> None:
        """Say what was found of it."""
        self.row = row
        self.say_row()
        self.update()

    def show_chosen(self, *, is_chosen: bool) -> None:
        """Be the chosen one, or not."""
        if is_chosen != self.is_chosen:
            self.is_chosen = is_chosen
            self.update()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it, on the ground of what is chosen if it is."""
        if self.is_chosen:
            colors = painter.colors
            edge = box.adjusted(1, 1, -1, -1)
            painter.rounded_box(edge, 8, colors.accent_ground, colors.accent, 1.5)
        super().draw(painter, box)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Be chosen."""
        super().focusInEvent(event)
        self.chosen.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Begin on it."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.begin_wanted.emit()

    def event(self, event: QEvent) -> bool:
        """Take F2 before the window does, whose sheets are not there."""
        is_asked = event.type() == QEvent.Type.ShortcutOverride
        if is_asked and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_F2:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Begin on it, go to another, rename it, take it away; a letter begins the search."""
        key, text = Qt.Key(event.key()), event.text()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.begin_wanted.emit()
        elif key in _STEPS:
            self.stepped.emit(*_STEPS[key])
        elif key == Qt.Key.Key_F2 and self.is_own:
            self.rename_wanted.emit()
        elif key == Qt.Key.Key_Delete and self.is_own:
            self.remove_wanted.emit()
        elif text and text.isprintable() and not text.isspace():
            self.typed.emit(text)
        else:
            event.ignore()


class MapSearch(QLineEdit):
    """Narrows the maps; Enter and the arrow down go on to them.

    Signals: ``begin_wanted()``, ``down_wanted()``.
    """

    begin_wanted = Signal()
    down_wanted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the field for the maps; Escape empties it first."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.begin_wanted.emit()
        elif key == Qt.Key.Key_Down:
            self.down_wanted.emit()
        elif key == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif key in (Qt.Key.Key_Escape, Qt.Key.Key_Up):
            event.ignore()
        else:
            super().keyPressEvent(event)
