"""Conditions that the GM names by hand: the rules play those they know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import KnownCondition, Procedure, emit
from gridwar.model.events import EffectRemoved
from gridwar.systems.arrgs.conditions.conditions import NUMBERED, Altered, alter
from gridwar.systems.arrgs.core.sheet import sheet_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Table

KNOWN: Final = NUMBERED | {
    "surprised",
    "disabled",
    "unconscious",
    "prone",
    "stunned",
    "immobile",
    "helpless",
    "fatigued",
    "exhausted",
}


def known_conditions() -> tuple[KnownCondition, ...]:
    """Return all conditions that the rules play when the GM names them.

    Rules: AR-CND-01
    """
    return tuple(KnownCondition(one, one.capitalize()) for one in sorted(KNOWN))


def take_named(table: Table) -> Procedure[None]:
    """Let a condition that was named be that of the rules; named once more it ends, or grows.

    What was given an end of its own keeps it.

    Rules: AR-CND-01, AR-CND-03, AR-CND-06
    """
    found = [
        (one.id, effect.id)
        for one in table.now.combatants.values()
        for effect in one.effects
        if effect.ends == "never" and effect.id.casefold() in KNOWN
    ]
    for who, effect in found:
        key = effect.casefold()
        number = sheet_of(table.now[who]).conditions.get(key, 0)
        ends = number > 0 and key not in NUMBERED
        by = -number if ends else 1
        yield from emit(EffectRemoved(who=who, effect=effect))
        yield from alter(table, who, Altered(key, by, told=number > 0))
