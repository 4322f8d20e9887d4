"""Getting in and out, changing seats, belting in: minor actions; before the fight they are free."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from gridwar.engine.kit import Procedure, ask, emit, explain, require, require_none
from gridwar.grid.ground import Ground
from gridwar.grid.metrics import Metric, footprint_distance_cells
from gridwar.model.command import Answer, Command
from gridwar.model.events import Climbed, CombatantMoved
from gridwar.model.geometry import Cell, footprint
from gridwar.model.question import Option, Question, Refusal
from gridwar.model.trace import Trace
from gridwar.systems.cepheus.actions.action_costs import (
    FREE,
    MINOR,
    Price,
    may_do,
    must_exist,
    pay,
    spoil_aim,
)
from gridwar.systems.cepheus.core.aboard import (
    driver_of,
    free_seat,
    machine_of,
    occupants,
    vehicle_of,
)
from gridwar.systems.cepheus.core.machine import ARCS, Aboard, ArcName
from gridwar.systems.cepheus.core.state import sheet_of, takes_turns
from gridwar.systems.cepheus.machines.bearing import ARC_TITLES
from gridwar.systems.cepheus.machines.driving_events import Seated
from gridwar.systems.cepheus.machines.seat_geometry import take_seats
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter

NEAR: Metric = Metric.CHEBYSHEV


class GetIn(Command):
    """Get into a vehicle, onto a seat; empty: the driver's if nobody drives, else the next free."""

    vehicle: str
    seat: int | None = Field(default=None, ge=0)


class GetOut(Command):
    """Get out of a vehicle, beside it."""


class ChangeSeat(Command):
    """Change to another seat; 0 is that of the driver."""

    seat: int = Field(ge=0)


class BeltIn(Command):
    """Belt in, or undo the belt."""

    secured: bool = True


class ChoosePort(Command):
    """Keep to the firing ports on one side of a closed vehicle; empty: whichever is free."""

    arc: ArcName | Literal["", "ask"] = "ask"


def _price(encounter: Encounter) -> Price:
    return MINOR if encounter.round else FREE


def _pay(table: Table, who: str) -> Procedure[None]:
    price = _price(table.now)
    if price == FREE:
        return
    yield from may_do(table, who, price)
    yield from pay(table, who, price)
    yield from spoil_aim(table, who, "acted")


def seats_left(encounter: Encounter, vehicle: str) -> tuple[int, ...]:
    """Return the seats that nobody sits on, the driver's first."""
    machine = machine_of(encounter, vehicle)
    if machine is None or machine.is_robot:
        return ()
    places = (sheet_of(encounter[who]).aboard for who in occupants(encounter, vehicle))
    taken = {place.seat for place in places if place is not None}
    return tuple(seat for seat in range(machine.seats) if seat not in taken)


def why_not_get_in(encounter: Encounter, who: str, vehicle: str) -> Refusal | None:
    """Return why somebody cannot get into a vehicle; None where he can.

    Rules: CE-VEH-04, CE-VEH-05
    """
    one = encounter[who]
    if vehicle not in encounter or not seats_left(encounter, vehicle):
        return Refusal("no_seat", _("There is no free seat."), ("CE-VEH-04",))
    if not takes_turns(sheet_of(one)):
        return Refusal("no_rider", _("A vehicle does not ride."), (), waivable=False)
    car, name = encounter[vehicle], encounter[vehicle].name
    if one.pos is None or car.pos is None:
        return Refusal("not_on_board", _("Both have to be on the board."), (), waivable=False)
    mine, body = footprint(one.pos, one.size), footprint(car.pos, car.size)
    if encounter.round and footprint_distance_cells(NEAR, mine, body) > 1:
        text = _("{name} is too far away.").format(name=name)
        return Refusal("too_far", text, ("CE-VEH-04",))
    machine = machine_of(encounter, vehicle)
    if encounter.round and machine is not None and machine.speed_kph:
        text = _("{name} is moving.").format(name=name)
        return Refusal("moving", text, ("CE-VEH-02",))
    return None


def get_in(table: Table, command: GetIn) -> Procedure[None]:
    """Get into a vehicle.

    Rules: CE-VEH-02, CE-VEH-04
    """
    who, vehicle = command.actor or "", command.vehicle
    yield from must_exist(table, who)
    yield from must_exist(table, vehicle)
    yield from require_none(why_not_get_in(table.now, who, vehicle))
    seat = command.seat
    if seat is None:
        seat = 0 if driver_of(table.now, vehicle) is None else free_seat(table.now, vehicle)
    yield from _pay(table, who)
    yield from emit(Seated(who=who, place=Aboard(vehicle=vehicle, seat=seat or 0)))
    yield from _tell(table, who, _("{name} gets into {vehicle}"), vehicle)
    up = table.now[vehicle].altitude - table.now[who].altitude
    if up:
        yield from emit(Climbed(who=who, by=up))
    yield from _put_down(table, who, vehicle)
    yield from take_seats(table)


