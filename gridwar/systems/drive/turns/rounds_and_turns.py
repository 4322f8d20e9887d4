"""The cycle of turns, one a round, and what passes with each of them.

Whoever is out of the fight, set aside or a thing does not act; the place passes by itself once a
round, and with it whatever waits for its beginning or its end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Flow,
    NextStep,
    NextTurn,
    Phase,
    Procedure,
    TurnCycle,
    emit,
    pass_moment,
    say,
)
from gridwar.model.events_combatants import TrailCleared
from gridwar.model.events_turns import RoundBegan, TurnBegan, TurnEnded
from gridwar.systems.drive.auras import end_grapples, keep_up, start_of_turn
from gridwar.systems.drive.core.events import Acted, EverybodyFresh, MovementPhase
from gridwar.systems.drive.core.fight_state import state_of
from gridwar.systems.drive.core.house_rules_and_settings import settings_of
from gridwar.systems.drive.core.turn_order import has_turns, places, waiting
from gridwar.systems.drive.movement import free_to_resist, unpay_flights
from gridwar.systems.drive.turns.making_and_expiry_of_points import expire, expire_fixed
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table


def flow(encounter: Encounter) -> Flow:
    """Return the round, how many seconds have passed, and whether the movement phase has begun.

    Rules: DR-NRG-09, DR-PSG-08
    """
    passed = max(0, encounter.round - 1) * settings_of(encounter).seconds_per_round
    words = _("Round {n}, {s} s").format(n=encounter.round, s=passed)
    if encounter.turn is None:
        return Flow(words)
    moved = state_of(encounter).has_moved
    phases = (
        Phase("turn", _("Turn"), "past" if moved else "now"),
        Phase("movement", _("Movement phase"), "now" if moved else "to_come"),
    )
    return Flow(words, phases, NextStep(NextTurn(), _("Next turn")))


# --- what passes with a turn, or with the place of whoever has none -------------------------------


def pass_start(table: Table, who: str) -> Procedure[None]:
    """Let the beginning of a turn, or of a place, pass (T1).

    Rules: DR-SHD-19, DR-PSG-04, DR-PSG-16, DR-AUR-01
    """
    yield from pass_moment(table, "turn_start", who)
    yield from expire(table, who, "rounds")
    yield from start_of_turn(table, who)


def pass_end(table: Table, who: str, *, has_moved: bool) -> Procedure[None]:
    """Let the end of a turn, or of a place, pass (T3).

    Args:
        table: The table.
        who: Whose.
        has_moved: A movement phase has begun in it; else its end counts as one.

    Rules: DR-NRG-15, DR-SHD-19, DR-PSG-08, DR-AUR-15
    """
    yield from keep_up(table, who)
    yield from expire(table, who, "turn_end")
    if not has_moved:
        yield from free_to_resist(table, who)
    yield from pass_moment(table, "turn_end", who)


def pass_places(table: Table) -> Procedure[None]:
    """Let the places pass of all who do not act and come before whoever acts next.

    Rules: DR-NRG-15, DR-SHD-19, DR-PSG-08, DR-PSG-16, DR-AUR-15
    """
    if not table.now.round:
        return
    for who in places(table.now):
        if who in state_of(table.now).acted:
            continue
        if has_turns(table.now, who):
            return
        yield from pass_start(table, who)
        yield from pass_end(table, who, has_moved=False)
        yield from emit(Acted(who=who))


def _end_turn(table: Table) -> Procedure[None]:
    """End the present turn: grapples, upkeep, then what lasts to its end (T3).

    Rules: DR-NRG-15, DR-SHD-19, DR-AUR-02, DR-AUR-15
    """
    who = table.now.turn
    if who is not None:
        yield from end_grapples(table, who)
        yield from pass_end(table, who, has_moved=state_of(table.now).has_moved)
        yield from emit(TurnEnded(who=who), Acted(who=who))
    yield from pass_places(table)


def _open(table: Table) -> Procedure[None]:
    yield from emit(RoundBegan(), EverybodyFresh())
    yield from pass_moment(table, "round_start")
    yield from expire_fixed(table)
    yield from unpay_flights(table)
    yield from say(table, _("Round {n}"), n=table.now.round)
    yield from pass_places(table)


def _renew(table: Table) -> Procedure[None]:
    yield from pass_moment(table, "round_end")
    yield from _open(table)


def _begin(table: Table, who: str) -> Procedure[None]:
    """Begin somebody's turn: what was made for some rounds counts down, auras fade (T1).

    Rules: DR-SHD-19, DR-PSG-04, DR-AUR-01
    """
    yield from emit(TurnBegan(who=who), TrailCleared(who=who))
    if state_of(table.now).has_moved:
        yield from emit(MovementPhase(has_moved=False))
    yield from say(table, _("{who}'s turn"), who=who)
    yield from pass_start(table, who)


CYCLE = TurnCycle(_open, waiting, _renew, _begin, _end_turn)
