"""Damage and drive: armour, several weapons, resistances, holding back, critical hits."""

from __future__ import annotations

from typing import Any

import pytest
from frozendict import frozendict
from pydantic import ValidationError

from gridwar.engine.play.play_outcome import Accepted, Asking
from gridwar.engine.play.preview_and_named_outcomes import named_outcomes, preview
from gridwar.model.command import Answer
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.core.sheet import DriveSheet
from gridwar.systems.drive.core.weapons_armour_resistances import (
    Armour,
    DamageModifier,
    EnergyPart,
    Match,
    Weapon,
)
from tests.systems.drive.people import (
    CRITICAL,
    FIRE,
    HIT,
    STRIKE,
    asked,
    blow,
    duel,
    gun,
    refusal,
    session,
    sheet,
    shield,
    shot,
    struck,
    sword,
)


@pytest.mark.rule("DR-ARM-01")
def test_the_log_says_damage_and_drive_of_each_weapon() -> None:
    """The headline of an attack holds each element as it was built: 17 (20)."""
    fight = session(duel(DriveSheet(weapons=(gun(17, 20),)), DriveSheet(defence_tn=12)), HIT)
    outcome = fight.submit(FIRE)
    assert isinstance(outcome, Accepted)
    traces = [one.trace for one in outcome.events if isinstance(one, Explained)]
    assert traces[0].result == "17 at drive 20"
    assert [(line.label, line.value) for line in traces[0].lines] == [
        ("Damage of gun", 17),
        ("Drive of gun", 20),
    ]


@pytest.mark.rule("DR-ARM-02")
@pytest.mark.parametrize(("drive", "left"), [(15, 0), (16, 8), (20, 8), (28, 8), (29, 17)])
def test_armour_halves_inside_its_range_both_ends_included(drive: int, left: int) -> None:
    """Against 16-28, 17 damage are 0 below, 8 inside and 17 above; a bare one takes all."""
    armour = {"armour": Armour(lo=16, hi=28)}
    assert struck(gun(17, drive), armour) == (left,)
    assert struck(gun(17, 0), {}) == (17,)


@pytest.mark.rule("DR-ARM-02")
def test_an_armour_range_is_in_order() -> None:
    """A range whose lower end is above its upper one cannot be stored, nor one below 0."""
    for lo, hi in ((20, 10), (-1, 5)):
        with pytest.raises(ValidationError):
            Armour(lo=lo, hi=hi)


@pytest.mark.rule("DR-ARM-03")
@pytest.mark.parametrize(("rounding", "left"), [("floor_each_step", 4), ("floor_at_end", 5)])
def test_fractions_are_dropped_after_every_stage_or_at_the_end(rounding: str, left: int) -> None:
    """7 halved by armour and taken at 150%: 3 and 4, or 5 from 5.25."""
    weak = DamageModifier(match=Match(material="quartz"), percent=150)
    target = {"armour": Armour(lo=10, hi=30), "modifiers": (weak,)}
    weapon = sword(7, 20, material="quartz")
    assert struck(weapon, target, rounding=rounding) == (left,)


@pytest.mark.rule("DR-ARM-04")
def test_drives_are_never_added_but_what_gets_through_is() -> None:
    """An axe of 17 (20) and a knife of 9 (14) against 16-28: 8 and nothing, together 8."""
    knife = Weapon(id="knife", base_damage=9, base_drive=14)
    attacker = DriveSheet(weapons=(sword(17, 20), knife))
    fight = session(duel(attacker, DriveSheet(defence_tn=12, armour=Armour(lo=16, hi=28))), HIT)
    done = blow(fight, STRIKE.replace(weapons=("sword", "knife")))
    assert [one.damage for one in done.elements] == [8, 0]
    assert sheet(fight, "t").damage_taken == 8


@pytest.mark.rule("DR-ARM-04")
def test_melee_and_ranged_weapons_do_not_go_together() -> None:
    """One attack is made in one manner; whoever has no such weapon makes none."""
    start = duel(DriveSheet(weapons=(sword(), gun(5, 5))), DriveSheet())
    assert refusal(start, STRIKE.replace(weapons=("sword", "gun"))) == "wrong_mode"
    assert refusal(start, STRIKE.replace(weapons=("axe",))) == "no_weapon"
    assert refusal(start, STRIKE.replace(target="a")) == "oneself"


