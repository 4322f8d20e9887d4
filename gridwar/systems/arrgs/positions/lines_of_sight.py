"""Lines of sight and of effect: who sees whom, and which squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import PlainLines, of_places
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.lines.sight_and_effect import LineMode, LineRule, Purpose, Stand, is_clear_between
from gridwar.model.geometry import Cell, footprint
from gridwar.systems.arrgs.core.riders import carrier_of
from gridwar.systems.arrgs.core.sheet import switches_of
from gridwar.systems.arrgs.positions.distances import Placed, as_placed, body_at

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


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


def line_mode(encounter: Encounter) -> LineMode:
    """Return which lines are tried between two combatants.

    Rules: AR-ATK-02
    """
    method = switches_of(encounter).sight_method
    return LineMode.SQUARES if method == "centre_to_centre" else LineMode.CORNERS


def plain_lines(encounter: Encounter) -> PlainLines:
    """Return how the lines that an attack needs are tried.

    Rules: AR-ATK-02
    """
    return PlainLines(line_mode(encounter), "AR-ATK-02")


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


def sees(encounter: Encounter, who: str, other: str) -> bool:
    """Return whether nothing stands between two as they stand, for sight and effect.

    Rules: AR-ATK-02
    """
    carriers = carrier_of(encounter, who), carrier_of(encounter, other)
    return _sees_body(encounter, who, other, carriers)


@of_places
def _sees_body(
    encounter: Encounter, who: str, other: str, carriers: tuple[str | None, str | None]
) -> bool:
    del carriers  # whose squares are theirs
    return can_see(encounter, who, as_placed(encounter[other]))
