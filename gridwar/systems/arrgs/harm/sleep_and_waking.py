"""Sleep of the unconscious: what wakes them, what keeps them from it, and trying to."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from gridwar.engine.kit import (
    Act,
    Procedure,
    Role,
    SheetEvent,
    Table,
    allows,
    call,
    choose,
    emit,
    offer,
    only_if,
    plays,
    require,
    say,
)
from gridwar.model.events_combatants import EffectRemoved
from gridwar.systems.arrgs.actions.offers import OTHER
from gridwar.systems.arrgs.checks.check_rolls import rolled
from gridwar.systems.arrgs.checks.check_sums import Exchange, dc_parts
from gridwar.systems.arrgs.conditions import Altered, alter, negative_vitality
from gridwar.systems.arrgs.core.sheet import ArrgsSheet, has, level, sheet_of
from gridwar.text import _

UNCONSCIOUS: Final = "unconscious"
HOUR_ROUNDS: Final = 600
WAKES_AFTER_HOURS: Final = 8
SLEEP_ON: Final = ("fatigued", "exhausted", "dying")
"""What keeps somebody from waking until it is gone."""
WINDOW: Final = "waking"


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


def wake_check(table: Table, who: str) -> Procedure[Woken]:
    """Roll Fortitude against negative Vitality and the number of Dying; a tie wakes.

    Rules: AR-CND-05
    """
    below, dying = negative_vitality(table.now[who]), level(table.now[who], "dying")
    dc, label = below + dying, _("Fortitude, to wake")
    done = yield from rolled(table, "fortitude", Exchange(who, "fortitude"), label, dc)
    success, words = done.meets(dc), _("Dying {n}").format(n=dying)
    parts = dc_parts("AR-CND-05", (_("Below 0 Vitality"), below), (words, dying))
    told = done.told(dc, "AR-CND-05", _("Waking"), parts=parts)
    result, tone = (_("awake"), "good") if success else (_("sleeps on"), "quiet")
    told |= {"tone": tone}
    yield from say(table, _("{who}: Fortitude"), who=who, result=result, **told)
    if success:
        yield from _awake(table, who)
    return Woken(True, dc, done.result, success)


def _awake(table: Table, who: str) -> Procedure[None]:
    one = table.now[who]
    number = sheet_of(one).conditions.get(UNCONSCIOUS, 0)
    badges = [effect.id for effect in one.effects if effect.id.casefold() == UNCONSCIOUS]
    if number:
        yield from alter(table, who, Altered(UNCONSCIOUS, -number, told=False))
    for badge in badges:
        yield from emit(EffectRemoved(who=who, effect=badge))
    yield from emit(SleptOn(who=who))


def disturb(table: Table, who: str) -> Procedure[None]:
    """Ask whether somebody unconscious wakes who was touched or struck, and let them try.

    Rules: AR-CND-05
    """
    if who not in table.now or not allows(table.now, may_wake, who) or has(table.now[who], "dead"):
        return
    chosen = yield from choose(
        table,
        _("{who} is disturbed: do they wake?"),
        {"roll": _("Roll Fortitude"), "sleep": _("They sleep on")},
        "AR-CND-05",
        key=f"{who} disturbed",
        whom=None,
        window=WINDOW,
        who=who,
    )
    if chosen == "roll":
        yield from call(wake_check, who, key=f"waking of {who}")


def sleep_on(table: Table, rounds: int) -> Procedure[None]:
    """Let rounds pass for everybody unconscious: a check each hour, awake after eight.

    Rules: AR-CND-05, AR-STR-01
    """
    for who in tuple(table.now.combatants):
        before = sheet_of(table.now[who]).rounds_asleep
        if not has(table.now[who], UNCONSCIOUS):
            if before:
                yield from emit(SleptOn(who=who))
            continue
        yield from emit(SleptOn(who=who, rounds=rounds))
        hours = (before + rounds) // HOUR_ROUNDS
        if hours == before // HOUR_ROUNDS or not allows(table.now, may_wake, who):
            continue
        if hours >= WAKES_AFTER_HOURS:
            yield from say(table, _("{who} wakes without help"), who=who, tone="good")
            yield from _awake(table, who)
        else:
            yield from call(wake_check, who, key=f"waking of {who}")


@offer(
    _("Disturb"),
    icon="eye",
    group=OTHER,
    role=Role.OTHER,
    note=_("loud noise or touch: Fortitude"),
    each=only_if(lambda encounter, who: has(encounter[who], UNCONSCIOUS)),
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
