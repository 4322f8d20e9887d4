"""Burst and Flurry: hits intended, given away, jams, and their odds."""

from __future__ import annotations

from typing import Any

import pytest
from icepool import Die, d10

from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.odds.odds_outcomes import Limits
from gridwar.engine.odds.sampled_odds import sample
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.command import Answer
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.attack_modifiers import burst_modifier
from gridwar.systems.percentile.attacks.attack_records import AttackOrder
from gridwar.systems.percentile.attacks.burst_and_flurry import Burst, Flurry, spill_targets
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import StandardAttack
from gridwar.systems.percentile.gm import ClearJam
from tests.support.exploring import explore
from tests.systems.percentile.people import (
    GUN,
    SWORD,
    ada,
    fight,
    lines,
    one,
    play,
    refusal,
    tor,
    total,
)

BLOW = StandardAttack(actor="ada", target="tor", weapon="sword", replace_die=False)
FAR = (14, 5)
EVADE = "attack/hits on tor/evasion/evade"


def burst(hits: int, **changes: Any) -> Burst:
    """Return a Burst of Ada at Tor."""
    return Burst(actor="ada", target="tor", weapon="gun", hits=hits, **changes)


def flurry(hits: int, **changes: Any) -> Flurry:
    """Return a Flurry of Ada at Tor."""
    return Flurry(actor="ada", target="tor", weapon="sword", hits=hits, **changes)


# --- Burst and Flurry -----------------------------------------------------------------------------


@pytest.mark.rule("PC-ACT-02")
@pytest.mark.rule("PC-ACT-03")
def test_hits_intended_cost_five_each_down_to_a_floor() -> None:
    """+10 and -5 a hit: 4 hits are -10, 10 hits -30; with the floor on the penalty alone -20."""
    assert [burst_modifier(hits, "net") for hits in (2, 4, 8, 10)] == [0, -10, -30, -30]
    assert [burst_modifier(hits, "penalty_only") for hits in (4, 10)] == [-10, -20]
    start = fight(ada(bs=60), tor(at=FAR))
    assert lines(start, burst(4))[1:] == [("PC-ACT-02", 10), ("PC-ACT-02", -20)]
    assert [value for _rule, value in lines(start, burst(2))] == [60, 10, -10]
    assert [value for _rule, value in lines(start, burst(10))] == [60, 10, -50, 10]
    by_house = fight(ada(bs=60), tor(at=FAR), burst_floor="penalty_only")
    assert total(by_house, burst(10)) == 40
    assert lines(fight(ada(ws=60), tor()), flurry(3))[1:] == [("PC-ACT-03", 10), ("PC-ACT-03", -15)]


@pytest.mark.rule("PC-ACT-02")
@pytest.mark.parametrize(
    ("changes", "hits", "code"),
    [
        ({"hit_rating": 1}, 2, "no_burst_weapon"),
        ({"kind": "thrown_melee"}, 2, "no_burst_weapon"),
        ({"jammed": True}, 2, "jammed"),
        ({}, 11, "hits"),
        ({}, 1, "hits"),
        ({"range_cells": 4}, 2, "too_far"),
    ],
)
def test_what_cannot_burst_is_refused(changes: dict[str, Any], hits: int, code: str) -> None:
    """A Burst needs a gun that can, unjammed, within twice its range, and 2 hits or more."""
    assert refusal(fight(ada(GUN.replace(**changes)), tor(at=FAR)), burst(hits)) == code


@pytest.mark.rule("PC-ACT-02")
@pytest.mark.rule("PC-ACT-03")
def test_it_is_the_weapon_that_bursts_or_flurries() -> None:
    """A sword does not burst, a gun has no Flurry, one of Hit rating 1 neither."""
    plain = SWORD.replace(id="plain", hit_rating=1)
    start = fight(ada(SWORD, GUN, plain), tor())
    assert refusal(start, burst(2).replace(weapon="sword")) == "not_ranged"
    assert refusal(start, flurry(2).replace(weapon="gun")) == "not_melee"
    assert refusal(start, flurry(2).replace(weapon="plain")) == "hit_rating"
    numbers = SYSTEM.draft(start, flurry(2)).numbers
    assert [(one.least, one.most, one.make(3)) for one in numbers] == [(2, 3, flurry(3))]


@pytest.mark.rule("PC-ACT-02")
def test_hits_are_those_intended_at_most() -> None:
    """6 degrees of a Burst of 3 are 3 hits."""
    start = fight(ada(bs=60), tor(at=FAR, wounds=40))
    assert play(start, burst(3), 1, 6, 6, 6, evade="none").trace("attacks").result == "3 hits"


@pytest.mark.rule("PC-ACT-02")
def test_hits_go_to_whoever_is_near_and_no_harder() -> None:
    """Within 10 squares of the target, within range, no lower number: worked out as a whole."""
    people = (
        one("flank", (21, 5)),
        one("edge", (24, 5)),
        one("beyond", (25, 5)),
        one("guarded", (15, 5), "guard_mode"),
        one("above", (15, 6)).replace(altitude=1),
        one("easy", (15, 7), to_hit=20),
        one("friend", (15, 8), side="1"),
        one("corpse", (15, 9), dead=True),
    )
    now = fight(ada(), tor(at=FAR), *people)
    order = AttackOrder("ada", "tor", "gun", "burst", hits=4)
    assert spill_targets(now, order) == ("flank", "edge", "easy")
    by_gm = fight(ada(), tor(at=FAR), *people, harder_to_hit="gm_marks")
    assert "guarded" in spill_targets(by_gm, order)
    marked = one("easy", (15, 7), harder_by_gm=True)
    assert "easy" not in spill_targets(by_gm.with_combatant(marked), order)


