"""Attack actions of the list: what each adds, scores and leaves behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from icepool import Die, d10

from gridwar.engine.kit import NextTurn
from gridwar.engine.odds.distribution import Limits
from gridwar.engine.odds.explorer import explore
from gridwar.engine.odds.odds import odds
from gridwar.engine.odds.sampling import sample
from gridwar.engine.play.offers import actions_of
from gridwar.engine.play.preview import preview
from gridwar.model.command import Answer
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.attack import COUNTER
from gridwar.systems.percentile.attacks.multiple import MultipleAttack, WeaponUse
from gridwar.systems.percentile.attacks.order import AttackOrder
from gridwar.systems.percentile.attacks.single import CalledShot, HeavyAttack, StandardAttack
from gridwar.systems.percentile.attacks.sums import burst_modifier, multiple_penalty
from gridwar.systems.percentile.attacks.volleys import Burst, Flurry, spill_targets
from gridwar.systems.percentile.economy.extended import FreeAction
from gridwar.systems.percentile.manoeuvres.aim import AimFull, AimHalf
from gridwar.systems.percentile.manoeuvres.feint import Feint
from gridwar.systems.percentile.manoeuvres.guard_mode import GuardMode
from gridwar.systems.percentile.turns.upkeep import ClearJam
from tests.systems.percentile.people import GUN, SWORD, ada, fight, one, play, refusal, tor
from tests.systems.percentile.test_attack import lines, total

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant, Encounter

BLOW = StandardAttack(actor="ada", target="tor", weapon="sword", replace_die=False)
FAR = (14, 5)
EVADE = "attack/hits on tor/evasion/evade"


def burst(hits: int, **changes: Any) -> Burst:
    """Return a Burst of Ada at Tor."""
    return Burst(actor="ada", target="tor", weapon="gun", hits=hits, **changes)


def flurry(hits: int, **changes: Any) -> Flurry:
    """Return a Flurry of Ada at Tor."""
    return Flurry(actor="ada", target="tor", weapon="sword", hits=hits, **changes)


# --- Standard Attack, Called Shot, Heavy Attack ---------------------------------------------------


@pytest.mark.rule("PC-ACT-01")
def test_a_standard_attack_is_at_plus_ten() -> None:
    """It is a Half Action and the turn's Attack; one hit."""
    start = fight(ada(ws=45), tor())
    assert lines(start, BLOW) == [("PC-ATK-04", 45), ("PC-ACT-01", 10)]
    played = play(start, BLOW, 12, 3, evade="none")
    assert played.sheet("ada").half_actions == 1
    assert played.trace("attacks").result == "hits: 1"


@pytest.mark.rule("PC-ACT-04")
@pytest.mark.parametrize(("net", "number"), [("minus_10", 30), ("minus_20", 20)])
def test_a_called_shot_counts_as_a_standard_attack(net: str, number: int) -> None:
    """+10 and -20, or by house rule -20 alone; places are offered with their armour."""
    shot = CalledShot(actor="ada", target="tor", weapon="gun", place="head")
    start = fight(ada(bs=40), tor(at=FAR, ap=3), called_shot_net=net)
    assert total(start, shot) == number
    places = next(one for one in SYSTEM.offers.draft(start, shot).choices if one.key == "place")
    notes = {option.id: option.note for option in places.options}
    assert (notes["head"], notes["left arm"]) == ("3 AP", "3 AP")


@pytest.mark.rule("PC-ACT-06")
def test_a_heavy_attack_costs_the_evasion() -> None:
    """+30, hit or miss; then -30 on Evasion until the own next turn starts."""
    start = fight(ada(ws=40), tor())
    heavy = HeavyAttack(actor="ada", target="tor", weapon="sword")
    assert lines(start, heavy) == [("PC-ATK-04", 40), ("PC-ACT-06", 30)]
    missed = play(start, heavy, 71)
    assert missed.has("ada", "heavy_attack")
    assert missed.sheet("ada").half_actions == 0
    round_on = missed.next(NextTurn())
    back = StandardAttack(actor="tor", target="ada", weapon="unarmed", replace_die=False)
    dodged = round_on.next(back, 20, 11, 1, evade="dodge")
    assert [(line.rule_id, line.value) for line in dodged.trace("evades").lines] == [
        ("PC-ATK-07", 30),
        ("PC-ACT-06", -30),
    ]
    assert not round_on.next(NextTurn()).has("ada", "heavy_attack")


