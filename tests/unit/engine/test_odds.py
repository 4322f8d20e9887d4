"""Odds: exact, merged, and the same procedure that plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict
from icepool import d6
from msgspec.structs import replace

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.kit.card_order_and_flow import Facts
from gridwar.engine.kit.procedure_requests import ask, call, roll
from gridwar.engine.kit.rule_system_parts import Cards
from gridwar.engine.odds.odds_columns import odds, with_uses
from gridwar.engine.odds.odds_outcomes import (
    Limits,
    OddsCancelled,
    OddsRefused,
    Outcomes,
    TooManyRuns,
)
from gridwar.engine.odds.sampled_odds import sample
from gridwar.engine.play.play_command import Options, play
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.play.replies_and_corrections import Replies, Reply
from gridwar.model.command import Adjustments, Answer
from gridwar.model.question_and_refusal import Option, Question, Window
from tests.support.exploring import explore
from tests.support.toy import TOY, Begin, Bomb, Chain, Feint, Riposte, Strike, Volley, duel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.procedure_requests import Procedure
    from gridwar.engine.kit.procedure_table import Table

DUCKING = replace(TOY, play=replace(TOY.play, windows={"duck": Window("who ducks")}))
"""The toy with a kind of window that can have a standing answer."""


def test_the_first_question_becomes_columns() -> None:
    """Odds show an answer a column and never average over decisions."""
    found = odds(TOY, duel(a=20, b=20), Strike(actor="a", target="b"))
    assert [column.option for column in found.columns] == ["none", "dodge"]
    none, dodge = (column.outcomes for column in found.columns)
    assert none is not None
    assert dodge is not None
    assert none.success == pytest.approx(float((2 @ d6 >= 8).probability(True)))
    assert dodge.success == pytest.approx(float((2 @ d6 >= 10).probability(True)))
    assert dict(none.distribution("b"))[0] == pytest.approx(1 - none.success)


def test_windows_are_passed_and_what_they_would_change_stands_beside() -> None:
    """Nobody ducks in the odds; beside them stands what comes of it where one or the other does."""
    bomb = Bomb(actor="a", targets=("b", "c"))
    found = odds(DUCKING, duel(a=20, b=20, c=20), bomb)
    assert found.question is None
    (column,) = found.columns
    whole, halved = dict.fromkeys(range(1, 7), 1 / 6), {0: 1 / 6, 1: 1 / 3, 2: 1 / 3, 3: 1 / 6}
    assert column.outcomes is not None
    assert dict(column.outcomes.distribution("b")) == pytest.approx(whole)
    b, c = column.could
    assert b.outcomes is not None
    assert c.outcomes is not None
    assert [(one.window, one.who, one.title) for one in (b, c)] == [
        ("duck", "b", "Yes"),
        ("duck", "c", "Yes"),
    ]
    assert dict(b.outcomes.distribution("b")) == pytest.approx(halved)
    assert dict(b.outcomes.distribution("c")) == pytest.approx(whole)
    proposed = {"duck": Window("who ducks", is_proposal=True)}
    proposes = replace(TOY, play=replace(TOY.play, windows=proposed))
    assert odds(proposes, duel(a=20, b=20, c=20), bomb).columns[0].could == ()


@pytest.mark.parametrize("stopped", [TooManyRuns, OddsCancelled])
def test_a_window_whose_use_is_too_dear_to_explore_is_named(stopped: type[Exception]) -> None:
    """Who could duck is told although nothing could be found out of what comes of it."""

    def too_dear(answers: Mapping[str, Answer]) -> Outcomes:
        raise stopped

    found = odds(DUCKING, duel(a=20, b=20, c=20), Bomb(actor="a", targets=("b", "c")))
    (column,) = found.columns
    blank = replace(column, could=tuple(replace(one, outcomes=None) for one in column.could))
    assert [one.who for one in blank.could] == ["b", "c"]
    assert with_uses((blank,), None, too_dear) == ((blank,), True)
    assert with_uses((column,), None, too_dear) == ((column,), False)


def test_everybody_who_could_use_a_window_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes of it is worked out for the first few; the others are told all the same."""
    monkeypatch.setattr("gridwar.engine.odds.odds_columns.MOST_USED", 1)
    found = odds(DUCKING, duel(a=20, b=20, c=20), Bomb(actor="a", targets=("b", "c")))
    could = found.columns[0].could
    assert [(one.who, one.outcomes is None) for one in could] == [("b", False), ("c", True)]
    assert not found.cut


