"""A weapon as it is looked up: what it does and how far, what it is, with the rules of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Figure, Trait, WeaponReference, ngettext
from gridwar.systems.percentile.core.fight_state import sheet_of
from gridwar.systems.percentile.core.weapons import UNARMED
from gridwar.systems.percentile.core.weapons_in_hand import weapon_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.percentile.core.weapons import PercentileWeapon


def weapons_told(encounter: Encounter, who: str) -> tuple[WeaponReference, ...]:
    """Return the weapons of somebody in the rulebook's words, bare hands last."""
    one = encounter[who]
    bare = (weapon_of(one, UNARMED),)
    every = {it.id: it for it in (*sheet_of(one).weapons, *bare) if it is not None}
    return tuple(map(_told, every.values()))


def _told(found: PercentileWeapon) -> WeaponReference:
    kinds = {
        "melee": _("melee weapon"),
        "ranged": _("ranged weapon"),
        "thrown_melee": _("thrown melee weapon"),
    }
    return WeaponReference(
        id=found.id,
        title=found.title,
        kind=kinds[found.kind],
        figures=tuple(_figures(found)),
        traits=tuple(_traits(found)),
        rules=("PC-ATK-01",) if found.is_melee else ("PC-ATK-02",),
        tables=("PC-ATK-07",),
    )


def _figures(weapon: PercentileWeapon) -> Iterator[Figure]:
    dice = weapon.damage
    plus = f"{dice.flat:+d}" if dice.flat else ""
    bonus = _("and the Strength Bonus") if weapon.add_sb and weapon.kind != "ranged" else ""
    yield Figure(_("Damage"), f"{dice.count}D{dice.sides}{plus}", bonus, "PC-ATK-11")
    if weapon.pen:
        yield Figure(_("Penetration"), f"{weapon.pen}", rule_id="PC-ATK-12")
    if weapon.is_melee:
        yield Figure(_("Reach"), _squares(weapon.reach_cells), rule_id="PC-ATK-01")
    else:
        far = _("as far as {squares}").format(squares=_squares(weapon.maximum_distance))
        yield Figure(_("Range"), _squares(weapon.range_cells), far, "PC-ATK-02")
    if weapon.has_hits:
        rule = "PC-ACT-03" if weapon.is_melee else "PC-ACT-02"
        yield Figure(_("Hit rating"), f"{weapon.hit_rating}", rule_id=rule)
    for capacity, words in ((weapon.semi, _("semi-automatic")), (weapon.full, _("full automatic"))):
        if capacity:
            yield Figure(_("Capacity"), f"{capacity}", words, "PC-ACT-11")


def _squares(number: int) -> str:
    return ngettext("{n} square", "{n} squares", number).format(n=number)


def _traits(weapon: PercentileWeapon) -> Iterator[Trait]:
    if not weapon.equipped:
        yield Trait(_("not in hand: it cannot be used"))
    if weapon.jammed:
        yield Trait(_("jammed: it cannot fire until it is cleared"), "PC-ACT-02")
    if weapon.unarmed:
        yield Trait(_("counts as unarmed"), "PC-UNA-01")
    if weapon.natural:
        yield Trait(_("natural weapon"), "PC-UNA-04")
    if weapon.small or weapon.pistol:
        yield Trait(_("can be used in a grapple"), "PC-GRP-07")
    if weapon.approved:
        yield Trait(_("approved for long range"), "PC-ALT-05")
    if weapon.primitive:
        yield Trait(_("primitive"))
    if weapon.subdual:
        yield Trait(_("subdual"))
