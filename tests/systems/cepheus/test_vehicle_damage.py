"""Damage to vehicles, robots and drones: hits, columns, systems, overflow, explosions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.command import Adjustments
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.actions.check_action import Check
from gridwar.systems.cepheus.core.health import Health, health
from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
from gridwar.systems.cepheus.core.machine_records import Aboard, Cargo, Limb
from gridwar.systems.cepheus.harm.wounds import TakeDamage
from gridwar.systems.cepheus.machines.machine_hits import Explodes
from gridwar.systems.cepheus.machines.machine_parts import hits_for, location_at
from gridwar.systems.cepheus.vehicles.machine_explosion import DamageMachine, HitLocation
from tests.systems.cepheus.firefight import done, fight, log, person, physical, sheet
from tests.systems.cepheus.garage import GUN, car, inside, machine

if TYPE_CHECKING:
    from gridwar.engine.play.play_outcome import Accepted
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.machines.hit_location_effects import Report


def hit(here: Encounter, location: str, dice: tuple[int, ...] = (), **rest: Any) -> Encounter:
    """Let a location of the car be hit."""
    command = HitLocation.model_validate({"who": "car", "location": location, **rest})
    return done(here, command, dice).encounter


def struck(here: Encounter, points: int, dice: tuple[int, ...]) -> tuple[Encounter, Report]:
    """Let the car take points after armour."""
    outcome = done(here, DamageMachine(who="car", points=points), dice)
    return outcome.encounter, outcome.result.report


@pytest.mark.rule("CE-VDM-01")
@pytest.mark.parametrize(
    ("damage", "hits"),
    [
        (0, ()),
        (1, (1,)),
        (6, (1, 1)),
        (7, (2,)),
        (12, (1, 1, 1)),
        (15, (1, 1, 2)),
        (18, (2, 2)),
        (21, (3,)),
        (24, (3, 1)),
        (27, (3, 2)),
        (30, (3, 2, 1)),
        (33, (3, 3)),
    ],
)
def test_damage_after_armour_is_so_many_hits(damage: int, hits: tuple[int, ...]) -> None:
    """The damage table turns points into single, double and triple hits."""
    assert hits_for(damage, CepheusSwitches()) == hits


@pytest.mark.rule("CE-VDM-02")
@pytest.mark.parametrize(
    ("damage", "pattern", "both"),
    [
        (34, (1,), (1,)),
        (36, (1,), (1,)),
        (37, (2,), (2, 1, 1)),
        (40, (2, 1), (2, 1, 1, 1)),
        (43, (2, 2), (2, 2, 1, 1, 1, 1)),
    ],
)
def test_the_table_goes_on_beyond_33(
    damage: int, pattern: tuple[int, ...], both: tuple[int, ...]
) -> None:
    """Each three points more are a single, each six a double in place of two singles, or both."""
    assert hits_for(damage, CepheusSwitches()) == (3, 3, *pattern)
    assert hits_for(damage, CepheusSwitches(damage_over_33="both_lists")) == (3, 3, *both)


@pytest.mark.rule("CE-VDM-03")
def test_each_kind_of_machine_has_a_column() -> None:
    """A 12 is Hull outside, the cockpit inside, and the computer of a robot."""
    columns = ("external", "internal", "robot")
    assert [location_at(12, one) for one in columns] == ["hull", "cockpit", "computer"]  # type: ignore[arg-type]  # mypy widens the tuple
    assert [location_at(4, one) for one in columns] == ["drive", "power_plant", "sensors"]  # type: ignore[arg-type]  # the same


@pytest.mark.rule("CE-VDM-03")
@pytest.mark.parametrize(
    ("mode", "rolled", "went"),
    [("convert_row", "drive", "drive"), ("internal_column", "power_plant", "power_plant")],
)
def test_without_hull_a_roll_is_converted_or_made_inside(mode: str, rolled: str, went: str) -> None:
    """Hull 0: a 4 still hits the drive, or by the other house rule the power plant."""
    here = fight(person("a", 50), car(hull=0), internal_damage_mode=mode)
    _after, report = struck(here, 2, (1, 3))
    assert (report.rolled, report.locations) == ((rolled,), (went,))


@pytest.mark.rule("CE-VDM-04")
def test_the_second_hit_of_a_double_goes_inside() -> None:
    """A double on Hull 1 takes the Hull and then a point of Structure."""
    after, report = struck(fight(person("a", 50), car(hull=1)), 8, (3, 3))
    assert report.locations == ("hull", "structure")
    assert (machine(after).hull, machine(after).structure) == (0, 2)


@pytest.mark.rule("CE-VDM-05")
def test_structure_below_0_explodes_over_two_rings_and_those_inside() -> None:
    """4D6 to 6 m and to the occupants, 2D6 to 12 m, nothing beyond; nobody inside dives."""
    here = fight(
        person("near", 4),
        person("far", 5),
        person("safe", 9),
        car(hull=0, structure=1),
        inside("rider"),
    )
    after, report = struck(here, 8, (3, 3, 1, 1, 1, 2, 1, 2))
    assert machine(after).structure == -1
    assert machine(after).exploded
    assert {one.victim: one.after_armor for one in report.injuries} == {
        "near": 5,
        "rider": 5,
        "far": 3,
    }


@pytest.mark.rule("CE-VDM-05")
def test_structure_at_0_is_destroyed_without_a_blast() -> None:
    """A vehicle that comes to exactly 0 is a wreck and does not explode."""
    after, report = struck(fight(person("near", 2), car(hull=0, structure=1)), 1, (3, 3))
    assert machine(after).destroyed
    assert not machine(after).exploded
    assert report.injuries == ()
    assert health(sheet(after, "car"), CepheusSwitches()) is Health.DEAD


@pytest.mark.rule("CE-VDM-05")
def test_the_gm_lets_something_explode() -> None:
    """The rings are measured from the nearest of all its squares."""
    here = fight(person("near", 9, 3), car(size=(3, 5), facing=0, x=3, y=3))
    outcome = done(here, Explodes(who="car"), (1, 1, 1, 1))
    assert {one.victim: one.before_armor for one in outcome.result.injuries} == {"near": 4}
    assert machine(outcome.encounter).destroyed


@pytest.mark.rule("CE-VDM-06")
@pytest.mark.parametrize(("rule", "hull"), [("hull", 2), ("none", 3)])
def test_a_hit_on_armour(rule: str, hull: int) -> None:
    """Armour loses a point; once it is gone the Hull does, unless the house rule spares it."""
    here = fight(person("a", 50), car(armor=1), armor_zero_hit=rule)
    after = hit(here, "armor", hits=2)
    assert (sheet(after, "car").armor, machine(after).hull) == (0, hull)


@pytest.mark.rule("CE-VDM-07")
def test_hits_on_the_drive() -> None:
    """-10 %, -25 %, disabled, then Hull; control suffers -1 and -2."""
    here, found = fight(person("a", 50), car(top_speed_kph=80)), []
    for _hit in range(4):
        here = hit(here, "drive")
        one = machine(here)
        found.append((one.speed_limit_kph(), one.control_dm(), one.hull))
    assert found == [(72, -1, 3), (60, -2, 3), (0, None, 3), (0, None, 2)]


@pytest.mark.rule("CE-VDM-07")
def test_hits_on_the_drive_add_up_by_a_house_rule() -> None:
    """Cumulative, two hits cost 35 % and -3."""
    twice = machine(hit(fight(person("a", 50), car(top_speed_kph=100)), "drive", hits=2))
    assert (twice.speed_limit_kph(cumulative=True), twice.control_dm(cumulative=True)) == (65, -3)


@pytest.mark.rule("CE-VDM-08")
def test_weapons_are_drawn_until_none_is_left() -> None:
    """Of two guns the second is hit, destroyed ones leave the draw, then the Hull suffers."""
    other = GUN.model_copy(update={"id": "other"})
    here = hit(fight(person("a", 50), car(weapons=(GUN, other))), "weapon", (2, 2), hits=2)
    assert [one.hits for one in sheet(here, "car").weapons] == [0, 2]
    here = hit(here, "weapon", hits=3)
    assert [one.is_destroyed for one in sheet(here, "car").weapons] == [True, True]
    assert machine(here).hull == 2


@pytest.mark.rule("CE-VDM-09")
def test_hits_on_the_sensors() -> None:
    """-2 on Comms for sensors, then blind, then Hull; a robot's Recon suffers too."""
    here, found = fight(person("a", 50), car(kind="robot")), []
    for _hit in range(3):
        here = hit(here, "sensors")
        one = machine(here)
        found.append((one.sensor_dm("comms"), one.sensor_dm("recon"), one.blind, one.hull))
    assert found == [(-2, -2, False, 3), (None, None, True, 3), (None, None, True, 2)]


