"""The Attack manoeuvre, melee or ranged, from legality to the checks that it causes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Procedure, Role, Variant, call, emit, hand_over, plays
from gridwar.systems.arrgs.actions.offers import (
    ATTACKS,
    SPELLS,
    WeaponManoeuvre,
    is_willing,
    offer_manoeuvre,
)
from gridwar.systems.arrgs.actions.paying_for_actions import Begun, Lost, finish
from gridwar.systems.arrgs.actions.prices import Price, price_for
from gridwar.systems.arrgs.attacks.attack_effects_and_log import (
    RolledStrike,
    land,
    reckon_landing,
    tell_rest,
    tell_strike,
)
from gridwar.systems.arrgs.attacks.attack_kinds_and_records import Landed, Landing, Strike
from gridwar.systems.arrgs.attacks.attack_situation import add_situation
from gridwar.systems.arrgs.attacks.immediate_defence import (
    PASS,
    Defended,
    Struck,
    defence_against,
    defend,
    fitting,
)
from gridwar.systems.arrgs.attacks.legality import (
    all_for,
    foes_for,
    may_attack,
    must_strike_one,
    plain_weapons,
    provokes,
    variant_with,
)
from gridwar.systems.arrgs.checks.check_rolls import Attempt, chained
from gridwar.systems.arrgs.checks.check_sums import Exchange, scaling, summed
from gridwar.systems.arrgs.checks.reactions import Reaction, reaction
from gridwar.systems.arrgs.conditions import FortCheck, forced_reactions
from gridwar.systems.arrgs.core.sheet import level, sheet_of
from gridwar.systems.arrgs.equipment import Rounds
from gridwar.systems.arrgs.harm.damage import Blow
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.systems.arrgs.opportunities.opportunities import may_answer
from gridwar.systems.arrgs.opportunities.threat_and_weapon_arcs import ATTACK
from gridwar.systems.arrgs.positions.areas_and_occupants import has_area
from gridwar.systems.arrgs.spells.casting import (
    casting_difficulty,
    spell_price,
    spellbook,
    spend_slot,
    willing_dc,
)
from gridwar.systems.arrgs.spells.counterspell import Casting
from gridwar.systems.arrgs.spells.counterspell_during_casting import is_countered
from gridwar.systems.arrgs.spells.lasting_spells import Lasting, remain
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table

TWO_LEGS: Final = 2


class AttackResult(Struct, frozen=True):
    """What an attack came to. ``wasted``: lost to an opportunity before it was made.

    ``success_value`` is what is left after a Defence, whose action is ``defence``.
    """

    success: bool = False
    success_value: int = 0
    criticals: int = 0
    damage: int = 0
    target: str = ""
    wasted: bool = False
    fort_checks: tuple[FortCheck, ...] = ()
    landed: Landed = Landed()
    defence: Begun | None = None
    fizzled: bool = False
    """A spell that was not cast well enough."""
    countered: bool = False
    """A spell that an opponent cancelled."""


# --- what is offered ------------------------------------------------------------------------------


def _attacks(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield the Attack with each weapon.

    Rules: AR-MNV-02, AR-ATK-01
    """
    for weapon in plain_weapons(encounter, who):
        plain = variant_with(encounter, who, weapon, ATTACK)
        icon = "crosshair" if weapon.category == "ranged" else None
        yield replace(plain, icon=icon)


def _spells(encounter: Encounter, who: str) -> Iterator[Variant]:
    for spell in spellbook(encounter, who):
        if not has_area(encounter, who, spell):
            one = variant_with(encounter, who, spell, ATTACK)
            yield replace(one, fields={**one.fields, "willing": None})


@may_answer
@offer_manoeuvre(
    ATTACK,
    _("Attack: {weapon}"),
    icon="sword",
    group=ATTACKS,
    role=Role.STRIKE,
    needs="combatant",
    each=_attacks,
    candidates=foes_for,
    swift=True,
)
@offer_manoeuvre(
    ATTACK,
    _("Cast {weapon}"),
    id="cast",
    icon="sparkles",
    group=SPELLS,
    role=Role.STRIKE,
    needs="combatant",
    each=_spells,
    candidates=all_for,
)
class Attack(WeaponManoeuvre):
    """The Attack manoeuvre."""


