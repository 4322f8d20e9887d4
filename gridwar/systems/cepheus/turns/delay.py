"""Coming earlier or later than one's Initiative says: haste, delay, cutting in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, emit, require_none
from gridwar.model.events import BracketClosed, Explained, TurnEnded
from gridwar.model.question import Refusal
from gridwar.model.trace import Trace
from gridwar.systems.cepheus.actions.action_costs import must_exist, why_not_act
from gridwar.systems.cepheus.core.events import HasteDeclared, InitiativeChanged
from gridwar.systems.cepheus.core.order import count_of, is_gone
from gridwar.systems.cepheus.core.state import sheet_of, state_of
from gridwar.systems.cepheus.core.turn_events import Delayed, Interrupted, RoundUnderWay
from gridwar.systems.cepheus.turns.turns import act_at, go_on, lift_first
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.commands import ActNow, Delay, Hasten

HASTE_INITIATIVE = 2


def why_not_hasten(encounter: Encounter, who: str) -> Refusal | None:
    """Return why somebody cannot hurry in this round; None where he can.

    Rules: CE-INI-07
    """
    sheet, name = sheet_of(encounter[who]), encounter[who].name
    if encounter.round == 0:
        return Refusal("not_begun", _("The fight has not begun."), ("CE-RND-01",))
    if sheet.initiative_base is None or is_gone(encounter, who):
        text = _("{name} is not in the order.").format(name=name)
        return Refusal("not_in_order", text, ("CE-INI-07",))
    if sheet.hasty:
        text = _("{name} hurries already.").format(name=name)
        return Refusal("hasty", text, ("CE-INI-07",))
    if not state_of(encounter).fresh:
        text = _("Haste is declared before anybody does anything in a round.")
        return Refusal("too_late", text, ("CE-INI-07",))
    return None


def hasten(table: Table, command: Hasten) -> Procedure[None]:
    """Hurry in this round; whoever has the turn without having used it may lose it again.

    Rules: CE-INI-07, CE-RND-05
    """
    who = command.actor or ""
    yield from must_exist(table, who)
    yield from require_none(why_not_hasten(table.now, who))
    now, source = table.now.round, _("Haste")
    yield from emit(
        HasteDeclared(who=who),
        InitiativeChanged(who=who, amount=HASTE_INITIATIVE, round=now, source=source),
    )
    title = _("{name} hurries").format(name=table.now[who].name)
    yield from emit(Explained(trace=Trace(title=title, tone="quiet")))
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


def why_not_delay(encounter: Encounter, who: str) -> Refusal | None:
    """Return why somebody cannot hold the turn back; None where he can.

    Rules: CE-INI-08, CE-RND-04
    """
    return why_not_act(encounter, who) or _why_nothing_left(encounter, who)


def _why_nothing_left(encounter: Encounter, who: str) -> Refusal | None:
    """Return why there is no whole turn to hold back; None where there is."""
    sheet = sheet_of(encounter[who])
    if sheet.acted and encounter.turn != who:
        text = _("{name} has had the turn of this round.").format(name=encounter[who].name)
        return Refusal("acted", text, ("CE-INI-08",))
    if sheet.spent:
        text = _("Part of a turn cannot be held back: something was done in it already.")
        return Refusal("spent", text, ("CE-RND-04",))
    return None


def delay(table: Table, command: Delay) -> Procedure[None]:
    """Hold the turn back; the next one begins.

    Rules: CE-INI-08
    """
    who = command.actor or ""
    yield from must_exist(table, who)
    yield from require_none(why_not_act(table.now, who))
    yield from require_none(_why_nothing_left(table.now, who))
    if table.now.turn == who:
        yield from emit(TurnEnded(who=who))
    yield from emit(Delayed(who=who))
    if state_of(table.now).fresh:
        yield from emit(RoundUnderWay())
    title = _("{name} holds back").format(name=table.now[who].name)
    yield from emit(Explained(trace=Trace(title=title, tone="quiet")))
    if table.now.turn is None:
        yield from go_on(table)


def why_not_act_now(encounter: Encounter, who: str) -> Refusal | None:
    """Return why somebody cannot take up a turn held back; None where he can.

    Rules: CE-INI-08
    """
    name = encounter[who].name
    if not sheet_of(encounter[who]).delaying:
        text = _("{name} is not holding back.").format(name=name)
        return Refusal("not_delaying", text, ("CE-INI-08",), waivable=False)
    if is_gone(encounter, who):
        return Refusal("out", _("{name} is out.").format(name=name), ("CE-DMG-07",))
    holder = encounter.turn
    if holder is not None and count_of(encounter, who) < count_of(encounter, holder):
        text = _("{name}'s own Initiative is lower than the present count.").format(name=name)
        return Refusal("count", text, ("CE-INI-08",))
    return None


def act_now(table: Table, command: ActNow) -> Procedure[None]:
    """Take up a turn held back; a turn under way waits until this one is over.

    Rules: CE-INI-08
    """
    who = command.actor or ""
    yield from must_exist(table, who)
    yield from require_none(why_not_act_now(table.now, who))
    holder = table.now.turn
    if holder is None:
        yield from act_at(table, who, state_of(table.now).count)
        return
    count = count_of(table.now, holder)
    yield from emit(TurnEnded(who=holder), Interrupted(who=holder))
    bracket = table.now.bracket
    if bracket is not None and who in bracket.members:
        yield from emit(BracketClosed())
    yield from act_at(table, who, count, holder)
