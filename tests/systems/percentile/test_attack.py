"""The attack up to evasion: target, modifiers, test, who may evade and how."""

from __future__ import annotations

import pytest
from frozendict import frozendict

from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.battlemap import LayerName
from gridwar.model.geometry import Cell, Point
from gridwar.model.lights import LightSource
from gridwar.model.walls import Wall
from gridwar.model.zones import SMOKE, Light, Zone
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.burst_and_flurry import Burst
from gridwar.systems.percentile.attacks.evasion_and_counter_attack import evasion_number, why_not
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import (
    HeavyAttack,
    StandardAttack,
)
from gridwar.systems.percentile.core.house_rules_and_settings import PercentileSettings
from gridwar.systems.percentile.core.sheet import Deflector
from gridwar.systems.percentile.core.weapons import UNARMED, PercentileWeapon
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

BLOW = StandardAttack(actor="ada", target="tor", weapon="sword")
SHOT = StandardAttack(actor="ada", target="tor", weapon="gun")
FIST = StandardAttack(actor="ada", target="tor", weapon=UNARMED)
FAR = (14, 5)


# --- step 1: whom, with what ----------------------------------------------------------------------


@pytest.mark.rule("PC-ATK-01")
@pytest.mark.parametrize(
    ("at", "weapon", "code"),
    [
        ((7, 5), SWORD, "out_of_reach"),
        ((7, 5), SWORD.replace(reach_cells=2), ""),
        ((6, 6), SWORD, ""),
        ((6, 5), SWORD.replace(equipped=False), "not_in_hand"),
        ((6, 5), SWORD.replace(id="other"), "no_weapon"),
    ],
)
def test_melee_needs_reach(at: tuple[int, int], weapon: PercentileWeapon, code: str) -> None:
    """A sword strikes at the next square, diagonals too; a reach of 2 a square further."""
    start = fight(ada(weapon), tor(at=at))
    if code:
        assert refusal(start, BLOW) == code
    else:
        play(start, BLOW, 99)


@pytest.mark.rule("PC-ATK-01")
def test_targets_in_reach_are_marked_with_what_they_need() -> None:
    """The button of a Standard Attack marks Tor with 40; Una stands out of reach."""
    start = fight(ada(), tor(), one("una", (8, 8)))
    action = {one.id: one for one in actions_of(SYSTEM, start, "ada")}["standard_attack:sword"]
    assert action.candidates is not None
    assert dict(action.candidates().words) == {"tor": "40"}
    overlays = SYSTEM.board.overlays(start, "ada", "", None)
    assert len(overlays.threat) == 8
    assert Cell(6, 6) in overlays.threat


@pytest.mark.rule("PC-ATK-01")
def test_who_cannot_be_attacked() -> None:
    """Nobody attacks themselves, the dead, or somebody who is not on the map."""
    start = fight(ada(), tor(dead=True))
    assert refusal(start, BLOW) == "target_dead"
    assert refusal(start, BLOW.replace(target="nobody")) == "no_such_combatant"
    assert refusal(fight(ada(), tor()), BLOW.replace(target="ada")) == "own_target"
    assert refusal(fight(ada(), tor().replace(pos=None)), BLOW) == "off_board"


@pytest.mark.rule("PC-ATK-02")
def test_exactly_the_maximum_distance_is_allowed() -> None:
    """Eight squares, straight or diagonal, are within twice 4; nine are not."""
    near = GUN.replace(range_cells=4)
    play(fight(ada(near), tor(at=(13, 13))), SHOT, 99)
    assert refusal(fight(ada(near), tor(at=(14, 5))), SHOT) == "too_far"
    rings = SYSTEM.board.overlays(fight(ada(near), tor()), "ada", "gun", None).rings
    assert [(ring.label, ring.radius) for ring in rings] == [("Range", 4), ("Maximum Distance", 8)]


