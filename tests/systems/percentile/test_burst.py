"""The Burst: test, hits, evasion, spill, damage, criticals, and exact odds."""

from __future__ import annotations

import json
from typing import Any

import pytest
from frozendict import frozendict
from icepool import Die, d10

from gridwar.engine.odds.distribution import Limits
from gridwar.engine.odds.explorer import explore
from gridwar.engine.odds.odds import odds
from gridwar.engine.odds.sampling import sample
from gridwar.engine.play.offers import actions_of
from gridwar.engine.play.outcome import Accepted, Asking, Refused
from gridwar.engine.play.preview import preview
from gridwar.model.command import Adjustments, Answer
from gridwar.model.geometry import Cell
from gridwar.model.question import Question
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.burst import burst_modifier, spill_targets
from gridwar.systems.percentile.state import DamageDice, PercentileSheet
from gridwar.systems.percentile.tests import ReadTest
from gridwar.systems.percentile.tests import Tested as Rolled
from tests.examples import percentile
from tests.examples.__main__ import CASES, run_case
from tests.examples.adapter import NotBuilt
from tests.systems.percentile.range import GUN, fire, session, sheet, shooting

ALL: list[dict[str, Any]] = json.loads((CASES / "percentile.json").read_text(encoding="utf-8"))
NO_EVASION = Answer(option="none")
EVADE = "hits on t/evade"


def _is_built(case: dict[str, Any]) -> bool:
    try:
        percentile.run(case)
    except NotBuilt:
        return False
    return True


BUILT = [case for case in ALL if _is_built(case)]


@pytest.mark.parametrize("case", BUILT, ids=lambda case: case["id"])
def test_the_example_comes_out(case: dict[str, Any]) -> None:
    """Target numbers, degrees, hits and wounds are those of the catalogue."""
    assert run_case(percentile, case) == ()


def test_the_slice_is_covered() -> None:
    """Bursts, bare tests, spill and reach: eight examples run."""
    assert len(BUILT) == 8


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


@pytest.mark.rule("PC-ACT-02")
def test_a_burst_costs_five_a_hit_down_to_a_floor() -> None:
    """+10 and −5 a hit: 4 hits are −10, 10 hits −30; with the floor on the penalty alone −20."""
    assert [burst_modifier(hits, "net") for hits in (2, 4, 10)] == [0, -10, -30]
    assert burst_modifier(10, "penalty_only") == -20


@pytest.mark.rule("PC-ACT-02")
@pytest.mark.parametrize(
    ("changes", "hits", "code"),
    [
        ({"hit_rating": 1}, 2, "no_burst"),
        ({"kind": "melee"}, 2, "no_burst"),
        ({"jammed": True}, 2, "jammed"),
        ({}, 11, "hits"),
        ({}, 1, "hits"),
        ({"range_cells": 4}, 2, "too_far"),
    ],
)
def test_what_cannot_burst_is_refused_with_a_code(
    changes: dict[str, Any], hits: int, code: str
) -> None:
    """A Burst needs a gun that can, unjammed, within twice its range, and 2 hits or more."""
    fight = session(shooting(gun=GUN.replace(**changes)))
    refused = fight.submit(fire(hits))
    assert isinstance(refused, Refused)
    assert refused.code == code


@pytest.mark.rule("PC-ATK-02")
@pytest.mark.rule("PC-TST-06")
def test_exactly_the_maximum_distance_is_allowed() -> None:
    """Eight squares, straight or diagonal, are within twice 4; nine are not."""
    people = [("near", Cell(8, 8)), ("edge", Cell(0, 8)), ("beyond", Cell(9, 0))]
    for name, cell in people:
        start = shooting(gun=GUN.replace(range_cells=4))
        moved = start.combatants.set("t", start.combatants["t"].replace(pos=cell))
        outcome = session(start.replace(combatants=moved), 93).submit(fire())
        assert isinstance(outcome, Refused if name == "beyond" else Accepted)


@pytest.mark.rule("PC-ATK-03")
@pytest.mark.rule("PC-ATK-04")
def test_the_sum_before_the_roll_names_every_modifier() -> None:
    """52 less 10 for the burst; switching that line off brings 52 back."""
    seen = preview(SYSTEM, shooting(), fire())
    assert [(line.rule_id, line.value) for line in seen.tallies[0].lines] == [
        ("PC-ATK-04", 52),
        ("PC-ACT-02", -10),
        ("PC-ATK-03", 0),
    ]
    off = Adjustments(lines_off=frozenset({"attack/PC-ACT-02"}))
    assert preview(SYSTEM, shooting(), fire(adjustments=off)).tallies[0].total == 52


