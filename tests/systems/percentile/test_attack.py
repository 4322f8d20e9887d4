"""The attack in seven steps: target, modifiers, test, evasion, damage, soak, wounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from frozendict import frozendict

from gridwar.engine.play.offers import actions_of
from gridwar.engine.play.preview import preview
from gridwar.model.battlemap import SMOKE, LayerName, Zone
from gridwar.model.geometry import Cell, Point
from gridwar.model.walls import Wall
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.evasion import evasion_number, why_not
from gridwar.systems.percentile.attacks.single import CalledShot, HeavyAttack, StandardAttack
from gridwar.systems.percentile.attacks.volleys import Burst, Flurry
from gridwar.systems.percentile.core.scores import weapon_of
from gridwar.systems.percentile.core.settings import PercentileSettings
from gridwar.systems.percentile.core.sheet import Deflector
from gridwar.systems.percentile.core.weapons import UNARMED, DamageDice, PercentileWeapon
from tests.systems.percentile.people import GUN, SWORD, ada, fight, one, play, refusal, tor

if TYPE_CHECKING:
    from gridwar.engine.kit import Tally
    from gridwar.model.encounter import Encounter

BLOW = StandardAttack(actor="ada", target="tor", weapon="sword")
SHOT = StandardAttack(actor="ada", target="tor", weapon="gun")
FIST = StandardAttack(actor="ada", target="tor", weapon=UNARMED)
FAR = (14, 5)


def total(start: Encounter, command: Any) -> int:
    """Return the target number of an attack."""
    return next(sum.total for sum in preview(SYSTEM, start, command).tallies if not sum.aside)


def lines(start: Encounter, command: Any) -> list[tuple[str, int]]:
    """Return the lines of an attack's sum: rule and value."""
    sums: list[Tally] = [one for one in preview(SYSTEM, start, command).tallies if not one.aside]
    return [(line.rule_id, line.value) for line in sums[0].lines]


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
    fog = painted.with_zone(Zone(id="z", kind=SMOKE, cells=(Cell(9, 5),)))
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
    choices = {one.key: one for one in SYSTEM.offers.draft(start, BLOW).choices}
    offered = {option.id: option for option in choices["score"].options}
    assert offered["s"].command == BLOW.replace(score="s")
    assert offered[""].title == "Weapon Skill"


@pytest.mark.rule("PC-ATK-06")
def test_single_attacks_score_one_hit_whatever_the_degrees() -> None:
    """Roll 1 against 55 is 6 degrees and one hit."""
    played = play(fight(ada(ws=45), tor()), BLOW, 1, 2, evade="none")
    assert [step.after for step in played.trace("attacks").steps] == [6, 1]


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


# --- step 5: damage and critical hits -------------------------------------------------------------


@pytest.mark.rule("PC-ATK-11")
@pytest.mark.parametrize(
    ("kind", "add_sb", "damage"), [("melee", True, 10), ("melee", False, 6), ("ranged", True, 6)]
)
def test_melee_adds_the_strength_bonus(kind: str, add_sb: bool, damage: int) -> None:
    """4 and 2 and SB 4; without the flag, and for what shoots, no SB."""
    weapon = SWORD.replace(kind=kind, add_sb=add_sb)
    blow = BLOW.replace(replace_die=False)
    played = play(fight(ada(weapon, s=40, ws=60, bs=60), tor()), blow, 30, 4, evade="none")
    assert played.trace("Damage").total == damage


@pytest.mark.rule("PC-ATK-11")
def test_damage_below_nothing_is_nothing() -> None:
    """1 and -3 and SB 1 is -1: 0, and no wound for a target without soak."""
    start = fight(ada(s=10, ws=60), tor(t=0))
    played = play(start, FIST.replace(replace_die=False), 30, 1, evade="none")
    assert played.trace("Damage").result == "0"
    assert played.sheet("tor").wounds == 10


