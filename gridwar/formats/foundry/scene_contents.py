"""What a scene held, in pixels of its canvas, before its open questions are answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.formats.foundry.scene_picture import ScenePicture
from gridwar.model.zones import Light

if TYPE_CHECKING:
    from gridwar.formats.foundry.own_flags import OwnMap
    from gridwar.formats.foundry.scene_lights_and_notes import SceneLight, SceneNote
    from gridwar.formats.foundry.scene_page import Box, SceneGrid, ScenePage
    from gridwar.formats.foundry.scene_regions import SceneRegion
    from gridwar.formats.foundry.scene_walls import SceneWall
    from gridwar.formats.import_report import ReportLine

NO_PICTURE = ScenePicture()


class SceneLevel(Struct, frozen=True):
    """A level of a scene: heights in its units, its picture and where that lies on the canvas.

    A scene before version 14 has one without an id.
    """

    id: str = ""
    name: str = ""
    bottom: float = 0.0
    top: float | None = None
    picture: ScenePicture = NO_PICTURE
    laid: Box | None = None
    """Where the picture lies; None for the whole sheet."""

    def holds(self, levels: frozenset[str]) -> bool:
        """Return whether something that is on some levels is on this one; on none is on all."""
        return not levels or not self.id or self.id in levels


class LeftOut(Struct, frozen=True):
    """Things of a scene that are none on a map: what they are, how many, where the first is."""

    code: str
    text: str
    count: int
    at: tuple[float, float] | None = None


class SceneContents(Struct, frozen=True):
    """A scene taken apart."""

    file_name: str
    name: str
    grid: SceneGrid
    levels: tuple[SceneLevel, ...]
    walls: tuple[SceneWall, ...] = ()
    lights: tuple[SceneLight, ...] = ()
    notes: tuple[SceneNote, ...] = ()
    ambient: Light = Light.BRIGHT
    """How light it is where no source shines, as near as our levels say it."""
    regions: tuple[SceneRegion, ...] = ()
    """Those that lead from level to level, and those they may lead to."""
    why_no_floors: str = ""
    """Why its levels cannot be floors of one map; empty where they can."""
    things: tuple[LeftOut, ...] = ()
    mended: tuple[ReportLine, ...] = ()
    left_out: tuple[ReportLine, ...] = ()
    own: OwnMap | None = None
    """What we wrote of the map ourselves."""

    def page(self, cell_px: float) -> ScenePage:
        """Return how the scene lies on a grid of so many pixels, as we wrote it where we did.

        Raises:
            MapError: It would be too large.
        """
        found = self.grid.page(cell_px)
        return found if self.own is None else found.shifted(self.own.shift)

    @property
    def ground_level(self) -> int:
        """Return the number of the level that one stands on at height 0, else of the first."""
        for number, one in enumerate(self.levels):
            if one.bottom <= 0 and (one.top is None or one.top > 0):
                return number
        return 0
