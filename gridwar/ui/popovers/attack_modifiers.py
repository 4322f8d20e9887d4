"""The rows of the attack popover: modifiers, their total, the words over the odds, the outcomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.records.panel_records import Choice
from gridwar.text import _
from gridwar.ui.widgets.containers.fitting_scroll_area import FitScroll
from gridwar.ui.widgets.controls.buttons import Segments
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.figures.sum_rows import OwnLineRow, SumRow
from gridwar.ui.widgets.figures.value_table import ValueTableView
from gridwar.ui.widgets.painting.themed_painter import BODY, LABEL, NOTE, RIGHT, TOTAL
from gridwar.ui.widgets.painting.themed_widgets import Painted, ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.control.records.popover_records import AttackView, OutcomeView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter


class SumLines(ThemedWidget):
    """The modifiers, one row each, and below them the line of one's own."""

    toggled_line = Signal(str, bool)
    edited = Signal(str, int)
    added = Signal(str, int)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.own = OwnLineRow(theme, self)
        self._shown: list[SumRow] = []
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (0, 4, 0, 4), 0)
        self._rows.addWidget(self.own)
        self._rows.addStretch(1)
        self.own.added.connect(self.added)
        self.own.closed.connect(self.closed)

    def row(self, number: int) -> SumRow:
        """Return a row by its place."""
        return self._shown[number]

    def show_lines(self, view: AttackView, current: int) -> None:
        """Show the lines of an attack; ``current`` is the one for the keyboard, -1 for none."""
        while len(self._shown) < len(view.lines):
            row = SumRow(self.theme, self)
            row.toggled_line.connect(self.toggled_line)
            row.edited.connect(self.edited)
            row.closed.connect(self.closed)
            self._rows.insertWidget(len(self._shown), row)
            self._shown.append(row)
        for number, row in enumerate(self._shown):
            if number < len(view.lines):
                line = view.lines[number]
                is_changed = line.key in view.changed
                row.show_line(line, current=number == current, is_changed=is_changed)
            row.setVisible(number < len(view.lines))


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
        return QSize(self.theme.px(200), self.theme.px(46))

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


class OddsHead(Painted):
    """What the columns are about, left, and what their charts count, right."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._words = ("", "")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_words(self, left: str, right: str) -> None:
        """Show other words; nothing at all without any."""
        self._words = (left, right)
        self.setVisible(bool(left or right))
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for one line."""
        return QSize(self.theme.px(100), self.theme.px(24))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw them."""
        words = box.adjusted(painter.px(18), 0, -painter.px(18), -painter.px(2))
        used = painter.text(words, self._words[1], NOTE, painter.colors.text3, RIGHT)
        painter.text(
            words.adjusted(0, 0, -used - 8, 0), self._words[0], LABEL, painter.colors.text3
        )


class OutcomePages(ThemedWidget):
    """The outcomes as segments with their chances; below them what would be told of the chosen.

    The one chosen stays chosen while the sheet changes; at first it is the one with most to tell.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._outcomes: tuple[OutcomeView, ...] = ()
        self._chosen = ""
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (14, 8, 14, 0), 8)
        self._content: list[QWidget] = []
        self._least_px = 0

    def keep(self, least_px: int) -> None:
        """Keep so much height for what would be told, if it is needed."""
        self._least_px = least_px
        for scroll in self.findChildren(FitScroll):
            scroll.keep(least_px)

    def show_outcomes(self, outcomes: tuple[OutcomeView, ...]) -> None:
        """Show outcomes; nothing at all without any."""
        if outcomes == self._outcomes:
            return
        self._outcomes = outcomes
        self._fill()

    def choose(self, name: str) -> None:
        """Show what would be told of another outcome."""
        self._chosen = name
        self._fill()

    def _fill(self) -> None:
        for old in self._content:
            self._rows.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._content = []
        self.setVisible(bool(self._outcomes))
        if not self._outcomes:
            return
        by_name = {one.name: one for one in self._outcomes}
        most = max(self._outcomes, key=lambda one: (len(one.tables), len(one.words)))
        shown = by_name.get(self._chosen, most)
        titles = tuple(
            Choice(one.name, "  ".join(filter(None, (one.name.capitalize(), one.chance))))
            for one in self._outcomes
        )
        segments = Segments(self.theme, titles, self)
        segments.show_chosen(shown.name)
        segments.chosen.connect(self.choose)
        segments.setAccessibleName(_("What comes of it"))
        scroll = FitScroll(self._page(shown), self)
        scroll.keep(self._least_px)
        self._content = [segments, scroll]
        for widget in self._content:
            self._rows.addWidget(widget)
        # Shown at once: what is hidden still counts for nothing when the sheet is measured.
        segments.setVisible(any(one.name for one in self._outcomes))
        scroll.show()

    def _page(self, outcome: OutcomeView) -> QWidget:
        page = QWidget(self)
        rows = QVBoxLayout(page)
        inset(rows, self.theme, (0, 0, 0, 0), 6)
        for table in outcome.tables:
            rows.addWidget(ValueTableView(self.theme, table, page))
        for words in outcome.words:
            rows.addWidget(label(words, "note", wrap=True))
        return page
