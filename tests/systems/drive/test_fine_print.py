"""The fine print of attacks: who may, and numbers at their edges."""

from __future__ import annotations

import pytest
from frozendict import frozendict

from gridwar.engine.kit import reason_against
from gridwar.model.geometry import Cell
from gridwar.systems.drive.attacks.area_attacks import burst_cells
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.auras import Contact, amounts
from gridwar.systems.drive.core.fight_state import Bubble, DriveState
from gridwar.systems.drive.core.sheet import DriveSheet
from gridwar.systems.drive.core.shield_aura_gravity import GravitySource
from gridwar.systems.drive.core.weapons_armour_resistances import Armour
from gridwar.systems.drive.pseudogravity.carrying_the_target import Pull, may_move
from tests.systems.drive.people import (
    STORM,
    ZONE,
    blow,
    duel,
    group,
    gun,
    refusal,
    session,
    sheet,
    shield,
    shot,
    sword,
    told,
    trace,
    traces,
)

FIRE = Attack(actor="a", target="t", mode="ranged", weapons=("gun",), defence_tn=12)
STRIKE = Attack(actor="a", target="t", weapons=("sword",), defence_tn=12, critical="drive")
# --- who may --------------------------------------------------------------------------------------


@pytest.mark.rule("DR-ARM-01")
@pytest.mark.rule("DR-AOE-13")
def test_who_is_out_or_out_of_turn_attacks_nobody() -> None:
    """Neither with a gun nor with a zone; nor does anybody attack themselves."""
    people = DriveSheet(weapons=(shot("heat", 9), ZONE), out_at=10)
    start = duel(people, DriveSheet())
    out = start.with_combatant(start["a"].replace(sheet=people.replace(damage_taken=10)))
    for command in (FIRE, STORM):
        assert refusal(start, command) == ""
        assert refusal(out, command) == "out"
        assert refusal(start.replace(turn="t"), command) == "not_your_turn"
        assert refusal(start.replace(turn=None), command) == ""
    assert refusal(start, FIRE.replace(target="a")) == "oneself"
    assert refusal(start, STORM.replace(weapon="gun")) == "no_zone_weapon"


@pytest.mark.rule("DR-RED-01")
@pytest.mark.rule("DR-ARM-04")
def test_all_weapons_of_an_attack_are_at_hand() -> None:
    """One that is missing is refused, wherever it stands; none at all as well."""
    start = duel(DriveSheet(weapons=(sword(),)), DriveSheet())
    assert refusal(start, STRIKE.replace(weapons=("sword", "axe"))) == "no_weapon"
    assert refusal(start, STRIKE.replace(weapons=("axe", "sword"))) == "no_weapon"
    assert refusal(start, STRIKE.replace(weapons=())) == "no_weapon"


@pytest.mark.rule("DR-ARM-04")
def test_a_weapon_strikes_as_often_as_its_volley() -> None:
    """Three shots of a gun of three, not four; a blade strikes once."""
    people = DriveSheet(weapons=(gun(9, 9, volley=3), sword()))
    start = duel(people, DriveSheet())
    assert refusal(start, FIRE.replace(weapons=("gun",) * 3)) == ""
    assert refusal(start, FIRE.replace(weapons=("gun",) * 4)) == "too_many_shots"
    assert refusal(start, STRIKE.replace(weapons=("sword", "sword"))) == "too_many_shots"


@pytest.mark.rule("DR-AUR-02")
@pytest.mark.rule("DR-AUR-04")
def test_whoever_is_touched_is_there() -> None:
    """A stranger cannot be touched, nor can anybody touch themselves or end a grapple not held."""
    start = duel(DriveSheet(), DriveSheet())
    touch = Contact(actor="a", target="t")
    assert refusal(start, touch) == ""
    assert refusal(start, touch.replace(target="z")) == "no_such_combatant"
    assert refusal(start, touch.replace(target="a")) == "touches_itself"
    assert refusal(start, touch.replace(event="grapple_turn_end")) == "no_grapple"


