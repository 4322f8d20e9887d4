"""The examples adapter of ``cepheus``: conditions, bursts, suppression, command and comms.

Translates the operations of the cases into commands and reads the answers back; rules nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from gridwar.engine.kit import reason_against
from gridwar.engine.play.play_outcome import Refused
from gridwar.systems.cepheus.attacks.attack_records import Shot
from gridwar.systems.cepheus.attacks.firing_modes import extra_of, rounds_used
from gridwar.systems.cepheus.attacks.suppression import Suppress, may_keep_down
from gridwar.systems.cepheus.core.fight_state import switches_of
from gridwar.systems.cepheus.leadership.communication import Between, why_not_by
from gridwar.systems.cepheus.leadership.lost_contact import SetContact
from gridwar.systems.cepheus.leadership.plans_and_leadership import Lead, MakePlan
from gridwar.systems.cepheus.positions.visibility_and_sensors import Conditions, environment
from tests.examples.cepheus_world import CHARS, LIGHTS, SMOKES, World, weapon_from

Operation = Callable[[World, dict[str, Any]], dict[str, Any]]
REFUSED = {"allowed": False}


def _environment_dm(world: World, step: dict[str, Any]) -> dict[str, Any]:
    given = {key: step.get(key, world.given.get(key)) for key in ("light", "smoke", "weather")}
    conditions = Conditions(
        LIGHTS[given["light"] or "normal"],
        SMOKES[given["smoke"] or "none"],
        given["weather"] == "extreme",
    )
    found = environment(
        conditions,
        laser=step.get("laser", False),
        sight_by=step.get("sight_by", "eye"),
        jammed=step.get("jammed", False),
    )
    return {"environment_dm": found.total}


def _burst(world: World, step: dict[str, Any]) -> dict[str, Any]:
    weapon = weapon_from(step["weapon"], world.given["weapons"][step["weapon"]])
    shot = Shot("", weapon.id, mode="burst", rounds=step["rounds"], use=step.get("use", "attack"))
    extra = extra_of(weapon, shot, switches_of(world.encounter))
    left = None if weapon.loaded is None else weapon.loaded - rounds_used(weapon, shot)
    return {
        "burst_dm": extra.dm,
        "burst_dice": extra.dice,
        "burst_points": extra.points,
        "rounds_left": left,
    }


def _comm_link(world: World, step: dict[str, Any]) -> dict[str, Any]:
    del world
    between = Between(
        step.get("wall", False),
        step.get("smoke", False),
        step.get("jammed", False),
        step.get("moving", False),
    )
    return {"linked": not why_not_by(step["means"], between)}


def _suppressible(world: World, step: dict[str, Any]) -> dict[str, Any]:
    refusal = reason_against(world.encounter, partial(may_keep_down, who=step["who"]))
    return {"suppressible": refusal is None}


def _suppress(world: World, step: dict[str, Any]) -> dict[str, Any]:
    command = Suppress(actor=step["by"], target=step["target"], effect=step["effect"])
    outcome = world.submit(command)
    return REFUSED if isinstance(outcome, Refused) else {"affected": outcome.result}


def _tactics(world: World, step: dict[str, Any]) -> dict[str, Any]:
    characteristic = CHARS[step.get("characteristic", "int")]
    command = MakePlan(actor=step["by"], characteristic=characteristic)  # type: ignore[arg-type]  # CHARS holds names
    outcome = world.submit_without_turn(command)
    return REFUSED if isinstance(outcome, Refused) else _check_words(outcome.result)


def _leadership(world: World, step: dict[str, Any]) -> dict[str, Any]:
    characteristic = CHARS[step.get("characteristic", "soc")]
    command = Lead(actor=step["by"], target=step["target"], characteristic=characteristic)  # type: ignore[arg-type]  # CHARS holds names
    outcome = world.submit(command)
    if isinstance(outcome, Refused):
        return REFUSED
    return {**_check_words(outcome.result), "cost": "significant"}


def _check_words(result: Any) -> dict[str, Any]:
    return {
        "dm_total": result.dm_total,
        "total": result.total,
        "effect": result.effect,
        "success": result.success,
    }


def _set_comms(world: World, step: dict[str, Any]) -> dict[str, Any]:
    outcome = world.submit(SetContact(who=step["who"], cut=not step["in_comms"]))
    return REFUSED if isinstance(outcome, Refused) else {}


OPERATIONS: dict[str, Operation] = {
    "environment_dm": _environment_dm,
    "burst": _burst,
    "comm_link": _comm_link,
    "suppressible": _suppressible,
    "suppress": _suppress,
    "tactics": _tactics,
    "leadership": _leadership,
    "set_comms": _set_comms,
}
