"""Attacks of one hit: Standard Attack, Called Shot, Heavy Attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, Protocol

from msgspec.structs import replace

from gridwar.engine.kit import Act, ChoiceField, Procedure, Role, Words, _, call, offer, plays
from gridwar.systems.percentile.actions.actions import may_act, priced
from gridwar.systems.percentile.attacks.aiming_at import candidates_of, each_weapon
from gridwar.systems.percentile.attacks.attack import attack
from gridwar.systems.percentile.attacks.attack_records import AttackOrder, AttackResult, LowestDie
from gridwar.systems.percentile.attacks.legality import may_use
from gridwar.systems.percentile.core.headings import FULL, HALF
from gridwar.systems.percentile.core.scores import SCORE_WORDS, score, weapon_of
from gridwar.systems.percentile.core.settings import settings_of
from gridwar.systems.percentile.core.state import sheet_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Candidates, Encounter, Table

ScoreName = Literal["", "ws", "bs", "s", "t", "ag", "acrobatics"]
_SCORES: Final[tuple[ScoreName, ...]] = ("ws", "bs", "s", "t", "ag")
_THING: Final = "a thing"
"""The option of a Called Shot at a thing, beside body parts."""


class Armed(Protocol):
    """A command with which somebody attacks with a weapon."""

    actor: str
    weapon: str


def scores_for(encounter: Encounter, command: Armed) -> dict[ScoreName, Words]:
    """Return which scores an attack may test: the usual one is named by nothing.

    Rules: PC-ATK-04, PC-ATK-05
    """
    one = encounter[command.actor]
    weapon = weapon_of(one, command.weapon)
    usual = "bs" if weapon is not None and weapon.kind == "ranged" else "ws"
    return {
        "" if name == usual else name: (SCORE_WORDS[name], str(score(sheet_of(one), name)))
        for name in _SCORES
    }


class WeaponAct(Act):
    """What attacks with a weapon have in common.

    ``score`` is a characteristic in the place of WS or BS; empty for the usual one.
    """

    weapon: str
    score: Annotated[ScoreName, ChoiceField(_("Test with"), scores_for)] = ""
    replace_die: LowestDie = True
    """Degrees replace the lowest die of the first hit where they are higher."""


def order_of(command: WeaponAct, action: str, *, place: str = "") -> AttackOrder:
    """Return the order of an attack on the command's target, whatever that is.

    Args:
        command: The command.
        action: Its key in the list of actions.
        place: The body part of a Called Shot.

    Rules: PC-ATK-05
    """
    target: str = getattr(command, "target", "")
    return AttackOrder(
        command.actor,
        target,
        command.weapon,
        action,
        place=place,
        score=command.score,
        replace_die=command.replace_die,
        pays=action,
    )


FEINTED: Final = "feinted"
_COVERED: Final = ("standard_attack", "called_shot", "attack_of_opportunity", "grapple_attack")
"""Standard Attacks in all their forms: what a won Feint covers."""


def as_feinted(encounter: Encounter, order: AttackOrder) -> AttackOrder:
    """Return an attack as one that a won Feint covers, if it is: nobody dodges or parries that.

    Rules: PC-ACT-18
    """
    one = encounter[order.attacker]
    weapon = weapon_of(one, order.weapon)
    is_melee = weapon is not None and weapon.is_melee
    is_it = order.action in _COVERED and is_melee and sheet_of(one).feint_on == order.target
    return replace(order, kind=FEINTED) if is_it else order


def _standard_candidates(encounter: Encounter, command: StandardAttack) -> Candidates:
    return candidates_of(encounter, order_of(command, "standard_attack"))


@offer(
    _("Standard Attack: {weapon}"),
    icon="sword",
    group=HALF,
    role=Role.STRIKE,
    needs="combatant",
    price=priced("standard_attack"),
    each=each_weapon(lambda _weapon: True, "A"),
    candidates=_standard_candidates,
)
class StandardAttack(WeaponAct):
    """Strike or shoot once, at +10."""

    target: str


@plays(StandardAttack)
def standard_attack(table: Table, command: StandardAttack) -> Procedure[AttackResult]:
    """Play a Standard Attack.

    Rules: PC-ACT-01, PC-ACT-18
    """
    return (yield from _single(table, command, "standard_attack"))


def _called_candidates(encounter: Encounter, command: CalledShot) -> Candidates:
    return candidates_of(encounter, order_of(command, "called_shot"))


def _places(encounter: Encounter, command: CalledShot) -> dict[str, Words]:
    """Return where a Called Shot may be aimed, with the armour there; a thing among it.

    Rules: PC-ACT-04
    """
    armour = sheet_of(encounter[command.target]) if command.target in encounter else None
    parts = settings_of(encounter).body_parts
    found: dict[str, Words] = {}
    for place in (*(armour.ap_at if armour else ()), *parts, command.place):
        points = "" if armour is None else armour.ap_at.get(place, armour.ap)
        note = "" if armour is None else _("{n} AP").format(n=points)
        found[place] = (place[:1].upper() + place[1:], note)
    return {**found, _THING: (_("A thing"), _("a weapon, a lock: the GM's word"))}


def _aimed_at(command: CalledShot, place: str) -> CalledShot:
    if place == _THING:
        return command.replace(thing=True)
    return command.replace(place=place, thing=False)


@offer(
    _("Called Shot: {weapon}"),
    icon="target",
    group=HALF,
    role=Role.STRIKE,
    needs="combatant",
    price=priced("called_shot"),
    each=each_weapon(lambda _weapon: True),
    candidates=_called_candidates,
)
class CalledShot(WeaponAct):
    """Attack a body part, or with the GM's consent a thing, such as a weapon or a lock."""

    target: str
    place: Annotated[
        str,
        ChoiceField(
            _("Where"),
            _places,
            now=lambda _encounter, command: _THING if command.thing else command.place,
            make=_aimed_at,
        ),
    ] = "head"
    thing: bool = False


