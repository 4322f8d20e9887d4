"""What drivers do: evade, manoeuvre, ram, stunts, weave; turns lost; shots from a vehicle."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.kit.turn_and_move_commands import NextTurn, TakeTurn
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.actions.drawing_and_reloading import Reload
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.attacks.reactions import Attacked, reaction_options
from gridwar.systems.cepheus.core.machine_records import Going
from gridwar.systems.cepheus.core.person_records import Budget
from gridwar.systems.cepheus.machines.arcs_and_facing import arcs_to
from gridwar.systems.cepheus.turns.rounds_and_turns import EndTurn
from gridwar.systems.cepheus.vehicles.driving import Drive, DriveOn
from gridwar.systems.cepheus.vehicles.maneuvers import BringToBear, Evade, Stunt
from gridwar.systems.cepheus.vehicles.ramming import Ram
from gridwar.systems.cepheus.vehicles.weaving_and_pursuit import BreakOff, Weave, most_weave
from tests.systems.cepheus.firefight import done, fight, person, physical, refused, sheet, summed
from tests.systems.cepheus.garage import GUN, car, inside, machine


@pytest.mark.rule("CE-VAC-06")
def test_a_check_of_a_driver() -> None:
    """Skill 2, Dexterity 9 (+1), agility 1, a drive hit once (-1): +3 in all."""
    here = fight(inside("driver", seat=0, chars={"dexterity": 9}), car(agility=1, drive_hits=1))
    assert done(here, Evade(actor="driver"), (3, 3)).result.dm_total == 3


@pytest.mark.rule("CE-VAC-01")
def test_evasive_action_weighs_on_both_sides_until_the_next_turn() -> None:
    """Effect 3: -3 on shots at the car, at those in it and out of it; then it is over."""
    here = fight(inside("driver", seat=0), inside("rider"), person("kell", 20), car(closed=False))
    here = done(here, Evade(actor="driver"), (4, 5)).encounter
    assert machine(here).going.evasive_dm == 3
    kells = here.model_copy(update={"turn": "kell"})
    for target in ("car", "rider"):
        tally = summed(kells, Attack(actor="kell", target=target, weapon="rifle"))
        assert tally.value("CE-VAC-01", "target") == -3
    riders = here.model_copy(update={"turn": "rider"})
    out = summed(riders, Attack(actor="rider", target="kell", weapon="pistol"))
    assert out.value("CE-VAC-01", "own") == -3
    here = done(done(here, EndTurn(actor="driver")).encounter, TakeTurn(actor="kell")).encounter
    assert machine(here).going.evasive_dm == 3
    here = done(here, EndTurn(actor="kell")).encounter
    new = here.model_copy(update={"round": 2, "turn": None})
    assert machine(done(new, TakeTurn(actor="driver")).encounter).going.evasive_dm == 0


@pytest.mark.rule("CE-VAC-01")
@pytest.mark.parametrize(("negative", "dm"), [(False, 0), (True, -2)])
def test_a_failed_evasive_action(negative: bool, dm: int) -> None:
    """It does nothing, or by the house rule makes shots easier."""
    here = fight(inside("driver", seat=0), car(), evasive_negative=negative)
    assert machine(done(here, Evade(actor="driver"), (2, 2)).encounter).going.evasive_dm == dm


@pytest.mark.rule("CE-VAC-01")
def test_a_vehicle_does_not_dodge() -> None:
    """No reaction is offered to it."""
    here = fight(person("kell"), car(x=5))
    options = reaction_options(here, Attacked("car", "ranged", "kell"))
    assert all(one.why_not for one in options)


@pytest.mark.rule("CE-VAC-02")
def test_a_manoeuvre_brings_a_target_into_an_arc() -> None:
    """Without a check the car turns so that the gun bears; it costs the significant action."""
    here = fight(inside("driver", seat=0), person("kell", 0, 20), car(weapons=(GUN,)))
    command = BringToBear(actor="driver", target="kell")
    after = done(here, command, driver="front").encounter
    assert arcs_to(after, "car", "kell") == ("front",)
    assert sheet(after, "driver").budget.significant == 0


@pytest.mark.rule("CE-VAC-02")
@pytest.mark.parametrize(
    ("arc", "facing"), [("front", 180), ("right", 90), ("rear", 0), ("left", 270)]
)
def test_the_arc_that_is_asked_for_is_the_one_it_is_turned_to(arc: Any, facing: int) -> None:
    """A target due south lies to the right of who heads east, to the left of who heads west."""
    here = fight(inside("driver", seat=0), person("kell", 0, 20), car(facing=90, y=0))
    command = BringToBear(actor="driver", target="kell", arc=arc)
    after = done(here, command).encounter
    assert arcs_to(after, "car", "kell") == (arc,)
    assert after["car"].facing_deg == facing


@pytest.mark.rule("CE-VAC-03")
def test_a_ram_is_a_check_and_a_collision() -> None:
    """Up to the target, 2D6 with its dodge against it, then the dice of the collision."""
    here = fight(inside("driver", seat=0), person("kell", 6), car(speed_kph=20))
    command = Ram(actor="driver", target="kell")
    hit = done(here, command, (4, 4, 3, 3), kell="dodge").encounter
    assert physical(hit, "kell") == (7, 7, 1)
    assert hit.combatants["car"].pos == Cell(5, 0)
    missed = done(here, command, (3, 3), kell="dodge").encounter
    assert physical(missed, "kell") == (7, 7, 7)


@pytest.mark.rule("CE-VAC-03")
@pytest.mark.rule("CE-VEH-07")
def test_what_is_in_the_way_of_a_ram_is_met_first() -> None:
    """A wall stops it short of the target; the GM may let it stop, or get past somebody."""
    wall = Wall(id="wall", a=Point(5 * SUBCELL, 0), b=Point(5 * SUBCELL, 6 * SUBCELL))
    ground = BattleMap(width=60, height=20, walls=(wall,))
    here = fight(inside("driver", seat=0), car(), person("kell", 9), ground=ground)
    command = Ram(actor="driver", target="kell")
    crashed = done(here, command, (6, 6, 2, 3, 3)).encounter
    assert crashed.combatants["car"].pos == Cell(4, 0)
    assert (physical(crashed, "kell"), machine(crashed).hull) == ((7, 7, 7), 2)
    stopped = done(here, command, (6, 6), gm="stops").encounter
    assert (stopped.combatants["car"].pos, machine(stopped).speed_kph) == (Cell(4, 0), 0)
    people = inside("driver", seat=0), car(), person("kell", 9), person("mid", 5)
    past = done(fight(*people), command, (6, 6, 3), gm="passes").encounter
    assert (physical(past, "mid"), physical(past, "kell")) == ((7, 7, 7), (7, 7, 4))


@pytest.mark.rule("CE-VAC-03")
def test_a_very_large_target_needs_no_roll() -> None:
    """The GM may waive the roll or give a bonus."""
    here = fight(inside("driver", seat=0), car(speed_kph=10), car("bus", 6, 0, armor=50))
    done(here, Ram(actor="driver", target="bus", sure=True), (1, 3, 3))
    result = done(here, Ram(actor="driver", target="bus", bonus=4), (1, 1, 1, 3, 3)).result
    assert result is not None


@pytest.mark.rule("CE-VAC-04")
def test_a_stunt_gives_one_target_an_arc_more_for_a_round() -> None:
    """What lies behind counts as ahead, too, to the beginning of the driver's next turn."""
    here = fight(inside("driver", seat=0), person("kell", 0, 20), car())
    here = done(
        here, Stunt(actor="driver", use="arc", target="kell", arc="front"), (4, 4)
    ).encounter
    assert arcs_to(here, "car", "kell") == ("front", "right")
    here = done(here, NextTurn()).encounter
    assert here.turn == "kell"
    here = done(here, NextTurn(), gm="stands").encounter
    assert (here.round, here.turn) == (2, "driver")
    assert arcs_to(here, "car", "kell") == ("right",)


