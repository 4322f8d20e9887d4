"""Figures of fire, cover and sensors at their limits: the last that counts, and the first not."""

from __future__ import annotations

from typing import Any

import pytest
from frozendict import frozendict

from gridwar.engine.kit import reason_against
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.cover_kinds import Cover, CoverDegree
from gridwar.model.encounter import Ruling
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.actions.aiming_and_weapon_rest import TakeAim
from gridwar.systems.cepheus.actions.drawing_and_reloading import Draw, Reload
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.attacks.blast_area import radius_squares
from gridwar.systems.cepheus.attacks.blast_damage import BlastHits, Explode
from gridwar.systems.cepheus.attacks.firing_modes import firing_table
from gridwar.systems.cepheus.attacks.reactions import Attacked, BecameAware, React, may_react
from gridwar.systems.cepheus.attacks.suppression import may_keep_down
from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
from gridwar.systems.cepheus.core.person_records import Budget, Sensor
from gridwar.systems.cepheus.core.weapon_records import BlastZone, Weapon
from gridwar.systems.cepheus.positions.cover import CoverOn, sees_through, sight_of, worth_of
from gridwar.systems.cepheus.positions.range_bands import distance_between
from gridwar.systems.cepheus.positions.visibility_and_sensors import Environment, shown_by
from tests.systems.cepheus.firefight import RIFLE, done, fight, log, person, refused, sheet, summed
from tests.systems.cepheus.garage import car, inside

SHOT = Attack(actor="mara", target="kell", weapon="rifle")
FULL = {"strength": 7, "dexterity": 7, "endurance": 7}


# --- fire ---------------------------------------------------------------------------------------


@pytest.mark.rule("CE-FIR-02", "CE-FIR-03")
def test_the_burst_table() -> None:
    """Rounds, DM to hit, extra dice, extra points: the rulebook's six rows."""
    rows = [(one.rounds, one.dm, one.dice, one.points) for one in firing_table().bursts]
    assert rows == [
        (1, 0, 0, 0),
        (3, 1, 0, 1),
        (4, 1, 1, 0),
        (10, 2, 2, 0),
        (20, 3, 3, 0),
        (100, 4, 4, 0),
    ]


@pytest.mark.rule("CE-FIR-02", "CE-FIR-03", "CE-FIR-07")
@pytest.mark.parametrize(
    ("mode", "loaded", "left"),
    [("single", 10, 9), ("burst", 10, 6), ("panic", 7, 0), ("suppression", 10, 8)],
)
def test_the_rounds_that_a_shot_takes(mode: str, loaded: int, left: int) -> None:
    """A shot one, a burst of four four, panic all, suppression twice the one."""
    gun = RIFLE.replace(loaded=loaded, bursts=(4,), slug_small_arm=True)
    rounds = 4 if mode == "burst" else 1
    shot = SHOT.replace(mode=mode, rounds=rounds)
    dice = (1, 1)
    after = done(fight(person("mara", weapons=(gun,)), person("kell", 6)), shot, dice).encounter
    assert sheet(after, "mara").weapons[0].loaded == left


@pytest.mark.rule("CE-FIR-02")
def test_a_weapon_fires_single_rounds_and_the_bursts_it_has() -> None:
    """A burst of four by a weapon made for it, and of one by any; never of two."""
    here = fight(person("mara", weapons=(RIFLE.replace(bursts=(4,)),)), person("kell", 6))
    assert refused(here, SHOT.replace(mode="burst", rounds=2)) == "no_burst"
    for rounds in (1, 4):
        assert summed(here, SHOT.replace(mode="burst", rounds=rounds)).value("CE-RNG-03") == 0


@pytest.mark.rule("CE-FIR-07")
def test_suppression_takes_two_rounds_at_least() -> None:
    """With two left it can be done, with one it cannot."""
    down = SHOT.replace(mode="suppression")
    for loaded, code in ((2, ""), (1, "too_few")):
        gun = RIFLE.replace(loaded=loaded)
        here = fight(person("mara", weapons=(gun,)), person("kell", 6))
        assert (refused(here, down) if code else "") == code
        if not code:
            after = done(here, down, (1, 1)).encounter
            assert sheet(after, "mara").weapons[0].loaded == 0


