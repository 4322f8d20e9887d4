"""Runs the executable examples of ARRGS against the product's own procedures.

Translates only: builds an encounter from ``given``, plays commands through the referee with the
case's dice, and reads the answers off results, traces and state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.errors import ScriptError
from gridwar.systems.arrgs.actions.paying_for_actions import point_cap
from gridwar.systems.arrgs.core.initiative import initiative_order
from gridwar.systems.arrgs.core.movement_speed import (
    increment_of,
    increment_penalty,
    increments_in,
    penalty_after_first,
)
from gridwar.systems.arrgs.core.sheet import WALKING, sheet_of
from gridwar.systems.arrgs.core.tables import manoeuvre
from gridwar.systems.arrgs.gm.checks_and_damage import Harm, RollCheck, Spend
from gridwar.systems.arrgs.movement import movement_budget, path_costs
from gridwar.systems.arrgs.movement.movement_budget import MovementCheck
from gridwar.systems.arrgs.movement.movement_manoeuvre import Dash, MovementManoeuvre
from gridwar.systems.arrgs.movement.sidestep_and_standup import Sidestep, Standup
from gridwar.systems.arrgs.positions.distances import (
    as_placed,
    between,
    in_ring,
    range_band,
    threatened_cells,
)
from gridwar.systems.arrgs.spells.lasting_spells import SpellEnded
from gridwar.systems.arrgs.turns import rounds_and_pauses
from gridwar.systems.arrgs.turns.points_per_round import pools_of
from gridwar.systems.arrgs.turns.rounds_and_pauses import EndRound, StartRound
from tests.examples import arrgs_movers
from tests.examples.arrgs_attacks import attack, repeated_attack
from tests.examples.arrgs_board import Board
from tests.examples.arrgs_manoeuvres import MANOEUVRES
from tests.examples.arrgs_spells import SPELLS
from tests.examples.arrgs_traces import answers_in, check_results_in, fort_checks
from tests.support.arrgs import permitted_answers

if TYPE_CHECKING:
    from collections.abc import Callable

WHOLE = frozenset({"conditions", "hits", "losses"})

OPTION_NAMES = {"attack": "attack_melee", "repeated_attack": "repeated_attack_melee"}


def run(case: dict[str, Any]) -> dict[str, Any]:
    """Run a case and return its answers and the state after it."""
    return run_on(Board(case))


def run_on(board: Board) -> dict[str, Any]:
    """Run the case of a board and return its answers and the state after it."""
    case = board.case
    steps = []
    for do in case["do"]:
        board.defend = do.get("defend")
        steps.append(OPERATIONS[do["op"]](board, do))
    if board.dice.left:
        raise ScriptError(f"Dice left over: {board.dice.left}")
    return {"steps": steps, "state": board.state()}


def _order(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    del do
    return {"order": list(initiative_order(board.encounter))}


def _start_round(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    board.play(StartRound(surprise=do.get("surprise", False)))
    answer = {}
    for one in board.encounter.everyone():
        pools = pools_of(one, board.encounter, surprise=do.get("surprise", False))
        sheet = sheet_of(one)
        answer[one.id] = {
            "ap": sheet.ap,
            "aap": sheet.aap,
            "point_cap": point_cap(one),
            "can_act": rounds_and_pauses.can_take_turn(one),
            "drops_held_items": pools.drops,
        }
    return {"combatants": answer}


def _end_of_round(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    del do
    played = board.play(EndRound())
    answer = {}
    for end in played.result:
        stagger = end.stagger_check
        answer[end.who] = {
            "acceleration_loss": end.acceleration_loss,
            "fort_checks": fort_checks(end.fort_checks),
            "stagger_check": None
            if stagger is None
            else {"dc": stagger.dc, "result": stagger.result, "success": stagger.success},
        }
    ended = [event.spell for event in played.events if isinstance(event, SpellEnded)]
    return {"combatants": answer, "ended_spells": ended}


def _spend(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    played = board.play(
        Spend(
            actor=do["actor"],
            points=do["points"],
            pool=do.get("pool", "ap"),
            vitality=do.get("vitality", 1),
        )
    )
    if played.refused:
        return {"legal": False}
    result = played.result
    return {
        "legal": True,
        "overuse_modifier": result.overuse,
        "fort_checks": fort_checks(result.fort_checks),
    }


def _manoeuvre_info(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    del board
    row = manoeuvre(do["manoeuvre"])
    provokes = row.does_provoke(
        do.get("category", ""),
        unarmed=do.get("unarmed", False),
        check=do.get("needs_check", False),
    )
    return {"points": row.points or None, "provokes": provokes}


def _check(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    played = board.play(
        RollCheck(
            actor=do["actor"], check=do["check"], mode=do.get("mode", "action"), dc=do.get("dc")
        )
    )
    answer = {"result": played.result.result}
    if "dc" in do:
        answer["success"] = played.result.success
    return answer


def _range_band(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    away = do.get("distance")
    if away is None:
        away = between(board.encounter, do["actor"], do["target"])
    assert away is not None
    band = range_band(away, do.get("range_increment"), do.get("max_increments"))
    return {
        "distance": band.distance,
        "increment": band.increment,
        "range_modifier": band.modifier,
        "in_range": band.in_range,
    }


def _movement_increment(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    del board
    increment = increments_in(do["squares_moved"], do["base_speed"])
    return {"movement_increment": increment, "increment_modifier": penalty_after_first(increment)}


def _damage(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    played = board.play(
        Harm(target=do["target"], success_value=do["success_value"], types=tuple(do["types"]))
    )
    return {"damage": played.result.damage}


def _threat_squares(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    nearest, farthest = sheet_of(board.encounter[do["actor"]]).ring
    squares = len(threatened_cells(board.encounter, do["actor"]))
    return {"threat_min": nearest, "threat_max": farthest, "squares": squares}


def _opportunity_options(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    who, target, now = do["actor"], do["target"], board.encounter
    return {
        "in_ring": in_ring(now, who, as_placed(now[target])),
        "distance": between(now, who, target),
        "options": [OPTION_NAMES[key] for key in permitted_answers(now, who, target)],
    }


def _move(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    who, category = do["actor"], do.get("category", WALKING)
    path = board.path(do["path"])
    before = board.encounter
    costs = path_costs.path_costs(before, who, path, category)
    played = board.play(
        MovementManoeuvre(actor=who, path=path, mode=category), do.get("answers", [])
    )
    answer: dict[str, Any] = {"path_cost": costs[-1] if isinstance(costs, tuple) else None}
    if played.refused:
        return {
            **answer,
            "legal": False,
            "windows": [],
            "budget": movement_budget.budget_with(before, who, category),
            "check_results": [
                movement_budget.passive_result(before, who, manoeuvre("movement").points)
            ],
            "movement_increment": increment_of(before[who]),
            "increment_modifier": increment_penalty(before, before[who]),
        }
    result = played.result
    return {
        **answer,
        "legal": True,
        "check_results": check_results_in(played.events),
        "budget": result.budget,
        "squares": result.squares,
        "windows": board.in_order(played.windows),
        "answers": answers_in(played.events),
        "wasted": result.wasted,
        "stopped_at": board.place(who) if result.wasted else None,
        "movement_increment": result.increment,
        "increment_modifier": increment_penalty(board.encounter, board.encounter[who]),
        "fort_checks": fort_checks(result.fort_checks),
    }


def _move_budget(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    command = MovementCheck(actor=do["actor"], category=do.get("category", WALKING))
    played = board.play(command)
    return {"check_results": check_results_in(played.events), "budget": played.result}


def _move_squares(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    command = Dash(
        actor=do["actor"], squares=do.get("squares"), category=do.get("category", WALKING)
    )
    budget = movement_budget.budget_with(board.encounter, do["actor"], command.category or WALKING)
    played = board.play(command)
    one = board.encounter[do["actor"]]
    if played.refused:
        return {
            "legal": False,
            "budget": budget,
            "total_squares": sheet_of(one).squares_moved,
            "movement_increment": increment_of(one),
            "increment_modifier": increment_penalty(board.encounter, one),
        }
    return {
        "legal": True,
        "check_results": check_results_in(played.events),
        "budget": played.result.budget,
        "total_squares": sheet_of(one).squares_moved,
        "movement_increment": increment_of(one),
        "increment_modifier": increment_penalty(board.encounter, one),
        "fort_checks": fort_checks(played.result.fort_checks),
    }


def _sidestep(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    command = Sidestep(actor=do["actor"], path=board.path(do["path"]), pool=do.get("pool", "ap"))
    played = board.play(command, do.get("answers", []))
    return {
        "legal": not played.refused,
        "windows": board.in_order(played.windows),
        "movement_increment": increment_of(board.encounter[do["actor"]]),
    }


def _standup(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    command = Standup(actor=do["actor"], pool=do.get("pool", "ap"))
    played = board.play(command, do.get("answers", []))
    answer: dict[str, Any] = {
        "legal": not played.refused,
        "windows": [{"by": window["by"]} for window in board.in_order(played.windows)],
        "answers": answers_in(played.events),
    }
    if not played.refused:
        answer["wasted"] = played.result.wasted
        answer["fort_checks"] = fort_checks(played.result.fort_checks)
    return answer


OPERATIONS: dict[str, Callable[[Board, dict[str, Any]], dict[str, Any]]] = {
    "initiative_order": _order,
    "start_round": _start_round,
    "end_of_round": _end_of_round,
    "spend": _spend,
    "manoeuvre_info": _manoeuvre_info,
    "check": _check,
    "range_band": _range_band,
    "movement_increment": _movement_increment,
    "damage": _damage,
    "attack": attack,
    "repeated_attack": repeated_attack,
    "threat_squares": _threat_squares,
    "opportunity_options": _opportunity_options,
    "move": _move,
    "move_budget": _move_budget,
    "move_squares": _move_squares,
    "sidestep": _sidestep,
    "standup": _standup,
    **MANOEUVRES,
    **SPELLS,
    "turns": arrgs_movers.turns,
    "collision": arrgs_movers.collision,
    "mount": arrgs_movers.mount,
}