@pytest.mark.rule("CE-VAC-04")
def test_the_arc_of_a_driver_who_acts_late_serves_the_gunner_of_the_next_round() -> None:
    """One round from the stunt on: it outlasts the end of the round, not the driver's next turn."""
    here = fight(inside("driver", seat=0, initiative_base=2), person("kell", 0, 20), car())
    stunt = Stunt(actor="driver", use="arc", target="kell", arc="front")
    here = done(here, stunt, (4, 4)).encounter
    here = here.with_combatant(here["kell"].replace(sheet=sheet(here, "kell").replace(acted=True)))
    here = done(here, NextTurn(), gm="stands").encounter
    assert (here.round, here.turn) == (2, "kell")
    assert arcs_to(here, "car", "kell") == ("front", "right")
    here = done(here, NextTurn()).encounter
    assert here.turn == "driver"
    assert arcs_to(here, "car", "kell") == ("right",)


@pytest.mark.rule("CE-VAC-04")
@pytest.mark.parametrize(("dice", "dm"), [((6, 6), 2), ((4, 4), 1), ((2, 2), -1), ((1, 1), -1)])
def test_a_stunt_prepares_the_next_check(dice: tuple[int, int], dm: int) -> None:
    """+2 with Effect 6, +1 else, -1 on a failure, and only once."""
    here = fight(inside("driver", seat=0), car())
    here = done(here, Stunt(actor="driver", use="chain"), dice).encounter
    assert machine(here).going.chain_dm == dm
    ready = sheet(here, "driver").replace(budget=Budget(minor=1, significant=1))
    here = here.with_combatant(here.combatants["driver"].replace(sheet=ready))
    outcome = done(here, Evade(actor="driver"), (3, 3))
    assert outcome.result.dm_total == 2 + dm
    assert machine(outcome.encounter).going.chain_dm == 0


@pytest.mark.rule("CE-VAC-04")
def test_a_stunt_allows_three_manoeuvres_at_once() -> None:
    """They cost nothing more."""
    here = fight(inside("driver", seat=0), car(x=9, y=9))
    here = done(here, Stunt(actor="driver", use="turns"), (4, 4)).encounter
    for path in ((Cell(9, 8),), (Cell(9, 9),), (Cell(9, 8),)):
        here = done(here, Drive(actor="driver", path=path, maneuver=True)).encounter
    assert machine(here).going.free_turns == 0


