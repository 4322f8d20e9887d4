"""Where areas lie: their squares, and who stands in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import Encounter, apart, place
from gridwar.grid.areas.arcs import bearing_deg
from gridwar.grid.areas.templates import Clip, Form, Shape, Template, Tip
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.lines.sight_and_effect import LineRule, Purpose, Stand
from gridwar.model.geometry import Cell, centre_of, footprint, footprint_centre
from gridwar.systems.arrgs.core.initiative import initiative_order
from gridwar.systems.arrgs.core.sheet import has, sheet_of, switches_of
from gridwar.systems.arrgs.core.tables import size_steps
from gridwar.systems.arrgs.positions.distances import body_at, cells_away, cells_near, yardstick
from gridwar.systems.arrgs.positions.lines_of_sight import line_mode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon

HUGE_FROM: Final = "Gargantuan"
SMALLER_BY: Final = 2
CONE_DEG: Final = 90


class AimPoint(Struct, frozen=True):
    """Where an area goes off: a square, and how high above the ground in map units."""

    square: Cell
    altitude: float = 0.0


class Flight(Struct, frozen=True):
    """How an area attack went astray: which way, how far it was thrown, where it came down."""

    direction: str
    squares: int
    impact: Cell
    stopped: bool = False
    turned: tuple[int, ...] = ()
    """Faces that say which way."""
    thrown: tuple[int, ...] = ()
    """Faces that say how far."""


def side_squares(encounter: Encounter, who: str, weapon: Weapon) -> int | None:
    """Return how many squares a side a huge creature's weapon covers; None for another.

    Rules: AR-ARE-01
    """
    steps = size_steps()
    size = steps.index(sheet_of(encounter[who]).size)
    if weapon.is_spell or size < steps.index(HUGE_FROM):
        return None
    return switches_of(encounter).size_ladder[steps[size - SMALLER_BY]]


def has_area(encounter: Encounter, who: str, weapon: Weapon) -> bool:
    """Return whether attacks with a weapon are made against a square.

    Rules: AR-ARE-01
    """
    return weapon.area_radius is not None or side_squares(encounter, who, weapon) is not None


def nearest_square(encounter: Encounter, who: str, target: str) -> Cell:
    """Return the square of another that is nearest: where somebody aims who strikes areas."""
    pos = encounter[target].pos
    assert pos is not None
    cells = footprint(*body_at(encounter, target, pos))
    return min(cells, key=lambda cell: (cells_away(encounter, who, cell) or 0, cell))


def area_cells(encounter: Encounter, who: str, weapon: Weapon, point: AimPoint) -> frozenset[Cell]:
    """Return the squares that an area takes in, as far as there is a line of effect.

    Rules: AR-ARE-01, AR-ARE-03
    """
    if weapon.area_radius is None:
        side = side_squares(encounter, who, weapon) or 1
        covered = {point.square.shifted(x, y) for x in range(side) for y in range(side)}
        return _open_from(encounter, point.square, side, covered)
    if weapon.area_form == "burst":
        near = cells_near(encounter, point.square, weapon.area_radius)
        return _open_from(encounter, point.square, weapon.area_radius, near)
    template = _template(encounter, who, weapon, point)
    return frozenset() if template is None else template.cells()


def _open_from(
    encounter: Encounter, origin: Cell, far: int, cells: Iterable[Cell]
) -> frozenset[Cell]:
    page = encounter.map
    rule = LineRule(Purpose.EFFECT, line_mode(encounter))
    field = line_field(page, Stand((origin,), page.ground_m(origin)), far, rule)
    return frozenset(
        cell for cell in cells if page.contains(cell) and (cell == origin or cell in field)
    )


def _template(encounter: Encounter, who: str, weapon: Weapon, point: AimPoint) -> Template | None:
    one = encounter[who]
    if one.pos is None:
        return None
    middle = footprint_centre(one.pos, one.size)
    scale = encounter.map.scale
    height = encounter.map.ground_m(one.pos) + one.altitude / scale.cell_size * scale.cell_m
    cone = weapon.area_form == "cone"
    width = weapon.area_width or (CONE_DEG if cone else 1)
    shape = Shape(Form.CONE if cone else Form.LINE, weapon.area_radius or 0, width, Clip.LINE)
    bearing = bearing_deg(middle, centre_of(point.square))
    return Template(encounter.map, shape, Tip(middle, height, bearing))


def occupants(encounter: Encounter, who: str, weapon: Weapon, point: AimPoint) -> tuple[str, ...]:
    """Return everybody in an area, friends and the attacker too, each once, by Initiative.

    Rules: AR-ARE-03
    """
    cells = area_cells(encounter, who, weapon, point)
    order = initiative_order(encounter)
    rest = (one.id for one in encounter.everyone() if one.id not in order)
    over = (one for one in (*order, *rest) if _stands_on(encounter, one, cells))
    return tuple(one for one in over if _is_in(encounter, who, weapon, point, one))


def _stands_on(encounter: Encounter, who: str, cells: frozenset[Cell]) -> bool:
    one = encounter[who]
    if one.pos is None or has(one, "dead"):
        return False
    return not cells.isdisjoint(footprint(*body_at(encounter, who, one.pos)))


def _is_in(encounter: Encounter, who: str, weapon: Weapon, point: AimPoint, other: str) -> bool:
    """Return whether somebody on the squares of an area is in it: as high, and not its origin."""
    one = encounter[other]
    if weapon.area_radius is not None and weapon.area_form == "burst":
        away = cells_away(encounter, other, point.square, point.altitude)
        return away is not None and away <= weapon.area_radius
    if weapon.area_radius is None and one.pos is not None:
        side = side_squares(encounter, who, weapon) or 1
        by = yardstick(encounter)
        there = place(encounter, by, one.pos, one.size, one.altitude - point.altitude)
        up = apart(by, place(encounter, by, point.square), there).up_cells
        return abs(up) < side or switches_of(encounter).altitude_in_distance == "ignore"
    return other != who
