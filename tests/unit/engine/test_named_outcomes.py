"""A preview past the roll: what a command leads to, by the names of the roll that decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.play.play_command import Options, play
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.play.preview_and_named_outcomes import named_outcomes
from gridwar.engine.play.replies_and_corrections import Replies, Reply
from gridwar.model.command import Answer
from gridwar.model.events_combatants import Explained
from tests.support.toy import TOY, Bomb, Contest, Strike, duel, sheet_of

if TYPE_CHECKING:
    from gridwar.model.trace import Trace


def _traces(events: object) -> list[Trace]:
    assert isinstance(events, tuple)
    return [one.trace for one in events if isinstance(one, Explained)]


def test_each_name_of_a_roll_has_a_run_of_its_own_to_the_end() -> None:
    """A strike is previewed as a miss and as a hit, from the lowest faces up, damage and all."""
    miss, hit = named_outcomes(TOY, duel(a=20, b=20), Strike(actor="a", target="b"))
    assert (miss.name, hit.name) == ("miss", "hit")
    assert sheet_of(miss.after["b"]).hp == 20
    assert sheet_of(hit.after["b"]).hp < 20


def test_what_is_previewed_is_the_table_of_the_log() -> None:
    """The table of a previewed hit is that of the log, number for number, with the same dice."""
    encounter, strike = duel(a=20, b=20), Strike(actor="a", target="b")
    (previewed,) = _traces(named_outcomes(TOY, encounter, strike)[1].events)
    damage = previewed.tables[0].rows[0].values[0]
    assert isinstance(damage, int)
    replies = Replies((Reply(key="reaction", answer=Answer(option="none")),))
    options = Options(dice=ScriptedDice([6, 6, damage]))
    played = play(TOY, encounter, strike, replies, options)
    assert isinstance(played, Accepted)
    (logged,) = _traces(played.events)
    assert logged == previewed


def test_an_answer_changes_the_outcomes() -> None:
    """With the answers given the same names may stand for other faces; without names none do."""
    encounter = duel(a=20, b=20)
    answers = {"reaction": Answer(option="dodge")}
    found = named_outcomes(TOY, encounter, Strike(actor="a", target="b"), None, answers)
    assert [one.name for one in found] == ["miss", "hit"]
    assert named_outcomes(TOY, encounter, Bomb(actor="a", targets=("b",))) == ()


def test_a_contest_that_dice_in_the_middle_never_decide_comes_to_an_end() -> None:
    """Where the preview's dice tie for ever, each outcome is shown as far as it got."""
    found = named_outcomes(TOY, duel(a=20, b=20), Contest(actor="a", target="b"))
    assert [one.name for one in found] == ["low", "high"]


def test_odds_are_grouped_by_the_same_names() -> None:
    """The chances of the names that a preview shows add up to 1."""
    encounter, strike = duel(a=20, b=20), Strike(actor="a", target="b")
    outcomes = odds(TOY, encounter, strike).columns[0].outcomes
    assert outcomes is not None
    names = [one.name for one in named_outcomes(TOY, encounter, strike)]
    assert names == ["miss", "hit"]
    assert outcomes.chance(lambda facts: facts.outcome == "miss") == pytest.approx(21 / 36)
    assert outcomes.chance(lambda facts: facts.outcome == "hit") == pytest.approx(15 / 36)
