"""Everything that the actions panel offers can be played to its end."""

from __future__ import annotations

import pytest

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Accepted, Refused
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.core.person_records import Task
from tests.support.strict_table import StrictTable
from tests.systems.cepheus.firefight import fight, person

MOST_ANSWERS = 20
HURT = {"strength": 4, "dexterity": 6, "endurance": 3}
ACTORS = {
    "free": person("a", 6, 6, skills={"medicine": 1, "blades": 1}),
    "grappled": person("a", 6, 6, grappled_with="b"),
    "busy": person("a", 6, 6, task=Task(needed=3, done=3)),
    "hurt": person("a", 6, 6, chars=HURT),
}


@pytest.mark.rule("CE-RND-02")
@pytest.mark.parametrize("how", ACTORS)
@pytest.mark.parametrize("target", ["a", "b", "c"])
def test_every_action_is_played_to_its_end(how: str, target: str) -> None:
    """By the proposed answers each is accepted, or refused with words; nothing is left open."""
    other = person("b", 6, 6, chars=HURT, grappled_with="a" if how == "grappled" else None)
    encounter = fight(ACTORS[how], other, person("c", 9, 6))
    chosen = Target(combatant=target, cell=Cell(9, 6), path=(Cell(7, 6),))
    for action in actions_of(SYSTEM, encounter, "a"):
        session = Session(SYSTEM, encounter, dice=SeededDice(5), table=StrictTable)
        outcome = session.submit(action.make(chosen))
        for _answer in range(MOST_ANSWERS):
            if not session.wanted:
                break
            wanted = session.wanted[0]
            assert isinstance(wanted, Question)
            outcome = session.answer(wanted.key, wanted.default)
        assert not session.wanted, action.id
        assert isinstance(outcome, Accepted) or (isinstance(outcome, Refused) and outcome.text)