@pytest.mark.rule("CE-SIG-09", "CE-MIN-03")
def test_what_was_not_aimed_adds_nothing() -> None:
    """A laser sight counts 0, and says why, on a shot that was not aimed; nor does damage grow."""
    gun = RIFLE.replace(laser_sight=True)
    here = fight(person("mara", weapons=(gun,)), person("kell", 6))
    (line,) = [one for one in summed(here, SHOT).lines if one.rule_id == "CE-SIG-09"]
    assert (line.value, line.source) == (0, "not aimed")
    outcome = done(here, SHOT, (5, 5, 1, 1, 1))
    assert outcome.result.injuries[0].after_armor == 3 + 10 + 2 - 8
    assert not any(one.rule_id == "CE-MIN-03" for trace in log(outcome) for one in trace.lines)
    aimed = done(here, TakeAim(actor="mara", target="kell")).encounter
    (line,) = [one for one in summed(aimed, SHOT).lines if one.rule_id == "CE-SIG-09"]
    assert (line.value, line.source) == (1, "")


@pytest.mark.rule("CE-MIN-02", "CE-MIN-03")
def test_how_many_actions_of_aim_are_offered() -> None:
    """From one to three in a fresh turn; one where nothing is left, for the next turn."""
    aim = TakeAim(actor="mara", target="kell", actions=2)
    for budget, most in ((Budget(minor=1, significant=1), 3), (Budget(minor=1, significant=0), 1)):
        here = fight(person("mara", budget=budget), person("kell", 6))
        (found,) = SYSTEM.draft(here, aim).numbers
        assert (found.least, found.most, found.value) == (1, most, min(2, most))


@pytest.mark.rule("CE-MIN-05")
def test_a_long_draw_runs_over_several_rounds() -> None:
    """Four minor actions: after three of them one is left, and that is all that is paid."""
    slow = RIFLE.replace(ready=False, draw_minor=4, draw_done=3)
    here = fight(person("mara", weapons=(slow,)))
    after = sheet(done(here, Draw(actor="mara", weapon="rifle", actions=3)).encounter, "mara")
    assert (after.weapons[0].ready, after.budget) == (True, Budget(minor=0, significant=1))


@pytest.mark.rule("CE-MIN-05")
@pytest.mark.parametrize(
    ("weapon", "code"),
    [
        (RIFLE.replace(magazine=None, loaded=None), "no_magazine"),
        (RIFLE.replace(ready=False, loaded=0), "not_drawn"),
        (RIFLE, "fully_loaded"),
    ],
)
def test_what_is_not_reloaded(weapon: Weapon, code: str) -> None:
    """A weapon whose rounds nobody counts, one that is not in hand, and a full one."""
    here = fight(person("mara", weapons=(weapon,)))
    assert refused(here, Reload(actor="mara", weapon="rifle")) == code


@pytest.mark.rule("CE-MIN-05")
def test_a_magazine_of_one_round_is_reloaded() -> None:
    """A rocket launcher that was fired is empty, not full."""
    fired = RIFLE.replace(magazine=1, loaded=0)
    after = done(fight(person("mara", weapons=(fired,))), Reload(actor="mara", weapon="rifle"))
    assert sheet(after.encounter, "mara").weapons[0].loaded == 1


# --- reactions, suppression -----------------------------------------------------------------------


@pytest.mark.rule("CE-REA-02", "CE-REA-04")
def test_who_lies_may_still_parry() -> None:
    """Prone there is an answer to melee and none to a shot."""
    here = fight(person("mara"), person("kell", 1, stance="prone"))
    assert may_react(here, Attacked("kell", "melee", "mara"))
    assert not may_react(here, Attacked("kell", "ranged", "mara"))


@pytest.mark.rule("CE-REA-03")
@pytest.mark.parametrize(("degree", "dm"), [("none", -1), ("quarter", -2), ("full", -2)])
def test_a_dodge_by_itself_knows_the_cover(degree: str, dm: int) -> None:
    """A quarter has no DM of its own and is still something to duck behind."""
    cover = Cover(degree=CoverDegree(degree))
    here = fight(person("mara"), person("kell", 6, declared_cover=cover))
    dodge = React(actor="kell", reaction="dodge", against="ranged", by="mara")
    assert done(here, dodge).result == dm


