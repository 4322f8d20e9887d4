"""Unconscious: waking by noise, by touch, by the hour; and winning Vitality back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.kit import (
    Act,
    Answer,
    Command,
    FormNumber,
    Option,
    Procedure,
    Question,
    SheetEvent,
    Step,
    Variant,
    adds,
    ask,
    call,
    emit,
    offer,
    only_if,
    plays,
    reason_against,
    require,
    say,
)
from gridwar.model.events import EffectRemoved
from gridwar.systems.arrgs.checks.checks import Exchange
from gridwar.systems.arrgs.checks.rolling import rolled
from gridwar.systems.arrgs.conditions.conditions import (
    ConditionChanged,
    VitalityChanged,
    negative_vitality,
    settle_one,
)
from gridwar.systems.arrgs.core.headings import OTHER
from gridwar.systems.arrgs.core.sheet import has, level, sheet_of
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.arrgs.core.sheet import ArrgsSheet

UNCONSCIOUS: Final = "unconscious"
HOUR_ROUNDS: Final = 600
WAKES_AFTER_HOURS: Final = 8
SLEEP_ON: Final = ("fatigued", "exhausted", "dying")
"""What keeps somebody from waking until it is gone."""


_asleep = only_if(lambda encounter, who: has(encounter[who], UNCONSCIOUS))


class SleptOn(SheetEvent):
    """Somebody unconscious slept on for some rounds; with none it counts anew."""

    rounds: int = 0

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Count them."""
        return sheet.replace(rounds_asleep=sheet.rounds_asleep + self.rounds if self.rounds else 0)


class Woken(Struct, frozen=True):
    """Whether somebody could wake, and did."""

    may_wake: bool
    dc: int = 0
    result: int = 0
    success: bool = False


def may_wake(table: Table, who: str) -> Procedure[None]:
    """Refuse who cannot wake.

    Rules: AR-CND-05
    """
    one = table.now[who]
    text = _("{who} is not unconscious.")
    asleep = has(one, UNCONSCIOUS)
    yield from require(asleep, "awake", text, "AR-CND-05", waivable=False, who=who)
    kept = ", ".join(key for key in SLEEP_ON if has(one, key))
    text = _("{who} cannot wake: {condition}.")
    yield from require(not kept, "sleeps_on", text, "AR-CND-05", who=who, condition=kept)


def can_wake(encounter: Encounter, who: str) -> bool:
    """Return whether somebody unconscious may wake."""
    return reason_against(encounter, lambda table: may_wake(table, who)) is None


@offer(
    _("Disturb"), icon="eye", group=OTHER, note=_("loud noise or touch: Fortitude"), each=_asleep
)
class Wake(Act):
    """Try to wake: disturbed by noise or touch, or by itself after an hour."""


