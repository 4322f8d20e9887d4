"""Where a failed throw comes down: the roll of its direction, distance, the wall that stops it."""

from __future__ import annotations

from math import cos, floor, radians, sin
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from gridwar.engine.kit import Procedure, Step, roll, say
from gridwar.grid.cells.wall_crossings import cells_crossed
from gridwar.grid.lines.sight_and_effect import EFFECT, line_of_cells
from gridwar.model.floors import square_name
from gridwar.model.geometry import Cell, centre_of
from gridwar.systems.cepheus.core.fight_state import switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.grid.cells.obstacle_reasons import Obstacle
    from gridwar.model.battlemap import BattleMap

DIRECTIONS: Final = (
    "north",
    "northeast",
    "east",
    "southeast",
    "south",
    "southwest",
    "west",
    "northwest",
)
"""The faces 1 to 8 of a scatter die, clockwise."""

BASE_M: Final = 6

Formula = Literal["magnitude", "literal"]


class Scatter(Struct, frozen=True):
    """How a failed throw went astray: metres, degrees clockwise from north, where it lies."""

    distance_m: int
    bearing_deg: int
    landing: Cell
    stopped_by: str = ""
    """What kept it from going on, in words."""

    @property
    def direction(self) -> str:
        """Return the compass direction; empty where it lies between the eight."""
        return "" if self.bearing_deg % 45 else DIRECTIONS[self.bearing_deg % 360 // 45]


def scatter_m(effect: int, formula: Formula) -> int:
    """Return how far a failed throw scatters, in metres.

    Args:
        effect: The Effect of the throw, negative.
        formula: The house rule.

    Rules: CE-THR-03
    """
    return BASE_M + abs(effect) if formula == "magnitude" else max(0, BASE_M + effect)


def scatter(battle_map: BattleMap, aim: Cell, distance_m: int, bearing_deg: int) -> Scatter:
    """Return where a throw lands that scatters from the middle of a cell.

    Args:
        battle_map: The map: its walls stop the projectile.
        aim: The cell aimed at.
        distance_m: How far it scatters, in metres.
        bearing_deg: Which way, in degrees clockwise from north.

    Rules: CE-THR-03
    """
    cells = distance_m / battle_map.scale.cell_m
    angle = radians(bearing_deg)
    dx, dy = round(cells * sin(angle), 9), round(-cells * cos(angle), 9)
    wanted = Cell(aim.x + floor(dx + 0.5), aim.y + floor(dy + 0.5))
    landing, stop = _before_the_wall(battle_map, aim, wanted)
    return Scatter(distance_m, bearing_deg, landing, "" if stop is None else str(stop))


def _before_the_wall(
    battle_map: BattleMap, aim: Cell, wanted: Cell
) -> tuple[Cell, Obstacle | None]:
    stop = line_of_cells(battle_map, aim, wanted, EFFECT).blocked_by if aim != wanted else None
    if stop is None:
        return wanted, None
    crossed = (aim, *cells_crossed(centre_of(aim), centre_of(wanted)))
    reached = (
        cell
        for cell in reversed(crossed)
        if cell == aim or line_of_cells(battle_map, aim, cell, EFFECT).clear
    )
    return next(reached), stop


class Stray(Struct, frozen=True):
    """A failed throw: who threw, at which square, how badly."""

    actor: str
    square: Cell
    effect: int


def goes_astray(table: Table, stray: Stray) -> Procedure[Scatter]:
    """Roll where a failed throw goes, and return where it lands.

    Rules: CE-THR-03, CE-CORE-09
    """
    switches = switches_of(table.now)
    directions = int(switches.scatter_directions)
    bearings = tuple(face * 360 // directions for face in range(directions))
    names = tuple(f"{one}°" if one % 45 else DIRECTIONS[one // 45] for one in bearings)
    words, dice = _("Which way the throw scatters"), f"1d{directions}"
    face = yield from roll(dice, sum, key="scatter", owner=stray.actor, label=words, meanings=names)
    metres = scatter_m(stray.effect, switches.scatter_formula)
    bearing_deg = bearings[face - 1]
    found = scatter(table.now.map, stray.square, metres, bearing_deg)
    is_plain = switches.scatter_formula == "magnitude"
    label = _("6 m and the size of the Effect") if is_plain else _("6 m and the Effect")
    steps = [
        Step(
            label=_("Direction"),
            rule_id="CE-CORE-09",
            before=face,
            after=names[face - 1],
            faces=table.faces("scatter"),
        ),
        Step(label=label, rule_id="CE-THR-03", before=stray.effect, after=found.distance_m),
    ]
    if found.stopped_by:
        steps.append(Step(label=found.stopped_by, rule_id="CE-THR-03"))
    result = _("{metres} m {way}, to {place}").format(
        metres=found.distance_m,
        way=found.direction or f"{found.bearing_deg}°",
        place=square_name(table.now.map.floors, found.landing),
    )
    yield from say(
        table,
        _("The throw scatters"),
        tone="plain",
        steps=tuple(steps),
        result=result,
        cell=found.landing,
        came_from=stray.square,
    )
    return found
