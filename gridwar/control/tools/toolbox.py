"""The tools of a window: which one is active, and that it gets the pointer and the keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from gridwar.control.records.layer_records import AREA_KEY
from gridwar.control.state.kept_measurements import ALL_KEPT
from gridwar.control.state.map_layers import Layer
from gridwar.control.state.pointer_and_keys import KeyboardModifier, PointerKind
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
from gridwar.control.tools.select_tool import SelectTool
from gridwar.control.tools.sketch.sketch_tool import SketchTool
from gridwar.control.tools.walls.walls_tool import WallsTool

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent
    from gridwar.control.tools.tool_base import Tool

SELECT = "select"
TOOLS: Final[tuple[type[Tool], ...]] = (
    SelectTool,
    RulerTool,
    SightTool,
    ThreatTool,
    TemplateTool,
    ArcTool,
    SketchTool,
    PaintTool,
    WallsTool,
    CoverTool,
    ZonesTool,
    HeightTool,
    GridTool,
    FloorsTool,
    PropsTool,
    PinsTool,
    LightsTool,
    FogTool,
)
"""All tools, in the order of the rail."""
_FLOOR_KEYS = ("pageup", "pagedown")
OPENING = frozenset({PointerKind.MENU, PointerKind.DOUBLE})


class Toolbox:
    """Hands every event to the active tool; Escape that it does not use puts it down."""

    def __init__(self, controller: Controller) -> None:
        """Lay out the tools of a controller, with the usual one active."""
        self._controller = controller
        self.tools: dict[str, Tool] = {kind.info.id: kind(controller) for kind in TOOLS}
        controller.map_import.subscribe(partial(self.take, GridTool.info.id))

    @property
    def active(self) -> Tool:
        """The tool that gets the events."""
        return self.tools[self._controller.view.tool]

    def take(self, tool_id: str) -> None:
        """Activate a tool; the one before forgets what it was about."""
        if tool_id != self._controller.view.tool:
            self.active.deactivate()
            notice = self._controller.view.notice
            told = None if notice is not None and notice.tone == "refused" else notice
            self._controller.show(tool=tool_id, plan=None, picking=None, notice=told)
            self.active.activate()

    def undo(self) -> None:
        """Take back what the active tool has half done, step by step; then what was done."""
        if not self.active.undo():
            self._controller.timeline.undo()

    def take_off(self, key: str) -> None:
        """Take off the map what the legend calls by a key.

        Args:
            key: Of a template, an arc, a ruler, a line, a threat, or ``threats`` for all of those;
                ``fog``; ``ALL_KEPT`` for all that was measured; or of the areas of one name.
        """
        view = self._controller.view
        if key in (Layer.THREATS, Layer.FOG):
            self._controller.layers.show(Layer(key), on=False)
        elif key == ALL_KEPT:
            self._controller.show(measuring=view.measuring.cleared())
        elif key.startswith(AREA_KEY):
            areas_off = view.areas_off | {key.removeprefix(AREA_KEY)}
            self._controller.show(areas_off=areas_off)
        else:
            self._controller.show(measuring=view.measuring.without(key))

    def pointer(self, event: PointerEvent) -> bool:
        """Hand over a pointer event; in presentation nothing is opened."""
        if self._controller.view.presenting and event.kind in OPENING:
            return True
        return self.active.pointer(event)

    def key(self, event: KeyEvent) -> bool:
        """Hand over a key; one that ends the tool puts it down; Escape ends presentation first."""
        if self._controller.view.presenting and not self._is_for_players(event):
            return event.key == "escape"
        if event.key in _FLOOR_KEYS and self._controller.encounter.map.floors:
            return False  # in a building they show another floor, whatever is in hand
        if self.active.key(event):
            return True
        if not event.pressed or event.modifiers - {KeyboardModifier.SHIFT}:
            return False
        if self._controller.view.tool != SELECT and self.active.is_done(event):
            self.take(SELECT)
            return True
        return False

    def wants(self, event: KeyEvent) -> bool:
        """Return whether a key is for the active tool, although the window has a use for it too."""
        return self.active.wants(event)

    def _is_for_players(self, event: KeyEvent) -> bool:
        """Return whether a key moves tokens, as opposed to opening something of the GM's."""
        view = self._controller.view
        if event.key == "escape" and view.plan is None:
            self._controller.show(presenting=False)
            return False
        return not event.text.strip() or event.key.startswith("num")
