"""Fatigue, and coming round from unconsciousness."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from msgspec import Struct

from gridwar.engine.kit import Procedure, call, emit, repeat, require_none
from gridwar.model.command import Command
from gridwar.model.events import Explained
from gridwar.model.question import Refusal
from gridwar.model.trace import Trace
from gridwar.systems.cepheus.actions.action_costs import must_exist
from gridwar.systems.cepheus.actions.checks import Attempt, CheckResult, Extra, attempt
from gridwar.systems.cepheus.core.body_events import LayOut, Rested, Tired, WakingFailed, Woke
from gridwar.systems.cepheus.core.state import (
    Health,
    characteristic_dm,
    health,
    sheet_of,
    switches_of,
)
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter

ROUNDS_A_MINUTE: Final = 10
FATIGUE_HOURS: Final = 3
MINUTES_AN_HOUR: Final = 60


class Tire(Command):
    """Let somebody become fatigued (the GM's command)."""

    correction: ClassVar[bool] = True
    who: str


class TryToWake(Command):
    """Let somebody unconscious try to come round, after another full minute."""

    who: str


class Fatigue(Struct, frozen=True):
    """What fatigue came to: the hours of rest it takes, or that he fainted."""

    rest_hours: int
    unconscious: bool


# --- fatigue ------------------------------------------------------------------------------------


def rest_hours(encounter: Encounter, who: str) -> int:
    """Return the hours of rest that end somebody's fatigue.

    Rules: CE-HLT-01
    """
    endurance = sheet_of(encounter[who]).chars.endurance
    return max(0, FATIGUE_HOURS - characteristic_dm(endurance))


def tire(table: Table, command: Tire) -> Procedure[Fatigue]:
    """Let somebody become fatigued; fatigued again he faints.

    Rules: CE-HLT-01
    """
    who = command.who
    yield from must_exist(table, who)
    hours, again = rest_hours(table.now, who), sheet_of(table.now[who]).body.fatigued
    yield from emit(Tired(who=who, rest_min=hours * MINUTES_AN_HOUR))
    name = table.now[who].name
    if again:
        title, result = _("{name} collapses, tired out").format(name=name), _("unconscious")
    else:
        title = _("{name} is fatigued").format(name=name)
        result = ngettext("{n} hour of rest", "{n} hours of rest", hours).format(n=hours)
    yield from emit(Explained(trace=Trace(title=title, result=result, tone="harm")))
    return Fatigue(hours, again)


def rest(table: Table, who: str, minutes: int) -> Procedure[None]:
    """Let somebody rest for some time; enough of it ends fatigue.

    Rules: CE-HLT-01
    """
    if not sheet_of(table.now[who]).body.fatigued:
        return
    yield from emit(Rested(who=who, minutes=minutes))
    if not sheet_of(table.now[who]).body.fatigued:
        title = _("{name} is rested").format(name=table.now[who].name)
        yield from emit(Explained(trace=Trace(title=title, tone="good")))


# --- coming round -------------------------------------------------------------------------------


def lies_unconscious(encounter: Encounter, who: str) -> bool:
    """Tell whether somebody is unconscious, and not dead; a machine that is down does not wake.

    Rules: CE-HLT-02
    """
    sheet = sheet_of(encounter.combatants[who])
    return sheet.machine is None and health(sheet, switches_of(encounter)) is Health.UNCONSCIOUS


def wake_bonus(encounter: Encounter, who: str) -> int:
    """Return what the failed attempts so far are worth.

    Rules: CE-HLT-02
    """
    return sheet_of(encounter[who]).wake_failures


def rounds_to_waking(encounter: Encounter, who: str) -> int:
    """Return the rounds until the next attempt to come round.

    Rules: CE-HLT-02
    """
    return ROUNDS_A_MINUTE - sheet_of(encounter[who]).rounds_out % ROUNDS_A_MINUTE


def try_to_wake(table: Table, command: TryToWake) -> Procedure[CheckResult]:
    """Play an attempt to come round at the GM's word.

    Rules: CE-HLT-02
    """
    who = command.who
    yield from must_exist(table, who)
    yield from require_none(why_not_wake(table.now, who))
    return (yield from call(wake_check, who, key="wake"))


def why_not_wake(encounter: Encounter, who: str) -> Refusal | None:
    """Return why somebody cannot come round; None where he can.

    Rules: CE-HLT-02
    """
    if not lies_unconscious(encounter, who):
        text = _("{name} is not unconscious.").format(name=encounter[who].name)
        return Refusal("not_unconscious", text, ("CE-HLT-02",))
    return None


def wake_check(table: Table, who: str) -> Procedure[CheckResult]:
    """Roll an attempt to come round: Endurance, and +1 for each failure before.

    Rules: CE-HLT-02
    """
    failures, name = wake_bonus(table.now, who), table.now[who].name
    extra = (Extra("CE-HLT-02", _("Failed before"), failures),) if failures else ()
    label = _("{name}: coming round").format(name=name)
    attempted = Attempt(who, "", "endurance", extra=extra, label=label, asked_of=True)
    result = yield from call(attempt, attempted, key="check")
    yield from emit(Woke(who=who) if result.success else WakingFailed(who=who))
    words = _("{name} comes round") if result.success else _("{name} stays unconscious")
    tone = "good" if result.success else "quiet"
    yield from emit(Explained(trace=Trace(title=words.format(name=name), tone=tone)))
    return result


def lie_out(table: Table, who: str, rounds: int) -> Procedure[None]:
    """Let rounds pass for somebody unconscious, with an attempt after each full minute.

    Rules: CE-HLT-02
    """
    before = sheet_of(table.now[who]).rounds_out
    yield from emit(LayOut(who=who, rounds=rounds))
    minutes = (before + rounds) // ROUNDS_A_MINUTE - before // ROUNDS_A_MINUTE
    if minutes:
        yield from repeat(_minute, Minutes(who, minutes), key=f"minutes {who}")


class Minutes(Struct, frozen=True):
    """Minutes that somebody still lies unconscious, unless he comes round."""

    who: str
    left: int


def _minute(table: Table, minutes: Minutes) -> Procedure[tuple[Minutes, bool]]:
    result = yield from call(wake_check, minutes.who, key="wake")
    left = 0 if result.success else minutes.left - 1
    return Minutes(minutes.who, left), left > 0
