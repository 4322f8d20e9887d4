"""A weapon as it is looked up: what it does and takes, what it is, with the rules of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Figure, Trait, WeaponReference
from gridwar.systems.cepheus.attacks.firing_modes import ways_of
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.weapons_in_use import mounted_weapons
from gridwar.systems.cepheus.machines.arcs_and_facing import mount_words
from gridwar.systems.cepheus.views.attack_rule_tables import type_title
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.cepheus.core.weapon_records import Weapon

_RULES = {"melee": "CE-SIG-04", "ranged": "CE-SIG-05", "thrown": "CE-SIG-06"}


def weapons_told(encounter: Encounter, who: str) -> tuple[WeaponReference, ...]:
    """Return the weapons that somebody carries or serves, in the rulebook's words."""
    own = ((weapon.id, weapon) for weapon in sheet_of(encounter[who]).weapons)
    every = (*own, *mounted_weapons(encounter, who))
    return tuple(_told(encounter, weapon_id, weapon) for weapon_id, weapon in every)


def _told(encounter: Encounter, weapon_id: str, weapon: Weapon) -> WeaponReference:
    tables = ("CE-RNG-03", "CE-FIR-02") if weapon.bursts else ("CE-RNG-03",)
    spreads = ("CE-FIR-04",) if weapon.ammo_kind == "flechette" else ()
    return WeaponReference(
        id=weapon_id,
        title=weapon.name,
        kind=type_title(weapon),
        figures=tuple(_figures(weapon)),
        traits=tuple(_traits(encounter, weapon)),
        rules=(_RULES[weapon.form], *spreads),
        tables=tables,
    )


def _figures(weapon: Weapon) -> Iterator[Figure]:
    if weapon.damage_dice or not weapon.blast:
        plus = f"{weapon.damage_bonus:+d}" if weapon.damage_bonus else ""
        more = "" if weapon.adds_effect else _("without the Effect")
        yield Figure(_("Damage"), f"{weapon.damage_dice}D6{plus}", more, "CE-DMG-01")
    for zone in weapon.blast:
        words = _("up to {m:g} m").format(m=zone.radius_m)
        yield Figure(_("Explosion"), f"{zone.dice}D6", words, "CE-EXP-01")
    if weapon.skill:
        yield Figure(_("Skill"), weapon.skill.replace("_", " "), rule_id="CE-CORE-04")
    if weapon.loaded is not None and weapon.magazine is not None:
        words = _("{n} of {most}").format(n=weapon.loaded, most=weapon.magazine)
        reload = _("reloading: {price}").format(price=_minors(weapon.reload_minor))
        yield Figure(_("Rounds"), words, reload, "CE-MIN-05")
    elif weapon.loaded is not None:
        yield Figure(_("Left"), f"{weapon.loaded}", rule_id="CE-MIN-05")
    state = _("in hand") if weapon.ready else _("not in hand")
    yield Figure(_("Drawing"), _minors(weapon.draw_minor), state, "CE-MIN-05")
    if weapon.mount_arc is not None:
        yield Figure(_("Mounted"), mount_words(weapon), rule_id="CE-VEH-06")


def _minors(number: int) -> str:
    """Return a price in minor actions."""
    if not number:
        return _("no action")
    words = ngettext("{n} minor action", "{n} minor actions", number)
    return words.format(n=number)


def _traits(encounter: Encounter, weapon: Weapon) -> Iterator[Trait]:
    for way, words in ways_of(weapon, switches_of(encounter)).items():
        if isinstance(words, tuple):
            rule = "CE-FIR-03" if way.mode == "panic" else "CE-FIR-02"
            yield Trait(_("{way}: {worth}").format(way=words[0], worth=words[1]), rule)
    tolerance = weapon.intelligent_tolerance
    marks = (
        (weapon.laser_sight, _("laser sight: +1 when aimed"), "CE-SIG-09"),
        (tolerance is not None, _("intelligent within a total DM of {n}"), "CE-SIG-08"),
        (weapon.ammo_kind == "flechette", _("flechettes: they spread farther off"), "CE-FIR-04"),
        (weapon.recoil, _("recoil: counts in zero gravity"), "CE-ZRG-02"),
        (weapon.laser, _("laser: smoke and fog count double"), "CE-ENV-02"),
        (weapon.energy, _("energy: half damage at extreme range"), "CE-FIR-06"),
        (weapon.leaves_hand, _("leaves the hand when thrown"), "CE-THR-01"),
        (weapon.is_payload, _("thrown to arrive, not to strike"), "CE-THR-02"),
    )
    for holds, title, rule in marks:
        if holds:
            yield Trait(title.format(n=tolerance), rule)
