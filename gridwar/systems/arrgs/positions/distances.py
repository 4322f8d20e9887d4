"""Distances and directions, the squares of threat ranges, and lines between combatants."""

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
    place,
    require,
)
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.lines.sight_and_effect import LineMode, LineRule, Purpose, Stand, is_clear_between
from gridwar.model.geometry import ONE_CELL, Cell, footprint
from gridwar.systems.arrgs.core.aboard import carrier_of
from gridwar.systems.arrgs.core.sheet import sheet_of, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Table
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Size


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
    return distance(encounter, as_placed(encounter[who]), as_placed(encounter[other]))


def in_ring(encounter: Encounter, who: str, placed: Placed, at: Cell | None = None) -> bool:
    """Return whether somebody, at a cell, is in a combatant's threat range.

    Args:
        encounter: The fight.
        who: Who threatens.
        placed: Somebody at a cell.
        at: Where the threatener stands; None for its own place.

    Rules: AR-THR-01, AR-THR-02, AR-THR-05
    """
    away = distance(encounter, Placed(who, at or encounter[who].pos), placed)
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


def seen_cells(encounter: Encounter, who: str, far: int) -> frozenset[Cell]:
    """Return the cells on the map to which there are lines of sight and of effect from somebody.

    Rules: AR-ATK-02
    """
    here = encounter[who].pos
    if here is None:
        return frozenset()
    own = (
        cell for cell in footprint(*body_at(encounter, who, here)) if encounter.map.contains(cell)
    )
    seen = open_cells(encounter, who, far) & open_cells(encounter, who, far, Purpose.SIGHT)
    return seen.union(own)


def open_cells(
    encounter: Encounter, who: str, far: int, purpose: Purpose = Purpose.EFFECT
) -> frozenset[Cell]:
    """Return the cells on the map to which there is a line of effect, or of sight, from somebody.

    Rules: AR-ATK-02
    """
    rule = LineRule(purpose, line_mode(encounter))
    here = _stand(encounter, as_placed(encounter[who]))
    return line_field(encounter.map, here, far, rule).cells


def opponents(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return those of other sides on the board.

    Rules: AR-OPP-01
    """
    side = encounter[who].side
    return tuple(
        one.id
        for one in encounter.everyone()
        if encounter.are_foes(one.side, side) and one.pos is not None
    )


def has_line(encounter: Encounter, who: str, placed: Placed, purpose: Purpose) -> bool:
    """Return whether there is a line of sight or of effect from somebody to another at a cell.

    Rules: AR-ATK-02, AR-OPP-03
    """
    ruling = (
        encounter.ruling(who, placed.who) if placed == as_placed(encounter[placed.who]) else None
    )
    if ruling is not None and ruling.line is not None:
        return ruling.line == "clear"
    rule, here = (
        LineRule(purpose, line_mode(encounter)),
        _stand(encounter, as_placed(encounter[who])),
    )
    return is_clear_between(encounter.map, here, _stand(encounter, placed), rule)


def has_line_to_cell(encounter: Encounter, who: str, cell: Cell, purpose: Purpose) -> bool:
    """Return whether there is a line of sight or of effect between a combatant and a square.

    Rules: AR-ATK-02, AR-MNV-05
    """
    one = encounter[who]
    if one.pos is None or cell in footprint(*body_at(encounter, who, one.pos)):
        return True
    here, there = _stand(encounter, as_placed(one)), Stand((cell,), encounter.map.ground_m(cell))
    rule = LineRule(purpose, line_mode(encounter))
    return is_clear_between(encounter.map, here, there, rule)


def cells_away(encounter: Encounter, who: str, cell: Cell, altitude: float = 0.0) -> int | None:
    """Return how far a combatant is from a square at a height; None off the board.

    Rules: AR-MOV-05, AR-RNG-01
    """
    one = encounter[who]
    if one.pos is None:
        return None
    body = body_at(encounter, who, one.pos)
    return _apart(encounter, body, (cell, ONE_CELL), one.altitude - altitude)


def line_mode(encounter: Encounter) -> LineMode:
    """Return which lines are tried between two combatants.

    Rules: AR-ATK-02
    """
    method = switches_of(encounter).sight_method
    return LineMode.SQUARES if method == "centre_to_centre" else LineMode.CORNERS


def _stand(encounter: Encounter, placed: Placed) -> Stand:
    if placed.cell is None:
        return Stand(())
    scale, altitude = encounter.map.scale, encounter[placed.who].altitude
    up_m = altitude / scale.cell_size * scale.cell_m
    cells = footprint(*body_at(encounter, placed.who, placed.cell))
    return Stand(cells, encounter.map.ground_m(placed.cell) + up_m)


def can_see(encounter: Encounter, who: str, placed: Placed) -> bool:
    """Return whether nothing stands between somebody and another at a cell, for sight and effect.

    Rules: AR-ATK-02
    """
    return all(has_line(encounter, who, placed, purpose) for purpose in Purpose)


def must_be_on_board(table: Table, who: str) -> Procedure[None]:
    """Refuse for somebody who is not on the board, or set aside."""
    one = table.now.combatants.get(who)
    there = one is not None and one.pos is not None and not one.aside
    text = _("There is nobody like that on the board.")
    yield from require(there, "not_on_board", text, waivable=False)
