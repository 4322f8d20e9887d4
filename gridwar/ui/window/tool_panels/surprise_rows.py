"""Who is surprised when the fight begins: nobody, a side, or whoever is clicked in the table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.controls.buttons_and_switches import ChoiceButton
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, clear

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme


class SurpriseChips(ThemedWidget):
    """The chips. Signal: ``chosen(ids)`` of all who are surprised."""

    chosen = Signal(tuple)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Begin without sides."""
        super().__init__(theme, parent)
        self._sides: tuple[tuple[str, tuple[str, ...]], ...] = ()
        self._proposal: tuple[str, tuple[str, ...], str] = ("", (), "")
        self.chips: list[tuple[ChoiceButton, tuple[str, ...]]] = []
        self._flow = FlowLayout(self, theme.px(6), theme.px(240))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_sides(
        self,
        sides: tuple[tuple[str, tuple[str, ...]], ...],
        surprised: tuple[str, ...],
        proposal: tuple[str, tuple[str, ...], str] = ("", (), ""),
    ) -> None:
        """Show who can be surprised as a whole, and who is; nothing where there are no sides.

        Args:
            sides: Their names and people.
            surprised: Who is.
            proposal: Words, ids and reasons of those who perceive no enemy; empty for none.
        """
        self.setVisible(bool(sides))
        if (sides, proposal) != (self._sides, self._proposal):
            self._sides, self._proposal = sides, proposal
            self._make()
        for chip, who in self.chips:
            chip.setChecked(frozenset(who) == frozenset(surprised))

    def _make(self) -> None:
        clear(self._flow)
        self.chips = []
        nobody: tuple[str, tuple[str, ...]] = (_("Nobody is surprised"), ())
        sides = [(_("{side} surprised").format(side=name), who) for name, who in self._sides]
        title, unaware, why = self._proposal
        proposed = [(title, unaware)] if unaware else []
        for words, who in (nobody, *sides, *proposed):
            chip = ChoiceButton(self.theme, words, self)
            if who == unaware and unaware:
                text = _("Proposed as surprised, by what they perceive:\n{why}")
                set_tip(chip, text.format(why=why))
            chip.clicked.connect(partial(self.chosen.emit, who))
            self._flow.addWidget(chip)
            chip.show()
            self.chips.append((chip, who))