# --- what is done ---------------------------------------------------------------------------------


@plays(Attack)
def attack(table: Table, command: Attack) -> Procedure[AttackResult]:
    """Play an Attack in the order of AR-ATK-03.

    Rules: AR-MNV-02, AR-ATK-02, AR-ATK-03, AR-OPP-05
    """
    who, price = command.actor, price_for(ATTACK, command)
    weapon = yield from may_attack(table, command, price)
    yield from must_strike_one(table, who, weapon)
    opens = not command.answers and provokes(table.now, who, weapon, ATTACK)
    strike = Strike(who, command.target, weapon, willing=is_willing(table.now, command))
    price = spell_price(table.now, price, weapon)
    begun = yield from opportunities.begin_provoking(table, who, price, provokes=opens)
    if isinstance(begun, Lost):
        return AttackResult(wasted=True, target=strike.target, fort_checks=begun.checks)
    strike = replace(strike, used=begun.used)
    early = yield from _lead_up(table, strike, begun)
    if isinstance(early, AttackResult):
        return early
    # Handed over, so that odds go on from each outcome without playing all of this again.
    carry = _Finishing(begun, early)
    return hand_over(roll_strike, strike, key="strike", then=_finished, carry=carry)


def make(table: Table, strike: Strike, price: Price, *, provokes: bool) -> Procedure[AttackResult]:
    """Pay for an attack and play it, unless it is lost to what it provokes.

    Rules: AR-OPP-05, AR-ATK-03
    """
    begun = yield from opportunities.begin_provoking(table, strike.who, price, provokes=provokes)
    if isinstance(begun, Lost):
        return AttackResult(wasted=True, target=strike.target, fort_checks=begun.checks)
    return (yield from resolve(table, replace(strike, used=begun.used), begun))


def resolve(table: Table, strike: Strike, begun: Begun) -> Procedure[AttackResult]:
    """Roll an attack that is paid for, and play the checks that it causes.

    Rules: AR-ATK-03, AR-CND-02, AR-CND-03
    """
    early = yield from _lead_up(table, strike, begun)
    if isinstance(early, AttackResult):
        return early
    done = yield from call(roll_strike, strike, key="strike")
    return (yield from _finished(table, (_Finishing(begun, early), done)))


class _Early(Struct, frozen=True):
    """What came before an attack was rolled: who was dying, and the checks made."""

    strike: Strike
    dying: tuple[str, ...]
    checks: tuple[FortCheck, ...]


class _Finishing(Struct, frozen=True):
    """What is still known once an attack is rolled."""

    begun: Begun
    early: _Early


def _lead_up(table: Table, strike: Strike, begun: Begun) -> Procedure[_Early | AttackResult]:
    """Play what comes before an attack is rolled; return its result where that is the end of it."""
    target = strike.target
    reacts = target != strike.who and not strike.willing
    dying = (target,) if reacts and level(table.now[target], "dying") else ()
    early = yield from forced_reactions(table, "before_attack", *dying)
    if strike.weapon.capacity:
        yield from emit(Rounds(who=strike.who, weapon=strike.weapon.id, by=-1))
    yield from spend_slot(table, strike.who, strike.weapon)
    casting = Casting(strike.who, strike.weapon, target)
    if strike.weapon.is_spell and (yield from is_countered(table, casting)):
        own = yield from finish(table, begun)
        return AttackResult(target=target, fort_checks=(*early, *own), countered=True)
    if opportunities.has_died(table.now, strike.who):
        own = (yield from opportunities.lose(table, begun)).checks
        return AttackResult(wasted=True, target=target, fort_checks=(*early, *own))
    return _Early(strike, dying, early)