@pytest.mark.rule("CE-FIR-09")
def test_only_those_enclosed_in_a_vehicle_are_out_of_suppressions_way() -> None:
    """On foot, in an open car or in a wreck nobody is; the car itself is a machine."""
    here = fight(person("mara"), inside("rider"), car())
    assert _against_suppressing(here, "mara") == ""
    assert _against_suppressing(here, "rider") == "Rider is enclosed in Car."
    assert _against_suppressing(here, "car") == "Car is a machine."
    for machine in (car(closed=False), car(structure=0)):
        assert _against_suppressing(here.with_combatant(machine), "rider") == ""


def _against_suppressing(here: Any, who: str) -> str:
    refusal = reason_against(here, lambda table: may_keep_down(table, who))
    return "" if refusal is None else refusal.text


# --- blasts and damage --------------------------------------------------------------------------


@pytest.mark.rule("CE-DMG-03", "CE-DMG-04", "CE-EXP-02", "CE-EXP-03", "CE-EXP-04")
def test_armour_stops_a_blast_altogether() -> None:
    """Three points against armour 5 are none: the least of an exceptional hit is no blast's."""
    here = fight(person("mara"), person("kell", 6, armor=5))
    outcome = done(here, BlastHits(who=("kell",), damage=3))
    assert [one.after_armor for one in outcome.result.injuries] == [0]


@pytest.mark.rule("CE-EXP-01", "CE-CORE-09")
def test_a_blast_on_a_hill_catches_those_on_the_hill() -> None:
    """Ground counts for both: 12 m up they are in one place, and 12 m below it is out of 3 m."""
    hill = BattleMap(width=20, height=20).with_painted(
        LayerName.GROUND, {Cell(5, 5): 24, Cell(6, 5): 24}
    )
    here = fight(person("mara"), person("kell", 6, 5), person("bo", 5, 6), ground=hill)
    boom = Explode(square=Cell(5, 5), zones=(BlastZone(radius_m=3, dice=1),))
    outcome = done(here, boom, (4,))
    assert [one.victim for one in outcome.result.injuries] == ["kell"]


@pytest.mark.rule("CE-EXP-01", "CE-CORE-08")
@pytest.mark.parametrize(("metres", "squares"), [(3, 2), (3.7, 2), (3.75, 3), (6, 4), (9, 6)])
def test_the_radius_of_a_blast_in_squares(metres: float, squares: int) -> None:
    """1.5 m a square, to the nearest number, halves upwards."""
    assert radius_squares(BlastZone(radius_m=metres, dice=1), 1.5) == squares


@pytest.mark.rule("CE-INI-02")
def test_who_was_attacked_knows_of_the_attacker() -> None:
    """Unaware before, aware after; nothing new to who knew already, nor to who went down."""
    for state, dice, news in (
        ({"aware": False}, (1, 1), ["kell"]),
        ({"aware": True}, (1, 1), []),
        ({"aware": False, "chars": {"strength": 1, "dexterity": 1}}, (6, 6, 6, 6, 6), []),
    ):
        outcome = done(fight(person("mara"), person("kell", 6, **state)), SHOT, dice)
        assert [one.who for one in outcome.events if isinstance(one, BecameAware)] == news


@pytest.mark.rule("CE-CORE-08", "CE-EXP-03")
def test_the_log_shows_what_was_rounded() -> None:
    """Half of 17 is 8.5: 9 points are left, 8 come off."""
    here = fight(person("mara"), person("kell", 6))
    outcome = done(here, BlastHits(who=("kell",), damage=17), kell="dive")
    (line,) = [one for trace in log(outcome) for one in trace.lines if one.rule_id == "CE-EXP-03"]
    assert (line.value, line.source) == (-8, "half is 8.5")


@pytest.mark.rule("CE-FIR-06", "CE-CORE-08")
def test_half_the_damage_of_energy_at_extreme_range() -> None:
    """5D6 of 17 and Effect 2 are 19, half of it 9.5, and 10 after rounding up."""
    laser = RIFLE.replace(damage_dice=5, energy=True)
    skills = frozendict(slug_rifle=3)
    mara = person("mara", weapons=(laser,), skills=skills, rest=True, chars={"dexterity": 12})
    kell = person("kell").replace(pos=None, distance_m=5400.0)
    aimed = done(fight(mara, kell), TakeAim(actor="mara", target="kell", actions=1)).encounter
    outcome = done(aimed, SHOT, (5, 5, 1, 3, 3, 5, 5))
    assert outcome.result.dm == -4 - 2 + 3 + 2 + 1
    (line,) = [one for trace in log(outcome) for one in trace.lines if "Energy" in one.label]
    assert (line.value, line.source) == (-9, "half is 9.5")
    assert outcome.result.injuries[0].before_armor == 10


