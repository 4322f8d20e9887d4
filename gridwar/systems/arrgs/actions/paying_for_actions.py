"""Points: who can pay for an action, how it is paid, and what acting does to the weak."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    Combatant,
    Encounter,
    Procedure,
    SheetEvent,
    Step,
    Table,
    allows,
    call,
    committed,
    emit,
    require,
    say,
)
from gridwar.systems.arrgs.actions.prices import Price, price_words
from gridwar.systems.arrgs.conditions import (
    FortCheck,
    Recovery,
    VitalityChanged,
    recovery_check,
    settle_one,
)
from gridwar.systems.arrgs.core.sheet import DISABLING, ArrgsSheet, Pool, has, sheet_of, switches_of
from gridwar.text import _, ngettext

DISABLED_CAP, DYING_CAP = 2, 1


class PointsSpent(SheetEvent):
    """An action was paid: points out of one pool; they count towards overuse.

    Of AAP those swapped by Ready go first. ``counts`` is how many count; None for all.
    """

    pool: Pool
    points: int
    counts: int | None = None

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Take them, and count the action."""
        left = {"ap": sheet.ap, "aap": sheet.aap}[self.pool] - self.points
        counted = self.points if self.counts is None else self.counts
        readied = sheet.readied
        if readied is not None and self.pool == "aap":
            readied = readied.replace(points=max(0, readied.points - self.points))
        return sheet.replace(
            **{self.pool: left},
            points_used=sheet.points_used + counted,
            actions_taken=sheet.actions_taken + 1,
            readied=readied,
        )