@pytest.mark.rule("DR-ARM-05")
def test_all_injuries_of_a_hit_are_of_the_type_rolled() -> None:
    """The type given with the attack is that of all its degrees."""
    start = duel(DriveSheet(weapons=(sword(45),)), DriveSheet(defence_tn=12, injury_factor=20))
    fight = session(start, HIT)
    blow(fight, STRIKE.replace(injury_type="perception"))
    assert [(one.type, one.degrees, one.source) for one in sheet(fight, "t").injuries] == [
        ("perception", 2, "Ada")
    ]


@pytest.mark.rule("DR-ARM-06")
@pytest.mark.parametrize(
    ("tracking", "damage", "degrees"),
    [("cumulative", 4, 0), ("cumulative", 5, 1), ("cumulative", 15, 2), ("per_attack", 15, 1)],
)
def test_each_multiple_that_is_reached_is_a_degree(
    tracking: str, damage: int, degrees: int
) -> None:
    """With factor 10 and 5 taken, 5 more reach 10; each attack alone counts its own tens."""
    target = DriveSheet(defence_tn=12, injury_factor=10, damage_taken=5)
    start = duel(DriveSheet(weapons=(sword(damage),)), target, injury_tracking=tracking)
    done = blow(session(start, HIT), STRIKE)
    assert done.totals is not None
    assert done.totals.degrees == degrees


# --- resistances ----------------------------------------------------------------------------------


@pytest.mark.rule("DR-RES-01")
@pytest.mark.rule("DR-RES-02")
@pytest.mark.rule("DR-RES-03")
def test_a_weakness_comes_last_and_costs_no_shield_more() -> None:
    """31 electric: a shield of 5 leaves 26, armour 20-40 halves it to 13, 150% make 19."""
    weak = DamageModifier(match=Match(kind="electric"), percent=150)
    target = DriveSheet(
        defence_tn=12,
        armour=Armour(lo=20, hi=40),
        modifiers=(weak,),
        shields=(shield("M", "medium", 5),),
    )
    fight = session(duel(DriveSheet(weapons=(shot("electric", 31),)), target), HIT)
    (element,) = blow(fight, FIRE).elements
    assert (element.after_medium, element.drive, element.after_armour) == (26, 26, 13)
    assert (element.after_high, element.damage) == (13, 19)
    assert sheet(fight, "t").shields[0].points == 0


@pytest.mark.rule("DR-RES-04")
@pytest.mark.rule("DR-RES-05")
def test_a_percentage_covers_its_own_part_only() -> None:
    """Quartz at 150% covers weapon and Strength, heat at 50% the heat; blunt quartz neither."""
    quartz = DamageModifier(match=Match(material="quartz", blunt=False), percent=150)
    heat = DamageModifier(match=Match(kind="heat"), percent=50)
    target = {"modifiers": (quartz, heat)}
    parts = (EnergyPart(kind="heat", damage=10),)
    weapon = sword(12, 14, material="quartz", energy=parts)
    strong = {"strength": 8}
    assert struck(weapon, target, attacker=strong) == (30, 5)
    assert struck(weapon.replace(blunt=True), target, attacker=strong) == (20, 5)
    assert struck(weapon.replace(material="steel"), target, attacker=strong) == (20, 5)


@pytest.mark.rule("DR-RES-06")
@pytest.mark.parametrize(
    ("stacking", "left"),
    [("sequential_floor", 15), ("composite_whole_percent", 14), ("composite_exact", 15)],
)
def test_several_percentages_come_together(stacking: str, left: int) -> None:
    """40 frost at 75% and 50%: 15 one after the other, 14 at 37%, 15 at 37.5%."""
    both = (
        DamageModifier(match=Match(kind="frost"), percent=50, origin="ability"),
        DamageModifier(match=Match(kind="frost"), percent=75, origin="innate"),
    )
    target = {"modifiers": both}
    assert struck(shot("frost", 40), target, resistance_stacking=stacking) == (left,)