@pytest.mark.rule("PC-ACT-06")
def test_a_heavy_attack_is_melee() -> None:
    """A gun offers none, and none is played with it."""
    start = fight(ada(), tor())
    assert refusal(start, HeavyAttack(actor="ada", target="tor", weapon="gun")) == "not_melee"
    ids = {one.id for one in actions_of(SYSTEM, start, "ada")}
    assert "heavy_attack:sword" in ids
    assert "heavy_attack:gun" not in ids


# --- Burst and Flurry -----------------------------------------------------------------------------


@pytest.mark.rule("PC-ACT-02")
@pytest.mark.rule("PC-ACT-03")
def test_hits_intended_cost_five_each_down_to_a_floor() -> None:
    """+10 and -5 a hit: 4 hits are -10, 10 hits -30; with the floor on the penalty alone -20."""
    assert [burst_modifier(hits, "net") for hits in (2, 4, 8, 10)] == [0, -10, -30, -30]
    assert [burst_modifier(hits, "penalty_only") for hits in (4, 10)] == [-10, -20]
    start = fight(ada(bs=60), tor(at=FAR))
    assert lines(start, burst(4)) == [("PC-ATK-04", 60), ("PC-ACT-02", -10)]
    by_house = fight(ada(bs=60), tor(at=FAR), burst_floor="penalty_only")
    assert total(by_house, burst(10)) == 40
    assert lines(fight(ada(ws=60), tor()), flurry(3)) == [("PC-ATK-04", 60), ("PC-ACT-03", -5)]


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
    numbers = SYSTEM.offers.draft(start, flurry(2)).numbers
    assert [(one.least, one.most, one.make(3)) for one in numbers] == [(2, 3, flurry(3))]


@pytest.mark.rule("PC-ACT-02")
def test_hits_are_those_intended_at_most() -> None:
    """6 degrees of a Burst of 3 are 3 hits."""
    start = fight(ada(bs=60), tor(at=FAR, wounds=40))
    assert play(start, burst(3), 1, 6, 6, 6, evade="none").trace("attacks").result == "hits: 3"


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


# --- Multiple Attack ------------------------------------------------------------------------------


def volleys(*uses: WeaponUse, target: str = "tor") -> MultipleAttack:
    """Return a Multiple Attack of Ada."""
    return MultipleAttack(actor="ada", target=target, uses=uses, replace_die=False)


SWORD_ONCE, GUN_ONCE = WeaponUse(weapon="sword"), WeaponUse(weapon="gun")


@pytest.mark.rule("PC-ACT-07")
def test_every_weapon_attacks_at_minus_twenty() -> None:
    """WS 48 - 20; a Burst of 2 BS 50 - 20 - 10; each is evaded by itself."""
    start = fight(ada(ws=48, bs=50), tor(wounds=40, reactions=2, parry=30, dodge=30))
    two = WeaponUse(weapon="gun", mode="burst", hits=2)
    played = play(start, volleys(SWORD_ONCE, two), 28, 30, 9, 30, 2, evade="dodge")
    totals = [one.total for one in played.traces if "attacks" in one.title]
    assert totals == [28, 20]
    assert played.sheet("tor").reactions == 0
    assert played.sheet("ada").half_actions == 0


