"""Drive and armour: what drive an element has, and how much of its damage passes the armour."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.systems.drive.core.house_rules_and_settings import switches_of
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.core.weapons_armour_resistances import PRECISE, Armour, Weapon
from gridwar.systems.drive.harm.blow_and_elements import Amount, Blow, Element, share, weapon_behind
from gridwar.systems.drive.harm.resistances_and_degrees import _WHOLE
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Procedure, Table


def set_drive(table: Table, blow: Blow) -> Procedure[Blow]:
    """Give each element its drive: energy its damage, or the weapon's where that is higher (S9).

    Rules: DR-NRG-01, DR-NRG-02, DR-CRT-05, DR-CRT-06, DR-MIX-05, DR-SHD-16, DR-AUR-10
    """
    yield from ()
    made: list[Element] = []
    for element in blow.elements:
        weapon = weapon_behind(table.now, blow, element)
        base = base_drive(blow.elements, element, weapon)
        tally = table.tally(f"drive {element.number}", aside=True)
        tally.line("DR-NRG-01" if element.is_energy else "DR-ARM-01", _("Drive"), floor(base))
        if blow.drive_bonus:
            tally.line("DR-CRT-05", _("Critical hit"), drive_bonus(weapon, blow.manner.mode))
        made.append(replace(element, drive=tally.total + (base - floor(base))))
    return replace(blow, elements=tuple(made))


def base_drive(elements: tuple[Element, ...], element: Element, weapon: Weapon | None) -> Amount:
    """Return the drive of an element before bonuses.

    Energy has the drive of what is delivered of it, or that of the same weapon's normal damage
    where that is higher; frag and blast of an explosive never share theirs.

    Rules: DR-NRG-01, DR-MIX-01, DR-MIX-02, DR-MIX-03, DR-MIX-08
    """
    if not element.is_energy:
        return element.delivered_drive
    if weapon is None or weapon.is_device or weapon.frag is not None:
        return element.delivered
    normal = [
        one.delivered_drive
        for one in elements
        if one.shot == element.shot and one.part == element.part and not one.is_energy
    ]
    return max([element.delivered, *normal])


def drive_bonus(weapon: Weapon | None, mode: str) -> int:
    """Return by how much a critical hit raises the drive of a weapon.

    Rules: DR-CRT-05
    """
    numbers = constants().critical
    is_precise = weapon is not None and PRECISE in weapon.tags and mode == "melee"
    return numbers.precise_drive if is_precise else numbers.drive


def meet_armour(table: Table, blow: Blow) -> Procedure[Blow]:
    """Compare each element's drive with the armour range (S10).

    Rules: DR-ARM-02, DR-ARM-03, DR-ARM-04, DR-NRG-05, DR-MIX-06
    """
    yield from ()
    armour, rounding = sheet_of(table.now[blow.target]).armour, switches_of(table.now).rounding
    made = []
    for element in blow.elements:
        percent = passing_percent(armour, element.kind, element.drive)
        left = share(element.delivered, percent, rounding)
        made.append(replace(element, passing_percent=percent, after_armour=left, after_high=left))
    return replace(blow, elements=tuple(made))


def passing_percent(armour: Armour | None, kind: str, drive: Amount) -> int:
    """Return how much of some damage passes an armour: nothing, half or all of it.

    Rules: DR-ARM-02, DR-NRG-05, DR-MIX-06
    """
    if armour is None or drive > armour.hi:
        return _WHOLE
    if drive < armour.lo:
        return 0
    if kind == "electric" and armour.metallic:
        return _WHOLE
    return constants().armour.inside_percent
