"""The Counter-Attack as it is made: an enemy's Overwatch may come before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, SheetEvent, call, emit, plays, sets
from gridwar.systems.percentile.attacks.attack import attack, counter_order, may_counter
from gridwar.systems.percentile.attacks.attack_records import AttackResult
from gridwar.systems.percentile.attacks.evasion import CounterAttack
from gridwar.systems.percentile.core.tables import row
from gridwar.systems.percentile.waiting.overwatch_triggers import Deed, before_attack

if TYPE_CHECKING:
    from gridwar.engine.kit import Table


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
