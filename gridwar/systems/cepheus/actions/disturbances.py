"""What disturbs an extended action: being hit, and reacting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import Procedure, SheetEvent, Step, call, emit, say
from gridwar.systems.cepheus.checks.attempts import Attempt, CheckResult, Extra, attempt
from gridwar.systems.cepheus.checks.dms import EXCEPTIONAL
from gridwar.systems.cepheus.core.person import Task
from gridwar.systems.cepheus.core.state import is_busy, sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet


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
