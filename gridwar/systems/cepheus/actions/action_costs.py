"""What doing something costs: whose turn it is, actions, aim that is spoilt, Initiative.

The common ground of all actions and attacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from gridwar.engine.kit import (
    Count,
    PipKind,
    Procedure,
    SheetEvent,
    StateEvent,
    Step,
    committed,
    emit,
    ngettext,
    require,
    say,
    sets,
)
from gridwar.systems.cepheus.core.person_records import TRADED_MINORS, Budget, InitiativeMod
from gridwar.systems.cepheus.core.state import (
    is_busy,
    is_out,
    is_under_way,
    sheet_of,
    state_of,
    switches_of,
    unlocked,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

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


@sets("fresh", False)
class RoundUnderWay(StateEvent):
    """Somebody has done something in this round: haste can no longer be declared."""


class BudgetSpent(SheetEvent):
    """Actions were spent, as far as there were any."""

    minor: Count = 0
    significant: Count = 0

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Take them off; who has acted can be suppressed again."""
        left = sheet.budget
        return sheet.replace(
            budget=left.replace(
                minor=max(0, left.minor - self.minor),
                significant=max(0, left.significant - self.significant),
            ),
            spent=True,
            suppression=unlocked(sheet.suppression),
        )


class SignificantTraded(SheetEvent):
    """The significant action was given up for two minor ones."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Exchange it."""
        left = sheet.budget
        budget = left.replace(minor=min(3, left.minor + TRADED_MINORS), significant=0)
        return sheet.replace(budget=budget, spent=True)


class AimLost(SheetEvent):
    """Aiming came to nothing, or was used up."""

    kill_only: bool = False
    """Only what was aimed for the kill is lost."""
    reacted: bool = False
    """They have given it up themselves, to react."""

    @property
    def is_own_doing(self) -> bool:
        """Whether it was for a reaction."""
        return self.reacted

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Forget it."""
        if self.kill_only and sheet.aim is not None and sheet.aim.to_hit:
            return sheet.replace(aim=sheet.aim.replace(to_kill=0))
        return sheet.replace(aim=None)


class InitiativeChanged(SheetEvent):
    """The Initiative changed for one round."""

    amount: int
    round: int
    source: str = ""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Add the change to those that count in their rounds."""
        mod = InitiativeMod(amount=self.amount, round=self.round, source=self.source)
        return sheet.replace(initiative_mods=(*sheet.initiative_mods, mod))


# --- whether somebody may act ---------------------------------------------------------------------


def may_act(table: Table, who: str) -> Procedure[None]:
    """Refuse where somebody cannot act now.

    Rules: CE-RND-01, CE-RND-04
    """
    yield from must_be_up(table, who)
    yield from must_have_begun(table)
    text = _("It is not {who}'s turn.")
    yield from require(table.now.turn == who, "not_your_turn", text, "CE-RND-04", who=who)


def must_be_up(table: Table, who: str) -> Procedure[None]:
    """Refuse where somebody is unconscious or dead.

    Rules: CE-DMG-07
    """
    is_up = not is_out(sheet_of(table.now[who]), switches_of(table.now))
    yield from require(is_up, "out", _("{who} is out."), "CE-DMG-07", who=who)


def must_have_begun(table: Table) -> Procedure[None]:
    """Refuse before the first round.

    Rules: CE-RND-01
    """
    begun = table.now.round > 0
    yield from require(begun, "not_begun", _("The fight has not begun."), "CE-RND-01")


def may_spend(table: Table, who: str) -> Procedure[None]:
    """Refuse where somebody can do nothing that costs an action.

    Rules: CE-GRP-03, CE-OTH-02
    """
    sheet = sheet_of(table.now[who])
    free = sheet.grappled_with is None or sheet.grappled_with not in table.now
    text = _("{who} is locked in a grapple with {other}.")
    yield from require(free, "grappled", text, "CE-GRP-03", who=who, other=sheet.grappled_with)
    text = _("{who} is busy with something that takes longer.")
    yield from require(not is_busy(sheet), "busy", text, "CE-OTH-02", who=who)


def can_trade(budget: Budget, price: Price) -> bool:
    """Return whether giving up the significant action would pay for this.

    Rules: CE-RND-02, CE-MIN-01, CE-SIG-01
    """
    spare = budget.significant > price.significant
    return spare and price.minor <= budget.minor + TRADED_MINORS


