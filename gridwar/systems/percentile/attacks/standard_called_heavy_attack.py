"""Standard Attack, Called Shot and Heavy Attack: with one weapon at one target.

They differ by their row in the list of actions and what is set of them; one procedure plays them,
and Burst and Flurry, which are declared in ``burst_and_flurry``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal, Protocol, TypeAlias, TypeVar

from msgspec.structs import replace

from gridwar.engine.kit import Act, ChoiceField, Procedure, Role, Words, _, call, offer, plays
from gridwar.systems.percentile.actions.action_prices import priced
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.attacks.attack_records import AttackOrder, AttackResult, LowestDie
from gridwar.systems.percentile.attacks.attack_steps import attack
from gridwar.systems.percentile.attacks.evasion_and_counter_attack import as_feinted
from gridwar.systems.percentile.attacks.legality_and_targets import candidates_of, may_use
from gridwar.systems.percentile.core.action_headings import FULL, HALF
from gridwar.systems.percentile.core.fight_state import settings_of, sheet_of
from gridwar.systems.percentile.core.scores import worded
from gridwar.systems.percentile.core.weapons_in_hand import each_weapon, weapon_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.engine.kit import Encounter, Table, Variant

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
    told = worded(sheet_of(one), _SCORES)
    return {"" if name == usual else name: words for name, words in told.items()}


class WeaponAct(Act):
    """What attacks with one weapon have in common.

    ``score`` is a characteristic in the place of WS or BS; empty for the usual one.
    """

    action: ClassVar[str] = ""
    """Its key in the list of actions."""

    weapon: str
    score: Annotated[ScoreName, ChoiceField(_("Test with"), scores_for)] = ""
    replace_die: LowestDie = True
    """Degrees replace the lowest die of the first hit where they are higher."""
    target: str

    def order(self) -> AttackOrder:
        """Return the attack as an order.

        Rules: PC-ATK-05
        """
        return AttackOrder(
            self.actor,
            self.target,
            self.weapon,
            self.action,
            score=self.score,
            replace_die=self.replace_die,
            pays=self.action,
        )


A = TypeVar("A", bound=type[WeaponAct])
EachWeapon: TypeAlias = "Callable[[Encounter, str], Iterator[Variant]]"


def offered_each_weapon(
    title: str, icon: str, group: str, each: EachWeapon, note: str = ""
) -> Callable[[A], A]:
    """Offer an attack with each weapon that suits it; its price stands in the list of actions."""

    def declare(command: A) -> A:
        return offer(
            title,
            icon=icon,
            group=group,
            role=Role.STRIKE,
            needs="combatant",
            price=priced(command.action),
            note=note,
            each=each,
            candidates=lambda encounter, attack: candidates_of(encounter, attack.order()),
        )(command)

    return declare


@offered_each_weapon(
    _("Standard Attack: {weapon}"), "sword", HALF, each_weapon(lambda _weapon: True)
)
class StandardAttack(WeaponAct):
    """Strike or shoot once, at +10."""

    action = "standard_attack"


def _aims(encounter: Encounter, command: CalledShot) -> dict[str, Words]:
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


@offered_each_weapon(_("Called Shot: {weapon}"), "target", HALF, each_weapon(lambda _weapon: True))
class CalledShot(WeaponAct):
    """Attack a body part, or with the GM's consent a thing, such as a weapon or a lock."""

    action = "called_shot"

    place: Annotated[
        str,
        ChoiceField(
            _("Where"),
            _aims,
            now=lambda _encounter, command: _THING if command.thing else command.place,
            make=_aimed_at,
        ),
    ] = "head"
    thing: bool = False

    def order(self) -> AttackOrder:
        """Return the attack at one place, whose armour counts, or at a thing.

        Rules: PC-ACT-04
        """
        place = "" if self.thing else self.place
        return replace(super().order(), place=place, thing=self.thing)


@offered_each_weapon(
    _("Heavy Attack: {weapon}"),
    "swords",
    FULL,
    each_weapon(lambda weapon: weapon.is_melee),
    _("Evasion -30 afterwards"),
)
class HeavyAttack(WeaponAct):
    """Strike with all one's weight, at +30."""

    action = "heavy_attack"


@plays(HeavyAttack)
@plays(CalledShot)
@plays(StandardAttack)
def weapon_attack(table: Table, command: WeaponAct) -> Procedure[AttackResult]:
    """Play an attack of one hit with one weapon.

    Rules: PC-ACT-01, PC-ACT-04, PC-ACT-06
    """
    order = yield from ordered(table, command)
    return (yield from call(attack, order, key="attack"))


def ordered(table: Table, command: WeaponAct) -> Procedure[AttackOrder]:
    """Refuse an attack that cannot be made at all, and return it as an order, feinted or not.

    Rules: PC-ACT-18
    """
    yield from may_act(table, command.actor, command.action)
    order = command.order()
    yield from may_use(table, order)
    return as_feinted(table.now, order)
