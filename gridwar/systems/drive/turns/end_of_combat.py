"""The end of the combat: who must roll CON against war fever before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gridwar.engine.kit import (
    EndFight,
    Procedure,
    Step,
    TableRow,
    TraceTable,
    choose,
    end_fight,
    plays,
    say,
)
from gridwar.systems.drive.core.house_rules_and_settings import switches_of
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.core.tables import constants
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table


class Fever(NamedTuple):
    """A roll against war fever: whose, after how many degrees by particles, with what Hindrance."""

    who: str
    degrees: int
    hindrance: int


def war_fever(encounter: Encounter) -> tuple[Fever, ...]:
    """Return who must roll against war fever and with how much Hindrance, a roll each.

    Rules: DR-NRG-04
    """
    found: list[Fever] = []
    scope, each = switches_of(encounter).particle_scope, constants().after.degrees_a_fever_hindrance
    for who, one in encounter.combatants.items():
        attacks = sheet_of(one).particle_attacks
        degrees = {
            "combat": (sum(attacks),),
            "worst_attack": (max(attacks, default=0),),
            "per_attack": attacks,
        }[scope]
        found += [Fever(who, count, (count - 1) // each) for count in degrees if count]
    return tuple(found)


@plays(EndFight)
def end_combat(table: Table, command: EndFight) -> Procedure[tuple[Fever, ...]]:
    """Say who must roll CON against war fever, then end the fight; healing changes nothing (T4).

    Rules: DR-NRG-04
    """
    del command
    rolls = war_fever(table.now)
    for roll in rolls:
        step = Step(label=_("Hindrance"), rule_id="DR-NRG-04", after=roll.hindrance)
        text = _("{who} rolls CON against war fever")
        result = _("{n} Hindrance").format(n=roll.hindrance)
        yield from say(table, text, who=roll.who, steps=(step,), result=result, tone="plain")
    if rolls:
        yield from choose(
            table,
            _("CON rolls against war fever"),
            {"done": _("All rolled")},
            "DR-NRG-04",
            key="checklist",
            whom=None,
            info=_("Before the combat ends. Healed injuries count as well."),
            tables=(_checklist(table.now, rolls),),
            follow_up=True,
        )
    yield from end_fight(table)
    return rolls


def _checklist(encounter: Encounter, rolls: tuple[Fever, ...]) -> TraceTable:
    """Return who rolls, after how many degrees by particles, with how much Hindrance.

    Rules: DR-NRG-04
    """
    rows = (
        TableRow(label=encounter[one.who].name, values=one[1:], rule_id="DR-NRG-04")
        for one in rolls
    )
    return TraceTable(columns=(_("particle degrees"), _("Hindrance")), rows=tuple(rows))
