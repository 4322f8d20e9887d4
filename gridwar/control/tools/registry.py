"""All tools, in the order of the rail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.tools.arc import ArcTool
from gridwar.control.tools.cover import CoverTool
from gridwar.control.tools.grid import GridTool
from gridwar.control.tools.paint import HeightTool, PaintTool
from gridwar.control.tools.ruler import RulerTool
from gridwar.control.tools.select import SelectTool
from gridwar.control.tools.sight import SightTool
from gridwar.control.tools.template import TemplateTool
from gridwar.control.tools.threat import ThreatTool
from gridwar.control.tools.walls import WallsTool
from gridwar.control.tools.zones import ZonesTool

if TYPE_CHECKING:
    from gridwar.control.tools.tool import Tool

TOOLS: Final[tuple[type[Tool], ...]] = (
    SelectTool,
    RulerTool,
    SightTool,
    ThreatTool,
    TemplateTool,
    ArcTool,
    PaintTool,
    WallsTool,
    CoverTool,
    ZonesTool,
    HeightTool,
    GridTool,
)
