"""The modifiers of the attack popover, a row each, and their total."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gridwar.text import ngettext
from gridwar.ui.popovers.attack_steps_and_chips import draw_fold
from gridwar.ui.widgets.figures.sum_rows import OwnLineRow, SumRow
from gridwar.ui.widgets.painting.themed_painter import BODY, NOTE, RIGHT, TOTAL
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton, ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.control.records.popover_records import AttackView
    from gridwar.model.trace import Line
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_FOLD_PX = 28
_FOLD_WORDS_PX = 42
_TOTAL_PX = 42


class SumLines(ThemedWidget):
    """The modifiers, one row each; those that count 0 folded; below them a line of one's own."""

    toggled_line = Signal(str, bool)
    edited = Signal(str, int)
    added = Signal(str, int)
    closed = Signal()
    folded = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.own = OwnLineRow(theme, self)
        self.fold = FoldRow(theme, self)
        self.shows_idle = False
        self._shown: list[SumRow] = []
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (0, 0, 0, 2), 0)
        foot = QHBoxLayout()
        inset(foot, theme, (0, 0, 0, 0), 0)
        foot.addWidget(self.fold, 1)
        foot.addWidget(self.own)
        self._rows.addLayout(foot)
        self.own.opened.connect(self.fold.hide)
        self.own.added.connect(self.added)
        self.own.closed.connect(self.closed)
        self.fold.clicked.connect(self._turn)

    def _turn(self) -> None:
        self.shows_idle = not self.shows_idle
        self.folded.emit()

    def row(self, number: int) -> SumRow:
        """Return a row by its place."""
        return self._shown[number]

    def lines(self, view: AttackView) -> tuple[Line, ...]:
        """Return the lines that have a row now, in their order."""
        return (*view.lines, *(view.idle if self.shows_idle else ()))

    def show_lines(self, view: AttackView, current: int) -> None:
        """Show the lines of an attack; ``current`` is the one for the keyboard, -1 for none."""
        lines = self.lines(view)
        while len(self._shown) < len(lines):
            row = SumRow(self.theme, self)
            row.toggled_line.connect(self.toggled_line)
            row.edited.connect(self.edited)
            row.closed.connect(self.closed)
            self._rows.insertWidget(len(self._shown), row)
            self._shown.append(row)
        for number, row in enumerate(self._shown):
            if number < len(lines):
                line = lines[number]
                is_changed = line.key in view.changed
                row.show_line(line, current=number == current, is_changed=is_changed)
            row.setVisible(number < len(lines))
        self.fold.show_lines(view.idle, is_open=self.shows_idle)
        self.own.setVisible(bool(view.total))
        self.setVisible(bool(lines or view.idle or view.total))


class FoldRow(PaintedButton):
    """How many lines count 0, and which: a click shows them, or folds them again."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._is_open = False
        self._names = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_lines(self, idle: tuple[Line, ...], *, is_open: bool) -> None:
        """Show how many there are; nothing at all without any."""
        self._is_open = is_open
        self._names = "" if is_open else ", ".join(one.label for one in idle)
        words = ngettext("{n} other counts 0", "{n} others count 0", len(idle))
        self.setText(words.format(n=len(idle)))
        self.setAccessibleName(": ".join(filter(None, (self.text(), self._names))))
        self.setVisible(bool(idle))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of a row."""
        return QSize(self.theme.px(200), self.theme.px(_FOLD_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        colors = painter.colors
        draw_fold(painter, box, is_open=self._is_open, is_hot=self.underMouse())
        words = box.adjusted(painter.px(_FOLD_WORDS_PX), 0, -painter.px(18), 0)
        used = painter.text(words, self.text(), BODY, colors.text2) + painter.px(10)
        painter.text(words.adjusted(used, 0, 0, 0), self._names, NOTE, colors.text3)


class TotalBox(Painted):
    """The total and what it needs."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._view: AttackView | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_view(self, view: AttackView) -> None:
        """Show a total."""
        self._view = view
        self.setAccessibleName(f"{view.total} {view.needs}")
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height."""
        return QSize(self.theme.px(200), self.theme.px(_TOTAL_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        if self._view is None:
            return
        view, colors = self._view, painter.colors
        plate = box.adjusted(painter.px(14), 1, -painter.px(14), -1)
        painter.rounded_box(plate, 8, colors.raised)
        words = plate.adjusted(painter.px(16), 0, -painter.px(16), 0)
        used = painter.text(words, view.total, TOTAL, colors.accent) + painter.px(16)
        note = painter.text(words, view.needs_note, NOTE, colors.text3, RIGHT) + painter.px(10)
        needs = words.adjusted(used, 0, -note, 0)
        painter.text(needs, view.needs, (BODY[0], 14, 500), colors.text)
