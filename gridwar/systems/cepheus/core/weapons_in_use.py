"""Weapons that somebody can use, as they are now: carried, in hand, or mounted where they sit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.machines_and_aboard import machine_of, vehicle_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter
    from gridwar.systems.cepheus.core.weapon_records import Weapon


MOUNTED: Final = "mounted:"
"""Stands before the id of a weapon that belongs to the vehicle its user is aboard of."""


def holder_of(encounter: Encounter, actor: str, weapon_id: str) -> tuple[str, str]:
    """Return who holds a weapon that somebody uses, and its id there.

    Rules: CE-VEH-06
    """
    if not weapon_id.startswith(MOUNTED):
        return actor, weapon_id
    vehicle = vehicle_of(encounter, actor)
    return (vehicle or actor), weapon_id.removeprefix(MOUNTED)


def weapon_in_use(encounter: Encounter, actor: str, weapon_id: str) -> Weapon | None:
    """Return a weapon somebody uses, as it is now; None where they have no such weapon.

    Rules: CE-VEH-06
    """
    holder, own_id = holder_of(encounter, actor, weapon_id)
    if holder == actor and weapon_id.startswith(MOUNTED):
        return None
    return sheet_of(encounter[holder]).weapon(own_id)


def carrier_of(encounter: Encounter, actor: str, weapon_id: str) -> str | None:
    """Return the machine that a weapon is mounted on: the vehicle they are in, or the robot itself.

    Rules: CE-VEH-06
    """
    holder, own_id = holder_of(encounter, actor, weapon_id)
    if machine_of(encounter, holder) is None:
        return None
    weapon = sheet_of(encounter[holder]).weapon(own_id)
    return holder if weapon is not None and weapon.mount_arc is not None else None


def mounted_weapons(encounter: Encounter, actor: str) -> tuple[tuple[str, Weapon], ...]:
    """Return the weapons of the vehicle somebody is aboard of, by the ids they are used by."""
    vehicle = vehicle_of(encounter, actor)
    if vehicle is None:
        return ()
    weapons = sheet_of(encounter[vehicle]).weapons
    return tuple((f"{MOUNTED}{one.id}", one) for one in weapons if one.mount_arc is not None)


def in_hand(encounter: Encounter, who: str) -> tuple[Weapon, ...]:
    """Return what can be taken from somebody: the things in hand, one entry for each."""
    sheet = sheet_of(encounter[who])
    carried = {one.id for one in sheet.weapons}
    return tuple(
        one for one in sheet.weapons if one.ready and one.draw_minor and one.same_as not in carried
    )
