"""Getting in and out, changing seats, belting in: minor actions; before the fight they are free."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from gridwar.engine.kit import (
    Act,
    Amount,
    Cell,
    Encounter,
    HeightRule,
    Procedure,
    Role,
    Variant,
    Yardstick,
    cells_apart,
    choose,
    emit,
    must_exist,
    offer,
    place,
    plays,
    reason_against,
    require,
    required,
    say,
)
from gridwar.grid.movement.mover_ground import Ground
from gridwar.model.events_combatants import Climbed, CombatantMoved
from gridwar.model.geometry import footprint
from gridwar.systems.cepheus.actions.action_costs import FREE, MINOR, Price, may_do, take_action
from gridwar.systems.cepheus.core.fight_state import sheet_of, takes_turns
from gridwar.systems.cepheus.core.machine_records import ARCS, Aboard, ArcName
from gridwar.systems.cepheus.core.machines_and_aboard import (
    driver_of,
    is_vehicle,
    machine_at,
    seat_of,
    seats_left,
    vehicle_of,
)
from gridwar.systems.cepheus.core.offers_and_headings import ASK, SEATS, for_people
from gridwar.systems.cepheus.machines.arcs_and_facing import ARC_TITLES
from gridwar.systems.cepheus.machines.seat_places import Seated, take_seats
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table

NEAR: Final = Yardstick(height=HeightRule.IGNORE, ground=False)
Seat: TypeAlias = Amount

# --- what is offered ------------------------------------------------------------------------------


@for_people
def _vehicles_near(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield the vehicles beside somebody outside that have room."""
    if vehicle_of(encounter, who) is not None:
        return
    for one in encounter.everyone():
        if is_vehicle(encounter, one.id) and one.pos is not None:
            why_not = _no_room(encounter, who, one.id)
            if why_not not in ("too_far_to_board", "no_free_seat", "no_rider"):
                note = _("drives") if driver_of(encounter, one.id) is None else ""
                names, fields = {"vehicle": one.name}, {"vehicle": one.id, "seat": ASK}
                yield Variant(one.id, fields, names, note=note)


def _no_room(encounter: Encounter, who: str, vehicle: str) -> str:
    refusal = reason_against(encounter, lambda table: may_get_in(table, who, vehicle))
    return "" if refusal is None else refusal.code


@for_people
def _way_out(encounter: Encounter, who: str) -> Iterator[Variant]:
    vehicle = vehicle_of(encounter, who)
    if vehicle is not None:
        yield Variant(names={"vehicle": encounter[vehicle].name})


@for_people
def _free_seats(encounter: Encounter, who: str) -> Iterator[Variant]:
    vehicle = vehicle_of(encounter, who)
    free = seats_left(encounter, vehicle) if vehicle is not None else ()
    if 0 in free:
        yield Variant("0", {"seat": 0}, title=_("Take the wheel"), icon="gauge")
    if any(free):
        yield Variant(fields={"seat": ASK})


@for_people
def _ports(encounter: Encounter, who: str) -> Iterator[Variant]:
    place = seat_of(encounter, who)
    if place is not None and machine_at(encounter, place.vehicle).closed:
        yield Variant(note=_("any side") if place.arc is None else ARC_TITLES[place.arc])


@for_people
def _belt(encounter: Encounter, who: str) -> Iterator[Variant]:
    place = seat_of(encounter, who)
    if place is not None and place.secured:
        yield Variant(fields={"secured": False}, title=_("Undo the belt"), icon="unlink")
    elif place is not None:
        yield Variant()


def _price(encounter: Encounter, _command: object = None) -> Price:
    return MINOR if encounter.round else FREE


_offer_way = partial(offer, group=SEATS, role=Role.MOVE, price=_price)


@_offer_way(_("Get into {vehicle}"), icon="log-in", each=_vehicles_near)
class GetIn(Act):
    """Get into a vehicle, onto a seat; empty: the driver's if nobody drives, else the next free."""

    vehicle: str
    seat: Seat | Literal["ask"] | None = None


@_offer_way(_("Get out of {vehicle}"), icon="log-out", each=_way_out)
class GetOut(Act):
    """Get out of a vehicle, beside it."""