@pytest.mark.rule("CE-VDM-09", "CE-CORE-07")
def test_sensors_that_were_hit_weigh_on_checks() -> None:
    """Recon of a robot at -2; Comms of whoever is aboard where the game master ticks it."""
    robot = fight(car("bot", kind="robot", sensor_hits=1))
    looking = Check(actor="bot", skill="recon", characteristic="dexterity", price="free")
    other = looking.replace(skill="athletics")
    assert sensors_in(done(robot, looking, (4, 4))) == [-2]
    assert sensors_in(done(robot, other, (4, 4))) == []
    here = fight(inside("a", skills={"comms": 0}), car(sensor_hits=1))
    calling = Check(actor="a", skill="comms", characteristic="dexterity", price="free")
    assert sensors_in(done(here, calling, (4, 4))) == [0]
    ticked = Adjustments(lines_on=frozenset({"check/check of a/CE-VDM-09"}))
    assert sensors_in(done(here, calling.replace(adjustments=ticked), (4, 4))) == [-2]


@pytest.mark.rule("CE-VDM-09")
def test_a_robot_looks_round_with_its_own_sensors_also_in_a_vehicle() -> None:
    """Hit, they weigh on its Recon wherever it sits; on Comms those of the vehicle may as well."""
    recon = Check(actor="bot", skill="recon", characteristic="dexterity", price="free")
    comms = recon.replace(skill="comms")
    found = []
    for own, around in ((1, 0), (0, 1)):
        bot = car("bot", kind="robot", sensor_hits=own)
        bot = bot.replace(sheet=bot.sheet.replace(aboard=Aboard(vehicle="car", seat=1)))
        here = fight(bot, car(sensor_hits=around))
        found.append([sensors_in(done(here, one, (4, 4))) for one in (recon, comms)])
    assert found == [[[-2], [0]], [[], [0]]]


