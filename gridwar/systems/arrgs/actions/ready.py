"""Ready: AP swapped for AAP, a trigger named, and a manoeuvre to play when it comes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import (
    AtLeastOne,
    FormNumber,
    Option,
    Procedure,
    Role,
    SheetEvent,
    Step,
    allows,
    ask,
    choice,
    emit,
    offer,
    plays,
    require,
    say,
)
from gridwar.systems.arrgs.actions.offers import HELPING, Manoeuvre
from gridwar.systems.arrgs.actions.paying_for_actions import Lost, begin, finish, may_begin
from gridwar.systems.arrgs.actions.prices import Price, immediate_price
from gridwar.systems.arrgs.core.sheet import ArrgsSheet, Readied, has, sheet_of, switches_of
from gridwar.systems.arrgs.core.tables import manoeuvre, manoeuvre_table, readied_words
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Question, Table
    from gridwar.systems.arrgs.conditions import FortCheck

READY: Final = "ready"
NO_MANOEUVRE: Final = "no_manoeuvre"
LIKELY: Final = frozenset({"attack", "charge", "defence", "movement", "withdraw"})
NOT_READIED: Final = frozenset({"ready", "opportunity"})


class MadeReadyResult(Struct, frozen=True):
    """How many points were swapped."""

    points: int = 0
    fort_checks: tuple[FortCheck, ...] = ()


def ready_price(encounter: Encounter, command: Ready | None = None) -> Price:
    """Return what Ready itself takes: no points, and 1 Vitality unless the house rules say not.

    Rules: AR-MNV-13, AR-VIT-03
    """
    del command
    vitality = manoeuvre(READY).vitality if switches_of(encounter).ready_costs_vitality else 0
    return Price("ap", 0, vitality)


@offer(
    _("Ready"),
    icon="hourglass",
    group=HELPING,
    role=Role.READY,
    note=_("AP become AAP until a trigger comes"),
    price=ready_price,
)
class Ready(Manoeuvre):
    """Swap AP for AAP and wait for a trigger; without a number of points all of it is asked."""

    points: AtLeastOne | None = None
    trigger: str = ""
    manoeuvre: str = ""
    """Which is readied; none: the points are kept for Opportunity and Defence alone."""


class MadeReady(SheetEvent):
    """AP became AAP, waiting for a trigger; ``counts`` of them count for overuse at once."""

    readied: Readied
    counts: int = 0

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Swap the points and remember what for, beside those that wait already."""
        points, waiting = self.readied.points, sheet.readied
        held = points + (0 if waiting is None else waiting.points)
        return sheet.replace(
            ap=sheet.ap - points,
            aap=sheet.aap + points,
            readied=self.readied.replace(points=held),
            points_used=sheet.points_used + self.counts,
        )


@plays(Ready)
def ready(table: Table, command: Ready) -> Procedure[MadeReadyResult]:
    """Swap AP for AAP, and say what for.

    Rules: AR-MNV-13, AR-ACT-03, AR-ACT-07
    """
    who, price = command.actor, ready_price(table.now)
    yield from may_begin(table, who, price)
    left = sheet_of(table.now[who]).ap
    text = _("{who} has no AP left to swap.")
    yield from require(left > 0, "no_ap_left", text, "AR-MNV-13", waivable=False, who=who)
    points, trigger, key = command.points, command.trigger, command.manoeuvre
    if points is None:
        answer = yield from ask(lambda: _what_for(table, who))
        points = answer.numbers.get("points", left)
        trigger = " ".join(answer.texts)
        key = "" if answer.option == NO_MANOEUVRE else answer.option
    text, enough = _("{who} has {left} AP to swap."), 1 <= points <= left
    names = {"who": who, "left": left}
    yield from require(enough, "too_few_ap", text, "AR-MNV-13", waivable=False, **names)
    begun = yield from begin(table, who, price)
    if isinstance(begun, Lost):
        return MadeReadyResult(fort_checks=begun.checks)
    at_once = switches_of(table.now).ready_point_counting == "when_readied"
    readied = Readied(trigger=trigger, manoeuvre=key, points=points)
    yield from emit(MadeReady(who=who, readied=readied, counts=points if at_once else 0))
    steps = (Step(label=_("AP become AAP"), rule_id="AR-MNV-13", after=points),)
    words = readied_words(readied)
    yield from say(table, _("{who} is ready"), who=who, result=words, steps=steps)
    checks = yield from finish(table, begun)
    return MadeReadyResult(points, checks)


def readiable(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return the Standard manoeuvres that somebody has a use for, the likeliest first.

    Rules: AR-MNV-13
    """
    one = encounter[who]
    sheet = sheet_of(one)
    absent = set(NOT_READIED)
    if not any(weapon.category == "melee" for weapon in sheet.weapons):
        absent |= {"charge", "trip", "disarm", "reposition"}
    if not any(weapon.is_spell for weapon in sheet.weapons):
        absent |= {"control_spell", "dismiss_spell", "counterspell"}
    if not any(weapon.capacity for weapon in sheet.weapons):
        absent.add("reload")
    if not sheet.reach:
        absent.add("change_reach")
    if not has(one, "prone"):
        absent.add("standup")
    keys = (key for key, row in manoeuvre_table().manoeuvres.items() if row.rule)
    known = [key for key in keys if key not in absent]
    return tuple(sorted(known, key=lambda key: (key not in LIKELY, known.index(key))))


def is_prompt(encounter: Encounter, who: str, key: str) -> bool:
    """Return whether somebody may do Defence or Counterspell as an Immediate Action now.

    Rules: AR-ACT-06
    """
    readied = sheet_of(encounter[who]).readied
    is_ready = readied is not None and readied.manoeuvre == key
    if switches_of(encounter).immediate_list == "strict" and not is_ready:
        return False
    return allows(encounter, may_begin, who, immediate_price(key))


def _option(key: str) -> Option:
    points = manoeuvre(key).points
    words = ngettext("{n} point", "{n} points", points).format(n=points)
    return Option(key, manoeuvre(key).name, words)


def _what_for(table: Table, who: str) -> Question:
    left = sheet_of(table.now[who]).ap
    readied = tuple(_option(key) for key in readiable(table.now, who))
    effect = _("the points wait for Opportunity and Defence")
    points_only = Option(NO_MANOEUVRE, _("No manoeuvre"), effect=effect)
    return choice(
        table,
        _("{whom}: get ready"),
        (*readied, points_only),
        "AR-MNV-13",
        key="what for",
        whom=who,
        default="attack",
        info=_("AP become AAP until End of Round. For which manoeuvre?"),
        numbers=(FormNumber("points", _("AP to swap"), 1, left, left),),
        note_label=_("when …"),
    )
