"""The rules a fight goes by, as a row of ways to choose from."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.widgets.containers.flow import FlowLayout
from gridwar.ui.widgets.controls.choice_button import ChoiceButton
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed import ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme

_LEAST_PX = 220


class RulesRow(ThemedWidget):
    """A line of words and a button for each; ``chosen(system id)``."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._shown: tuple[tuple[tuple[str, str], ...], str] = ((), "")
        self._ways = QWidget(self)
        self._flow = FlowLayout(self._ways, theme.px(6), theme.px(_LEAST_PX))
        rows = QVBoxLayout(self)
        inset(rows, theme, (14, 10, 14, 2), 6)
        rows.addWidget(label(_("A fight by the rules of"), "note"))
        rows.addWidget(self._ways)
        self.hide()

    def show_choice(self, systems: tuple[tuple[str, str], ...], present: str) -> None:
        """Show the rules there are; nothing where there are none.

        Args:
            systems: Their ids and titles.
            present: The id of those that hold now.
        """
        self.setVisible(bool(systems))
        if (systems, present) == self._shown:
            return
        self._shown = (systems, present)
        while self._flow.count():
            widget = self._flow.takeAt(0).widget()
            if widget is not None:
                widget.deleteLater()
        for system_id, title in systems:
            button = ChoiceButton(self.theme, title, self._ways)
            button.setChecked(system_id == present)
            button.setAutoExclusive(True)
            button.clicked.connect(partial(self._choose, system_id))
            self._flow.addWidget(button)

    def _choose(self, system_id: str, _is_down: bool = False) -> None:
        if system_id != self._shown[1]:
            self.chosen.emit(system_id)
