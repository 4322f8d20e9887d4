"""Unconscious: waking by noise, by touch, by the hour; and winning Vitality back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.kit import Procedure, ask, call, emit, require, require_none
from gridwar.model.command import Answer
from gridwar.model.events import EffectRemoved, Explained
from gridwar.model.question import FormNumber, Option, Question, Refusal
from gridwar.model.trace import Step, Trace
from gridwar.systems.arrgs.action_points.costs import require_there
from gridwar.systems.arrgs.checks.checks import Exchange
from gridwar.systems.arrgs.checks.rolling import rolled
from gridwar.systems.arrgs.conditions.conditions import negative_vitality, settle_one
from gridwar.systems.arrgs.core.close_events import SleptOn, TotalChanged
from gridwar.systems.arrgs.core.events import ConditionChanged, VitalityChanged
from gridwar.systems.arrgs.core.sheet import has, level, sheet_of
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.core.close_commands import CountTotal, PassHour, Recover, Treat, Wake

UNCONSCIOUS: Final = "unconscious"
HOUR_ROUNDS: Final = 600
WAKES_AFTER_HOURS: Final = 8
SLEEP_ON: Final = ("fatigued", "exhausted", "dying")
"""What keeps somebody from waking until it is gone."""


class Woken(Struct, frozen=True):
    """Whether somebody could wake, and did."""

    may_wake: bool
    dc: int = 0
    result: int = 0
    success: bool = False


def why_not_wake(encounter: Encounter, who: str) -> Refusal | None:
    """Return why somebody cannot wake.

    Rules: AR-CND-05
    """
    one = encounter[who]
    if not has(one, UNCONSCIOUS):
        text = _("{name} is not unconscious.").format(name=one.name)
        return Refusal("awake", text, ("AR-CND-05",), waivable=False)
    kept = [key for key in SLEEP_ON if has(one, key)]
    if kept:
        text = _("{name} cannot wake: {condition}.").format(
            name=one.name, condition=", ".join(kept)
        )
        return Refusal("sleeps_on", text, ("AR-CND-05",))
    return None


def wake(table: Table, command: Wake) -> Procedure[Woken]:
    """Let somebody try to wake: disturbed by noise or by touch.

    Rules: AR-CND-05
    """
    who = command.actor or ""
    yield from require_there(table, who)
    yield from require_none(why_not_wake(table.now, who))
    return (yield from call(wake_check, who, key=f"waking of {who}"))


def wake_check(table: Table, who: str) -> Procedure[Woken]:
    """Roll Fortitude against negative Vitality and the number of Dying; a tie wakes.

    Rules: AR-CND-05
    """
    dc = negative_vitality(table.now[who]) + level(table.now[who], "dying")
    done = yield from rolled(table, "fortitude", Exchange(who, "fortitude"), _("Fortitude"), dc)
    success = done.meets(dc)
    step = Step(
        label=_("Waking"), rule_id="AR-CND-05", before=dc, after=done.result, faces=(done.die,)
    )
    title = _("{name}: Fortitude").format(name=table.now[who].name)
    result = _("awake") if success else _("sleeps on")
    yield from emit(
        Explained(
            trace=Trace(
                title=title,
                lines=done.lines,
                total=done.result,
                steps=(step,),
                result=result,
                tone="good" if success else "quiet",
            )
        )
    )
    if success:
        yield from _awake(table, who)
    return Woken(True, dc, done.result, success)


def _awake(table: Table, who: str) -> Procedure[None]:
    one = table.now[who]
    number = sheet_of(one).conditions.get(UNCONSCIOUS, 0)
    badges = [effect.id for effect in one.effects if effect.id.casefold() == UNCONSCIOUS]
    if number:
        yield from emit(ConditionChanged(who=who, condition=UNCONSCIOUS, by=-number))
    for badge in badges:
        yield from emit(EffectRemoved(who=who, effect=badge))
    yield from emit(SleptOn(who=who))


def sleep_on(table: Table, rounds: int) -> Procedure[None]:
    """Let rounds pass for everybody unconscious: a check each hour, awake after eight.

    Rules: AR-CND-05, AR-STR-01
    """
    for who in [one.id for one in table.now.everyone()]:
        before = sheet_of(table.now[who]).rounds_asleep
        if not has(table.now[who], UNCONSCIOUS):
            if before:
                yield from emit(SleptOn(who=who))
            continue
        yield from emit(SleptOn(who=who, rounds=rounds))
        hours = (before + rounds) // HOUR_ROUNDS
        if hours == before // HOUR_ROUNDS or why_not_wake(table.now, who) is not None:
            continue
        if hours >= WAKES_AFTER_HOURS:
            title = _("{name} wakes by itself").format(name=table.now[who].name)
            yield from emit(Explained(trace=Trace(title=title, tone="good")))
            yield from _awake(table, who)
        else:
            yield from call(wake_check, who, key=f"waking of {who}")


def treat(table: Table, command: Treat) -> Procedure[None]:
    """End somebody's Dying; without Vitality it is Disabled then.

    Rules: AR-CND-04, AR-VIT-04
    """
    who = command.actor or ""
    yield from require_there(table, who)
    number = sheet_of(table.now[who]).conditions.get("dying", 0)
    text = _("{name} is not Dying.").format(name=table.now[who].name)
    yield from require(number > 0, "not_dying", text, "AR-CND-04", waivable=False)
    yield from emit(ConditionChanged(who=who, condition="dying", by=-number))
    title = _("{name} is treated: Dying ends").format(name=table.now[who].name)
    yield from emit(Explained(trace=Trace(title=title, tone="good")))
    yield from settle_one(table, who)


def pass_hour(table: Table, command: PassHour) -> Procedure[None]:
    """Let an hour pass for the unconscious.

    Rules: AR-CND-05
    """
    del command
    yield from emit(Explained(trace=Trace(title=_("An hour passes"), tone="quiet")))
    yield from sleep_on(table, HOUR_ROUNDS)


# --- Vitality -------------------------------------------------------------------------------------


def room(encounter: Encounter, who: str) -> int:
    """Return how many points below its Total somebody's Vitality is.

    Rules: AR-VIT-02
    """
    sheet = sheet_of(encounter[who])
    return max(0, sheet.total_vitality - sheet.current_vitality)


def recover(table: Table, command: Recover) -> Procedure[int]:
    """Win Vitality back, up to the Total unless the effect goes beyond it.

    Rules: AR-VIT-02, AR-VIT-06
    """
    who = command.actor or ""
    yield from require_there(table, who)
    points, exceed = command.points, command.exceed
    if points is None:
        answer = yield from ask(lambda: _how_much(table.now, who))
        points, exceed = answer.numbers.get("points", 0), answer.option == "exceed"
    won = points if exceed else min(points, room(table.now, who))
    text = _("Vitality is won back by 1 point or more.")
    yield from require(points >= 0, "no_points", text, waivable=False)
    if won:
        yield from emit(VitalityChanged(who=who, by=won))
    title = _("{name} recovers").format(name=table.now[who].name)
    words = ngettext("{n} point", "{n} points", won).format(n=won)
    yield from emit(Explained(trace=Trace(title=title, result=words, tone="good")))
    yield from settle_one(table, who)
    return won


def _how_much(encounter: Encounter, who: str) -> Question:
    most = room(encounter, who)
    return Question(
        key="how much",
        recipient=None,
        title=_("{name}: Vitality won back").format(name=encounter[who].name),
        text=_("{n} below its Total.").format(n=most),
        options=(
            Option("total", _("Up to the Total")),
            Option("exceed", _("Beyond the Total, as the effect says")),
        ),
        numbers=(FormNumber("points", _("Points"), 0, 999, most),),
        default=Answer(option="total", numbers=frozendict({"points": most})),
        rule_ids=("AR-VIT-02", "AR-VIT-06"),
    )


def counted_total(encounter: Encounter, who: str) -> int:
    """Return Total Vitality at first level: the class's value and all ability scores.

    Rules: AR-VIT-01
    """
    sheet = sheet_of(encounter[who])
    return sheet.class_vitality + sum(sheet.abilities.values())


def count_total(table: Table, command: CountTotal) -> Procedure[int]:
    """Set Total Vitality to what class and abilities come to.

    Rules: AR-VIT-01
    """
    who = command.actor or ""
    yield from require_there(table, who)
    total = counted_total(table.now, who)
    text = _("Enter the class's Vitality and the ability scores on the sheet first.")
    yield from require(total > 0, "no_scores", text, "AR-VIT-01", waivable=False)
    by = total - sheet_of(table.now[who]).total_vitality
    if by:
        yield from emit(TotalChanged(who=who, by=by))
    title = _("{name}: Total Vitality {n}").format(name=table.now[who].name, n=total)
    yield from emit(Explained(trace=Trace(title=title, tone="quiet")))
    return total
