"""Getting better: Dying is treated, an hour passes, Vitality is won back and counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Act,
    Command,
    FormNumber,
    Number,
    Option,
    Procedure,
    Role,
    SheetEvent,
    Step,
    Variant,
    adds,
    ask,
    choice,
    emit,
    offer,
    only_if,
    plays,
    require,
    say,
)
from gridwar.systems.arrgs.actions.offers import OTHER
from gridwar.systems.arrgs.conditions import Altered, VitalityChanged, alter, settle_one
from gridwar.systems.arrgs.core.sheet import has, sheet_of
from gridwar.systems.arrgs.harm.sleep_and_waking import HOUR_ROUNDS, UNCONSCIOUS, sleep_on
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Question, Table


@offer(
    _("Is treated"),
    icon="bandage",
    group=OTHER,
    role=Role.OTHER,
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
    yield from alter(table, who, Altered("dying", -number, told=False))
    yield from say(table, _("{who} is treated: Dying ends"), who=who, tone="good")
    yield from settle_one(table, who)


@offer(
    _("An hour passes"),
    icon="clock",
    group=OTHER,
    role=Role.OTHER,
    id="hour",
    note=_("for all unconscious"),
    each=only_if(
        lambda encounter, _who: any(has(one, UNCONSCIOUS) for one in encounter.everyone())
    ),
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
    role=Role.OTHER,
    note=_("up to the Total, or beyond it"),
)
class Recover(Act):
    """Win Vitality back; without points it is asked. ``exceed`` goes beyond the Total."""

    points: Number | None = None
    exceed: bool = False


@plays(Recover)
def recover(table: Table, command: Recover) -> Procedure[int]:
    """Win Vitality back, up to the Total unless the effect goes beyond it.

    Rules: AR-VIT-02, AR-VIT-06
    """
    who = command.actor
    points, exceed = command.points, command.exceed
    if points is None:
        answer = yield from ask(lambda: _how_much(table, who, exceed=exceed))
        points, exceed = answer.numbers.get("points", 1), answer.option == "exceed"
    won = points if exceed else min(points, room(table.now, who))
    text = _("{who} wins back no Vitality: 1 point or more, and up to the Total unless beyond it.")
    yield from require(won > 0, "nothing_recovered", text, "AR-VIT-06", waivable=False, who=who)
    before = sheet_of(table.now[who]).current_vitality
    yield from emit(VitalityChanged(who=who, by=won))
    words = ngettext("{n} point", "{n} points", won).format(n=won)
    won_back = Step(label=_("Vitality"), rule_id="AR-VIT-06", before=before, after=before + won)
    text = _("{who} recovers")
    yield from say(table, text, who=who, result=words, steps=(won_back,), tone="good")
    yield from settle_one(table, who)
    return won


def _how_much(table: Table, who: str, *, exceed: bool) -> Question:
    most = room(table.now, who)
    why_not = "" if most else _("Nothing is missing.")
    return choice(
        table,
        _("{who} wins Vitality back"),
        (
            Option("total", _("Up to the Total"), enabled=most > 0, why_not=why_not),
            Option("exceed", _("Beyond the Total, as the effect says")),
        ),
        "AR-VIT-02",
        "AR-VIT-06",
        key="how much",
        whom=None,
        default="exceed" if exceed or not most else "total",
        info=_("{n} below its Total.").format(n=most),
        numbers=(FormNumber("points", _("Points"), 1, 999, max(1, most)),),
        who=who,
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
    role=Role.OTHER,
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
    left = sheet_of(table.now[who]).current_vitality
    steps = tuple[Step, ...]()
    if by:
        yield from emit(TotalChanged(who=who, by=by))
        now = sheet_of(table.now[who]).current_vitality
        steps = (Step(label=_("Vitality"), rule_id="AR-VIT-01", before=left, after=now),)
    yield from say(table, _("{who}: Total Vitality {n}"), who=who, n=total, steps=steps)
    return total
