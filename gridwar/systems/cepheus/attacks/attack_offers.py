"""The attacks that are offered, on somebody, at a square, blind, and what they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec.structs import replace
from pydantic import Field

from gridwar.engine.kit import Act, Cell, Role, Variant, offer
from gridwar.model.geometry import cell_name
from gridwar.systems.cepheus.actions.action_costs import SIGNIFICANT
from gridwar.systems.cepheus.attacks.attack_values import ArmChoice, BurstUse, Shot
from gridwar.systems.cepheus.attacks.firing import SUPPRESSION
from gridwar.systems.cepheus.core.aboard import mounted_weapons
from gridwar.systems.cepheus.core.headings import ATTACK, VEHICLES_WEAPONS, for_people
from gridwar.systems.cepheus.core.person import SightBy
from gridwar.systems.cepheus.core.state import sheet_of
from gridwar.systems.cepheus.machines.facing import mount_words
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.cepheus.core.weapons import Weapon

_WORDS: Final = {
    "melee": (_("Strike: {weapon}"), "sword"),
    "ranged": (_("Shoot: {weapon}"), "crosshair"),
    "thrown": (_("Throw: {weapon}"), "bomb"),
}
"""Title and icon of an attack with a form of weapon."""


def weapon_variant(
    weapon_id: str, weapon: Weapon, *, note: str | None = None, shortcut: str = ""
) -> Variant:
    """Return the variant of an offer for one weapon.

    Args:
        weapon_id: The id its user knows it by.
        weapon: The weapon.
        note: Quiet words of its own.
        shortcut: A letter.
    """
    names = frozendict(weapon=weapon.name)
    fields = frozendict(weapon=weapon_id)
    return Variant(weapon_id, fields, names, note=note, shortcut=shortcut or None, weapon=weapon_id)


@for_people
def _in_hand(encounter: Encounter, who: str) -> Iterator[Variant]:
    ready = (one for one in sheet_of(encounter[who]).weapons if one.ready)
    for number, weapon in enumerate(ready, start=1):
        title, icon = _WORDS[weapon.form]
        shortcut = "A" if number == 1 else ""
        variant = weapon_variant(weapon.id, weapon, note=_rounds(weapon), shortcut=shortcut)
        yield replace(variant, title=title, icon=icon)


@for_people
def _to_throw(encounter: Encounter, who: str) -> Iterator[Variant]:
    for weapon in sheet_of(encounter[who]).weapons:
        if weapon.ready and weapon.form == "thrown":
            yield weapon_variant(weapon.id, weapon, note=_rounds(weapon))


@for_people
def _mounted(encounter: Encounter, who: str) -> Iterator[Variant]:
    for number, (weapon_id, weapon) in enumerate(mounted_weapons(encounter, who), start=1):
        shortcut = "G" if number == 1 else ""
        yield weapon_variant(weapon_id, weapon, note=mount_words(weapon), shortcut=shortcut)


@for_people
def _guns(encounter: Encounter, who: str) -> Iterator[Variant]:
    own = ((one.id, one) for one in sheet_of(encounter[who]).weapons)
    for weapon_id, weapon in (*own, *mounted_weapons(encounter, who)):
        if weapon.ready and weapon.form == "ranged" and not weapon.is_empty:
            yield weapon_variant(weapon_id, weapon)


def _rounds(weapon: Weapon) -> str:
    if weapon.loaded is None:
        return ""
    if weapon.form == "thrown":
        return _("{n} left").format(n=weapon.loaded)
    full = weapon.magazine if weapon.magazine is not None else weapon.loaded
    return _("{n} of {full}").format(n=weapon.loaded, full=full)


class _Firing(Act):
    """What attacks on somebody and on a square have in common.

    ``mode`` is ``single``, ``burst``, ``panic`` or ``suppression``; ``rounds`` are those of a
    burst, ``use`` what it is used for; ``sight_by`` is the eye or a sensor.
    """

    weapon: str
    mode: str = "single"
    rounds: int = Field(default=1, ge=1, le=1000)
    use: BurstUse = "attack"
    sight_by: SightBy = "eye"


@offer(
    _("Shoot: {weapon}"),
    icon="crosshair",
    group=VEHICLES_WEAPONS,
    role=Role.STRIKE,
    needs="combatant",
    price=SIGNIFICANT,
    each=_mounted,
)
@offer(
    _("Strike: {weapon}"),
    icon="sword",
    group=ATTACK,
    role=Role.STRIKE,
    needs="combatant",
    price=SIGNIFICANT,
    each=_in_hand,
)
class Attack(_Firing):
    """Attack somebody with a weapon.

    ``arm`` is what a melee attack is made with; empty takes the better one. ``others`` are further
    targets of suppressing fire.
    """

    target: str
    arm: ArmChoice = ""
    others: tuple[str, ...] = ()


@offer(
    _("At a square: {weapon}"),
    icon="bomb",
    group=ATTACK,
    role=Role.STRIKE,
    needs={"cell": "square"},
    price=SIGNIFICANT,
    each=_to_throw,
    id="throw",
)
class ThrowAt(_Firing):
    """Throw a weapon at a square."""

    square: Cell


@offer(
    _("Blind fire: {weapon}"),
    icon="eye-off",
    group=ATTACK,
    role=Role.STRIKE,
    needs={"cell": "square"},
    price=SIGNIFICANT,
    note=_("at whoever is on the line"),
    each=_guns,
    id="blind",
)
class FireBlind(_Firing):
    """Fire through a square without seeing whom."""

    square: Cell


def shot_of(command: Attack | ThrowAt | FireBlind) -> Shot:
    """Return an attack as its procedure passes it about."""
    plain = Shot(
        command.actor,
        command.weapon,
        mode=command.mode,
        rounds=command.rounds,
        use=command.use,
        sight_by=command.sight_by,
    )
    if isinstance(command, Attack):
        return replace(plain, target=command.target, arm=command.arm, others=tuple(command.others))
    return replace(plain, square=command.square, blind=isinstance(command, FireBlind))


def attack_words(encounter: Encounter, shot: Shot, weapon: str) -> str:
    """Return in words what an attack is: at whom or at which square, with what."""
    aim = encounter.combatants.get(shot.target or "")
    words = _("Suppressing fire with {weapon}") if shot.mode == SUPPRESSION else ""
    if aim is None:
        return (words or _("Attack with {weapon}")).format(weapon=weapon)
    words = _("Suppressing fire at {target} with {weapon}") if words else ""
    words = words or _("Attack on {target} with {weapon}")
    return words.format(target=aim.name, weapon=weapon)


def needed_words(least: int) -> str:
    """Return in words what 2D6 have to show."""
    if least <= 2:  # noqa: PLR2004 the least that two dice show
        return _("Hits with any 2D6")
    if least > 12:  # noqa: PLR2004 the most that two dice show
        return _("No 2D6 can hit")
    return _("Hits on {n} or more with 2D6").format(n=least)


def aim_words(shot: Shot) -> str:
    """Return the target's id, or the square in words."""
    if shot.target is not None:
        return shot.target
    return _("the square {place}").format(place=cell_name(*shot.square)) if shot.square else ""