@pytest.mark.rule("PC-ATK-12")
@pytest.mark.parametrize(
    ("face", "replaces", "cap", "damage"),
    [
        (2, True, "uncapped", 10),  # 5 degrees for the 2: 5 + 2 + 3
        (2, False, "uncapped", 7),
        (7, True, "uncapped", 12),
        (2, True, "die_max", 10),
    ],
)
def test_degrees_may_take_the_place_of_a_die(
    face: int, replaces: bool, cap: str, damage: int
) -> None:
    """Only where they are higher, and only if the attacker wants it."""
    start = fight(ada(ws=60), tor(), dos_die_cap=cap)
    blow = BLOW.replace(replace_die=replaces)
    assert play(start, blow, 30, face, evade="none").trace("Damage").total == damage


@pytest.mark.rule("PC-ATK-12")
@pytest.mark.parametrize(("cap", "damage"), [("uncapped", 6), ("die_max", 5)])
def test_degrees_on_a_small_die_by_house_rule(cap: str, damage: int) -> None:
    """6 degrees on a d5 count 6, or 5 where the die's maximum is the limit."""
    start = fight(ada(ws=60, s=30), tor(), dos_die_cap=cap)
    assert play(start, FIST, 15, 2, evade="none").trace("Damage").total == damage


@pytest.mark.rule("PC-ATK-12")
def test_degrees_replace_a_die_of_one_hit_only() -> None:
    """Of three hits the first alone has 4 for its 1."""
    start = fight(ada(bs=52), tor(at=FAR, wounds=40))
    burst = Burst(actor="ada", target="tor", weapon="gun", hits=4)
    played = play(start, burst, 21, 1, 1, 1, evade="none")
    totals = [one.total for one in played.traces if one.title.startswith("Damage")]
    assert totals == [3 + 3, 1 + 3, 1 + 3]


@pytest.mark.rule("PC-ATK-13")
@pytest.mark.rule("PC-ATK-14")
def test_a_maximum_is_confirmed_on_the_bare_score() -> None:
    """10 on a d10: WS 41 confirms, though the attack needed 71; faces count as they were rolled."""
    start = fight(ada(ws=41), tor(wounds=40))
    heavy = HeavyAttack(actor="ada", target="tor", weapon="sword", replace_die=False)
    failed = play(start, heavy, 60, 10, 42, evade="none")
    assert failed.trace("is hit").steps[3].after == "not_confirmed"
    done = play(start, heavy, 60, 10, 41, 3, evade="none")
    assert done.trace("Lethal Damage chart").title == "Tor: row 3 of the Lethal Damage chart"
    assert play(start, heavy.replace(replace_die=True), 1, 9, evade="none").result.struck


@pytest.mark.rule("PC-ATK-13")
@pytest.mark.parametrize(("per", "faces"), [("hit", (41, 2)), ("die", (41, 90, 2))])
def test_one_confirmation_a_hit_or_a_die_by_house_rule(per: str, faces: tuple[int, ...]) -> None:
    """Two dice at their maximum: one test, or one for each."""
    weapon = SWORD.replace(damage=DamageDice(count=2, sides=10))
    start = fight(ada(weapon, ws=41), tor(wounds=40), crit_per=per)
    blow = BLOW.replace(replace_die=False)
    assert play(start, blow, 30, 10, 10, *faces, evade="none").result.struck


@pytest.mark.rule("PC-ATK-15")
def test_the_chart_is_the_gms_and_adds_to_the_wounds() -> None:
    """Row 2 is told in the GM's words; wounds are lost as ever, and no Lethal Damage is counted."""
    chart = frozendict({"1": "", "2": "Blinded", "3": "", "4": "", "5": ""})
    start = fight(ada(ws=41), tor(wounds=40, fate=True))
    start = start.replace(settings=PercentileSettings(lethal_chart=chart))
    played = play(start, BLOW.replace(replace_die=False), 30, 10, 20, 2, evade="none")
    assert played.trace("chart").result == "Blinded"
    assert (played.sheet("tor").wounds, played.sheet("tor").lethal) == (40 - 12, 0)