@pytest.mark.rule("CE-VAC-05")
@pytest.mark.parametrize(("kph", "most"), [(10, 1), (20, 1), (21, 2), (50, 3), (60, 3)])
def test_the_number_of_a_weave(kph: int, most: int) -> None:
    """Up to a twentieth of the speed, rounded up."""
    assert most_weave(kph) == most


@pytest.mark.rule("CE-VAC-05")
def test_pursuers_weave_at_the_same_number_or_break_off() -> None:
    """Success flags who follows; failure is a crash at the vehicle's speed."""
    here = fight(
        inside("driver", seat=0, x=10),
        car(x=10, speed_kph=30),
        inside("hunter", "hunt", 0).replace(side="2"),
        car("hunt", 0, 0, speed_kph=30, side="2"),
    )
    after = done(here, Weave(actor="driver", number=2), (4, 4)).encounter
    assert (machine(after, "hunt").going.weave_behind, machine(after, "hunt").going.weave_dm) == (
        "car",
        -2,
    )
    hunters = after.model_copy(update={"turn": "hunter"})
    gone = done(hunters, BreakOff(actor="hunter")).encounter
    assert machine(gone, "hunt").going.weave_behind == ""
    outcome = done(hunters, Weave(actor="hunter"), (2, 2, 1, 1, 1, 3, 3))
    assert outcome.result.dm_total == 0
    assert machine(outcome.encounter, "hunt").hull == 2
    assert refused(here, Weave(actor="driver", number=3)) == "number"


@pytest.mark.rule("CE-VDM-10")
def test_a_power_failure_costs_the_next_turn() -> None:
    """No driving, no mounted weapons; a rifle of one's own still fires."""
    here = fight(
        person("kell", 20),
        inside("driver", seat=0),
        inside("gunner"),
        car(lost_rounds=1, weapons=(GUN,)),
    )
    here = done(here, TakeTurn(actor="driver")).encounter
    assert machine(here).lost_rounds == 0
    assert refused(here, DriveOn(actor="driver")) == "no_power"
    gunners = here.model_copy(update={"turn": "gunner"})
    shot = Attack(actor="gunner", target="kell", weapon="mounted:gun")
    assert refused(gunners, shot) == "weapons_without_power"
    done(gunners, Attack(actor="gunner", target="kell", weapon="pistol"), (1, 1))


@pytest.mark.rule("CE-VDM-09")
@pytest.mark.rule("CE-VDM-08")
def test_a_blind_vehicle_and_a_damaged_gun() -> None:
    """Blind, its mounted weapons aim at nobody; hit once, a gun has -2; hit twice it is gone."""
    gun = GUN.model_copy(update={"hits": 1})
    people = (inside("gunner"), person("kell", 20))
    shot = Attack(actor="gunner", target="kell", weapon="mounted:gun")
    assert refused(fight(*people, car(weapons=(gun,), sensor_hits=2)), shot) == "blind"
    assert summed(fight(*people, car(weapons=(gun,))), shot).value("CE-VDM-08") == -2
    gone = gun.model_copy(update={"hits": 2})
    assert refused(fight(*people, car(weapons=(gone,))), shot) == "destroyed"


@pytest.mark.rule("CE-SIG-10")
def test_a_fast_vehicle_is_harder_to_hit_with_those_in_it() -> None:
    """-1 for each 10 m that it really went."""
    here = fight(inside("driver", seat=0), person("kell", 30), car(closed=False))
    path = tuple(Cell(n, 0) for n in range(1, 15))
    here = done(here, Drive(actor="driver", path=path)).encounter
    kells = here.model_copy(update={"turn": "kell"})
    for target in ("car", "driver"):
        shot = Attack(actor="kell", target=target, weapon="rifle")
        assert summed(kells, shot).value("CE-SIG-10") == -2


def test_a_new_round_opens_ports_and_counts_a_robots_shutdown() -> None:
    """What belongs to one round is gone after it."""
    robot = car("robot", 5, kind="robot", shutdown_rounds=2, going=Going(free_turns=2))
    here = fight(person("kell"), robot)
    after = done(here, NextTurn()).encounter
    assert after.round == 2
    assert (machine(after, "robot").shutdown_rounds, machine(after, "robot").going.free_turns) == (
        1,
        0,
    )


@pytest.mark.rule("CE-VEH-06")
def test_a_gunner_reloads_the_weapon_of_the_vehicle() -> None:
    """It costs his minor action and fills the vehicle's magazine."""
    empty = GUN.model_copy(update={"loaded": 0})
    here = fight(inside("gunner"), car(weapons=(empty,)))
    assert "reload:mounted:gun" in {one.id for one in actions_of(SYSTEM, here, "gunner")}
    after = done(here, Reload(actor="gunner", weapon="mounted:gun")).encounter
    assert sheet(after, "car").weapons[0].loaded == 20
    assert sheet(after, "gunner").budget.minor == 0
