"""Why not: the named reasons that results of ``grid`` carry, with the wall or cell at fault.

Only the facts and their wording; finding them is the business of movement and effect.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.model.floors import square_name
from gridwar.model.geometry import SUBCELL, Cell
from gridwar.model.walls import WallKind
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.floors import Floor
    from gridwar.model.walls import Wall


class ObstacleKind(StrEnum):
    """What stops a step, a look or a shot."""

    MAP_EDGE = "map_edge"
    WALL = "wall"
    CELL = "cell"
    """The ground of a cell: impassable, or it blocks sight or effect."""
    OCCUPIED = "occupied"
    CORNER = "corner"
    """A diagonal step past the corner of impassable ground."""
    RULE = "rule"
    """The rule system allows no such step."""
    NO_STEP = "no_step"
    """The cells are not next to each other."""
    NO_WAY = "no_way"
    """Every way round is closed, or dearer than allowed."""
    FLOOR = "floor"
    """A floor of the building, where it is not open."""
    OPENING = "opening"
    """An opening in the floor, over which the mover would fall."""


class Obstacle(Struct, frozen=True):
    """One reason, with the cell or wall at fault; ``note`` is what the rule itself says.

    ``floors`` are those of its map, by which cells are called what they are called there.
    """

    kind: ObstacleKind
    cell: Cell | None = None
    wall: Wall | None = None
    note: str = ""
    floors: tuple[Floor, ...] = ()

    def on(self, floors: tuple[Floor, ...]) -> Obstacle:
        """Return it on a map of some floors."""
        return replace(self, floors=floors) if floors else self

    def __str__(self) -> str:
        """Return the reason as the user reads it."""
        if self.kind is ObstacleKind.RULE and self.note:
            return self.note
        where = "" if self.cell is None else square_name(self.floors, self.cell)
        if self.wall is not None and self.kind is ObstacleKind.WALL:
            return _wall_wording(self.wall, self.note, self.floors)
        name = _("a wall") if self.kind is ObstacleKind.WALL else self.note
        return _wording(self.kind).format(where=where, name=name or _("blocked ground"))


def _wording(kind: ObstacleKind) -> str:
    return {
        ObstacleKind.MAP_EDGE: _("the map ends there"),
        ObstacleKind.WALL: _("{name} is in the way"),
        ObstacleKind.CELL: _("{name} at {where} is in the way"),
        ObstacleKind.OCCUPIED: _("somebody stands at {where}"),
        ObstacleKind.CORNER: _("no diagonal past the corner at {where}"),
        ObstacleKind.RULE: _("the rules allow no such step"),
        ObstacleKind.NO_STEP: _("the cells are not next to each other"),
        ObstacleKind.NO_WAY: _("there is no way to {where}"),
        ObstacleKind.FLOOR: _("the floor of {name} is in the way"),
        ObstacleKind.OPENING: _("the floor is open at {where}"),
    }[kind]


def _wall_wording(wall: Wall, note: str, floors: tuple[Floor, ...]) -> str:
    text = _("{name} is in the way")
    if note:
        text = _("{name}, {note}, is in the way")
    elif wall.one_way is not None:
        text = _("{name} is in the way from this side")
    return text.format(name=_wall_name(wall, floors), note=note)


def _wall_name(wall: Wall, floors: tuple[Floor, ...]) -> str:
    x, y = (low + high for low, high in zip(wall.a, wall.b, strict=True))
    middle = Cell(x // (2 * SUBCELL), y // (2 * SUBCELL))
    words = {
        WallKind.WALL: _("a wall at {where}"),
        WallKind.DOOR: _("a door at {where}"),
        WallKind.WINDOW: _("a window at {where}"),
        WallKind.CURTAIN: _("a curtain at {where}"),
        WallKind.BARS: _("bars at {where}"),
        WallKind.FENCE: _("a fence at {where}"),
    }
    return wall.name or words[wall.kind].format(where=square_name(floors, middle))
