"""What doing something costs: who may act, the actions of a turn, and paying for what is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from gridwar.model.encounter import Encounter
from gridwar.systems.cepheus.actions.losing_aim import spoil_aim
from gridwar.systems.cepheus.core.fight_state import (
    is_busy,
    is_under_way,
    sheet_of,
    state_of,
    switches_of,
    unlocked,
)
from gridwar.systems.cepheus.core.health import is_out, is_seriously_wounded
from gridwar.systems.cepheus.core.person_records import TRADED_MINORS, Budget
from gridwar.systems.cepheus.core.sheet import CepheusSheet
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet


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


def budget_of(sheet: CepheusSheet) -> Budget:
    """Return the actions of somebody's next whole turn.

    Rules: CE-RND-02, CE-EXP-03, CE-HLT-03
    """
    hurt = int(is_seriously_wounded(sheet))
    return Budget(minor=1 - hurt, significant=0 if sheet.lose_next_significant else 1, hurt=hurt)


def budget_left(encounter: Encounter, who: str) -> Budget:
    """Return the actions left of somebody's turn under way, or those of the next whole one.

    Rules: CE-RND-02
    """
    sheet = sheet_of(encounter[who])
    return sheet.budget if is_under_way(encounter, who) else budget_of(sheet)