@pytest.mark.rule("DR-RES-06")
@pytest.mark.parametrize(
    ("order", "left"),
    [("by_origin", 4), ("list_order", 3), ("weaknesses_first", 4), ("resistances_first", 3)],
)
def test_their_order_matters_through_rounding(order: str, left: int) -> None:
    """5 at 50% listed first (temporary) and 160% (innate): 2 and 3, or 8 and 4."""
    both = (
        DamageModifier(match=Match(kind="frost"), percent=50, origin="temporary"),
        DamageModifier(match=Match(kind="frost"), percent=160, origin="innate"),
    )
    assert struck(shot("frost", 5), {"modifiers": both}, modifier_order=order) == (left,)


# --- holding back ---------------------------------------------------------------------------------

COMPETENT = STRIKE.replace(competent=True)


@pytest.mark.rule("DR-RED-01")
def test_only_a_competent_attack_holds_back() -> None:
    """Less Strength, a share of the weapon or half power take a competent attack."""
    start = duel(DriveSheet(weapons=(sword(), gun(9, 9)), strength=5), DriveSheet())
    for held in (
        STRIKE.replace(str_used=4),
        STRIKE.replace(weapon_percent=50),
        FIRE.replace(half_power=True),
    ):
        assert refusal(start, held) == "not_competent"
        assert refusal(start, held.replace(competent=True)) == ""
    assert refusal(start, STRIKE) == ""


@pytest.mark.rule("DR-RED-02")
def test_less_strength_lowers_damage_and_drive_at_no_price() -> None:
    """20 (12) with 3 of 10 Strength is 23 (15), at no Hindrance; more than all is refused."""
    start = duel(DriveSheet(weapons=(sword(20, 12),), strength=10), DriveSheet(defence_tn=12))
    done = blow(session(start, HIT), COMPETENT.replace(str_used=3))
    assert [(one.built, one.built_drive) for one in done.elements] == [(23, 15)]
    assert done.hindrance == 0
    assert refusal(start, COMPETENT.replace(str_used=11)) == "strength"
    assert refusal(start, COMPETENT.replace(str_used=-1)) == "strength"


@pytest.mark.rule("DR-RED-03")
@pytest.mark.parametrize(
    ("switches", "percent", "built"),
    [
        ({}, 50, [(14, 15), (9, 9)]),
        ({}, 25, [(9, 15), (9, 9)]),
        ({"melee_reduction_cuts_drive": True}, 50, [(14, 9), (9, 9)]),
        ({"reduction_cuts_added_energy": True}, 50, [(14, 15), (4, 4)]),
    ],
)
def test_a_melee_weapon_held_back_costs_a_hindrance(
    switches: dict[str, Any], percent: int, built: list[tuple[int, int]]
) -> None:
    """21 (12) with 9 heat, Strength 4 (of which 3 drive): half of the weapon's own alone."""
    weapon = sword(
        21,
        11,
        energy=(EnergyPart(kind="heat", damage=9),),
    )
    start = duel(DriveSheet(weapons=(weapon,), strength=4), DriveSheet(defence_tn=12), **switches)
    done = blow(session(start, HIT), COMPETENT.replace(weapon_percent=percent))
    assert [(one.built, one.built_drive) for one in done.elements] == built
    assert done.hindrance == 1


@pytest.mark.rule("DR-RED-03")
def test_a_house_rule_wants_no_strength_first() -> None:
    """Ruled so, the weapon itself is held back only with Strength 0."""
    start = duel(
        DriveSheet(weapons=(sword(),), strength=4), DriveSheet(), reduction_requires_zero_str=True
    )
    held = COMPETENT.replace(weapon_percent=50)
    assert refusal(start, held) == "strength_first"
    assert refusal(start, held.replace(str_used=0)) == ""


