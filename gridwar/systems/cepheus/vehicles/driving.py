"""Moving, whoever is moved: people walk, drivers drive, passengers get out first."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Act,
    Amount,
    Encounter,
    FormNumber,
    Move,
    Procedure,
    Role,
    Variant,
    choose_numbers,
    emit,
    offer,
    plays,
    price_of,
    refuse,
    require,
    say,
)
from gridwar.model.geometry import Way
from gridwar.systems.cepheus import movement
from gridwar.systems.cepheus.actions.action_costs import FREE, Price
from gridwar.systems.cepheus.core.machines_and_aboard import (
    driver_of,
    drives,
    is_vehicle,
    machine_at,
    vehicle_of,
)
from gridwar.systems.cepheus.core.offers_and_headings import DRIVE, MOVE, for_people
from gridwar.systems.cepheus.movement import move_price, squares_a_move
from gridwar.systems.cepheus.vehicles.driver_costs_and_checks import (
    FreeTurns,
    for_drivers,
    may_drive,
    pay_driving,
    stunt_words,
    upkeep_price,
)
from gridwar.systems.cepheus.vehicles.driving_along_path import (
    Driving,
    go_along,
    go_straight_on,
    set_speed,
)
from gridwar.systems.cepheus.vehicles.steering_and_course import (
    cost_of,
    course_of,
    kph_of,
    limit_kph,
    steering,
)
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.movement import MoveResult

# --- whoever moves --------------------------------------------------------------------------------


@for_people
def _squares_a_move(encounter: Encounter, who: str) -> Iterator[Variant]:
    if not drives(encounter, who):
        squares = squares_a_move(encounter, who)
        note = ngettext("{n} square a move", "{n} squares a move", squares).format(n=squares)
        yield Variant(note=note)


def _driverless(encounter: Encounter, who: str) -> Iterator[Variant]:
    if is_vehicle(encounter, who) and driver_of(encounter, who) is None:
        yield Variant()


@offer(
    _("Move"),
    icon="footprints",
    group=MOVE,
    role=Role.MOVE,
    needs="path",
    price=lambda encounter, command: move_price(encounter, command.actor),
    each=_squares_a_move,
)
@offer(_("Drive"), icon="gauge", group=DRIVE, role=Role.MOVE, needs="path", each=_driverless)
@plays(Move)
def move(table: Table, command: Move) -> Procedure[MoveResult | Driving]:
    """Move somebody along a path.

    Rules: CE-MIN-06, CE-VEH-02
    """
    who = command.actor
    driver: str | None = who if drives(table.now, who) else None
    if is_vehicle(table.now, who):
        driver = driver_of(table.now, who)
        if driver is None:
            text = _("Nobody drives {who}.")
            yield from refuse("no_driver", text, "CE-VEH-02", waivable=False, who=who)
    if driver is not None:
        maneuver = command.mode == "maneuver"
        driving: Driving = yield from drive(
            table, Drive(actor=driver, path=command.path, maneuver=maneuver)
        )
        return driving
    return (yield from movement.move(table, command))


# --- driving that is offered ----------------------------------------------------------------------


@for_drivers
def _at_speed(encounter: Encounter, vehicle: str) -> Iterable[Variant]:
    kph = machine_at(encounter, vehicle).speed_kph
    return (Variant(note=_("{kph} kph now").format(kph=kph)),)


@for_drivers
def _straight(encounter: Encounter, vehicle: str) -> Iterable[Variant]:
    course = course_of(encounter, vehicle)
    words = ngettext("{n} square", "{n} squares", course.squares).format(n=course.squares)
    if course.met:
        words = _("{words}, meets {what}").format(words=words, what=course.words)
    moves = machine_at(encounter, vehicle).speed_kph
    return (Variant(note=words if moves else _("stands")),)


@for_drivers
def _any_turns(encounter: Encounter, vehicle: str) -> Iterable[Variant]:
    note = stunt_words(encounter, vehicle) or _("any turns")
    return (Variant(note=note, fields={"maneuver": True}),)


def _price(encounter: Encounter, command: Drive | DriveOn | ChangeSpeed) -> Price:
    maneuver = isinstance(command, Drive) and command.maneuver
    return upkeep_price(encounter, vehicle_of(encounter, command.actor), maneuver=maneuver)


_offer_drive = partial(offer, group=DRIVE, role=Role.MOVE, price=_price)


@_offer_drive(_("Drive"), icon="gauge", needs="path", id="move", each=_at_speed)
@_offer_drive(_("Manoeuvre"), icon="spline", needs="path", id="maneuver", each=_any_turns)
class Drive(Act):
    """Drive ``actor``'s vehicle along a path; its length is the speed."""

    path: Way
    speed_kph: None = None
    """Nothing: stored fights name it."""
    maneuver: bool = False


