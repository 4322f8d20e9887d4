"""Vehicles on the map: arcs, ports, cover, driving, what is met on the way, collisions."""

from __future__ import annotations

import pytest

from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.kit.turn_and_move_commands import NextTurn
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import Cell, Point, Size
from gridwar.model.walls import Wall
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.core.machine_records import is_across, squares_a_round
from gridwar.systems.cepheus.core.person_records import Budget
from gridwar.systems.cepheus.machines.arcs_and_facing import arcs_to
from gridwar.systems.cepheus.positions.cover import cover_between
from gridwar.systems.cepheus.vehicles.collisions import Collide
from gridwar.systems.cepheus.vehicles.driving import ChangeSpeed, Drive, DriveOn
from gridwar.systems.cepheus.vehicles.getting_in_and_out import (
    ChangeSeat,
    ChoosePort,
    GetIn,
    GetOut,
)
from gridwar.systems.cepheus.vehicles.steering_and_course import course_of
from tests.systems.cepheus.firefight import (
    RIFLE,
    done,
    fight,
    person,
    physical,
    refused,
    sheet,
    summed,
)
from tests.systems.cepheus.garage import GUN, car, inside, machine

FIELD = BattleMap(width=60, height=60)


def east(start: Cell, squares: int) -> tuple[Cell, ...]:
    """Return a path straight to the right."""
    return tuple(start.shifted(n, 0) for n in range(1, squares + 1))


# --- arcs and shots -------------------------------------------------------------------------------


@pytest.mark.rule("CE-VEH-01")
@pytest.mark.parametrize(
    ("place", "arcs"),
    [
        ((16, 12), ("front",)),
        ((10, 4), ("left",)),
        ((14, 14), ("front", "right")),
        ((4, 10), ("rear",)),
        ((10, 16), ("right",)),
    ],
)
def test_a_target_lies_in_one_of_four_arcs(place: tuple[int, int], arcs: tuple[str, ...]) -> None:
    """Facing right, what is on a dividing line is in both arcs."""
    here = fight(person("t", *place), car(x=10, y=10))
    assert arcs_to(here, "car", "t") == arcs


@pytest.mark.rule("CE-VEH-01")
def test_a_line_between_arcs_belongs_to_the_front_by_a_house_rule() -> None:
    """Front and right become front alone."""
    here = fight(person("t", 14, 14), car(x=10, y=10), arc_edge="front_rear")
    assert arcs_to(here, "car", "t") == ("front",)


@pytest.mark.rule("CE-VEH-01")
def test_the_footprint_turns_with_the_facing_and_back() -> None:
    """A car of 2 by 3 that turns to the right covers 3 by 2, and stands as before after turning."""
    here = fight(inside("driver", seat=0, x=10, y=10), car(x=10, y=10, facing=0, size=(2, 3)))
    command = Drive(actor="driver", path=(Cell(11, 9), Cell(12, 9)), maneuver=True)
    turned = done(here, command).encounter.combatants["car"]
    assert (turned.facing_deg, turned.size) == (90, Size(3, 2))
    assert [is_across(deg) for deg in (0, 45, 90, 180, 225, 270)] == [
        False,
        False,
        True,
        False,
        False,
        True,
    ]


@pytest.mark.rule("CE-VEH-06")
def test_a_mounted_weapon_fires_into_its_arc_alone() -> None:
    """Front-mounted, the gun bears ahead and nowhere else; its rounds are the vehicle's."""
    here = fight(
        inside("gunner"), person("ahead", 10), person("behind", 0, 20), car(weapons=(GUN,))
    )
    assert refused(here, Attack(actor="gunner", target="behind", weapon="mounted:gun")) == (
        "not_in_arc"
    )
    shot = Attack(actor="gunner", target="ahead", weapon="mounted:gun")
    after = done(here, shot, (1, 1)).encounter
    assert sheet(after, "car").weapons[0].loaded == 19


@pytest.mark.rule("CE-VEH-06")
def test_a_turret_fires_all_round() -> None:
    """What is behind is no matter."""
    turret = GUN.model_copy(update={"mount_arc": "turret"})
    here = fight(inside("gunner"), person("behind", 0, 20), car(weapons=(turret,)))
    done(here, Attack(actor="gunner", target="behind", weapon="mounted:gun"), (1, 1))


