"""What an action leads to, by the outcomes of the roll that decides: names, chances, tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from gridwar.control.records.panel_records import Choice
from gridwar.text import _
from gridwar.ui.widgets.containers.fit_scroll import FitScroll
from gridwar.ui.widgets.controls.buttons import Segments
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.figures.value_table import ValueTableView
from gridwar.ui.widgets.painting.themed import ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.control.records.popover_records import OutcomeView
    from gridwar.ui.style.theme import Theme


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
