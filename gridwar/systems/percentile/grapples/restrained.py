"""What the restrained one of a grapple may do: break free, take control, and what both may.

Both may attack with what fits a grapple, and use Powers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gridwar.engine.kit import (
    Act,
    Procedure,
    Role,
    Step,
    Variant,
    _,
    call,
    emit,
    offer,
    plays,
    require,
    required,
    say,
)
from gridwar.systems.percentile.actions.actions import may_act, priced
from gridwar.systems.percentile.actions.paying import pay
from gridwar.systems.percentile.attacks.attack import attack
from gridwar.systems.percentile.attacks.attack_actions import as_feinted
from gridwar.systems.percentile.attacks.attack_records import AttackOrder, AttackResult
from gridwar.systems.percentile.attacks.legality import candidates_of, each_weapon, may_attack
from gridwar.systems.percentile.checks.opposed import (
    Contestant,
    Opposed,
    OpposedResult,
    may_help,
    opposed,
)
from gridwar.systems.percentile.core.headings import GRAPPLE
from gridwar.systems.percentile.core.scores import weapons_in_hand
from gridwar.systems.percentile.core.state import role_of, sheet_of
from gridwar.systems.percentile.core.weapons import UNARMED
from gridwar.systems.percentile.grapples.beginning import ControlTaken, end_grapple
from gridwar.systems.percentile.grapples.options import (
    AssistedAct,
    contest,
    for_roles,
    may_take,
    other_of,
    take,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Candidates, Encounter, Table
    from gridwar.systems.percentile.core.sheet import Power
    from gridwar.systems.percentile.core.weapons import PercentileWeapon

_SMALL_SIDES = 5
"""A melee weapon of one d5 is small enough for a grapple."""


# --- either one's ---------------------------------------------------------------------------------


def fits_grapple(weapon: PercentileWeapon) -> bool:
    """Return whether a weapon can be used in a grapple: of the body, small, or a pistol.

    Rules: PC-GRP-07
    """
    small = weapon.is_melee and (
        weapon.small or (weapon.damage.count == 1 and weapon.damage.sides == _SMALL_SIDES)
    )
    return weapon.natural or weapon.unarmed or small or weapon.pistol


def _fitting(encounter: Encounter, who: str) -> Iterator[Variant]:
    if role_of(encounter, who):
        yield from each_weapon(fits_grapple)(encounter, who)


def grapple_attack_order(who: str, target: str, weapon: str) -> AttackOrder:
    """Return a Standard Attack made in a grapple as an order."""
    return AttackOrder(who, target, weapon, "grapple_attack")


def _attack_candidates(encounter: Encounter, command: GrappleAttack) -> Candidates:
    return candidates_of(encounter, grapple_attack_order(command.actor, "", command.weapon))


@offer(
    _("Attack: {weapon}"),
    icon="sword",
    group=GRAPPLE,
    role=Role.STRIKE,
    needs="combatant",
    price=priced("grapple_attack"),
    each=_fitting,
    candidates=_attack_candidates,
)
class GrappleAttack(Act):
    """Make a Standard Attack in a grapple, not only on the opponent."""

    target: str
    weapon: str = UNARMED


@plays(GrappleAttack)
def grapple_attack(table: Table, command: GrappleAttack) -> Procedure[AttackResult]:
    """Play a Standard Attack with a weapon that fits a grapple.

    Rules: PC-GRP-07, PC-ACT-01
    """
    who = command.actor
    yield from may_take(table, who, "grapple_attack")
    hands = weapons_in_hand(table.now[who])
    able = any(one.id == command.weapon and fits_grapple(one) for one in hands)
    text = _("Only bare hands, natural and small weapons and pistols are used in a grapple.")
    yield from require(able, "not_in_grapple", text, "PC-GRP-07")
    order = grapple_attack_order(who, command.target, command.weapon)
    order = as_feinted(table.now, order)  # before the price, which ends a Feint
    yield from may_attack(table, order)
    yield from take(table, who, "grapple_attack")
    return (yield from call(attack, order, key="attack"))


def _usable(encounter: Encounter, who: str) -> tuple[Power, ...]:
    """Return the Powers that fit a grapple: a Full Action at most, and none that moves its user.

    Rules: PC-GRP-06
    """
    powers = sheet_of(encounter[who]).powers
    return tuple(one for one in powers if one.cost != "more" and not one.moves_self)


def _powers(encounter: Encounter, who: str) -> Iterator[Variant]:
    for number, power in enumerate(_usable(encounter, who) if role_of(encounter, who) else ()):
        yield Variant(str(number), {"power": power.name}, {"power": power.name})


@offer(
    _("Power: {power}"),
    icon="sparkles",
    group=GRAPPLE,
    role=Role.OTHER,
    price=priced("grapple_power"),
    each=_powers,
)
class GrapplePower(Act):
    """Activate a Power in a grapple; what it does the GM plays."""

    power: str


@plays(GrapplePower)
def grapple_power(table: Table, command: GrapplePower) -> Procedure[None]:
    """Activate a Power of a Full Action or less that does not move its user.

    Rules: PC-GRP-06
    """
    who = command.actor
    subtypes = next(
        (one.subtypes for one in _usable(table.now, who) if one.name == command.power), None
    )
    yield from may_take(table, who, "grapple_power", subtypes or frozenset())
    text = _("No such Power can be used in a grapple.")
    subtypes = yield from required(subtypes, "no_power", text, "PC-GRP-06")
    yield from take(table, who, "grapple_power", subtypes)
    step = Step(label=_("Power"), rule_id="PC-GRP-06", after=command.power)
    text = _("{who} activates {power}")
    yield from say(table, text, who=who, power=command.power, steps=(step,))


# --- the restrained one's -------------------------------------------------------------------------


def _break_free_ways(encounter: Encounter, who: str) -> Iterator[Variant]:
    if role_of(encounter, who) == "restrained":
        yield Variant("s", {"using": "s"}, {"score": _("Strength")})
        yield Variant("acrobatics", {"using": "acrobatics"}, {"score": _("Acrobatics")})


@offer(
    _("Break Free"),
    icon="log-in",
    group=GRAPPLE,
    role=Role.LEAVE,
    price=priced("break_free"),
    each=_break_free_ways,
    note=_("with {score}"),
    prepared=True,
)
class BreakFree(Act):
    """Get out of the hold."""

    using: Literal["s", "acrobatics"] = "s"


@plays(BreakFree)
def break_free(table: Table, command: BreakFree) -> Procedure[OpposedResult]:
    """End the grapple by Strength or Acrobatics against the controller's Strength.

    Rules: PC-GRP-08, PC-TST-04
    """
    who = command.actor
    yield from may_act(table, who, "break_free")
    foe = other_of(table.now, who)
    yield from pay(table, who, "break_free")
    order = Opposed(
        Contestant(who, command.using), Contestant(foe, "s"), "PC-GRP-08", _("Break Free")
    )
    found = yield from call(opposed, order, key="strength")
    if found.winner == "a":
        yield from end_grapple(table, who, _("{target} breaks free of {who}"))
    return found


@offer(
    _("Take Control"),
    icon="repeat",
    group=GRAPPLE,
    role=Role.OTHER,
    price=priced("take_control"),
    each=for_roles("restrained"),
    prepared=True,
)
class TakeControl(AssistedAct):
    """Turn the hold round."""


@plays(TakeControl)
def take_control(table: Table, command: TakeControl) -> Procedure[OpposedResult]:
    """Become the controller by opposed Strength, with one controller option at once.

    Rules: PC-GRP-09, PC-GRP-01
    """
    who = command.actor
    yield from may_act(table, who, "take_control")
    foe = other_of(table.now, who)
    yield from may_help(table, who, foe, command.helpers)
    yield from pay(table, who, "take_control")
    found = yield from contest(table, command, "take_control")
    if found.winner == "a":
        yield from emit(ControlTaken(controller=who))
        text = _("{who} controls the grapple now, and may take an option at once")
        step = Step(label=_("Controls"), rule_id="PC-GRP-09", after=table.now[who].name)
        yield from say(table, text, who=who, steps=(step,), tone="good")
    return found