def most_minors(budget: Budget) -> int:
    """Return the most minor actions that a budget can come to.

    Rules: CE-RND-02
    """
    return budget.minor + (TRADED_MINORS if can_trade(budget, MINOR) else 0)


def may_pay(table: Table, who: str, price: Price, *, held: bool) -> Procedure[None]:
    """Refuse where somebody cannot afford something in this turn; ``held``: also in a grapple.

    Rules: CE-RND-02, CE-MIN-01, CE-SIG-01
    """
    if not held and price != FREE:
        yield from may_spend(table, who)
    budget = sheet_of(table.now[who]).budget
    text = _("The significant action of this turn is spent or lost.")
    left = price.significant <= budget.significant
    yield from require(left, "no_significant", text, "CE-RND-02")
    lack = 0 if can_trade(budget, price) else price.minor - budget.minor
    text = ngettext(
        "That takes {n} minor action more than are left.",
        "That takes {n} minor actions more than are left.",
        lack,
    )
    yield from require(lack <= 0, "no_minor", text, "CE-RND-02", n=lack)


def may_do(table: Table, who: str, price: Price, *, held: bool = False) -> Procedure[None]:
    """Refuse where somebody cannot act now or cannot afford something; nothing is paid yet."""
    yield from may_act(table, who)
    yield from may_pay(table, who, price, held=held)


def pay(table: Table, who: str, price: Price, *, held: bool = False) -> Procedure[None]:
    """Pay for something; where minor actions are short the significant one is given up.

    From here on the command cannot be suspended: whatever may be interrupted asks first, after
    ``may_do``, and pays afterwards. ``held``: it can be done in a grapple.

    Rules: CE-RND-02, CE-MIN-01, CE-SIG-01
    """
    yield from may_pay(table, who, price, held=held)
    yield from committed()
    if state_of(table.now).fresh:
        yield from emit(RoundUnderWay())
    budget = sheet_of(table.now[who]).budget
    if price.minor > budget.minor and can_trade(budget, price):
        yield from emit(SignificantTraded(who=who))
        now, label = sheet_of(table.now[who]).budget.minor, _("Minor actions left")
        steps = (Step(label=label, rule_id="CE-RND-02", before=budget.minor, after=now),)
        text = _("{who} gives up the significant action for minor ones")
        yield from say(table, text, who=who, steps=steps)
    if price != FREE:
        yield from emit(BudgetSpent(who=who, minor=price.minor, significant=price.significant))


def take_action(table: Table, who: str, price: Price, *, held: bool = False) -> Procedure[None]:
    """Pay for an action of one's own other than aiming or attacking, which spoils the aim.

    Rules: CE-MIN-02, CE-MIN-03
    """
    yield from pay(table, who, price, held=held)
    yield from spoil_aim(table, who, "acted")


def spoil_aim(table: Table, who: str, reason: Spoiler) -> Procedure[None]:
    """Take away the aim that does not survive what happened to somebody.

    Args:
        table: The table.
        who: Whoever may be aiming.
        reason: ``acted`` for any action but aiming, ``used`` for the attack aimed at; ``hit`` for
            being hit whatever the damage; ``distracted`` by the GM's word.

    What somebody does themselves tells it; what is done to them is told here.

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
    if not (everything or aim.to_kill):
        return
    yield from emit(AimLost(who=who, kill_only=not everything, reacted=reason == "reacted"))
    if reason in ("hit", "reacted", "distracted"):
        worth = ((_("Aim"), "CE-MIN-02", aim.dm), (_("Aim for the kill"), "CE-MIN-03", aim.damage))
        lost = worth if everything else worth[1:]
        steps = tuple(
            Step(label=label, rule_id=rule, before=n, after=0) for label, rule, n in lost if n
        )
        text = _("{who} aims at {target} no more")
        yield from say(table, text, who=who, target=aim.target, steps=steps)


def change_round(encounter: Encounter, who: str) -> int:
    """Return the round in which a change of somebody's Initiative counts.

    This one if they have still to act, otherwise the next. A turn under way, even one that was
    interrupted, is no longer to come; nor are those that are simultaneous with the one that has the
    turn. Whoever cuts in among these is not of their moment.

    Rules: CE-INI-06, CE-RND-03
    """
    bracket = encounter.bracket
    together = bracket is not None and {who, encounter.turn or who} <= set(bracket.members)
    has_acted = sheet_of(encounter[who]).acted or is_under_way(encounter, who)
    return encounter.round + (together or has_acted)


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
