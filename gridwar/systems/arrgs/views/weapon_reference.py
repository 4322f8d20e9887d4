"""A weapon or spell as it is looked up: what it does and takes, what it is, with the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Figure, Trait, WeaponReference
from gridwar.systems.arrgs.core.sheet import sheet_of
from gridwar.systems.arrgs.core.tables import check_title, squares_words
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon

_NATURAL: Final = 20


def weapons_told(encounter: Encounter, who: str) -> tuple[WeaponReference, ...]:
    """Return the weapons and spells of somebody in the rulebook's words."""
    return tuple(map(_told, sheet_of(encounter[who]).weapons))


def _told(weapon: Weapon) -> WeaponReference:
    kinds = {"melee": _("melee weapon"), "ranged": _("ranged weapon"), "spell": _("spell")}
    ways = ("AR-SPL-01", "AR-SPL-05") if weapon.is_spell else ("AR-ATK-01", "AR-MNV-02")
    return WeaponReference(
        id=weapon.id,
        title=weapon.title,
        kind=kinds[weapon.category],
        figures=tuple(_figures(weapon)),
        traits=tuple(_traits(weapon)),
        rules=("AR-CHK-07", *ways),
        tables=() if weapon.range_increment is None else ("AR-RNG-01",),
    )


def _figures(weapon: Weapon) -> Iterator[Figure]:
    if weapon.effect == "damage":
        types = ", ".join(weapon.types)
        yield Figure(_("Base SV"), f"{weapon.base_sv}", types, "AR-DMG-01")
    yield Figure(_("Check"), check_title(weapon.attack_check), rule_id="AR-CHK-07")
    if weapon.defence:
        yield Figure(_("Faces"), check_title(weapon.defence), rule_id="AR-ATK-05")
    yield Figure(_("Critical from"), f"{weapon.critical_range}", rule_id="AR-CRT-02")
    if weapon.range_increment is not None:
        most = weapon.max_increments
        words = "" if most is None else _("{n} increments at most").format(n=most)
        yield Figure(
            _("Range Increment"), squares_words(weapon.range_increment), words, "AR-RNG-01"
        )
    if weapon.capacity:
        value = f"{weapon.loaded}/{weapon.capacity}"
        words = _("reloading: {n} points, DC {dc}")
        hint = words.format(n=weapon.reload_points, dc=weapon.reload_dc)
        yield Figure(_("Rounds"), value, hint, "AR-MNV-14")
    if weapon.area_radius is not None:
        yield Figure(_("Area"), squares_words(weapon.area_radius), weapon.area_form, "AR-ARE-01")
    if weapon.is_spell:
        yield Figure(_("Level"), f"{weapon.spell_level}", weapon.school, "AR-SPL-01")
    if weapon.prepared is not None:
        yield Figure(_("Prepared"), f"{weapon.prepared}", rule_id="AR-SPL-05")


def _traits(weapon: Weapon) -> Iterator[Trait]:
    if weapon.unarmed:
        yield Trait(_("unarmed: it provokes"), "AR-OPP-04")
    if weapon.critical_range < _NATURAL:
        words = _("critical from a natural {n}").format(n=weapon.critical_range)
        yield Trait(words, "AR-CRT-02")
    if weapon.trip_bonus:
        yield Trait(_("{n:+d} to trip").format(n=weapon.trip_bonus), "AR-MNV-20")
    if weapon.arcs:
        words = _("strikes to the {arcs}").format(arcs=", ".join(sorted(weapon.arcs)))
        yield Trait(words, "AR-TRN-04")
    if weapon.reload_several:
        yield Trait(_("a good Reload loads more than one round"), "AR-MNV-14")
    if weapon.duration == "concentration":
        yield Trait(_("lasts while its caster concentrates"), "AR-SPL-04")
    if weapon.steered:
        words = _("can be steered over {squares}").format(squares=squares_words(weapon.steered))
        yield Trait(words, "AR-MNV-05")
