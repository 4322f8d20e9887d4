"""Fatigue, and coming round from unconsciousness."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from msgspec import Struct

from gridwar.engine.kit import (
    Command,
    Count,
    Encounter,
    Procedure,
    SheetEvent,
    Step,
    Variant,
    adds,
    call,
    clears,
    emit,
    must_exist,
    plays,
    repeat,
    require,
    say,
    sets,
)
from gridwar.systems.cepheus.checks.check_dms import characteristic_dm
from gridwar.systems.cepheus.checks.check_rolls import Attempt, CheckResult, Extra, attempt
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.health import Health, health
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.core.offers_and_headings import for_people, offer_by_gm
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

ROUNDS_A_MINUTE: Final = 10
MINUTES_AN_HOUR: Final = 60


@for_people
def _tires(encounter: Encounter, who: str) -> Iterator[Variant]:
    sheet = sheet_of(encounter[who])
    if sheet.machine is None:
        note = _("faints") if sheet.body.fatigued else _("fatigued: -2 on all checks")
        yield Variant(note=note)


@offer_by_gm(_("Is tired out"), icon="bed", about="who", each=_tires)
class Tire(Command):
    """Let somebody become fatigued (the GM's command)."""

    correction: ClassVar[bool] = True
    who: str


@for_people
def _out_cold(encounter: Encounter, who: str) -> Iterator[Variant]:
    if lies_unconscious(encounter, who):
        yield Variant(names={"bonus": wake_bonus(encounter, who)})


@offer_by_gm(
    _("Tries to come round"),
    id="wake",
    icon="eye",
    note=_("Endurance, {bonus:+d}"),
    about="who",
    each=_out_cold,
)
class TryToWake(Command):
    """Let somebody unconscious try to come round, after another full minute."""

    who: str


class Tired(SheetEvent):
    """Somebody became fatigued; who was already fatigued faints."""

    rest_min: Count

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Tire them out, or let them faint."""
        body = sheet.body
        if body.fatigued:
            return sheet.replace(body=body.replace(fainted=True), rounds_out=0, wake_failures=0)
        return sheet.replace(body=body.replace(fatigued=True, rest_left_min=self.rest_min))


class Rested(SheetEvent):
    """Somebody rested; enough of it ends fatigue."""

    minutes: Count

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Count the minutes."""
        left = max(0, sheet.body.rest_left_min - self.minutes)
        body = sheet.body.replace(fatigued=sheet.body.fatigued and left > 0, rest_left_min=left)
        return sheet.replace(body=body)


@adds("rounds_out", of="rounds")
class LayOut(SheetEvent):
    """Somebody spent rounds unconscious."""

    rounds: Count


@adds("wake_failures", amount=1)
class WakingFailed(SheetEvent):
    """Somebody did not come round; the next attempt is easier."""


@clears("body.fainted", "rounds_out", "wake_failures")
@sets("body.awake", True)
class Woke(SheetEvent):
    """Somebody came round, and stays conscious until hurt again."""


class Fatigue(Struct, frozen=True):
    """What fatigue came to: the hours of rest it takes, or that they fainted."""

    rest_hours: int
    unconscious: bool


# --- fatigue ------------------------------------------------------------------------------------


def rest_hours(encounter: Encounter, who: str) -> int:
    """Return the hours of rest that end somebody's fatigue.

    Rules: CE-HLT-01
    """
    endurance = sheet_of(encounter[who]).chars.endurance
    return max(0, modifiers().burden.rest_hours - characteristic_dm(endurance))


@plays(Tire)
def tire(table: Table, command: Tire) -> Procedure[Fatigue]:
    """Let somebody become fatigued; fatigued again they faint.

    Rules: CE-HLT-01
    """
    who = command.who
    yield from must_exist(table, who)
    hours, again = rest_hours(table.now, who), sheet_of(table.now[who]).body.fatigued
    yield from emit(Tired(who=who, rest_min=hours * MINUTES_AN_HOUR))
    text = _("{who} collapses, tired out") if again else _("{who} is fatigued")
    needs = ngettext("{n} hour of rest", "{n} hours of rest", hours).format(n=hours)
    dm = characteristic_dm(sheet_of(table.now[who]).chars.endurance)
    steps = (
        Step(label=_("Hours of rest"), rule_id="CE-HLT-01", after=modifiers().burden.rest_hours),
        Step(label=_("Endurance DM {dm:+d}").format(dm=dm), rule_id="CE-HLT-01", after=hours),
    )
    result = _("unconscious") if again else needs
    yield from say(table, text, who=who, tone="harm", result=result, steps=steps)
    return Fatigue(hours, again)


def rest(table: Table, who: str, minutes: int) -> Procedure[None]:
    """Let somebody rest for some time; enough of it ends fatigue.

    Rules: CE-HLT-01
    """
    if not sheet_of(table.now[who]).body.fatigued:
        return
    yield from emit(Rested(who=who, minutes=minutes))
    if not sheet_of(table.now[who]).body.fatigued:
        yield from say(table, _("{who} is rested"), who=who, tone="good")


# --- coming round -------------------------------------------------------------------------------


def lies_unconscious(encounter: Encounter, who: str) -> bool:
    """Return whether somebody is unconscious, and not dead; a machine that is down does not wake.

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


@plays(TryToWake)
def try_to_wake(table: Table, command: TryToWake) -> Procedure[CheckResult]:
    """Play an attempt to come round at the GM's word.

    Rules: CE-HLT-02
    """
    who = command.who
    yield from must_exist(table, who)
    out = lies_unconscious(table.now, who)
    text = _("{who} is not unconscious.")
    yield from require(out, "not_unconscious", text, "CE-HLT-02", who=who)
    return (yield from call(wake_check, who, key="wake"))


def wake_check(table: Table, who: str) -> Procedure[CheckResult]:
    """Roll an attempt to come round: Endurance, and +1 for each failure before.

    Rules: CE-HLT-02
    """
    failures = wake_bonus(table.now, who)
    extra = (Extra("CE-HLT-02", _("Failed before"), failures),) if failures else ()
    attempted = Attempt(who, "", "endurance", extra=extra, what=_("coming round"), asked_of=True)
    result = yield from call(attempt, attempted, key="check")
    yield from emit(Woke(who=who) if result.success else WakingFailed(who=who))
    text = _("{who} comes round") if result.success else _("{who} stays unconscious")
    yield from say(table, text, who=who, tone="good" if result.success else "quiet")
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
    """Minutes that somebody still lies unconscious, unless they come round."""

    who: str
    left: int


def _minute(table: Table, minutes: Minutes) -> Procedure[tuple[Minutes, bool]]:
    result = yield from call(wake_check, minutes.who, key="wake")
    left = 0 if result.success else minutes.left - 1
    return Minutes(minutes.who, left), left > 0
