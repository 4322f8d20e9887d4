"""Driving: the driver's upkeep, the way of a round, speed, and what a vehicle does by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from frozendict import frozendict
from msgspec import Struct
from pydantic import Field

from gridwar.engine.procedure import Procedure, ask, call, emit, require, require_none
from gridwar.engine.walk import Walk, walk
from gridwar.model.command import Answer, Command
from gridwar.model.events import Explained, TrailCleared
from gridwar.model.geometry import Cell
from gridwar.model.question import FormNumber, Option, Question, Refusal
from gridwar.model.trace import Trace
from gridwar.systems.cepheus.aboard import driver_of, drives, machine_of, vehicle_of
from gridwar.systems.cepheus.machines.crew import swung, take_seats
from gridwar.systems.cepheus.machines.going_events import (
    Driven,
    FreeTurns,
    Minded,
    SpeedChanged,
    Travelled,
)
from gridwar.systems.cepheus.prices import (
    FREE,
    MINOR,
    SIGNIFICANT,
    Price,
    may_do,
    pay,
    spoil_aim,
    why_not_do,
)
from gridwar.systems.cepheus.vehicles.collisions import Crash, collision
from gridwar.systems.cepheus.vehicles.course import (
    DIAGONAL,
    EIGHTH_DEG,
    HEADINGS,
    SQUARE,
    cost_of,
    course_of,
    heading_of,
    kph_of,
    limit_kph,
    obstacle,
    steering,
    turn_between,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.steps import StepTaken
    from gridwar.engine.table import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.vehicles.course import Course

DRIVE_TAG: Final = "drive"
COLLIDES, PASSES, STOPS, ON, STANDS = "collides", "passes", "stops", "on", "stands"


class Drive(Command):
    """Drive ``actor``'s vehicle along a path; its length is the speed, unless one is named."""

    kind: ClassVar[str] = "cepheus.drive"
    path: tuple[Cell, ...]
    speed_kph: int | None = Field(default=None, ge=0)
    maneuver: bool = False


class DriveOn(Command):
    """Drive straight on at the present speed."""

    kind: ClassVar[str] = "cepheus.drive_on"


class ChangeSpeed(Command):
    """Change the speed of ``actor``'s vehicle as part of driving; it is asked for if left out."""

    kind: ClassVar[str] = "cepheus.change_speed"
    kph: int | None = Field(default=None, ge=0)


class GoOn(Command):
    """Let a vehicle that nobody steers go straight on for a round (the GM's command)."""

    kind: ClassVar[str] = "cepheus.go_on"
    vehicle: str


class Driving(Struct, frozen=True):
    """What came of driving."""

    steps: int
    metres: float
    kph: int


def why_not_drive(encounter: Encounter, who: str, price: Price = FREE) -> Refusal | None:
    """Return why somebody cannot do anything as a driver now; None where he can.

    Args:
        encounter: The fight.
        who: The driver.
        price: What it costs.

    Rules: CE-VEH-02, CE-VDM-07, CE-VDM-10
    """
    vehicle = vehicle_of(encounter, who)
    machine = machine_of(encounter, vehicle)
    if vehicle is None or machine is None or not drives(encounter, who):
        text = _("{name} drives nothing.").format(name=encounter[who].name)
        return Refusal("no_driver", text, ("CE-VEH-02",), waivable=False)
    name = encounter[vehicle].name
    if machine.destroyed or machine.disabled:
        text = _("{name} is out of action.").format(name=name)
        return Refusal("disabled", text, ("CE-VDM-07", "CE-VDM-10"))
    if machine.silent_round == encounter.round and encounter.round:
        text = _("The power of {name} fails in this round.").format(name=name)
        return Refusal("no_power", text, ("CE-VDM-10",))
    return why_not_do(encounter, who, price)