@pytest.mark.rule("DR-PSG-10")
@pytest.mark.rule("DR-PSG-14")
def test_an_object_is_an_item_and_a_character_is_none() -> None:
    """Into defence an object needs a hand, a character is not moved at all."""
    rig = DriveSheet(gravity=(GravitySource(id="rig", points=9),), in_group_defence=True)
    for form, code in (("object", "item_into_defence"), ("character", "into_defence")):
        start = duel(rig, DriveSheet.model_validate({"form": form}))
        pull = Pull("a", "rig", "t", into_defence=True)
        found = reason_against(start, lambda table, pull=pull: may_move(table, pull))  # type: ignore[misc]
        assert found is not None
        assert found.code == code


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.rule("DR-AUR-03")
@pytest.mark.parametrize(
    ("stored", "options"), [(0, ()), (7, (7,)), (10, (10,)), (40, (10, 20, 30, 40)), (11, (10, 11))]
)
def test_an_aura_is_spent_in_tens_or_altogether(stored: int, options: tuple[int, ...]) -> None:
    """37 would be 10, 20, 30 and 37; nothing stored is no answer."""
    assert amounts(stored) == options


@pytest.mark.rule("DR-ARM-01")
@pytest.mark.rule("DR-AOE-01")
@pytest.mark.rule("DR-SHD-11")
def test_a_plain_shot_is_whole() -> None:
    """High precision pays for all 20 of it; of a deliberate area the impact is a part."""
    people = DriveSheet(weapons=(shot("heat", 40),))
    for deliberate, part, left in ((False, "whole", 30), (True, "impact", 15)):
        start = duel(people, DriveSheet(shields=(shield("H", "high", 10),)))
        done = blow(session(start, 30), FIRE.replace(deliberate=deliberate))
        assert (done.elements[0].part, done.totals.damage) == (part, left)


@pytest.mark.rule("DR-ARM-04")
@pytest.mark.rule("DR-ARM-06")
@pytest.mark.rule("DR-MIX-04")
def test_what_armour_blocks_altogether_is_nothing() -> None:
    """Two shots below the range are 0 in all, without a degree and without a line of fractions."""
    people = DriveSheet(weapons=(shot("heat", 9),))
    start = duel(people, DriveSheet(armour=Armour(lo=10, hi=20), injury_factor=1))
    fight = session(start, 30)
    done = blow(fight, FIRE.replace(weapons=("gun", "gun")))
    assert (done.totals.damage, done.totals.degrees) == (0, 0)
    lines = trace(fight, "Tor takes 0").lines
    assert [(one.label, one.value) for one in lines] == [("heat 1", 0), ("heat 2", 0)]


@pytest.mark.rule("DR-ARM-03")
@pytest.mark.rule("DR-ARM-04")
def test_fractions_together_are_a_line_of_their_own() -> None:
    """Three times 4.5 are 13.5: three fours and 1 of fractions, dropped at the end."""
    people = DriveSheet(weapons=(gun(9, 15),))
    start = duel(people, DriveSheet(armour=Armour(lo=10, hi=20)), rounding="floor_at_end")
    fight = session(start, 30)
    assert blow(fight, FIRE.replace(weapons=("gun",) * 3)).totals.damage == 13
    lines = trace(fight, "Tor takes 13").lines
    assert [one.value for one in lines] == [4, 4, 4, 1]
    assert lines[-1].rule_id == "DR-ARM-03"


@pytest.mark.rule("DR-NRG-02")
@pytest.mark.rule("DR-ARM-03")
@pytest.mark.parametrize(("hi", "damage"), [(22, 22), (23, 11)])
def test_a_fraction_of_drive_counts(hi: int, damage: int) -> None:
    """Half of 45 has a drive of 22.5: above a range that ends at 22, within one that ends at 23."""
    people = DriveSheet(weapons=(shot("frost", 45),))
    target = DriveSheet(armour=Armour(lo=10, hi=hi))
    done = blow(
        session(duel(people, target, rounding="floor_at_end"), 30), FIRE.replace(deliberate=True)
    )
    assert done.elements[0].drive == 22.5
    assert done.totals.damage == damage


@pytest.mark.rule("DR-AOE-11")
@pytest.mark.parametrize(("percent", "faces"), [(0, ()), (1, (1,)), (99, (99,)), (100, ())])
def test_only_certain_chances_are_not_rolled(percent: int, faces: tuple[int, ...]) -> None:
    """1% and 99% are rolled, and strike at exactly that; 0% and 100% are not."""
    start = group(
        DriveSheet(), attacker=DriveSheet(weapons=(shot("frost", 40),)), target=DriveSheet()
    )
    fight = session(start, 30, *faces)
    blow(fight, FIRE.replace(deliberate=True, chances=frozendict(b=percent)))
    assert sheet(fight, "b").damage_taken == (10 if percent else 0)
    assert ("B in the area" in told(fight)) is bool(faces)


