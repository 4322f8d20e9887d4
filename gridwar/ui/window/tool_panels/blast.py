"""The list of those a weapon would catch, while a cell is being chosen for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout

from gridwar.control.views.measured import aimed_blast, blast_panel
from gridwar.text import _
from gridwar.ui.widgets.controls.labels import PanelTitle
from gridwar.ui.widgets.painting.themed import inset
from gridwar.ui.window.tool_panels.measure_board import MeasureBoard, scrolled
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel

if TYPE_CHECKING:
    from gridwar.ui.window.parts import Parts

LEAST_PX = 300


class BlastPanel(ToolPanel):
    """Shows the blast under the pointer; the last one stays while the pointer is elsewhere."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        self._controller = parts.controller
        title = PanelTitle(parts.theme, _("Caught"), self)
        title.add("x", _("Close")).clicked.connect(parts.controller.cancel)
        self.board = MeasureBoard(parts.theme, self)
        rows = QVBoxLayout(self)
        inset(rows, parts.theme, (0, 0, 0, 0), 0)
        rows.addWidget(title)
        rows.addWidget(scrolled(self.board), 1)
        self.setMinimumHeight(parts.theme.px(LEAST_PX))

    def refresh(self) -> None:
        """Show who is caught under the pointer."""
        taken = aimed_blast(self._controller)
        if taken is not None:
            self.board.show_view(blast_panel(self._controller, taken))
