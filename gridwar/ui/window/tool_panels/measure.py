"""The panel of every measuring tool: what it reads, whom it takes in, what may be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QVBoxLayout

from gridwar.control.tools.tool import MeasuringTool
from gridwar.control.tools.toolbox import SELECT
from gridwar.text import _
from gridwar.ui.widgets.controls.labels import PanelTitle
from gridwar.ui.widgets.painting.themed import inset
from gridwar.ui.window.tool_panels.measure_board import MeasureBoard, scrolled
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel

if TYPE_CHECKING:
    from gridwar.ui.window.parts import Parts


LEAST_PX: Final = 420
"""High enough to show a list without scrolling at once."""


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
        rows = QVBoxLayout(self)
        inset(rows, parts.theme, (0, 0, 0, 0), 0)
        rows.addWidget(self._title)
        rows.addWidget(scrolled(self.board), 1)
        self.setMinimumHeight(parts.theme.px(LEAST_PX))

    def refresh(self) -> None:
        """Show the tool as it is now."""
        self.board.show_view(self._tool.panel())