@plays(Wake)
def wake(table: Table, command: Wake) -> Procedure[Woken]:
    """Let somebody try to wake: disturbed by noise or by touch.

    Rules: AR-CND-05
    """
    who = command.actor
    yield from may_wake(table, who)
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
    yield from say(
        table,
        _("{who}: Fortitude"),
        who=who,
        lines=done.lines,
        total=done.result,
        steps=(step,),
        result=_("awake") if success else _("sleeps on"),
        tone="good" if success else "quiet",
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
        if hours == before // HOUR_ROUNDS or not can_wake(table.now, who):
            continue
        if hours >= WAKES_AFTER_HOURS:
            yield from say(table, _("{who} wakes without help"), who=who, tone="good")
            yield from _awake(table, who)
        else:
            yield from call(wake_check, who, key=f"waking of {who}")


@offer(
    _("Is treated"),
    icon="bandage",
    group=OTHER,
    note=_("Dying ends"),
    each=only_if(lambda encounter, who: has(encounter[who], "dying")),
)
class Treat(Act):
    """Somebody's Dying is treated: it ends, whatever its number."""


@plays(Treat)
def treat(table: Table, command: Treat) -> Procedure[None]:
    """End somebody's Dying; without Vitality it is Disabled then.

    Rules: AR-CND-04, AR-VIT-04
    """
    who = command.actor
    number = sheet_of(table.now[who]).conditions.get("dying", 0)
    text = _("{who} is not Dying.")
    yield from require(number > 0, "not_dying", text, "AR-CND-04", waivable=False, who=who)
    yield from emit(ConditionChanged(who=who, condition="dying", by=-number))
    yield from say(table, _("{who} is treated: Dying ends"), who=who, tone="good")
    yield from settle_one(table, who)


@offer(
    _("An hour passes"),
    icon="clock",
    group=OTHER,
    id="hour",
    about="actor",
    note=_("for all unconscious"),
    each=_asleep,
)
class PassHour(Command):
    """An hour passes for everybody who is unconscious."""


@plays(PassHour)
def pass_hour(table: Table, command: PassHour) -> Procedure[None]:
    """Let an hour pass for the unconscious.

    Rules: AR-CND-05
    """
    del command
    yield from say(table, _("An hour passes"))
    yield from sleep_on(table, HOUR_ROUNDS)


# --- Vitality -------------------------------------------------------------------------------------


def room(encounter: Encounter, who: str) -> int:
    """Return how many points below its Total somebody's Vitality is.

    Rules: AR-VIT-02
    """
    sheet = sheet_of(encounter[who])
    return max(0, sheet.total_vitality - sheet.current_vitality)


@offer(
    _("Recover Vitality"),
    icon="heart",
    group=OTHER,
    note=_("up to the Total"),
    each=only_if(lambda encounter, who: room(encounter, who) > 0),
)
class Recover(Act):
    """Win Vitality back; without points it is asked. ``exceed`` goes beyond the Total."""

    points: int | None = None
    exceed: bool = False


@plays(Recover)
def recover(table: Table, command: Recover) -> Procedure[int]:
    """Win Vitality back, up to the Total unless the effect goes beyond it.

    Rules: AR-VIT-02, AR-VIT-06
    """
    who = command.actor
    points, exceed = command.points, command.exceed
    if points is None:
        answer = yield from ask(lambda: _how_much(table.now, who))
        points, exceed = answer.numbers.get("points", 0), answer.option == "exceed"
    won = points if exceed else min(points, room(table.now, who))
    text = _("Vitality is won back by 1 point or more.")
    yield from require(points >= 0, "nothing_recovered", text, waivable=False)
    if won:
        yield from emit(VitalityChanged(who=who, by=won))
    words = ngettext("{n} point", "{n} points", won).format(n=won)
    yield from say(table, _("{who} recovers"), who=who, result=words, tone="good")
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


def _other_total(encounter: Encounter, who: str) -> Iterator[Variant]:
    total = counted_total(encounter, who)
    if total and total != sheet_of(encounter[who]).total_vitality:
        yield Variant(names={"n": total})


@offer(
    _("Count Total Vitality"),
    icon="heart",
    group=OTHER,
    note=_("class and abilities: {n}"),
    each=_other_total,
)
class CountTotal(Act):
    """Set Total Vitality to the class's value and the sum of all ability scores."""


@adds("total_vitality")
@adds("current_vitality")
class TotalChanged(SheetEvent):
    """Total Vitality is another; what is left changes with it."""

    by: int


@plays(CountTotal)
def count_total(table: Table, command: CountTotal) -> Procedure[int]:
    """Set Total Vitality to what class and abilities come to.

    Rules: AR-VIT-01
    """
    who = command.actor
    total = counted_total(table.now, who)
    text = _("Enter the class's Vitality and the ability scores on the sheet first.")
    yield from require(total > 0, "no_scores", text, "AR-VIT-01", waivable=False)
    by = total - sheet_of(table.now[who]).total_vitality
    if by:
        yield from emit(TotalChanged(who=who, by=by))
    yield from say(table, _("{who}: Total Vitality {n}"), who=who, n=total)
    return total
