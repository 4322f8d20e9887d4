"""What doing something costs: whose turn it is, actions, aim that is spoilt, Initiative.

The common ground of all deeds and attacks. Checks come in two forms: ``why_not_…`` for showing a
reason beforehand, and procedures that refuse with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from gridwar.engine.kit import PipKind, Procedure, committed, emit, require, require_none
from gridwar.model.question import Refusal
from gridwar.systems.cepheus.core.events import AimLost, InitiativeChanged
from gridwar.systems.cepheus.core.sheet import TRADED_MINORS, Budget
from gridwar.systems.cepheus.core.state import (
    budget_left,
    is_busy,
    is_out,
    is_under_way,
    sheet_of,
    state_of,
    switches_of,
)
from gridwar.systems.cepheus.core.turn_events import BudgetSpent, RoundUnderWay, SignificantTraded
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter

Spoiler = Literal["acted", "reacted", "hit", "distracted", "used"]
"""What happened to somebody who aims."""


class Price(Struct, frozen=True):
    """Actions that something costs."""

    minor: int = 0
    significant: int = 0

    @property
    def pips(self) -> tuple[PipKind, ...]:
        """The price as pips on a button."""
        return (PipKind.OWN,) * self.significant + (PipKind.SMALL,) * self.minor


FREE, MINOR, SIGNIFICANT = Price(), Price(minor=1), Price(significant=1)


def why_not_act(encounter: Encounter, who: str) -> Refusal | None:
    """Return why somebody cannot act now; None where he can.

    Rules: CE-RND-01, CE-RND-04
    """
    if who not in encounter:
        text = _("There is no combatant {id}.").format(id=who)
        return Refusal("no_such_combatant", text, (), waivable=False)
    one = encounter[who]
    if is_out(sheet_of(one), switches_of(encounter)):
        return Refusal("out", _("{name} is out.").format(name=one.name), ("CE-DMG-07",))
    if encounter.round == 0:
        return Refusal("not_begun", _("The fight has not begun."), ("CE-RND-01",))
    if encounter.turn != who:
        text = _("It is not {name}'s turn.").format(name=one.name)
        return Refusal("not_your_turn", text, ("CE-RND-04",))
    return None


def why_not_free(encounter: Encounter, who: str) -> Refusal | None:
    """Return why somebody can do nothing that costs an action; None where he can.

    Rules: CE-GRP-03, CE-OTH-02
    """
    sheet, name = sheet_of(encounter[who]), encounter[who].name
    if sheet.grappled_with is not None and sheet.grappled_with in encounter:
        other = encounter[sheet.grappled_with].name
        text = _("{name} is locked in a grapple with {other}.").format(name=name, other=other)
        return Refusal("grappled", text, ("CE-GRP-03",))
    if is_busy(sheet):
        text = _("{name} is busy with something that takes longer.").format(name=name)
        return Refusal("busy", text, ("CE-OTH-02",))
    return None


def can_trade(budget: Budget, price: Price) -> bool:
    """Tell whether giving up the significant action would pay for this.

    Rules: CE-RND-02, CE-MIN-01, CE-SIG-01
    """
    spare = budget.significant > price.significant
    return spare and price.minor <= budget.minor + TRADED_MINORS


def most_minors(budget: Budget) -> int:
    """Return the most minor actions that a budget can come to.

    Rules: CE-RND-02
    """
    return budget.minor + (TRADED_MINORS if can_trade(budget, MINOR) else 0)


def why_not_pay(encounter: Encounter, who: str, price: Price) -> Refusal | None:
    """Return why somebody cannot afford something in this turn; None where he can.

    Rules: CE-RND-02, CE-MIN-01, CE-SIG-01
    """
    budget = sheet_of(encounter[who]).budget
    if price.significant > budget.significant:
        text = _("The significant action of this turn is spent or lost.")
        return Refusal("budget", text, ("CE-RND-02",))
    if price.minor > budget.minor and not can_trade(budget, price):
        text = ngettext(
            "That takes {n} minor action more than are left.",
            "That takes {n} minor actions more than are left.",
            price.minor - budget.minor,
        ).format(n=price.minor - budget.minor)
        return Refusal("budget", text, ("CE-RND-02",))
    return None


def why_not_do(
    encounter: Encounter, who: str, price: Price, *, held: bool = False
) -> Refusal | None:
    """Return why somebody cannot act now or cannot afford something; None where he can.

    Args:
        encounter: The fight.
        who: Who wants to do it.
        price: What it costs.
        held: Whether it can be done in a grapple.
    """
    return why_not_act(encounter, who) or _why_not_afford(encounter, who, price, held=held)


def _why_not_afford(encounter: Encounter, who: str, price: Price, *, held: bool) -> Refusal | None:
    bound = None if held or price == FREE else why_not_free(encounter, who)
    return bound or why_not_pay(encounter, who, price)


def may_act(table: Table, who: str) -> Procedure[None]:
    """Refuse where somebody cannot act now.

    Rules: CE-RND-01, CE-RND-04
    """
    yield from require_none(why_not_act(table.now, who))


def may_do(table: Table, who: str, price: Price, *, held: bool = False) -> Procedure[None]:
    """Refuse where somebody cannot act now or cannot afford something; nothing is paid yet."""
    yield from require_none(why_not_act(table.now, who))
    yield from require_none(_why_not_afford(table.now, who, price, held=held))


def pay(table: Table, who: str, price: Price, *, held: bool = False) -> Procedure[None]:
    """Pay for something; where minor actions are short the significant one is given up.

    From here on the command cannot be suspended: whatever may be interrupted asks first, after
    ``may_do``, and pays afterwards. ``held``: it can be done in a grapple.

    Rules: CE-RND-02, CE-MIN-01, CE-SIG-01
    """
    yield from require_none(_why_not_afford(table.now, who, price, held=held))
    yield from committed()
    if state_of(table.now).fresh:
        yield from emit(RoundUnderWay())
    budget = sheet_of(table.now[who]).budget
    if price.minor > budget.minor and can_trade(budget, price):
        yield from emit(SignificantTraded(who=who))
    if price != FREE:
        yield from emit(BudgetSpent(who=who, minor=price.minor, significant=price.significant))


def budget_options(encounter: Encounter, who: str) -> tuple[Budget, ...]:
    """Return the ways in which somebody may use what is left of his turn, or the next whole one.

    The way that keeps the significant action comes first.

    Rules: CE-RND-02, CE-EXP-03
    """
    budget = budget_left(encounter, who)
    most = most_minors(budget)
    traded = budget.replace(minor=most, significant=0)
    return (budget,) if most == budget.minor else (budget, traded)


def spoil_aim(table: Table, who: str, reason: Spoiler) -> Procedure[None]:
    """Take away the aim that does not survive what happened to somebody.

    Args:
        table: The table.
        who: Whoever may be aiming.
        reason: ``acted`` for any action but aiming, ``used`` for the attack aimed at; ``hit`` for
            being hit whatever the damage; ``distracted`` by the GM's word.

    Rules: CE-MIN-02, CE-MIN-03
    """
    aim, switches = sheet_of(table.now[who]).aim, switches_of(table.now)
    if aim is None:
        return
    everything = (
        reason in ("acted", "used")
        or (reason == "reacted" and switches.aim_broken_by_reaction)
        or (reason == "hit" and switches.aim_broken_by_hit == "both")
    )
    if everything:
        yield from emit(AimLost(who=who))
    elif aim.to_kill:
        yield from emit(AimLost(who=who, kill_only=True))


def change_round(encounter: Encounter, who: str) -> int:
    """Return the round in which a change of somebody's Initiative counts.

    This one if he has still to act, otherwise the next. A turn under way, even one that was
    interrupted, is no longer to come.

    Rules: CE-INI-06
    """
    return encounter.round + (sheet_of(encounter[who]).acted or is_under_way(encounter, who))


def change_initiative(table: Table, who: str, amount: int, source: str) -> Procedure[None]:
    """Change somebody's Initiative for one round; nothing for those not in the order.

    Args:
        table: The table.
        who: Whose.
        amount: Signed points.
        source: What it comes from, in words.

    Rules: CE-INI-06, CE-REA-01
    """
    if amount and sheet_of(table.now[who]).initiative_base is not None:
        when = change_round(table.now, who)
        yield from emit(InitiativeChanged(who=who, amount=amount, round=when, source=source))


def must_exist(table: Table, who: str) -> Procedure[None]:
    """Refuse where there is no such combatant."""
    text = _("There is no combatant {id}.").format(id=who)
    yield from require(who in table.now, "no_such_combatant", text, waivable=False)