def test_plays_tell_the_windows_that_they_passed() -> None:
    """Sampled odds know who could have ducked, as explored ones do."""
    start, bomb = duel(a=20, b=20), Bomb(actor="a", targets=("b",))
    played = sample(TOY, start, bomb, {}, Limits(runs=4))
    assert [(one.recipient, one.window) for one in played.passed] == [("b", "duck")]
    assert played.passed == explore(TOY, start, bomb, {}).passed


def test_each_column_names_who_could_interfere_with_that_answer() -> None:
    """A counter that only a dodge opens stands in the column of the dodge, and in no other."""
    system = replace(TOY, play=replace(TOY.play, handlers={Strike: _strike_with_counter}))
    found = odds(system, duel(a=20, b=20), Strike(actor="a", target="b"))
    named = {one.option: [two.title for two in one.could] for one in found.columns}
    assert named == {"none": [], "dodge": ["Strike back"]}


def _strike_with_counter(table: Table, command: Strike) -> Procedure[bool]:
    """Ask for a dodge, and after one for a counter."""
    options = (Option("none", "None"), Option("dodge", "Dodge"))
    default = Answer(option="none")
    answer = yield from ask(
        lambda: Question("reaction", "b", "Dodge?", options=options, default=default)
    )
    if answer.option == "dodge":
        yield from call(_counter, None, key="counter")
    return (yield from roll("1d6", sum, key="strike", owner="a", label="Strike")) > 3


def _counter(table: Table, args: None) -> Procedure[None]:
    options = (Option("pass", "Pass"), Option("back", "Strike back"))
    default = Answer(option="pass")
    yield from ask(
        lambda: Question("back", "b", "Back?", options=options, default=default, window="back")
    )


@pytest.mark.parametrize("command", [Strike(actor="a", target="b"), Riposte(actor="b", target="a")])
def test_the_odds_of_a_refused_command_are_its_refusal(command: Strike | Riposte) -> None:
    """Who is down cannot strike, nor strike back inside another's command: nothing is counted."""
    start = duel(a=0, b=20)
    found = odds(TOY, start, command)
    assert found.refusal is not None
    assert found.refusal.text == "Who is down cannot strike."
    assert [one.outcomes for one in found.columns] == [None]
    assert found.columns[0].why_not == found.refusal.text
    with pytest.raises(OddsRefused):
        explore(TOY, start, command, {})
    with pytest.raises(OddsRefused):
        sample(TOY, start, command, {}, Limits(runs=4))


def test_where_nothing_is_rolled_nothing_succeeds_or_fails() -> None:
    """A command without dice has no chance of success, neither explored nor played."""
    told = replace(TOY, cards=replace(TOY.cards, facts=lambda *_outcome: Facts(success=False)))
    start, begin = duel(a=20, b=20), Begin(actor="a")
    assert not explore(told, start, begin, {}).is_tested
    assert not sample(told, start, begin, {}, Limits(runs=4)).is_tested
    strike = Strike(actor="a", target="b")
    assert explore(told, start, strike, {}).is_tested
    assert sample(told, start, strike, {}, Limits(runs=4)).is_tested


def test_losing_points_is_no_success_by_itself() -> None:
    """Rules that say nothing of it test nothing, or what a procedure returns as True or False."""
    silent = replace(TOY, cards=replace(TOY.cards, facts=lambda *_outcome: None))
    assert not explore(silent, duel(a=20, b=20), Chain(actor="a", target="b"), {}).is_tested
    start = duel(a=20)
    plain = replace(TOY, cards=Cards(card=TOY.cards.card, vital=TOY.cards.vital))
    assert plain.facts(start, duel(a=15), True) == Facts(True, frozendict(a=5))
    assert plain.facts(start, duel(a=15), None) == Facts(None, frozendict(a=5))


def test_odds_use_the_same_adjustments_as_play() -> None:
    """A line switched off counts neither in the odds nor in the roll."""
    off = Adjustments(lines_off=frozenset({"strike/TOY-2"}))
    found = odds(TOY, duel(a=20, b=20), Strike(actor="a", target="b", adjustments=off))
    none, dodge = (column.outcomes for column in found.columns)
    assert none is not None
    assert dodge is not None
    assert none.success == dodge.success


def test_a_shared_pool_over_many_shots_is_exact() -> None:
    """Shots through one shield: the damage is the sum of the dice less the shield, exactly."""
    outcomes = explore(TOY, duel(a=20, b=99), Volley(actor="a", target="b", shots=6), {})
    right = (6 @ d6).map(lambda total: max(0, total - 10))
    assert dict(outcomes.distribution("b")) == pytest.approx(
        {int(k): float(right.probability(k)) for k in right.outcomes()}
    )


