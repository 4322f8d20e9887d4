"""The way of a vehicle, along a path or straight on, and what it meets there."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta, Struct

from gridwar.engine.kit import (
    Command,
    Option,
    Procedure,
    SheetEvent,
    Walk,
    adds,
    call,
    choose,
    emit,
    must_exist,
    plays,
    require,
    say,
    sets,
    walk,
)
from gridwar.model.events_combatants import TrailCleared
from gridwar.model.floors import link_between
from gridwar.systems.cepheus.core.machines_and_aboard import machine_at, machine_of
from gridwar.systems.cepheus.core.offers_and_headings import offer_by_gm
from gridwar.systems.cepheus.machines.arcs_and_facing import swung
from gridwar.systems.cepheus.machines.machine_damage_events import MachineEvent
from gridwar.systems.cepheus.machines.seat_places import take_seats
from gridwar.systems.cepheus.vehicles.collisions import Crash, SpeedChanged, collision, speed_of
from gridwar.systems.cepheus.vehicles.steering_and_course import (
    DIAGONAL,
    EIGHTH_DEG,
    HEADINGS,
    SQUARE,
    cost_of,
    course_of,
    heading_of,
    heading_towards,
    obstacle,
    turn_between,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Cell, Encounter, StepTaken, Table
    from gridwar.model.battlemap import BattleMap
    from gridwar.systems.cepheus.core.sheet import CepheusSheet
    from gridwar.systems.cepheus.vehicles.steering_and_course import Course

DRIVE_TAG: Final = "drive"
RAM_TAG: Final = "ram"
COLLIDES, PASSES, STOPS = "collides", "passes", "stops"


@offer_by_gm(_("Let it go straight on"), icon="chevrons-up", about="vehicle", each=speed_of)
class GoOn(Command):
    """Let a vehicle that nobody steers go straight on for a round (the GM's command)."""

    vehicle: str


@sets("machine.going.driven_round", of="round")
@adds("machine.going.turned_deg", of="turned_deg")
class Driven(MachineEvent):
    """A vehicle was driven in a round, or went on by itself; turns of one round add up."""

    round: int
    turned_deg: int = 0


class Travelled(SheetEvent):
    """A vehicle went some metres in its driver's turn, or stood still (0)."""

    metres: Annotated[float, Meta(ge=0)]
    begins: bool = True
    """A new turn: what was travelled before is forgotten."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Add the metres to those of this turn."""
        before = 0.0 if self.begins else sheet.moved_m
        return sheet.replace(moved_m=before + self.metres)


class Driving(Struct, frozen=True):
    """What came of driving."""

    steps: int
    metres: float
    kph: int


@plays(GoOn)
def go_on(table: Table, command: GoOn) -> Procedure[Driving]:
    """Let a vehicle go straight on, at the GM's word.

    Rules: CE-VEH-02
    """
    vehicle = command.vehicle
    yield from must_exist(table, vehicle)
    is_one, text = machine_of(table.now, vehicle) is not None, _("{who} is not a vehicle.")
    yield from require(is_one, "no_vehicle", text, "CE-VEH-02", waivable=False, who=vehicle)
    return (yield from go_straight_on(table, vehicle))


def set_speed(table: Table, vehicle: str, kph: int) -> Procedure[None]:
    """Bring a vehicle to a speed."""
    machine = machine_of(table.now, vehicle)
    if machine is not None and machine.speed_kph != kph:
        yield from emit(SpeedChanged(who=vehicle, by_kph=kph - machine.speed_kph))


def go_straight_on(table: Table, vehicle: str) -> Procedure[Driving]:
    """Go straight on for a round; what is met is asked about, then the way goes on or ends.

    Rules: CE-VEH-02, CE-VEH-07
    """
    course = course_of(table.now, vehicle)
    path = course.path
    if course.met:
        path = _beyond(table.now, vehicle, course)
    return (yield from go_along(table, vehicle, path))


def _beyond(encounter: Encounter, vehicle: str, course: Course) -> tuple[Cell, ...]:
    """Return the whole way of a round, through what is met; only the map's edge ends it."""
    pos = encounter[vehicle].pos
    if pos is None:
        return ()
    dx, dy = HEADINGS[heading_of(encounter[vehicle].facing_deg)]
    each = DIAGONAL if dx and dy else SQUARE
    path, here = list(course.path), course.path[-1] if course.path else pos
    spent = cost_of(encounter.map, (pos, *course.path))
    while spent + each <= course.squares * SQUARE:
        here = here.shifted(dx, dy)
        if not encounter.map.contains(here):
            break
        path.append(here)
        spent += each
    return tuple(path)


def go_along(table: Table, vehicle: str, path: tuple[Cell, ...]) -> Procedure[Driving]:
    """Go along a path, and face where its last step went.

    Rules: CE-VEH-02, CE-SIG-10
    """
    start, facing = table.now[vehicle].pos, table.now[vehicle].facing_deg or 0
    yield from emit(TrailCleared(who=vehicle))
    walked = yield from walk(table, Walk(vehicle, path, tag=DRIVE_TAG))
    cells = path[: walked.steps]
    metres, turned = 0.0, 0
    if start is not None and cells:
        metres = cost_of(table.now.map, (start, *cells)) * table.now.map.scale.cell_m / SQUARE
        turned = _turned_eighths(table.now.map, facing, (start, *cells))
    yield from emit(
        Travelled(who=vehicle, metres=metres),
        Driven(who=vehicle, round=table.now.round, turned_deg=turned * EIGHTH_DEG),
    )
    if turned and start is not None:
        *_before, heading = headings(table.now.map, facing, (start, *cells))
        yield from face(table, vehicle, heading * EIGHTH_DEG)
    yield from take_seats(table)
    kph = machine_at(table.now, vehicle).speed_kph
    words = _("{m:g} m, {kph} kph").format(m=round(metres, 1), kph=kph)
    yield from say(table, _("{who} drives"), who=vehicle, result=words)
    return Driving(walked.steps, metres, kph)


def face(table: Table, vehicle: str, facing_deg: int) -> Procedure[None]:
    """Turn a vehicle to face some way, with those inside.

    Rules: CE-VEH-01
    """
    by = (facing_deg - (table.now[vehicle].facing_deg or 0)) % 360
    if by:
        yield from emit(swung(table.now, vehicle, by))


def headings(page: BattleMap, facing_deg: int, way: tuple[Cell, ...]) -> Iterator[int]:
    """Yield where a vehicle heads at the start of a way, and after each step; a ramp turns nothing.

    Rules: CE-VEH-02
    """
    heading = heading_of(facing_deg)
    yield heading
    for before, cell in pairwise(way):
        if link_between(page.links, before, cell) is None:
            heading = heading_towards(before, cell, heading)
        yield heading


def _turned_eighths(page: BattleMap, facing_deg: int, way: tuple[Cell, ...]) -> int:
    return sum(turn_between(a, b) for a, b in pairwise(headings(page, facing_deg, way)))


def before_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Ask what happens where a vehicle runs into something; False stops it there.

    Rules: CE-VEH-02, CE-VEH-07, CE-VAC-03
    """
    machine = machine_of(table.now, step.mover)
    if step.tag not in (DRIVE_TAG, RAM_TAG) or machine is None:
        return True
    met, words = obstacle(table.now, step.mover, step.start, step.end)
    if not met:
        return True
    if met == "edge":
        yield from say(table, _("{who} reaches {edge}"), who=step.mover, edge=words)
        return False
    yield from take_seats(table)
    what = yield from _what_happens(table, step, met, words)
    if what == PASSES:
        return True
    if what == COLLIDES:
        struck = None if met == "wall" else met
        solid = _is_solid(table.now, met)
        crash = Crash(step.mover, machine_at(table.now, step.mover).speed_kph, struck, solid)
        yield from call(collision, crash, key="collision")
        return not solid
    yield from set_speed(table, step.mover, 0)
    return False


def _is_solid(encounter: Encounter, met: str) -> bool:
    return met == "wall" or machine_of(encounter, met) is not None


def _what_happens(table: Table, step: StepTaken, met: str, words: str) -> Procedure[str]:
    both, other = _("damage to both, the vehicle stops"), _("damage to what is hit")
    options = (
        Option(COLLIDES, _("It collides"), effect=both if _is_solid(table.now, met) else other),
        Option(PASSES, _("It gets past"), effect=_("and goes on")),
        Option(STOPS, _("It stops"), effect=_("just before it")),
    )
    kph = machine_at(table.now, step.mover).speed_kph
    info = _("At {kph} kph, on square {n} of its way.")
    return (
        yield from choose(
            table,
            _("{who} runs into {what}"),
            options,
            "CE-VEH-07",
            key=f"collision with {met}",
            whom=None,
            info=info.format(kph=kph, n=step.number),
            window="collision",
            who=step.mover,
            what=words,
        )
    )