@pytest.mark.rule("PC-ACT-07")
def test_the_penalty_of_hits_stops_at_minus_forty() -> None:
    """-5 a hit down to -40 beside the -20; by house rule -30 is the limit of both together."""
    assert [multiple_penalty(hits, "penalty_minus_40") for hits in (2, 8, 10)] == [-10, -40, -40]
    assert [multiple_penalty(hits, "net_minus_30") for hits in (2, 8)] == [-10, -10]
    ten = WeaponUse(weapon="gun", mode="burst", hits=10)
    start = fight(ada(bs=70), tor(), multi_floor="net_minus_30")
    played = play(start, volleys(ten, SWORD_ONCE), 99, 99)
    assert played.trace("Burst").total == 40


@pytest.mark.rule("PC-ACT-07")
def test_each_weapon_may_have_its_own_target() -> None:
    """The sword at Tor, the gun at Una; targets are chosen weapon by weapon."""
    una = one("una", (12, 5), wounds=40)
    start = fight(ada(ws=80, bs=80), tor(wounds=40), una)
    command = volleys(SWORD_ONCE, GUN_ONCE.replace(target="una"))
    played = play(start, command, 10, 5, 10, 5, evade="none")
    assert played.sheet("tor").wounds < 40
    assert played.sheet("una").wounds < 40
    draft = SYSTEM.offers.draft(start, volleys(SWORD_ONCE, GUN_ONCE))
    choices = {one.key: one for one in draft.choices}
    offered = {option.id: option for option in choices["target gun"].options}
    assert offered["una"].command == volleys(SWORD_ONCE, GUN_ONCE.replace(target="una"))
    assert [option.id for option in choices["mode gun"].options] == ["standard_attack", "burst"]


@pytest.mark.rule("PC-ACT-07")
def test_what_cannot_be_a_multiple_attack() -> None:
    """One weapon alone, one twice, or one whose target is out of reach: nothing is rolled."""
    start = fight(ada(), tor(at=(8, 5)))
    assert refusal(start, volleys(SWORD_ONCE, GUN_ONCE)) == "out_of_reach"
    assert refusal(start, volleys(GUN_ONCE, GUN_ONCE)) == "each_weapon_once"
    assert refusal(start, volleys(GUN_ONCE)) == "each_weapon_once"
    assert refusal(fight(ada(SWORD), tor()), volleys(SWORD_ONCE, GUN_ONCE)) == "one_weapon_only"
    ids = {one.id for one in actions_of(SYSTEM, fight(ada(SWORD), tor()), "ada")}
    assert "multiple_attack" not in ids


@pytest.mark.rule("PC-ACT-07")
def test_the_second_weapon_rests_where_its_target_has_fallen() -> None:
    """Tor dies of the first blow: the gun is not fired at the dead."""
    start = fight(ada(ws=80), tor(wounds=1))
    played = play(start, volleys(SWORD_ONCE, GUN_ONCE), 10, 9, evade="none")
    assert "no target left" in played.log


@pytest.mark.rule("PC-ACT-07")
@pytest.mark.rule("PC-ACT-16")
def test_an_aim_counts_for_the_first_test_alone() -> None:
    """55 - 20 + 10, then 45 - 20."""
    start = fight(ada(ws=55, bs=45, aim=10), tor())
    played = play(start, volleys(SWORD_ONCE, GUN_ONCE), 99, 99)
    assert [one.total for one in played.traces if "attacks" in one.title] == [45, 25]


# --- Counter-Attack -------------------------------------------------------------------------------


def duellist(**changes: Any) -> Combatant:
    """Return Tor with the Counter-Attack talent and a sword."""
    usual = {"talents": frozenset({"counter_attack"}), "weapons": (SWORD,), "ws": 60, "parry": 60}
    return tor(**{**usual, **changes})


@pytest.mark.rule("PC-ACT-09")
def test_whoever_parries_may_strike_back() -> None:
    """At -20 in all, free; the attacker may evade; a parry that fails opens nothing."""
    start = fight(ada(ws=60, reactions=0, wounds=40), duellist())
    played = play(start, BLOW, 30, 60, 40, 5, evade="parry", counter="sword")
    assert [(line.rule_id, line.value) for line in played.trace("Tor attacks").lines] == [
        ("PC-ATK-04", 60),
        ("PC-ACT-09", -20),
    ]
    assert played.sheet("ada").wounds < 40
    assert played.sheet("tor").counter_used
    assert play(start, BLOW, 30, 61, 2, evade="parry").result.struck
    assert COUNTER in SYSTEM.play.windows