def sensors_in(outcome: Accepted) -> list[int]:
    """Return what lines of sensors that were hit count in what is told."""
    lines = (line for trace in log(outcome) for line in trace.lines)
    return [0 if line.off else line.value for line in lines if line.rule_id == "CE-VDM-09"]


@pytest.mark.rule("CE-VDM-10")
def test_hits_on_the_power_plant() -> None:
    """A round lost, half the speed, destroyed with 1D6 Hull hits, then Structure."""
    here = hit(fight(person("a", 50), car(top_speed_kph=100, hull=2)), "power_plant")
    assert machine(here).lost_rounds == 1
    here = hit(here, "power_plant")
    assert machine(here).speed_limit_kph() == 50
    here = hit(here, "power_plant", (3,))
    assert (machine(here).disabled, machine(here).hull, machine(here).structure) == (True, 0, 2)
    assert machine(hit(here, "power_plant")).structure == 1


@pytest.mark.rule("CE-VDM-11")
def test_limbs_of_a_robot_are_hit_like_weapons() -> None:
    """Two hits destroy a limb; without one the Hull suffers."""
    here = hit(fight(person("a", 50), car(kind="robot", limbs=(Limb(id="arm"),))), "limb", hits=3)
    assert (machine(here).limbs[0].hits, machine(here).hull) == (2, 2)


@pytest.mark.rule("CE-VDM-12")
def test_a_passenger_takes_what_the_vehicle_took() -> None:
    """Drawn among the living, less his own armour; with nobody alive the Structure suffers."""
    here = fight(
        person("a", 50), car(), inside("dead", killed=True), inside("rider", seat=2, armor=2)
    )
    after = hit(here, "passengers", points=5)
    assert physical(after, "rider") == (7, 7, 4)
    assert machine(hit(fight(person("a", 50), car()), "passengers", points=5)).structure == 2