@pytest.mark.rule("PC-ATK-16")
def test_a_confirmed_hit_within_the_soak_does_one_point() -> None:
    """15 against a soak of 20: 1 point, and no chart."""
    start = fight(ada(ws=41), tor(ap=19, wounds=40))
    played = play(start, BLOW.replace(replace_die=False), 30, 10, 41, evade="none")
    assert played.sheet("tor").wounds == 39
    assert played.trace("is hit").result == "critical: 1 point"


# --- steps 6 and 7 --------------------------------------------------------------------------------


@pytest.mark.rule("PC-ATK-17")
@pytest.mark.parametrize(("ap", "soak"), [(5, 3 + 3), (1, 3), (0, 3)])
def test_penetration_works_on_armour_alone(ap: int, soak: int) -> None:
    """Pen 2 takes 2 off the armour and never anything off TB 3."""
    played = play(fight(ada(ws=60), tor(ap=ap, wounds=40)), BLOW, 50, 9, evade="none")
    step = next(one for one in played.trace("is hit").steps if one.rule_id == "PC-ATK-17")
    assert step.after == soak


@pytest.mark.rule("PC-ATK-18")
@pytest.mark.parametrize(
    ("face", "lost", "words"), [(1, 0, "negated"), (2, 0, "\u22120"), (3, 1, "\u22121")]
)
def test_what_is_past_the_soak_is_dealt(face: int, lost: int, words: str) -> None:
    """Damage 6, 7 and 8 against a soak of 7."""
    start = fight(ada(ws=60), tor(ap=6))
    played = play(start, BLOW.replace(replace_die=False), 50, face, evade="none")
    assert played.sheet("tor").wounds == 10 - lost
    assert played.trace("is hit").result == words


@pytest.mark.rule("PC-ATK-19")
@pytest.mark.rule("PC-ATK-20")
@pytest.mark.parametrize(
    ("sheet", "dead", "lethal"),
    [
        ({}, True, 0),
        ({"fate": True}, False, 3),
        ({"survives_zero": True}, False, 0),
        ({"wounds": 6, "fate": True}, False, 0),
        ({"wounds": 7}, False, 0),
    ],
)
def test_at_zero_wounds_most_die(sheet: dict[str, Any], dead: bool, lethal: int) -> None:
    """Six past the soak: dead at 3 wounds; with Fate 3 Lethal Damage, exactly 0 is none."""
    start = fight(ada(ws=60), tor(**{"wounds": 3, **sheet}))
    played = play(start, BLOW.replace(replace_die=False), 50, 4, evade="none")
    after = played.sheet("tor")
    assert (after.dead, after.lethal) == (dead, lethal)
    assert after.wounds == (1 if sheet.get("wounds") == 7 else 0)
    assert ("Tor is dead" in played.log) == dead
    assert SYSTEM.cards.card(played.encounter, "tor").out == dead


# --- unarmed --------------------------------------------------------------------------------------


@pytest.mark.rule("PC-UNA-01")
def test_everybody_has_bare_hands() -> None:
    """Unarmed stands in the list of those who carry nothing, and at the end of others'."""
    start = fight(one("ada", (5, 5), side="1"), tor())
    ids = [one.id for one in actions_of(SYSTEM, start, "ada")]
    assert "standard_attack:unarmed" in ids


@pytest.mark.rule("PC-UNA-02")
def test_unarmed_damage() -> None:
    """1d5 - 3 and SB, which is added once; Penetration 0, qualities Unarmed and Primitive."""
    start = fight(ada(ws=60, s=60), tor(ap=1, wounds=20))
    played = play(start, FIST.replace(replace_die=False), 50, 4, evade="none")
    assert played.trace("Damage").total == 4 - 3 + 6
    assert played.sheet("tor").wounds == 20 - (7 - 4)
    hands = weapon_of(start["ada"], UNARMED)
    assert hands is not None
    assert list(hands.qualities) == ["unarmed", "primitive"]


