"""The rounds of an extended action: worked, disturbed by hits and reactions, given up, over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import (
    Act,
    Count,
    Encounter,
    Procedure,
    SheetEvent,
    Step,
    Variant,
    call,
    clears,
    emit,
    plays,
    require,
    required,
    say,
)
from gridwar.systems.cepheus.checks.check_dms import EXCEPTIONAL
from gridwar.systems.cepheus.checks.check_rolls import Attempt, CheckResult, Extra, attempt
from gridwar.systems.cepheus.core.fight_state import is_busy, sheet_of
from gridwar.systems.cepheus.core.initiative_order import is_gone
from gridwar.systems.cepheus.core.offers_and_headings import for_people, offer_other_thing
from gridwar.systems.cepheus.core.person_records import Task
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet


# --- disturbed ------------------------------------------------------------------------------------


class TaskDisturbed(SheetEvent):
    """The present round will not count for somebody's task; ruined: nothing done so far does."""

    ruined: bool = False

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Let the round not count."""
        if sheet.task is None:
            return sheet
        done = 0 if self.ruined else sheet.task.done
        return sheet.replace(task=sheet.task.replace(done=done, disturbed=True))


class TaskHit(Struct, frozen=True):
    """Somebody busy was hit for so many points after armour."""

    who: str
    points: int


class Disturbance(Struct, frozen=True):
    """What a hit did to a task."""

    check: CheckResult
    counts: bool
    ruined: bool


def disturb(table: Table, hit: TaskHit) -> Procedure[Disturbance]:
    """Check whether somebody busy can go on although hit.

    A failure loses this round; an Effect of -6 or worse ruins the task.

    Rules: CE-OTH-03
    """
    task = sheet_of(table.now[hit.who]).task or Task()
    skill, characteristic = task.skill, task.characteristic
    pain = Extra("CE-OTH-03", _("Hit for {n}").format(n=hit.points), -hit.points)
    what = _("go on in spite of it")
    attempted = Attempt(hit.who, skill, characteristic, extra=(pain,), what=what, asked_of=True)
    result = yield from call(attempt, attempted, key="task")
    ruined = result.effect <= -EXCEPTIONAL
    if not result.success:
        yield from emit(TaskDisturbed(who=hit.who, ruined=ruined))
        words = _("it is ruined and begins anew") if ruined else _("this round does not count")
        step = Step(label=_("Effect"), rule_id="CE-OTH-03", after=result.effect)
        text = _("{who} is disturbed")
        yield from say(table, text, who=hit.who, tone="plain", steps=(step,), result=words)
    return Disturbance(result, result.success, ruined)


def drop_round(table: Table, who: str) -> Procedure[None]:
    """Lose this round's work, as by a reaction.

    Rules: CE-OTH-02
    """
    if is_busy(sheet_of(table.now[who])):
        yield from emit(TaskDisturbed(who=who))


# --- worked, given up, over -----------------------------------------------------------------------


@for_people
def _under_way(encounter: Encounter, who: str) -> Iterator[Variant]:
    task = sheet_of(encounter[who]).task
    if task is not None:
        yield Variant(names={"task": task.name, "done": task.done, "needed": task.needed})


@offer_other_thing(
    _("Give up: {task}"),
    id="abandon",
    icon="x",
    note=_("{done} of {needed} rounds done"),
    each=_under_way,
)
class AbandonTask(Act):
    """Give up what takes several rounds."""


@for_people
def _over(encounter: Encounter, who: str) -> Iterator[Variant]:
    task = sheet_of(encounter[who]).task
    if task is not None and task.is_finished:
        yield Variant(names={"task": task.name})


@offer_other_thing(
    _("Make the check: {task}"), icon="dices", note=_("its rounds are over"), each=_over
)
class FinishTask(Act):
    """Make the check of what took several rounds, now that they are over."""


class TaskWorked(SheetEvent):
    """Rounds of a task are over; one that was disturbed does not count."""

    rounds: Count

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Count them."""
        task = sheet.task
        if task is None:
            return sheet
        counted = max(0, self.rounds - task.disturbed)
        done = min(task.needed, task.done + counted)
        return sheet.replace(task=task.replace(done=done, disturbed=False))


@clears("task")
class TaskEnded(SheetEvent):
    """Somebody's task is done or given up."""


def _must_be_busy(table: Table, who: str) -> Procedure[Task]:
    text = _("{who} is not busy with anything.")
    task = sheet_of(table.now[who]).task
    return (yield from required(task, "not_busy", text, "CE-OTH-02", who=who))


@plays(AbandonTask)
def abandon_task(table: Table, command: AbandonTask) -> Procedure[None]:
    """Give an extended action up and be back in the normal order at once.

    Rules: CE-OTH-02
    """
    yield from leave_off(table, command.actor)


def leave_off(table: Table, who: str) -> Procedure[None]:
    """End an extended action before it is done: given up, or whoever was at it went down.

    Rules: CE-OTH-02
    """
    task = yield from _must_be_busy(table, who)
    yield from emit(TaskEnded(who=who))
    yield from say(table, _("{who} gives up: {task}"), who=who, task=task.name)


def work(table: Table, rounds: int) -> Procedure[None]:
    """Let rounds pass for everybody who is busy; whose task is done is back in the order.

    Rules: CE-OTH-02, CE-RND-05
    """
    working = [
        who
        for who, one in table.now.combatants.items()
        if not one.aside and is_busy(sheet_of(one)) and not is_gone(table.now, who)
    ]
    for who in working:
        yield from emit(TaskWorked(who=who, rounds=rounds))
        task = sheet_of(table.now[who]).task
        if task is not None and task.is_finished:
            text = _("{who} has finished: {task}")
            yield from say(table, text, who=who, task=task.name, tone="good")


@plays(FinishTask)
def finish_task(table: Table, command: FinishTask) -> Procedure[CheckResult]:
    """Make the check of a task whose rounds are over.

    Rules: CE-OTH-02, CE-CORE-01
    """
    who = command.actor
    task = yield from _must_be_busy(table, who)
    text = _("{task} is not finished yet.")
    yield from require(task.is_finished, "not_finished", text, "CE-OTH-02", task=task.name)
    yield from emit(TaskEnded(who=who))
    attempted = Attempt(who, task.skill, task.characteristic, what=task.name)
    return (yield from call(attempt, attempted, key="task"))