def upkeep_price(encounter: Encounter, vehicle: str, *, maneuver: bool = False) -> Price:
    """Return what driving costs the driver now.

    Normal driving takes a minor action, unless a significant one has minded the vehicle already.

    Rules: CE-VEH-02, CE-VAC-02, CE-VAC-04
    """
    machine = machine_of(encounter, vehicle)
    if machine is None:
        return MINOR
    if maneuver:
        return FREE if machine.free_turns else SIGNIFICANT
    return FREE if machine.upkeep_round == encounter.round else MINOR


def drive(table: Table, command: Drive) -> Procedure[Driving]:
    """Drive along a path: paid for, stepped with whatever is met, the facing at its end.

    Rules: CE-VEH-02, CE-VAC-02
    """
    who = command.actor or ""
    yield from require_none(why_not_drive(table.now, who))
    vehicle = vehicle_of(table.now, who) or ""
    price = upkeep_price(table.now, vehicle, maneuver=command.maneuver)
    yield from may_do(table, who, price)
    text = _("{name} has no way to go.").format(name=table.now[vehicle].name)
    is_there = table.now[vehicle].pos is not None and bool(command.path)
    yield from require(is_there, "no_way", text, "CE-VEH-02", waivable=False)
    yield from _once_a_round(table, vehicle, maneuver=command.maneuver)
    tenths = yield from _priced(table, vehicle, command)
    kph = command.speed_kph if command.speed_kph is not None else kph_of(tenths)
    limit = limit_of(table.now, vehicle)
    text = _("{kph} kph is more than the {limit:g} kph it can do.").format(kph=kph, limit=limit)
    yield from require(kph <= limit, "too_fast", text, "CE-VEH-02", "CE-VDM-07")
    yield from _mind(table, who, vehicle, price)
    if command.maneuver and price == FREE:
        yield from emit(FreeTurns(who=vehicle, by=-1))
    yield from set_speed(table, vehicle, kph)
    result = yield from go_along(table, vehicle, command.path)
    return result


def drive_on(table: Table, command: DriveOn) -> Procedure[Driving]:
    """Drive straight on at the present speed.

    Rules: CE-VEH-02
    """
    who = command.actor or ""
    yield from require_none(why_not_drive(table.now, who))
    vehicle = vehicle_of(table.now, who) or ""
    price = upkeep_price(table.now, vehicle)
    yield from may_do(table, who, price)
    yield from _once_a_round(table, vehicle, maneuver=False)
    yield from _mind(table, who, vehicle, price)
    result = yield from go_straight_on(table, vehicle)
    return result


def change_speed(table: Table, command: ChangeSpeed) -> Procedure[int]:
    """Change the speed, as part of driving; how fast is asked.

    Rules: CE-VEH-02
    """
    who = command.actor or ""
    yield from require_none(why_not_drive(table.now, who))
    vehicle = vehicle_of(table.now, who) or ""
    price = upkeep_price(table.now, vehicle)
    yield from may_do(table, who, price)
    kph = command.kph
    if kph is None:
        answer = yield from ask(lambda: _how_fast(table.now, who, vehicle))
        kph = answer.numbers.get("kph", 0)
    limit = limit_of(table.now, vehicle)
    text = _("{kph} kph is more than the {limit:g} kph it can do.").format(kph=kph, limit=limit)
    yield from require(kph <= limit, "too_fast", text, "CE-VEH-02", "CE-VDM-07")
    yield from _mind(table, who, vehicle, price)
    yield from set_speed(table, vehicle, kph)
    title = _("{name} goes {kph} kph").format(name=table.now[vehicle].name, kph=kph)
    yield from emit(Explained(trace=Trace(title=title, tone="quiet")))
    return kph


def _how_fast(encounter: Encounter, who: str, vehicle: str) -> Question:
    machine = machine_of(encounter, vehicle)
    most = int(limit_of(encounter, vehicle))
    now = min(most, machine.speed_kph if machine is not None else 0)
    number = FormNumber("kph", _("kph"), 0, most, now)
    return Question(
        key="speed", recipient=who, title=_("How fast?"), numbers=(number,),
        text=_("Every 9 kph are 10 squares a round."),
        default=Answer(numbers=frozendict({"kph": now})), rule_ids=("CE-VEH-02",),
    )  # fmt: skip