@pytest.mark.rule("PC-UNA-03")
@pytest.mark.parametrize(
    ("face", "basis", "fatigue"),
    [(2, "dealt", 0), (3, "dealt", 1), (2, "rolled", 1), (1, "rolled", 1)],
)
def test_heavy_unarmed_blows_tire(face: int, basis: str, fatigue: int) -> None:
    """SB 6 on TB 3: 2 past the soak do not tire, 3 do; by what is rolled 5 and 4 do."""
    start = fight(ada(ws=60, s=60), tor(), unarmed_fatigue_basis=basis)
    played = play(start, FIST.replace(replace_die=False), 50, face, evade="none")
    assert played.sheet("tor").fatigue == fatigue
    badges = [badge.text for badge in SYSTEM.cards.card(played.encounter, "tor").badges]
    assert ("Fatigue 1" in badges) == bool(fatigue)


@pytest.mark.rule("PC-UNA-03")
def test_a_sword_does_not_tire() -> None:
    """Only unarmed damage brings Fatigue."""
    played = play(fight(ada(ws=60), tor(wounds=30)), BLOW, 50, 9, evade="none")
    assert played.sheet("tor").fatigue == 0


@pytest.mark.rule("PC-UNA-04")
def test_a_trait_changes_bare_hands() -> None:
    """A weapon of that id in the list takes the place of the usual bare hands."""
    master = PercentileWeapon(id=UNARMED, name="Master's hands", damage=DamageDice(sides=10))
    start = fight(ada(master, ws=60, traits="Unarmed Master"), tor())
    assert [one.id for one in actions_of(SYSTEM, start, "ada")].count(
        "standard_attack:unarmed"
    ) == 1
    played = play(start, FIST.replace(replace_die=False), 50, 9, evade="none")
    assert played.trace("Damage").total == 12


# --- altitude -------------------------------------------------------------------------------------


@pytest.mark.rule("PC-ALT-03")
@pytest.mark.rule("PC-ALT-05")
@pytest.mark.parametrize(
    ("here", "there", "code"),
    [
        (0, 0, ""),
        (0, 1, "other_band"),
        (1, 0, "other_band"),
        (1, 1, ""),
        (2, 2, ""),
        (2, 1, "other_band"),
    ],
)
def test_melee_needs_the_same_band(here: int, there: int, code: str) -> None:
    """Nobody strikes from one band at another, though the squares touch."""
    start = fight(ada().replace(altitude=here), tor().replace(altitude=there))
    if code:
        assert refusal(start, BLOW) == code
    else:
        play(start, BLOW, 99)


@pytest.mark.rule("PC-ALT-03")
@pytest.mark.rule("PC-ALT-04")
@pytest.mark.rule("PC-ALT-05")
@pytest.mark.parametrize(
    ("here", "there", "approved", "number"),
    [
        (0, 1, False, 30),
        (1, 0, False, 50),
        (1, 1, False, 50),
        (2, 2, False, 50),
        (0, 2, False, None),
        (2, 0, False, None),
        (1, 2, False, None),
        (2, 1, False, None),
        (0, 2, True, 50),
        (2, 1, True, 50),
    ],
)
def test_shots_between_bands(here: int, there: int, approved: bool, number: int | None) -> None:
    """-20 from Ground at Low, no modifier elsewhere; between High and below only approved ones."""
    weapon = GUN.replace(approved=approved)
    start = fight(ada(weapon, bs=40).replace(altitude=here), tor(at=FAR).replace(altitude=there))
    if number is None:
        assert refusal(start, SHOT) == "not_approved"
    else:
        assert total(start, SHOT) == number


@pytest.mark.rule("PC-ALT-04")
@pytest.mark.parametrize(("by_house", "number"), [(-10, 40), ("as_from_ground_to_low", 30)])
def test_from_low_at_ground_by_house_rule(by_house: int | str, number: int) -> None:
    """A modifier of the table's own, or that of the other direction."""
    start = fight(ada(bs=40).replace(altitude=1), tor(at=FAR), low_to_ground=by_house)
    assert total(start, SHOT) == number


@pytest.mark.rule("PC-ALT-05")
def test_the_gm_may_give_approved_weapons_a_modifier() -> None:
    """It is a setting of the fight."""
    start = fight(ada(GUN.replace(approved=True), bs=40), tor(at=FAR).replace(altitude=2))
    start = start.replace(settings=PercentileSettings(approved_weapon=-10))
    assert lines(start, SHOT)[-1] == ("PC-ALT-05", -10)


