"""Conditions that the GM names by hand are those of the rules."""

from __future__ import annotations

import pytest

from gridwar.control.controller.quick_values import read_quick
from gridwar.engine.gm.effect_and_pool_commands import AddEffect
from gridwar.model.combatant import TimedEffect
from gridwar.model.command import Command
from gridwar.systems.arrgs.movement.sidestep_and_standup import Standup
from gridwar.systems.arrgs.turns.rounds_and_pauses import EndRound
from tests.systems.arrgs.skirmish import accepted, board, fighter, session, sheet, traces


def typed(words: str) -> Command:
    """Return what words typed for A mean."""
    command = read_quick(words, board(fighter("A", (1, 1))), ("A",))
    assert isinstance(command, Command)
    return command


@pytest.mark.rule("AR-CND-01", "AR-CND-07", "AR-CND-08", "AR-STR-06")
def test_a_condition_named_by_hand_ends_as_the_rules_have_it() -> None:
    """Surprised is over with the round, Prone with standing up; neither stays as a badge."""
    fight = session(board(fighter("A", (1, 1))))
    accepted(fight.submit(typed("Surprised")))
    assert dict(sheet(fight.encounter, "A").conditions) == {"surprised": 1}
    accepted(fight.submit(EndRound()))
    accepted(fight.submit(typed("prone")))
    accepted(fight.submit(Standup(actor="A")))
    assert dict(sheet(fight.encounter, "A").conditions) == {}
    assert fight.encounter["A"].effects == ()


@pytest.mark.rule("AR-CND-01", "AR-CND-03")
def test_what_is_named_once_more_ends_or_grows() -> None:
    """Prone ends and the log says so; Dying, which has a number, goes from 1 to 2."""
    fight = session(board(fighter("A", (1, 1))))
    fight.submit(typed("prone"))
    told = traces(fight.submit(typed("prone")))
    assert [one.title for one in told] == ["A: Prone ends"]
    assert dict(sheet(fight.encounter, "A").conditions) == {}
    fight.submit(typed("dying"))
    fight.submit(typed("dying"))
    assert dict(sheet(fight.encounter, "A").conditions) == {"dying": 2}


@pytest.mark.rule("AR-CND-01")
def test_what_was_given_an_end_of_its_own_keeps_it() -> None:
    """Stunned for a round stays the GM's, and so does a condition that the rules do not know."""
    fight = session(board(fighter("A", (1, 1))))
    for effect in (
        TimedEffect(id="stunned", name="Stunned", ends="round_end"),
        TimedEffect(id="dazzled", name="Dazzled"),
    ):
        accepted(fight.submit(AddEffect(who=("A",), effect=effect)))
    assert dict(sheet(fight.encounter, "A").conditions) == {}
    assert [one.id for one in fight.encounter["A"].effects] == ["stunned", "dazzled"]
