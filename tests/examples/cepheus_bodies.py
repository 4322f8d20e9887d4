"""The examples adapter of ``cepheus``, third part: grapples, healing, fatigue, extended actions.

Translates the operations of the cases into commands and reads the answers back; rules nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gridwar.engine.play.play_outcome import Refused
from gridwar.model.command import Answer
from gridwar.systems.cepheus.actions.extended_action_rounds import TaskHit, disturb
from gridwar.systems.cepheus.core.fight_state import clock
from gridwar.systems.cepheus.grapples.grapple import Grapple, won_by
from gridwar.systems.cepheus.grapples.grapple_wins import Chosen, Won, play_win
from gridwar.systems.cepheus.harm.days_of_healing import CareDay, HealDay
from gridwar.systems.cepheus.harm.fatigue_and_waking import Tire, TryToWake
from gridwar.systems.cepheus.harm.first_aid_and_surgery import FirstAid, Surgery
from tests.examples.cepheus_world import CHARS, RunThis, World

if TYPE_CHECKING:
    from gridwar.model.question_and_refusal import Question
    from gridwar.systems.cepheus.checks.check_rolls import CheckResult

Operation = Callable[[World, dict[str, Any]], dict[str, Any]]
REFUSED = {"allowed": False}
STEPS = {
    "north": (0, -1),
    "northeast": (1, -1),
    "east": (1, 0),
    "southeast": (1, 1),
    "south": (0, 1),
    "southwest": (-1, 1),
    "west": (-1, 0),
    "northwest": (-1, -1),
}


class _NotAllowed(Exception):
    """The case gives an answer that the product does not accept."""


# --- grapples -----------------------------------------------------------------------------------


def _grapple_check(world: World, step: dict[str, Any]) -> dict[str, Any]:
    by, target = step["by"], step["target"]
    outcome = world.submit(Grapple(actor=by, target=target))
    if isinstance(outcome, Refused):
        return REFUSED
    opposed = outcome.result.opposed
    effects = {by: opposed.mine.effect, target: opposed.theirs.effect}
    won = won_by(world.encounter, opposed, by, target)
    return {"winner": won.winner, "effect": won.effect, "effects": effects}


def _grapple_option(world: World, step: dict[str, Any]) -> dict[str, Any]:
    by, target = step["by"], step["target"]
    chosen = Chosen(Won(by, target, step.get("effect", 0)), step["option"])

    def answer(question: Question) -> Answer | None:
        if not question.cells or "direction" not in step:
            return None
        mover = by if step["option"] == "break_free" else target
        here = world.encounter.combatants[mover].pos
        assert here is not None
        dx, dy = STEPS[step["direction"]]
        squares = step.get("squares", 1)
        goal = here._replace(x=here.x + dx * squares, y=here.y + dy * squares)
        found = Answer(cell=goal)
        if question.problem_with(found):
            raise _NotAllowed
        return found

    try:
        outcome = world.submit(RunThis(procedure=play_win, args=chosen), answer)
    except _NotAllowed:
        return REFUSED
    if isinstance(outcome, Refused):
        return REFUSED
    injury = outcome.result
    if injury is None:
        return {}
    return {
        "damage_before_armor": injury.before_armor,
        "damage_after_armor": injury.after_armor,
    }


# --- healing ------------------------------------------------------------------------------------


def _heal_day(world: World, step: dict[str, Any]) -> dict[str, Any]:
    outcome = world.submit(HealDay(who=step["who"], activity=step.get("activity", "rest")))
    return REFUSED if isinstance(outcome, Refused) else {"points": outcome.result}


def _first_aid(world: World, step: dict[str, Any]) -> dict[str, Any]:
    by, target = step["by"], step["target"]
    hurt_at = clock(world.encounter) - step.get("rounds_since_injury", 0)
    world.replace_sheet(target, injured_at=hurt_at)
    command = FirstAid(actor=by, target=target, characteristic=_characteristic(step))
    return _treated(world, command)


def _surgery(world: World, step: dict[str, Any]) -> dict[str, Any]:
    command = Surgery(
        actor=step["by"],
        target=step["target"],
        characteristic=_characteristic(step),
        sickbay=step.get("sickbay", True),
    )
    return _treated(world, command)


def _characteristic(step: dict[str, Any]) -> Any:
    return CHARS[step.get("characteristic", "edu")]


def _treated(world: World, command: FirstAid | Surgery) -> dict[str, Any]:
    outcome = world.submit(command)
    if isinstance(outcome, Refused):
        return REFUSED
    return {**_checked(outcome.result.check), "points": outcome.result.points}


def _checked(check: CheckResult) -> dict[str, Any]:
    return {
        "dm_total": check.dm_total,
        "total": check.total,
        "effect": check.effect,
        "success": check.success,
    }


def _medical_care_day(world: World, step: dict[str, Any]) -> dict[str, Any]:
    outcome = world.submit(CareDay(actor=step["by"], target=step["target"]))
    if isinstance(outcome, Refused):
        return REFUSED
    care = outcome.result
    restored = {short: getattr(care.restored, CHARS[short]) for short in ("str", "dex", "end")}
    return {"points": care.points, "restored": restored}


def _wake_check(world: World, step: dict[str, Any]) -> dict[str, Any]:
    outcome = world.submit(TryToWake(who=step["who"]))
    return REFUSED if isinstance(outcome, Refused) else _checked(outcome.result)


def _fatigue(world: World, step: dict[str, Any]) -> dict[str, Any]:
    outcome = world.submit(Tire(who=step["who"]))
    if isinstance(outcome, Refused):
        return REFUSED
    return {"rest_hours": outcome.result.rest_hours, "unconscious": outcome.result.unconscious}


# --- extended actions -----------------------------------------------------------------------------


def _task_interrupted(world: World, step: dict[str, Any]) -> dict[str, Any]:
    who, task = step["who"], world.sheet(step["who"]).task
    assert task is not None
    if "characteristic" in step:
        changed = task.replace(characteristic=CHARS[step["characteristic"]])
        world.replace_sheet(who, task=changed)
    found = world.run(disturb, TaskHit(who, step["damage_after_armor"]))
    return {**_checked(found.check), "round_counts": found.counts, "ruined": found.ruined}


OPERATIONS: dict[str, Operation] = {
    "grapple_check": _grapple_check,
    "grapple_option": _grapple_option,
    "heal_day": _heal_day,
    "first_aid": _first_aid,
    "surgery": _surgery,
    "medical_care_day": _medical_care_day,
    "wake_check": _wake_check,
    "fatigue": _fatigue,
    "task_interrupted": _task_interrupted,
}
