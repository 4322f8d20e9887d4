"""The examples adapter of ``cepheus``: turns, movement, range here, attacks in ``cepheus_attacks``.

Translates the operations of the cases into commands and reads the answers back; rules nothing.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gridwar.engine.kit.turn_and_move_commands import BeginFight, Move, TakeTurn
from gridwar.engine.play.play_outcome import Accepted, Refused
from gridwar.errors import ScriptError
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.reach import reach
from gridwar.grid.movement.routes import Route, find_route
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.combatant import Combatant
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus.actions.aiming_and_weapon_rest import TakeAim
from gridwar.systems.cepheus.actions.check_action import Check
from gridwar.systems.cepheus.actions.stance import ChangeStance
from gridwar.systems.cepheus.attacks.reactions import React
from gridwar.systems.cepheus.attacks.target_dms import movement_dm
from gridwar.systems.cepheus.checks.check_rolls import CheckResult
from gridwar.systems.cepheus.core.fight_state import CepheusState, switches_of
from gridwar.systems.cepheus.movement import minor_actions_for
from gridwar.systems.cepheus.positions.range_bands import (
    Distance,
    band_of,
    distance_between,
    range_dm,
)
from gridwar.systems.cepheus.turns.delay_and_haste import ActNow, Delay, Hasten
from gridwar.systems.cepheus.turns.delay_into_next_round import FIRST, LET_PASS
from gridwar.systems.cepheus.turns.rounds_and_turns import EndRound, EndTurn
from gridwar.systems.cepheus.views.move_and_weapon_overlays import movement_of
from tests.examples.adapter import NotBuilt
from tests.examples.cepheus_bodies import OPERATIONS as BODIES
from tests.examples.cepheus_shooting import OPERATIONS as SHOOTING
from tests.examples.cepheus_vehicles import VEHICLES
from tests.examples.cepheus_world import CHARS, World
from tests.support.cepheus import budget_options

if TYPE_CHECKING:
    from gridwar.model.question_and_refusal import Question

WHOLE: frozenset[str] = frozenset({"victims"})
Operation = Callable[[World, dict[str, Any]], dict[str, Any]]
REFUSED = {"allowed": False}
MOST_AT_ONCE = 3
"""Minor actions of one turn."""
DIFFICULT = 1
"""Index of difficult ground among a map's usual kinds of terrain."""


def run(case: dict[str, Any]) -> dict[str, Any]:
    """Run one case and return its answer.

    Raises:
        NotBuilt: It needs a rule that is not built.
        ScriptError: Dice are left over.
    """
    given = dict(case.get("given", {}))
    world = World(given, case.get("dice", []))
    asked = case["do"]
    steps = asked if isinstance(asked, list) else [asked]
    answers = [_play(world, step) for step in steps]
    if world.dice.left:
        raise ScriptError(f"Dice left over: {world.dice.left}")
    return {"steps": answers} if isinstance(asked, list) else answers[0]


def _play(world: World, step: dict[str, Any]) -> dict[str, Any]:
    name = step["op"]
    operation = OPERATIONS.get(name)
    if operation is None:
        raise NotBuilt(f"the operation {name!r}")
    answer = operation(world, step)
    return {"allowed": True, **answer, **world.observations()}


# --- range and movement --------------------


def _band(world: World, step: dict[str, Any]) -> dict[str, Any]:
    ends = {key: Combatant(id=key, name=key, pos=Cell(*step[key])) for key in ("from", "to")}
    encounter = world.encounter.model_copy(update={"combatants": ends})
    distance = distance_between(encounter, "from", "to")
    assert distance is not None
    return {"squares": distance.squares, "band": band_of(distance, switches_of(encounter))}


def _range_dm(world: World, step: dict[str, Any]) -> dict[str, Any]:
    squares = step["squares"]
    distance = Distance(squares, squares * world.encounter.map.scale.cell_m)
    band = band_of(distance, switches_of(world.encounter))
    return {"range_dm": range_dm(step["weapon_type"], band), "band": band}