def test_a_chain_is_followed_until_nothing_is_left() -> None:
    """Probabilities of an endless chain add up to 1 within 1e-9."""
    outcomes = explore(TOY, duel(a=20, b=20), Chain(actor="a", target="b"), {})
    assert outcomes.chance(lambda facts: True) == pytest.approx(1, abs=1e-9)
    spread = dict(outcomes.distribution("b"))
    assert spread[3] == pytest.approx(1 / 6)
    assert spread[9] == pytest.approx(1 / 36)


def test_odds_agree_with_played_samples() -> None:
    """Seeded plays of the same procedure come out as the exact odds say."""
    start, command = duel(a=20, b=20), Strike(actor="a", target="b")
    answers = {"reaction": Answer(option="dodge")}
    exact = explore(TOY, start, command, answers)
    played = sample(TOY, start, command, answers, Limits(runs=4000))
    assert played.success == pytest.approx(exact.success, abs=6 * played.error)


def test_windows_are_passed_in_odds() -> None:
    """Standing windows take their default; nobody ducks."""
    outcomes = explore(TOY, duel(a=20, b=20, c=20), Bomb(actor="a", targets=("b", "c")), {})
    assert dict(outcomes.distribution("c"))[6] == pytest.approx(1 / 6)


def test_too_large_an_exploration_gives_up() -> None:
    """Over a stated number of runs the caller samples instead."""
    with pytest.raises(TooManyRuns):
        explore(TOY, duel(a=20, b=99), Volley(actor="a", target="b", shots=30), {}, Limits(runs=50))


def test_columns_share_only_what_no_answer_touches() -> None:
    """Each column is what exploring with that answer alone gives."""
    start, command = duel(a=20, b=20), Strike(actor="a", target="b")
    for column in odds(TOY, start, command).columns:
        alone = explore(TOY, start, command, {"reaction": Answer(option=column.option)})
        assert column.outcomes is not None
        assert dict(column.outcomes.items) == pytest.approx(dict(alone.items))


def test_a_command_inside_another_keeps_its_own_adjustments() -> None:
    """Its names are those of the command alone; the outer one reaches it by full names."""
    start = duel(a=20, b=20)
    sure, hopeless = frozendict({"strike": 12}), frozendict({"back/strike": -12})
    plain = Riposte(actor="a", target="b")
    own = Riposte(actor="a", target="b", own=Adjustments(totals=sure))
    outer = own.model_copy(update={"adjustments": Adjustments(totals=hopeless)})
    chances = [explore(TOY, start, one, {}).success for one in (plain, own, outer)]
    assert chances == pytest.approx([15 / 36, 1, 1])
    only_outer = plain.model_copy(update={"adjustments": Adjustments(totals=hopeless)})
    assert explore(TOY, start, only_outer, {}).success == 0
    for command, hit in ((plain, False), (own, True), (only_outer, False)):
        dice = ScriptedDice((1, 1, 3))
        replies = Replies((Reply(key="back/reaction", answer=Answer(option="none")),))
        outcome = play(TOY, start, command, replies, Options(dice))
        assert isinstance(outcome, Accepted)
        assert outcome.result.hit is hit
        assert preview(TOY, start, command).tallies[0].total == {True: 12}.get(
            hit, -12 if command is only_outer else 0
        )


def test_a_body_handed_over_is_exact_and_merged() -> None:
    """What follows a body is explored once an equal carry, result and state, not once a way there.

    The roll for show comes 6 ways and the damage 6: what follows is run 6 times 6 faces, not 216.
    """
    outcomes = explore(TOY, duel(a=20, b=20), Feint(actor="a", target="b"), {})
    assert dict(outcomes.distribution("b")) == pytest.approx(dict.fromkeys(range(1, 7), 1 / 6))
    assert dict(outcomes.distribution("a")) == pytest.approx(
        {0: 5 / 6} | dict.fromkeys(range(1, 7), 1 / 36)
    )
    assert outcomes.runs < 216


def test_a_body_handed_over_is_played_like_any_other() -> None:
    """The referee files the dice of what follows in the scope of the body that handed over."""
    outcome = play(
        TOY,
        duel(a=20, b=20),
        Feint(actor="a", target="b"),
        options=Options(ScriptedDice((2, 3, 6))),
    )
    assert isinstance(outcome, Accepted)
    assert outcome.result == 9
    assert set(outcome.replies.by_key()) == {"feint", "damage/damage", "gloat"}