@pytest.mark.rule("PC-ATK-06")
@pytest.mark.rule("PC-ATK-07")
@pytest.mark.rule("PC-ATK-09")
@pytest.mark.rule("PC-ATK-10")
@pytest.mark.rule("PC-ATK-12")
def test_a_dodge_takes_a_hit_for_each_degree_and_is_asked_once() -> None:
    """X07: 11 against 42 is 4 hits; a dodge of 29 against 40 takes 2; 4 replaces the 2 rolled."""
    fight = session(shooting(), 11, 29, 2, 7)
    assert isinstance(fight.submit(fire()), Asking)
    assert [one.key for one in fight.wanted] == [EVADE]
    assert isinstance(fight.answer(EVADE, Answer(option="dodge")), Accepted)
    assert sheet(fight, "t").wounds == 8
    assert sheet(fight, "t").reactions == 0


@pytest.mark.rule("PC-ATK-07")
def test_an_evasion_without_a_reaction_is_offered_with_the_reason() -> None:
    """With the reaction spent, dodging stands there and says why it cannot be."""
    tired = PercentileSheet(dodge=40, reactions=0)
    fight = session(shooting(target=tired), 11)
    fight.submit(fire())
    (question,) = fight.wanted
    assert isinstance(question, Question)
    why = {one.id: one.why_not for one in question.options}
    assert why["none"] == ""
    assert why["dodge"] == "No reaction left."
    assert why["parry"] == "Only against melee attacks."
    refused = fight.answer(EVADE, Answer(option="dodge"))
    assert isinstance(refused, Refused)


@pytest.mark.rule("PC-ACT-02")
@pytest.mark.rule("PC-ATK-09")
def test_hits_spill_to_those_near_and_no_harder_to_hit() -> None:
    """Ten squares from the target is near enough; harder to hit or beyond reach is not."""
    start = shooting(
        ("near", (19, 0), PercentileSheet(dodge=30)),
        ("far", (20, 1), PercentileSheet()),
        ("hidden", (9, 1), PercentileSheet(to_hit=-10)),
    )
    assert spill_targets(start, fire()) == ("near",)
    fight = session(start, 11, 5, 5, 25, 5)
    fight.submit(fire())
    (question,) = fight.wanted
    assert isinstance(question, Question)
    assert question.key == "allocate"
    assert question.numbers_sum == 4
    wrong = fight.answer("allocate", Answer(numbers=frozendict({"t": 1, "near": 1})))
    assert isinstance(wrong, Refused)
    fight.answer("allocate", Answer(numbers=frozendict({"t": 2, "near": 2})))
    fight.answer(EVADE, NO_EVASION)
    assert [one.key for one in fight.wanted] == ["hits on near/evade"]
    fight.answer("hits on near/evade", Answer(option="dodge"))
    # Two hits of 8 against a soak of 5 on Tor; the dodge of 25 against 30 takes one of two.
    assert sheet(fight, "t").wounds == 9
    assert sheet(fight, "near").wounds == 5


@pytest.mark.rule("PC-ATK-09")
def test_by_house_rule_only_the_original_target_evades() -> None:
    """With ``original_only`` those who get spilled hits are not asked."""
    start = shooting(("near", (10, 0), PercentileSheet(dodge=30)), spill_evasion="original_only")
    fight = session(start, 11, 5, 5, 5, 5)
    fight.submit(fire())
    fight.answer("allocate", Answer(numbers=frozendict({"near": 4})))
    assert fight.wanted == ()
    assert sheet(fight, "near").wounds == 0


@pytest.mark.rule("PC-ATK-11")
@pytest.mark.rule("PC-ATK-17")
@pytest.mark.rule("PC-ATK-18")
def test_soak_is_toughness_and_what_armour_penetration_leaves() -> None:
    """4+3 against 3+(3−1) deals 2; penetration above the armour never touches toughness."""
    fight = session(shooting(), 40, 4)
    fight.submit(fire(replace_die=False))
    fight.answer(EVADE, NO_EVASION)
    assert sheet(fight, "t").wounds == 13
    pierced = session(shooting(gun=GUN.replace(pen=9)), 40, 4)
    pierced.submit(fire(replace_die=False))
    pierced.answer(EVADE, NO_EVASION)
    assert sheet(pierced, "t").wounds == 11


