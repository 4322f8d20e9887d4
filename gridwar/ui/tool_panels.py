"""The panel of the tool in hand: comes with the tool at the right edge, and leaves with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QWidget

from gridwar.control.tools.grid import GridTool
from gridwar.ui.panel_grid import GridPanel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.ui.parts import Parts
    from gridwar.ui.theme import Theme
    from gridwar.ui.tool_panel import ToolPanel

PANEL_PX = 330


PANELS: Final[Mapping[str, Callable[[Parts], ToolPanel]]] = {GridTool.info.id: GridPanel}
"""How the panel of a tool is made, by the tool's id; a tool without an entry has none."""


class ToolDock:
    """Shows the panel of the tool in hand."""

    def __init__(self, parts: Parts) -> None:
        """Make the panels when they are first needed."""
        self._parts = parts
        self._made: dict[str, ToolPanel] = {}
        self.dock = QDockWidget(parts.window)
        self.dock.setObjectName("tool")
        self.dock.setTitleBarWidget(QWidget(self.dock))
        parts.window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.dock)
        self.dock.hide()

    def refresh(self) -> None:
        """Show the panel that belongs to the tool in hand, or none."""
        tool_id = self._parts.controller.view.tool
        if tool_id in PANELS and tool_id not in self._made:
            self._made[tool_id] = PANELS[tool_id](self._parts)
        panel = self._made.get(tool_id)
        self.dock.setVisible(panel is not None)
        if panel is not None:
            if self.dock.widget() is not panel:
                self.dock.setWidget(panel)
            panel.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Take on another theme."""
        for panel in self._made.values():
            panel.set_theme(theme)