@pytest.mark.rule("CE-VEH-03")
def test_a_vehicle_is_easier_to_hit_than_those_in_it() -> None:
    """+1 for its size, and not for shots at an occupant."""
    here = fight(person("mara"), car(x=10, closed=False), inside("rider", x=10))
    at_car = summed(here, Attack(actor="mara", target="car", weapon="rifle"))
    at_rider = summed(here, Attack(actor="mara", target="rider", weapon="rifle"))
    assert (at_car.value("CE-VEH-03"), at_rider.value("CE-VEH-03")) == (1, 0)


@pytest.mark.rule("CE-VEH-04")
@pytest.mark.parametrize(("military", "dm"), [(False, -1), (True, -4)])
def test_a_closed_vehicle_covers_those_inside(military: bool, dm: int) -> None:
    """Half and soft in a civilian one, full and hard in a military one; none among them."""
    here = fight(
        person("mara", 10), car(military=military), inside("rider"), inside("mate", seat=2)
    )
    cover = cover_between(here, "mara", "rider")
    assert cover is not None
    assert (cover.worth.dm, cover.hard) == (dm, military)
    assert cover_between(here, "mate", "rider") is None


@pytest.mark.rule("CE-VEH-04")
def test_two_fire_out_of_each_side_of_a_civilian_vehicle() -> None:
    """The third on the same side is refused until the next round; another side is free."""
    riders = [inside(f"r{n}", seat=n, weapons=(RIFLE,)) for n in range(1, 4)]
    here = fight(*riders, person("ahead", 10), person("behind", 0, 20), car())
    for who in ("r1", "r2"):
        shot = Attack(actor=who, target="ahead", weapon="rifle")
        here = done(here.model_copy(update={"turn": who}), shot, (1, 1)).encounter
    here = here.model_copy(update={"turn": "r3"})
    assert refused(here, Attack(actor="r3", target="ahead", weapon="rifle")) == "ports"
    done(here, Attack(actor="r3", target="behind", weapon="rifle"), (1, 1))


@pytest.mark.rule("CE-VEH-04")
def test_who_sits_at_a_firing_port_fires_on_that_side() -> None:
    """At the left one nothing ahead can be shot at."""
    here = fight(inside("gunner", y=20), person("ahead", 10, 20), person("above"), car(y=20))
    here = done(here, ChoosePort(actor="gunner"), gunner="left").encounter
    assert refused(here, Attack(actor="gunner", target="ahead", weapon="rifle")) == "wrong_port"
    done(here, Attack(actor="gunner", target="above", weapon="rifle"), (1, 1))


@pytest.mark.rule("CE-VEH-05")
def test_an_open_vehicle_neither_covers_nor_limits() -> None:
    """Anybody may fire anywhere, and is hit like anybody."""
    riders = [inside(f"r{n}", seat=n, weapons=(RIFLE,)) for n in range(1, 4)]
    here = fight(*riders, person("ahead", 10), car(closed=False, military=True))
    assert cover_between(here, "ahead", "r1") is None
    for who in ("r1", "r2", "r3"):
        shot = Attack(actor=who, target="ahead", weapon="rifle")
        here = done(here.model_copy(update={"turn": who}), shot, (1, 1)).encounter


# --- driving --------------------------------------------------------------------------------------


@pytest.mark.rule("CE-VEH-02")
@pytest.mark.parametrize(
    ("kph", "squares"), [(10, 11), (20, 22), (30, 33), (50, 56), (60, 67), (100, 111)]
)
def test_a_speed_is_so_many_squares_a_round(kph: int, squares: int) -> None:
    """Kph times ten ninths, to the nearest."""
    assert squares_a_round(kph) == squares