@pytest.mark.rule("PC-ACT-09")
@pytest.mark.parametrize(
    "changes",
    [{"talents": frozenset()}, {"counter_used": True}],
)
def test_a_counter_attack_needs_the_talent_and_comes_once(changes: dict[str, Any]) -> None:
    """Without the talent, or after one since the last turn, nobody is asked."""
    start = fight(ada(ws=60), duellist(**changes))
    assert "Tor attacks" not in play(start, BLOW, 30, 60, evade="parry", counter="sword").log


@pytest.mark.rule("PC-ACT-09")
def test_a_counter_attack_needs_reach() -> None:
    """Ada strikes from 2 squares away; Tor's sword does not reach back."""
    start = fight(ada(SWORD.replace(reach_cells=2), ws=60), duellist(at=(7, 5)))
    assert "Tor attacks" not in play(start, BLOW, 30, 60, evade="parry", counter="sword").log


@pytest.mark.rule("PC-ACT-09")
def test_the_next_own_turn_renews_it() -> None:
    """When Tor's turn begins a Counter-Attack is possible again."""
    played = play(fight(ada(), duellist(counter_used=True)), NextTurn())
    assert not played.sheet("tor").counter_used


@pytest.mark.rule("PC-ACT-09")
def test_a_parry_is_enough_though_hits_get_through() -> None:
    """Three hits of a Flurry, one parried: Tor strikes back and suffers two."""
    start = fight(ada(ws=80, reactions=0, wounds=40), duellist(wounds=40))
    command = flurry(3, replace_die=False)
    played = play(start, command, 40, 60, 99, 2, 2, evade="parry", counter="sword")
    assert played.trace("hits left").result == "2"
    assert "Tor attacks" in played.log


# --- Guard Mode, Aim, Feint -----------------------------------------------------------------------


@pytest.mark.rule("PC-ACT-13")
def test_guard_mode_weighs_on_attacks_and_confirmation() -> None:
    """45 + 10 - 20; a maximum is confirmed at 45 - 20; it ends with the own next turn."""
    guarded = play(fight(ada(), tor()), GuardMode(actor="ada"))
    assert guarded.has("ada", "guard_mode")
    assert guarded.sheet("ada").half_actions == 0
    foe = fight(ada(ws=45), tor("guard_mode", wounds=40))
    assert total(foe, BLOW) == 35
    assert "chart" not in play(foe, BLOW, 35, 10, 26, evade="none").log
    assert "chart" in play(foe, BLOW, 35, 10, 25, 1, evade="none").log
    later = guarded.next(NextTurn())
    assert later.has("ada", "guard_mode")
    assert not later.next(NextTurn()).has("ada", "guard_mode")


@pytest.mark.rule("PC-ACT-13")
def test_guard_mode_is_the_turns_attack() -> None:
    """It attacks nobody, and uses the Attack action all the same."""
    struck = play(fight(ada(), tor()), BLOW, 99)
    assert refusal(struck.encounter, GuardMode(actor="ada")) == "attack_used"


@pytest.mark.rule("PC-ACT-16")
@pytest.mark.parametrize(("command", "bonus"), [(AimHalf, 10), (AimFull, 20)])
def test_aim_helps_the_next_attack_test(command: type[AimHalf | AimFull], bonus: int) -> None:
    """+10 or +20 by its own line, used up by the attack, hit or miss."""
    aimed = play(fight(ada(ws=40), tor()), command(actor="ada"))
    assert aimed.sheet("ada").aim == bonus
    now = aimed.encounter.replace(round=0)
    assert ("PC-ACT-16", bonus) in lines(now, BLOW)
    assert play(now, BLOW, 100).sheet("ada").aim == 0
    badges = [one.text for one in SYSTEM.cards.card(aimed.encounter, "ada").badges]
    assert f"Aim +{bonus}" in badges