@pytest.mark.rule("PC-ACT-02")
def test_a_target_on_low_shares_with_those_on_low_and_below() -> None:
    """If the original is on Low itself, those on Low are no harder, those below are easier."""
    people = (one("above", (15, 6)).replace(altitude=1), one("below", (15, 7)))
    now = fight(ada(), tor(at=FAR).replace(altitude=1), *people)
    order = AttackOrder("ada", "tor", "gun", "burst", hits=4)
    assert spill_targets(now, order) == ("above", "below")


@pytest.mark.rule("PC-ACT-03")
def test_a_flurry_spills_within_reach() -> None:
    """A reach of 2 squares: who stands 2 away gets hits, who stands 3 away does not."""
    long = SWORD.replace(reach_cells=2)
    people = (one("near", (7, 5)), one("far", (8, 5)), one("up", (5, 6)).replace(altitude=1))
    now = fight(ada(long), tor(), *people)
    assert spill_targets(now, AttackOrder("ada", "tor", "sword", "flurry", hits=2)) == ("near",)


@pytest.mark.rule("PC-ACT-02")
def test_the_attacker_gives_the_hits_away() -> None:
    """Each candidate shows what it needs itself; three hits go to Tor, one to Una."""
    una = one("una", (15, 5), to_hit=5, wounds=40)
    start = fight(ada(bs=52), tor(at=FAR, wounds=40), una)
    given = {"tor": 3, "una": 1}
    played = play(start, burst(4, replace_die=False), 11, 2, 2, 2, 2, allocate=given, evade="none")
    assert (played.sheet("tor").wounds, played.sheet("una").wounds) == (40 - 3 * 2, 40 - 2)
    table = preview(SYSTEM, start, burst(4))
    assert table.first_roll is not None


@pytest.mark.rule("PC-ACT-02")
def test_a_burst_jams_on_94_and_the_gm_clears_it() -> None:
    """94 within a number of 99 misses and jams; by house rule only Suppressive Fire does."""
    start = fight(ada(GUN, bs=99), tor(at=FAR, wounds=40))
    jammed = play(start, burst(2), 94)
    assert jammed.result.jam
    assert jammed.sheet("ada").weapons[0].jammed
    assert "gun: jammed" in [one.text for one in SYSTEM.cards.card(jammed.encounter, "ada").badges]
    cleared = jammed.next(ClearJam(who="ada", weapon="gun"))
    assert not cleared.sheet("ada").weapons[0].jammed
    for scope in ("suppressive_only", "off"):
        tame = fight(ada(GUN, bs=99), tor(at=FAR, wounds=40), jam_scope=scope)
        assert play(tame, burst(2), 94, 1, evade="none").result.struck
    assert play(fight(ada(ws=99), tor()), flurry(2), 94, 1, evade="none").result.struck


@pytest.mark.rule("PC-ACT-02")
@pytest.mark.rule("PC-ATK-09")
def test_the_odds_of_a_burst_of_ten_are_exact() -> None:
    """The spread of all hits together is what icepool works out; a dodge has its own column.

    BS 80-30 = 50: one hit on 41 to 50 ... five on 1 to 10. Without degrees for a die each hit is
    d10+3 less a soak of 5, and a 10 (8 past it) needs no confirmation to be worth more.
    """
    start = fight(ada(bs=80), tor(at=FAR, ap=3, wounds=99, dodge=40))
    found = odds(SYSTEM, start, burst(10, replace_die=False))
    columns = {column.option: column.outcomes for column in found.columns}
    assert list(columns) == ["none", "dodge", "parry", "point_defend"]
    assert columns["parry"] is None
    none, dodge = columns["none"], columns["dodge"]
    assert none is not None
    assert dodge is not None
    hit = d10.map(lambda face: max(0, face + 3 - 5))
    hits = Die([-(-(51 - roll) // 10) if roll <= 50 else 0 for roll in range(1, 101)])
    right = hits.map(lambda number: number @ hit if number else Die([0]))
    expected = {n: float(right.probability(n)) for n in right.outcomes()}
    assert dict(none.distribution("tor")) == pytest.approx(expected)
    degrees = Die([-(-(41 - roll) // 10) if roll <= 40 else 0 for roll in range(1, 101)])
    left = hits.map(lambda count: degrees.map(lambda taken: max(0, count - taken)))
    spread = left.map(lambda number: number @ hit if number else Die([0]))
    expected = {n: float(spread.probability(n)) for n in spread.outcomes()}
    assert dict(dodge.distribution("tor")) == pytest.approx(expected)


def test_the_odds_agree_with_seeded_plays() -> None:
    """A thousand bursts with a dodge come out as the exact odds say."""
    start = fight(ada(bs=70), tor(at=FAR, ap=3, wounds=99, dodge=40), one("una", (15, 5)))
    answers = {EVADE: Answer(option="dodge")}
    exact = explore(SYSTEM, start, burst(6), answers)
    played = sample(SYSTEM, start, burst(6), answers, Limits(runs=1000))
    assert played.success == pytest.approx(exact.success, abs=5 * played.error)
