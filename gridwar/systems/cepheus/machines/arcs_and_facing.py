"""How a vehicle faces: its arcs, and the footprint that turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Cell, SheetEvent, cells_towards
from gridwar.grid.areas.arcs import arcs_of
from gridwar.model.geometry import Size, footprint
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.machine_records import ARCS, is_across
from gridwar.systems.cepheus.core.machines_and_aboard import machine_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Combatant, Encounter
    from gridwar.systems.cepheus.core.machine_records import ArcName
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
    there = cells_towards(encounter.map, mine, cells)
    arcs = {str(arc) for arc in arcs_of(mine, float(one.facing_deg or 0), there)}
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
    return laid(encounter, who, by_deg, size)


def _lies_across(encounter: Encounter, who: str) -> bool:
    machine = machine_of(encounter, who)
    if machine is None or machine.going.carried is None:
        return is_across(encounter[who].facing_deg or 0)
    return machine.going.carried.across


def laid(encounter: Encounter, who: str, by_deg: int, size: Size) -> Swung:
    """Return the event by which a vehicle takes up a footprint about its middle, on the map."""
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