@pytest.mark.rule("PC-ATK-02")
def test_a_wall_hides_the_target_unless_the_house_rule_says_otherwise() -> None:
    """A wall between the two is a reason; without line of sight required it is none."""
    wall = Wall(id="w", a=Point(10 * 1024, 0), b=Point(10 * 1024, 20 * 1024))
    start = fight(ada(), tor(at=FAR))
    start = start.replace(map=start.map.with_walls([wall]))
    assert refusal(start, SHOT) == "no_line"
    play(start.replace(switches=start.switches.replace(require_los=False)), SHOT, 99)


@pytest.mark.rule("PC-ATK-02")
def test_range_bands_are_the_gms() -> None:
    """Up to 5 squares +10, up to 20 -5, beyond nothing; the nearest band that fits counts."""
    bands = frozendict({"20": -5, "5": 10})
    near, far, farther = ((9, 5), (20, 5), (29, 5))
    totals = [
        total(fight(ada(bs=40), tor(at=at), range_modifiers=bands), SHOT)
        for at in (near, far, farther)
    ]
    assert totals == [60, 45, 50]


# --- step 2: modifiers ----------------------------------------------------------------------------


@pytest.mark.rule("PC-ATK-03")
def test_circumstances_of_the_target_count() -> None:
    """What the GM enters at the target stands in the sum by its own line."""
    assert lines(fight(ada(), tor(to_hit=-15)), BLOW) == [
        ("PC-ATK-04", 30),
        ("PC-ACT-01", 10),
        ("PC-ATK-03", -15),
    ]


@pytest.mark.rule("PC-ATK-03")
def test_height_fog_and_fatigue_propose_their_line() -> None:
    """They stand in the sum at 0 until the GM says what they count."""
    start = fight(ada(fatigue=2), tor(at=FAR))
    painted = start.map.with_painted(LayerName.GROUND, {Cell(5, 5): 4})
    fog = painted.with_zones([Zone(id="z", kind=SMOKE, cells=(Cell(9, 5),))])
    foggy = start.replace(map=fog)
    assert lines(foggy, SHOT)[2:] == [("PC-ATK-03", 0)] * 3
    told = PercentileSettings(higher_ground=10, fog=-20, fatigue_per_level=-5)
    assert sorted(value for _rule, value in lines(foggy.replace(settings=told), SHOT)[2:]) == [
        -20,
        -10,
        10,
    ]
    below = foggy.replace(map=start.map.with_painted(LayerName.GROUND, {Cell(14, 5): 4}))
    assert lines(below, SHOT)[2:] == [("PC-ATK-03", 0)]


@pytest.mark.rule("PC-ATK-03")
def test_light_on_the_target_proposes_its_line() -> None:
    """At 0 until the GM says what low light and darkness count; bright light has no line."""
    start = fight(ada(), tor(at=FAR))
    told = PercentileSettings(low_light=-10, darkness=-30)
    for level, worth in ((Light.BRIGHT, None), (Light.LOW, -10), (Light.DARK, -30)):
        dusk = start.replace(map=start.map.with_light(level))
        assert lines(dusk, SHOT)[2:] == ([] if worth is None else [("PC-ATK-03", 0)])
        set_ = dusk.replace(settings=told)
        assert lines(set_, SHOT)[2:] == ([] if worth is None else [("PC-ATK-03", worth)])
    torch = LightSource(id="t", name="Torch", carried_by="tor", bright_cells=4, dim_cells=8)
    lit = start.replace(map=start.map.with_light(Light.DARK).with_light_sources([torch]))
    assert lines(lit, SHOT)[2:] == []


@pytest.mark.rule("PC-ATK-03")
def test_modifiers_have_no_limit() -> None:
    """Bonuses and penalties add up to whatever they come to."""
    start = fight(ada(ws=90, aim=20), tor("surprised", to_hit=60))
    assert total(start, HeavyAttack(actor="ada", target="tor", weapon="sword")) == 230


