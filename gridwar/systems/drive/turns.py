"""The cycle of turns. The chapter has no initiative: the GM lays the order down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, TurnCycle, emit, pass_moment, say
from gridwar.model.events import RoundBegan, TrailCleared, TurnBegan, TurnEnded
from gridwar.model.trace import Step
from gridwar.systems.drive.events import Acted, AuraLost, EverybodyFresh
from gridwar.systems.drive.sheet import sheet_of
from gridwar.systems.drive.state import state_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

HELPLESS = frozenset({"incapacitated", "paralysed", "pinned"})
MENTAL_ONLY = "mental_actions_only"


def order_ids(encounter: Encounter) -> tuple[str, ...]:
    """Return who is in the order: as the GM laid it down, then the others as they joined."""
    inside = [one.id for one in encounter.everyone() if not sheet_of(one).is_out]
    laid = [who for who in state_of(encounter).order if who in inside]
    return (*laid, *(who for who in inside if who not in laid))


def _end_turn(table: Table) -> Procedure[None]:
    who = table.now.turn
    if who is None:
        return
    for aura in auras_lost(table.now[who]):
        step = Step(label=_("Not kept up"), rule_id="DR-AUR-15")
        yield from emit(AuraLost(who=who, aura=aura))
        text = _("{who}'s aura {aura} fades")
        yield from say(table, text, who=who, aura=aura, steps=(step,), tone="plain")
    yield from pass_moment(table, "turn_end", who)
    yield from emit(TurnEnded(who=who), Acted(who=who))


def auras_lost(one: Combatant) -> tuple[str, ...]:
    """Return which auras a combatant cannot keep up as it is now.

    Rules: DR-AUR-15, DR-AUR-16, DR-AUR-17
    """
    states = {effect.id for effect in one.effects}
    auras = sheet_of(one).auras
    if states & HELPLESS:
        return tuple(aura.id for aura in auras)
    return tuple(aura.id for aura in auras if MENTAL_ONLY in states and not aura.mental)


def _open(table: Table) -> Procedure[None]:
    yield from emit(RoundBegan(), EverybodyFresh())
    yield from pass_moment(table, "round_start")


def _renew(table: Table) -> Procedure[None]:
    if order_ids(table.now):
        yield from pass_moment(table, "round_end")
        yield from _open(table)


def _waiting(encounter: Encounter) -> tuple[str, ...]:
    acted = state_of(encounter).acted
    return tuple(who for who in order_ids(encounter) if who not in acted)


def _begin(table: Table, who: str) -> Procedure[None]:
    yield from emit(TurnBegan(who=who), TrailCleared(who=who))
    yield from say(table, _("{who}'s turn"), who=who)
    yield from pass_moment(table, "turn_start", who)


CYCLE = TurnCycle(_open, _waiting, _renew, _begin, _end_turn)
