"""All tools, in the order of the rail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.tools.grid import GridTool
from gridwar.control.tools.select import SelectTool

if TYPE_CHECKING:
    from gridwar.control.tools.tool import Tool

TOOLS: Final[tuple[type[Tool], ...]] = (SelectTool, GridTool)
