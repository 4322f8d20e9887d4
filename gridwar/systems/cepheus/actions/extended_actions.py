"""Extended actions: something that takes several rounds, and what disturbs it.

The check at the end is a plain one (``checks``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct
from pydantic import Field

from gridwar.engine.kit import Procedure, ask, call, emit, require_none, roll
from gridwar.model.command import Answer, Command
from gridwar.model.events import Explained
from gridwar.model.question import Option, Question, Refusal
from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.actions.action_costs import Price, may_do, must_exist, pay, spoil_aim
from gridwar.systems.cepheus.actions.checks import (
    ASK,
    Attempt,
    CheckResult,
    Extra,
    attempt,
    chosen_characteristic,
)
from gridwar.systems.cepheus.core.bodies import Task
from gridwar.systems.cepheus.core.body_events import (
    TaskBegun,
    TaskDisturbed,
    TaskEnded,
    TaskWorked,
)
from gridwar.systems.cepheus.core.dms import EXCEPTIONAL
from gridwar.systems.cepheus.core.order import is_gone
from gridwar.systems.cepheus.core.sheet import Characteristic
from gridwar.systems.cepheus.core.state import is_busy, sheet_of
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter

ROUND_S: Final = 6
MINUTE_S: Final = 60
Timing = Literal["ten_seconds", "minutes", "ten_minutes", "hours"]
UNIT_S: Final[dict[Timing, int]] = {
    "ten_seconds": 10,
    "minutes": 60,
    "ten_minutes": 600,
    "hours": 3600,
}
"""Seconds that each point of the timing's die stands for."""


class BeginTask(Command):
    """Begin something that takes several rounds; what is "ask" or missing is asked for.

    ``rounds`` is how many where the GM knows it; otherwise the timing is rolled.
    """

    skill: str = ""
    characteristic: Characteristic | Literal["ask"] = "intelligence"
    timing: Timing | Literal["ask"] = "minutes"
    rounds: int | None = Field(default=None, ge=1, le=1_000_000)
    name: str = ""


class AbandonTask(Command):
    """Give up what takes several rounds."""


class FinishTask(Command):
    """Make the check of what took several rounds, now that they are over."""


class TaskHit(Struct, frozen=True):
    """Somebody busy was hit for so many points after armour."""

    who: str
    points: int


class Disturbance(Struct, frozen=True):
    """What a hit did to a task."""

    check: CheckResult
    counts: bool
    ruined: bool


WITH: Final = "with "
WHOLE_TURN: Final = Price(significant=1)