@_offer_drive(_("Straight on"), icon="chevrons-up", each=_straight)
class DriveOn(Act):
    """Drive straight on at the present speed."""


@_offer_drive(_("Change speed"), icon="gauge", id="speed", each=_at_speed)
class ChangeSpeed(Act):
    """Change the speed of ``actor``'s vehicle as part of driving; it is asked for if left out."""

    kph: Amount | None = None


# --- driving --------------------------------------------------------------------------------------


@plays(Drive)
def drive(table: Table, command: Drive) -> Procedure[Driving]:
    """Drive along a path: paid for, stepped with whatever is met, the facing at its end.

    Rules: CE-VEH-02, CE-VAC-02
    """
    who, price = command.actor, price_of(table.now, command)
    vehicle = yield from may_drive(table, who, price)
    yield from _once_a_round(table, vehicle, maneuver=command.maneuver)
    tenths = yield from _priced(table, vehicle, command)
    kph = kph_of(tenths)
    yield from _not_too_fast(table, vehicle, kph)
    yield from pay_driving(table, who, vehicle, price)
    if command.maneuver and price == FREE:
        yield from emit(FreeTurns(who=vehicle, by=-1))
    yield from set_speed(table, vehicle, kph)
    return (yield from go_along(table, vehicle, command.path))


@plays(DriveOn)
def drive_on(table: Table, command: DriveOn) -> Procedure[Driving]:
    """Drive straight on at the present speed.

    Rules: CE-VEH-02
    """
    who, price = command.actor, price_of(table.now, command)
    vehicle = yield from may_drive(table, who, price)
    yield from _once_a_round(table, vehicle, maneuver=False)
    yield from pay_driving(table, who, vehicle, price)
    return (yield from go_straight_on(table, vehicle))


@plays(ChangeSpeed)
def change_speed(table: Table, command: ChangeSpeed) -> Procedure[int]:
    """Change the speed, as part of driving; how fast is asked.

    Rules: CE-VEH-02
    """
    who, price = command.actor, price_of(table.now, command)
    vehicle = yield from may_drive(table, who, price)
    kph = command.kph
    if kph is None:
        kph = yield from _how_fast(table, who, vehicle)
    yield from _not_too_fast(table, vehicle, kph)
    yield from pay_driving(table, who, vehicle, price)
    yield from set_speed(table, vehicle, kph)
    yield from say(table, _("{who} goes {kph} kph"), who=vehicle, kph=kph)
    return kph


def _how_fast(table: Table, who: str, vehicle: str) -> Procedure[int]:
    machine = machine_at(table.now, vehicle)
    most = int(limit_kph(table.now, machine))
    form = (FormNumber("kph", _("kph"), 0, most, min(most, machine.speed_kph)),)
    info = _("Every 9 kph are 10 squares a round.")
    numbers = yield from choose_numbers(
        table, _("How fast?"), form, "CE-VEH-02", key="speed", whom=who, info=info
    )
    return numbers.get("kph", 0)


# --- what driving takes --------------------------------------------------------------------------


def _not_too_fast(table: Table, vehicle: str, kph: int) -> Procedure[None]:
    limit = limit_kph(table.now, machine_at(table.now, vehicle))
    text, most = _("{kph} kph is more than the {limit} kph it can do."), f"{limit:g}"
    yield from require(
        kph <= limit, "too_fast", text, "CE-VEH-02", "CE-VDM-07", kph=kph, limit=most
    )


def _once_a_round(table: Table, vehicle: str, *, maneuver: bool) -> Procedure[None]:
    machine = machine_at(table.now, vehicle)
    is_free = maneuver and machine.going.free_turns > 0
    may = is_free or not table.now.round or machine.going.driven_round != table.now.round
    text = _("{who} has gone its way in this round.")
    yield from require(may, "driven", text, "CE-VEH-02", who=vehicle)


def _priced(table: Table, vehicle: str, command: Drive) -> Procedure[int]:
    """Return the length of the path in tenths of a square; refuse what cannot be driven.

    Rules: CE-VEH-02
    """
    start, text = table.now[vehicle].pos, _("{who} has no way to go.")
    if start is None or not command.path:
        yield from refuse("nowhere_to_go", text, "CE-VEH-02", waivable=False, who=vehicle)
        return 0
    # Only here: networkx takes longer to load than a window to show.
    from gridwar.grid.movement.movement_graph import LazyGrid
    from gridwar.grid.movement.routes import NoRoute, price

    rule = steering(table.now, vehicle, free=command.maneuver)
    route = price(LazyGrid(rule.ground, rule), (start, *command.path))
    if isinstance(route, NoRoute):
        yield from refuse("no_way", "{why}", "CE-VEH-02", why=route.why)
    return cost_of(table.now.map, (start, *command.path))
