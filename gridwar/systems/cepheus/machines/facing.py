"""How a vehicle faces: its arcs, the footprint that turns, and the seats that move with it."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Cell, Procedure, SheetEvent, emit, sets
from gridwar.grid.areas.arcs import arcs_of
from gridwar.model.events_combatants import Climbed, CombatantMoved
from gridwar.model.geometry import Size, footprint
from gridwar.model.roster_changes import Noted
from gridwar.systems.cepheus.core.machines_and_aboard import machine_of
from gridwar.systems.cepheus.core.machine_records import ARCS
from gridwar.systems.cepheus.core.machine_records import Aboard
from gridwar.systems.cepheus.core.machine_movement import Carried, is_across
from gridwar.systems.cepheus.core.state import sheet_of, switches_of
from gridwar.systems.cepheus.machines.machine_damage_events import MachineEvent
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Combatant, Encounter, Table
    from gridwar.systems.cepheus.core.machine_records import Machine
    from gridwar.systems.cepheus.core.machine_movement import ArcName
    from gridwar.systems.cepheus.core.weapon_records import Weapon

ARC_TITLES: Final[Mapping[str, str]] = {
    "front": _("front"),
    "right": _("right"),
    "rear": _("rear"),
    "left": _("left"),
    "turret": _("turret, all round"),
}
AXES_DEG: Final[Mapping[ArcName, float]] = {
    "front": 0.0,
    "right": 90.0,
    "rear": 180.0,
    "left": 270.0,
}


def arcs_to(encounter: Encounter, vehicle: str, target: str) -> tuple[ArcName, ...]:
    """Return the arcs of a vehicle in which a target stands, those of a stunt among them.

    Rules: CE-VEH-01, CE-VAC-04
    """
    one, other = encounter[vehicle], encounter[target]
    if one.pos is None or other.pos is None:
        return ()
    found = arcs_to_cells(encounter, vehicle, footprint(other.pos, other.size))
    machine = machine_of(encounter, vehicle)
    extra = machine.going.extra_arc if machine is not None else None
    if extra is None or extra.target != target:
        return found
    return tuple(arc for arc in ARCS if arc in found or arc == extra.arc)


def arcs_to_cells(
    encounter: Encounter, vehicle: str, cells: tuple[Cell, ...]
) -> tuple[ArcName, ...]:
    """Return the arcs of a vehicle in which some cells lie, the nearest of them.

    Rules: CE-VEH-01
    """
    one = encounter[vehicle]
    if one.pos is None:
        return ()
    mine = footprint(one.pos, one.size)
    if not set(mine).isdisjoint(cells):
        return ARCS
    arcs = {str(arc) for arc in arcs_of(mine, float(one.facing_deg or 0), cells)}
    if len(arcs) > 1 and switches_of(encounter).arc_edge == "front_rear":
        arcs &= {"front", "rear"}
    return tuple(arc for arc in ARCS if arc in arcs)


def bears(weapon: Weapon, arcs: tuple[ArcName, ...]) -> bool:
    """Return whether a weapon can be turned to one of the arcs.

    Rules: CE-VEH-06
    """
    return weapon.mount_arc in (None, "turret") or weapon.mount_arc in arcs


def mount_words(weapon: Weapon) -> str:
    """Return where a weapon points and what it has left."""
    arc = "" if weapon.mount_arc is None else ARC_TITLES[weapon.mount_arc]
    if weapon.loaded is None:
        return arc
    full = weapon.magazine if weapon.magazine is not None else weapon.loaded
    return _("{arc}, {n} of {full}").format(arc=arc, n=weapon.loaded, full=full)


# --- events --------------------------------------------------------------------------------------


class Swung(SheetEvent):
    """A vehicle turned, and its footprint with it."""

    size: Size
    by_deg: int = 0
    pos: Cell | None = None

    def changed(self, one: Combatant) -> Combatant:
        """Turn it."""
        facing = ((one.facing_deg or 0) + self.by_deg) % 360
        turned = one.replace(facing_deg=facing, size=self.size, pos=self.pos)
        sheet = sheet_of(one)
        if sheet.machine is None:
            return turned
        carried = sheet.machine.going.carried
        if carried is None:
            return turned
        machine = sheet.machine.went(carried=carried.replace(across=is_across(facing)))
        return turned.replace(sheet=sheet.replace(machine=machine))


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


# --- places ---------------------------------------------------------------------------------------


def size_facing(size: Size, facing_deg: int, *, across: bool) -> Size:
    """Return a footprint after a turn: across where it lay along the map, or the other way.

    Args:
        size: As it lay before.
        facing_deg: Where the front points.
        across: Whether it lay across the map.

    Rules: CE-VEH-01
    """
    return Size(size.h, size.w) if is_across(facing_deg) != across else size


def swung(encounter: Encounter, who: str, by_deg: int) -> Swung:
    """Return the event by which a vehicle turns about its middle; the map keeps hold of it.

    Args:
        encounter: The fight.
        who: The vehicle.
        by_deg: How far, clockwise.

    Rules: CE-VEH-01
    """
    one = encounter[who]
    before = one.facing_deg or 0
    size = size_facing(one.size, before + by_deg, across=_lies_across(encounter, who))
    return _laid(encounter, who, by_deg, size)


def _lies_across(encounter: Encounter, who: str) -> bool:
    machine = machine_of(encounter, who)
    if machine is None or machine.going.carried is None:
        return is_across(encounter[who].facing_deg or 0)
    return machine.going.carried.across


def _laid(encounter: Encounter, who: str, by_deg: int, size: Size) -> Swung:
    one = encounter[who]
    pos = one.pos
    if pos is not None and size != one.size:
        # Halves are cut towards 0: turned and turned back, it is where it was.
        x, y = pos.x + int((one.size.w - size.w) / 2), pos.y + int((one.size.h - size.h) / 2)
        battle_map = encounter.map
        x = max(0, min(x, battle_map.width - size.w))
        y = max(0, min(y, battle_map.height - size.h))
        pos = Cell(x, y)
    return Swung(who=who, by_deg=by_deg, size=size, pos=pos)


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
        yield from emit(_laid(table.now, who, 0, size))


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
