"""The ground as a mover meets it: what is in the way and beside it, and what steps cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import Cell, Combatant, Encounter, holes_for
from gridwar.grid.cells.obstacle_reasons import ObstacleKind
from gridwar.grid.movement.mover_ground import DIRECTIONS, Corners, Ground
from gridwar.grid.movement.step_rules import State, StepRule, uniform
from gridwar.model.geometry import footprint, is_diagonal
from gridwar.model.walls import Wall, WallKind
from gridwar.systems.arrgs.core.movement_speed import usual_category
from gridwar.systems.arrgs.core.riders import carrier_of, together
from gridwar.systems.arrgs.core.sheet import has, switches_of
from gridwar.systems.arrgs.core.tables import size_apart
from gridwar.systems.arrgs.positions.distances import between
from gridwar.systems.arrgs.positions.turning_and_facing import Wheeling, helm_of, is_tracked
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

SIZES_APART: Final = 3
"""Steps of size between two who pass each other."""


class Paces(Struct, frozen=True):
    """What a step costs: a square, more on difficult ground and, by house rule, among others.

    The state is how many diagonals were taken, even or odd, and the worst ground met so far.

    Rules: AR-TER-01, AR-TER-03, AR-MOV-05
    """

    ground: Ground
    alternating: bool = False
    highest_once: bool = False
    crowded: frozenset[Cell] = frozenset()

    def start(self) -> tuple[int, int]:
        """Return the state of a fresh path."""
        return 0, 0

    def step(self, a: Cell, b: Cell, state: State) -> tuple[int, State] | None:
        """Return the cost of a step and the state after it."""
        odd, worst = state if isinstance(state, tuple) else (0, 0)
        base = 1
        if self.alternating and is_diagonal(a, b):
            base, odd = 1 + odd, 1 - odd
        extra = self._difficulty(b)
        if self.highest_once:
            extra, worst = max(0, extra - worst), max(extra, worst)
        return base + extra, (odd, worst)

    def estimate(self, a: Cell, b: Cell) -> int:
        """Return a cost that no way can be cheaper than."""
        return max(abs(a[0] - b[0]), abs(a[1] - b[1]))

    def _difficulty(self, anchor: Cell) -> int:
        cells = footprint(Cell(*anchor), self.ground.size)
        kinds = (self.ground.battle_map.terrain_at(cell) for cell in cells)
        felt = (kind.difficulty for kind in kinds if kind.hinders(self.ground.category))
        among = int(bool(self.crowded) and not self.crowded.isdisjoint(cells))
        return max(0, among, *felt)


def ground_for(encounter: Encounter, who: str, category: str) -> Ground:
    """Return the map as a combatant meets it, moving in some category.

    Rules: AR-MOV-06, AR-MOV-07, AR-TER-04
    """
    one, switches = encounter[who], switches_of(encounter)
    others = _others(encounter, one)
    crossing = switches.pass_through
    in_the_way = [
        other
        for other in others
        if crossing == "blocked"
        or (crossing == "allies_only" and not encounter.are_allied(other.side, one.side))
    ]
    alike = [other for other in others if abs(size_apart(encounter, who, other.id)) < SIZES_APART]
    return Ground(
        encounter.map,
        size=one.size,
        category=category,
        blocked=_cells(in_the_way),
        no_stop=_cells(alike),
        corners=Corners(switches.corner_cutting),
        holes=holes_for(encounter, who),
    )


def _others(encounter: Encounter, one: Combatant) -> list[Combatant]:
    with_it = together(encounter, one.id)
    return [
        other
        for other in encounter.everyone()
        if other.id not in with_it
        and other.pos is not None
        and other.altitude == one.altitude
        and not has(other, "dead")
    ]


def _cells(those: list[Combatant]) -> frozenset[Cell]:
    return frozenset(
        cell for one in those if one.pos is not None for cell in footprint(one.pos, one.size)
    )


def rule_for(encounter: Encounter, who: str, ground: Ground) -> StepRule:
    """Return what steps cost a combatant.

    Rules: AR-TER-01
    """
    switches = switches_of(encounter)
    crowded: frozenset[Cell] = frozenset()
    if switches.pass_through == "difficult":
        crowded = _cells(_others(encounter, encounter[who]))
    alternating = switches.distance_metric == "alternating"
    once = switches.difficult_stacking == "highest_once"
    if not (alternating or once or crowded):
        return uniform(ground, adds=True)
    return Paces(ground, alternating, once, crowded)


def search_rule(encounter: Encounter, who: str, ground: Ground, most: int) -> StepRule:
    """Return what steps cost where a way is looked for: turns count for those who turn slowly.

    Args:
        encounter: The fight.
        who: The mover.
        ground: The map as it meets it.
        most: Squares after which the search ends for those whose turns count.

    Rules: AR-TER-01, AR-TRN-01
    """
    paces = rule_for(encounter, who, ground)
    if not is_tracked(encounter, who, ground.category):
        return paces
    return Wheeling(paces, helm_of(encounter, who, ground.category), most)


def things_beside(encounter: Encounter, mover: str) -> Mapping[Cell, str]:
    """Return what stops a step of a mover: impassable squares, and those beyond a wall, by name.

    Rules: AR-ACC-02
    """
    here = encounter[mover].pos
    if here is None:
        return {}
    ground = ground_for(encounter, mover, usual_category(encounter, mover))
    taken, found = set(_cells([encounter[mover]])), {}
    for dx, dy in DIRECTIONS:
        there = here.shifted(dx, dy)
        obstacle = ground.why_blocked(here, there)
        if obstacle is None or obstacle.kind not in (ObstacleKind.CELL, ObstacleKind.WALL):
            continue
        if obstacle.wall is not None and dx and dy:
            continue  # a wall is met straight on
        for cell in footprint(there, ground.size):
            kind = encounter.map.terrain_at(cell)
            solid = kind.impassable and kind.hinders(ground.category)
            if cell not in taken and encounter.map.contains(cell):
                if obstacle.wall is not None:
                    found[cell] = _wall_words(obstacle.wall)
                elif solid:
                    found[cell] = kind.name
    return found


def _wall_words(wall: Wall) -> str:
    words = {
        WallKind.WALL: _("a wall"),
        WallKind.DOOR: _("a door"),
        WallKind.WINDOW: _("a window"),
        WallKind.CURTAIN: _("a curtain"),
        WallKind.BARS: _("bars"),
        WallKind.FENCE: _("a fence"),
    }
    return wall.name or words[wall.kind]


def others_beside(encounter: Encounter, mover: str) -> tuple[str, ...]:
    """Return those next to a mover who do not ride it."""
    return tuple(
        one.id
        for one in encounter.everyone()
        if one.id != mover
        and one.pos is not None
        and carrier_of(encounter, one.id) != mover
        and (between(encounter, mover, one.id) or 0) <= 1
    )
