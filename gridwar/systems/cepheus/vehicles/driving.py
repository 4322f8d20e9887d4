"""Driving: what is offered to the driver, what it takes, the upkeep, speed.

The path itself, and a vehicle that nobody steers, is ``driving_path``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial, wraps
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import (
    Act,
    Amount,
    Encounter,
    FormNumber,
    Procedure,
    Role,
    Variant,
    adds,
    choose_numbers,
    emit,
    ngettext,
    offer,
    plays,
    price_of,
    refuse,
    require,
    say,
    sets,
)
from gridwar.model.geometry import Way
from gridwar.systems.cepheus.actions.action_costs import (
    FREE,
    MINOR,
    SIGNIFICANT,
    Price,
    may_do,
    pay,
    spoil_aim,
)
from gridwar.systems.cepheus.core.aboard import (
    driver_of,
    drives,
    is_vehicle,
    machine_at,
    machine_of,
    vehicle_of,
)
from gridwar.systems.cepheus.core.headings import DRIVE
from gridwar.systems.cepheus.machines.machine_events import MachineEvent
from gridwar.systems.cepheus.vehicles.course import (
    cost_of,
    course_of,
    kph_of,
    limit_kph,
    steering,
)
from gridwar.systems.cepheus.vehicles.driving_path import (
    Driving,
    go_along,
    go_straight_on,
    set_speed,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table

Each = Callable[[Encounter, str], Iterable[Variant]]

# --- what is offered ------------------------------------------------------------------------------


def for_drivers(each: Each) -> Each:
    """Offer something to the driver of a vehicle, with the driver's card and the vehicle's.

    Args:
        each: Returns the variants for a vehicle.

    Rules: CE-VEH-02
    """

    @wraps(each)
    def offered(encounter: Encounter, who: str) -> Iterator[Variant]:
        vehicle = who if is_vehicle(encounter, who) else vehicle_of(encounter, who)
        driver = None if vehicle is None else driver_of(encounter, vehicle)
        if vehicle is not None and driver is not None and who in (vehicle, driver):
            for one in each(encounter, vehicle):
                yield replace(one, fields={**one.fields, "actor": driver})

    return offered


@for_drivers
def as_driver(encounter: Encounter, vehicle: str) -> Iterable[Variant]:
    """Offer something once to the driver."""
    del encounter, vehicle
    return (Variant(),)


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


def stunt_words(encounter: Encounter, vehicle: str) -> str:
    """Return how many manoeuvres of a stunt are left; empty for none."""
    left = machine_at(encounter, vehicle).going.free_turns
    return _("{n} of a stunt").format(n=left) if left else ""


@for_drivers
def _any_turns(encounter: Encounter, vehicle: str) -> Iterable[Variant]:
    note = stunt_words(encounter, vehicle) or _("any turns")
    return (Variant(note=note, fields={"maneuver": True}),)


def upkeep_price(encounter: Encounter, vehicle: str | None, *, maneuver: bool) -> Price:
    """Return what driving costs the driver now.

    Normal driving takes a minor action, unless a significant one has minded the vehicle already.

    Rules: CE-VEH-02, CE-VAC-02, CE-VAC-04
    """
    machine = machine_of(encounter, vehicle)
    if machine is None:
        return MINOR
    if maneuver:
        return FREE if machine.going.free_turns else SIGNIFICANT
    return FREE if machine.going.upkeep_round == encounter.round else MINOR


def _price(encounter: Encounter, command: Drive | DriveOn | ChangeSpeed) -> Price:
    maneuver = isinstance(command, Drive) and command.maneuver
    return upkeep_price(encounter, vehicle_of(encounter, command.actor), maneuver=maneuver)


_offer_drive = partial(offer, group=DRIVE, role=Role.MOVE, price=_price)


@_offer_drive(
    _("Drive"),
    icon="gauge",
    needs="path",
    shortcut="M",
    id="move",
    each=_at_speed,
)
@_offer_drive(
    _("Manoeuvre"),
    icon="spline",
    needs="path",
    id="maneuver",
    each=_any_turns,
)
class Drive(Act):
    """Drive ``actor``'s vehicle along a path; its length is the speed."""

    path: Way
    speed_kph: None = None
    """Nothing: stored fights name it."""
    maneuver: bool = False


@_offer_drive(_("Straight on"), icon="chevrons-up", shortcut="S", each=_straight)
class DriveOn(Act):
    """Drive straight on at the present speed."""


@_offer_drive(_("Change speed"), icon="gauge", id="speed", each=_at_speed)
class ChangeSpeed(Act):
    """Change the speed of ``actor``'s vehicle as part of driving; it is asked for if left out."""

    kph: Amount | None = None


@sets("machine.going.upkeep_round", of="round")
class Minded(MachineEvent):
    """The driver spent an action on driving in a round."""

    round: int


@adds("machine.going.free_turns", least=0)
class FreeTurns(MachineEvent):
    """A stunt allows some manoeuvres at once; each one used counts down."""

    by: int


# --- driving --------------------------------------------------------------------------------------


def may_drive(table: Table, who: str, price: Price) -> Procedure[str]:
    """Return the vehicle that somebody drives; refuse whoever cannot do anything as a driver now.

    Rules: CE-VEH-02, CE-VDM-07, CE-VDM-10
    """
    vehicle = vehicle_of(table.now, who) if drives(table.now, who) else None
    if vehicle is None:
        text = _("{who} drives nothing.")
        yield from refuse("drives_nothing", text, "CE-VEH-02", waivable=False, who=who)
        raise KeyError(who)
    machine = machine_at(table.now, vehicle)
    goes, text = not machine.is_stuck, _("{who} is out of action.")
    yield from require(goes, "disabled", text, "CE-VDM-07", "CE-VDM-10", who=vehicle)
    has_power = not table.now.round or machine.going.silent_round != table.now.round
    text = _("The power of {who} fails in this round.")
    yield from require(has_power, "no_power", text, "CE-VDM-10", who=vehicle)
    yield from may_do(table, who, price)
    return vehicle


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
    yield from _mind(table, who, vehicle, price)
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
    yield from _mind(table, who, vehicle, price)
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
    yield from _mind(table, who, vehicle, price)
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
    return cost_of(command.path, start)


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