@pytest.mark.rule("DR-RED-04")
@pytest.mark.parametrize(("roll", "words"), [("ranged", "ranged"), ("melee", "melee")])
def test_half_power_halves_damage_and_drive(roll: str, words: str) -> None:
    """25 (31) is 12 (15) for 3 Hindrance, on the roll that the house rule names."""
    start = duel(
        DriveSheet(weapons=(gun(25, 31),)), DriveSheet(defence_tn=12), ranged_reduction_roll=roll
    )
    fight = session(start, HIT)
    half = FIRE.replace(competent=True, half_power=True)
    done = blow(fight, half)
    assert [(one.built, one.built_drive) for one in done.elements] == [(12, 15)]
    assert done.hindrance == 3
    row = fight.history.rows[fight.position.cursor]
    titles = [one.trace.title for one in row.events if isinstance(one, Explained)]
    assert f"3 Hindrance on the {words} offence roll" in titles
    assert refusal(start, FIRE.replace(competent=True, weapon_percent=25)) == "wrong_reduction"
    both = duel(DriveSheet(weapons=(sword(),)), DriveSheet())
    assert refusal(both, COMPETENT.replace(half_power=True)) == "wrong_reduction"


@pytest.mark.rule("DR-RED-05")
def test_damage_can_be_entered_lower() -> None:
    """A line of the sum is the GM's to change: less charge, less damage."""
    from gridwar.model.command import Adjustments

    start = duel(DriveSheet(weapons=(gun(25, 31),)), DriveSheet(defence_tn=12))
    lines = frozendict({"build/damage 1/DR-ARM-01:1 damage": 10})
    less = FIRE.replace(adjustments=Adjustments(lines_set=lines))
    assert blow(session(start, HIT), less).elements[0].built == 10


# --- critical hits --------------------------------------------------------------------------------


@pytest.mark.rule("DR-CRT-01")
@pytest.mark.parametrize(
    ("face", "outcome"), [(14, "evaded"), (15, "hit"), (33, "hit"), (34, "critical")]
)
def test_a_defence_failed_by_twenty_is_critical(face: int, outcome: str) -> None:
    """Against 14 a roll up to 14 evades, 15 to 33 is a hit, from 34 on it is critical."""
    start = duel(DriveSheet(weapons=(sword(),)), DriveSheet(defence_tn=14))
    assert blow(session(start, face), STRIKE).outcome == outcome


@pytest.mark.rule("DR-CRT-01")
def test_a_preview_shows_each_outcome_with_its_table() -> None:
    """Evaded, hit and critical hit stand side by side before the roll, the table in the latter."""
    start = duel(DriveSheet(weapons=(gun(20, 18),)), DriveSheet(defence_tn=14))
    found = named_outcomes(SYSTEM, start, FIRE)
    assert [one.name for one in found] == ["evaded", "hit", "critical hit"]
    traces = [[e.trace for e in one.events if isinstance(e, Explained)] for one in found]
    tables = [
        [row.values for one in some for it in one.tables for row in it.rows] for some in traces
    ]
    assert tables == [[], [(20, 20, 20, 20, 18, 20, 20, 20)], [(20, 20, 20, 20, 28, 20, 20, 20)]]


@pytest.mark.rule("DR-CRT-02")
@pytest.mark.parametrize(
    ("rule", "answer", "outcome"),
    [
        ("ask", "critical", "critical"),
        ("ask", "hit", "hit"),
        ("always", "", "critical"),
        ("never", "", "hit"),
    ],
)
def test_without_a_defence_roll_the_gm_says(rule: str, answer: str, outcome: str) -> None:
    """The GM is asked whether it is critical, or a house rule says so."""
    start = duel(DriveSheet(weapons=(sword(),)), DriveSheet(), crit_without_defence_roll=rule)
    given = {"no defence": answer} if answer else {}
    fight = session(start)
    if not answer:
        assert not isinstance(fight.submit(STRIKE), Asking)
        fight = session(start)
    assert blow(fight, STRIKE, **given).outcome == outcome


@pytest.mark.rule("DR-CRT-03")
@pytest.mark.parametrize(("x", "outcome"), [(6, "critical"), (7, "hit")])
def test_shots_are_critical_within_their_band_only(x: int, outcome: str) -> None:
    """A weapon good to short scores a critical at 6 squares, and none at 7."""
    weapon = gun(20, 18).replace(crit_max_band="short")
    start = duel(DriveSheet(weapons=(weapon,)), DriveSheet(defence_tn=14))
    start = start.with_combatant(start["t"].replace(pos=Cell(x, 0)))
    assert blow(session(start, CRITICAL), FIRE).outcome == outcome


