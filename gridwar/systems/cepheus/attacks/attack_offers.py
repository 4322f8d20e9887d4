"""The attacks that are offered, on somebody, at a square, blind, and what can be chosen of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

from frozendict import frozendict
from msgspec.structs import replace
from pydantic import Field

from gridwar.engine.kit import Act, Cell, ChoiceField, Role, Variant, Words, offer, settable_if
from gridwar.systems.cepheus.actions.action_costs import SIGNIFICANT
from gridwar.systems.cepheus.attacks.attack_records import (
    BURST,
    SUPPRESSION,
    ArmChoice,
    BurstUse,
    Shot,
)
from gridwar.systems.cepheus.attacks.firing_modes import Way, ways_of
from gridwar.systems.cepheus.attacks.suppression import Others, others_for, ways_to_suppress
from gridwar.systems.cepheus.checks.check_dms import better_arm, characteristic_dm
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.offers_and_headings import (
    VEHICLES_WEAPONS,
    for_people,
    offer_attack,
)
from gridwar.systems.cepheus.core.person_records import SightBy
from gridwar.systems.cepheus.core.weapons_in_use import mounted_weapons, weapon_in_use
from gridwar.systems.cepheus.machines.arcs_and_facing import mount_words
from gridwar.systems.cepheus.positions.visibility_and_sensors import sensor_title
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.cepheus.core.weapon_records import Weapon

_WORDS: Final = {
    "melee": (_("Strike: {weapon}"), "sword"),
    "ranged": (_("Shoot: {weapon}"), "crosshair"),
    "thrown": (_("Throw: {weapon}"), "bomb"),
}
"""Title and icon of an attack with a form of weapon."""


def weapon_variant(weapon_id: str, weapon: Weapon, *, note: str | None = None) -> Variant:
    """Return the variant of an offer for one weapon.

    Args:
        weapon_id: The id its user knows it by.
        weapon: The weapon.
        note: Quiet words of its own.
    """
    names = frozendict(weapon=weapon.name)
    fields = frozendict(weapon=weapon_id)
    return Variant(weapon_id, fields, names, note=note, weapon=weapon_id)


@for_people
def _in_hand(encounter: Encounter, who: str) -> Iterator[Variant]:
    ready = (one for one in sheet_of(encounter[who]).weapons if one.ready)
    for weapon in ready:
        title, icon = _WORDS[weapon.form]
        variant = weapon_variant(weapon.id, weapon, note=_rounds(weapon))
        yield replace(variant, title=title, icon=icon)


@for_people
def _to_throw(encounter: Encounter, who: str) -> Iterator[Variant]:
    for weapon in sheet_of(encounter[who]).weapons:
        if weapon.ready and weapon.form == "thrown":
            yield weapon_variant(weapon.id, weapon, note=_rounds(weapon))


@for_people
def _mounted(encounter: Encounter, who: str) -> Iterator[Variant]:
    for weapon_id, weapon in mounted_weapons(encounter, who):
        yield weapon_variant(weapon_id, weapon, note=mount_words(weapon))


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


def _weapon(encounter: Encounter, command: _Firing) -> Weapon | None:
    return weapon_in_use(encounter, command.actor, command.weapon)


def _shoots(encounter: Encounter, command: _Firing) -> bool:
    weapon = _weapon(encounter, command)
    return weapon is not None and weapon.form == "ranged"


def _is_sighted(encounter: Encounter, command: _Firing) -> bool:
    weapon = _weapon(encounter, command)
    return weapon is not None and weapon.form != "melee"


def _is_melee(encounter: Encounter, command: _Firing) -> bool:
    return not _is_sighted(encounter, command)


def _ways(encounter: Encounter, command: _Firing) -> dict[Way, Words]:
    """Return the ways of firing a weapon.

    Rules: CE-FIR-02, CE-FIR-03, CE-FIR-07
    """
    weapon = _weapon(encounter, command)
    if weapon is None:
        return {}
    ways = ways_of(weapon, switches_of(encounter))
    if isinstance(command, Attack):
        ways |= ways_to_suppress(encounter, weapon, command.target)
    return ways


def _way_now(_encounter: Encounter, command: _Firing) -> Way:
    if command.mode in (BURST, SUPPRESSION):
        use = command.use if command.mode == BURST else "attack"
        return Way(command.mode, command.rounds, use)
    return Way(command.mode)


def _fired(command: _Firing, way: Way) -> _Firing:
    return command.replace(**way._asdict())


def _sights(encounter: Encounter, command: _Firing) -> dict[SightBy, Words]:
    """Return what an attack may be aimed by: the naked eye, or a sensor that is carried.

    Rules: CE-SEN-03
    """
    carried = sheet_of(encounter[command.actor]).sensors
    return {"eye": _("Naked eye"), **{one.kind: sensor_title(one.kind) for one in carried}}


def _arms(encounter: Encounter, command: Attack) -> dict[ArmChoice, Words]:
    """Return what a melee attack may be made with.

    Rules: CE-SIG-04
    """
    chars = sheet_of(encounter[command.actor]).chars
    return {
        "strength": (_("Strength"), f"{characteristic_dm(chars.strength):+d}"),
        "dexterity": (_("Dexterity"), f"{characteristic_dm(chars.dexterity):+d}"),
    }


def _arm_now(encounter: Encounter, command: Attack) -> ArmChoice:
    return command.arm or better_arm(sheet_of(encounter[command.actor]))


FireChoice: TypeAlias = Annotated[
    str, ChoiceField(_("Fire"), _ways, when=_shoots, now=_way_now, make=_fired, least=2, other="")
]
SightChoice: TypeAlias = Annotated[
    SightBy, ChoiceField(_("Sight by"), _sights, when=_is_sighted, least=2, other="")
]


@settable_if(_weapon)
class _Firing(Act):
    """What attacks on somebody and on a square have in common.

    ``mode`` is ``single``, ``burst``, ``panic`` or ``suppression``; ``rounds`` are those of a
    burst, ``use`` what it is used for; ``sight_by`` is the eye or a sensor.
    """

    weapon: str
    mode: FireChoice = "single"
    rounds: int = Field(default=1, ge=1, le=1000)
    use: BurstUse = "attack"
    sight_by: SightChoice = "eye"


@offer(
    _("Shoot: {weapon}"),
    icon="crosshair",
    group=VEHICLES_WEAPONS,
    role=Role.STRIKE,
    needs="combatant",
    price=SIGNIFICANT,
    each=_mounted,
)
@offer_attack(
    _("Strike: {weapon}"), icon="sword", needs="combatant", price=SIGNIFICANT, each=_in_hand
)
class Attack(_Firing):
    """Attack somebody with a weapon.

    ``arm`` is what a melee attack is made with; empty takes the better one. ``others`` are further
    targets of suppressing fire.
    """

    target: str
    arm: Annotated[ArmChoice, ChoiceField(_("With"), _arms, when=_is_melee, now=_arm_now)] = ""
    # Here again: on the sheet they stand before the further targets.
    mode: FireChoice = "single"
    sight_by: SightChoice = "eye"
    others: Annotated[
        tuple[str, ...],
        ChoiceField(
            _("Targets"),
            lambda encounter, command: others_for(encounter, shot_of(command)),
            when=lambda _encounter, command: command.mode == SUPPRESSION,
            now=lambda _encounter, command: Others(command.others),
            make=lambda command, others: command.replace(others=others.who),
            least=2,
        ),
    ] = ()


@offer_attack(
    _("At a square: {weapon}"),
    icon="bomb",
    needs={"cell": "square"},
    price=SIGNIFICANT,
    each=_to_throw,
    id="throw",
)
class ThrowAt(_Firing):
    """Throw a weapon at a square."""

    square: Cell


@offer_attack(
    _("Blind fire: {weapon}"),
    icon="eye-off",
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
