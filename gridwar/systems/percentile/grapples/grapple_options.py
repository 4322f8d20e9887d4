"""Options of a grapple: who has them, their price and test; attacks and Powers, which both have.

The others are in ``controller_options``, ``pushing`` and ``restrained_options``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from gridwar.engine.kit import (
    Act,
    Candidates,
    Encounter,
    Procedure,
    Role,
    Step,
    Table,
    TicksField,
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
from gridwar.systems.percentile.actions.action_prices import pay, priced
from gridwar.systems.percentile.actions.interrupted_aim_or_overwatch import OptionTaken
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.attacks.attack_records import AttackOrder, AttackResult
from gridwar.systems.percentile.attacks.attack_steps import attack
from gridwar.systems.percentile.attacks.evasion_and_counter_attack import as_feinted
from gridwar.systems.percentile.attacks.legality_and_targets import candidates_of, may_attack
from gridwar.systems.percentile.checks.opposed import (
    Contestant,
    Opposed,
    OpposedResult,
    helpers_at_hand,
    opposed,
)
from gridwar.systems.percentile.core.action_and_evasion_tables import Subtype, row
from gridwar.systems.percentile.core.action_headings import GRAPPLE
from gridwar.systems.percentile.core.fight_state import grapple_of, is_due, role_of, sheet_of
from gridwar.systems.percentile.core.weapons import UNARMED, PercentileWeapon
from gridwar.systems.percentile.core.weapons_in_hand import each_weapon, weapons_in_hand
from gridwar.systems.percentile.grapples.beginning_and_ending import GrappleKept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.systems.percentile.core.sheet import Power


def for_roles(*roles: str) -> Callable[[Encounter, str], tuple[Variant, ...]]:
    """Return what offers an option to those in some roles alone."""
    return lambda encounter, who: (Variant(),) if role_of(encounter, who) in roles else ()


def other_of(encounter: Encounter, who: str) -> str:
    """Return who is on the other side of somebody's grapple."""
    held = grapple_of(encounter, who)
    assert held is not None
    return held.restrained if held.controller == who else held.controller


def _at_hand(encounter: Encounter, command: AssistedAct) -> dict[str, str]:
    """Return who may help, by name.

    Rules: PC-TST-05
    """
    opponent = other_of(encounter, command.actor)
    helpers = helpers_at_hand(encounter, command.actor, opponent)
    return {who: encounter[who].name for who in helpers}


def is_held(encounter: Encounter, command: Act) -> bool:
    """Tell whether whoever would take an option is in a grapple."""
    return grapple_of(encounter, command.actor) is not None


Helpers = Annotated[tuple[str, ...], TicksField(_("Helped by"), _at_hand, when=is_held)]


def _price(encounter: Encounter, who: str, key: str) -> str:
    """Return the action whose price an option has: the controller's are part of the Grapple one.

    Right after Take Control one of the controller's own is free, as a Release is.

    Rules: PC-GRP-01, PC-GRP-09
    """
    if role_of(encounter, who) != "controller":
        return key
    due = is_due(encounter, who) and row(key).role == "controller"
    return "release_grapple" if due else "grapple"


def may_take(
    table: Table, who: str, key: str, more: frozenset[Subtype] = frozenset()
) -> Procedure[str]:
    """Refuse an option of the grapple, and return the opponent.

    ``more`` are subtypes beside its own: those of a Power.

    Rules: PC-GRP-01, PC-GRP-09, PC-ECO-08
    """
    yield from may_act(table, who, _price(table.now, who, key), more)
    return other_of(table.now, who)


def take(
    table: Table, who: str, key: str, more: frozenset[Subtype] = frozenset()
) -> Procedure[None]:
    """Take the price of an option; the controller's keeps the grapple up.

    Rules: PC-GRP-01, PC-GRP-09
    """
    price = _price(table.now, who, key)
    if price == "release_grapple":
        yield from emit(OptionTaken(controller=who))
        return
    yield from pay(table, who, price, more)
    if price == "grapple":
        yield from emit(GrappleKept(controller=who))


def contest(table: Table, command: AssistedAct, key: str) -> Procedure[OpposedResult]:
    """Make the opposed Strength test of an option, with the helpers that were named.

    Rules: PC-TST-04, PC-TST-05
    """
    who = command.actor
    mine = Contestant(who, "s", helpers=command.helpers)
    theirs, option = Contestant(other_of(table.now, who), "s"), row(key)
    order = Opposed(mine, theirs, option.rule, option.title.rpartition(": ")[2])
    return (yield from call(opposed, order, key="strength"))


class AssistedAct(Act):
    """An option in which allies next to the opponent may help."""

    helpers: Helpers = ()


_SMALL_SIDES = 5
"""A melee weapon of one d5 is small enough for a grapple."""


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
