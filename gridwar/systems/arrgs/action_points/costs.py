"""Points: what an action costs, who can pay, and what acting does to the weak."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Procedure, call, committed, emit, require, require_none
from gridwar.model.question import Refusal
from gridwar.systems.arrgs.conditions.conditions import (
    FortCheck,
    Recovery,
    recovery_check,
    settle_one,
)
from gridwar.systems.arrgs.core.close_events import ReadyUsed
from gridwar.systems.arrgs.core.events import PointsSpent, VitalityChanged
from gridwar.systems.arrgs.core.sheet import (
    DISABLING,
    PIP_OF,
    Pool,
    cannot_act,
    has,
    level,
    sheet_of,
    switches_of,
)
from gridwar.systems.arrgs.core.tables import manoeuvre
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import PipKind, Table
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.core.commands import Manoeuvre

DISABLED_CAP, DYING_CAP = 2, 1


class Price(Struct, frozen=True):
    """What an action takes: points of one pool, and Vitality.

    ``immediate`` is paid in others' turns as well: the answer to a trigger; ``readied`` by Ready.
    """

    pool: Pool
    points: int
    vitality: int = 1
    immediate: bool = False
    readied: bool = False

    @property
    def pips(self) -> tuple[PipKind, ...]:
        """The points as they are shown on a button."""
        return (PIP_OF[self.pool],) * self.points


def price_of(key: str, pool: Pool = "ap", *, immediate: bool = False) -> Price:
    """Return what a manoeuvre takes.

    Rules: AR-ACT-03, AR-ACT-04, AR-VIT-03
    """
    row = manoeuvre(key)
    return Price(pool, row.points, row.vitality, immediate)


def price_for(key: str, command: Manoeuvre) -> Price:
    """Return what a manoeuvre takes as it is asked for: a readied one is paid in others' turns.

    Rules: AR-ACT-03, AR-ACT-06, AR-MNV-13
    """
    answers = getattr(command, "answers", False)
    price = price_of(key, command.pool, immediate=command.readied or answers)
    return replace(price, readied=command.readied)


class Begun(Struct, frozen=True):
    """An action under way: who, at what price, how many points overuse counts for it."""

    who: str
    price: Price
    used: int
    failing: bool
    """Disabled or Dying when it began: a Fortitude check follows."""


def point_cap(one: Combatant) -> int | None:
    """Return how many points of both pools a combatant may use in a round; None without cap.

    Rules: AR-ACT-04, AR-CND-02, AR-CND-03
    """
    if has(one, "dying"):
        return DYING_CAP
    return DISABLED_CAP if has(one, "disabled") else None


def why_unable(one: Combatant) -> Refusal | None:
    """Return why somebody cannot act at all.

    Rules: AR-CND-01, AR-STR-04
    """
    if not cannot_act(one):
        return None
    names = [key for key in DISABLING if has(one, key)]
    text = _("{name} cannot act: {condition}.").format(name=one.name, condition=", ".join(names))
    return Refusal("cannot_act", text, ("AR-CND-01",))


def why_unpayable(encounter: Encounter, who: str, price: Price) -> Refusal | None:
    """Return why somebody cannot pay a price now.

    Rules: AR-ACT-01, AR-ACT-03, AR-ACT-04, AR-ACT-08, AR-STR-05
    """
    one = encounter[who]
    sheet = sheet_of(one)
    left = sheet.ap if price.pool == "ap" else sheet.aap
    if left < price.points:
        text = _("{name} has {left} {pool}, and this costs {points}.").format(
            name=one.name, left=left, pool=price.pool.upper(), points=price.points
        )
        return Refusal("no_points", text, ("AR-ACT-03",))
    cap, counted = point_cap(one), _counted(encounter, who, price)
    more = price.points if counted is None else counted
    if cap is not None and more and sheet.points_used + more > cap:
        text = ngettext(
            "{name} may use no more than {cap} point in a round.",
            "{name} may use no more than {cap} points in a round.",
            cap,
        )
        return Refusal("capped", text.format(name=one.name, cap=cap), ("AR-ACT-04",))
    return None if price.immediate else _why_not_now(encounter, one, price.pool)


def _why_not_now(encounter: Encounter, one: Combatant, pool: Pool) -> Refusal | None:
    if encounter.turn in (None, one.id):
        return None
    if pool == "ap" and switches_of(encounter).ap_outside_turn == "free":
        return None
    text = _("It is not {name}'s turn.").format(name=one.name)
    return Refusal("not_your_turn", text, ("AR-STR-05",) if pool == "ap" else ("AR-ACT-08",))


def require_there(table: Table, who: str) -> Procedure[None]:
    """Refuse for somebody who is not in the fight."""
    text = _("There is nobody like that.")
    yield from require(who in table.now, "no_such_combatant", text, waivable=False)


def require_payable(table: Table, who: str, price: Price) -> Procedure[None]:
    """Refuse who cannot act or cannot pay.

    Rules: AR-ACT-03, AR-ACT-04
    """
    yield from require_none(why_unable(table.now[who]))
    yield from require_none(why_unpayable(table.now, who, price))


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


def is_failing(one: Combatant) -> bool:
    """Tell whether acting calls for a Fortitude check."""
    return level(one, "dying") > 0 or has(one, "disabled")


def begin(table: Table, who: str, price: Price) -> Procedure[Begun]:
    """Pay for an action.

    Rules: AR-ACT-03, AR-ACT-09, AR-VIT-03
    """
    now = table.now
    used, failing = overused(now, who, price.points), is_failing(now[who])
    yield from committed()
    counts = _counted(now, who, price)
    yield from emit(PointsSpent(who=who, pool=price.pool, points=price.points, counts=counts))
    if price.readied:
        yield from emit(ReadyUsed(who=who))
    begun = Begun(who, price, used, failing)
    if switches_of(table.now).vitality_paid == "at_start":
        yield from _pay_vitality(table, begun)
    return begun


def pay_again(table: Table, begun: Begun) -> Procedure[Begun]:
    """Pay the Vitality of a further attack within one action; its points are paid already.

    Rules: AR-VIT-03
    """
    if switches_of(table.now).vitality_paid == "at_start":
        yield from _pay_vitality(table, begun)
    return begun


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