def _put_down(table: Table, who: str, vehicle: str) -> Procedure[None]:
    """Put somebody inside, so that he is not taken for one who has left."""
    pos = table.now[vehicle].pos
    if table.now[who].pos != pos:
        yield from emit(CombatantMoved(who=who, to=pos, walked=False))


def get_out(table: Table, command: GetOut) -> Procedure[None]:
    """Get out, beside the vehicle.

    Rules: CE-VEH-04, CE-VEH-07
    """
    who = command.actor or ""
    yield from must_exist(table, who)
    vehicle = vehicle_of(table.now, who)
    text = _("{name} sits in no vehicle.").format(name=table.now[who].name)
    yield from require(vehicle is not None, "not_aboard", text, waivable=False)
    vehicle = vehicle or ""
    machine = machine_of(table.now, vehicle)
    stands = machine is None or not machine.speed_kph
    text = _("{name} is moving.").format(name=table.now[vehicle].name)
    yield from require(stands, "moving", text, "CE-VEH-02")
    yield from _pay(table, who)
    yield from emit(Seated(who=who, place=None))
    beside = next(_beside(table.now, vehicle), None)
    if beside is not None:
        yield from emit(CombatantMoved(who=who, to=beside, walked=False))
    yield from _tell(table, who, _("{name} gets out of {vehicle}"), vehicle)


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


def change_seat(table: Table, command: ChangeSeat) -> Procedure[None]:
    """Change to another seat, such as the driver's.

    Rules: CE-VEH-02
    """
    who = command.actor or ""
    yield from must_exist(table, who)
    vehicle = vehicle_of(table.now, who)
    text = _("{name} sits in no vehicle.").format(name=table.now[who].name)
    yield from require(vehicle is not None, "not_aboard", text, waivable=False)
    left = seats_left(table.now, vehicle or "")
    text = _("That seat is taken.")
    yield from require(command.seat in left, "no_seat", text, "CE-VEH-04")
    yield from _pay(table, who)
    yield from emit(Seated(who=who, place=Aboard(vehicle=vehicle or "", seat=command.seat)))
    words = (
        _("{name} takes the wheel of {vehicle}")
        if command.seat == 0
        else _("{name} changes seats in {vehicle}")
    )
    yield from _tell(table, who, words, vehicle or "")


def belt_in(table: Table, command: BeltIn) -> Procedure[None]:
    """Belt in, or undo the belt.

    Rules: CE-VEH-07
    """
    who = command.actor or ""
    yield from must_exist(table, who)
    place = sheet_of(table.now[who]).aboard
    text = _("{name} sits in no vehicle.").format(name=table.now[who].name)
    yield from require(place is not None, "not_aboard", text, waivable=False)
    if place is None:
        return
    vehicle = place.vehicle
    yield from _pay(table, who)
    yield from emit(Seated(who=who, place=place.replace(secured=command.secured)))
    words = _("{name} belts in, {vehicle}") if command.secured else _("{name} undoes the belt")
    yield from _tell(table, who, words, vehicle)


def choose_port(table: Table, command: ChoosePort) -> Procedure[None]:
    """Take a place at the firing ports on one side; free, and asked for where it is left open.

    Rules: CE-VEH-04
    """
    who = command.actor or ""
    yield from must_exist(table, who)
    place = sheet_of(table.now[who]).aboard
    text = _("{name} sits in no vehicle.").format(name=table.now[who].name)
    yield from require(place is not None, "not_aboard", text, waivable=False)
    arc = command.arc
    if arc == "ask":
        answer = yield from ask(lambda: _which_port(table.now, who))
        arc = next((one for one in ARCS if one == answer.option), "")
    place = sheet_of(table.now[who]).aboard
    if place is None:
        return
    vehicle = place.vehicle
    yield from emit(Seated(who=who, place=place.replace(arc=arc or None)))
    side = ARC_TITLES[arc] if arc else _("any side")
    yield from _tell(table, who, _("{name} fires out: {side}").replace("{side}", side), vehicle)


def _which_port(encounter: Encounter, who: str) -> Question:
    options = tuple(Option(arc, ARC_TITLES[arc].capitalize()) for arc in ARCS)
    title = _("{name}: which firing port?").format(name=encounter[who].name)
    return Question(
        key="port",
        recipient=who,
        title=title,
        options=(Option("any", _("Any")), *options),
        default=Answer(option="any"),
        rule_ids=("CE-VEH-04",),
    )


def _tell(table: Table, who: str, words: str, vehicle: str) -> Procedure[None]:
    names = {"name": table.now[who].name, "vehicle": table.now[vehicle].name}
    yield from explain(table, lambda: Trace(title=words.format(**names), tone="quiet"))
