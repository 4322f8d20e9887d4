"""Arcs of vehicles: in which of the four somebody stands, and which weapons bear."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.grid.areas.arcs import arcs_of
from gridwar.model.geometry import footprint
from gridwar.systems.cepheus.core.aboard import machine_of
from gridwar.systems.cepheus.core.machine import ARCS
from gridwar.systems.cepheus.core.state import switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.systems.cepheus.core.machine_movement import ArcName
    from gridwar.systems.cepheus.core.weapons import Weapon

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
