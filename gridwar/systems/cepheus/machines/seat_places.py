"""Seats of a vehicle on the map: occupants stay in theirs as it moves and turns."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

from gridwar.engine.kit import Cell, Procedure, SheetEvent, emit, sets
from gridwar.model.events_combatants import Climbed, CombatantMoved
from gridwar.model.geometry import footprint
from gridwar.model.roster_changes import Noted
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.machine_records import Aboard, Carried, is_across
from gridwar.systems.cepheus.core.machines_and_aboard import machine_of
from gridwar.systems.cepheus.machines.arcs_and_facing import laid, size_facing
from gridwar.systems.cepheus.machines.machine_damage_events import MachineEvent

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant, Encounter, Table
    from gridwar.systems.cepheus.core.machine_records import Machine


@sets("aboard", of="place")
class Seated(SheetEvent):
    """Somebody took a seat, changed it, or left the vehicle (none)."""

    place: Aboard | None


class CrewCarried(MachineEvent):
    """The occupants of a vehicle are in their seats where it stands now."""

    pos: Cell | None
    facing_deg: int = 0

    def made(self, machine: Machine) -> Machine:
        """Note the place; off the board there is none."""
        if self.pos is None:
            return machine.went(carried=None)
        across, (x, y) = is_across(self.facing_deg), self.pos
        carried = Carried(x=x, y=y, deg=self.facing_deg, across=across)
        return machine.went(carried=carried)


def seat_cell(one: Combatant, seat: int) -> Cell | None:
    """Return the square of a seat: from the front to the rear, side by side.

    Args:
        one: The vehicle.
        seat: The seat, that of the driver is 0.
    """
    if one.pos is None:
        return None
    cells = footprint(one.pos, one.size)
    facing = radians(one.facing_deg or 0)
    ahead, aside = (sin(facing), -cos(facing)), (cos(facing), sin(facing))

    def from_the_front(cell: Cell) -> tuple[float, float]:
        forward = cell.x * ahead[0] + cell.y * ahead[1]
        return -round(forward, 6), round(cell.x * aside[0] + cell.y * aside[1], 6)

    ordered = sorted(cells, key=from_the_front)
    return ordered[seat % len(ordered)]


def concerned_by(encounter: Encounter) -> tuple[str, ...]:
    """Return who is aboard of something or a machine, in the order they joined."""
    held = _CREWS.on(encounter.combatants)
    return tuple(who for who in encounter.combatants if who in held) if held else ()


def _concerned(one: Combatant) -> bool:
    sheet = sheet_of(one)
    return sheet.aboard is not None or sheet.machine is not None


_CREWS = Noted(_concerned)


def take_seats(table: Table) -> Procedure[None]:
    """Let footprints follow facings and occupants follow their vehicles.

    Whoever was taken out of the vehicle by hand has left it.

    Rules: CE-VEH-01
    """
    concerned = concerned_by(table.now)
    if not concerned:
        return
    for who in concerned:
        if sheet_of(table.now[who]).machine is not None:
            yield from _lie_right(table, who)
    moved = {who for who in concerned if _has_gone_on(table.now, who)}
    for who in concerned:
        yield from _sit(table, who, moved)
    for who in sorted(moved):
        one = table.now[who]
        yield from emit(CrewCarried(who=who, pos=one.pos, facing_deg=one.facing_deg or 0))


def _lie_right(table: Table, who: str) -> Procedure[None]:
    one = table.now[who]
    machine, facing = sheet_of(one).machine, one.facing_deg or 0
    if machine is None or machine.going.carried is None:
        return
    size = size_facing(one.size, facing, across=machine.going.carried.across)
    if size != one.size:
        yield from emit(laid(table.now, who, 0, size))


def _has_gone_on(encounter: Encounter, who: str) -> bool:
    one = encounter[who]
    machine = sheet_of(one).machine
    if machine is None or machine.is_robot:
        return False
    carried = machine.going.carried
    if carried is None or one.pos is None:
        return (carried is None) != (one.pos is None)
    return carried.cell != one.pos or carried.deg != (one.facing_deg or 0)


def _sit(table: Table, who: str, moved: set[str]) -> Procedure[None]:
    encounter = table.now
    place = sheet_of(encounter[who]).aboard
    if place is None:
        return
    if machine_of(encounter, place.vehicle) is None:
        yield from emit(Seated(who=who, place=None))
        return
    one, vehicle = encounter[who], encounter[place.vehicle]
    if vehicle.pos is None and place.vehicle not in moved:
        return
    cell, up = seat_cell(vehicle, place.seat), vehicle.altitude - one.altitude
    inside = vehicle.pos is not None and one.pos in footprint(vehicle.pos, vehicle.size)
    if not inside and place.vehicle not in moved and one.pos is not None:
        yield from emit(Seated(who=who, place=None))
        return
    if one.pos != cell:
        yield from emit(CombatantMoved(who=who, to=cell, walked=False))
    if up:
        yield from emit(Climbed(who=who, by=up))
