"""Odds of attacks: exact against icepool, and the same as many seeded plays."""

from __future__ import annotations

import pytest
from icepool import Die, d6

from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.odds.odds_outcomes import Limits, Outcomes
from gridwar.engine.odds.sampled_odds import sample
from gridwar.model.command import Adjustments, Answer
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from tests.support.exploring import explore
from tests.systems.cepheus.firefight import RIFLE, fight, person

SHOT = Attack(actor="mara", target="kell", weapon="rifle")
DODGE = {"reaction of kell": Answer(option="dodge")}
MOST_RUNS = 500
"""Of a rifle attack, for one column: a few milliseconds."""


def rifle_damage(dm: int, armor: int) -> Die[int]:
    """Return the damage of a rifle attack at some DM against some armour, a miss being 0."""

    def after_roll(natural: int) -> Die[int]:
        effect = natural + dm - 8
        if effect < 0:
            return Die([0])
        least = 1 if effect >= 6 else 0
        return (3 @ d6).map(lambda rolled: max(least, rolled + effect - armor))

    return (2 @ d6).map(after_roll)


def assert_spread(outcomes: Outcomes | None, exact: Die[int]) -> None:
    """Compare the spread of kell's damage with an exact one; there are 21 points to lose."""
    assert outcomes is not None
    exact = exact.map(lambda points: min(points, 21))
    spread = dict(outcomes.distribution("kell"))
    assert set(spread) == set(exact.outcomes())
    for points in exact.outcomes():
        assert spread[points] == pytest.approx(float(exact.probability(points)), abs=1e-12)


@pytest.mark.rule("CE-SIG-03")
@pytest.mark.rule("CE-REA-03")
def test_odds_have_a_column_a_reaction_and_are_exact() -> None:
    """None and dodge have the hit chance and the damage of exact arithmetic; parry says why not."""
    here = fight(person("mara"), person("kell", 6, armor=4))
    none, dodge, parry = odds(SYSTEM, here, SHOT).columns
    assert [one.option for one in (none, dodge, parry)] == ["none", "dodge", "parry"]
    assert none.outcomes is not None
    assert dodge.outcomes is not None
    assert none.outcomes.success == pytest.approx(float((2 @ d6 >= 6).probability(True)))
    assert dodge.outcomes.success == pytest.approx(float((2 @ d6 >= 7).probability(True)))
    assert_spread(none.outcomes, rifle_damage(2, 4))
    assert_spread(dodge.outcomes, rifle_damage(1, 4))
    assert (parry.outcomes, parry.why_not) == (None, "Only against melee")
    assert none.outcomes.runs < MOST_RUNS


@pytest.mark.rule("CE-DMG-04")
def test_odds_know_the_exceptional_hit() -> None:
    """Against armour that stops everything only Effect 6 gets a point through."""
    here = fight(person("mara"), person("kell", 6, armor=40))
    assert_spread(explore(SYSTEM, here, SHOT, {}), rifle_damage(2, 40))


@pytest.mark.rule("CE-DMG-07")
def test_odds_tell_who_goes_down() -> None:
    """Who has one characteristic left above 0 goes down with the first points beyond it."""
    chars = {"strength": 5, "dexterity": 5, "endurance": 5}
    here = fight(person("mara"), person("kell", 6, chars=chars, armor=2))
    exact = rifle_damage(2, 2)
    down = sum(float(exact.probability(points)) for points in exact.outcomes() if points >= 10)
    assert explore(SYSTEM, here, SHOT, {}).down("kell") == pytest.approx(down)


def test_odds_follow_the_gms_changes() -> None:
    """A line switched off counts neither in the odds nor in the roll."""
    off = Adjustments(lines_off=frozenset({"sum/attack/CE-CORE-04:slug_rifle"}))
    here = fight(person("mara"), person("kell", 6))
    outcomes = explore(SYSTEM, here, SHOT.model_copy(update={"adjustments": off}), {})
    assert_spread(outcomes, rifle_damage(0, 0))
    twenty = Adjustments(totals={"roll/damage/damage": 20})  # type: ignore[arg-type]
    outcomes = explore(SYSTEM, here, SHOT.model_copy(update={"adjustments": twenty}), {})
    assert [points for points, _p in outcomes.distribution("kell")] == [0, 20]


@pytest.mark.parametrize("answers", [{}, DODGE], ids=["none", "dodge"])
def test_odds_agree_with_seeded_plays(answers: dict[str, Answer]) -> None:
    """A thousand seeded plays of the same command come out as the odds say, sampling apart."""
    here = fight(person("mara"), person("kell", 6, armor=4))
    exact = explore(SYSTEM, here, SHOT, answers)
    drawn = sample(SYSTEM, here, SHOT, answers, Limits(runs=1000, seed=7))
    assert drawn.success == pytest.approx(exact.success, abs=4 * drawn.error)
    assert drawn.down("kell") == pytest.approx(exact.down("kell"), abs=4 * drawn.error)
    mean, drawn_mean = (
        sum(points * p for points, p in one.distribution("kell")) for one in (exact, drawn)
    )
    assert drawn_mean == pytest.approx(mean, abs=0.6)


@pytest.mark.rule("CE-DMG-05", "CE-DMG-06")
def test_nobody_loses_more_than_all_points_there_are() -> None:
    """A rifle of 6D6 at somebody with 6 points left: the spread of what is lost ends at 6."""
    gun = RIFLE.replace(damage_dice=6)
    weak = {"strength": 2, "dexterity": 2, "endurance": 2}
    here = fight(person("mara", weapons=(gun,)), person("kell", 4, chars=weak))
    shot = Attack(actor="mara", target="kell", weapon=gun.id)
    for column in odds(SYSTEM, here, shot).columns:
        if column.outcomes is not None:
            assert max(points for points, _p in column.outcomes.distribution("kell")) == 6
