"""What the map itself says about a step: borders, walls, occupied cells, corners.

What a step costs is in ``step_rules``; reach and routes in ``reach`` and ``routes``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.grid.cells.obstacle_reasons import Obstacle, ObstacleKind
from gridwar.grid.cells.wall_crossings import Meeting, lies_on, meet, walls_that
from gridwar.model.floors import link_between
from gridwar.model.geometry import ONE_CELL, Cell, Size, centre_of, footprint

if TYPE_CHECKING:
    from gridwar.grid.cells.wall_crossings import WallIndex
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.walls import Wall


DIRECTIONS = ((0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1))
"""The eight steps, straight ones first."""
FIRST_DIAGONAL = 4


class Corners(StrEnum):
    """When a diagonal step past impassable cells is forbidden."""

    BOTH = "block_if_both"
    """If both cells beside it are impassable."""
    ANY = "block_if_any"
    """If one of them is."""
    FREE = "free"
    """Never; the bare end of a single wall does not stop it either."""


def stops_movement(wall: Wall) -> bool:
    """Pick the walls that stop steps."""
    return wall.stops_movement


class Ground(Struct, frozen=True):
    """The map as one mover meets it.

    ``size`` is the mover's footprint in cells and ``category`` how it moves (walking, flying …),
    for terrain that only some feel. ``blocked`` are cells that it may not enter, such as those of
    enemies; over ``no_stop`` it may pass but not end there. ``holes`` are anchors from which it
    would fall to a floor below.

    Rules: AR-MOV-06, AR-MOV-07, AR-TER-03, AR-TER-04
    """

    battle_map: BattleMap
    size: Size = ONE_CELL
    category: str = ""
    blocked: frozenset[Cell] = frozenset()
    no_stop: frozenset[Cell] = frozenset()
    corners: Corners = Corners.BOTH
    holes: frozenset[Cell] = frozenset()

    def may_stop(self, anchor: Cell) -> bool:
        """Return whether the mover may end with its top left cell here."""
        return not self.no_stop or self.no_stop.isdisjoint(footprint(anchor, self.size))

    @property
    def no_ends(self) -> frozenset[Cell]:
        """The anchors at which the mover may not end, the same of all squares as ``may_stop``."""
        offsets = footprint(Cell(0, 0), self.size)
        return frozenset(
            cell.shifted(-offset.x, -offset.y) for cell in self.no_stop for offset in offsets
        )

    def obstacle(
        self, kind: ObstacleKind, cell: Cell, *, wall: Wall | None = None, note: str = ""
    ) -> Obstacle:
        """Return a reason that calls cells as the map does."""
        return Obstacle(kind, cell, wall, note, self.battle_map.floors)

    def is_impassable(self, anchor: Cell) -> bool:
        """Return whether impassable ground lies under the mover's footprint at an anchor."""
        kinds = (self.battle_map.terrain_at(cell) for cell in footprint(anchor, self.size))
        return any(kind.impassable and kind.hinders(self.category) for kind in kinds)

    def why_closed(self, anchor: Cell) -> Obstacle | None:
        """Return what keeps the mover from being at an anchor at all; None when nothing does."""
        if anchor in self.holes:
            return self.obstacle(ObstacleKind.OPENING, cell=anchor)
        for cell in footprint(anchor, self.size):
            if not self.battle_map.contains(cell):
                return self.obstacle(ObstacleKind.MAP_EDGE, cell=cell)
            if cell in self.blocked:
                return self.obstacle(ObstacleKind.OCCUPIED, cell=cell)
            kind = self.battle_map.terrain_at(cell)
            if kind.impassable and kind.hinders(self.category):
                return self.obstacle(ObstacleKind.CELL, cell=cell, note=kind.name)
        return None

    def why_blocked(self, a: Cell, b: Cell) -> Obstacle | None:
        """Return what stops a step between neighbouring anchors; None when nothing does.

        Args:
            a: The mover's top left cell before the step.
            b: The same after it.

        Rules: AR-MOV-06, AR-TER-04
        """
        dx, dy = b[0] - a[0], b[1] - a[1]
        if max(abs(dx), abs(dy)) != 1:
            is_linked = link_between(self.battle_map.links, a, b) is not None
            return self.why_closed(b) if is_linked else self.obstacle(ObstacleKind.NO_STEP, cell=b)
        closed = self.why_closed(b)
        if closed:
            return closed
        wall = self.wall_between(a, b)
        if wall:
            return self.obstacle(ObstacleKind.WALL, cell=b, wall=wall)
        if dx and dy and self.corners is not Corners.FREE:
            sides = [Cell(a[0] + dx, a[1]), Cell(a[0], a[1] + dy)]
            shut = [cell for cell in sides if self.is_impassable(cell)]
            if len(shut) > (0 if self.corners is Corners.ANY else 1):
                return self.obstacle(ObstacleKind.CORNER, cell=shut[0])
        return None

    def wall_between(self, a: Cell, b: Cell) -> Wall | None:
        """Return a wall that the step from anchor ``a`` to ``b`` touches.

        The centre of each covered cell is moved along; touching a wall anywhere counts, from the
        side that it stops.
        """
        dx, dy = b[0] - a[0], b[1] - a[1]
        index = walls_that(self.battle_map.walls, stops_movement)
        for cell in footprint(Cell(*a), self.size):
            wall = _touched(index, cell, cell.shifted(dx, dy), self.corners)
            if wall:
                return wall
        return None


def _touched(index: WallIndex, a: Cell, b: Cell, corners: Corners) -> Wall | None:
    """Return a wall that the line between two neighbouring centres touches."""
    p, q = centre_of(a), centre_of(b)
    ends: list[Wall] = []
    for wall in index.near((a, b)):
        meeting = meet(p, q, wall)
        if meeting is Meeting.APART or not wall.stops_from(p):
            continue
        if meeting is Meeting.GRAZES and corners is Corners.FREE:
            ends.append(wall)
        elif meeting is not Meeting.ENDS_ON or not lies_on(p, wall):
            return wall  # but whoever was put onto a wall may step off it
    # Where two walls meet in the corner there is no bare end to slip past.
    return ends[0] if len(ends) > 1 else None
