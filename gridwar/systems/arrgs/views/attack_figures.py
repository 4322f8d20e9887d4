"""The figures of an attack as a sheet shows them: its Success Value, and what resists it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import StageFigure
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.attacks.charge_options_and_ways import Charge
from gridwar.systems.arrgs.attacks.repeated_attack import RepeatedAttack
from gridwar.systems.arrgs.core.sheet import sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Command, Encounter
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon

DAMAGING: Final = (Attack, Charge, RepeatedAttack)
"""Manoeuvres with a weapon that do damage."""


def weapon_used(encounter: Encounter, command: Command) -> Weapon | None:
    """Return the weapon of a manoeuvre against somebody that does damage; None without one."""
    if not isinstance(command, DAMAGING) or command.actor not in encounter:
        return None
    if command.target not in encounter:
        return None
    weapons = sheet_of(encounter[command.actor]).weapons
    weapon = next((one for one in weapons if one.id == command.weapon), None)
    return weapon if weapon is not None and weapon.effect == "damage" else None


def built_figures(encounter: Encounter, command: Command) -> tuple[StageFigure, ...]:
    """Return from what Success Value on an attack begins.

    Rules: AR-ATK-03
    """
    weapon = weapon_used(encounter, command)
    if weapon is None:
        return ()
    words = _("{weapon}, Success Value when just met").format(weapon=weapon.name)
    return (StageFigure(str(weapon.base_sv), words, "AR-ATK-03"),)


def arriving_figures(encounter: Encounter, command: Command) -> tuple[StageFigure, ...]:
    """Return from what Success Value on an attack begins, and what resists its types.

    Rules: AR-DMG-01, AR-DMG-03, AR-DMG-04
    """
    weapon = weapon_used(encounter, command)
    if weapon is None or not isinstance(command, DAMAGING):
        return ()
    return tuple(_steps(encounter, weapon, command.target))


def _steps(encounter: Encounter, weapon: Weapon, target: str) -> Iterator[StageFigure]:
    sheet = sheet_of(encounter[target])
    yield StageFigure(f"{weapon.base_sv}+", _("built, with the margin"), "AR-DMG-01")
    resisted = max((dr.value for dr in sheet.dr if dr.type in weapon.types), default=0)
    yield StageFigure(f"\u2212{resisted}" if resisted else "0", _("resistance"), "AR-DMG-03")
    if any(kind in sheet.vulnerable for kind in weapon.types):
        yield StageFigure("\u00d71\u00bd", _("vulnerable"), "AR-DMG-04")
