"""The way of a vehicle: along a path or straight on, what it meets, what it does by itself.

What the driver pays and may do is ``driving``.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import Procedure, Walk, ask, call, emit, require, walk
from gridwar.model.command import Answer, Command
from gridwar.model.events import Explained, TrailCleared
from gridwar.model.question import Option, Question
from gridwar.model.trace import Trace
from gridwar.systems.cepheus.core.aboard import driver_of, machine_of
from gridwar.systems.cepheus.machines.driving_events import (
    Driven,
    SpeedChanged,
    Travelled,
)
from gridwar.systems.cepheus.machines.seat_geometry import swung, take_seats
from gridwar.systems.cepheus.vehicles.collisions import Crash, collision
from gridwar.systems.cepheus.vehicles.course import (
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

    from gridwar.engine.kit import StepTaken, Table
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.systems.cepheus.vehicles.course import Course

DRIVE_TAG: Final = "drive"
RAM_TAG: Final = "ram"
COLLIDES, PASSES, STOPS, ON, STANDS = "collides", "passes", "stops", "on", "stands"


class GoOn(Command):
    """Let a vehicle that nobody steers go straight on for a round (the GM's command)."""

    vehicle: str


class Driving(Struct, frozen=True):
    """What came of driving."""

    steps: int
    metres: float
    kph: int


def go_on(table: Table, command: GoOn) -> Procedure[Driving]:
    """Let a vehicle go straight on, at the GM's word.

    Rules: CE-VEH-02
    """
    is_vehicle = machine_of(table.now, command.vehicle) is not None
    text = _("That is no vehicle.")
    yield from require(is_vehicle, "no_vehicle", text, "CE-VEH-02", waivable=False)
    result = yield from go_straight_on(table, command.vehicle)
    return result


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
    result = yield from go_along(table, vehicle, path)
    return result


def _beyond(encounter: Encounter, vehicle: str, course: Course) -> tuple[Cell, ...]:
    """Return the whole way of a round, through what is met; only the map's edge ends it."""
    pos = encounter[vehicle].pos
    if pos is None:
        return ()
    dx, dy = HEADINGS[heading_of(encounter[vehicle].facing_deg)]
    each = DIAGONAL if dx and dy else SQUARE
    path, here = list(course.path), course.path[-1] if course.path else pos
    spent = cost_of(course.path, pos)
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
        metres = cost_of(cells, start) * table.now.map.scale.cell_m / SQUARE
        turned = _turned_eighths(facing, start, cells)
    yield from emit(
        Travelled(who=vehicle, metres=metres),
        Driven(who=vehicle, round=table.now.round, turned_deg=turned * EIGHTH_DEG),
    )
    if turned and start is not None:
        yield from face(table, vehicle, _last_heading(facing, start, cells) * EIGHTH_DEG)
    yield from take_seats(table)
    machine = machine_of(table.now, vehicle)
    kph = 0 if machine is None else machine.speed_kph
    if not table.rehearsal:
        title = _("{name} drives").format(name=table.now[vehicle].name)
        words = _("{m:g} m, {kph} kph").format(m=round(metres, 1), kph=kph)
        yield from emit(Explained(trace=Trace(title=title, result=words, tone="quiet")))
    return Driving(walked.steps, metres, kph)


def face(table: Table, vehicle: str, facing_deg: int) -> Procedure[None]:
    """Turn a vehicle to face some way, with those inside.

    Rules: CE-VEH-01
    """
    by = (facing_deg - (table.now[vehicle].facing_deg or 0)) % 360
    if by:
        yield from emit(swung(table.now, vehicle, by))


def _headings(facing_deg: int, start: Cell, cells: tuple[Cell, ...]) -> Iterator[int]:
    heading = heading_of(facing_deg)
    yield heading
    for before, cell in zip((start, *cells), cells, strict=False):
        heading = heading_towards(before, cell, heading)
        yield heading


def _last_heading(facing_deg: int, start: Cell, cells: tuple[Cell, ...]) -> int:
    return tuple(_headings(facing_deg, start, cells))[-1]


def _turned_eighths(facing_deg: int, start: Cell, cells: tuple[Cell, ...]) -> int:
    return sum(turn_between(a, b) for a, b in pairwise(_headings(facing_deg, start, cells)))


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
        title = _("{name} reaches {edge}").format(name=table.now[step.mover].name, edge=words)
        yield from emit(Explained(trace=Trace(title=title, tone="quiet")))
        return False
    yield from take_seats(table)
    answer = yield from ask(lambda: _what_happens(table.now, step, met, words))
    if answer.option == PASSES:
        return True
    struck = None if met == "wall" else met
    if answer.option == COLLIDES:
        solid = struck is None or machine_of(table.now, struck) is not None
        now = machine_of(table.now, step.mover)
        crash = Crash(step.mover, now.speed_kph if now is not None else 0, struck, solid)
        yield from call(collision, crash, key="collision")
        return not solid
    yield from set_speed(table, step.mover, 0)
    return False


def _what_happens(encounter: Encounter, step: StepTaken, met: str, words: str) -> Question:
    name = encounter[step.mover].name
    is_solid = met == "wall" or machine_of(encounter, met) is not None
    machine = machine_of(encounter, step.mover)
    kph = machine.speed_kph if machine is not None else 0
    harm = _("damage to both, the vehicle stops") if is_solid else _("damage to what is hit")
    return Question(
        key=f"collision with {met}",
        recipient=None,
        title=_("{name} runs into {what}").format(name=name, what=words),
        text=_("At {kph} kph, on square {n} of its way.").format(kph=kph, n=step.number),
        options=(
            Option(COLLIDES, _("It collides"), effect=harm),
            Option(PASSES, _("It gets past"), effect=_("and goes on")),
            Option(STOPS, _("It stops"), effect=_("just before it")),
        ),
        default=Answer(option=COLLIDES),
        window="collision",
        rule_ids=("CE-VEH-07",),
    )


def unminded(table: Table, vehicle: str) -> Procedure[None]:
    """Ask the GM what a vehicle does that nobody has driven in this round; usually straight on.

    Rules: CE-VEH-02, CE-VDM-14
    """
    machine = machine_of(table.now, vehicle)
    if machine is None or machine.driven_round == table.now.round:
        return
    if not machine.speed_kph or machine.destroyed or table.now[vehicle].pos is None:
        if table.now[vehicle].pos is not None and table.now[vehicle].trail:
            yield from emit(TrailCleared(who=vehicle), Travelled(who=vehicle, metres=0))
        return
    answer = yield from ask(lambda: _straight_on(table.now, vehicle))
    if answer.option == STANDS:
        yield from set_speed(table, vehicle, 0)
    if answer.option == ON:
        yield from go_straight_on(table, vehicle)
    else:
        yield from emit(
            TrailCleared(who=vehicle),
            Travelled(who=vehicle, metres=0),
            Driven(who=vehicle, round=table.now.round),
        )


def _straight_on(encounter: Encounter, vehicle: str) -> Question:
    course, driver = course_of(encounter, vehicle), driver_of(encounter, vehicle)
    name = encounter[vehicle].name
    title = _("Nobody steers {name}") if driver is None else _("{name} was not driven")
    words = _("{n} squares straight on").format(n=course.squares)
    if course.met:
        words = _("{words}; after {n} of them: {what}").format(
            words=words, n=len(course.path), what=course.words
        )
    return Question(
        key=f"unminded {vehicle}",
        recipient=None,
        title=title.format(name=name),
        text=words,
        options=(
            Option(ON, _("Straight on"), effect=_("{n} squares").format(n=course.squares)),
            Option(STANDS, _("It stops"), effect=_("speed 0")),
            Option("stays", _("Leave it"), effect=_("it is placed by hand")),
        ),
        default=Answer(option=ON),
        window="unminded",
        rule_ids=("CE-VEH-02",),
    )