class ReadyUsed(SheetEvent):
    """The readied manoeuvre was played; swapped points that are left can still be spent."""

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Forget the trigger."""
        if sheet.readied is None:
            return sheet
        return sheet.replace(readied=sheet.readied.replace(trigger="", manoeuvre=""))


class Begun(Struct, frozen=True):
    """An action under way: who, at what price, how many points overuse counts for it."""

    who: str
    price: Price
    used: int
    failing: bool
    """Disabled or Dying when it began: a Fortitude check follows."""


class Lost(Struct, frozen=True):
    """An action that is paid for and not performed, with the checks that paying called for."""

    checks: tuple[FortCheck, ...] = ()


def point_cap(one: Combatant) -> int | None:
    """Return how many points of both pools a combatant may use in a round; None without cap.

    Rules: AR-ACT-04, AR-CND-02, AR-CND-03
    """
    if has(one, "dying"):
        return DYING_CAP
    return DISABLED_CAP if has(one, "disabled") else None


def may_act(table: Table, who: str) -> Procedure[None]:
    """Refuse who cannot act at all.

    Rules: AR-CND-01, AR-STR-04
    """
    found = ", ".join(key for key in DISABLING if has(table.now[who], key))
    text = _("{who} cannot act: {condition}.")
    yield from require(not found, "cannot_act", text, "AR-CND-01", who=who, condition=found)


def may_pay(table: Table, who: str, price: Price) -> Procedure[None]:
    """Refuse who cannot pay a price now.

    Rules: AR-ACT-01, AR-ACT-03, AR-ACT-04, AR-ACT-08, AR-STR-05, AR-MNV-13
    """
    one, pool = table.now[who], price.pool
    sheet = sheet_of(one)
    left = sheet.ap if pool == "ap" else sheet.aap
    text = _("{who} has {left} {pool}, and this costs {points}.")
    names = {"left": left, "pool": pool.upper(), "points": price.points}
    enough = left >= price.points
    yield from require(enough, "no_points", text, "AR-ACT-03", who=who, waivable=True, **names)
    cap, counted = point_cap(one), _counted(table.now, who, price)
    more = price.points if counted is None else counted
    if cap is not None and more:
        text = ngettext(
            "{who} may use no more than {cap} point in a round.",
            "{who} may use no more than {cap} points in a round.",
            cap,
        )
        fits = sheet.points_used + more <= cap
        yield from require(fits, "capped", text, "AR-ACT-04", who=who, cap=cap)
    free = pool == "ap" and switches_of(table.now).ap_outside_turn == "free"
    if price.readied:
        waits = sheet.readied is not None and sheet.readied.manoeuvre == price.key
        text = _("{who} has readied nothing of the kind.")
        is_ready = waits and pool == "aap" and table.now.turn != who
        yield from require(is_ready, "not_readied", text, "AR-MNV-13", who=who)
    now, text = table.now.turn in (None, who), _("It is not {who}'s turn.")
    if not (price.immediate or free):
        by_ap = now or pool != "ap"
        yield from require(by_ap, "not_your_turn", text, "AR-STR-05", who=who)
        yield from require(now, "not_your_turn", text, "AR-ACT-08", who=who)


def may_begin(table: Table, who: str, price: Price) -> Procedure[None]:
    """Refuse who cannot act or cannot pay.

    Rules: AR-ACT-03, AR-ACT-04
    """
    yield from may_act(table, who)
    yield from may_pay(table, who, price)


def pool_for(encounter: Encounter, who: str, price: Price) -> Pool:
    """Return what would pay a price: its own pool, or AAP where only they are enough.

    Rules: AR-ACT-04, AR-ACT-08
    """
    swift = replace(price, pool="aap")
    can_pay = allows(encounter, may_pay, who, price)
    return "aap" if not can_pay and allows(encounter, may_pay, who, swift) else price.pool


def overused(encounter: Encounter, who: str, points: int) -> int:
    """Return the points that overuse counts for an action about to be paid.

    Rules: AR-ACT-05
    """
    used = sheet_of(encounter[who]).points_used
    return used + points if switches_of(encounter).overuse_scope == "includes_current" else used


def _counted(encounter: Encounter, who: str, price: Price) -> int | None:
    """Return how many points count for overuse now; None for all of them.

    Rules: AR-ACT-07, AR-MNV-13
    """
    readied = sheet_of(encounter[who]).readied
    if price.pool == "ap" or readied is None:
        return None
    if switches_of(encounter).ready_point_counting == "when_spent":
        return None
    return max(0, price.points - readied.points)


def begin(table: Table, who: str, price: Price) -> Procedure[Begun | Lost]:
    """Pay for an action; it is lost where the payment kills.

    Rules: AR-ACT-03, AR-ACT-09, AR-VIT-03, AR-ATK-03
    """
    now = table.now
    used, failing = overused(now, who, price.points), has(now[who], "dying", "disabled")
    yield from committed()
    counts = _counted(now, who, price)
    yield from _tell_price(table, who, price)
    yield from emit(PointsSpent(who=who, pool=price.pool, points=price.points, counts=counts))
    if price.readied:
        yield from emit(ReadyUsed(who=who))
    return (yield from _started(table, Begun(who, price, used, failing)))


def _started(table: Table, begun: Begun) -> Procedure[Begun | Lost]:
    """Take the Vitality of an action that starts; whoever dies of it performs nothing.

    Rules: AR-VIT-03, AR-VIT-05, AR-ATK-03
    """
    who, lived = begun.who, not has(table.now[begun.who], "dead")
    if switches_of(table.now).vitality_paid == "at_start":
        yield from _pay_vitality(table, begun)
    if lived and has(table.now[who], "dead"):
        yield from wasted(table, who, "AR-ATK-03")
        return Lost()
    return begun


def wasted(table: Table, who: str, rule_id: str = "AR-OPP-06", why: str = "") -> Procedure[None]:
    """Tell that an action is lost that has been paid for.

    Rules: AR-OPP-06, AR-ATK-03, AR-MNV-13
    """
    text = _("{who} cannot go on: the action is lost")
    spent = Step(label=_("Points and Vitality stay spent"), rule_id=rule_id)
    yield from say(table, text, who=who, result=why, steps=(spent,), tone="harm")


def _tell_price(table: Table, who: str, price: Price) -> Procedure[None]:
    """Tell what an action takes: points of a pool, and Vitality.

    Rules: AR-ACT-03, AR-ACT-04, AR-ACT-09, AR-VIT-03
    """
    vitality = Step(label=_("Vitality"), rule_id="AR-VIT-03", after=price.vitality)
    points = Step(label=price.pool.upper(), rule_id="AR-ACT-03", after=price.points)
    paid = [(points, price_words(price))] if price.points else []
    if price.vitality:
        paid.append((vitality, _("{n} Vitality").format(n=price.vitality)))
    if price.spell_level:
        label = _("Spell level {n}").format(n=price.spell_level)
        paid.append((Step(label=label, rule_id="AR-VIT-03", after=price.spell_level), label))
    result, steps = ", ".join(words for _step, words in paid), tuple(step for step, _words in paid)
    if paid:
        yield from say(table, _("{who} pays"), who=who, result=result, steps=steps)


def pay_again(table: Table, begun: Begun) -> Procedure[Begun | Lost]:
    """Pay the Vitality of a further attack within one action; its points are paid already.

    Rules: AR-VIT-03, AR-ATK-03
    """
    yield from _tell_price(table, begun.who, replace(begun.price, points=0))
    return (yield from _started(table, begun))


def finish(table: Table, begun: Begun) -> Procedure[tuple[FortCheck, ...]]:
    """Play what acting brings upon who was Disabled or Dying when the action began.

    Rules: AR-CND-02, AR-CND-03, AR-ACT-09
    """
    if switches_of(table.now).vitality_paid == "at_end":
        yield from _pay_vitality(table, begun)
    if not begun.failing or begun.who not in table.now:
        return ()
    check = yield from call(recovery_check, Recovery(begun.who), key=f"recovery of {begun.who}")
    return (check,) if check is not None else ()


def _pay_vitality(table: Table, begun: Begun) -> Procedure[None]:
    if begun.price.vitality:
        yield from emit(VitalityChanged(who=begun.who, by=-begun.price.vitality))
        yield from settle_one(table, begun.who)
