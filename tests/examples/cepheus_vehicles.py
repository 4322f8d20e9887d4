"""The examples adapter of ``cepheus``, vehicles: arcs, damage, collisions, drivers, repairs, ships.

Translates the operations of the cases into commands and reads the answers back; rules nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from gridwar.engine.play.play_outcome import Refused
from gridwar.model.command import Answer
from gridwar.systems.cepheus.attacks.mounts_and_firing_ports import ports_of
from gridwar.systems.cepheus.core.fight_state import switches_of
from gridwar.systems.cepheus.core.machines_and_aboard import driver_of, machine_of, vehicle_of
from gridwar.systems.cepheus.core.modifier_tables import cover_table, modifiers
from gridwar.systems.cepheus.machines.arcs_and_facing import arcs_to, bears
from gridwar.systems.cepheus.machines.machine_parts import hits_for
from gridwar.systems.cepheus.positions.cover import occupant_cover
from gridwar.systems.cepheus.vehicles.collisions import Collision, Crash, collision, thrown_from
from gridwar.systems.cepheus.vehicles.combined_fire import CombinedHits, Volley
from gridwar.systems.cepheus.vehicles.machine_explosion import (
    DamageMachine,
    HitLocation,
    MachineHarm,
)
from gridwar.systems.cepheus.vehicles.maneuvers import Evade
from gridwar.systems.cepheus.vehicles.repairs import structure_work, system_price
from gridwar.systems.cepheus.vehicles.weaving_and_pursuit import most_weave, weave_check
from tests.examples.cepheus_world import World

if TYPE_CHECKING:
    from gridwar.model.question_and_refusal import Question
    from gridwar.systems.cepheus.checks.check_rolls import CheckResult
    from gridwar.systems.cepheus.core.machine_records import Machine
    from gridwar.systems.cepheus.harm.damage_after_armor import Injury

Operation = Callable[[World, dict[str, Any]], dict[str, Any]]
REFUSED = {"allowed": False}


def _machine(world: World, step: dict[str, Any], key: str = "vehicle") -> Machine:
    found = machine_of(world.encounter, step[key])
    assert found is not None
    return found


def _arc_check(world: World, step: dict[str, Any]) -> dict[str, Any]:
    arcs = arcs_to(world.encounter, step["vehicle"], step["target"])
    weapons = world.sheet(step["vehicle"]).weapons
    return {"arcs": list(arcs), "bears": [one.id for one in weapons if bears(one, arcs)]}


def _occupant_cover(world: World, step: dict[str, Any]) -> dict[str, Any]:
    machine = _machine(world, step)
    degree, hard = occupant_cover(machine)
    return {
        "cover": degree.value,
        "cover_hard": hard,
        "cover_dm": cover_table().dm[degree],
        "max_shooters_per_arc": ports_of(machine),
    }


def _vehicle_hits(world: World, step: dict[str, Any]) -> dict[str, Any]:
    return {"hits": list(hits_for(step["damage_after_armor"], switches_of(world.encounter)))}


def _damage_vehicle(world: World, step: dict[str, Any]) -> dict[str, Any]:
    command = DamageMachine(
        who=step["vehicle"],
        dice=step.get("damage_dice", 0),
        effect=step.get("effect", 0),
        points=step.get("damage_after_armor"),
    )
    outcome = world.submit(command)
    return REFUSED if isinstance(outcome, Refused) else _harm_words(outcome.result)


def _apply_location(world: World, step: dict[str, Any]) -> dict[str, Any]:
    command = HitLocation(
        who=step["vehicle"],
        location=step["location"],
        hits=step.get("hits", 1),
        points=step.get("damage_after_armor", 0),
    )
    outcome = world.submit(command)
    if isinstance(outcome, Refused):
        return REFUSED
    words = _harm_words(outcome.result)
    return {"victims": words["victims"], "locations": words["locations"]}


def _harm_words(harm: MachineHarm) -> dict[str, Any]:
    report = harm.report
    return {
        "damage_before_armor": harm.before_armor,
        "damage_after_armor": harm.after_armor,
        "hits": list(report.hits),
        "location_rolls": list(report.rolls),
        "rolled_locations": list(report.rolled),
        "locations": list(report.locations),
        "victims": _victims(report.injuries),
    }


def _victims(injuries: Iterable[Injury]) -> dict[str, Any]:
    found: dict[str, dict[str, int]] = {}
    for one in injuries:
        words = found.setdefault(one.victim, {"damage_before_armor": 0, "damage_after_armor": 0})
        words["damage_before_armor"] += one.before_armor
        words["damage_after_armor"] += one.after_armor
    return found


def _collision(world: World, step: dict[str, Any]) -> dict[str, Any]:
    solid = step.get("struck", "solid") == "solid"
    crash = Crash(step["vehicle"], _machine(world, step).speed_kph, None, solid)
    found = world.run(collision, crash, _lets_fly)
    assert isinstance(found, Collision)
    victims = _victims(found.injuries)
    for one in found.thrown:
        flight = {"thrown_m": one.metres, "thrown_squares": one.squares}
        victims.setdefault(one.who, {}).update(flight)
    return {
        "dice_rolled": found.dice,
        "damage_before_armor": found.damage,
        "damage_after_armor": found.after_armor,
        "hits": list(found.report.hits),
        "location_rolls": list(found.report.rolls),
        "rolled_locations": list(found.report.rolled),
        "locations": list(found.report.locations),
        "victims": victims,
    }


def _lets_fly(question: Question) -> Answer | None:
    """Let whoever is not belted in fly, also out of a closed vehicle: the cases say so."""
    return Answer(option="flies") if question.key.endswith("thrown") else None


def _thrown_from_vehicle(world: World, step: dict[str, Any]) -> dict[str, Any]:
    who = step["who"]
    vehicle = vehicle_of(world.encounter, who) or ""
    kph = _machine(world, {"vehicle": vehicle}).speed_kph
    bearing = world.encounter.combatants[vehicle].facing_deg or 0
    found = thrown_from(world.encounter, who, vehicle, kph, bearing)
    return {
        "thrown_m": found.metres,
        "thrown_squares": found.squares,
        "landing_square": world.square(found.landing),
    }


def _driver(world: World, step: dict[str, Any]) -> str:
    return driver_of(world.encounter, step["vehicle"]) or ""


def _evasive_action(world: World, step: dict[str, Any]) -> dict[str, Any]:
    outcome = world.submit(Evade(actor=_driver(world, step)))
    return REFUSED if isinstance(outcome, Refused) else _check_words(outcome.result)


def _check_words(result: CheckResult) -> dict[str, Any]:
    return {
        "dm_total": result.dm_total,
        "total": result.total,
        "effect": result.effect,
        "success": result.success,
    }


def _weave(world: World, step: dict[str, Any]) -> dict[str, Any]:
    number, most = step["number"], most_weave(_machine(world, step).speed_kph)
    driver = _driver(world, step)
    if not driver or not 1 <= number <= most:
        return {**REFUSED, "max_number": most}
    result = world.run(weave_check, (driver, number))
    pursuer_dm = -number if result.success else None
    return {"max_number": most, **_check_words(result), "pursuer_dm": pursuer_dm}


def _combined_fire(world: World, step: dict[str, Any]) -> dict[str, Any]:
    hits = []
    for one in step["hits"]:
        weapon = world.given["weapons"][one["weapon"]]
        hits.append(
            Volley(
                name=one["weapon"],
                dice=weapon.get("damage_dice", 0),
                bonus=weapon.get("damage_bonus", 0),
                effect=one.get("effect", 0),
            )
        )
    outcome = world.submit(CombinedHits(target=step["target"], hits=tuple(hits)))
    if isinstance(outcome, Refused):
        return REFUSED
    found = outcome.result
    is_ship = _machine(world, step, "target").starship_scale
    return {
        "scale_dm": modifiers().ship.to_hit if is_ship else 0,
        "dice_rolled": found.dice,
        "damage_full": found.full,
        "damage_before_armor": found.before_armor,
        "damage_after_armor": found.after_armor,
    }


def _replace_system(world: World, step: dict[str, Any]) -> dict[str, Any]:
    return {"cost": world.run(system_price, step["price"]).cost}


def _repair_structure(world: World, step: dict[str, Any]) -> dict[str, Any]:
    found = world.run(structure_work, (step["base_price"], step.get("points", 1)))
    return {"cost": found.cost, "hours": found.hours}


VEHICLES: dict[str, Operation] = {
    "arc_check": _arc_check,
    "occupant_cover": _occupant_cover,
    "vehicle_hits": _vehicle_hits,
    "damage_vehicle": _damage_vehicle,
    "apply_location": _apply_location,
    "collision": _collision,
    "thrown_from_vehicle": _thrown_from_vehicle,
    "evasive_action": _evasive_action,
    "weave": _weave,
    "combined_fire": _combined_fire,
    "replace_system": _replace_system,
    "repair_structure": _repair_structure,
}
