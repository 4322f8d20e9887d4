"""Coming earlier or later than one's Initiative says: haste, delay, cutting in."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gridwar.engine.kit import (
    Act,
    Encounter,
    Procedure,
    Role,
    SheetEvent,
    Step,
    Variant,
    emit,
    offer,
    plays,
    require,
    say,
    sets,
)
from gridwar.model.events_turns import BracketClosed, TurnEnded
from gridwar.systems.cepheus.actions.action_costs import (
    RoundUnderWay,
    may_act,
    must_be_up,
    must_have_begun,
)
from gridwar.systems.cepheus.core.fight_state import sheet_of, state_of
from gridwar.systems.cepheus.core.initiative_order import InitiativeChanged, count_of, is_gone
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.core.offers_and_headings import HELD_BACK, TURN, as_person, for_people
from gridwar.systems.cepheus.turns.delay_into_next_round import lift_first
from gridwar.systems.cepheus.turns.rounds_and_turns import act_at, go_on
from gridwar.systems.cepheus.turns.turn_events import Delayed, Interrupted
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table

# --- haste ----------------------------------------------------------------------------------------


@for_people
def _worth(encounter: Encounter, who: str) -> Iterator[Variant]:
    del encounter, who
    worth = modifiers().haste
    note = _("Initiative {initiative:+d}, checks {checks:+d} in this round")
    yield Variant(note=note.format(initiative=worth.initiative, checks=worth.checks))


@offer(
    _("Haste"),
    id="haste",
    icon="chevrons-right",
    group=TURN,
    role=Role.OTHER,
    each=_worth,
    out_of_turn=True,
)
class Hasten(Act):
    """Hurry in this round."""


@sets("hasty", True)
class HasteDeclared(SheetEvent):
    """Somebody hurries in this round."""


@plays(Hasten)
def hasten(table: Table, command: Hasten) -> Procedure[None]:
    """Hurry in this round; whoever has the turn without having used it may lose it again.

    Rules: CE-INI-07, CE-RND-05
    """
    who = command.actor
    yield from must_have_begun(table)
    sheet = sheet_of(table.now[who])
    inside = sheet.initiative_base is not None and not is_gone(table.now, who)
    yield from require(
        inside, "not_in_order", _("{who} is not in the order."), "CE-INI-07", who=who
    )
    text = _("{who} hurries already.")
    yield from require(not sheet.hasty, "hasty", text, "CE-INI-07", who=who)
    text = _("Haste is declared before anybody does anything in a round.")
    yield from require(state_of(table.now).fresh, "too_late_for_haste", text, "CE-INI-07")
    now, source = table.now.round, _("Haste")
    yield from emit(
        HasteDeclared(who=who),
        InitiativeChanged(who=who, amount=modifiers().haste.initiative, round=now, source=source),
    )
    haste = modifiers().haste
    steps = (
        Step(label=_("Initiative, this round"), rule_id="CE-INI-07", after=haste.initiative),
        Step(label=_("All checks, this round"), rule_id="CE-INI-07", after=haste.checks),
    )
    yield from say(table, _("{who} hurries"), who=who, steps=steps)
    yield from lift_first(table)
    yield from sort_anew(table)


def sort_anew(table: Table) -> Procedure[None]:
    """Give the first turn of the round, not used yet, to whoever is first by now."""
    holder = table.now.turn
    if holder is None:
        return
    if table.now.bracket is not None:
        yield from emit(BracketClosed())
    yield from emit(TurnEnded(who=holder))
    yield from go_on(table)


# --- delay ----------------------------------------------------------------------------------------


@offer(_("Delay"), icon="hourglass", group=TURN, role=Role.READY, each=as_person)
class Delay(Act):
    """Hold the turn back."""


@plays(Delay)
def delay(table: Table, command: Delay) -> Procedure[None]:
    """Hold the turn back; the next one begins.

    Rules: CE-INI-08, CE-RND-04
    """
    who = command.actor
    yield from may_act(table, who)
    sheet = sheet_of(table.now[who])
    text = _("{who} has had the turn of this round.")
    to_come = not sheet.acted or table.now.turn == who
    yield from require(to_come, "acted", text, "CE-INI-08", who=who)
    text = _("Part of a turn cannot be held back: something was done in it already.")
    yield from require(not sheet.spent, "spent", text, "CE-RND-04")
    if table.now.turn == who:
        yield from emit(TurnEnded(who=who))
    yield from emit(Delayed(who=who))
    if state_of(table.now).fresh:
        yield from emit(RoundUnderWay())
    yield from say(table, _("{who} holds back"), who=who)
    if table.now.turn is None:
        yield from go_on(table)


@for_people
def _holds_back(encounter: Encounter, who: str) -> Iterator[Variant]:
    if sheet_of(encounter[who]).delaying:
        yield Variant()


@offer(
    _("Act now"),
    icon="zap",
    group=HELD_BACK,
    role=Role.OTHER,
    note=_("before what is under way"),
    each=_holds_back,
    out_of_turn=True,
)
class ActNow(Act):
    """Take the turn that was held back, even in the middle of somebody else's action."""

    interrupts: ClassVar[bool] = True


@plays(ActNow)
def act_now(table: Table, command: ActNow) -> Procedure[None]:
    """Take up a turn held back; a turn under way waits until this one is over.

    Rules: CE-INI-08
    """
    who = command.actor
    held = sheet_of(table.now[who]).delaying
    text = _("{who} is not holding back.")
    yield from require(held, "not_delaying", text, "CE-INI-08", waivable=False, who=who)
    yield from must_be_up(table, who)
    holder = table.now.turn
    if holder is None:
        yield from act_at(table, who, state_of(table.now).count)
        return
    count = count_of(table.now, holder)
    text = _("{who}'s own Initiative is lower than the present count.")
    yield from require(count_of(table.now, who) >= count, "count", text, "CE-INI-08", who=who)
    yield from emit(TurnEnded(who=holder), Interrupted(who=holder))
    bracket = table.now.bracket
    if bracket is not None and who in bracket.members:
        yield from emit(BracketClosed())
    yield from act_at(table, who, count, holder)
