"""Tests of d100, degrees, bonuses, opposed tests, helpers, distances, decay."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.kit import BeginFight, Tally, reason_against
from gridwar.model.command import NO_ADJUSTMENTS
from gridwar.model.geometry import Size
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.checks.d100_tests import ReadTest
from gridwar.systems.percentile.checks.d100_tests import Tested as Rolled
from gridwar.systems.percentile.checks.opposed import (
    ReadAgainst,
    ReadRoll,
    helper_lines,
    helpers_at_hand,
    may_help,
)
from gridwar.systems.percentile.core.fight_state import sheet_of
from gridwar.systems.percentile.core.scores import bonus, score
from gridwar.systems.percentile.core.sheet import Decay
from gridwar.systems.percentile.harm.characteristic_decay import DecayCharacteristic, EndCycle
from gridwar.systems.percentile.manoeuvres.aim_feint_and_guard_mode import Feint
from gridwar.systems.percentile.positions.reach_and_sight import is_near, squares_between
from tests.support.exploring import explore
from tests.systems.percentile.people import ada, fight, one, play, tor

FEINT = Feint(actor="ada", target="tor")


@pytest.mark.rule("PC-TST-01")
@pytest.mark.rule("PC-TST-03")
@pytest.mark.parametrize(
    ("roll", "mode", "tested"),
    [
        (63, "one_plus_margin", Rolled(True, 1)),
        (64, "one_plus_margin", Rolled(False)),
        (28, "one_plus_margin", Rolled(True, 4)),
        (28, "one_plus_tens_digits", Rolled(True, 5)),
        (28, "margin_only", Rolled(True, 3)),
        (60, "margin_only", Rolled(True, 0)),
    ],
)
def test_degrees_follow_the_house_rule(roll: int, mode: str, tested: Rolled) -> None:
    """Against 63, a 28 is 4 degrees; by tens digits 5, by the margin alone 3."""
    assert ReadTest(63, mode)((roll,)) == tested


@pytest.mark.rule("PC-TST-01")
def test_01_and_100_decide_only_where_house_rules_say_so() -> None:
    """By default a target number of 100 passes on 100 and one of 0 fails on 01."""
    assert ReadTest(100)((100,)).success
    assert not ReadTest(100, auto_results=True)((100,)).success
    assert not ReadTest(0)((1,)).success
    assert ReadTest(0, auto_results=True)((1,)).success


@pytest.mark.rule("PC-TST-01")
def test_a_house_rule_reaches_the_table() -> None:
    """Where 01 always succeeds, a Feint of WS -20 wins on 01."""
    start = fight(ada(ws=-20), tor(ws=20), auto_results=True)
    assert play(start, FEINT, 1, 50).result.winner == "a"


@pytest.mark.rule("PC-TST-02")
def test_bonuses_are_the_tens_until_entered() -> None:
    """38 makes 3; a bonus of 7 that was entered stays 7 as the score rises."""
    now = fight(ada(s=38, ag=41, tb=7, t=33), tor())
    assert [bonus(now, "ada", name) for name in ("sb", "tb", "ab")] == [3, 7, 4]


@pytest.mark.rule("PC-TST-04")
@pytest.mark.parametrize(
    ("a", "b", "winner"),
    [
        (30, 61, "a"),  # only the first passes
        (61, 30, "b"),
        (61, 62, None),  # both fail
        (18, 45, "a"),  # 5 degrees against 2
        (55, 12, "b"),
        (41, 42, "a"),  # 2 degrees each: the lower roll
        (42, 41, "b"),
        (41, 41, None),
    ],
)
def test_an_opposed_test(a: int, b: int, winner: str | None) -> None:
    """Against 60 each: who passes alone, with more degrees, with the lower roll; else nobody."""
    rolled = ReadRoll(ReadTest(60))((a,))
    read = ReadAgainst(rolled, ReadTest(60), 0, "bonus_then_lower_roll")
    assert read((b,)).winner == winner


@pytest.mark.rule("PC-TST-04")
@pytest.mark.parametrize(
    ("ties", "winner"),
    [("bonus_then_lower_roll", "b"), ("initiator_wins", "a"), ("defender_wins", "b")],
)
def test_equal_degrees_by_house_rule(ties: str, winner: str) -> None:
    """2 degrees each, the bonus of Tor higher, the roll of Ada lower."""
    rolled = ReadRoll(ReadTest(59))((41,))
    assert ReadAgainst(rolled, ReadTest(62), -1, ties)((45,)).winner == winner


@pytest.mark.rule("PC-TST-04")
def test_equal_degrees_are_rolled_again_by_house_rule() -> None:
    """Ada and Tor have 2 degrees each, then 1 against none; two failures are not rolled again."""
    start = fight(ada(ws=40), tor(ws=40), opposed_ties="reroll")
    assert play(start, FEINT, 25, 25, 40, 41).result.winner == "a"
    assert play(start, FEINT, 99, 99).result.winner is None


@pytest.mark.rule("PC-TST-04")
def test_the_bonus_of_the_characteristic_breaks_ties() -> None:
    """WS 42 against 39: equal degrees, and 4 beats 3 although the roll is higher."""
    played = play(fight(ada(ws=42), tor(ws=39)), FEINT, 30, 20)
    assert played.result.winner == "a"
    assert played.trace("opposed test").result == "Ada wins by the higher bonus"


@pytest.mark.rule("PC-TST-04")
def test_the_odds_of_an_opposed_test_are_exact() -> None:
    """Counted out over all 10,000 pairs of rolls."""
    start = fight(ada(ws=42), tor(ws=37))

    def dos(number: int, roll: int) -> int:
        return 1 + (number - roll) // 10 if roll <= number else 0

    won = 0
    for a in range(1, 101):
        for b in range(1, 101):
            mine, theirs = dos(42, a), dos(37, b)
            won += mine > theirs or (mine == theirs > 0)  # the higher bonus decides
    found = explore(SYSTEM, start, FEINT, {})
    assert found.success == pytest.approx(won / 10_000)


@pytest.mark.rule("PC-TST-05")
def test_helpers_stand_next_to_the_opponent() -> None:
    """Una helps against Tor from the next square; Ida is too far, a foe does not help."""
    una, ida = one("una", (7, 5), side="1"), one("ida", (9, 5), side="1")
    now = fight(ada(), tor(), una, ida, one("zed", (6, 6)))
    assert helpers_at_hand(now, "ada", "tor") == ("una",)
    why = reason_against(now, lambda table: may_help(table, "ada", "tor", ("ida",)))
    assert why is not None
    assert why.code == "no_helper"
    assert reason_against(now, lambda table: may_help(table, "ada", "tor", ("una",))) is None


@pytest.mark.rule("PC-TST-05")
@pytest.mark.parametrize(
    ("switches", "value"),
    [
        ({}, 20),
        ({"assist_bonus": 5}, 10),
        ({"assist_max": 1}, 10),
        ({"assist_max": "all"}, 30),
        ({"assist_bonus": "none"}, 0),
    ],
)
def test_helpers_add_ten_each_two_at_most(switches: dict[str, Any], value: int) -> None:
    """Three helpers make +20 by default; bonus and number are house rules."""
    people = [one(who, (6, 5), side="1") for who in ("x", "y", "z")]
    now, tally = fight(ada(), tor(), *people, **switches), Tally("test", NO_ADJUSTMENTS)
    helper_lines(tally, now, "tor", ("x", "y", "z"))
    assert tally.total == value


@pytest.mark.rule("PC-TST-06")
@pytest.mark.parametrize(
    ("metric", "squares"), [("chebyshev", 6), ("alternating", 8), ("euclid_floor", 7)]
)
def test_diagonals_by_house_rule(metric: str, squares: int) -> None:
    """Six and four squares away: 6, with 1-2-1 8, along the line 7."""
    now = fight(ada(at=(0, 0)), tor(at=(6, 4)), grid_metric=metric)
    assert squares_between(now, "ada", "tor") == squares


@pytest.mark.rule("PC-TST-06")
def test_adjacent_is_distance_one_on_one_band() -> None:
    """Large bodies count from their nearest squares; another band is not next to anybody."""
    big = tor(at=(7, 5)).replace(size=Size(2, 2))
    assert is_near(fight(ada(at=(6, 5)), big), "ada", "tor", 1)
    assert not is_near(fight(ada(at=(5, 5)), big), "ada", "tor", 1)
    assert is_near(fight(ada(at=(9, 7)), big), "ada", "tor", 1)
    above = big.replace(altitude=1)
    assert not is_near(fight(ada(at=(6, 5)), above), "ada", "tor", 1)
    assert not is_near(fight(ada(), tor().replace(pos=None)), "ada", "tor", 1)


@pytest.mark.rule("PC-AIL-01")
@pytest.mark.rule("PC-AIL-02")
def test_decay_adds_up_and_ends_with_the_cycle() -> None:
    """WS 45 less 8 and 6 is 31, on the card with 45 beside it; a new cycle brings 45 back."""
    first = DecayCharacteristic(who="ada", characteristic="ws", by=8)
    played = play(fight(ada(ws=45), tor()), first)
    played = played.next(DecayCharacteristic(who="ada", characteristic="ws", by=6))
    assert score(played.sheet("ada"), "ws") == 31
    figures = {one.label: one.value for one in SYSTEM.cards.card(played.encounter, "ada").figures}
    assert figures["WS"] == "31 (45)"
    assert "Characteristic Decay" in played.log
    assert score(played.next(EndCycle()).sheet("ada"), "ws") == 45


@pytest.mark.rule("PC-AIL-02")
@pytest.mark.parametrize(("mode", "expected"), [("recompute", (3, 5)), ("keep_bonus", (4, 6))])
def test_the_bonus_follows_the_lowered_score(mode: str, expected: tuple[int, int]) -> None:
    """S 45 less 10 has a bonus of 3; one of 6 that was entered sinks by as much."""
    decay = (Decay(characteristic="s", amount=10),)
    now = fight(ada(s=45, decay=decay), tor(s=45, sb=6, decay=decay), decay_bonus=mode)
    assert (bonus(now, "ada", "sb"), bonus(now, "tor", "sb")) == expected


@pytest.mark.rule("PC-AIL-02")
def test_decay_of_agility_lowers_initiative_and_dodge() -> None:
    """Agility 42 less 15 rolls with a bonus of 2 and dodges on 27."""
    start = fight(ada(ag=42, decay=(Decay(characteristic="ag", amount=15),), initiative=None))
    one_only = start["ada"].replace(sheet=sheet_of(start["ada"]).replace(initiative=None))
    fresh = start.with_combatant(one_only).replace(round=0, turn=None)
    assert play(fresh, BeginFight(), 5).sheet("ada").initiative == 7
    assert score(sheet_of(start["ada"]), "dodge") == 27


@pytest.mark.rule("PC-AIL-02")
def test_decay_counts_where_a_score_follows_another() -> None:
    """Agility 40 and Acrobatics that follows it: 15 off Acrobatics leaves 25, Agility stays 40."""
    lamed = sheet_of(ada(ag=40, decay=(Decay(characteristic="acrobatics", amount=15),)))
    assert (score(lamed, "acrobatics"), score(lamed, "ag")) == (25, 40)
    both = lamed.replace(decay=(*lamed.decay, Decay(characteristic="ag", amount=5)))
    assert score(both, "acrobatics") == 20
