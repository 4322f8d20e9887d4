"""The panels that measure: of every measuring tool, and of those an aimed weapon would catch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QVBoxLayout

from gridwar.control.presenters.measures_and_blast import aimed_blast, blast_panel
from gridwar.control.tools.tool_base import MeasuringTool
from gridwar.control.tools.toolbox import SELECT
from gridwar.text import _
from gridwar.ui.widgets.controls.labels import PanelTitle
from gridwar.ui.widgets.painting.themed_widgets import inset
from gridwar.ui.window.tool_panels.measure_panel_body import MeasureBoard
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel, scrolled

if TYPE_CHECKING:
    from gridwar.ui.window.window_parts import Parts

LEAST_PX: Final = 420
"""High enough to show a list without scrolling at once."""
BLAST_PX = 300


class MeasurePanel(ToolPanel):
    """Shows what the active tool says."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        self._tools = parts.tools
        tool = parts.tools.active
        assert isinstance(tool, MeasuringTool)
        self._tool = tool
        self._title = PanelTitle(parts.theme, tool.panel().heading, self)
        close = self._title.add("x", _("Close"))
        close.clicked.connect(lambda: self._tools.take(SELECT))
        self.board = MeasureBoard(parts.theme, self)
        self.board.pressed.connect(self._tool.pressed)
        _lay_board(self, self._title, self.board, LEAST_PX)

    def refresh(self) -> None:
        """Show the tool as it is now."""
        self.board.show_view(self._tool.panel())


class BlastPanel(ToolPanel):
    """Shows the blast under the pointer; the last one stays while the pointer is elsewhere."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        self._controller = parts.controller
        title = PanelTitle(parts.theme, _("Caught"), self)
        title.add("x", _("Close")).clicked.connect(parts.controller.cancel)
        self.board = MeasureBoard(parts.theme, self)
        _lay_board(self, title, self.board, BLAST_PX)

    def refresh(self) -> None:
        """Show who is caught under the pointer."""
        taken = aimed_blast(self._controller)
        if taken is not None:
            self.board.show_view(blast_panel(self._controller, taken))


def _lay_board(panel: ToolPanel, title: PanelTitle, board: MeasureBoard, least_px: int) -> None:
    rows = QVBoxLayout(panel)
    inset(rows, panel.theme, (0, 0, 0, 0), 0)
    rows.addWidget(title)
    rows.addWidget(scrolled(board), 1)
    panel.setMinimumHeight(panel.theme.px(least_px))
