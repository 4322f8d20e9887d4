"""The cycle of turns: the opening, the surprise round, one turn after the other."""

from __future__ import annotations

from frozendict import frozendict

from gridwar.engine.kit import (
    BeginFight,
    Command,
    NextTurn,
    Procedure,
    Role,
    Step,
    Table,
    TakeTurn,
    emit,
    offer,
    pass_moment,
    plays,
    require,
    required,
    say,
)
from gridwar.model.events_combatants import TrailCleared
from gridwar.model.events_turns import RoundBegan, TurnBegan, TurnEnded
from gridwar.systems.fluid.actions.divided_checks import lose_split
from gridwar.systems.fluid.core.action_headings import STEPS
from gridwar.systems.fluid.core.fight_state import (
    PhaseBegan,
    PromptOver,
    RoundRenewed,
    TurnDone,
    is_surprise_round,
    must_have_begun,
    stands,
    state_of,
)
from gridwar.systems.fluid.core.house_rules_and_settings import switches_of
from gridwar.systems.fluid.core.sheet import fight_of
from gridwar.systems.fluid.core.sheet_events import RoundAllowance
from gridwar.systems.fluid.ledger.press_reeling_flat_footed import serve_loss
from gridwar.systems.fluid.turns.end_of_round import end_of_round, new_order, reckon_up
from gridwar.systems.fluid.turns.initiative import check_missing, enter_all, without_count
from gridwar.systems.fluid.turns.turn_order import (
    listed,
    order_now,
    order_of,
    ordered_by,
    placed,
    told_round,
    waiting,
)
from gridwar.text import _


@plays(BeginFight)
def begin_fight(table: Table, command: BeginFight) -> Procedure[None]:
    """Begin the surprise round, or the first round; checks still missing are made.

    Rules: FL-SEQ-01, FL-INI-01, FL-SUR-04, FL-SUR-08
    """
    del command
    text = _("The fight has begun already.")
    yield from require(table.now.round == 0, "begun", text, "FL-SEQ-01", waivable=False)
    text = _("There is nobody to fight.")
    anybody = any(stands(table.now, one.id) for one in table.now.everyone())
    yield from require(anybody, "nobody_to_fight", text, "FL-SEQ-01", waivable=False)
    has_none = set(placed(table.now)) - set(state_of(table.now).order)
    if without_count(table.now) or has_none:  # Counts may have been set by hand
        yield from enter_all(table)
        yield from check_missing(table, frozendict())
    yield from emit(RoundBegan(), RoundRenewed())
    if state_of(table.now).surprised:
        yield from emit(PhaseBegan(phase="surprise"))
        yield from pass_moment(table, "round_start")
        steps = listed(table.now, "FL-SUR-08")
        yield from say(table, _("Surprise round"), tone="plain", steps=steps)
    else:
        yield from _first_round(table)
        yield from pass_moment(table, "round_start")
    yield from go_on(table)


def _first_round(table: Table) -> Procedure[None]:
    """Begin combat round 1 in the order of the checks."""
    yield from emit(PhaseBegan(phase="round"), RoundRenewed())
    yield from emit(*(RoundAllowance(who=who) for who in table.now.combatants))
    yield from told_round(table)


@plays(NextTurn)
def next_turn(table: Table, command: NextTurn) -> Procedure[None]:
    """End the present turn and go on: the next one, the end of the round, the next round.

    Rules: FL-SEQ-01, FL-SEQ-02, FL-RND-02
    """
    del command
    yield from must_have_begun(table)
    yield from _end_turn(table)
    yield from go_on(table)


def go_on(table: Table) -> Procedure[None]:
    """Begin whatever comes next."""
    next_up = waiting(table.now)
    if next_up:
        yield from _begin_turn(table, next_up[0])
    elif is_surprise_round(table.now):
        yield from _surprise_over(table)
        yield from _begin_next(table)
    elif state_of(table.now).phase == "round":
        yield from emit(PhaseBegan(phase="end_of_round"))
        step = Step(label=_("Nobody is left in the order"), rule_id="FL-RND-02")
        text, number = _("Everybody has acted: the end of round {n}"), table.now.round
        yield from say(table, text, n=number, steps=(step,))
    else:
        yield from end_of_round(table)
        yield from _begin_next(table)


def _begin_next(table: Table) -> Procedure[None]:
    next_up = waiting(table.now)
    if next_up:
        yield from _begin_turn(table, next_up[0])


@plays(TakeTurn)
def take_turn(table: Table, command: TakeTurn) -> Procedure[None]:
    """Give somebody the turn at the game master's word; the order stays as it is."""
    yield from must_have_begun(table)
    text = _("Say whose turn it is to be.")
    who = yield from required(command.actor, "nobody_named", text)
    if table.now.turn == who:
        return
    yield from _end_turn(table)
    yield from _begin_turn(table, who)


class EndRound(Command):
    """End the round now, whoever has still to act."""


@offer(_("End the round now"), icon="skip-forward", group=STEPS, role=Role.OTHER, id="end_round")
@plays(EndRound)
def end_round(table: Table, command: EndRound) -> Procedure[None]:
    """End the round at the game master's word.

    Rules: FL-MOD-01, FL-MOD-08
    """
    del command
    yield from must_have_begun(table)
    yield from _end_turn(table)
    if is_surprise_round(table.now):
        yield from _surprise_over(table)
    else:
        yield from end_of_round(table)
    yield from _begin_next(table)


def _begin_turn(table: Table, who: str) -> Procedure[None]:
    """Give somebody the turn; what prompted them before is over.

    Rules: FL-RND-02, FL-ACT-04
    """
    yield from emit(TurnBegan(who=who), TrailCleared(who=who))
    if any(one.who == who for one in state_of(table.now).prompts):
        yield from emit(PromptOver(who=who))
    count, order = fight_of(table.now, who).count, order_now(table.now)
    told = "" if count is None else str(count)
    at = order.index(who) + 1 if who in order else _("at your word")
    step = Step(label=_("Place in the order"), rule_id="FL-RND-02", after=at)
    yield from say(table, _("{who}'s turn"), who=who, result=told, steps=(step,))
    yield from pass_moment(table, "turn_start", who)


def _end_turn(table: Table) -> Procedure[None]:
    """End the turn there is: what reeling takes of it is gone, an old divided check too.

    Rules: FL-RND-01, FL-ACT-01, FL-MOD-07
    """
    who = table.now.turn
    if who is None:
        return
    split = fight_of(table.now, who).split
    is_late = split is not None and split.round < table.now.round
    if is_late and not is_surprise_round(table.now):
        yield from lose_split(table, who)
    yield from serve_loss(table, who)
    yield from pass_moment(table, "turn_end", who)
    yield from emit(TurnEnded(who=who), TurnDone(who=who))


def _surprise_over(table: Table) -> Procedure[None]:
    """End the surprise round; its events count in round 1, not at all, or now.

    Round 1 goes by the Counts as they stand then.

    Rules: FL-SUR-08, FL-RND-02
    """
    if switches_of(table.now).surprise_events == "apply_now":
        yield from reckon_up(table)
        yield from new_order(table)
    else:  # a Press of the surprise round, or the fall of somebody, may have changed it
        order = yield from order_of(table, placed(table.now))
        yield from emit(ordered_by(table.now, order))
    yield from _first_round(table)