def _movement_dm(world: World, step: dict[str, Any]) -> dict[str, Any]:
    """Let somebody walk so far straight on, fast enough for one turn, and look at the metres."""
    squares = step["squares"]
    runner = World(
        {"combatants": {"runner": {"pos": [0, 0]}}, "switches": world.given.get("switches", {})}, []
    )
    size = max(30, squares + 1)
    runner.encounter = runner.encounter.model_copy(
        update={"map": BattleMap(width=size, height=1), "turn": "runner"}
    )
    runner.encounter = runner.encounter.with_combatant(
        runner.encounter["runner"].model_copy(update={"pos": Cell(0, 0)})
    )
    runner.replace_sheet("runner", speed_m=200.0)
    if squares:
        path = tuple(Cell(x, 0) for x in range(1, squares + 1))
        _accepted(runner.submit(Move(actor="runner", path=path)))
    metres = runner.sheet("runner").moved_m
    return {"metres": metres, "movement_dm": movement_dm(metres)}


def _move_reach(world: World, step: dict[str, Any]) -> dict[str, Any]:
    who, length = step["who"], 40
    all_difficult = step.get("terrain") == "difficult"
    squares = range(1, length) if all_difficult else step.get("difficult_squares", ())
    ground = BattleMap(width=length, height=1).with_painted(
        LayerName.TERRAIN, {Cell(x, 0): DIFFICULT for x in squares if x < length}
    )
    one = world.encounter.combatants[who].model_copy(update={"pos": Cell(0, 0)})
    encounter = world.encounter.model_copy(update={"map": ground}).with_combatant(one)
    movement = movement_of(encounter, who)
    if not movement.zones:
        return {"squares": 0}
    found = reach(LazyGrid(movement.ground, movement.rule), Cell(0, 0), movement.zones[-1].limit)
    needed = {cell.x: minor_actions_for(encounter, who, cost) for cell, cost in found.costs.items()}
    actions = step["move_actions"]
    reached = (x for x, n in needed.items() if n is not None and n <= actions)
    return {"squares": max(reached, default=0)}


def _move(world: World, step: dict[str, Any]) -> dict[str, Any]:
    who = step["by"]
    movement = movement_of(world.encounter, who)
    start = world.encounter.combatants[who].pos
    assert start is not None
    goal = world.cell(step["to"])
    route = find_route(LazyGrid(movement.ground, movement.rule), start, goal)
    if not isinstance(route, Route):
        return REFUSED
    return _allowed(world.submit(Move(actor=who, path=route.cells[1:])))


# --- turns --------------------


def _budget_options(world: World, step: dict[str, Any]) -> dict[str, Any]:
    found = budget_options(world.encounter, step["who"])
    return {"budgets": [[one.minor, one.significant] for one in found]}


def _start_combat(world: World, step: dict[str, Any]) -> dict[str, Any]:
    del step
    fresh = {"round": 0, "rules": CepheusState()}
    world.encounter = world.encounter.model_copy(update=fresh)
    return _allowed(world.submit_without_turn(BeginFight()))


def _haste(world: World, step: dict[str, Any]) -> dict[str, Any]:
    holder = world.encounter.turn
    command = Hasten(actor=step["by"])
    play = world.submit_without_turn if holder is None else world.submit
    return _allowed(play(command))


def _delay(world: World, step: dict[str, Any]) -> dict[str, Any]:
    return _allowed(world.submit_without_turn(Delay(actor=step["by"])))


def _begin_turn(world: World, step: dict[str, Any]) -> dict[str, Any]:
    return _allowed(world.submit(TakeTurn(actor=step["by"])))


def _end_turn(world: World, step: dict[str, Any]) -> dict[str, Any]:
    return _allowed(world.submit(EndTurn(actor=step["by"])))


