"""What the GM says of somebody: conditions, and Characteristic Decay."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from gridwar.engine.kit import Move
from gridwar.engine.kit.asked_checks import Passed
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Accepted
from gridwar.model.geometry import Cell
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.core.fight_state import sheet_of
from gridwar.systems.percentile.core.scores import SCORE_WORDS
from gridwar.systems.percentile.core.sheet import Extended
from gridwar.systems.percentile.gm import TESTED, ScoreTest, SetConditions, StandUp
from gridwar.systems.percentile.harm.characteristic_decay import DecayCharacteristic
from tests.systems.percentile.people import ada, fight, play, refusal, session, tor


@pytest.mark.rule("PC-ECO-07")
def test_the_gm_ticks_conditions() -> None:
    """Those ticked begin, those no longer ticked end; an Immobilised one cannot move."""
    now = fight(ada(), tor("prone"))
    ids = {one.id: one for one in actions_of(SYSTEM, now, "tor")}
    proposed = ids["set_conditions"].make(Target())
    assert proposed == SetConditions(who="tor", conditions=frozenset({"prone"}))
    (ticks,) = SYSTEM.draft(now, proposed).ticks
    assert ticks.ticked == {"prone"}
    stuck = play(now, ticks.make(frozenset({"immobilised", "stunned"})))
    assert not stuck.has("tor", "prone")
    assert (stuck.has("tor", "immobilised"), stuck.has("tor", "stunned")) == (True, True)
    walk = Move(actor="tor", path=(Cell(7, 5),))
    assert refusal(stuck.encounter.replace(turn="tor"), walk) == "immobilised"
    assert play(stuck.encounter, SetConditions(who="tor")).log.count("no longer") == 2


@pytest.mark.rule("PC-ECO-06")
def test_whoever_is_stunned_may_have_to_start_over() -> None:
    """The GM is asked once, as the condition begins."""
    work = Extended(name="Door", done=1)
    now = fight(ada(), tor(extended=work))
    stun = SetConditions(who="tor", conditions=frozenset({"stunned"}))
    assert play(now, stun, interrupted_tor="lost").sheet("tor").extended is None
    kept = play(now, stun, interrupted_tor="kept")
    assert kept.sheet("tor").extended == work
    assert "start over" not in kept.next(stun).log


@pytest.mark.rule("PC-AIL-01")
@pytest.mark.rule("PC-AIL-02")
def test_decay_is_chosen_with_what_the_score_is_now() -> None:
    """Agility 44 less 15 is 29, and the next decay begins from there."""
    now = fight(ada(), tor(ag=44))
    command = DecayCharacteristic(who="tor", characteristic="ag", by=15)
    decayed = play(now, command).encounter
    draft = SYSTEM.draft(decayed, command)
    assert {one.id: one.note for one in draft.choices[0].options}["ag"] == "29"
    assert draft.numbers[0].make(7) == command.replace(by=7)
    assert sum(one.amount for one in sheet_of(decayed["tor"]).decay) == 15


@pytest.mark.rule("PC-ACT-14")
def test_the_gm_lets_the_prone_stand_up() -> None:
    """It is offered for those who lie, at any moment, and told; the GM says what it costs."""
    now = fight(ada(), tor("prone"))
    offered = {who: [one.id for one in actions_of(SYSTEM, now, who)] for who in ("ada", "tor")}
    assert ("stand_up" in offered["ada"], "stand_up" in offered["tor"]) == (False, True)
    up = play(now, StandUp(who="tor"))
    assert (up.has("tor", "prone"), up.sheet("tor").half_actions) == (False, 2)
    assert up.trace("stands up").steps[0].rule_id == "PC-ACT-14"
    assert refusal(up.encounter, StandUp(who="tor")) == "not_prone"


@pytest.mark.rule("PC-TST-01")
@pytest.mark.parametrize(("rolled", "success"), [(54, True), (55, False)])
def test_a_test_at_the_gms_word_is_under_the_score_with_what_he_adds(
    rolled: int, success: bool
) -> None:
    """Agility 44 and +10: 54 is the last that succeeds, out of turn and at no price."""
    table = session(fight(ada(), tor(ag=44)), rolled)
    before = sheet_of(table.encounter["tor"]).half_actions
    outcome = table.submit(ScoreTest(actor="tor", score="ag", modifier=10))
    assert isinstance(outcome, Accepted)
    assert outcome.result == Passed(success)
    assert sheet_of(table.encounter["tor"]).half_actions == before


def test_what_can_be_tested_is_what_has_words() -> None:
    """A script that names another score is told so when it is read; nothing is looked up later."""
    assert set(TESTED) == set(SCORE_WORDS)
    with pytest.raises(ValidationError, match="score"):
        ScoreTest.model_validate({"actor": "tor", "score": "juggling"})