def _finished(table: Table, rolled: tuple[_Finishing, AttackResult]) -> Procedure[AttackResult]:
    """Play the checks that an attack causes once it is rolled."""
    (begun, early), done = (rolled[0].begun, rolled[0].early), rolled[1]
    strike = early.strike
    if done.success:
        yield from remain(table, Lasting(strike.who, strike.weapon, strike.target))
    own = yield from finish(table, begun)
    if done.defence is not None:
        late = yield from finish(table, done.defence)
    else:
        late = yield from forced_reactions(table, "after_attack", *early.dying)
    return replace(done, fort_checks=(*early.checks, *own, *late), defence=None)


def roll_strike(table: Table, strike: Strike) -> Procedure[AttackResult]:
    """Roll an attack that is paid for, and let it take effect.

    Rules: AR-ATK-01, AR-ATK-03, AR-ATK-04, AR-ATK-05, AR-CHK-03, AR-CHK-04, AR-MNV-07
    """
    who, target, weapon, kind = strike.who, strike.target, strike.weapon, strike.kind
    exchange = Exchange(who, weapon.attack_check, target, used=strike.used, run_up=strike.run_up)
    tally = yield from summed(table, "attack", exchange)
    add_situation(tally, table.now, strike)
    check = _faced(table.now, strike)
    faced = yield from _difficulty(table, strike, check)
    attempt = _attempt(table.now, strike, exchange, tally.total, faced.result)
    chain = yield from chained(table, attempt, "attack")
    value = chain.success_value
    left, answer = Defended(value), PASS
    done = RolledStrike(strike, chain, tally, faced)
    if chain.success:
        numberless = kind.is_numberless(weapon)
        struck = Struck(target, who, check, chain.result, value, numberless, strike.willing)
        answer = yield from defence_against(table, struck)
        if answer != PASS:
            yield from tell_strike(table, done)
        left = yield from defend(table, struck, answer)
    success, landed = chain.success and left.success_value >= 1, Landed()
    landing = Landing(who, target, kind, _blow(strike, left.success_value, chain.criticals))
    if success:
        landed = yield from reckon_landing(table, landing)
    if answer == PASS:
        yield from tell_strike(table, done, landed)
    elif success:
        yield from tell_rest(table, done, left, landed)
    if success:
        landed = yield from land(table, landing, landed)
    if table.rehearsal:  # what only the log tells tells no outcomes apart
        return AttackResult(success, damage=landed.damage, target=target, defence=left.begun)
    return AttackResult(
        success,
        left.success_value,
        chain.criticals if success else 0,
        landed.damage,
        target,
        landed=landed,
        defence=left.begun,
        fizzled=chain.fizzled,
    )


def _attempt(now: Encounter, strike: Strike, exchange: Exchange, total: int, faced: int) -> Attempt:
    """Return the check of an attack against what it faces."""
    return Attempt(
        strike.who,
        strike.kind.words(strike.weapon, now[strike.target].name),
        total,
        faced,
        strike.kind.base_sv(strike.weapon),
        scaling(now, exchange),
        strike.weapon.critical_range,
        attack=True,
        defended=not strike.willing,
        chains=strike.kind.chains,
        difficulty=casting_difficulty(strike.weapon),
    )


def _faced(encounter: Encounter, strike: Strike) -> str:
    """Return the Defence that an attack faces; Disarm, Reposition and Trip always Reflex.

    Rules: AR-ATK-05
    """
    return "reflex" if strike.kind.faces_reflex else fitting(encounter, strike.weapon)


def _difficulty(table: Table, strike: Strike, check: str) -> Procedure[Reaction]:
    if strike.willing:
        return Reaction(willing_dc(table.now, strike.weapon))
    legs = sheet_of(table.now[strike.target]).legs
    more = max(0, legs - TWO_LEGS) if strike.kind.key == "trip" else 0
    against = Exchange(strike.target, check, strike.who, reaction=True, legs=more)
    return (yield from reaction(table, "defence", against))


def _blow(strike: Strike, success_value: int, criticals: int) -> Blow:
    weapon = strike.weapon
    return Blow(
        strike.target,
        success_value,
        weapon.types,
        strike.who,
        strike.weapon.attack_check if weapon.category == "melee" else "",
        criticals,
        weapon.effect == "damage",
        strike.willing,
    )