@pytest.mark.rule("PC-ATK-12")
@pytest.mark.parametrize(("cap", "wounds"), [("uncapped", 8), ("die_max", 9)])
def test_degrees_above_the_die_count_in_full_unless_capped(cap: str, wounds: int) -> None:
    """Six degrees for a d5 count 6 (9 damage, 7 past a soak of 2), or 5 by house rule."""
    gun = GUN.replace(damage=DamageDice(count=1, sides=5, flat=3))
    victim = PercentileSheet(tb=2, wounds=15, wounds_full=15)
    fight = session(shooting(bs=70, gun=gun, target=victim, dos_die_cap=cap), 20, 1, 1, 1, 1)
    fight.submit(fire(2))
    fight.answer(EVADE, NO_EVASION)
    # The second hit: 1+3 against 2 is 2 more.
    assert sheet(fight, "t").wounds == wounds - 2


@pytest.mark.rule("PC-ATK-13")
@pytest.mark.rule("PC-ATK-14")
@pytest.mark.rule("PC-ATK-15")
@pytest.mark.parametrize(
    ("faces", "critical"),
    [((40, 10, 52, 3), "effect"), ((40, 10, 53), "not_confirmed"), ((40, 9), "")],
)
def test_the_highest_face_is_confirmed_against_the_bare_score(
    faces: tuple[int, ...], critical: str
) -> None:
    """A 10 tests the bare 52 again, not the 42 of the burst; confirmed, it rolls for a row."""
    fight = session(shooting(), *faces)
    fight.submit(fire(replace_die=False))
    outcome = fight.answer(EVADE, NO_EVASION)
    assert isinstance(outcome, Accepted)
    steps = _steps(outcome)
    found = [step.after for step in steps if step.rule_id == "PC-ATK-14"]
    assert found == ([critical] if critical else [])
    assert any(step.rule_id == "PC-ATK-15" for step in steps) == (critical == "effect")


def _steps(outcome: Accepted) -> list[Any]:
    traces = (getattr(event, "trace", None) for event in outcome.events)
    return [step for trace in traces if trace is not None for step in trace.steps]


@pytest.mark.rule("PC-ATK-13")
def test_by_house_rule_each_die_at_its_highest_is_confirmed() -> None:
    """Two tens are one confirmation, or one for each die."""
    gun = GUN.replace(damage=DamageDice(count=2, sides=10))
    per_hit = session(shooting(gun=gun), 40, 10, 10, 90)
    per_die = session(shooting(gun=gun, crit_per="die"), 40, 10, 10, 90, 91)
    for fight in (per_hit, per_die):
        fight.submit(fire())
        assert isinstance(fight.answer(EVADE, NO_EVASION), Accepted)


@pytest.mark.rule("PC-ATK-16")
def test_a_confirmed_hit_within_the_soak_does_one_point() -> None:
    """13 against a soak of 20 does nothing, but confirmed exactly 1, and no row is rolled."""
    tough = PercentileSheet(tb=20, wounds=15, wounds_full=15)
    fight = session(shooting(target=tough), 40, 10, 30)
    fight.submit(fire())
    fight.answer(EVADE, NO_EVASION)
    assert sheet(fight, "t").wounds == 14


@pytest.mark.rule("PC-ATK-19")
@pytest.mark.rule("PC-ATK-20")
@pytest.mark.parametrize(("fate", "dead", "lethal"), [(False, True, 0), (True, False, 4)])
def test_at_no_wounds_most_die_and_fate_counts_lethal_damage(
    fate: bool, dead: bool, lethal: int
) -> None:
    """Six past the soak against 2 wounds: dead, or with Fate Points 4 of Lethal Damage."""
    frail = PercentileSheet(tb=3, ap=3, wounds=2, wounds_full=10, fate=fate)
    fight = session(shooting(target=frail), 40, 8)
    fight.submit(fire())
    fight.answer(EVADE, NO_EVASION)
    after = sheet(fight, "t")
    assert (after.wounds, after.dead, after.lethal) == (0, dead, lethal)