@pytest.mark.rule("PC-ALT-05")
def test_height_counts_in_distances_by_house_rule_only() -> None:
    """Low is 60 squares up: beyond a Maximum Distance of 59 where height counts."""
    gun = GUN.replace(range_cells=29)
    target = tor(at=FAR).replace(altitude=1)
    play(fight(ada(gun), target), SHOT, 99)
    assert refusal(fight(ada(gun), target, slant_range=True), SHOT) == "too_far"
    play(fight(ada(GUN), target, slant_range=True), SHOT, 99)


# --- Deflectors -----------------------------------------------------------------------------------


@pytest.mark.rule("PC-DEF-01")
@pytest.mark.rule("PC-DEF-02")
def test_a_deflector_is_tested_by_its_rating() -> None:
    """50 deflects a single hit on 50; of three hits 2 degrees take two off."""
    shield = (Deflector(rating=50),)
    played = play(fight(ada(ws=50), tor(deflectors=shield)), BLOW, 12, 50, evade="deflect")
    assert not played.result.struck
    start = fight(ada(ws=50), tor(deflectors=shield, wounds=30))
    flurry = Flurry(actor="ada", target="tor", weapon="sword", hits=3, replace_die=False)
    played = play(start, flurry, 12, 40, 2, evade="deflect")
    assert played.trace("hits left").result == "1"


@pytest.mark.rule("PC-DEF-03")
def test_deflecting_is_free_and_unlimited() -> None:
    """No Reaction is spent, an Aim stays, and the next attack can be deflected too."""
    foe = tor(deflectors=(Deflector(rating=50),), reactions=0, aim=10)
    start = fight(ada(ws=50), foe, one("una", (6, 6), side="1", weapons=(SWORD,), ws=50))
    played = play(start, BLOW, 12, 50, evade="deflect")
    assert (played.sheet("tor").reactions, played.sheet("tor").aim) == (0, 10)
    second = StandardAttack(actor="una", target="tor", weapon="sword")
    again = play(played.encounter.replace(turn="una"), second, 12, 50, evade="deflect")
    assert not again.result.struck


@pytest.mark.rule("PC-DEF-03")
@pytest.mark.rule("PC-ACT-06")
@pytest.mark.parametrize(("limits", "number"), [("as_evasion", 30), ("no_evasion_penalties", 60)])
def test_evasion_penalties_weigh_on_deflectors(limits: str, number: int) -> None:
    """After a Heavy Attack a Deflector of 60 needs 30, unless the house rule spares it."""
    shield = (Deflector(rating=60),)
    now = fight(ada(), tor("heavy_attack", deflectors=shield), deflect_limits=limits)
    assert evasion_number(now, "tor", "deflect") == number
    assert evasion_number(now, "tor", "dodge") == 0


@pytest.mark.rule("PC-DEF-05")
@pytest.mark.rule("PC-DEF-06")
def test_the_strongest_counts_and_all_are_weakened() -> None:
    """Of 40, 70 and 55 the 70 counts; weakened by 25 it is 45, on the badge too."""
    shields = tuple(Deflector(rating=rating) for rating in (40, 70, 55))
    now = fight(ada(), tor(deflectors=shields, deflectors_weakened=25))
    assert evasion_number(now, "tor", "deflect") == 45
    assert "Deflector 45" in [one.text for one in SYSTEM.cards.card(now, "tor").badges]


@pytest.mark.rule("PC-ACT-04")
def test_a_called_shot_meets_the_armour_of_its_place() -> None:
    """AP 6 at the head, 2 elsewhere."""
    start = fight(ada(ws=70), tor(ap=2, ap_at=frozendict({"head": 6}), wounds=30))
    head = CalledShot(actor="ada", target="tor", weapon="sword", place="head", replace_die=False)
    assert play(start, head, 30, 9, evade="none").sheet("tor").wounds == 30 - (14 - 7)
    leg = head.replace(place="left leg")
    assert play(start, leg, 30, 9, evade="none").sheet("tor").wounds == 30 - (14 - 3)
