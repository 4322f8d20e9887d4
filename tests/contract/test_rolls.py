"""Every system asks for real dice in words, and its log shows each face and each sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.kit import BeginFight
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.play.procedure_of_command import handlers_of
from tests.contract.scenario import scenario
from tests.slow.playing.dice_told import faces_told, rolls_asked, sums_told
from tests.slow.playing.moments import Moment
from tests.slow.playing.scripted import perform
from tests.support.every_system import every_id, find
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Command, Encounter

ROLLING = tuple(one for one in every_id() if one != "freeform")
"""Systems with dice: freeform has none."""


def commands(system_id: str) -> Iterator[tuple[Encounter, Command]]:
    """Yield what a system's scenario does, with the fight before it, and a fight's beginning."""
    here, system = scenario(system_id), find(system_id)
    for command in filter(None, (here.asks, here.chances)):
        yield here.start, command
    if BeginFight in handlers_of(system):
        yield here.start.replace(round=0, turn=None), BeginFight()


@pytest.mark.parametrize("system_id", ROLLING)
def test_dice_are_asked_for_in_words_and_told(system_id: str) -> None:
    """Whose roll, what for and what it needs stand in the question, faces and sums in the log."""
    system, rolled = find(system_id), 0
    for now, command in commands(system_id):
        for seed in range(6):
            played = perform(system, now, command, dice=SeededDice(seed), table=StrictTable)
            if not isinstance(played.outcome, Accepted):
                continue
            rolled += sum(bool(one.faces) for one in played.replies.by_key().values())
            moment = Moment(system, now)
            assert list(rolls_asked(moment, command, played.replies)) == []
            assert list(faces_told(command, played.replies, played.outcome.events)) == []
            assert list(sums_told(moment, command, played.replies)) == []
    assert rolled
