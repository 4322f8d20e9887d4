"""Danger and chance of a square by really going there: each attack's plain odds, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.insight.strikes import MOST_RUNS, SAMPLES, strikes_of
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.engine.odds.odds_outcomes import Limits, OddsRefused, TooManyRuns
from gridwar.engine.odds.request_branches import Explorer
from gridwar.engine.odds.sampled_odds import sample
from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.play.rehearsal import Rehearsal

if TYPE_CHECKING:
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.odds.odds_outcomes import Outcomes
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

Worth = tuple[float, float, float | None]
"""Points expected to be lost, chance of going down, chance of success."""


def gone_to(system: System, start: Encounter, who: str, cell: Cell) -> Encounter | None:
    """Return the fight with somebody put down on a square; None where it does not stay there."""
    run = Rehearsal(system, start, Place(to=((who, cell),)), {})
    after, _result = run.play()
    return None if run.refusal or after.combatants[who].pos != cell else after


def in_turn(system: System, state: Encounter, who: str) -> Encounter:
    """Return the fight at the beginning of somebody's turn."""
    run = Rehearsal(system, state, TakeTurn(actor=who), {})
    after, _result = run.play(attended)
    return state if run.refusal else after


def attacks(system: System, state: Encounter, by: str, whom: str) -> dict[str, Worth]:
    """Return what every attack of one on another comes to, by action; those refused are left out.

    An attack whose actor moves before its first roll is none from where it stands.
    """
    found: dict[str, Worth] = {}
    for action in strikes_of(system, state, by)[0]:
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


def _outcomes(system: System, state: Encounter, command: Command) -> Outcomes | None:
    try:
        return Explorer(system, state, command, {}, Limits(runs=MOST_RUNS)).run()
    except TooManyRuns:
        return sample(system, state, command, {}, Limits(runs=SAMPLES))
    except OddsRefused:
        return None
