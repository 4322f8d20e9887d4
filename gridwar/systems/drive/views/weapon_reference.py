"""A weapon as it is looked up: damage, drive, energy, what it is, with the rules of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Figure, Trait, WeaponReference
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.core.weapons_armour_resistances import PRECISE
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.drive.core.weapons_armour_resistances import Weapon


def weapons_told(encounter: Encounter, who: str) -> tuple[WeaponReference, ...]:
    """Return the weapons of somebody in the rulebook's words."""
    return tuple(map(_told, sheet_of(encounter[who]).weapons))


def _told(weapon: Weapon) -> WeaponReference:
    return WeaponReference(
        id=weapon.id,
        title=weapon.words,
        kind=_("ranged weapon") if weapon.ranged else _("melee weapon"),
        figures=tuple(_figures(weapon)),
        traits=tuple(_traits(weapon)),
        rules=("DR-RED-04",) if weapon.ranged else ("DR-RED-02", "DR-RED-03"),
        tables=("DR-ARM-02",),
    )


def _figures(weapon: Weapon) -> Iterator[Figure]:
    if weapon.base_damage is not None:
        yield Figure(_("Damage"), f"{weapon.base_damage}", rule_id="DR-ARM-01")
        yield Figure(_("Drive"), f"{weapon.base_drive or 0}", rule_id="DR-ARM-02")
    if not weapon.ranged and weapon.base_damage is not None:
        words = _("{damage} damage, {drive} drive").format(
            damage=weapon.str_damage_per_point, drive=weapon.str_drive_per_point
        )
        yield Figure(_("Each point of Strength"), words, rule_id="DR-RED-02")
    for part in weapon.energy:
        yield Figure(part.kind.capitalize(), f"{part.damage}", _("energy"), "DR-NRG-01")
    if weapon.frag is not None:
        words = _("at drive {n}").format(n=weapon.frag.drive)
        yield Figure(_("Splinters"), f"{weapon.frag.damage}", words, "DR-AOE-12")
    if weapon.zone is not None:
        value = f"{weapon.zone.high}/{weapon.zone.low}"
        words = _("{kind}, {type} weapon").format(kind=weapon.zone.kind, type=weapon.zone.type)
        yield Figure(_("Fills zones"), value, words, "DR-AOE-13")
    if weapon.ranged:
        band = weapon.crit_max_band
        yield Figure(_("Critical hits up to"), band, rule_id="DR-CRT-03")
    if weapon.volley > 1:
        yield Figure(_("Shots an attack"), f"{weapon.volley}", rule_id="DR-ARM-04")


def _traits(weapon: Weapon) -> Iterator[Trait]:
    if PRECISE in weapon.tags:
        yield Trait(_("precise: a critical hit gains more drive"), "DR-CRT-05")
    if weapon.is_device:
        yield Trait(_("explosive or grenade"), "DR-AOE-12")
    if weapon.material:
        yield Trait(_("made of {material}").format(material=weapon.material), "DR-RES-04")
    if weapon.blunt:
        yield Trait(_("blunt"), "DR-RES-04")
    if weapon.is_pure_energy:
        yield Trait(_("pure energy"), "DR-NRG-01")
    if not weapon.may_dismember:
        yield Trait(_("takes off no limbs"), "DR-MIX-09")
    elif weapon.dismember_note:
        yield Trait(weapon.dismember_note, "DR-MIX-10")
