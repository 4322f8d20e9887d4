"""The Attack manoeuvre, melee or ranged, from legality to the checks that it causes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    Candidates,
    Procedure,
    Role,
    Step,
    Variant,
    call,
    cover_sight,
    emit,
    plays,
    say,
)
from gridwar.model.cover import CoverDegree
from gridwar.systems.arrgs.actions.costs import Begun, Lost, finish, price_for, price_of
from gridwar.systems.arrgs.actions.offering import (
    ATTACKS,
    SPELLS,
    WeaponManoeuvre,
    is_willing,
    offer_manoeuvre,
)
from gridwar.systems.arrgs.attacks.area_hits import CHARGE_BONUS
from gridwar.systems.arrgs.attacks.defence import (
    PASS,
    Defended,
    Struck,
    defence_against,
    defend,
    fitting,
)
from gridwar.systems.arrgs.attacks.landing import Landed, Landing, land, reckon_landing
from gridwar.systems.arrgs.attacks.strikes import (
    Strike,
    foes_in_reach,
    in_reach,
    may_attack,
    provokes,
    weapon_band,
)
from gridwar.systems.arrgs.checks.checks import Exchange, Reaction, reaction, scaling, summed
from gridwar.systems.arrgs.checks.rolling import Attempt, Chain, chained
from gridwar.systems.arrgs.conditions import FortCheck, forced_reactions
from gridwar.systems.arrgs.core.sheet import level, sheet_of, switches_of
from gridwar.systems.arrgs.equipment.casting import (
    Lasting,
    casting_difficulty,
    casting_steps,
    remain,
    spell_price,
    spellbook,
    spend_slot,
    willing_dc,
)
from gridwar.systems.arrgs.equipment.items import Rounds
from gridwar.systems.arrgs.harm.damage import Blow, damage_steps
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.systems.arrgs.opportunities.opportunities import may_answer
from gridwar.systems.arrgs.opportunities.threat import ATTACK
from gridwar.systems.arrgs.positions.area_shapes import has_area, must_strike_one
from gridwar.systems.arrgs.spells.counterspell import Casting
from gridwar.systems.arrgs.spells.interrupted_casting import is_countered
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table, Tally
    from gridwar.systems.arrgs.actions.costs import Price
    from gridwar.systems.arrgs.core.weapons import Weapon

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


def plain_weapons(encounter: Encounter, who: str) -> tuple[Weapon, ...]:
    """Return what somebody attacks others with: no spells, nothing with an area."""
    weapons = sheet_of(encounter[who]).weapons
    return tuple(one for one in weapons if not (one.is_spell or has_area(encounter, who, one)))


def note_of(encounter: Encounter, who: str, weapon: Weapon, key: str) -> str:
    """Return what is to be known of an attack: what a spell takes, and whether it provokes.

    Rules: AR-VIT-03, AR-SPL-05, AR-OPP-01
    """
    words = []
    if weapon.is_spell:
        price = spell_price(encounter, price_of(key), weapon)
        words.append(_("level {n}, {v} Vitality").format(n=weapon.spell_level, v=price.vitality))
        if weapon.prepared is not None:
            words.append(_("{n} prepared").format(n=weapon.prepared))
    if provokes(encounter, who, weapon, key):
        words.append(_("provokes"))
    return ", ".join(words)


def variant_with(encounter: Encounter, who: str, weapon: Weapon, key: str) -> Variant:
    """Return an attack with a weapon, as one of those offered."""
    return Variant(
        weapon.id,
        {"weapon": weapon.id},
        {"weapon": weapon.title},
        note=note_of(encounter, who, weapon, key),
        weapon=weapon.id,
    )


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


def foes_for(encounter: Encounter, command: WeaponManoeuvre) -> Candidates:
    """Return the opponents whom the weapon of a manoeuvre reaches."""
    weapon = sheet_of(encounter[command.actor]).weapon(command.weapon)
    return Candidates(
        frozenset() if weapon is None else foes_in_reach(encounter, command.actor, weapon)
    )


def all_for(encounter: Encounter, command: WeaponManoeuvre) -> Candidates:
    """Return everybody whom the spell of a manoeuvre reaches, friends too."""
    weapon = sheet_of(encounter[command.actor]).weapon(command.weapon)
    return Candidates(frozenset() if weapon is None else in_reach(encounter, command.actor, weapon))


@may_answer
@offer_manoeuvre(
    ATTACK,
    _("Attack: {weapon}"),
    icon="sword",
    group=ATTACKS,
    role=Role.STRIKE,
    needs="combatant",
    shortcut="A",
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
    return (yield from make(table, strike, price, provokes=opens))


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
    done = yield from call(roll_strike, strike, key="strike")
    if done.success:
        yield from remain(table, Lasting(strike.who, strike.weapon, target))
    own = yield from finish(table, begun)
    if done.defence is not None:
        late = yield from finish(table, done.defence)
    else:
        late = yield from forced_reactions(table, "after_attack", *dying)
    return replace(done, fort_checks=(*early, *own, *late), defence=None)


def roll_strike(table: Table, strike: Strike) -> Procedure[AttackResult]:
    """Roll an attack that is paid for, and let it take effect.

    Rules: AR-ATK-01, AR-ATK-03, AR-ATK-04, AR-ATK-05, AR-CHK-03, AR-CHK-04, AR-MNV-07
    """
    exchange = Exchange(
        strike.who, strike.check, strike.target, used=strike.used, run_up=strike.run_up
    )
    tally = yield from summed(table, "attack", exchange)
    _add_situation(tally, table.now, strike)
    faced = yield from _difficulty(table, strike)
    attempt = _attempt(table.now, strike, exchange, tally.total, faced.result)
    check = _faced(table.now, strike)
    chain = yield from chained(table, attempt, "attack")
    left, answer = Defended(chain.success_value), PASS
    done = _Done(strike, chain, tally, faced)
    if chain.success:
        numberless = strike.kind.is_numberless(strike.weapon)
        struck = Struck(
            strike.target,
            strike.who,
            check,
            chain.result,
            chain.success_value,
            numberless,
            strike.willing,
        )
        answer = yield from defence_against(table, struck)
        if answer != PASS:
            yield from _tell(table, done)
        left = yield from defend(table, struck, answer)
    success, landed = chain.success and left.success_value >= 1, Landed()
    landing = Landing(
        strike.who,
        strike.target,
        strike.kind,
        _blow(strike, left.success_value, chain.criticals),
    )
    if success:
        landed = yield from reckon_landing(table, landing)
    if answer == PASS:
        yield from _tell(table, done, landed)
    elif success:
        yield from _tell_rest(table, done, left, landed)
    if success:
        landed = yield from land(table, landing, landed)
    if table.rehearsal:  # what only the log tells tells no outcomes apart
        return AttackResult(success, damage=landed.damage, target=strike.target, defence=left.begun)
    return AttackResult(
        success,
        left.success_value,
        chain.criticals if success else 0,
        landed.damage,
        strike.target,
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


def _add_situation(tally: Tally, now: Encounter, strike: Strike) -> None:
    """Add what only this attack meets: range, cover, a charge, a weapon that trips.

    Rules: AR-RNG-01, AR-MOD-12, AR-ATK-02, AR-MNV-04, AR-MNV-20
    """
    if strike.weapon.category != "melee":
        band = weapon_band(now, strike.who, strike.target, strike.weapon)
        tally.line("AR-RNG-01", _("Range"), band.modifier if band is not None else 0)
        worth = int(switches_of(now).cover_modifier)
        seen = cover_sight(now, strike.who, strike.target) if worth else None
        if seen is not None and seen.degree is not CoverDegree.NONE:
            tally.line("AR-ATK-02", _("Cover"), worth)
    if strike.charging:
        tally.line("AR-MNV-04", _("Charge"), CHARGE_BONUS)
    if strike.kind.key == "trip" and strike.weapon.trip_bonus:
        tally.line("AR-MNV-20", strike.weapon.title, strike.weapon.trip_bonus)


def _faced(encounter: Encounter, strike: Strike) -> str:
    """Return the Defence that an attack faces; Disarm, Reposition and Trip always Reflex.

    Rules: AR-ATK-05
    """
    return "reflex" if strike.kind.faces_reflex else fitting(encounter, strike.weapon)


def _difficulty(table: Table, strike: Strike) -> Procedure[Reaction]:
    if strike.willing:
        return Reaction(willing_dc(table.now, strike.weapon))
    check = _faced(table.now, strike)
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
        strike.check if weapon.category == "melee" else "",
        criticals,
        weapon.effect == "damage",
        strike.willing,
    )


class _Done(Struct, frozen=True):
    """An attack that is rolled, to be told."""

    strike: Strike
    chain: Chain
    tally: Tally
    faced: Reaction


def _tell(table: Table, done: _Done, landed: Landed | None = None) -> Procedure[None]:
    """Tell an attack before it takes effect; ``landed`` is None where it is defended against.

    Rules: AR-ATK-03, AR-MNV-20
    """
    if table.rehearsal:
        return
    strike, chain = done.strike, done.chain
    steps = [
        *done.faced.parts,
        Step(label=_("Defence"), rule_id="AR-DEF-02", after=done.faced.result),
        *casting_steps(strike.weapon),
        *chain.steps,
    ]
    if strike.kind.chains:  # what is yes or no has no Success Value
        total = Step(label=_("Total"), rule_id="AR-ATK-03", after=chain.success_value)
        steps.append(total)
    if chain.criticals:
        steps.append(Step(label=_("Criticals"), rule_id="AR-CRT-01", after=chain.criticals))
    result, item = _("defended against"), strike.kind.item
    if landed is not None and chain.success:
        steps += _effect_steps(strike, landed)
        result = landed.words
    elif landed is not None:
        result = _("fizzles") if chain.fizzled else _("miss")
    yield from say(
        table,
        strike.kind.title,
        who=strike.who,
        target=strike.target,
        weapon=strike.weapon.title,
        item="" if item is None else item.name,
        lines=done.tally.lines,
        total=chain.attempt.bonus,
        steps=tuple(steps),
        tone="harm" if chain.success else "quiet",
        result=result,
    )


def _tell_rest(table: Table, done: _Done, left: Defended, landed: Landed) -> Procedure[None]:
    """Tell what a Defence has left of an attack.

    Rules: AR-MNV-07, AR-DEF-03
    """
    value, text = done.chain.success_value, _("What is left of the attack on {target}")
    after = Step(
        label=_("After the Defence"), rule_id="AR-DEF-03", before=value, after=left.success_value
    )
    steps = (after, *_effect_steps(done.strike, landed))
    who = done.strike.target
    yield from say(table, text, target=who, steps=steps, tone="harm", result=landed.words)


def _effect_steps(strike: Strike, landed: Landed) -> list[Step]:
    steps = list(damage_steps(landed.lines))
    if strike.kind.key == "attack":
        steps.append(Step(label=_("Damage"), rule_id="AR-DMG-06", after=landed.damage))
    if landed.dying:
        steps.append(Step(label=_("Dying"), rule_id="AR-CRT-03", after=landed.dying))
    return steps