# --- step 3: the test -----------------------------------------------------------------------------


@pytest.mark.rule("PC-ATK-04")
@pytest.mark.parametrize(("kind", "number"), [("melee", 55), ("thrown_melee", 55), ("ranged", 35)])
def test_the_score_goes_by_the_weapon(kind: str, number: int) -> None:
    """WS 45 for melee and thrown melee weapons, BS 25 for ranged ones."""
    weapon = SWORD.replace(kind=kind)
    start = fight(ada(weapon, ws=45, bs=25), tor())
    assert total(start, BLOW) == number
    assert play(start, BLOW, number + 1).result.success is False
    hit = play(start, BLOW, number, 1, evade="none")
    assert hit.result.success


@pytest.mark.rule("PC-ATK-05")
def test_another_characteristic_takes_its_place() -> None:
    """Strength 52 in place of WS has the same +10, and confirms critical hits."""
    start = fight(ada(ws=20, s=52), tor(ap=0))
    blow = BLOW.replace(score="s", replace_die=False)
    assert lines(start, blow) == [("PC-ATK-05", 52), ("PC-ACT-01", 10)]
    played = play(start, blow, 62, 10, 52, 3, evade="none")
    assert played.trace("is hit").result == "\u221214"
    choices = {one.key: one for one in SYSTEM.draft(start, BLOW).choices}
    offered = {option.id: option for option in choices["score"].options}
    assert offered["s"].command == BLOW.replace(score="s")
    assert offered[""].title == "Weapon Skill"


@pytest.mark.rule("PC-ATK-06")
def test_single_attacks_score_one_hit_whatever_the_degrees() -> None:
    """Roll 1 against 55 is 6 degrees and one hit."""
    played = play(fight(ada(ws=45), tor()), BLOW, 1, 2, evade="none")
    roll, *counted = played.trace("attacks").steps
    assert roll.faces == (1,)
    assert [step.after for step in counted] == [6, 1]


# --- step 4: evasion ------------------------------------------------------------------------------


@pytest.mark.rule("PC-ATK-07")
@pytest.mark.parametrize(
    ("kind", "allowed"),
    [
        ("melee", {"deflect", "dodge", "parry"}),
        ("ranged", {"deflect", "dodge", "point_defend"}),
        ("thrown_melee", {"deflect", "dodge", "point_defend"}),
        ("grapple", {"deflect", "dodge"}),
        ("feinted", {"deflect"}),
        ("boarding", {"deflect", "dodge"}),
        ("ram", {"deflect", "dodge"}),
    ],
)
def test_the_table_says_which_evasion_is_allowed(kind: str, allowed: set[str]) -> None:
    """Parry in melee alone, Point Defend against shots and throws, a feint leaves Deflect."""
    now = fight(ada(), tor(deflectors=(Deflector(rating=40),)))
    ways = ("deflect", "dodge", "parry", "point_defend", "repel_boarders")
    assert {way for way in ways if not why_not(now, "tor", kind, way)} == allowed


@pytest.mark.rule("PC-ATK-07")
def test_the_table_can_be_edited() -> None:
    """By house rule a shot can be parried and a blow cannot be dodged."""
    table = frozendict({"ranged parry": 1, "melee dodge": 0})
    now = fight(ada(), tor(), evasion_matrix=table)
    assert not why_not(now, "tor", "ranged", "parry")
    assert why_not(now, "tor", "melee", "dodge")


@pytest.mark.rule("PC-ATK-07")
def test_evasion_numbers_follow_scores_until_entered() -> None:
    """Dodge is Agility, Parry WS, Point Defend BS, unless the GM enters others."""
    now = fight(ada(), tor(ag=41, ws=42, bs=43, point_defend=60))
    ways = ("dodge", "parry", "point_defend")
    assert [evasion_number(now, "tor", way) for way in ways] == [41, 42, 60]


