"""What a UVTT file held, on our grid, before its open questions are answered."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.model.scale import Scale
from gridwar.model.zones import Light

if TYPE_CHECKING:
    from gridwar.formats.import_report import ReportLine
    from gridwar.formats.picture_headers_and_limits import PictureInfo
    from gridwar.formats.uvtt.doors_and_windows import Portal
    from gridwar.formats.uvtt.page_size_and_origin import Page
    from gridwar.formats.uvtt.polylines import Segment
    from gridwar.model.battlemap import Picture
    from gridwar.model.foreign_map_data import MapLight
    from gridwar.model.walls import Wall

PLAIN_SCALE = Scale()
OBJECT_ID = "object-"
"""How the ids of walls begin that are outlines of objects."""


class Outlines(Struct, frozen=True):
    """Segments, and of how many lines they are."""

    segments: tuple[Segment, ...] = ()
    lines: int = 0


class Told(Struct, frozen=True):
    """Lines of the report that no answer changes; ``also`` are read, but neither wall nor door."""

    also: tuple[ReportLine, ...] = ()
    mended: tuple[ReportLine, ...] = ()
    left_out: tuple[ReportLine, ...] = ()


class Contents(Struct, frozen=True, dict=True):
    """A file taken apart.

    ``picture`` is the file of the picture, ``laid`` how it lies on the grid. ``objects_stop`` is
    how outlines of objects are taken at first.
    """

    file_name: str
    format: str
    page: Page
    scale: Scale = PLAIN_SCALE
    picture: bytes | None = None
    laid: Picture | None = None
    info: PictureInfo | None = None
    walls: Outlines = Outlines()
    own_walls: tuple[Wall, ...] = ()
    objects: Outlines = Outlines()
    portals: tuple[Portal, ...] = ()
    lights: tuple[MapLight, ...] = ()
    objects_stop: bool = True
    kept_file: str = "{}"
    is_baked: bool = False
    """Whether the picture has the light in it."""
    ambient: Light = Light.BRIGHT
    """How light it is where no source shines, as near as our levels say it."""
    told: Told = Told()

    @cached_property
    def points_outside(self) -> int:
        """Return how many ends of walls and doors lie beyond the map's edge."""
        doors = ((one.a, one.b) for one in self.portals)
        own = ((one.a, one.b) for one in self.own_walls)
        segments = (*self.walls.segments, *self.objects.segments, *own, *doors)
        return sum(not self.page.holds(end) for end in {end for one in segments for end in one})

    @property
    def lights_outside(self) -> int:
        """Return how many lights stand beyond the map's edge."""
        return sum(not self.page.holds_light(one) for one in self.lights)

    @property
    def title(self) -> str:
        """Return the name of the map: that of its file, without the ending."""
        return Path(self.file_name).stem