@pytest.mark.rule("CE-CORE-08", "CE-RNG-01")
@pytest.mark.parametrize(("metres", "squares"), [(5400, 3600), (500.2, 333), (500.3, 334)])
def test_metres_beyond_the_map_become_squares(metres: float, squares: int) -> None:
    """1.5 m are a square; the nearest number counts, halves upwards."""
    here = fight(person("mara"), person("kell").replace(pos=None, distance_m=metres))
    found = distance_between(here, "mara", "kell")
    assert found is not None
    assert found.squares == squares


# --- cover and sensors --------------------------------------------------------------------------


def _ruled(cover: CoverDegree) -> Any:
    here = fight(person("mara"), person("kell", 6), person("bo", 0, 2))
    ruling = Ruling(places=(Cell(0, 0), Cell(6, 0)), cover=cover)
    return here.replace(rulings=frozendict({"mara>kell": ruling}))


@pytest.mark.rule("CE-COV-01", "CE-COV-04", "CE-COV-05")
def test_the_game_masters_word_on_two_is_for_these_two() -> None:
    """Half cover from one attacker is none from another; the sight line names it and whose word."""
    here = _ruled(CoverDegree.HALF)
    assert summed(here, SHOT).value("CE-COV-01") == -1
    bos = here.replace(turn="bo")
    assert summed(bos, SHOT.replace(actor="bo")).value("CE-COV-01") == 0
    seen, plain = sight_of(here, "mara", "kell"), sight_of(here, "bo", "kell")
    assert seen is not None
    assert plain is not None
    assert (seen.ruled, seen.clear, seen.knows_cover, plain.ruled) == (True, True, True, False)
    assert "Half" in seen.words
    none = sight_of(_ruled(CoverDegree.NONE), "mara", "kell")
    assert none is not None
    assert (none.words, none.ruled) == ("No cover: the GM's word", True)
    away = here.with_combatant(here["kell"].replace(pos=None))
    assert sight_of(away, "mara", "kell") is None


@pytest.mark.rule("CE-SEN-02", "CE-COV-04")
def test_what_infra_red_sees_through() -> None:
    """Soft cover, by the usual rule, where the sensor works; never hard cover."""
    usual, strict = CepheusSwitches(), CepheusSwitches(ir_negates_soft_cover=False)
    works, blind = Environment(sees_smoke=True), Environment()

    def seen(env: Environment | None, switches: CepheusSwitches, *, hard: bool) -> bool:
        worth = worth_of(CoverDegree.HALF, "standing", switches)
        return sees_through(CoverOn(CoverDegree.HALF, hard, worth, "x"), env, switches)

    assert seen(works, usual, hard=False)
    assert not seen(works, usual, hard=True)
    assert not seen(works, strict, hard=False)
    assert not seen(blind, usual, hard=False)
    assert not seen(None, usual, hard=False)


@pytest.mark.rule("CE-COV-02", "CE-COV-03", "CE-SEN-02")
def test_full_soft_cover_that_a_sensor_sees_through_is_struck_out() -> None:
    """Low behind a full thicket somebody shows in infra-red: the line of cover stays at 0."""
    cover = Cover(degree=CoverDegree.FULL, hard=False)
    kell = person("kell", 6, stance="crouched", declared_cover=cover)
    here = fight(person("mara", sensors=(Sensor(kind="infrared"),)), kell)
    assert refused(here, SHOT) == "cannot_be_hit"
    tally = summed(here, SHOT.replace(sight_by="infrared"))
    (line,) = [one for one in tally.lines if one.rule_id == "CE-COV-01"]
    assert (line.value, line.off) == (0, True)


@pytest.mark.rule("CE-SEN-01")
@pytest.mark.parametrize(("metres", "moving"), [(0.0, False), (0.5, True), (1.5, True)])
def test_whatever_moved_shows_to_a_motion_sensor(metres: float, moving: bool) -> None:
    """Any way at all counts as movement."""
    here = fight(person("mara"), person("kell", 6, moved_m=metres))
    assert shown_by(here, "kell").moving is moving
