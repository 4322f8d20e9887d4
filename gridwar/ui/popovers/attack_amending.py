"""How a command that is done shall count, in the attack popover: its outcome, and what was lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.popovers.attack_choices_and_settings import WayRow
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from gridwar.control.records.popover_records import AmendView
    from gridwar.ui.style.theme import Theme

_FIELD_PX = 132


class AmendBox(ThemedWidget):
    """Chips of outcomes, and a field for the points.

    Signals: ``counted(outcome)``, ``points_set(number or None)``, ``left()`` when the field gives
    the keyboard back.
    """

    counted = Signal(str)
    points_set = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.ways = WayRow(theme, self)
        self._title = label("", "quiet")
        self.points = PointsField(self)
        self.points.setPlaceholderText(_("as the rules say"))
        self.points.setFixedWidth(theme.px(_FIELD_PX))
        self._line = QWidget(self)
        line = QHBoxLayout(self._line)
        inset(line, theme, (0, 0, 0, 0), 10)
        line.addWidget(self._title)
        line.addWidget(self.points)
        line.addStretch(1)
        rows = QVBoxLayout(self)
        inset(rows, theme, (18, 0, 18, 6), 6)
        rows.addWidget(self.ways)
        rows.addWidget(self._line)
        self.ways.chosen.connect(self.counted)
        self.points.textEdited.connect(self._give)
        self.points.left.connect(self.left)

    def show_view(self, view: AmendView | None) -> None:
        """Show how it counts; nothing at all of a new command."""
        self.setVisible(view is not None and bool(view.ways or view.points_title))
        if view is None:
            return
        self.ways.show_ways(view.ways, view.way)
        show_words(self._title, view.points_title)
        self._line.setVisible(bool(view.points_title))
        self.points.setAccessibleName(view.points_title)
        self.points.setValidator(QIntValidator(0, view.most, self.points))
        if self.points.text() != view.points:
            with QSignalBlocker(self.points):
                self.points.setText(view.points)

    def _give(self, text: str) -> None:
        self.points_set.emit(int(text) if text.isdecimal() else None)


class PointsField(QLineEdit):
    """A field for points that gives the keyboard back with Enter and Esc."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take a key."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.left.emit()
        else:
            super().keyPressEvent(event)