@pytest.mark.rule("DR-CRT-04")
@pytest.mark.rule("DR-CRT-05")
def test_a_critical_names_the_injury_or_raises_the_drive_not_both() -> None:
    """The attacker is asked: naming the type leaves drive 18, more drive leaves the type."""
    start = duel(DriveSheet(weapons=(sword(45),)), DriveSheet(defence_tn=14))
    ask = STRIKE.replace(critical="ask")
    named = blow(session(start, CRITICAL), ask, critical="injury:perception")
    driven = blow(session(start, CRITICAL), ask, critical="drive")
    assert (named.elements[0].drive, named.injury_type) == (18, "perception")
    assert (driven.elements[0].drive, driven.injury_type) == (28, "core")


@pytest.mark.rule("DR-CRT-05")
@pytest.mark.rule("DR-CRT-06")
def test_the_question_says_what_more_drive_would_change() -> None:
    """18 inside 16-26 is halved and 28 goes through; heat of 12 at 18 follows it."""
    weapon = sword(20, 18, energy=(EnergyPart(kind="heat", damage=12),))
    target = DriveSheet(defence_tn=14, armour=Armour(lo=16, hi=26))
    fight = session(duel(DriveSheet(weapons=(weapon,)), target), CRITICAL)
    fight.submit(STRIKE.replace(critical="ask"))
    drive, *_types = asked(fight).options
    assert drive.effect == ", ".join(2 * ["drive 18 halved \u2192 28 full"])


@pytest.mark.rule("DR-CRT-05")
@pytest.mark.rule("DR-NRG-01")
def test_a_drives_sum_names_its_rules() -> None:
    """Normal damage brings its weapon's drive, energy its own damage, a critical 10 on top."""
    weapon = sword(20, 18, energy=(EnergyPart(kind="heat", damage=30),))
    start = duel(DriveSheet(weapons=(weapon,)), DriveSheet())
    seen = preview(SYSTEM, start, STRIKE, answers={"defend/no defence": Answer(option="critical")})
    sums = {one.name: [line.rule_id for line in one.lines] for one in seen.tallies}
    assert sums["set_drive/drive 1"] == ["DR-ARM-01", "DR-CRT-05"]
    assert sums["set_drive/drive 2"] == ["DR-NRG-01", "DR-CRT-05"]


@pytest.mark.rule("DR-CRT-05")
def test_a_precise_melee_weapon_gains_twenty() -> None:
    """Precise counts 20 for that weapon alone, and not for shots."""
    precise = sword(tags=frozenset({"precise"}))
    knife = Weapon(id="knife", base_damage=9, base_drive=14)
    start = duel(DriveSheet(weapons=(precise, knife)), DriveSheet(defence_tn=14))
    done = blow(session(start, CRITICAL), STRIKE.replace(weapons=("sword", "knife")))
    assert [one.drive for one in done.elements] == [38, 24]
    far = duel(
        DriveSheet(weapons=(gun(9, 14, tags=frozenset({"precise"})),)), DriveSheet(defence_tn=14)
    )
    assert blow(session(far, CRITICAL), FIRE).elements[0].drive == 24


@pytest.mark.rule("DR-RED-03")
@pytest.mark.rule("DR-RED-04")
def test_a_weapon_is_held_back_by_the_steps_of_the_page() -> None:
    """In melee to 50% or 25%, for one Hindrance either way; at range half power for three."""
    start = duel(DriveSheet(weapons=(sword(), gun(20, 5))), DriveSheet(defence_tn=12))
    choices = {one.key: one for one in SYSTEM.draft(start, COMPETENT).choices}
    steps = choices["weapon_percent"].options
    assert [(one.id, one.title, one.note) for one in steps] == [
        ("100", "100%", ""),
        ("50", "50%", "1 Hindrance"),
        ("25", "25%", "1 Hindrance"),
    ]
    shot_ = COMPETENT.replace(mode="ranged", weapons=("gun",))
    choices = {one.key: one for one in SYSTEM.draft(start, shot_).choices}
    assert "weapon_percent" not in choices
    assert [one.note for one in choices["half_power"].options][-1] == "3 Hindrance"
