"""The run-up of a charge: what its last four squares have to be, and where it may end."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import _, cells_apart, place, spot_at
from gridwar.model.geometry import Cell, footprint
from gridwar.systems.percentile.attacks.legality import foes_of
from gridwar.systems.percentile.core.scores import weapon_of
from gridwar.systems.percentile.core.state import sheet_of, switches_of
from gridwar.systems.percentile.movement.speeds import PLAIN, RUN_UPS, ground_of, plain_movement
from gridwar.systems.percentile.positions.squares import (
    can_strike,
    reach_of,
    standing_at,
    yardstick,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit import Encounter, Movement
    from gridwar.grid.movement.routes import MayEnd
    from gridwar.grid.movement.step_rules import State, StepRule

RUN_UP: Final = 4
"""Squares of the straight line at the end."""
Direction = tuple[int, int]
MODES: Final = (*PLAIN, *RUN_UPS, "disengage")
"""Moves that the map shows by themselves."""


class RunUp(Struct, frozen=True):
    """Steps that remember the directions of the last four, as far as they may be one line.

    Rules: PC-ACT-05
    """

    steps: StepRule
    geometry: str

    def start(self) -> tuple[State, tuple[Direction, ...]]:
        """Return the state of a fresh path: no step yet."""
        return self.steps.start(), ()

    def step(self, a: Cell, b: Cell, state: Any) -> tuple[int, State] | None:
        """Return the cost of a step and the state after it."""
        inner, ways = state
        found = self.steps.step(a, b, inner)
        if found is None:
            return None
        last = (*ways, (b[0] - a[0], b[1] - a[1]))[-RUN_UP:]
        while not _may_be_line(last, self.geometry):
            last = last[1:]
        return found[0], (found[1], last)


def _may_be_line(ways: tuple[Direction, ...], geometry: str) -> bool:
    """Return whether some steps after another may belong to one straight line."""
    if geometry != "any_angle":
        return len(set(ways)) <= 1
    x, y = sum(way[0] for way in ways), sum(way[1] for way in ways)
    at, count = (0, 0), len(ways)
    for number, way in enumerate(ways, start=1):
        at = at[0] + way[0], at[1] + way[1]
        # Twice the distance from the line's own point, times the count: half a square at most.
        off = abs(count * at[0] - number * x), abs(count * at[1] - number * y)
        if 2 * max(off) > count:
            return False
    return True


def is_run_up(ways: tuple[Direction, ...], geometry: str) -> bool:
    """Return whether the last steps of a path are a run-up.

    Rules: PC-ACT-05
    """
    return len(ways) >= RUN_UP and _may_be_line(ways[-RUN_UP:], geometry)


def ways_of(cells: tuple[Cell, ...]) -> tuple[Direction, ...]:
    """Return the directions of the steps of a path, its start included; climbing is none."""
    return tuple((b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells) if a != b)


def reach_with(encounter: Encounter, who: str, weapon: str) -> int:
    """Return the reach of a melee weapon, or of the longest in hand where none is named.

    Rules: PC-ATK-01
    """
    one = encounter[who]
    named = weapon_of(one, weapon) if weapon else None
    if named is None:
        return reach_of(one)
    return named.reach_cells if named.is_melee else 0


def foes_within(encounter: Encounter, who: str, cell: Cell, reach: int) -> tuple[str, ...]:
    """Return the foes whom somebody could strike at a cell with a reach, on the band they are on.

    Rules: PC-ACT-05, PC-ATK-01
    """
    one, by = encounter[who], yardstick(encounter)
    mine, page = place(encounter, by, cell, one.size), encounter.map
    near = tuple(
        foe
        for foe in foes_of(encounter, who)
        if 0 < cells_apart(by, mine, spot_at(page, _cells(encounter, foe))) <= reach
    )
    there = standing_at(encounter, who, cell) if near else encounter
    return tuple(foe for foe in near if can_strike(there, who, foe, reach))


def _cells(encounter: Encounter, who: str) -> tuple[Cell, ...]:
    one = encounter[who]
    return () if one.pos is None else footprint(one.pos, one.size)


def points_at(encounter: Encounter, who: str, foe: str, cell: Cell, way: Direction) -> bool:
    """Return whether the line of a run-up, drawn on, meets a foe.

    Rules: PC-ACT-05
    """
    one, there = encounter[who], frozenset(_cells(encounter, foe))
    most = max((abs(x - cell.x) + abs(y - cell.y) for x, y in there), default=0)
    return any(
        there.intersection(footprint(cell.shifted(way[0] * n, way[1] * n), one.size))
        for n in range(1, most + 1)
    )


def ends_at_a_foe(encounter: Encounter, who: str, weapon: str, *, is_ram: bool) -> MayEnd:
    """Return what tells whether a charge may end on a cell, after the steps that lead there.

    A ram ends at a starship.

    Rules: PC-ACT-05, PC-MOV-03, PC-SHP-03
    """
    reach, geometry = reach_with(encounter, who, weapon), switches_of(encounter).charge_geometry

    ground = ground_of(encounter, who)

    def may_end(cell: Cell, state: Any) -> bool:
        ways = state[1]
        if not is_run_up(ways, geometry) or not ground.may_stop(cell):
            return False
        near = foes_within(encounter, who, cell, reach)
        foes = [foe for foe in near if not is_ram or sheet_of(encounter[foe]).ship]
        if geometry != "toward_target":
            return bool(foes)
        return any(points_at(encounter, who, foe, cell, ways[-1]) for foe in foes)

    return may_end


def why_no_end(encounter: Encounter, who: str, weapon: str) -> Callable[[Cell], str]:
    """Return what says why a charge may not end on a cell to which a way leads.

    Rules: PC-ACT-05
    """
    reach, ground = reach_with(encounter, who, weapon), ground_of(encounter, who)

    def why(cell: Cell) -> str:
        if not ground.may_stop(cell):
            return _("somebody stands there")
        if not foes_within(encounter, who, cell, reach):
            return _("no foe is in reach from there")
        return _("no four squares in a straight line lead there")

    return why


# --- on the map -----------------------------------------------------------------------------------


def movement(encounter: Encounter, who: str, mode: str) -> Movement:
    """Return how somebody could move now: by the plain moves, or by the one that is chosen.

    Args:
        encounter: The fight.
        who: Who moves.
        mode: A move of the list of actions, maybe with a weapon (``charge:sword``); empty for
            the plain ones.

    Rules: PC-MOV-03, PC-ACT-05, PC-SHP-03
    """
    key, _colon, weapon = mode.partition(":")
    plain = plain_movement(encounter, who, key if key in MODES else "")
    if key not in RUN_UPS:
        return plain
    at = encounter[who].pos

    def climbed(by: int) -> Movement:
        return movement(standing_at(encounter, who, at, by), who, mode)

    return replace(
        plain,
        rule=RunUp(plain.rule, switches_of(encounter).charge_geometry),
        may_end=ends_at_a_foe(encounter, who, weapon, is_ram=key == "ram"),
        climbed=plain.climbed and climbed,
        why_no_end=why_no_end(encounter, who, weapon),
    )
