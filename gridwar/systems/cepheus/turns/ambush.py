"""An ambush: who knows of no enemy when the fight begins, said with its beginning."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    BeginFight,
    CombatantId,
    Command,
    Encounter,
    Procedure,
    Step,
    emit,
    plays,
    say,
)
from gridwar.model.events_combatants import ValueSet
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table


class Unaware(Command):
    """Say who knows of no enemy when the fight begins; all others know of all."""

    who: tuple[CombatantId, ...] = ()


@plays(Unaware)
def unaware(table: Table, command: Unaware) -> Procedure[None]:
    """Settle who is ambushed, at the GM's word.

    Rules: CE-INI-01, CE-INI-02
    """
    for who in tuple(one.id for one in table.now.everyone()):
        knows = who not in command.who
        if sheet_of(table.now[who]).aware != knows:
            value = json.dumps(knows)
            yield from emit(ValueSet(who=who, field="sheet.aware", value=value))
    names = ", ".join(table.now[one].name for one in command.who)
    text = _("Unaware of the enemy: {names}")
    yield from say(table, text, names=names, steps=(Step(label=names, rule_id="CE-INI-02"),))


def opening(_encounter: Encounter, surprised: tuple[str, ...]) -> tuple[Command, ...]:
    """Return what begins the fight with some who know of no enemy.

    Rules: CE-INI-01, CE-INI-02
    """
    return (Unaware(who=surprised), BeginFight()) if surprised else (BeginFight(),)
