"""Where a vehicle goes: steps with a heading, the distance of a round, straight on, obstacles."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, degrees, radians, sin
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.grid.movement.mover_ground import Ground
from gridwar.model.floors import link_between
from gridwar.model.geometry import Cell, footprint, is_diagonal
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.machine_records import squares_a_round
from gridwar.systems.cepheus.core.machines_and_aboard import is_alive, machine_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.grid.movement.step_rules import State
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.machine_records import Machine

SQUARE: Final = 10
"""Tenths of a square: the unit of all costs."""
DIAGONAL: Final = 14
EIGHTH_DEG: Final = 45
HEADINGS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight ways to go, clockwise from up."""
_BY_STEP: Final = {step: heading for heading, step in enumerate(HEADINGS)}
KPH_TO_SQUARE: Final = 0.9


def heading_of(facing_deg: int | None) -> int:
    """Return the nearest of the eight headings, counted clockwise from up."""
    return int(((facing_deg or 0) % 360 + EIGHTH_DEG / 2) // EIGHTH_DEG) % 8


def heading_towards(a: Cell, b: Cell, otherwise: int = 0) -> int:
    """Return the nearest heading from one cell to another, also where they are no neighbours.

    Args:
        a: From where: whoever the GM leads past the rules may have jumped from there.
        b: Where to.
        otherwise: The heading where both are the same.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    found = _BY_STEP.get((dx, dy))
    if found is not None:
        return found
    return heading_of(round(degrees(atan2(dx, -dy)))) if dx or dy else otherwise


def turn_between(heading: int, other: int) -> int:
    """Return how far it is from one heading to another, in eighths of a circle, 0 to 4."""
    off = abs(heading - other) % 8
    return min(off, 8 - off)


class Steering(Struct, frozen=True):
    """Steps of a vehicle: straight on, with no more turning in all than is left.

    The state of a path is the heading and the eighths turned.

    Attributes:
        ground: The map as the vehicle meets it.
        heading: Where it heads at first.
        most: Eighths of a circle that it may turn in all; None for any turn.

    Rules: CE-VEH-02, CE-VAC-02
    """

    ground: Ground
    heading: int
    most: int | None = 1

    def start(self) -> State:
        """Return heading and turns of a fresh path."""
        return (0, 0) if self.most is None else (self.heading, 0)

    def step(self, a: Cell, b: Cell, state: State) -> tuple[int, State] | None:
        """Return the cost of a step in tenths of a square; None where it turns too far."""
        cost = DIAGONAL if is_diagonal(a, b) else SQUARE
        if self.most is None or not isinstance(state, tuple):
            return cost, state
        heading, turned = state
        towards = heading_towards(a, b, heading)
        turned += turn_between(heading, towards)
        return None if turned > self.most else (cost, (towards, turned))

    def link(self, a: Cell, b: Cell, times: int, state: State) -> tuple[int, State] | None:
        """Return the cost of a step along a ramp, which turns nothing."""
        del a, b
        return SQUARE * times, state

    def reason(self, a: Cell, b: Cell) -> str:
        """Say that it turns too far."""
        del a, b
        if self.most is None:
            return ""
        return _("turns further than {deg} degrees in one round").format(deg=self.most * EIGHTH_DEG)

    def estimate(self, a: Cell, b: Cell) -> int:
        """Return the cost over open ground."""
        short, long = sorted((abs(a[0] - b[0]), abs(a[1] - b[1])))
        return short * DIAGONAL + (long - short) * SQUARE


def ground_for(encounter: Encounter, vehicle: str) -> Ground:
    """Return the map as a vehicle meets it; who stands in the way is asked about, not avoided."""
    return Ground(encounter.map, encounter[vehicle].size)


def turns_left(encounter: Encounter, vehicle: str) -> int | None:
    """Return the eighths of a circle that normal driving may still turn in this round.

    Rules: CE-VEH-02
    """
    if switches_of(encounter).vehicle_turn_limit == "none":
        return None
    machine = machine_of(encounter, vehicle)
    return max(0, 1 - (machine.going.turned_deg if machine is not None else 0) // EIGHTH_DEG)


def steering(encounter: Encounter, vehicle: str, *, free: bool) -> Steering:
    """Return how a vehicle may be steered now.

    Args:
        encounter: The fight.
        vehicle: Which.
        free: Whether a manoeuvre lets it turn as it likes.

    Rules: CE-VEH-02, CE-VAC-02
    """
    heading = heading_of(encounter[vehicle].facing_deg)
    most = None if free else turns_left(encounter, vehicle)
    return Steering(ground_for(encounter, vehicle), heading, most)


def limit_kph(encounter: Encounter, machine: Machine) -> float:
    """Return the top speed that is left under the house rules.

    Rules: CE-VDM-07, CE-VDM-10
    """
    cumulative = switches_of(encounter).drive_hits_cumulative
    return machine.speed_limit_kph(cumulative=cumulative)


def kph_of(tenths: int) -> int:
    """Return the speed at which so many tenths of a square are one round's way.

    Rules: CE-VEH-02
    """
    return int(tenths * KPH_TO_SQUARE / SQUARE + 0.5)


def cost_of(page: BattleMap, way: tuple[Cell, ...]) -> int:
    """Return the length of a way, its start included, in tenths of a square."""
    cost = 0
    for a, b in pairwise(way):
        link = link_between(page.links, a, b)
        if link is not None:
            cost += SQUARE * link.cost
        else:
            cost += DIAGONAL if is_diagonal(a, b) else SQUARE
    return cost


class Course(Struct, frozen=True):
    """Straight on for one round: the anchors passed, and what is met at the end of them.

    Attributes:
        path: Top left cells of the vehicle, the start not included.
        squares: How far the round would take it.
        met: Whom it meets (an id), or "wall", "edge"; empty: nothing.
        words: What it meets, for the reader.
    """

    path: tuple[Cell, ...]
    squares: int
    met: str = ""
    words: str = ""


def course_of(encounter: Encounter, vehicle: str) -> Course:
    """Return where a vehicle gets that nobody steers, and what it meets on the way.

    Rules: CE-VEH-02
    """
    one, machine = encounter[vehicle], machine_of(encounter, vehicle)
    if one.pos is None or machine is None:
        return Course((), 0)
    squares = squares_a_round(min(machine.speed_kph, limit_kph(encounter, machine)))
    angle = radians(one.facing_deg or 0)
    dx, dy = sin(angle), -cos(angle)
    longer = max(abs(dx), abs(dy))
    path: list[Cell] = []
    here, spent, number = one.pos, 0, 0
    while True:
        number += 1
        there = Cell(
            one.pos.x + _nearest(number * dx / longer), one.pos.y + _nearest(number * dy / longer)
        )
        spent += DIAGONAL if is_diagonal(here, there) else SQUARE
        if spent > squares * SQUARE:
            return Course(tuple(path), squares)
        met, words = obstacle(encounter, vehicle, here, there)
        if met:
            return Course(tuple(path), squares, met, words)
        path.append(there)
        here = there


def _nearest(value: float) -> int:
    return int(value + 0.5) if value >= 0 else -int(-value + 0.5)


def obstacle(encounter: Encounter, vehicle: str, a: Cell, b: Cell) -> tuple[str, str]:
    """Return what a step of a vehicle runs into: an id, "wall" or "edge", and its name.

    Rules: CE-VEH-02, CE-VEH-07
    """
    battle_map, size = encounter.map, encounter[vehicle].size
    body = footprint(b, size)
    if not all(battle_map.contains(cell) for cell in body):
        return "edge", _("the edge of the map")
    why = Ground(battle_map, size).why_blocked(a, b)
    if why is not None:
        return "wall", str(why)
    for who in encounter.combatants:
        other = encounter[who]
        if who == vehicle or other.pos is None or other.aside:
            continue
        if sheet_of(other).aboard is not None or not _is_in_the_way(encounter, who):
            continue
        was = set(footprint(a, size))
        theirs = footprint(other.pos, other.size)
        if not set(body).isdisjoint(theirs) and was.isdisjoint(theirs):
            return who, other.name
    return "", ""


def _is_in_the_way(encounter: Encounter, who: str) -> bool:
    """Return whether somebody is run into: bodies on the ground are passed over, wrecks are not."""
    if sheet_of(encounter[who]).machine is not None:
        return True
    return is_alive(encounter, who)


def heading_words(facing_deg: int | None) -> str:
    """Return where something faces, in words."""
    names = (
        _("north"),
        _("northeast"),
        _("east"),
        _("southeast"),
        _("south"),
        _("southwest"),
        _("west"),
        _("northwest"),
    )
    return names[heading_of(facing_deg)]
