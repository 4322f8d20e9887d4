"""Distances, directions and range increments; the squares of threat ranges."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import (
    HeightRule,
    Metric,
    Procedure,
    Yardstick,
    cells_apart,
    cells_around,
    of_places,
    place,
    require,
)
from gridwar.model.geometry import ONE_CELL, Cell, Size
from gridwar.systems.arrgs.core.movement_speed import increments_in, penalty_after_first
from gridwar.systems.arrgs.core.riders import carrier_of
from gridwar.systems.arrgs.core.sheet import sheet_of, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Combatant, Encounter, Table

_HEIGHT_RULES: Final = {
    "max": HeightRule.AXIS,
    "add": HeightRule.ADD,
    "ignore": HeightRule.IGNORE,
}
STEPS: Final[Mapping[str, tuple[int, int]]] = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
"""The directions of the compass, clockwise from north, with the step of each."""


def direction_words(direction: str) -> str:
    """Return a compass direction in words."""
    names = {
        "N": _("north"),
        "NE": _("northeast"),
        "E": _("east"),
        "SE": _("southeast"),
        "S": _("south"),
        "SW": _("southwest"),
        "W": _("west"),
        "NW": _("northwest"),
    }
    return names[direction]


def yardstick(encounter: Encounter) -> Yardstick:
    """Return squares as the house rules count them; altitude joins in, the ground does not.

    Rules: AR-MOV-05, AR-THR-05
    """
    own = switches_of(encounter)
    return _counted(own.distance_metric, own.altitude_in_distance, own.token_distance)


@lru_cache(maxsize=64)
def _counted(diagonal: str, height: str, token: str) -> Yardstick:
    """Return the yardstick of some house rules, once: distances are asked for without end."""
    metric = Metric(diagonal)
    return Yardstick(
        metric, _HEIGHT_RULES[height], ground=False, centres=token == "centres", area=metric
    )


def cells_near(encounter: Encounter, cell: Cell, squares: int) -> frozenset[Cell]:
    """Return the squares so many squares from a square at most, itself too.

    Rules: AR-MOV-05
    """
    by = yardstick(encounter)
    return cells_around(by, place(encounter, by, cell), (0, squares))


class Placed(Struct, frozen=True):
    """A combatant at a cell, perhaps not the one it stands in."""

    who: str
    cell: Cell | None


def as_placed(one: Combatant) -> Placed:
    """Return where a combatant stands."""
    return Placed(one.id, one.pos)


def distance(encounter: Encounter, a: Placed, b: Placed) -> int | None:
    """Return the distance between two combatants, in cells; None where one is off the board.

    Rules: AR-MOV-05, AR-THR-05
    """
    if a.cell is None or b.cell is None:
        return None
    up = encounter[a.who].altitude - encounter[b.who].altitude
    here, there = body_at(encounter, a.who, a.cell), body_at(encounter, b.who, b.cell)
    return _apart(encounter, here, there, up)


def body_at(encounter: Encounter, who: str, cell: Cell) -> tuple[Cell, Size]:
    """Return the squares that somebody fills with its corner at a cell: a rider those of its mount.

    Rules: AR-THR-05, AR-MNV-11, AR-MOV-08
    """
    one = encounter[who]
    carrier = carrier_of(encounter, who)
    if carrier is None:
        return cell, one.size
    under = encounter[carrier]
    if one.pos is None or under.pos is None:
        return cell, under.size
    return cell.shifted(under.pos[0] - one.pos[0], under.pos[1] - one.pos[1]), under.size


def _apart(
    encounter: Encounter, a: tuple[Cell, Size], b: tuple[Cell, Size], up: float = 0.0
) -> int:
    """Return the distance between two bodies, the first some map units above the second."""
    by = yardstick(encounter)
    return cells_apart(by, place(encounter, by, *a, up), place(encounter, by, *b))


def between(encounter: Encounter, who: str, other: str) -> int | None:
    """Return the distance between two combatants where they stand, in cells."""
    carriers = carrier_of(encounter, who), carrier_of(encounter, other)
    return _between_bodies(encounter, who, other, carriers)


@of_places
def _between_bodies(
    encounter: Encounter, who: str, other: str, carriers: tuple[str | None, str | None]
) -> int | None:
    del carriers  # whose squares are theirs
    return distance(encounter, as_placed(encounter[who]), as_placed(encounter[other]))


def in_ring(encounter: Encounter, who: str, placed: Placed, at: Cell | None = None) -> bool:
    """Return whether somebody, at a cell, is in the threat range of one who stands ``at`` a cell.

    Rules: AR-THR-01, AR-THR-02, AR-THR-05
    """
    return _is_in_ring(
        encounter, who, distance(encounter, Placed(who, at or encounter[who].pos), placed)
    )


def reaches(encounter: Encounter, who: str, other: str) -> bool:
    """Return whether another is in somebody's threat range, as both stand.

    Rules: AR-THR-01, AR-THR-02, AR-THR-05
    """
    carriers = carrier_of(encounter, who), carrier_of(encounter, other)
    return _are_within(encounter, who, other, carriers, sheet_of(encounter[who]).ring)


@of_places
def _are_within(
    encounter: Encounter,
    who: str,
    other: str,
    carriers: tuple[str | None, str | None],
    ring: tuple[int, int],
) -> bool:
    del carriers  # whose squares are theirs
    away = distance(encounter, as_placed(encounter[who]), as_placed(encounter[other]))
    return away is not None and ring[0] <= away <= ring[1]


def _is_in_ring(encounter: Encounter, who: str, away: int | None) -> bool:
    nearest, farthest = sheet_of(encounter[who]).ring
    return away is not None and nearest <= away <= farthest


def threatened_cells(encounter: Encounter, who: str) -> frozenset[Cell]:
    """Return the cells in a combatant's threat range at its own height, on the map or off it.

    Rules: AR-THR-02, AR-THR-03
    """
    one = encounter[who]
    if one.pos is None:
        return frozenset()
    by = yardstick(encounter)
    here = place(encounter, by, *body_at(encounter, who, one.pos))
    return cells_around(by, here, sheet_of(one).ring)


def opponents(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return those of other sides on the board.

    Rules: AR-OPP-01
    """
    side = encounter[who].side
    return tuple(
        one.id
        for one in encounter.everyone()
        if encounter.are_foes(one.side, side) and one.is_on_map
    )