@pytest.mark.rule("PC-ATK-07")
def test_the_reaction_is_spent_whatever_the_result() -> None:
    """A Dodge that fails costs the Reaction; without one left nobody is asked."""
    start = fight(ada(ws=60), tor(dodge=20))
    played = play(start, BLOW, 10, 90, 2, evade="dodge")
    assert played.sheet("tor").reactions == 0
    assert played.sheet("tor").wounds < 10
    again = fight(ada(ws=60), tor(reactions=0))
    assert play(again, BLOW, 10, 2).sheet("tor").wounds < 10


@pytest.mark.rule("PC-SEQ-03")
def test_the_surprised_only_deflect() -> None:
    """No Reaction for the surprised; attacks on them are at +30; by house rule no Deflector."""
    shield = (Deflector(rating=50),)
    start = fight(ada(ws=40), tor("surprised", deflectors=shield))
    assert lines(start, BLOW)[2] == ("PC-SEQ-03", 30)
    assert why_not(start, "tor", "melee", "dodge") == "Surprised: no Reactions."
    assert not why_not(start, "tor", "melee", "deflect")
    strict = fight(ada(), tor("surprised", deflectors=shield), surprise_free="nothing")
    assert why_not(strict, "tor", "melee", "deflect")


@pytest.mark.rule("PC-ATK-08")
def test_a_single_hit_is_evaded_by_passing() -> None:
    """A bare success is enough, though the attack had 5 degrees."""
    played = play(fight(ada(ws=50), tor(parry=30)), BLOW, 12, 30, evade="parry")
    assert not played.result.struck
    assert played.sheet("tor").wounds == 10
    missed = play(fight(ada(ws=50), tor(parry=30)), BLOW, 12, 31, 3, evade="parry")
    assert missed.result.struck


@pytest.mark.rule("PC-ATK-09")
def test_several_hits_are_taken_off_by_degrees() -> None:
    """Of 4 hits a Dodge by 2 degrees leaves 2; so it is if just one hit was scored."""
    start = fight(ada(bs=52), tor(at=FAR, dodge=40, wounds=40))
    burst = Burst(actor="ada", target="tor", weapon="gun", hits=4, replace_die=False)
    played = play(start, burst, 11, 29, 1, 1, evade="dodge")
    assert played.trace("hits left").result == "2"
    one_scored = play(start, burst, 42, 40, evade="dodge")
    assert not one_scored.result.struck


@pytest.mark.rule("PC-ATK-09")
def test_each_who_is_given_hits_may_evade_unless_the_house_rule_says_otherwise() -> None:
    """Una may dodge her share too; by house rule only the one aimed at is asked."""
    people = (tor(at=FAR, dodge=90, wounds=40), one("una", (15, 5), dodge=90, wounds=40))
    burst = Burst(actor="ada", target="tor", weapon="gun", hits=4, replace_die=False)
    shares = {"tor": 2, "una": 2}
    each = fight(ada(bs=52), *people)
    played = play(each, burst, 11, 5, 5, allocate=shares, evade="dodge")
    assert (played.sheet("tor").reactions, played.sheet("una").reactions) == (0, 0)
    alone = fight(ada(bs=52), *people, spill_evasion="original_only")
    played = play(alone, burst, 11, 5, 1, 1, allocate=shares, evade="dodge")
    assert (played.sheet("tor").reactions, played.sheet("una").reactions) == (0, 1)


@pytest.mark.rule("PC-ATK-10")
@pytest.mark.rule("PC-DEF-04")
def test_one_evasion_an_attack() -> None:
    """Whoever fails to deflect is not asked again, though a Reaction is left."""
    start = fight(ada(ws=50), tor(deflectors=(Deflector(rating=20),)))
    played = play(start, BLOW, 12, 90, 3, evade="deflect")
    assert played.result.struck
    assert played.sheet("tor").reactions == 1
