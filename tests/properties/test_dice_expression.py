"""Dice as they are typed: every total lies in the range told, and rolls come to the odds told."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwar.dice.dice_expression import MOST_AGAIN, Rolls, Term, read_rolls
from gridwar.dice.dice_notation import Dice
from gridwar.dice.dice_odds import chances_of, odds_of
from gridwar.errors import ScriptError


@st.composite
def terms(draw: st.DrawFn) -> Term:
    """Return a number, or some dice with or without a word behind them."""
    sign = draw(st.sampled_from((1, 1, -1)))
    if draw(st.booleans()):
        return Term(sign, draw(st.integers(0, 30)))
    count, sides = draw(st.integers(1, 4)), draw(st.integers(2, 8))
    keep = draw(st.integers(1, count))
    low = draw(st.booleans()) and keep < count
    return Term(sign, 0, Dice(count, sides), draw(st.booleans()), keep, low)


@st.composite
def sums(draw: st.DrawFn) -> Rolls:
    """Return a sum of a few terms, perhaps with a question at its end."""
    made = tuple(draw(st.lists(terms(), min_size=1, max_size=3)))
    compare = draw(st.sampled_from(("", ">=", "<=", ">", "<", "=")))
    target = draw(st.integers(-20, 40)) if compare else 0
    return Rolls(made, draw(st.integers(1, 4)), compare, target)


def rolled(rolls: Rolls, source: random.Random) -> int:
    """Return a total, rolled die by die."""
    total = 0
    for term in rolls.terms:
        if term.dice is None:
            total += term.sign * term.number
            continue
        values = []
        for _die in range(term.dice.count):
            faces = [source.randint(1, term.dice.sides)]
            while term.explodes and faces[-1] == term.dice.sides and len(faces) <= MOST_AGAIN:
                faces.append(source.randint(1, term.dice.sides))
            values.append(sum(faces))
        dropped = term.dropped(values)
        total += term.sign * sum(one for at, one in enumerate(values) if at not in dropped)
    return total


@given(sums())
def test_what_is_written_reads_as_the_same(rolls: Rolls) -> None:
    """The text in the log rolls the same dice again."""
    assert read_rolls(str(rolls)) == rolls


@given(sums(), st.randoms(use_true_random=False))
def test_every_total_lies_in_the_range_told(rolls: Rolls, source: random.Random) -> None:
    """And is one of those that have a chance."""
    odds, total = odds_of(rolls), rolled(rolls, source)
    assert odds.least <= total
    assert odds.most is None or total <= odds.most
    found = chances_of(rolls)
    assert found is None or total in dict(found)


@given(sums())
def test_chances_are_all_there_is(rolls: Rolls) -> None:
    """They add up to one, and the chance of what is asked is among them."""
    found, odds = chances_of(rolls), odds_of(rolls)
    if found is not None:
        assert sum(share for _total, share in found) == pytest.approx(1)
        assert odds.chance is None or 0 <= odds.chance <= 1 + 1e-9


@pytest.mark.parametrize(
    "text", ["2d6+3", "4d6kh3", "2d20kl1", "4d6dl1", "5d8kl2-1d4", "3d4kh1+2d6"]
)
def test_chances_are_those_of_every_combination(text: str) -> None:
    """All faces are gone through, and each counted once."""
    rolls = read_rolls(text)
    counts: dict[int, int] = {}
    dice = [one for one in rolls.terms if one.dice is not None]
    ways = [
        [(one, faces) for faces in product(range(1, one.dice.sides + 1), repeat=one.dice.count)]
        for one in dice
        if one.dice is not None
    ]
    fixed = sum(one.sign * one.number for one in rolls.terms if one.dice is None)
    for way in product(*ways):
        total = fixed
        for term, faces in way:
            gone = term.dropped(faces)
            total += term.sign * sum(f for at, f in enumerate(faces) if at not in gone)
        counts[total] = counts.get(total, 0) + 1
    whole = sum(counts.values())
    found = chances_of(rolls)
    assert found is not None
    assert dict(found) == pytest.approx({total: n / whole for total, n in counts.items()})


@pytest.mark.parametrize("text", ["3d6!", "2d10!+1", "4d6!kh3", "2d20kh1", "6d4-2"])
def test_the_average_told_is_that_of_many_rolls(text: str) -> None:
    """Twenty thousand rolls of a seed come within four standard errors."""
    rolls, source, many = read_rolls(text), random.Random(7), 20_000
    totals = [rolled(rolls, source) for _roll in range(many)]
    mean = sum(totals) / many
    error = (sum((one - mean) ** 2 for one in totals) / many / many) ** 0.5
    average = odds_of(rolls).average
    assert average is not None
    assert abs(mean - average) < 4 * error


@pytest.mark.parametrize(
    ("text", "least", "most", "average", "chance"),
    [
        ("2d6+3 >= 8", 5, 15, 10.0, 30 / 36),
        ("2d6 = 12", 2, 12, 7.0, 1 / 36),
        ("d% <= 35", 1, 100, 50.5, 0.35),
        ("adv+5 >= 15", 6, 25, 18.825, 1 - 0.45**2),
        ("10 - 1d4 > 8", 6, 9, 7.5, 0.25),
    ],
)
def test_odds_of_what_is_known(
    text: str, least: int, most: int, average: float, chance: float
) -> None:
    """Figures worked out by hand."""
    odds = odds_of(read_rolls(text))
    assert (odds.least, odds.most) == (least, most)
    assert odds.average == pytest.approx(average)
    assert odds.chance == pytest.approx(chance)


@pytest.mark.parametrize(
    "text",
    ["", "hello", "2d6+", "2d", "4d6kh9", "300d6", "20x 100d6", "0d6", "d1!", "2d6 7", "x 3"],
)
def test_what_are_no_dice_say_so(text: str) -> None:
    """The message names what was typed."""
    with pytest.raises(ScriptError) as told:
        read_rolls(text)
    assert text in str(told.value)


@pytest.mark.parametrize("text", ["200d1000", "50d20kh10", "20d100!kl5"])
def test_too_many_dice_have_a_range_and_no_chance(text: str) -> None:
    """Working it out would hold up whoever types."""
    assert chances_of(read_rolls(text)) is None
    assert odds_of(read_rolls(text)).least > 0
