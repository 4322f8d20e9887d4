"""The panel of the active tool: a step in the inspector that comes and leaves with the tool."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from gridwar.control.presenters.measures_and_blast import aims_blast
from gridwar.control.tools.select_tool import SelectTool
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.ui.style.theme import Theme
    from gridwar.ui.window.window_parts import Parts

BLAST = "blast"
"""The panel while a weapon with a blast is aimed, whatever tool is active."""
TARGETS = "targets"
"""The step "at whom?", whatever tool is active."""
STANDS = "stands"
"""The step "where could I stand?"."""
CHECKS = "checks"
"""The check for all, while no other tool has a panel of its own."""


@cache
def _panels() -> Mapping[str, Callable[[Parts], ToolPanel]]:
    """Return how the panel of a tool is made, by the tool's id; one without an entry has none.

    They are loaded with the first tool that may have one.
    """
    from gridwar.control.tools.floors.floors_tool import FloorsTool
    from gridwar.control.tools.ground.cover_tool import CoverTool
    from gridwar.control.tools.ground.fog_tool import FogTool
    from gridwar.control.tools.ground.map_setup_tool import GridTool
    from gridwar.control.tools.ground.terrain_and_height_tools import HeightTool, PaintTool
    from gridwar.control.tools.ground.zones_tool import ZonesTool
    from gridwar.control.tools.lights.lights_tool import LightsTool
    from gridwar.control.tools.measuring.arc_tool import ArcTool
    from gridwar.control.tools.measuring.ruler_tool import RulerTool
    from gridwar.control.tools.measuring.sight_and_threat_tools import SightTool, ThreatTool
    from gridwar.control.tools.measuring.template_tool import TemplateTool
    from gridwar.control.tools.pins.pins_tool import PinsTool
    from gridwar.control.tools.props.props_tool import PropsTool
    from gridwar.control.tools.sketch.sketch_tool import SketchTool
    from gridwar.control.tools.walls.walls_tool import WallsTool
    from gridwar.ui.window.tool_panels.checks_panel import ChecksPanel
    from gridwar.ui.window.tool_panels.cover_panel import CoverPanel
    from gridwar.ui.window.tool_panels.floors_panel import FloorsPanel
    from gridwar.ui.window.tool_panels.fog_panel import FogPanel
    from gridwar.ui.window.tool_panels.lights_panel import LightsPanel
    from gridwar.ui.window.tool_panels.map_setup_panel import GridPanel
    from gridwar.ui.window.tool_panels.measure_panel import BlastPanel, MeasurePanel
    from gridwar.ui.window.tool_panels.pins_panel import PinsPanel
    from gridwar.ui.window.tool_panels.props_panel import PropsPanel
    from gridwar.ui.window.tool_panels.sketch_panel import SketchPanel
    from gridwar.ui.window.tool_panels.stands_panel import StandsPanel
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
        SketchTool.info.id: SketchPanel,
        ZonesTool.info.id: ZonesPanel,
        FogTool.info.id: FogPanel,
        FloorsTool.info.id: FloorsPanel,
        LightsTool.info.id: LightsPanel,
        PinsTool.info.id: PinsPanel,
        PropsTool.info.id: PropsPanel,
        BLAST: BlastPanel,
        TARGETS: TargetsPanel,
        CHECKS: ChecksPanel,
        STANDS: StandsPanel,
        **{kind.info.id: MeasurePanel for kind in measuring},
    }


class ToolStep:
    """Shows the panel of the active tool in the inspector, in place of the list of actions."""

    def __init__(self, parts: Parts) -> None:
        """Make the panels when they are first needed."""
        self._parts = parts
        self._theme = parts.theme
        self._made: dict[str, ToolPanel] = {}

    @property
    def panel(self) -> ToolPanel | None:
        """The panel that is shown."""
        step = self._parts.inspector.step
        return step if isinstance(step, ToolPanel) else None

    def refresh(self) -> None:
        """Show the panel that belongs to the active tool, or none."""
        controller = self._parts.controller
        tool_id = BLAST if aims_blast(controller) else controller.view.tool
        tool_id = STANDS if controller.stands.is_open else tool_id
        is_at_hand = tool_id == SelectTool.info.id and controller.view.checks is not None
        tool_id = CHECKS if is_at_hand else tool_id
        tool_id = TARGETS if controller.aiming.action is not None else tool_id
        panel = None if tool_id == SelectTool.info.id else self._panel(tool_id)
        has_changed = panel is not self.panel
        if panel is not None:
            panel.refresh()  # what stands in it is seen, and has the keyboard, once it is shown
        self._parts.inspector.show_step(panel)
        if has_changed:
            self._parts.columns.open_for_step(on=panel is not None)

    def _panel(self, tool_id: str) -> ToolPanel | None:
        make = _panels().get(tool_id)
        if make is not None and tool_id not in self._made:
            self._made[tool_id] = make(self._parts)
            self._made[tool_id].set_theme(self._theme)
        return self._made.get(tool_id)

    def set_theme(self, theme: Theme) -> None:
        """Take on another theme."""
        self._theme = theme
        for panel in self._made.values():
            panel.set_theme(theme)
