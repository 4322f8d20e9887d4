"""The panel of the active tool: comes with the tool at the right edge, and leaves with it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QWidget

from gridwar.control.presenters.measures_and_blast import aims_blast
from gridwar.control.tools.select_tool import SelectTool

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.ui.style.theme import Theme
    from gridwar.ui.window.tool_panels.tool_panel import ToolPanel
    from gridwar.ui.window.window_parts import Parts

SHARES: Final = (720, 200)
"""How a tool's panel and the log below it share the height."""
BLAST = "blast"
"""The panel while a weapon with a blast is aimed, whatever tool is active."""
TARGETS = "targets"
"""The step "at whom?", whatever tool is active."""


@cache
def _panels() -> Mapping[str, Callable[[Parts], ToolPanel]]:
    """Return how the panel of a tool is made, by the tool's id; one without an entry has none.

    They are loaded with the first tool that may have one.
    """
    from gridwar.control.tools.ground.cover_tool import CoverTool
    from gridwar.control.tools.ground.map_setup_tool import GridTool
    from gridwar.control.tools.ground.terrain_and_height_tools import HeightTool, PaintTool
    from gridwar.control.tools.ground.zones_tool import ZonesTool
    from gridwar.control.tools.measuring.arc_tool import ArcTool
    from gridwar.control.tools.measuring.ruler_tool import RulerTool
    from gridwar.control.tools.measuring.sight_and_threat_tools import SightTool, ThreatTool
    from gridwar.control.tools.measuring.template_tool import TemplateTool
    from gridwar.control.tools.walls.walls_tool import WallsTool
    from gridwar.ui.window.tool_panels.cover_panel import CoverPanel
    from gridwar.ui.window.tool_panels.map_setup_panel import GridPanel
    from gridwar.ui.window.tool_panels.measure_panel import BlastPanel, MeasurePanel
    from gridwar.ui.window.tool_panels.targets_panel import TargetsPanel
    from gridwar.ui.window.tool_panels.terrain_and_height_panels import HeightPanel, PaintPanel
    from gridwar.ui.window.tool_panels.walls_panel import WallsPanel
    from gridwar.ui.window.tool_panels.zones_panel import ZonesPanel

    measuring = (RulerTool, SightTool, ThreatTool, TemplateTool, ArcTool)
    return {
        GridTool.info.id: GridPanel,
        PaintTool.info.id: PaintPanel,
        HeightTool.info.id: HeightPanel,
        WallsTool.info.id: WallsPanel,
        CoverTool.info.id: CoverPanel,
        ZonesTool.info.id: ZonesPanel,
        BLAST: BlastPanel,
        TARGETS: TargetsPanel,
        **{kind.info.id: MeasurePanel for kind in measuring},
    }


class ToolDock:
    """Shows the panel of the active tool."""

    def __init__(self, parts: Parts) -> None:
        """Make the panels when they are first needed."""
        self._parts = parts
        self._theme = parts.theme
        self._made: dict[str, ToolPanel] = {}
        self.dock = QDockWidget(parts.window)
        self.dock.setObjectName("tool")
        self.dock.setTitleBarWidget(QWidget(self.dock))
        parts.window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.dock)
        self.dock.hide()

    def refresh(self) -> None:
        """Show the panel that belongs to the active tool, or none."""
        controller = self._parts.controller
        tool_id = BLAST if aims_blast(controller) else controller.view.tool
        tool_id = TARGETS if controller.aiming.action is not None else tool_id
        panel = None if tool_id == SelectTool.info.id else self._panel(tool_id)
        if panel is None:
            self.dock.hide()
            return
        if self.dock.widget() is not panel:
            self.dock.setWidget(panel)
            self.dock.setWindowTitle(self._parts.tools.active.info.title)
        panel.refresh()
        if not self.dock.isVisibleTo(self._parts.window):
            self._come()

    def _panel(self, tool_id: str) -> ToolPanel | None:
        make = _panels().get(tool_id)
        if make is not None and tool_id not in self._made:
            self._made[tool_id] = make(self._parts)
            self._made[tool_id].set_theme(self._theme)
        return self._made.get(tool_id)

    def _come(self) -> None:
        """Take a place above the log: one that was hidden while others moved has lost its own."""
        window, log = self._parts.window, self._parts.docks.docks["log"]
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.dock)
        is_beside = window.dockWidgetArea(log) == Qt.DockWidgetArea.RightDockWidgetArea
        if is_beside and not log.isFloating() and not window.tabifiedDockWidgets(log):
            window.splitDockWidget(self.dock, log, Qt.Orientation.Vertical)
        self.dock.show()
        window.resizeDocks([self.dock, log], list(SHARES), Qt.Orientation.Vertical)

    def set_theme(self, theme: Theme) -> None:
        """Take on another theme."""
        self._theme = theme
        for panel in self._made.values():
            panel.set_theme(theme)
