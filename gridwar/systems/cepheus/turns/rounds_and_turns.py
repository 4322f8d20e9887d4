"""Turns: how one begins and ends, whose is next, and the end of the round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Act,
    Command,
    NextTurn,
    Procedure,
    Role,
    Step,
    TakeTurn,
    ask_all,
    call,
    emit,
    offer,
    pass_moment,
    plays,
    required,
    say,
)
from gridwar.model.events_combatants import TrailCleared
from gridwar.model.events_turns import (
    BracketClosed,
    BracketOpened,
    RoundBegan,
    TurnBegan,
    TurnEnded,
)
from gridwar.systems.cepheus.actions.action_costs import RoundUnderWay, may_act, must_have_begun
from gridwar.systems.cepheus.core.fight_state import sheet_of, state_of
from gridwar.systems.cepheus.core.initiative_order import (
    bracket_rest,
    count_of,
    delaying,
    groups,
    initiative,
    is_gone,
    round_news,
    set_initiative,
    simultaneous,
    standings,
    waiting,
)
from gridwar.systems.cepheus.core.offers_and_headings import TURN, as_person
from gridwar.systems.cepheus.turns.delay_into_next_round import (
    FIRST,
    LET_PASS,
    NOW,
    FirstChosen,
    delayer_chooses,
    lift_first,
)
from gridwar.systems.cepheus.turns.passing_time import let_rounds_pass
from gridwar.systems.cepheus.turns.turn_events import (
    CountReached,
    DelayEnded,
    InterruptionEnded,
    RoundReadied,
    TurnDone,
    TurnReadied,
)
from gridwar.systems.cepheus.vehicles.machine_turns import (
    machine_round_ends,
    machine_turn_begins,
    machine_turn_ends,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table


@offer(_("End the turn"), icon="check", group=TURN, role=Role.OTHER, each=as_person)
class EndTurn(Act):
    """End a turn without beginning the next one."""


class EndRound(Command):
    """End the round, whoever has still to act (the GM's choice), and begin the next one."""


@plays(NextTurn)
def next_turn(table: Table, command: NextTurn) -> Procedure[None]:
    """End the present turn and begin whatever is next.

    Rules: CE-RND-01, CE-RND-05
    """
    del command
    yield from must_have_begun(table)
    if table.now.turn is not None:
        yield from finish_turn(table, table.now.turn)
    yield from go_on(table)


@plays(EndTurn)
def end_turn(table: Table, command: EndTurn) -> Procedure[None]:
    """End a turn without beginning the next one."""
    yield from may_act(table, command.actor)
    yield from finish_turn(table, command.actor)


@plays(TakeTurn)
def take_turn(table: Table, command: TakeTurn) -> Procedure[None]:
    """Give somebody the turn at the GM's word; a turn in which nothing was done comes again.

    Rules: CE-RND-01, CE-INI-08
    """
    yield from must_have_begun(table)
    who = yield from required(command.actor, "nobody_named", _("Say whose turn it is to be."))
    holder = table.now.turn
    if holder == who:
        return
    if holder is not None and sheet_of(table.now[holder]).spent:
        yield from finish_turn(table, holder)
    elif holder is not None:
        yield from emit(TurnEnded(who=holder))
    if table.now.bracket is not None and who not in table.now.bracket.members:
        yield from emit(BracketClosed())
    if sheet_of(table.now[who]).delaying:
        yield from act_at(table, who, state_of(table.now).count)
        return
    if table.now.bracket is None and any(who in group for group in waiting(table.now)):
        yield from _open_bracket(table, who)
    yield from begin_turn(table, who)


@plays(EndRound)
def end_round(table: Table, command: EndRound) -> Procedure[None]:
    """End the round at the GM's word and begin the next one.

    Rules: CE-RND-05
    """
    del command
    yield from must_have_begun(table)
    if table.now.turn is not None:
        yield from emit(TurnEnded(who=table.now.turn))
    yield from call(round_end, False, key="round end")


# --- one turn -----------------------------------------------------------------------------------


def begin_turn(table: Table, who: str) -> Procedure[None]:
    """Begin a turn, or go on with one that was begun in this round already.

    Rules: CE-RND-02, CE-RND-04
    """
    sheet, now = sheet_of(table.now[who]), table.now.round
    is_new = sheet.turn_round != now or sheet.acted
    count = initiative(sheet, now)
    yield from emit(TurnBegan(who=who), CountReached(count=count))
    if not is_new:
        return
    yield from emit(TurnReadied(who=who, round=now))
    steps = simultaneous(table.now, who)
    yield from say(table, _("{who}'s turn"), who=who, steps=steps, result=f"{count}")
    yield from pass_moment(table, "turn_start", who)
    yield from machine_turn_begins(table, who)


def finish_turn(table: Table, who: str) -> Procedure[None]:
    """End a turn for good."""
    yield from machine_turn_ends(table, who)
    yield from pass_moment(table, "turn_end", who)
    if not sheet_of(table.now[who]).has_moved:
        yield from emit(TrailCleared(who=who))
    if state_of(table.now).fresh:
        yield from emit(RoundUnderWay())
    # Within a bracket the acting member has to see its own turn end, so it still is the active one.
    yield from emit(TurnDone(who=who), TurnEnded(who=who))


def go_on(table: Table) -> Procedure[None]:
    """Begin whatever is next: a turn that was interrupted, the next in order, a new round.

    Rules: CE-RND-01, CE-RND-03, CE-INI-08
    """
    while state_of(table.now).interrupted:
        who = state_of(table.now).interrupted[-1]
        yield from emit(InterruptionEnded())
        if who in bracket_rest(table.now):
            yield from begin_turn(table, who)
            return
        if not is_gone(table.now, who):
            yield from _open_bracket(table, who)
            yield from begin_turn(table, who)
            return
    yield from next_in_order(table)


def next_in_order(table: Table) -> Procedure[None]:
    """Begin the next turn of this round, or a new round after the last one."""
    together = bracket_rest(table.now)
    if together:
        yield from begin_turn(table, together[0])
        return
    if table.now.bracket is not None:
        yield from emit(BracketClosed())
    ahead = waiting(table.now)
    if ahead:
        yield from _open_bracket(table, ahead[0][0])
        yield from begin_turn(table, ahead[0][0])
    elif table.now.combatants:  # where everybody is out time passes too
        yield from call(round_end, True, key="round end")


def _open_bracket(table: Table, who: str) -> Procedure[None]:
    """Open a bracket where others come at exactly the same moment.

    Rules: CE-RND-03
    """
    others = [one for group in waiting(table.now) for one in group if one != who]
    tied = next(group for group in groups(table.now, (who, *others)) if who in group)
    if len(tied) > 1:
        yield from emit(BracketOpened(members=(who, *(one for one in tied if one != who))))


# --- the end of a round ---------------------------------------------------------------------------


def round_end(table: Table, may_act: bool) -> Procedure[None]:
    """End the round: delayers choose, then everybody is fresh again.

    Args:
        table: The table.
        may_act: Whether delayers may still act in this round.

    Rules: CE-RND-05, CE-INI-09, CE-VEH-02
    """
    held = delaying(table.now)
    answers = yield from ask_all(
        lambda: tuple(delayer_chooses(table, who, may_act=may_act) for who in held)
    )
    chosen = {who: answer.option for who, answer in zip(held, answers, strict=True)}
    now = next((who for who in held if chosen[who] == NOW), None)
    if now is not None:
        yield from act_at(table, now, state_of(table.now).count)
        return
    for who in (one for one in held if chosen[one] == LET_PASS):
        steps = (Step(label=_("Held back to the end of the round"), rule_id="CE-INI-09"),)
        yield from say(table, _("{who} lets the turn pass"), who=who, steps=steps)
    before = standings(table.now)
    yield from machine_round_ends(table)
    yield from pass_moment(table, "round_end")
    if table.now.bracket is not None:
        yield from emit(BracketClosed())
    yield from let_rounds_pass(table, 1)
    first = [FirstChosen(who=who) for who in held if chosen[who] == FIRST]
    yield from emit(RoundBegan(), RoundReadied(), *first)
    yield from lift_first(table)
    news = round_news(table.now, before)
    yield from say(table, _("Round {n}"), n=table.now.round, steps=news)
    if waiting(table.now):
        yield from next_in_order(table)


def act_at(table: Table, who: str, count: int | None, before: str | None = None) -> Procedure[None]:
    """Let a delayer act at some count, which becomes its Initiative.

    Args:
        table: The table.
        who: The delayer.
        count: The count; None: at their own.
        before: Whose turn it interrupts.

    Rules: CE-INI-08
    """
    yield from emit(DelayEnded(who=who))
    own = count_of(table.now, who)
    value = own if count is None else min(own, count)
    yield from set_initiative(table, who, value)
    text = _("{who} cuts in before {other}") if before else _("{who} acts now")
    step = Step(label=_("Initiative"), rule_id="CE-INI-08", before=own, after=value)
    steps = (step,) if value != own else ()
    yield from say(table, text, who=who, other=before, tone="plain", steps=steps, result=f"{value}")
    yield from begin_turn(table, who)