@pytest.mark.rule("CE-VEH-02")
def test_driving_takes_a_minor_action_and_carries_everybody() -> None:
    """Eleven squares are 10 kph and 16.5 m; driver and passenger come along, once a round."""
    here = fight(inside("driver", seat=0), car(), inside("rider"))
    after = done(here, Drive(actor="driver", path=east(Cell(0, 0), 11))).encounter
    assert (machine(after).speed_kph, sheet(after, "car").moved_m) == (10, 16.5)
    assert sheet(after, "driver").budget.minor == 0
    assert {after.combatants[who].pos for who in ("car", "driver", "rider")} == {Cell(11, 0)}
    assert refused(after, Drive(actor="driver", path=east(Cell(11, 0), 2))) == "driven"


@pytest.mark.rule("CE-VEH-02")
def test_normal_driving_turns_by_45_degrees() -> None:
    """Two turns need a manoeuvre, or the house rule without a limit."""
    start = (Cell(1, 1), Cell(1, 2))
    people = (inside("driver", seat=0), car())
    assert refused(fight(*people), Drive(actor="driver", path=start)) == "no_way"
    done(fight(*people), Drive(actor="driver", path=start, maneuver=True))
    done(fight(*people, vehicle_turn_limit="none"), Drive(actor="driver", path=start))
    after = done(fight(*people), Drive(actor="driver", path=(Cell(1, 1), Cell(2, 2)))).encounter
    assert after.combatants["car"].facing_deg == 135


@pytest.mark.rule("CE-VEH-02")
def test_no_vehicle_goes_faster_than_it_can() -> None:
    """A path of 12 squares is 11 kph: too much for a top speed of 10."""
    here = fight(inside("driver", seat=0), car(top_speed_kph=10))
    assert refused(here, Drive(actor="driver", path=east(Cell(0, 0), 12))) == "too_fast"
    done(here, Drive(actor="driver", path=east(Cell(0, 0), 11)))


@pytest.mark.rule("CE-VEH-02")
def test_a_vehicle_not_driven_goes_straight_on() -> None:
    """The GM is asked at the end of the driver's turn; straight on is 22 squares at 20 kph."""
    here = fight(inside("driver", seat=0), person("kell", 0, 9), car(speed_kph=20))
    after = done(here, NextTurn()).encounter
    assert after.combatants["car"].pos == Cell(22, 0)
    stands = done(here, NextTurn(), gm="stands").encounter
    assert (stands.combatants["car"].pos, machine(stands).speed_kph) == (Cell(0, 0), 0)


@pytest.mark.rule("CE-VEH-02")
def test_the_course_shows_what_is_met() -> None:
    """Straight on for 33 squares at 30 kph, somebody after 8 of them; a wall stops the look too."""
    here = fight(person("kell", 9), car(speed_kph=30))
    course = course_of(here, "car")
    assert (len(course.path), course.squares, course.met) == (8, 33, "kell")
    walled = FIELD.model_copy(
        update={"walls": (Wall(id="w", a=Point(5 * 1024, 0), b=Point(5 * 1024, 9 * 1024)),)}
    )
    assert course_of(fight(car(speed_kph=30), ground=walled), "car").met == "wall"
    assert course_of(fight(car(speed_kph=90), ground=FIELD), "car").met == "edge"


@pytest.mark.rule("CE-VEH-02")
def test_speed_is_changed_as_part_of_driving() -> None:
    """The minor action pays for speed and way together."""
    here = fight(inside("driver", seat=0), car())
    here = done(here, ChangeSpeed(actor="driver"), driver={"kph": 20}).encounter
    after = done(here, DriveOn(actor="driver")).encounter
    assert after.combatants["car"].pos == Cell(22, 0)
    assert sheet(after, "driver").budget.significant == 1


def test_seats_are_taken_and_left() -> None:
    """Who gets into an empty car drives; changing seats and getting out are minor actions."""
    here = fight(person("mara", 1, 0), car(x=2, facing=0, size=(2, 3)))
    here = done(here, GetIn(actor="mara", vehicle="car")).encounter
    place = sheet(here, "mara").aboard
    assert place is not None
    assert (place.seat, here.combatants["mara"].pos) == (0, Cell(2, 0))
    here = done(here, ChangeSeat(actor="mara", seat=3)).encounter
    assert here.combatants["mara"].pos == Cell(3, 1)
    out = done(here, GetOut(actor="mara")).encounter
    assert sheet(out, "mara").aboard is None
    assert sheet(out, "mara").budget == Budget(minor=0, significant=0)


