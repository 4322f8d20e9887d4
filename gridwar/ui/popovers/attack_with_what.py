"""The first step of the attack popover: weapon, choices and settings, and what is built of them.

Folded, its head says in a line what is chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.popovers.attack_choices_and_settings import ChoiceRow, DraftSettings, WayRow
from gridwar.ui.popovers.attack_steps_and_chips import BuiltLine, StepHead
from gridwar.ui.widgets.controls.labels import hairline, label, show_words
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.control.records.popover_records import AttackView
    from gridwar.ui.style.theme import Theme


class WithWhat(ThemedWidget):
    """The step; a click on its head is for the popover, which knows how much room there is."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._view: AttackView | None = None
        self.head = StepHead(theme, _("With what"), self)
        self.page = QWidget(self)
        self.ways = WayRow(theme, self.page)
        self.choices = ChoiceRow(theme, self.page)
        self.settings = DraftSettings(theme, self.page)
        self._built = BuiltLine(theme, self.page)
        self._foreseen = label("", "note", wrap=True)
        self._parts = (self.ways, self.choices, self.settings, self._built, self._foreseen)
        lines = QVBoxLayout(self.page)
        inset(lines, theme, (18, 0, 18, 6), 4)
        for part in self._parts:
            lines.addWidget(part)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 2)
        rows.addWidget(self.head)
        rows.addWidget(self.page)
        rows.addWidget(hairline())

    def show_view(self, view: AttackView) -> None:
        """Show what can be chosen of an attack; nothing at all where nothing can be told."""
        self._view = view
        own = tuple(one for one in view.settable.choices if not one.outcome)
        self.ways.show_ways(view.ways, view.way)
        self.choices.show_choices(own)
        self.settings.show_settings(view.settable)
        self._built.show_figures(view.settable.built)
        show_words(self._foreseen, "\n".join(view.foreseen))
        self.setVisible(not all(one.isHidden() for one in self._parts))

    def show_open(self, *, is_open: bool) -> None:
        """Open it, or fold it and say in its head what is chosen."""
        self.page.setVisible(is_open)
        self.head.show_open(is_open=is_open)
        is_told = not is_open and self._view is not None
        self.head.show_note(_chosen_words(self._view) if is_told and self._view else "")


def _chosen_words(view: AttackView) -> str:
    """Return in a line what is chosen; what is built of it stands in the third step."""
    ways = (one.title for one in view.ways if one.id == view.way)
    chosen = (
        option.title
        for choice in view.settable.choices
        for option in choice.options
        if not choice.outcome and option.id == choice.chosen and option.title != _("no")
    )
    return ", ".join((*ways, *chosen))
