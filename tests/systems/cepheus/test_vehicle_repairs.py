"""After the fight: repairs with spare parts, prices, patches that fail; ships as targets."""

from __future__ import annotations

import pytest

from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.core.machine_records import JuryRig, Machine
from gridwar.systems.cepheus.vehicles.combined_fire import CombinedFire, CombinedHits, Volley
from gridwar.systems.cepheus.vehicles.repair_offers import (
    JuryRigIt,
    Rebuild,
    Repair,
    ReplaceSystem,
    Strip,
    menders,
)
from tests.systems.cepheus.firefight import done, fight, log, person, refused, sheet, summed
from tests.systems.cepheus.garage import GUN, car, machine

MENDER = person("mara", 9, skills={"mechanics": 2}, chars={"education": 9})


@pytest.mark.rule("CE-REP-01")
def test_a_jury_rig_holds_for_some_hours() -> None:
    """A check without parts clears a hit for 1D6 hours; then it is back."""
    here = fight(MENDER, car(drive_hits=1))
    command = JuryRigIt(machine="car", system="drive", skill="mechanics")
    here = done(here, command, (3, 3, 2)).encounter
    assert machine(here).drive_hits == 0
    assert machine(here).jury_rigs == (JuryRig(system="drive", hours=2, fails_at=1 + 1200),)
    later = here.replace(rules=here.rules.replace(passed_rounds=1200))
    later = done(later, Strip(machine="car", donor="car", system="computer")).encounter
    assert (machine(later).drive_hits, machine(later).jury_rigs) == (1, ())


@pytest.mark.rule("CE-REP-02")
def test_a_repair_takes_parts_a_check_and_hours() -> None:
    """One success clears one hit; parts are gone either way; without parts nothing is begun."""
    here = fight(MENDER, car(drive_hits=2, spare_parts=2))
    command = Repair(machine="car", system="drive", skill="mechanics")
    outcome = done(here, command, (3, 3, 5))
    assert (outcome.result.success, outcome.result.hours) == (True, 5)
    failed = done(outcome.encounter, command, (1, 1, 1)).encounter
    assert (machine(failed).drive_hits, machine(failed).spare_parts) == (1, 0)
    assert refused(failed, command) == "no_parts"


@pytest.mark.rule("CE-REP-02")
def test_nobody_who_is_out_repairs_anything() -> None:
    """Whoever could do it is asked for: neither the unconscious nor a vehicle, but a robot."""
    out = person("otto", 9, chars={"strength": 0, "dexterity": 0})
    here = fight(out, car(drive_hits=1), person("rob", machine=Machine(kind="robot")))
    assert menders(here) == ("rob",)


@pytest.mark.rule("CE-REP-03")
def test_spare_parts_come_from_another_system() -> None:
    """A hit on the donor gives parts for one repair."""
    here = fight(MENDER, car(drive_hits=1), car("wreck", 5))
    after = done(here, Strip(machine="car", donor="wreck", system="drive")).encounter
    assert (machine(after).spare_parts, machine(after, "wreck").drive_hits) == (1, 1)
    assert refused(here, Strip(machine="car", donor="wreck", system="passengers")) == "no_donor"


@pytest.mark.rule("CE-REP-04")
def test_a_destroyed_system_is_replaced_at_a_price() -> None:
    """2D6 tenths of the price; spare parts cannot repair it."""
    here = fight(MENDER, car(sensor_hits=2, spare_parts=1))
    assert refused(here, Repair(machine="car", system="sensors")) == "nothing_broken"
    outcome = done(here, ReplaceSystem(machine="car", system="sensors", price=8000), (5, 6))
    assert outcome.result.cost == 8800
    assert machine(outcome.encounter).sensor_hits == 0


@pytest.mark.rule("CE-REP-05")
def test_hull_is_repaired_point_by_point() -> None:
    """Mechanics, one point a success, parts used up on failure too."""
    here = fight(MENDER, car(hull=1, hull_max=3, spare_parts=2))
    here = done(here, Repair(machine="car", system="hull"), (3, 3, 1)).encounter
    assert (machine(here).hull, machine(here).spare_parts) == (2, 1)
    here = done(here, Repair(machine="car", system="hull"), (1, 1, 1)).encounter
    assert (machine(here).hull, machine(here).spare_parts) == (2, 0)