@pytest.mark.rule("CE-VDM-13")
@pytest.mark.parametrize(("die", "lost"), [(3, False), (4, True)])
def test_cargo_is_lost_on_4_or_more(die: int, lost: bool) -> None:
    """One die decides; with an empty hold the Structure suffers."""
    here = fight(person("a", 50), car(cargo=(Cargo(id="crate"),)))
    after = hit(here, "cargo", (die,))
    assert machine(after).cargo[0].lost is lost
    empty = fight(person("a", 50), car(cargo=(Cargo(id="crate", lost=True),)))
    assert machine(hit(empty, "cargo")).structure == 2


@pytest.mark.rule("CE-VDM-14")
def test_the_cockpit_is_the_driver() -> None:
    """The driver is hurt; without one the Structure suffers."""
    here = fight(person("a", 50), car(), inside("driver", seat=0))
    assert physical(hit(here, "cockpit", points=4), "driver") == (7, 7, 3)
    assert machine(hit(fight(person("a", 50), car()), "cockpit", points=4)).structure == 2


@pytest.mark.rule("CE-VDM-15")
def test_a_robot_shuts_down_and_then_for_good() -> None:
    """1D6 rounds, then disabled, then Structure; a vehicle's computer costs it no round."""
    here = hit(fight(person("a", 50), car(kind="robot")), "computer", (4,))
    assert (machine(here).shutdown_rounds, machine(here).disabled) == (4, False)
    here = hit(here, "computer")
    assert machine(here).disabled
    assert machine(hit(here, "computer")).structure == 2
    plain = hit(fight(person("a", 50), car()), "computers")
    assert (machine(plain).shutdown_rounds, machine(plain).disabled) == (0, False)


@pytest.mark.rule("CE-VDM-16")
def test_a_robot_acts_like_a_person_and_is_damaged_like_a_machine() -> None:
    """Shot like anybody, it loses Hull by the third column."""
    from gridwar.systems.cepheus.attacks.attack_offers import Attack

    robot = car("robot", 5, kind="robot", size_dm=0)
    here = fight(person("mara"), robot)
    command = Attack(actor="mara", target="robot", weapon="rifle")
    after = done(here, command, (4, 4, 1, 1, 1, 3, 3, 3, 3)).encounter
    assert machine(after, "robot").hull == 1
    assert after.combatants["robot"].pos == Cell(5, 0)


@pytest.mark.rule("CE-VDM-05")
def test_off_the_board_an_explosion_hits_those_inside() -> None:
    """Nobody else is near."""
    away = car().model_copy(update={"pos": None})
    rider = inside("rider").model_copy(update={"pos": None})
    outcome = done(fight(person("a"), away, rider), Explodes(who="car"), (1, 1, 1, 2))
    assert {one.victim: one.after_armor for one in outcome.result.injuries} == {"rider": 5}


@pytest.mark.parametrize(("change", "left"), [(-2, (1, 2)), (-4, (0, 1)), (-9, (0, 0))])
def test_points_typed_by_the_gm_come_off_the_hull_first(change: int, left: tuple[int, int]) -> None:
    """Structure goes once the Hull is gone, and comes back before it."""
    here = fight(person("a", 50), car(structure=2))
    after = done(here, ChangePool(who=("car",), add=change)).encounter
    assert (machine(after).hull, machine(after).structure) == left
    whole = done(after, ChangePool(who=("car",), add=9)).encounter
    assert (machine(whole).hull, machine(whole).structure) == (3, 2)


@pytest.mark.rule("CE-VDM-01")
@pytest.mark.rule("CE-VDM-16")
def test_the_gm_lets_a_machine_be_hurt() -> None:
    """Points after armour go through the table of hits; how many is asked, as for people."""
    here = fight(person("a"), car(hull=2, armor=9))
    given = done(here, TakeDamage(who="car", points=3), (3, 3)).encounter
    assert machine(given).hull == 1
    asked = done(here, TakeDamage(who="car"), (3, 3), gm={"points": 3}).encounter
    assert machine(asked).hull == 1
    assert "suffer" in {one.id for one in actions_of(SYSTEM, here, "car")}
