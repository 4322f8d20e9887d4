"""Attacks of Opportunity, and the Counter-Attack as it is made: both are Free Actions.

The first is made at whoever leaves a fight by moving, on the last square within reach; an enemy's
Overwatch may come before either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import (
    Option,
    Procedure,
    SheetEvent,
    Window,
    _,
    allows,
    call,
    choose,
    emit,
    plays,
    sets,
)
from gridwar.systems.percentile.actions.interrupted_aim_or_overwatch import FeintOver
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.attacks.attack_records import AttackOrder, AttackResult
from gridwar.systems.percentile.attacks.attack_steps import attack
from gridwar.systems.percentile.attacks.evasion_and_counter_attack import (
    FEINTED,
    CounterAttack,
    as_feinted,
    counter_order,
    may_counter,
)
from gridwar.systems.percentile.attacks.legality_and_targets import may_attack
from gridwar.systems.percentile.core.action_and_evasion_tables import row
from gridwar.systems.percentile.core.fight_state import sheet_of, switches_of
from gridwar.systems.percentile.core.weapons_in_hand import weapons_in_hand
from gridwar.systems.percentile.out_of_turn.overwatch_triggers import Deed, before_attack
from gridwar.systems.percentile.positions.reach_and_sight import is_engaged, standing_at

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, StepTaken, Table

OPPORTUNITY: Final = "opportunity"
WINDOWS: Final = {OPPORTUNITY: Window(_("an Attack of Opportunity at whoever leaves"))}
HARMLESS: Final = "disengage"


def provoked(encounter: Encounter, step: StepTaken) -> tuple[str, ...]:
    """Return whose reach a step to come leads out of, in the order they joined.

    Moving about inside a reach does not count; another band is out of it.

    Rules: PC-ACT-08
    """
    there = standing_at(encounter, step.mover, step.end, step.climb)
    return _engaged_in_one(encounter, there, step)


def entered(encounter: Encounter, step: StepTaken) -> tuple[str, ...]:
    """Return whose reach a step just made has led into, where a house rule lets that provoke.

    Rules: PC-ACT-08
    """
    if switches_of(encounter).aoo_timing != "entering_or_leaving":
        return ()
    there = standing_at(encounter, step.mover, step.start, -step.climb)
    return _engaged_in_one(encounter, there, step)


def _engaged_in_one(here: Encounter, there: Encounter, step: StepTaken) -> tuple[str, ...]:
    """Return who has the mover within reach as it is, but not where else it would be."""
    mover = step.mover
    if step.forced or step.tag == HARMLESS:
        return ()
    return tuple(
        one.id
        for one in here.everyone()
        if one.id != mover
        and is_engaged(here, one.id, mover)
        and not is_engaged(there, one.id, mover)
    )


def before_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Let everybody whose reach is left strike first; whoever is killed goes no further.

    Rules: PC-ACT-08
    """
    return (yield from _all_strike(table, provoked(table.now, step), step.mover))


def after_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Let everybody whose reach was entered strike, where that provokes.

    Rules: PC-ACT-08
    """
    return (yield from _all_strike(table, entered(table.now, step), step.mover))


def _all_strike(table: Table, foes: tuple[str, ...], mover: str) -> Procedure[bool]:
    for by in foes:
        if not sheet_of(table.now[mover]).dead:
            yield from call(_strike, (by, mover), key=f"opportunity of {by}")
    return not sheet_of(table.now[mover]).dead


def opportunity_order(by: str, mover: str, weapon: str) -> AttackOrder:
    """Return an Attack of Opportunity as an order: a Standard Attack that is a Free Action."""
    return AttackOrder(by, mover, weapon, "attack_of_opportunity", pays="attack_of_opportunity")


def may_strike(table: Table, order: AttackOrder) -> Procedure[None]:
    """Refuse an Attack of Opportunity that is against the rules.

    Rules: PC-ACT-08, PC-ECO-08
    """
    yield from may_act(table, order.attacker, "attack_of_opportunity")
    yield from may_attack(table, order)


def _strike(table: Table, opening: tuple[str, str]) -> Procedure[None]:
    by, mover = opening
    able = [
        weapon
        for weapon in weapons_in_hand(table.now[by])
        if weapon.is_melee
        and allows(table.now, may_strike, opportunity_order(by, mover, weapon.id))
    ]
    if not able:
        return
    chosen = yield from choose(
        table,
        _("{mover} moves past the reach of {whom}: strike?"),
        (
            Option("pass", _("Let them go")),
            *(Option(weapon.id, _("Strike with {w}").format(w=weapon.title)) for weapon in able),
        ),
        "PC-ACT-08",
        key="strike",
        whom=by,
        window=OPPORTUNITY,
        cell=table.now[mover].pos,
        mover=mover,
    )
    if chosen == "pass":
        return
    order = as_feinted(table.now, opportunity_order(by, mover, chosen))
    if not (yield from before_attack(table, Deed(by, "attack", mover, order.row.title))):
        return
    yield from call(attack, order, key="attack")
    if order.kind == FEINTED:
        yield from emit(FeintOver(who=by))


@sets("counter_used", True)
class CounterMade(SheetEvent):
    """A Counter-Attack was made; no other until the own next turn."""


@plays(CounterAttack)
def counter_attack(table: Table, command: CounterAttack) -> Procedure[AttackResult]:
    """Strike back at whoever was parried, at -20; once until the own next turn.

    Rules: PC-ACT-09, PC-ACT-10
    """
    who, target = command.actor, command.target
    yield from may_counter(table, who, target, command.weapon)
    deed = Deed(who, "attack", target, row("counter_attack").title)
    if not (yield from before_attack(table, deed)):
        return AttackResult(False)
    yield from emit(CounterMade(who=who))
    order = counter_order(who, target, command.weapon)
    return (yield from call(attack, order, key="attack"))
