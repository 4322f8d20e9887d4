"""What a successful attack does to somebody, to an item or in place of damage; how it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Procedure, Step, Table, Tally, call, emit, ngettext, say
from gridwar.systems.arrgs.attacks.attack_kinds_and_records import Landed, Landing, Strike
from gridwar.systems.arrgs.attacks.disarm_and_sunder_effects import (
    FARTHEST,
    ItemFlight,
    disarm_effect,
    sunder_effect,
)
from gridwar.systems.arrgs.conditions import Altered, alter
from gridwar.systems.arrgs.core.sheet import has
from gridwar.systems.arrgs.equipment import ItemDamaged
from gridwar.systems.arrgs.harm.damage import Harmed, befall, damage_steps, reckon
from gridwar.systems.arrgs.harm.sleep_and_waking import disturb
from gridwar.systems.arrgs.movement.reposition_push import Push, push
from gridwar.systems.arrgs.spells.casting import casting_steps
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.systems.arrgs.attacks.immediate_defence import Defended
    from gridwar.systems.arrgs.checks.check_rolls import Chain
    from gridwar.systems.arrgs.checks.reactions import Reaction


def reckon_landing(table: Table, landing: Landing) -> Procedure[Landed]:
    """Return what a successful attack will do, as far as it can be told before it happens.

    Rules: AR-ATK-03, AR-MNV-08, AR-MNV-16, AR-MNV-20
    """
    kind, value = landing.kind, landing.blow.success_value
    if kind.key == "attack":
        harmed = yield from call(reckon, landing.blow, key="harm")
        return Landed(harmed.damage, harmed.dying, harmed.lines, f"−{harmed.damage}")
    if kind.key == "sunder":
        return (yield from call(sunder_effect, landing, key="sunder"))
    if kind.key == "trip":
        return Landed(words=_("prone"))
    if kind.key == "disarm":
        item, squares = kind.item, min(value, FARTHEST)
        words = _("disarmed") if item is None else _("{item} flies away").format(item=item.name)
        return Landed(squares=squares, words=words)
    words = ngettext("up to {n} square", "up to {n} squares", value)
    return Landed(words=words.format(n=value))


def land(table: Table, landing: Landing, landed: Landed) -> Procedure[Landed]:
    """Let a successful attack take effect; what touches a sleeper disturbs them.

    Rules: AR-ATK-03, AR-MNV-20, AR-CND-05, AR-CND-08
    """
    key, target, item = landing.kind.key, landing.target, landing.kind.item
    if key == "attack":
        yield from befall(table, target, Harmed(landed.damage, dying=landed.dying))
        return landed
    if key == "sunder":
        if item is not None and landed.item_damage > item.damage:
            by = landed.item_damage - item.damage
            yield from emit(ItemDamaged(who=target, item=item, by=by))
    elif key == "trip":
        if not has(table.now[target], "prone"):
            yield from alter(table, target, Altered("prone", 1, told=False))
    elif key == "disarm":
        if item is not None:
            flight = ItemFlight(landing.who, target, item, landed.squares)
            yield from call(disarm_effect, flight, key=key)
    else:
        kind, value = landing.kind, landing.blow.success_value
        order = Push(landing.who, target, value, kind.direction, kind.squares)
        landed = replace(landed, pushed=(yield from call(push, order, key=key)))
    yield from disturb(table, target)
    return landed


class RolledStrike(Struct, frozen=True):
    """An attack that is rolled, to be told."""

    strike: Strike
    chain: Chain
    tally: Tally
    faced: Reaction


def tell_strike(table: Table, done: RolledStrike, landed: Landed | None = None) -> Procedure[None]:
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
        befell=strike.target,
    )


def tell_rest(table: Table, done: RolledStrike, left: Defended, landed: Landed) -> Procedure[None]:
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