@pytest.mark.rule("CE-REP-06")
def test_structure_is_rebuilt_in_a_workshop() -> None:
    """20 % of the price and 1D6 times ten hours for each point, without a check."""
    here = fight(MENDER, car(structure=1, structure_max=3, base_price=30_000))
    outcome = done(here, Rebuild(machine="car", points=2), (6, 4))
    assert (outcome.result.cost, outcome.result.hours) == (12_000, 100)
    assert machine(outcome.encounter).structure == 3


@pytest.mark.rule("CE-STS-01")
def test_a_ship_is_easy_to_hit() -> None:
    """+4 in place of the +1 of a vehicle."""
    here = fight(person("mara"), car("ship", 30, starship_scale=True))
    tally = summed(here, Attack(actor="mara", target="ship", weapon="rifle"))
    assert (tally.value("CE-STS-01"), tally.value("CE-VEH-03")) == (4, 0)


@pytest.mark.rule("CE-STS-02", "CE-DMG-03", "CE-DMG-04")
def test_a_fiftieth_of_the_damage_reaches_a_ship() -> None:
    """A single rifle does nothing; Effect and armour come before and after the division."""
    here = fight(person("mara"), car("ship", 30, starship_scale=True, armor=1))
    outcome = done(here, Attack(actor="mara", target="ship", weapon="rifle"), (6, 6, 6, 6, 6))
    (injury,) = outcome.result.injuries
    assert (injury.before_armor, injury.after_armor) == (0, 0)
    volleys = tuple(Volley(dice=dice) for dice in (16, 11, 3))
    combined = CombinedHits(target="ship", hits=volleys)
    dice = (6,) * (16 + 5 + 1)
    found = done(here, combined, dice).result
    assert (found.dice, found.full, found.before_armor, found.after_armor) == (22, 132, 2, 1)


@pytest.mark.rule("CE-STS-01", "CE-STS-02", "CE-CORE-02")
def test_several_fire_at_a_ship_together() -> None:
    """Each rolls to hit, half the dice of the second count, who joins gives his next action."""
    cannon = GUN.model_copy(update={"damage_dice": 9, "mount_arc": None, "skill": "slug_rifle"})
    here = fight(
        person("mara", weapons=(cannon,)),
        person("kell", 0, 1, weapons=(cannon,)),
        car("ship", 30, starship_scale=True, side="2"),
    )
    command = CombinedFire(actor="mara", target="ship", weapon="gun")
    outcome = done(here, command, (1, 1, 1, 1, *(6,) * 9, *(6,) * 4), gm={"kell": 1})
    (injury,) = outcome.result.injuries
    assert (injury.full, injury.after_armor) == (78, 1)
    assert machine(outcome.encounter, "ship").hull == 3, "the GM applies it, no table is rolled"
    told = next(one for one in log(outcome) if one.title == "Ship is damaged")
    assert [(one.rule_id, one.after) for one in told.steps] == [("CE-STS-02", 1)]
    kell = sheet(outcome.encounter, "kell")
    assert kell.lose_next_significant
    assert [one.loaded for one in kell.weapons] == [19]
    fired = next(one for one in log(outcome) if one.title == "Kell fires")
    assert {"CE-RNG-03", "CE-STS-01"} <= {one.rule_id for one in fired.lines}
    assert (fired.total, fired.result, fired.tone) == (8, "hit, Effect 0", "good")


@pytest.mark.rule("CE-VDM-16")
def test_what_is_offered_for_a_damaged_robot_and_for_a_person() -> None:
    """A robot has its own actions and repairs; people have none to be repaired."""
    here = fight(MENDER, car("robot", 5, kind="robot", sensor_hits=1, structure_max=4))
    offered = {one.id for one in actions_of(SYSTEM, here, "robot")}
    assert {"move", "aim", "jury_rig", "repair", "rebuild", "explode", "suffer"} <= offered
    assert "tire" not in offered
    assert not {"jury_rig", "explode"} & {one.id for one in actions_of(SYSTEM, here, "mara")}