def go_on(table: Table, command: GoOn) -> Procedure[Driving]:
    """Let a vehicle go straight on, at the GM's word.

    Rules: CE-VEH-02
    """
    is_vehicle = machine_of(table.now, command.vehicle) is not None
    text = _("That is no vehicle.")
    yield from require(is_vehicle, "no_vehicle", text, "CE-VEH-02", waivable=False)
    result = yield from go_straight_on(table, command.vehicle)
    return result


# --- the way --------------------------------------------------------------------------------------


def limit_of(encounter: Encounter, vehicle: str) -> float:
    """Return the top speed that a vehicle still has."""
    machine = machine_of(encounter, vehicle)
    return 0 if machine is None else limit_kph(encounter, machine)


def _once_a_round(table: Table, vehicle: str, *, maneuver: bool) -> Procedure[None]:
    machine = machine_of(table.now, vehicle)
    is_done = machine is not None and machine.driven_round == table.now.round
    is_free = maneuver and machine is not None and machine.free_turns > 0
    text = _("{name} has gone its way in this round.").format(name=table.now[vehicle].name)
    yield from require(not is_done or is_free, "driven", text, "CE-VEH-02")


def _priced(table: Table, vehicle: str, command: Drive) -> Procedure[int]:
    """Return the length of the path in tenths of a square; refuse what cannot be driven.

    Rules: CE-VEH-02
    """
    now, path = table.now, command.path
    rule, start = steering(now, vehicle, free=command.maneuver), now[vehicle].pos
    if start is None:
        return 0
    # Only here: networkx takes longer to load than a window to show.
    from gridwar.grid.lazygrid import LazyGrid
    from gridwar.grid.movement import NoRoute, price

    route = price(LazyGrid(rule.ground, rule), (start, *path))
    if isinstance(route, NoRoute):
        yield from require(False, "no_way", f"{route.why}", "CE-VEH-02")
    return cost_of(path, start)


def _mind(table: Table, who: str, vehicle: str, price: Price) -> Procedure[None]:
    """Let the driver pay for driving in this round.

    Rules: CE-VEH-02
    """
    if price != FREE:
        yield from pay(table, who, price)
        yield from spoil_aim(table, who, "acted")
    yield from mind(table, vehicle)


def mind(table: Table, vehicle: str) -> Procedure[None]:
    """Note that the driver has spent an action on driving in this round."""
    yield from emit(Minded(who=vehicle, round=table.now.round))


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
        yield from face(table, vehicle, _last_heading(start, cells) * EIGHTH_DEG)
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


def _last_heading(start: Cell, cells: tuple[Cell, ...]) -> int:
    before = cells[-2] if len(cells) > 1 else start
    last = cells[-1]
    return HEADINGS.index((last.x - before.x, last.y - before.y))


def _turned_eighths(facing_deg: int, start: Cell, cells: tuple[Cell, ...]) -> int:
    heading, turned = heading_of(facing_deg), 0
    for before, cell in zip((start, *cells), cells, strict=False):
        towards = HEADINGS.index((cell.x - before.x, cell.y - before.y))
        turned += turn_between(heading, towards)
        heading = towards
    return turned


def before_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Ask what happens where a vehicle runs into something; False stops it there.

    Rules: CE-VEH-02, CE-VEH-07
    """
    machine = machine_of(table.now, step.mover)
    if step.tag != DRIVE_TAG or machine is None:
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


# --- nobody steers --------------------------------------------------------------------------------


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
            TrailCleared(who=vehicle), Travelled(who=vehicle, metres=0),
            Driven(who=vehicle, round=table.now.round),
        )  # fmt: skip


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