@_offer_way(_("Change seats"), icon="user", id="seat", each=_free_seats)
class ChangeSeat(Act):
    """Change to another seat; 0 is that of the driver."""

    seat: Seat | Literal["ask"]


@offer(_("Firing port"), icon="crosshair", group=SEATS, role=Role.READY, id="port", each=_ports)
class ChoosePort(Act):
    """Keep to the firing ports on one side of a closed vehicle; empty: whichever is free."""

    arc: ArcName | Literal["", "ask"] = "ask"


@offer(_("Belt in"), icon="link", group=SEATS, role=Role.GUARD, price=_price, id="belt", each=_belt)
class BeltIn(Act):
    """Belt in, or undo the belt."""

    secured: bool = True


# --- seats ----------------------------------------------------------------------------------------


def _may_pay(table: Table, who: str) -> Procedure[None]:
    price = _price(table.now)
    if price != FREE:
        yield from may_do(table, who, price)


def _pay(table: Table, who: str) -> Procedure[None]:
    price = _price(table.now)
    if price != FREE:
        yield from take_action(table, who, price)


def may_get_in(table: Table, who: str, vehicle: str) -> Procedure[None]:
    """Refuse a vehicle that somebody cannot get into.

    Rules: CE-VEH-04, CE-VEH-05
    """
    now = table.now
    yield from must_exist(table, vehicle)
    has_room, text = bool(seats_left(now, vehicle)), _("There is no free seat.")
    yield from require(has_room, "no_free_seat", text, "CE-VEH-04")
    acts = takes_turns(sheet_of(now[who]))
    yield from require(acts, "no_rider", _("A vehicle does not ride."), waivable=False)
    one, car = now[who], now[vehicle]
    text, there = _("Both have to be on the board."), one.pos is not None and car.pos is not None
    yield from require(there, "both_on_board", text, waivable=False)
    if not now.round or one.pos is None or car.pos is None:
        return
    mine, body = place(now, NEAR, one.pos, one.size), place(now, NEAR, car.pos, car.size)
    is_near, text = cells_apart(NEAR, mine, body) <= 1, _("{who} is too far away.")
    yield from require(is_near, "too_far_to_board", text, "CE-VEH-04", who=vehicle)
    yield from _must_stand(table, vehicle)


def _must_stand(table: Table, vehicle: str) -> Procedure[None]:
    stands, text = not machine_at(table.now, vehicle).speed_kph, _("{who} is moving.")
    yield from require(stands, "moving", text, "CE-VEH-02", who=vehicle)


def _must_sit(table: Table, who: str) -> Procedure[Aboard]:
    text = _("{who} sits in no vehicle.")
    return (yield from required(seat_of(table.now, who), "not_aboard", text, who=who))


@plays(GetIn)
def get_in(table: Table, command: GetIn) -> Procedure[None]:
    """Get into a vehicle.

    Rules: CE-VEH-02, CE-VEH-04
    """
    who, vehicle = command.actor, command.vehicle
    yield from may_get_in(table, who, vehicle)
    yield from _may_pay(table, who)
    seat = yield from _seat_wanted(table, who, vehicle, command.seat)
    yield from _pay(table, who)
    yield from emit(Seated(who=who, place=Aboard(vehicle=vehicle, seat=seat)))
    yield from say(table, _("{who} gets into {other}"), who=who, other=vehicle)
    up = table.now[vehicle].altitude - table.now[who].altitude
    if up:
        yield from emit(Climbed(who=who, by=up))
    yield from _put_down(table, who, vehicle)
    yield from take_seats(table)


def _seat_wanted(
    table: Table, who: str, vehicle: str, wanted: int | Literal["ask"] | None
) -> Procedure[int]:
    """Return the free seat that is named, chosen, or the first one.

    Rules: CE-VEH-02, CE-VEH-04
    """
    free = seats_left(table.now, vehicle)
    if wanted == ASK and len(free) > 1:
        words = {f"{one}": _("Seat {n}").format(n=one) if one else _("The wheel") for one in free}
        text, rule = _("{who}: which seat?"), "CE-VEH-04"
        found = yield from choose(table, text, words, rule, key="seat", whom=who, who=vehicle)
        return int(found)
    seat = wanted if isinstance(wanted, int) else next(iter(free), 0)
    text = _("That seat is taken.")
    yield from require(seat in free, "seat_taken", text, "CE-VEH-04")
    return seat


