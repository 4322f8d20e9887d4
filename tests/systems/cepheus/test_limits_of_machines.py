"""Figures of machines and ships at their limits: the last that counts, and the first not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
from gridwar.systems.cepheus.core.machine_records import ExtraArc, Going, Port, is_across
from gridwar.systems.cepheus.core.machines_and_aboard import (
    is_carried_along,
    is_starship,
    steered_by,
)
from gridwar.systems.cepheus.machines.machine_damage_events import points_events
from gridwar.systems.cepheus.machines.machine_parts import hits_for, tables
from gridwar.systems.cepheus.turns.rounds_and_turns import EndRound
from gridwar.systems.cepheus.vehicles.collisions import Collide
from gridwar.systems.cepheus.vehicles.combined_fire import CombinedHits, Volley
from gridwar.systems.cepheus.vehicles.driver_costs_and_checks import EvasionChanged
from gridwar.systems.cepheus.vehicles.driving import Drive, DriveOn
from gridwar.systems.cepheus.vehicles.driving_along_path import GoOn
from gridwar.systems.cepheus.vehicles.getting_in_and_out import ChoosePort, GetIn
from gridwar.systems.cepheus.vehicles.machine_explosion import DamageMachine, HitLocation
from gridwar.systems.cepheus.vehicles.maneuvers import ArcGained, Evade
from gridwar.systems.cepheus.views.machine_overlays import vehicle_movement
from tests.systems.cepheus.firefight import done, fight, log, person, refused, sheet, summed
from tests.systems.cepheus.garage import car, inside, machine

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant

MENDER = person("mara", 9, skills={"mechanics": 2}, chars={"education": 9})


# --- damage -------------------------------------------------------------------------------------


@pytest.mark.rule("CE-VDM-01", "CE-VDM-02")
def test_hits_by_damage_after_armour() -> None:
    """Each row of the table from its first point to its last."""
    rows = [(), (1,), (1, 1), (2,), (1, 1, 1), (1, 1, 2), (2, 2), (3,), (3, 1), (3, 2), (3, 2, 1)]
    for number, hits in enumerate([*rows, (3, 3)]):
        found = {
            hits_for(points, CepheusSwitches()) for points in range(3 * number - 2, 3 * number + 1)
        }
        assert found == {hits}, number


@pytest.mark.rule("CE-VDM-03")
def test_the_table_of_locations() -> None:
    """2D6 by column: outside, inside, robots and drones."""
    columns = {
        "external": "hull sensors drive weapon hull armor hull weapon drive sensors hull",
        "internal": "structure power_plant power_plant cargo structure passengers structure cargo"
        " computers cockpit cockpit",
        "robot": "hull power_plant sensors weapon_or_limb hull armor hull weapon_or_limb drive"
        " sensors computer",
    }
    rows = tables().locations
    assert [one.roll for one in rows] == list(range(2, 13))
    for name, words in columns.items():
        assert [getattr(one, name) for one in rows] == words.split(), name


@pytest.mark.rule("CE-VDM-05", "CE-VDM-15")
def test_when_a_machine_is_done_for() -> None:
    """At Structure 0 and below; a robot is down while it is shut down, to its last round."""
    for structure, gone in ((1, False), (0, True), (-1, True)):
        found = machine(fight(car(structure=structure, structure_max=3)))
        assert (found.destroyed, found.is_down) == (gone, gone)
    for rounds, down in ((0, False), (1, True), (2, True)):
        assert machine(fight(car(kind="robot", shutdown_rounds=rounds))).is_down is down
        assert not machine(fight(car(shutdown_rounds=rounds))).is_down


@pytest.mark.rule("CE-VDM-09")
def test_hits_on_sensors() -> None:
    """Once -2 on Comms checks, for robots and drones on Recon too; twice there are none left."""
    for hits, dm in ((0, 0), (1, -2), (2, None)):
        for kind in ("vehicle", "robot", "drone"):
            found = machine(fight(car(kind=kind, sensor_hits=hits)))
            assert found.sensor_dm("comms") == dm
            assert found.sensor_dm("recon") == (0 if kind == "vehicle" else dm)


@pytest.mark.rule("CE-RND-05", "CE-VDM-15", "CE-VEH-04")
def test_a_new_round_counts_down_a_shutdown_and_frees_the_ports() -> None:
    """Two rounds of shutdown are one after the first; nobody fires out of any port yet."""
    going = Going(ports=(Port(who="rider", arc="front"),), free_turns=1, turned_deg=45)
    here = fight(person("mara"), car(shutdown_rounds=2, going=going))
    for left in (1, 0, 0):
        here = done(here, EndRound()).encounter
        found = machine(here)
        assert found.shutdown_rounds == left
        assert (found.going.ports, found.going.free_turns, found.going.turned_deg) == ((), 0, 0)


@pytest.mark.rule("CE-VDM-01", "CE-VDM-03", "CE-VDM-04")
@pytest.mark.parametrize(
    ("hull", "mode", "hit"),
    [
        (1, "internal_column", "drive"),
        (0, "internal_column", "computers"),
        (0, "convert_row", "drive"),
    ],
)
def test_the_internal_column_is_for_those_without_hull(hull: int, mode: str, hit: str) -> None:
    """By the house rule 10 is the drive while there is Hull, and then the computers."""
    here = fight(person("mara"), car(hull=hull, hull_max=3), internal_damage_mode=mode)
    outcome = done(here, DamageMachine(who="car", points=1), (5, 5))
    assert outcome.result.report.locations == (hit,)
    assert (outcome.result.before_armor, outcome.result.after_armor) == (1, 1)


@pytest.mark.rule("CE-VEH-07")
def test_a_vehicle_does_not_run_into_itself() -> None:
    """Pointed at itself it is refused; its damage would be rolled twice under one key."""
    here = fight(person("mara"), car(speed_kph=30))
    assert refused(here, Collide(vehicle="car", struck="car", solid=None)) == "collide_itself"


@pytest.mark.rule("CE-VDM-03", "CE-VDM-04")
def test_a_hit_on_hull_that_is_gone() -> None:
    """A robot's is a Structure hit; so is a vehicle's where no row was rolled."""
    robot = fight(person("mara"), car(kind="robot", hull=0, hull_max=3))
    outcome = done(robot, DamageMachine(who="car", points=1), (6, 6, 3))
    assert outcome.result.report.locations == ("computer",)
    outcome = done(robot, DamageMachine(who="car", points=1), (4, 4))
    assert machine(outcome.encounter).structure == 2
    here = fight(person("mara"), car(hull=0, hull_max=3))
    assert machine(done(here, HitLocation(who="car", location="hull")).encounter).structure == 2


@pytest.mark.rule("CE-VDM-04", "CE-VDM-05")
@pytest.mark.parametrize(
    ("hull", "structure", "change", "after"),
    [
        (3, 3, -2, (1, 3)),
        (1, 3, -2, (0, 2)),
        (0, 0, -2, (0, 0)),
        (1, 1, 3, (2, 3)),
        (3, 3, 2, (3, 3)),
    ],
)
def test_points_by_the_game_masters_word(
    hull: int, structure: int, change: int, after: tuple[int, int]
) -> None:
    """Hull goes first and comes back last; none beyond the full value, none below 0."""
    here = fight(car(hull=hull, hull_max=3, structure=structure, structure_max=3))
    events = points_events("car", machine(here), change)
    assert bool(events) is (after != (hull, structure))
    for event in events:
        here = event.apply(here)
    assert (machine(here).hull, machine(here).structure) == after


@pytest.mark.rule("CE-DMG-04", "CE-VDM-01")
def test_only_machines_take_damage_as_machines() -> None:
    """A person has no table of hits."""
    assert refused(fight(person("mara")), DamageMachine(who="mara", points=1)) == "no_machine"


# --- ships --------------------------------------------------------------------------------------


@pytest.mark.rule("CE-STS-01", "CE-VEH-03")
def test_size_by_what_is_shot_at() -> None:
    """A vehicle gives +1, a ship +4 in its place, a person nothing."""
    here = fight(
        person("mara"), person("kell", 20), car(x=20, y=5), car("ship", 30, starship_scale=True)
    )
    for target, dms in (("kell", (0, 0)), ("car", (0, 1)), ("ship", (4, 0))):
        tally = summed(here, Attack(actor="mara", target=target, weapon="rifle"))
        assert (tally.value("CE-STS-01"), tally.value("CE-VEH-03")) == dms
        assert is_starship(here, target) is (target == "ship")


@pytest.mark.rule("CE-STS-02")
@pytest.mark.parametrize(("faces", "through"), [((5,) * 20, 2), ((*(5,) * 19, 4), 1)])
def test_fifty_points_are_one_of_a_ship(faces: tuple[int, ...], through: int) -> None:
    """100 points are 2, 99 are 1."""
    here = fight(person("mara"), car("ship", 30, starship_scale=True))
    command = CombinedHits(target="ship", hits=(Volley(dice=20),))
    assert done(here, command, faces).result.before_armor == through


# --- facing, courses, seats -----------------------------------------------------------------------


@pytest.mark.rule("CE-VEH-01")
def test_what_lies_across_the_map() -> None:
    """Nearer to left or right than to up or down; exactly between it does not."""
    degrees = (0, 45, 46, 90, 134, 135, 150, 180, 225, 226, 270, 314, 315)
    across = {46, 90, 134, 226, 270, 314}
    assert {deg for deg in degrees if is_across(deg)} == across


@pytest.mark.rule("CE-VEH-01")
def test_occupants_stay_in_a_vehicle_that_is_moved_and_turned() -> None:
    """A car that drives down the map faces down, and its driver sits where it is."""
    here = fight(inside("driver", seat=0, x=6, y=6), car(x=6, y=6))
    way = tuple(Cell(6, y) for y in range(7, 10))
    after = done(here, Drive(actor="driver", path=way, maneuver=True)).encounter
    assert (after["car"].facing_deg, after["driver"].pos) == (180, Cell(6, 9))


@pytest.mark.rule("CE-VEH-01")
def test_occupants_follow_a_vehicle_that_is_moved_by_hand() -> None:
    """Wherever the game master puts it, those in it are put too."""
    here = fight(person("mara"), inside("rider", x=6, y=6), car(x=6, y=6))
    here = done(here, EndRound()).encounter
    after = done(here, Place(to=(("car", Cell(9, 9)),))).encounter
    assert after["rider"].pos == Cell(9, 9)
    out = done(after, Place(to=(("rider", Cell(15, 9)),))).encounter
    assert sheet(out, "rider").aboard is None, "taken out by hand, they have left it"


@pytest.mark.rule("CE-FIR-06", "CE-COM-02")
@pytest.mark.parametrize(
    ("kph", "metres", "moves"), [(0, 0.0, False), (1, 0.0, True), (0, 0.5, True)]
)
def test_who_rides_in_something_that_moves(kph: int, metres: float, moves: bool) -> None:
    """At any speed, or where it has moved in its latest turn; on foot nobody rides."""
    carrier = car(speed_kph=kph)
    moved = sheet(fight(carrier), "car").replace(moved_m=metres)
    here = fight(person("mara"), inside("rider"), carrier.replace(sheet=moved))
    assert is_carried_along(here, "rider") is moves
    assert not is_carried_along(here, "mara")


@pytest.mark.rule("CE-VEH-07", "CE-DMG-03")
def test_the_damage_of_a_collision_is_told() -> None:
    """3D6 at 30 kph: 9, armour 2 off, 7 are left."""
    here = fight(person("mara", 9), person("kell", 5, armor=2), car(speed_kph=30))
    outcome = done(here, Collide(vehicle="car", struck="kell", solid=False), (3, 3, 3))
    told = next(one for one in log(outcome) if one.title == "Damage to Kell")
    assert [(one.rule_id, one.value) for one in told.lines] == [("CE-VEH-07", 9), ("CE-DMG-03", -2)]


@pytest.mark.rule("CE-VEH-02")
def test_who_drives_moves_the_vehicle() -> None:
    """A driver steers it, a rider and people on foot only themselves."""
    here = fight(person("mara"), inside("driver", seat=0), inside("rider"), car())
    found = {who: steered_by(here, who) for who in ("mara", "driver", "rider")}
    assert found == {"mara": "mara", "driver": "car", "rider": "rider"}


@pytest.mark.rule("CE-VEH-02", "CE-VAC-02")
def test_how_far_a_vehicle_gets() -> None:
    """Nowhere without a driver, without drive, or once it was driven; else it has zones."""
    here = fight(inside("driver", seat=0), car(speed_kph=20))

    def zones(**changed: Any) -> int:
        there = here.with_combatant(car(**{"speed_kph": 20, **changed}))
        return len(vehicle_movement(there, "car", free=True).zones)

    assert zones() > 0
    assert zones(drive_hits=3) == 0
    assert zones(going=Going(driven_round=1)) == 0
    assert zones(going=Going(driven_round=1, free_turns=1)) > 0
    assert vehicle_movement(fight(car(speed_kph=20)), "car", free=True).zones == ()
    assert vehicle_movement(here, "driver", free=True).zones == ()


@pytest.mark.rule("CE-VEH-02", "CE-VAC-04")
def test_manoeuvres_of_a_stunt_are_no_more_driving() -> None:
    """Driven in this round it does not go on; turning freely it still may."""
    going = Going(driven_round=1, free_turns=1)
    here = fight(inside("driver", seat=0, x=6, y=6), car(x=6, y=6, speed_kph=10, going=going))
    assert refused(here, DriveOn(actor="driver")) == "driven"
    after = done(here, Drive(actor="driver", path=(Cell(7, 6),), maneuver=True)).encounter
    assert machine(after).going.free_turns == 0


@pytest.mark.rule("CE-VEH-02", "CE-VEH-07")
@pytest.mark.parametrize(("answer", "x"), [("passes", 22), ("stops", 4)])
def test_straight_on_leads_through_what_is_met(answer: str, x: int) -> None:
    """At 20 kph 22 squares; somebody in the way is asked about, and gone past or not."""
    here = fight(person("mara", 0, 20), person("kell", 5), car(speed_kph=20))
    after = done(here, GoOn(vehicle="car"), gm=answer).encounter
    assert after["car"].pos == Cell(x, 0)


@pytest.mark.rule("CE-VEH-02", "CE-VEH-07")
def test_the_edge_of_the_map_stops_a_vehicle() -> None:
    """Whatever part of it would leave the map."""
    here = fight(person("mara", 0, 20), car(x=190, y=58, size=(3, 2), speed_kph=20))
    assert done(here, GoOn(vehicle="car")).encounter["car"].pos == Cell(197, 58)


@pytest.mark.rule("CE-SIG-10", "CE-VEH-02")
def test_a_vehicle_stopped_at_once_has_neither_moved_nor_turned() -> None:
    """With a wall before it 0 m count for those who shoot at it."""
    wall = Wall(id="w", a=Point(SUBCELL, 0), b=Point(SUBCELL, 4 * SUBCELL))
    ground = BattleMap(width=30, height=20, walls=(wall,))
    here = fight(person("mara", 20, 15), car(speed_kph=20, going=Going()), ground=ground)
    outcome = done(here, GoOn(vehicle="car"), gm="stops")
    assert (outcome.result.steps, outcome.result.metres) == (0, 0)
    found = machine(outcome.encounter).going
    assert (found.driven_round, found.turned_deg) == (1, 0)
    assert outcome.encounter["car"].facing_deg == 90


@pytest.mark.rule("CE-VDM-14", "CE-VDM-10", "CE-SIG-10")
def test_a_round_of_a_vehicle_without_driver() -> None:
    """Its lost turn is over, and where it stands still it has moved 0 m."""
    still = sheet(fight(car(lost_rounds=1)), "car").replace(moved_m=30.0)
    stands = car().replace(sheet=still, trail=(Cell(0, 0),))
    after = done(fight(person("mara", 9), stands), EndRound()).encounter
    found = machine(after)
    assert (found.lost_rounds, found.going.silent_round) == (0, 1)
    assert sheet(after, "car").moved_m == 0


@pytest.mark.rule("CE-VEH-04", "CE-VEH-05", "CE-VEH-02")
@pytest.mark.parametrize(
    ("x", "vehicle", "code"),
    [
        (9, {}, "too_far_to_board"),
        (1, {"speed_kph": 10}, "moving"),
        (1, {"seats": 0}, "no_free_seat"),
    ],
)
def test_who_cannot_get_into_a_vehicle(x: int, vehicle: dict[str, Any], code: str) -> None:
    """It has to be beside them, to stand, and to have a seat."""
    here = fight(person("mara", x), car(**vehicle))
    assert refused(here, GetIn(actor="mara", vehicle="car")) == code


@pytest.mark.rule("CE-VEH-04", "CE-VEH-05")
def test_who_is_off_the_board_gets_into_nothing() -> None:
    """Both have to be on the map to be beside each other."""
    here = fight(person("mara").replace(pos=None), car())
    assert refused(here, GetIn(actor="mara", vehicle="car")) == "both_on_board"


@pytest.mark.rule("CE-VEH-04", "CE-VEH-05")
def test_an_open_vehicle_has_no_firing_ports() -> None:
    """Only who is shut in chooses a side."""
    choice = ChoosePort(actor="rider", arc="left")
    assert refused(fight(inside("rider"), car(closed=False)), choice) == "no_ports"
    after = done(fight(inside("rider"), car()), choice).encounter
    place = sheet(after, "rider").aboard
    assert place is not None
    assert place.arc == "left"


# --- what drivers do ----------------------------------------------------------------------------


@pytest.mark.rule("CE-VAC-06", "CE-VAC-04")
def test_a_stunt_helps_the_next_check_alone() -> None:
    """+2 on the first check after it, nothing on the second."""
    here = fight(inside("driver", seat=0), car(going=Going(chain_dm=2)))
    outcome = done(here, Evade(actor="driver"), (3, 3))
    assert outcome.result.dm_total == 2 + 2
    assert machine(outcome.encounter).going.chain_dm == 0


@pytest.mark.rule("CE-VAC-01", "CE-VAC-04")
def test_what_a_new_turn_of_the_driver_ends() -> None:
    """Evasive action and the arc of a stunt, where there are any; else nothing is noted."""
    extra = ExtraArc(target="kell", arc="left", round=1)
    busy = Going(evasive_dm=3, extra_arc=extra)
    crew = person("kell", 9), inside("driver", seat=0), person("bo")
    for going, kinds in ((busy, {EvasionChanged, ArcGained}), (Going(), set())):
        here = fight(*crew, car(going=going)).replace(turn=None)
        outcome = done(here, TakeTurn(actor="driver"))
        found = {type(one) for one in outcome.events} & {EvasionChanged, ArcGained}
        assert found == kinds
        left = machine(outcome.encounter).going
        assert (left.evasive_dm, left.extra_arc) == (0, None)


@pytest.mark.rule("CE-VAC-01")
@pytest.mark.parametrize(
    ("driver", "left"),
    [
        (inside("driver", seat=0), 3),
        (inside("driver", seat=0, chars={"endurance": 0, "strength": 0, "dexterity": 0}), 0),
        (inside("driver", seat=1), 0),
    ],
)
def test_evasive_action_ends_with_the_round_in_which_nobody_drives(
    driver: Combatant, left: int
) -> None:
    """Who is dead or has left the driver's seat evades to the end of that round and no longer."""
    here = fight(person("kell", 9), driver, car(going=Going(evasive_dm=3)))
    here = done(here, EndRound()).encounter
    assert here.round == 2
    assert machine(here).going.evasive_dm == left
