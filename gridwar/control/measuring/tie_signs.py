"""Where the sign of a link between two combatants stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.model.geometry import SUBCELL, footprint_centre

if TYPE_CHECKING:
    from gridwar.control.records.scene_records import Point
    from gridwar.engine.kit.overlays import Tie
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

_BESIDE_CELLS: Final = (0.38, -0.38)
"""Of those who share a square it stands at their shoulder."""


def ends_of(encounter: Encounter, tie: Tie) -> tuple[Point, Point] | None:
    """Return the middles of the two whom a link ties; None where one is not on the map."""
    found = [_centre(encounter.combatants.get(who)) for who in (tie.a, tie.b)]
    a, b = found
    return None if a is None or b is None else (a, b)


def sign_place(a: Point, b: Point) -> Point:
    """Return where the sign stands: half-way between two middles."""
    if a == b:
        return (a[0] + _BESIDE_CELLS[0], a[1] + _BESIDE_CELLS[1])
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def _centre(one: Combatant | None) -> Point | None:
    if one is None or one.pos is None or one.aside:
        return None
    point = footprint_centre(one.pos, one.size)
    return (point.x / SUBCELL, point.y / SUBCELL)