@pytest.mark.rule("PC-ACT-16")
def test_what_loses_the_aim() -> None:
    """A Feint, a second Aim's first bonus, a dodge; a Free Action does not."""
    start = fight(ada(aim=10), tor(aim=10, dodge=80))
    feinted = play(start, Feint(actor="ada", target="tor"), 99, 99)
    assert feinted.sheet("ada").aim == 0
    assert "Ada loses the bonus of the Aim" in feinted.log
    assert play(start, AimFull(actor="ada")).sheet("ada").aim == 20
    assert play(start, BLOW, 20, 50, evade="dodge").sheet("tor").aim == 0
    assert play(start, FreeAction(actor="ada")).sheet("ada").aim == 10
    strict = fight(ada(aim=10), tor(), aim_free="breaks")
    assert play(strict, FreeAction(actor="ada")).sheet("ada").aim == 0


@pytest.mark.rule("PC-ACT-18")
def test_a_feint_leaves_the_next_blow_unevadable() -> None:
    """4 degrees against 1: the Standard Attack right after it can only be deflected."""
    start = fight(ada(ws=50), tor(ws=40, reactions=1))
    won = play(start, Feint(actor="ada", target="tor"), 12, 40)
    assert won.sheet("ada").feint_on == "tor"
    struck = won.next(FreeAction(actor="ada")).next(BLOW, 20, 5)
    assert struck.result.struck
    assert struck.sheet("ada").feint_on is None
    assert struck.sheet("tor").reactions == 1


@pytest.mark.rule("PC-ACT-18")
@pytest.mark.parametrize(("rolls", "won"), [((12, 40), True), ((99, 99), False), ((40, 12), False)])
def test_a_feint_is_opposed_ws(rolls: tuple[int, int], won: bool) -> None:
    """Both fail: nothing; Tor with more degrees: nothing."""
    played = play(fight(ada(ws=50), tor(ws=50)), Feint(actor="ada", target="tor"), *rolls)
    assert (played.sheet("ada").feint_on == "tor") == won


@pytest.mark.rule("PC-ACT-18")
@pytest.mark.parametrize(
    "blow",
    [
        flurry(2, replace_die=False),
        StandardAttack(actor="ada", target="una", weapon="sword", replace_die=False),
        StandardAttack(actor="ada", target="tor", weapon="gun", replace_die=False),
    ],
)
def test_a_feint_counts_for_its_target_and_kind_alone(blow: Any) -> None:
    """A Flurry, another target, a shot: evaded as ever."""
    una = one("una", (6, 6), dodge=80)
    start = fight(ada(ws=60, bs=60, feint_on="tor"), tor(dodge=80), una)
    played = play(start, blow, 50, 10, evade="dodge")
    assert not played.result.struck


@pytest.mark.rule("PC-ACT-18")
def test_a_feint_is_for_the_very_next_action() -> None:
    """An Aim in between, and it is over."""
    start = fight(ada(feint_on="tor"), tor())
    assert play(start, AimHalf(actor="ada")).sheet("ada").feint_on is None


@pytest.mark.rule("PC-ACT-18")
def test_a_called_shot_profits_from_a_feint_too() -> None:
    """43 + 10 - 20, and no die is rolled for a parry."""
    start = fight(ada(ws=43, feint_on="tor"), tor(wounds=30))
    shot = CalledShot(actor="ada", target="tor", weapon="sword", replace_die=False)
    assert play(start, shot, 33, 5).result.struck


@pytest.mark.rule("PC-ACT-18")
def test_a_feint_needs_somebody_in_melee() -> None:
    """Two squares away is too far."""
    start: Encounter = fight(ada(), tor(at=(7, 5)))
    assert refusal(start, Feint(actor="ada", target="tor")) == "not_in_melee"
    action = {one.id: one for one in actions_of(SYSTEM, fight(ada(), tor()), "ada")}["feint"]
    assert action.candidates is not None
    assert action.candidates().who == {"tor"}
