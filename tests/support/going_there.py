"""Danger and chance of a square by really going there: each attack's plain odds, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.insight.danger_and_chance import NO_ATTACK
from gridwar.engine.insight.strikes import MOST_RUNS, MOVES_FIRST, SAMPLES
from gridwar.engine.kit.offers_and_actions import Role, Target
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.engine.odds.odds_outcomes import Limits, OddsRefused, TooManyRuns
from gridwar.engine.odds.request_branches import Explorer
from gridwar.engine.odds.sampled_odds import sample
from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Accepted, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.play.rehearsal import Rehearsal
from gridwar.engine.session.session import Session
from gridwar.errors import ScriptError

if TYPE_CHECKING:
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.odds.odds_outcomes import Outcomes
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

Worth = tuple[float, float, float | None]
"""Points expected to be lost, chance of going down, chance of success."""


def gone_to(system: System, start: Encounter, who: str, cell: Cell) -> Encounter | None:
    """Return the fight with somebody put down on a square; None where it does not stay there."""
    after = _played(system, start, Place(to=((who, cell),)))
    return after if after is not None and after.combatants[who].pos == cell else None


def in_turn(system: System, state: Encounter, who: str) -> Encounter:
    """Return the fight at the beginning of somebody's turn."""
    return _played(system, state, TakeTurn(actor=who)) or state


def _played(system: System, state: Encounter, command: Command) -> Encounter | None:
    """Return the fight after a command, played in a session; None where it is refused.

    Where it asks, or dice come of it, what is told of squares takes the defaults up to there.
    """
    session = Session(system, state)
    session.dice = ScriptedDice(())
    try:
        outcome = session.submit(command)
    except ScriptError:  # the first die comes where the rehearsal stops
        return _rehearsed(system, state, command)
    if isinstance(outcome, Accepted):
        return session.encounter
    if isinstance(outcome, Refused):
        return None
    return _rehearsed(system, state, command)


def _rehearsed(system: System, state: Encounter, command: Command) -> Encounter:
    run = Rehearsal(system, state, command, {})
    after, _result = run.play(attended)
    return after


def offered(system: System, state: Encounter, by: str) -> list[Action]:
    """Return the attacks on one other that the action list offers somebody."""
    return [
        one
        for one in actions_of(system, state, by)
        if one.role is Role.STRIKE and one.needs == ("combatant",) and not one.is_about
    ]


def attacks(system: System, state: Encounter, by: str, whom: str) -> dict[str, Worth]:
    """Return what every attack of one on another comes to, by action; those refused are left out.

    An attack whose actor moves before its first roll, or says so, is none from where it stands.
    """
    found: dict[str, Worth] = {}
    for action in offered(system, state, by):
        if action.moves_first:
            continue
        command = action.make(Target(combatant=whom))
        seen = preview(system, state, command)
        if seen.refusal or seen.after.combatants[by].pos != state.combatants[by].pos:
            continue
        outcomes = _outcomes(system, state, command)
        if outcomes is not None:
            loss = sum(points * p for points, p in outcomes.distribution(whom))
            chance = outcomes.success if outcomes.is_tested else None
            found[action.id] = (loss, outcomes.down(whom), chance)
    return found


def reasons_against(system: System, state: Encounter, by: str, whom: str) -> set[str]:
    """Return why somebody has no attack on another there, each in full and as briefly as told."""
    found = {NO_ATTACK, MOVES_FIRST.text}
    for action in offered(system, state, by):
        command = action.make(Target(combatant=whom))
        refusal = preview(system, state, command).refusal
        if refusal is None:
            try:
                Explorer(system, state, command, {}, Limits(runs=MOST_RUNS)).run()
            except TooManyRuns:
                continue
            except OddsRefused as refused:
                refusal = refused.refusal
        if refusal is not None:
            found |= {refusal.text, system.board.brief.get(refusal.code, refusal.text)}
    return found


def _outcomes(system: System, state: Encounter, command: Command) -> Outcomes | None:
    try:
        return Explorer(system, state, command, {}, Limits(runs=MOST_RUNS)).run()
    except TooManyRuns:
        return sample(system, state, command, {}, Limits(runs=SAMPLES))
    except OddsRefused:
        return None