def test_the_gm_drags_a_car_with_those_in_it_and_people_out_of_it() -> None:
    """Put elsewhere, a vehicle takes its people along; somebody dragged out has left it."""
    here = fight(person("kell", 30), car(x=2), inside("rider", x=2))
    here = done(here, Place(to=(("car", Cell(9, 9)),))).encounter
    assert here.combatants["rider"].pos == Cell(9, 9)
    here = done(here, Place(to=(("rider", Cell(20, 20)),))).encounter
    assert sheet(here, "rider").aboard is None
    assert here.combatants["rider"].pos == Cell(20, 20)


# --- collisions -----------------------------------------------------------------------------------


@pytest.mark.rule("CE-VEH-07")
def test_a_car_runs_somebody_over_and_goes_on() -> None:
    """1D6 for each ten kph begun, at him alone; the car stops only for what is solid."""
    here = fight(inside("driver", seat=0), person("kell", 5, armor=2), car())
    drive = Drive(actor="driver", path=east(Cell(0, 0), 11))
    after = done(here, drive, (5,)).encounter
    assert physical(after, "kell") == (7, 7, 4)
    assert after.combatants["car"].pos == Cell(11, 0)
    past = done(here, drive, gm="passes").encounter
    assert physical(past, "kell") == (7, 7, 7)
    stopped = done(here, drive, gm="stops").encounter
    assert (stopped.combatants["car"].pos, machine(stopped).speed_kph) == (Cell(4, 0), 0)


@pytest.mark.rule("CE-VEH-07")
def test_a_wall_hurts_the_vehicle_and_those_inside() -> None:
    """25 kph: three dice; a quarter, rounded up, for the belted, all and 6 squares for others."""
    here = fight(
        person("a", 50, 50),
        car(x=5, y=5, speed_kph=25, armor=5),
        inside("belted", x=5, y=5),
        inside("loose", seat=2, secured=False, x=5, y=5),
        ground=FIELD,
    )
    kept = done(here, Collide(vehicle="car"), (2, 2, 2, 3, 4))
    assert sheet(kept.encounter, "loose").aboard is not None, "out of a closed one only by the GM"
    outcome = done(here, Collide(vehicle="car"), (2, 2, 2, 3, 4), gm="flies")
    found = {one.victim: one.after_armor for one in outcome.result.injuries}
    assert found == {"belted": 2, "loose": 6}
    after = outcome.encounter
    assert after.combatants["loose"].pos == Cell(11, 5)
    assert sheet(after, "loose").aboard is None
    assert machine(after).speed_kph == 0


@pytest.mark.rule("CE-VEH-07")
def test_house_rules_of_collisions() -> None:
    """Armour may be ignored, and only full tens may throw."""
    people = (
        person("a", 50, 50),
        car(x=5, y=5, speed_kph=25, armor=20),
        inside("loose", secured=False, armor=4, x=5, y=5),
    )
    here = fight(*people, ground=FIELD, collision_armor="ignored", throw_distance_round="full_tens")
    outcome = done(here, Collide(vehicle="car"), (2, 2, 2, 3, 3, 3, 3), gm="flies")
    assert outcome.result.after_armor == 6
    assert outcome.result.injuries[-1].after_armor == 6
    assert outcome.encounter.combatants["loose"].pos == Cell(9, 5)


@pytest.mark.rule("CE-VEH-07")
def test_two_vehicles_collide() -> None:
    """The one that is hit suffers with those inside it; whose armour holds is safe."""
    here = fight(
        person("a", 50, 50),
        car(speed_kph=10, armor=9),
        car("other", 1, 0, armor=3),
        inside("rider", "other", x=1),
        inside("driver", seat=0),
    )
    outcome = done(here, Collide(vehicle="car", struck="other"), (4, 3, 4))
    assert [one.victim for one in outcome.result.injuries] == ["rider"]
    assert outcome.result.injuries[0].after_armor == 1