@plays(CalledShot)
def called_shot(table: Table, command: CalledShot) -> Procedure[AttackResult]:
    """Play a Called Shot: a Standard Attack at one place, whose armour counts, or at a thing.

    Rules: PC-ACT-04
    """
    yield from may_act(table, command.actor, "called_shot")
    order = order_of(command, "called_shot", place="" if command.thing else command.place)
    return (yield from _made(table, replace(order, thing=command.thing)))


def _heavy_candidates(encounter: Encounter, command: HeavyAttack) -> Candidates:
    return candidates_of(encounter, order_of(command, "heavy_attack"))


@offer(
    _("Heavy Attack: {weapon}"),
    icon="swords",
    group=FULL,
    role=Role.STRIKE,
    needs="combatant",
    price=priced("heavy_attack"),
    note=_("Evasion -30 afterwards"),
    each=each_weapon(lambda weapon: weapon.is_melee),
    candidates=_heavy_candidates,
)
class HeavyAttack(WeaponAct):
    """Strike with all one's weight, at +30."""

    target: str


@plays(HeavyAttack)
def heavy_attack(table: Table, command: HeavyAttack) -> Procedure[AttackResult]:
    """Play a Heavy Attack: +30, and -30 on Evasion until the own next turn.

    Rules: PC-ACT-06
    """
    return (yield from _single(table, command, "heavy_attack"))


def _single(
    table: Table, command: StandardAttack | HeavyAttack, action: str
) -> Procedure[AttackResult]:
    yield from may_act(table, command.actor, action)
    return (yield from _made(table, order_of(command, action)))


def _made(table: Table, order: AttackOrder) -> Procedure[AttackResult]:
    yield from may_use(table, order)
    return (yield from call(attack, as_feinted(table.now, order), key="attack"))