def rounds_of(seconds: int) -> int:
    """Return the rounds that some seconds take, rounded up.

    Rules: CE-OTH-02
    """
    return -(-seconds // ROUND_S)


def begin_task(table: Table, command: BeginTask) -> Procedure[Task]:
    """Begin an extended action: roll its timing; until it is done he does nothing else.

    Rules: CE-OTH-02
    """
    who = command.actor or ""
    yield from may_do(table, who, WHOLE_TURN)
    name, skill = command.name, command.skill
    if skill == ASK:
        answer = yield from ask(lambda: _which_skill(table.now, who))
        skill = answer.option.removeprefix(WITH)
    timing: str = command.timing
    if timing == ASK and command.rounds is None:
        answer = yield from ask(lambda: _which_timing(who))
        timing, name = answer.option, name or next(iter(answer.texts), "")
    characteristic = yield from chosen_characteristic(table, who, command.characteristic)
    yield from pay(table, who, WHOLE_TURN)
    yield from spoil_aim(table, who, "acted")
    rounds = command.rounds
    if rounds is None:
        unit_s = next((unit_s for one, unit_s in UNIT_S.items() if one == timing), MINUTE_S)
        face = yield from roll("1d6", sum, key="time", owner=who, label=_("Time it takes"))
        rounds = rounds_of(face * unit_s)
    task = Task(
        name=name or _skill_name(skill),
        skill=skill,
        characteristic=characteristic,
        needed=rounds,
    )
    yield from emit(TaskBegun(who=who, task=task))
    words = ngettext("{n} round", "{n} rounds", rounds).format(n=rounds)
    title = _("{name} begins: {task}").format(name=table.now[who].name, task=task.name)
    yield from emit(Explained(trace=Trace(title=title, result=words)))
    return task


def _skill_name(skill: str) -> str:
    return skill.replace("_", " ").capitalize() or _("something that takes longer")


def _which_skill(encounter: Encounter, who: str) -> Question:
    skills = sheet_of(encounter[who]).skills
    options = tuple(
        Option(f"{WITH}{one}", _skill_name(one), effect=f"{level:+d}")
        for one, level in sorted(skills.items())
    )
    return Question(
        key="skill",
        recipient=who,
        title=_("Which skill does it take?"),
        options=(Option(WITH, _("None")), *options),
        default=Answer(option=WITH),
        rule_ids=("CE-OTH-02",),
    )


def _which_timing(who: str) -> Question:
    titles: dict[Timing, str] = {
        "ten_seconds": _("1D6 × 10 seconds"),
        "minutes": _("1D6 minutes"),
        "ten_minutes": _("1D6 × 10 minutes"),
        "hours": _("1D6 hours"),
    }
    return Question(
        key="timing",
        recipient=who,
        title=_("How long does it take?"),
        options=tuple(Option(one, titles[one]) for one in UNIT_S),
        note_label=_("What is it?"),
        default=Answer(option="minutes"),
        rule_ids=("CE-OTH-02",),
    )


def why_not_abandon(encounter: Encounter, who: str) -> Refusal | None:
    """Return why somebody has nothing to give up; None where he has.

    Rules: CE-OTH-02
    """
    if sheet_of(encounter[who]).task is None:
        text = _("{name} is not busy with anything.").format(name=encounter[who].name)
        return Refusal("not_busy", text, ("CE-OTH-02",), waivable=False)
    return None


def abandon_task(table: Table, command: AbandonTask) -> Procedure[None]:
    """Give an extended action up; he is back in the normal order at once.

    Rules: CE-OTH-02
    """
    who = command.actor or ""
    yield from must_exist(table, who)
    yield from require_none(why_not_abandon(table.now, who))
    yield from _end(table, who, _("{name} gives up: {task}"))


def _end(table: Table, who: str, words: str) -> Procedure[None]:
    task = sheet_of(table.now[who]).task
    name = "" if task is None else task.name
    yield from emit(TaskEnded(who=who))
    title = words.format(name=table.now[who].name, task=name)
    yield from emit(Explained(trace=Trace(title=title, tone="quiet")))


# --- what disturbs it -----------------------------------------------------------------------------


def disturb(table: Table, hit: TaskHit) -> Procedure[Disturbance]:
    """Check whether somebody busy can go on although hit.

    A failure loses this round; an Effect of -6 or worse ruins the task.

    Rules: CE-OTH-03
    """
    task = sheet_of(table.now[hit.who]).task or Task()
    skill, characteristic = task.skill, task.characteristic
    pain = Extra("CE-OTH-03", _("Hit for {n}").format(n=hit.points), -hit.points)
    label = _("{name}: go on in spite of it").format(name=table.now[hit.who].name)
    attempted = Attempt(hit.who, skill, characteristic, extra=(pain,), label=label, asked_of=True)
    result = yield from call(attempt, attempted, key="task")
    ruined = result.effect <= -EXCEPTIONAL
    if not result.success:
        yield from emit(TaskDisturbed(who=hit.who, ruined=ruined))
        words = _("it is ruined and begins anew") if ruined else _("this round does not count")
        title = _("{name} is disturbed").format(name=table.now[hit.who].name)
        step = Step(label=_("Effect"), rule_id="CE-OTH-03", after=result.effect)
        yield from emit(Explained(trace=Trace(title=title, steps=(step,), result=words)))
    return Disturbance(result, result.success, ruined)


def drop_round(table: Table, who: str) -> Procedure[None]:
    """Lose this round's work, as by a reaction.

    Rules: CE-OTH-02
    """
    if is_busy(sheet_of(table.now[who])):
        yield from emit(TaskDisturbed(who=who))


# --- its rounds -----------------------------------------------------------------------------------


def busy(encounter: Encounter) -> tuple[str, ...]:
    """Return who is engaged in an extended action.

    Rules: CE-OTH-02
    """
    return tuple(
        who
        for who, one in encounter.combatants.items()
        if not one.aside and is_busy(sheet_of(one)) and not is_gone(encounter, who)
    )


def work(table: Table, rounds: int) -> Procedure[None]:
    """Let rounds pass for everybody who is busy; whose task is done is back in the order.

    Rules: CE-OTH-02, CE-RND-05
    """
    for who in busy(table.now):
        yield from emit(TaskWorked(who=who, rounds=rounds))
        task = sheet_of(table.now[who]).task
        if task is not None and task.is_finished:
            words = {"name": table.now[who].name, "task": task.name}
            title = _("{name} has finished: {task}").format(**words)
            yield from emit(Explained(trace=Trace(title=title, tone="good")))


def why_not_finish_task(encounter: Encounter, who: str) -> Refusal | None:
    """Return why somebody cannot make the check of a task; None where all its rounds are over.

    Rules: CE-OTH-02
    """
    task = sheet_of(encounter[who]).task
    if task is None:
        return why_not_abandon(encounter, who)
    if not task.is_finished:
        text = _("{task} is not finished yet.").format(task=task.name)
        return Refusal("not_finished", text, ("CE-OTH-02",))
    return None


def finish_task(table: Table, command: FinishTask) -> Procedure[CheckResult]:
    """Make the check of a task whose rounds are over.

    Rules: CE-OTH-02, CE-CORE-01
    """
    who = command.actor or ""
    yield from must_exist(table, who)
    yield from require_none(why_not_finish_task(table.now, who))
    task = sheet_of(table.now[who]).task or Task()
    skill, characteristic, name = task.skill, task.characteristic, task.name
    yield from emit(TaskEnded(who=who))
    label = f"{table.now[who].name}: {name}"
    return (yield from call(attempt, Attempt(who, skill, characteristic, label=label), key="task"))