@pytest.mark.rule("PC-ACT-02")
def test_a_jam_misses_whatever_the_number_and_stays_on_the_weapon() -> None:
    """94 against a target number of 99 jams; by house rule only suppressive fire does."""
    fight = session(shooting(bs=99), 94)
    outcome = fight.submit(fire(2))
    assert isinstance(outcome, Accepted)
    assert outcome.result.jam
    assert sheet(fight, "a").weapons[0].jammed
    tame = session(shooting(bs=99, jam_scope="suppressive_only"), 94)
    assert isinstance(tame.submit(fire(2)), Asking)


@pytest.mark.rule("PC-ACT-02")
@pytest.mark.rule("PC-ATK-09")
def test_the_odds_of_a_burst_of_ten_are_exact_and_have_a_column_an_evasion() -> None:
    """The spread of all hits together is what icepool works out; a dodge has its own column.

    BS 80−30 = 50: one hit on 41 to 50 … five on 1 to 10. Without degrees for a die each hit is
    d10+3 less a soak of 5, and a 10 (8 past it) needs no confirmation to be worth more.
    """
    start = shooting(bs=80, target=PercentileSheet(tb=3, ap=3, wounds=99, wounds_full=99, dodge=40))
    found = odds(SYSTEM, start, fire(10, replace_die=False))
    columns = {column.option: column.outcomes for column in found.columns}
    assert list(columns) == ["none", "dodge", "point_defend", "parry"]
    assert columns["point_defend"] is columns["parry"] is None
    none, dodge = columns["none"], columns["dodge"]
    assert none is not None
    assert dodge is not None
    hit = d10.map(lambda face: max(0, face + 3 - 5))
    hits = Die([-(-(51 - roll) // 10) if roll <= 50 else 0 for roll in range(1, 101)])
    right = hits.map(lambda number: number @ hit if number else Die([0]))
    expected = {n: float(right.probability(n)) for n in right.outcomes()}
    assert dict(none.distribution("t")) == pytest.approx(expected)
    left = _dodged(hits, 40).map(lambda number: number @ hit if number else Die([0]))
    expected = {n: float(left.probability(n)) for n in left.outcomes()}
    assert dict(dodge.distribution("t")) == pytest.approx(expected)


def _dodged(hits: Die[int], number: int) -> Die[int]:
    """Return how many hits a dodge leaves, a hit less for each degree."""
    degrees = Die(
        [-(-(number + 1 - roll) // 10) if roll <= number else 0 for roll in range(1, 101)]
    )
    return hits.map(lambda count: degrees.map(lambda taken: max(0, count - taken)))


def test_the_columns_of_the_evasion_are_those_explored_alone() -> None:
    """Columns share what no evasion touches, and nothing else."""
    start = shooting(bs=70)
    for column in odds(SYSTEM, start, fire(6)).columns:
        if column.outcomes is not None:
            alone = explore(SYSTEM, start, fire(6), {EVADE: Answer(option=column.option)})
            assert dict(column.outcomes.items) == pytest.approx(dict(alone.items))


def test_the_odds_agree_with_seeded_plays() -> None:
    """A thousand bursts with a dodge come out as the exact odds say."""
    start, answers = shooting(bs=70), {EVADE: Answer(option="dodge")}
    exact = explore(SYSTEM, start, fire(6), answers)
    played = sample(SYSTEM, start, fire(6), answers, Limits(runs=1000))
    assert played.success == pytest.approx(exact.success, abs=5 * played.error)
    mean, average = (sum(n * p for n, p in one.distribution("t")) for one in (exact, played))
    assert average == pytest.approx(mean, abs=0.8)


def test_spilled_hits_go_to_the_target_in_the_odds() -> None:
    """The form takes its default: all hits on the one aimed at."""
    start = shooting(("near", (10, 0), PercentileSheet()), bs=70)
    (none, *_others) = odds(SYSTEM, start, fire(3)).columns
    assert none.outcomes is not None
    assert dict(none.outcomes.distribution("near")) == pytest.approx({0: 1.0})


@pytest.mark.rule("PC-ACT-02")
def test_the_burst_of_a_jammed_gun_says_why_not() -> None:
    """Its button stands there with the same reason as the refusal."""
    start = shooting(gun=GUN.replace(jammed=True))
    (action,) = actions_of(SYSTEM, start, "a")
    assert action.refusal is not None
    assert action.refusal.code == "jammed"
    (usable,) = actions_of(SYSTEM, shooting(), "a")
    assert usable.refusal is None