@pytest.mark.rule("DR-ARM-02")
def test_half_of_a_hundred_is_fifty() -> None:
    """What a range lets pass is a half to the point."""
    start = duel(DriveSheet(weapons=(gun(100, 15),)), DriveSheet(armour=Armour(lo=10, hi=20)))
    assert blow(session(start, 30), FIRE).totals.damage == 50


@pytest.mark.rule("DR-AOE-01")
@pytest.mark.rule("DR-AOE-19")
@pytest.mark.parametrize(("damage", "hazard"), [(119, 0), (120, 120)])
def test_120_would_have_been_an_area(damage: int, hazard: int) -> None:
    """Stopped in the air, 120 burst and may set fire; 119 do neither."""
    state = DriveState(bubbles=(Bubble(id="L", points=200, centre=Cell(3, 0)),))
    start = duel(DriveSheet(weapons=(shot("heat", damage),)), DriveSheet(), state=state)
    fight = session(start)
    assert blow(fight, FIRE, fire="none").hazard == hazard
    assert ("It bursts short of Tor" in told(fight)) is bool(hazard)


@pytest.mark.rule("DR-AOE-03")
@pytest.mark.rule("DR-AOE-06")
def test_an_area_goes_off_short_of_a_bubble_or_round_its_target() -> None:
    """A bubble stops it at (1, 0); a medium shield of the target lets it go off in the group."""
    low = DriveState(bubbles=(Bubble(id="L", points=99, centre=Cell(3, 0)),))
    people = DriveSheet(weapons=(shot("frost", 40),))
    shielded = DriveSheet(shields=(shield("M", "medium", 40),))
    for target, state, cells in (
        (DriveSheet(), low, {(1, 0)}),
        (shielded, None, {(3, 0), (3, 1)}),
        (DriveSheet(), None, {(3, 0), (3, 1)}),
    ):
        start = group(DriveSheet(), attacker=people, target=target, state=state)
        fight = session(start, 30)
        command = FIRE.replace(deliberate=True, chances=frozendict(b=100))
        done = blow(fight, command)
        assert set(burst_cells(start, done)) == cells
        bursts = [set(one.burst) for one in traces(fight) if one.burst]
        assert bursts == [cells]


@pytest.mark.rule("DR-AOE-07")
@pytest.mark.rule("DR-MIX-07")
def test_a_stopped_projectile_drives_nothing_in_the_area() -> None:
    """Of 60 at drive 90 with 40 of heat the others get heat alone: 10 at a drive of 10."""
    mixed = gun(60, 90, energy=shot("heat", 40).energy)
    start = group(DriveSheet(), attacker=DriveSheet(weapons=(mixed,)), target=DriveSheet())
    command = FIRE.replace(deliberate=True, stopped=frozenset({1}), chances=frozendict(b=100))
    (other,) = blow(session(start, 30), command, fire="none").others
    assert [(one.drive, one.damage) for one in other.elements] == [(0, 0), (10, 10)]


@pytest.mark.rule("DR-AOE-01")
@pytest.mark.rule("DR-AOE-09")
def test_impact_and_area_are_numbered_on() -> None:
    """By house rule 24 of impact and 12 of the area are two lines of one sum."""
    start = duel(DriveSheet(weapons=(shot("frost", 48),)), DriveSheet(), direct_takes_area_too=True)
    fight = session(start, 30)
    blow(fight, FIRE.replace(deliberate=True))
    lines = trace(fight, "Tor takes 36").lines
    assert [(one.label, one.value) for one in lines] == [("frost 1", 24), ("frost 2", 12)]


@pytest.mark.rule("DR-SHD-14")
def test_a_last_point_is_of_use() -> None:
    """One point stops 1 of 9."""
    start = duel(
        DriveSheet(weapons=(shot("heat", 9),)), DriveSheet(shields=(shield("M", "medium", 1),))
    )
    assert blow(session(start, 30), FIRE).totals.damage == 8


@pytest.mark.rule("DR-RED-05")
@pytest.mark.rule("DR-SHD-22")
def test_an_evaded_shot_goes_no_further() -> None:
    """No stage behind the roll is played, and nothing is suffered."""
    done = blow(session(duel(DriveSheet(weapons=(shot("blast", 9),)), DriveSheet()), 12), FIRE)
    assert (done.outcome, done.totals, done.elements[0].drive) == ("evaded", None, 0)
    start = group(
        DriveSheet(), attacker=DriveSheet(weapons=(shot("heat", 40),)), target=DriveSheet()
    )
    spread = blow(session(start, 12, 90), FIRE.replace(deliberate=True))
    assert (spread.outcome, spread.totals.damage) == ("evaded", 10)
