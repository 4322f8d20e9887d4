"""What the map itself shows, as frozen records: walls, paint, heights, the picture below.

Nothing here knows Qt, colours or pixels; tokens and overlays are in `scene_records`. Places are in
cells, as there.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias

from msgspec import Struct

from gridwar.model.geometry import SUBCELL

if TYPE_CHECKING:
    from gridwar.model.geometry import Point as MapPoint
    from gridwar.model.painted_layers import Layer
    from gridwar.model.sketch import Sketch
    from gridwar.model.walls import DoorState, WallSide

CellXY: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""x, y, width, height in cells."""


def in_cells(point: MapPoint) -> Point:
    """Return a point of the map in cells."""
    return (point.x / SUBCELL, point.y / SUBCELL)


class PictureSource(Protocol):
    """Where the map finds pictures by their hash."""

    def picture_bytes(self, digest: str) -> bytes | None:
        """Return the file of a picture, or None when it is not there."""


class WallLook(StrEnum):
    """How a wall segment is drawn."""

    WALL = "wall"
    DOOR = "door"
    OPEN_DOOR = "open_door"
    WINDOW = "window"
    LOW = "low"
    """Stops movement or effect, not sight."""
    LIMITED = "limited"
    """Seen through once."""
    CURTAIN = "curtain"
    BARS = "bars"
    FENCE = "fence"


class WallMark(StrEnum):
    """What is drawn beside a wall."""

    ONE_WAY = "one_way"
    """Where one gets through that stops one side alone."""


class WallView(Struct, frozen=True):
    """One wall segment; ``door`` only of doors.

    ``own`` ones were drawn here, so that no picture shows them. ``one_way`` is the side that is
    stopped, if but one is. ``in_sketch`` are those that the picture of a sketch shows.
    """

    a: Point
    b: Point
    look: WallLook = WallLook.WALL
    door: DoorState | None = None
    own: bool = False
    one_way: WallSide | None = None
    in_sketch: bool = False


class PaintLook(StrEnum):
    """The tint and pattern of a painted cell."""

    PLAIN = "plain"
    RUBBLE = "rubble"
    WATER = "water"
    GROWTH = "growth"
    MUD = "mud"
    ICE = "ice"
    ROCK = "rock"
    HARD_COVER = "hard_cover"
    SOFT_COVER = "soft_cover"


class PaintView(Struct, frozen=True, eq=False):
    """A painted layer: its bytes, and how each is drawn (None not at all); faint upon a picture."""

    layer: Layer
    looks: tuple[PaintLook | None, ...]
    faint: bool = False


class HeightView(Struct, frozen=True, eq=False):
    """The heights of the ground, signed steps in a layer of bytes.

    ``step`` is how high one is in the map's unit; with ``every`` each cell bears its number, else
    one in a while.
    """

    layer: Layer
    step: float
    every: bool = False
    faint: bool = False


class PictureView(Struct, frozen=True):
    """The picture under the grid and where it lies."""

    digest: str
    box: Box


class PropView(Struct, frozen=True):
    """A prop on the ground: the cells it fills, and what it looks like, turned by quarters.

    ``box`` is that of the thing as it is turned; ``digest`` its own picture, if it has one.
    """

    box: Box
    stamp: str = ""
    digest: str | None = None
    turns: int = 0
    is_flipped: bool = False


class FloorShown(Struct, frozen=True):
    """The floor that is shown: nothing beyond its page is.

    Attributes:
        id: the floor's.
        page: left, top, width and height of its page, in cells.
        shift: how the page lies off the plan that all floors share, columns and rows.
        openings: the cells where it is open, each with the cell below that is seen through it.
        dark: the cells where it is open, and nobody knows what lies below.
    """

    id: str
    page: Box
    shift: CellXY = (0, 0)
    openings: tuple[tuple[CellXY, CellXY], ...] = ()
    dark: tuple[CellXY, ...] = ()


class GroundView(Struct, frozen=True):
    """The map without what happens on it.

    ``walls`` are those to be drawn: all on a blank page, on a picture only doors, windows and what
    was drawn here, until they are edited (``editing`` draws them all, with handles) or ``marked``
    over it.
    """

    width: int
    height: int
    cell_length: float = 1.0
    unit: str = ""
    picture: PictureView | None = None
    walls: tuple[WallView, ...] = ()
    editing: bool = False
    marked: bool = False
    grid: bool = True
    paint: tuple[PaintView, ...] = ()
    heights: HeightView | None = None
    sketch: Sketch | None = None
    """What is drawn cell by cell, as far as it is to be seen."""
    grid_on_rock: bool = False
    """Whether its rock is parted into cells too, as its floor is: while the map is edited."""
    floor: FloorShown | None = None
    props: tuple[PropView, ...] = ()
    """Things that stand on it, the topmost last."""

    @property
    def page(self) -> Box:
        """What of the map is shown: left, top, width and height, in cells."""
        if self.floor is None:
            return (0.0, 0.0, float(self.width), float(self.height))
        return self.floor.page
