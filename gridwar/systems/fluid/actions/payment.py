"""An action somebody wants to take, and what pays for it: half actions, prompts, the surprise."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import (
    Encounter,
    Option,
    PipKind,
    Pips,
    Procedure,
    Step,
    Table,
    choose,
    emit,
    ngettext,
)
from gridwar.systems.fluid.core.fight_state import Prompt, PromptOver, is_surprise_round, state_of
from gridwar.systems.fluid.core.sheet import fight_of
from gridwar.systems.fluid.core.sheet_events import (
    HalfUsed,
    HalvesSpent,
    SurpriseActionTaken,
    SurpriseFreeTaken,
)
from gridwar.systems.fluid.core.tables import PRESS, numbers
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.systems.fluid.core.sheet import InFight
    from gridwar.systems.fluid.core.tables import ActionSpec

BASE: Final = "base"
STEP: Final = "step"


class Taking(Struct, frozen=True):
    """An action that somebody wants to take, and what is to pay for it.

    Attributes:
        who: Who acts.
        action: Its id in the game master's list, or ``step``.
        name: Its words.
        cost: ``half``, ``full``, ``free`` or ``step``.
        tags: What it is.
        uses: Which half actions pay: ``base`` or ids of others; empty for what is chosen then.
        split: ``start`` or ``finish`` of a check divided over two rounds.
        reductions: How many options shorten it.
        restrictions: Its own.
        is_press: Whether it is Press.
    """

    who: str
    action: str
    name: str
    cost: str
    tags: frozenset[str] = frozenset()
    uses: tuple[str, ...] = ()
    split: str = ""
    reductions: int = 0
    restrictions: frozenset[str] = frozenset()
    is_press: bool = False

    @property
    def is_action(self) -> bool:
        """Tell whether it is a half or full action."""
        return self.cost in ("half", "full")

    @property
    def halves(self) -> int:
        """How many half actions it takes.

        Rules: FL-RND-01, FL-ACT-01
        """
        if not self.is_action:
            return 0
        return 1 if self.split or self.cost == "half" else numbers().half_actions


def taking_of(spec: ActionSpec, who: str) -> Taking:
    """Return an action of the list as somebody would take it."""
    return Taking(
        who,
        spec.id,
        spec.words,
        spec.cost,
        frozenset(spec.tags),
        restrictions=frozenset(spec.restrictions),
        is_press=spec.event == PRESS,
    )


def payments(
    fight: InFight, taking: Taking, *, every_order: bool = False
) -> tuple[tuple[str, ...], ...]:
    """Return in which ways an action can be paid now: half actions of the round first.

    Every restriction on a half binds what it pays for; two halves of one source, other than the
    round itself, make no full action, and some actions take none from elsewhere. What reeling takes
    pays for nothing.

    Rules: FL-RND-01, FL-ACT-01, FL-ACT-03, FL-MOD-07
    """
    left = min(fight.halves_left, taking.halves)
    sources = {BASE: BASE} | {one.id: one.source for one in fight.extras_left}
    usable = [
        one.id
        for one in fight.extras_left
        if not taking.split
        and "no_combine" not in taking.restrictions
        and not any(f"no_{tag}" in one.restrictions for tag in taking.tags)
    ]
    pool = [*(BASE,) * left, *usable]
    found = dict.fromkeys(
        combination
        for combination in combinations(pool, taking.halves)
        if len(named := [sources[one] for one in combination if one != BASE]) == len(set(named))
    )
    if every_order:
        found |= dict.fromkeys(tuple(reversed(one)) for one in tuple(found))
    return tuple(found)


def _chosen_payment(table: Table, taking: Taking) -> Procedure[tuple[str, ...]]:
    """Return which half actions pay; asked where there are several ways.

    Rules: FL-ACT-03
    """
    if taking.uses and not taking.split:
        return taking.uses
    fight = fight_of(table.now, taking.who)
    called, found = _called(fight), payments(fight, taking)
    alike = {" + ".join(called[one] for one in way): way for way in reversed(found)}
    ways = [way for way in found if way in alike.values()]
    if not ways:  # the game master has waived the price
        return ()
    if len(ways) == 1:
        return ways[0]
    options = [Option("+".join(way), " + ".join(called[one] for one in way)) for way in ways]
    chosen = yield from choose(
        table,
        _("Which half actions pay for {name}?"),
        options,
        "FL-ACT-03",
        key="payment",
        whom=taking.who,
        name=taking.name,
    )
    return next(way for way in ways if "+".join(way) == chosen)


def _called(fight: InFight) -> dict[str, str]:
    """Return what half actions are called: by their source, with what they may not be used for."""
    named = {one.id: restricted(one.source, one.restrictions) for one in fight.extra_halves}
    return named | {BASE: _("this round")}


def restricted(source: str, restrictions: frozenset[str]) -> str:
    """Return the words of a half action from elsewhere: its source, and what it may not pay."""
    words = {"no_attack": _("not for attacks"), "no_move": _("not for moves")}
    bans = ", ".join(words.get(one, one.replace("_", " ")) for one in sorted(restrictions))
    return f"{source} ({bans})" if bans else source


def price_of_taking(encounter: Encounter, taking: Taking) -> Pips:
    """Return what an action costs now, as pips: half actions of the round, or those of others.

    Rules: FL-RND-01, FL-SUR-07, FL-ACT-03, FL-ACT-04, FL-ACT-05
    """
    if not taking.is_action or prompt_of(encounter, taking.who) is not None:
        return Pips()
    if is_surprise_round(encounter):
        return Pips((PipKind.OWN,))
    usual = (BASE,) * taking.halves
    ways = payments(fight_of(encounter, taking.who), taking)
    paid = taking.uses or (ways[0] if ways else usual)
    return Pips(PipKind.OWN if one == BASE else PipKind.OTHERS for one in paid)


def pay(table: Table, taking: Taking) -> Procedure[tuple[Step, ...]]:
    """Let somebody pay for an action, and return with what.

    Rules: FL-RND-01, FL-RND-05, FL-SUR-07, FL-ACT-03, FL-ACT-04, FL-ACT-05
    """
    who, fight = taking.who, fight_of(table.now, taking.who)
    shorter = Step(label=_("Shortened by an option"), rule_id="FL-ACT-05", after=taking.cost)
    how = (shorter,) if taking.reductions else ()
    if prompt_of(table.now, who) is not None:
        yield from emit(PromptOver(who=who))
        return (*how, Step(label=_("Prompted, off the own Count"), rule_id="FL-ACT-04"))
    if is_surprise_round(table.now):
        if taking.cost != STEP:
            spent = SurpriseFreeTaken if taking.cost == "free" else SurpriseActionTaken
            yield from emit(spent(who=who))
        return (*how, Step(label=_("The one action of the surprise round"), rule_id="FL-SUR-07"))
    if not taking.is_action:
        words = _("The bonus step of the round") if taking.cost == STEP else _("A free action")
        return (
            *how,
            Step(label=words, rule_id="FL-RND-04" if taking.cost == STEP else "FL-RND-05"),
        )
    uses = yield from _chosen_payment(table, taking)
    if uses.count(BASE):
        yield from emit(HalvesSpent(who=who, by=uses.count(BASE)))
    yield from emit(*(HalfUsed(who=who, half=one) for one in uses if one != BASE))
    called = _called(fight)
    number = ngettext("{n} half action", "{n} half actions", len(uses)).format(n=len(uses))
    words = _("Paid with {number}: {which}") if uses else _("Nothing is paid, at your word")
    words = words.format(number=number, which=", ".join(called[one] for one in uses))
    rule = "FL-RND-01" if set(uses) <= {BASE} else "FL-ACT-03"
    return (*how, Step(label=words, rule_id=rule))


def prompt_of(encounter: Encounter, who: str) -> Prompt | None:
    """Return what somebody may do off their own Count; None on it, or where nothing prompts them.

    Rules: FL-ACT-04
    """
    found = (one for one in state_of(encounter).prompts if one.who == who)
    return None if encounter.turn == who else next(found, None)
