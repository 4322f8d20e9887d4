"""Cepheus: what is shown of machines, and their repairs."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.core.machine_records import ExtraArc, Going
from gridwar.systems.cepheus.vehicles.repair_offers import JuryRigIt, ReplaceSystem, Strip
from gridwar.systems.cepheus.views.machine_card import machine_badges
from gridwar.systems.cepheus.views.machine_overlays import fields_of
from tests.systems.cepheus.firefight import done, fight, person, refused
from tests.systems.cepheus.garage import GUN, car, machine
from tests.systems.cepheus.test_limits_of_machines import MENDER

# --- what is shown ------------------------------------------------------------------------------


@pytest.mark.rule(
    "CE-VAC-01", "CE-VAC-04", "CE-VAC-05", "CE-VDM-05", "CE-VDM-09", "CE-VDM-10", "CE-VDM-15"
)
@pytest.mark.parametrize(
    ("state", "rule", "words"),
    [
        ({"structure": 0}, "CE-VDM-05", "destroyed"),
        ({"structure": -1, "structure_max": 3, "exploded": True}, "CE-VDM-05", "blown up"),
        ({"drive_hits": 3}, "CE-VDM-07", "out of action"),
        ({"kind": "robot", "drive_hits": 3}, "CE-VDM-07", "cannot move"),
        ({"kind": "robot", "shutdown_rounds": 2}, "CE-VDM-15", "shut down for 2 rounds"),
        ({"sensor_hits": 2}, "CE-VDM-09", "blind"),
        ({"lost_rounds": 1}, "CE-VDM-10", "no power for a turn"),
        ({"going": Going(silent_round=1)}, "CE-VDM-10", "no power for a turn"),
        ({"going": Going(evasive_dm=3)}, "CE-VAC-01", "evades: -3 on all shots"),
        (
            {"going": Going(weave_behind="mara", weave_dm=-2)},
            "CE-VAC-05",
            "must weave after Mara at -2, or break off",
        ),
        (
            {"going": Going(extra_arc=ExtraArc(target="mara", arc="left", round=1))},
            "CE-VAC-04",
            "Mara counts as left too",
        ),
        ({"going": Going(chain_dm=1)}, "CE-VAC-04", "a stunt: +1 on the next check"),
    ],
)
def test_a_machine_wears_what_has_befallen_it(state: dict[str, Any], rule: str, words: str) -> None:
    """One badge each, with its rule; a whole one that does nothing wears none."""
    here = fight(person("mara"), car(**state))
    found = [(one.rule_id, one.text) for one in machine_badges(here, machine(here))]
    assert (rule, words) in found
    assert list(machine_badges(here, machine(fight(car())))) == []


@pytest.mark.rule("CE-VDM-04", "CE-VDM-05", "CE-VDM-06", "CE-VEH-06", "CE-VEH-04", "CE-VEH-02")
def test_the_card_of_a_machine() -> None:
    """Hull and Structure of their full values, never below 0; its armour is a figure."""
    here = fight(car(hull=1, hull_max=3, structure=-1, structure_max=2, armor=6, weapons=(GUN,)))
    card = SYSTEM.cards.card(here, "car")
    assert [(one.key, one.now, one.full) for one in card.pools] == [
        ("hull", 1, 3),
        ("structure", 0, 2),
    ]
    figures = {one.label: one.value for one in card.figures}
    assert figures["Armour"] == "6"
    assert card.out


@pytest.mark.rule("CE-VDM-16")
def test_a_robot_has_what_people_have_and_a_vehicle_has_not() -> None:
    """Dexterity and people's actions are a robot's; a vehicle acts in its driver's turn."""
    here = fight(person("mara"), car("robot", 5, kind="robot"), car(x=9))
    labels = {
        who: {one.label for one in SYSTEM.cards.card(here, who).figures} for who in ("robot", "car")
    }
    assert "Dexterity" in labels["robot"]
    assert "Dexterity" not in labels["car"]
    offered = {who: {one.id for one in actions_of(SYSTEM, here, who)} for who in ("robot", "car")}
    assert {"aim", "stance:prone"} <= offered["robot"]
    assert not {"aim", "stance:prone", "check", "task"} & offered["car"]


@pytest.mark.rule("CE-VEH-06", "CE-VEH-01")
def test_fields_of_fire_of_mounted_weapons() -> None:
    """A quarter about the axis of its arc, a turret all round; a destroyed weapon has none."""
    guns = (
        GUN,
        GUN.replace(id="rear", mount_arc="rear"),
        GUN.replace(id="top", mount_arc="turret"),
        GUN.replace(id="gone", hits=2),
        GUN.replace(id="loose", mount_arc=None),
    )
    here = fight(car(weapons=guns))
    found = [(one.axis_deg, one.width_deg) for one in fields_of(here, "car")]
    assert found == [(0.0, 90.0), (180.0, 90.0), (0.0, 360.0)]
    assert len(fields_of(here, "car", "rear")) == 1


# --- repairs ------------------------------------------------------------------------------------


@pytest.mark.rule("CE-REP-01")
def test_a_patch_that_fails_takes_no_time() -> None:
    """No success, no hours, and the hit stays."""
    here = fight(MENDER, car(drive_hits=1))
    outcome = done(
        here, JuryRigIt(machine="car", system="drive", skill="mechanics", by="mara"), (1, 1)
    )
    assert (outcome.result.success, outcome.result.hours) == (False, 0)
    assert machine(outcome.encounter).drive_hits == 1


@pytest.mark.rule("CE-REP-03")
def test_parts_out_of_the_hull() -> None:
    """The last point of Hull still gives some; where none is left there is nothing to take."""
    take = Strip(machine="car", donor="wreck", system="hull")
    here = fight(MENDER, car(drive_hits=1), car("wreck", 5, hull=1, hull_max=3))
    after = done(here, take).encounter
    assert (machine(after).spare_parts, machine(after, "wreck").hull) == (1, 0)
    assert refused(after, take) == "no_donor"


@pytest.mark.rule("CE-REP-04")
def test_only_what_is_destroyed_is_replaced() -> None:
    """One hit on the drive is a repair's business; its price is asked for, tenths of it rolled."""
    hit = fight(MENDER, car(drive_hits=1))
    replace = ReplaceSystem(machine="car", system="drive", price=8000)
    assert refused(hit, replace) == "nothing_destroyed"
    here = fight(MENDER, car(drive_hits=3))
    outcome = done(here, replace.replace(price=0), (3, 4), gm={"price": 8000})
    assert (outcome.result.success, outcome.result.cost) == (True, 5600)
    free = done(here, replace.replace(price=0), (3, 4), gm={"price": 0})
    assert free.result.cost == 0