def cells_away(encounter: Encounter, who: str, cell: Cell, altitude: float = 0.0) -> int | None:
    """Return how far a combatant is from a square at a height; None off the board.

    Rules: AR-MOV-05, AR-RNG-01
    """
    one = encounter[who]
    if one.pos is None:
        return None
    body = body_at(encounter, who, one.pos)
    return _apart(encounter, body, (cell, ONE_CELL), one.altitude - altitude)


def must_be_on_board(table: Table, who: str) -> Procedure[None]:
    """Refuse for somebody who is not on the board, or set aside."""
    one = table.now.combatants.get(who)
    there = one is not None and one.is_on_map and not one.aside
    text = _("There is nobody like that on the board.")
    yield from require(there, "not_on_board", text, waivable=False)


class RangeBand(Struct, frozen=True):
    """How far away something is, in increments of a weapon."""

    distance: int
    increment: int
    modifier: int
    in_range: bool


def range_band(distance: int, size: int | None, most: int | None) -> RangeBand:
    """Return the range increment of a distance.

    Args:
        distance: In cells.
        size: Range Increment, in cells; None for a weapon without one.
        most: The last increment in which it can be used; None without end.

    Rules: AR-RNG-01, AR-RNG-02
    """
    increment = max(1, increments_in(distance, size)) if size else 1
    in_range = most is None or increment <= most
    return RangeBand(distance, increment, penalty_after_first(increment), in_range)
