"""What a map file of others holds and Gridwar does not play with: lights and unknown keys.

It is kept so that an export gives it back; nothing here changes how a fight goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from pydantic import Field

from gridwar.model.bounds import MOST, Metres, Offset
from gridwar.model.record import FrozenMap, Record

if TYPE_CHECKING:
    from gridwar.model.geometry import Size

PLAIN_WHITE = "ffffffff"


class MapLight(Record):
    """A source of light, where it stands on the map and how far it shines.

    ``colour`` is alpha, red, green, blue in eight hexadecimal digits; ``rest`` the JSON of what
    else was said of it.
    """

    x_cells: Offset
    y_cells: Offset
    range_cells: Metres = Field(gt=0)
    intensity: float = Field(default=1.0, ge=0, le=MOST)
    colour: str = Field(default=PLAIN_WHITE, pattern="^[0-9a-f]{8}$")
    shadows: bool = True
    rest: str = ""

    def reaches_before(self, size: Size) -> bool:
        """Return whether it stands left of and above the far border of a page."""
        return self.x_cells <= size.w and self.y_cells <= size.h


class KeptKeys(Record):
    """Parts of a map file that nobody here reads, as JSON.

    ``file`` holds the keys of the file, ``walls`` those of single doors and windows by the id
    of their wall.
    """

    file: str = "{}"
    walls: FrozenMap[str, str] = Field(default_factory=frozendict)