def _interrupt(world: World, step: dict[str, Any]) -> dict[str, Any]:
    return _allowed(world.submit(ActNow(actor=step["by"])))


def _next_round(world: World, step: dict[str, Any]) -> dict[str, Any]:
    first = step.get("first", ())

    def choose(question: Question) -> Answer | None:
        if not question.key.endswith(f"delay of {question.recipient}"):
            return None
        return Answer(option=FIRST if question.recipient in first else LET_PASS)

    outcome = world.submit_without_turn(EndRound(), choose)
    return {**_allowed(outcome), "round": world.encounter.round}


# --- deeds --------------------


def _aim(world: World, step: dict[str, Any]) -> dict[str, Any]:
    left = step.get("minor_actions", 1)
    while left:
        now = min(left, MOST_AT_ONCE)
        command = TakeAim(
            actor=step["by"],
            target=step["target"],
            to_kill=step.get("kind") == "kill",
            actions=now,
        )
        if isinstance(world.submit(command), Refused):
            return REFUSED
        left -= now
    return {}


def _stance(world: World, step: dict[str, Any]) -> dict[str, Any]:
    return _allowed(world.submit(ChangeStance(actor=step["by"], to=step["stance"])))


def _reaction(world: World, step: dict[str, Any]) -> dict[str, Any]:
    command = React(actor=step["by"], reaction=step["kind"], against=step["against"])
    if "parry_skill" in step:
        _arm_for_parry(world, step["by"], step["parry_skill"])
    outcome = world.submit(command)
    return {f"{step['kind']}_dm": outcome.result} if isinstance(outcome, Accepted) else REFUSED


def _arm_for_parry(world: World, who: str, skill: str) -> None:
    """Put a weapon of that skill, and no other melee weapon, into somebody's hand."""
    from gridwar.systems.cepheus.core.weapon_records import Weapon

    blade = Weapon(id="parrying", name="parrying", type="extended_reach", skill=skill)
    world.replace_sheet(who, weapons=(blade,))


def _check(world: World, step: dict[str, Any]) -> dict[str, Any]:
    command = Check(
        actor=step["by"],
        skill=step["skill"],
        difficulty=step.get("difficulty", "average"),
        characteristic=CHARS.get(step.get("characteristic", "dex"), "dexterity"),  # type: ignore[arg-type]  # CHARS holds names
    )
    outcome = world.submit(command)
    if isinstance(outcome, Refused):
        return REFUSED
    result = outcome.result
    assert isinstance(result, CheckResult)
    return {
        "dm_total": result.dm_total,
        "total": result.total,
        "effect": result.effect,
        "success": result.success,
    }


def _allowed(outcome: Accepted | Refused) -> dict[str, Any]:
    return REFUSED if isinstance(outcome, Refused) else {}


def _accepted(outcome: Accepted | Refused) -> None:
    if isinstance(outcome, Refused):
        raise ScriptError(outcome.text)


def _with_attacks(own: dict[str, Operation]) -> dict[str, Operation]:
    name = "tests.examples.cepheus_attacks"
    if importlib.util.find_spec(name) is None:
        return own
    attacks: dict[str, Operation] = importlib.import_module(name).OPERATIONS
    return {**attacks, **own}


OPERATIONS: dict[str, Operation] = _with_attacks(
    {
        **BODIES,
        **SHOOTING,
        **VEHICLES,
        "band": _band,
        "range_dm": _range_dm,
        "movement_dm": _movement_dm,
        "move_reach": _move_reach,
        "budget_options": _budget_options,
        "start_combat": _start_combat,
        "haste": _haste,
        "delay": _delay,
        "begin_turn": _begin_turn,
        "end_turn": _end_turn,
        "interrupt": _interrupt,
        "next_round": _next_round,
        "reaction": _reaction,
        "aim": _aim,
        "move": _move,
        "stance": _stance,
        "check": _check,
    }
)

__all__ = ["OPERATIONS", "WHOLE", "run"]
