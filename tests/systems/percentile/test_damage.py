"""What a hit does: damage, degrees for a die, critical hits, soak, wounds, unarmed blows."""

from __future__ import annotations

from typing import Any

import pytest
from frozendict import frozendict

from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.burst_and_flurry import Burst
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import (
    HeavyAttack,
    StandardAttack,
)
from gridwar.systems.percentile.core.house_rules_and_settings import PercentileSettings
from gridwar.systems.percentile.core.weapons import UNARMED, DamageDice, PercentileWeapon
from gridwar.systems.percentile.core.weapons_in_hand import weapon_of
from tests.systems.percentile.people import SWORD, ada, fight, one, play, tor

BLOW = StandardAttack(actor="ada", target="tor", weapon="sword")
SHOT = StandardAttack(actor="ada", target="tor", weapon="gun")
FIST = StandardAttack(actor="ada", target="tor", weapon=UNARMED)
FAR = (14, 5)


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
    assert played.trace("is hit").total == damage


@pytest.mark.rule("PC-ATK-11")
def test_damage_below_nothing_is_nothing() -> None:
    """1 and -3 and SB 1 is -1: 0, and no wound for a target without soak."""
    start = fight(ada(s=10, ws=60), tor(t=0))
    played = play(start, FIST.replace(replace_die=False), 30, 1, evade="none")
    hit = played.trace("is hit")
    assert (hit.total, [line.value for line in hit.lines]) == (0, [1, -3, 1, 1])
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
    assert play(start, blow, 30, face, evade="none").trace("is hit").total == damage


@pytest.mark.rule("PC-ATK-12")
@pytest.mark.parametrize(("cap", "damage"), [("uncapped", 6), ("die_max", 5)])
def test_degrees_on_a_small_die_by_house_rule(cap: str, damage: int) -> None:
    """6 degrees on a d5 count 6, or 5 where the die's maximum is the limit."""
    start = fight(ada(ws=60, s=30), tor(), dos_die_cap=cap)
    assert play(start, FIST, 15, 2, evade="none").trace("is hit").total == damage


@pytest.mark.rule("PC-ATK-12")
def test_degrees_replace_a_die_of_one_hit_only() -> None:
    """Of three hits the first alone has 4 for its 1."""
    start = fight(ada(bs=52), tor(at=FAR, wounds=40))
    burst = Burst(actor="ada", target="tor", weapon="gun", hits=4)
    played = play(start, burst, 21, 1, 1, 1, evade="none")
    totals = [one.total for one in played.traces if one.title == "Tor is hit"]
    assert totals == [3 + 3, 1 + 3, 1 + 3]


@pytest.mark.rule("PC-ATK-11")
@pytest.mark.rule("PC-ATK-12")
@pytest.mark.rule("PC-ATK-13")
def test_the_log_shows_the_dice_of_a_hit() -> None:
    """5 degrees stand in for the 2, which is struck through; the 10 is ringed."""
    weapon = SWORD.replace(damage=DamageDice(count=3, sides=10))
    played = play(fight(ada(weapon, ws=60), tor(wounds=40)), BLOW, 30, 4, 2, 10, 99, evade="none")
    dice = played.trace("is hit").steps[0]
    assert (dice.label, dice.faces, dice.struck, dice.ringed) == ("sword", (4, 2, 10), (1,), (2,))
    assert played.trace("is hit").total == 4 + 5 + 10 + 3
    kept = BLOW.replace(replace_die=False)
    plain = play(fight(ada(weapon, ws=60), tor(wounds=40)), kept, 30, 4, 2, 9, evade="none")
    assert (plain.trace("is hit").steps[0].struck, plain.trace("is hit").total) == ((), 18)


@pytest.mark.rule("PC-ATK-13")
@pytest.mark.rule("PC-ATK-14")
def test_a_maximum_is_confirmed_on_the_bare_score() -> None:
    """10 on a d10: WS 41 confirms, though the attack needed 71; faces count as they were rolled."""
    start = fight(ada(ws=41), tor(wounds=40))
    heavy = HeavyAttack(actor="ada", target="tor", weapon="sword", replace_die=False)
    failed = play(start, heavy, 60, 10, 42, evade="none")
    steps = {step.rule_id: step for step in failed.trace("is hit").steps}
    assert steps["PC-ATK-14"].after == "not_confirmed"
    done = play(start, heavy, 60, 10, 41, 3, evade="none")
    assert done.trace("Lethal Damage chart").title == "Tor suffers row 3 of the Lethal Damage chart"
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
    assert step.source == f"TB 3 and {soak - 3} of {ap} AP"


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
    assert ("Tor takes Lethal Damage: +3" in played.log) == (lethal == 3)
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
    assert played.trace("is hit").total == 4 - 3 + 6
    assert played.sheet("tor").wounds == 20 - (7 - 4)
    hands = weapon_of(start["ada"], UNARMED)
    assert hands is not None
    names = ("natural", "unarmed", "primitive", "subdual", "small", "pistol", "approved")
    assert [name for name in names if getattr(hands, name)] == ["unarmed", "primitive"]


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
def test_what_is_soaked_does_not_tire() -> None:
    """Without a Toughness Bonus even 1 point tires, but nothing at all does not."""
    start = fight(ada(ws=60, s=30), tor(t=5, ap=2))
    soaked = play(start, FIST.replace(replace_die=False), 50, 1, evade="none")
    assert soaked.sheet("tor").fatigue == 0
    hurt = play(start, FIST.replace(replace_die=False), 50, 3, evade="none")
    assert hurt.sheet("tor").fatigue == 1
    assert hurt.trace("level of Fatigue").steps[0].before == 0


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
    assert played.trace("is hit").total == 12