def _put_down(table: Table, who: str, vehicle: str) -> Procedure[None]:
    """Put somebody inside, so that they are not taken for one who has left."""
    pos = table.now[vehicle].pos
    if table.now[who].pos != pos:
        yield from emit(CombatantMoved(who=who, to=pos, walked=False))


@plays(GetOut)
def get_out(table: Table, command: GetOut) -> Procedure[None]:
    """Get out, beside the vehicle.

    Rules: CE-VEH-04, CE-VEH-07
    """
    who = command.actor
    vehicle = (yield from _must_sit(table, who)).vehicle
    yield from _may_pay(table, who)
    yield from _must_stand(table, vehicle)
    yield from _pay(table, who)
    yield from emit(Seated(who=who, place=None))
    beside = next(_beside(table.now, vehicle), None)
    if beside is not None:
        yield from emit(CombatantMoved(who=who, to=beside, walked=False))
    yield from say(table, _("{who} gets out of {other}"), who=who, other=vehicle)


def _beside(encounter: Encounter, vehicle: str) -> Iterator[Cell]:
    """Yield the squares beside a vehicle where nobody stands."""
    one = encounter[vehicle]
    if one.pos is None:
        return
    taken = {
        cell
        for other in encounter.everyone()
        if other.pos is not None
        for cell in footprint(other.pos, other.size)
    }
    ground = Ground(encounter.map)
    for y in range(one.pos.y - 1, one.pos.y + one.size.h + 1):
        for x in range(one.pos.x - 1, one.pos.x + one.size.w + 1):
            cell = Cell(x, y)
            if cell not in taken and ground.why_closed(cell) is None:
                yield cell


@plays(ChangeSeat)
def change_seat(table: Table, command: ChangeSeat) -> Procedure[None]:
    """Change to another seat, such as the driver's.

    Rules: CE-VEH-02
    """
    who = command.actor
    vehicle = (yield from _must_sit(table, who)).vehicle
    yield from _may_pay(table, who)
    seat = yield from _seat_wanted(table, who, vehicle, command.seat)
    yield from _pay(table, who)
    yield from emit(Seated(who=who, place=Aboard(vehicle=vehicle, seat=seat)))
    drives, changes = _("{who} takes the wheel of {other}"), _("{who} changes seats in {other}")
    yield from say(table, drives if seat == 0 else changes, who=who, other=vehicle)


@plays(BeltIn)
def belt_in(table: Table, command: BeltIn) -> Procedure[None]:
    """Belt in, or undo the belt.

    Rules: CE-VEH-07
    """
    who = command.actor
    place = yield from _must_sit(table, who)
    new, text = place.secured != command.secured, _("That is so already.")
    yield from require(new, "belt_unchanged", text, "CE-VEH-07", waivable=False)
    yield from _may_pay(table, who)
    yield from _pay(table, who)
    yield from emit(Seated(who=who, place=place.replace(secured=command.secured)))
    words = _("{who} belts in, {other}") if command.secured else _("{who} undoes the belt")
    yield from say(table, words, who=who, other=place.vehicle)


@plays(ChoosePort)
def choose_port(table: Table, command: ChoosePort) -> Procedure[None]:
    """Take a place at the firing ports on one side; free, and asked for where it is left open.

    Rules: CE-VEH-04
    """
    who, arc = command.actor, command.arc
    vehicle = (yield from _must_sit(table, who)).vehicle
    has_ports, text = machine_at(table.now, vehicle).closed, _("{who} is open on all sides.")
    yield from require(has_ports, "no_ports", text, "CE-VEH-05", who=vehicle)
    if arc == "ask":
        sides: dict[str, str] = {"any": _("Any")}
        sides |= {one: ARC_TITLES[one].capitalize() for one in ARCS}
        text = _("{who}: which firing port?")
        side = yield from choose(table, text, sides, "CE-VEH-04", key="port", whom=who, who=who)
        arc = next((one for one in ARCS if one == side), "")
    place = yield from _must_sit(table, who)
    yield from emit(Seated(who=who, place=place.replace(arc=arc or None)))
    words = ARC_TITLES[arc] if arc else _("any side")
    yield from say(table, _("{who} fires out: {side}"), who=who, side=words)
