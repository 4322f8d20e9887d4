"""The cycle of a fight: turns, pauses, the End of Round; the points are ``points_per_round``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.engine.kit import (
    Act,
    BeginFight,
    CombatantId,
    Command,
    FormNumber,
    Number,
    Procedure,
    Role,
    StateEvent,
    TurnCycle,
    choose_numbers,
    clears,
    emit,
    includes,
    offer,
    only_if,
    pass_moment,
    plays,
    require,
    say,
    sets,
)
from gridwar.model.events_combatants import TrailCleared
from gridwar.model.events_turns import RoundBegan, TurnBegan, TurnEnded
from gridwar.systems.arrgs.actions.offers import OTHER
from gridwar.systems.arrgs.conditions import Altered, alter
from gridwar.systems.arrgs.core.initiative import initiative_order, settle_initiative
from gridwar.systems.arrgs.core.movement_speed import increment_of
from gridwar.systems.arrgs.core.sheet import cannot_act, has, sheet_of, state_of, switches_of
from gridwar.systems.arrgs.positions.turning_and_facing import count_own_turn
from gridwar.systems.arrgs.turns.end_of_round import (
    CountersCleared,
    RoundEnd,
    SpeedForgotten,
    end_of_round,
)
from gridwar.systems.arrgs.turns.points_per_round import refill
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant, Encounter, Table
    from gridwar.systems.arrgs.core.fight_state import ArrgsState


@includes("acted")
class Acted(StateEvent):
    """Somebody has had a turn in this round, or the rest of it: a pause is over."""

    who: str

    def on(self, rules: ArrgsState) -> ArrgsState:
        """Note it."""
        paused = {who: slot for who, slot in rules.paused.items() if who != self.who}
        noted: ArrgsState = super().on(rules)
        return noted.replace(paused=frozendict(paused))


class TurnPaused(StateEvent):
    """A turn will go on at a later Initiative slot."""

    who: str
    until: int

    def on(self, rules: ArrgsState) -> ArrgsState:
        """Note the slot."""
        return rules.replace(paused=rules.paused.set(self.who, self.until))


@sets("surprise_round", of="surprise")
@clears("acted", "paused")
class EverybodyFresh(StateEvent):
    """A round begins: nobody has acted, no turn is paused."""

    surprise: bool = False


def _open(table: Table) -> Procedure[None]:
    """Settle the order; run a surprise round if anybody is surprised.

    Rules: AR-STR-01, AR-STR-02, AR-STR-04
    """
    yield from settle_initiative(table, tuple(one.id for one in table.now.everyone()))
    surprise = any(has(one, "surprised") for one in table.now.everyone())
    yield from _begin_round(table, surprise=surprise)


class Surprise(Command):
    """Say who is surprised when the fight begins."""

    who: tuple[CombatantId, ...]


@plays(Surprise)
def surprise(table: Table, command: Surprise) -> Procedure[None]:
    """Let people start the fight Surprised, at the GM's word.

    Rules: AR-STR-03
    """
    for who in command.who:
        if not has(table.now[who], "surprised"):
            yield from alter(table, who, Altered("surprised", 1))


def opening(_encounter: Encounter, surprised: tuple[str, ...]) -> tuple[Command, ...]:
    """Return what begins the fight with some surprised.

    Rules: AR-STR-03, AR-STR-04
    """
    return (Surprise(who=surprised), BeginFight()) if surprised else (BeginFight(),)


def latecomers(table: Table, who: tuple[str, ...]) -> Procedure[None]:
    """Let people who join a fight under way find their place in the order, pools full.

    Rules: AR-STR-02
    """
    yield from settle_initiative(table, who)
    for one in who:
        yield from refill(table, one)


class StartRound(Command):
    """Begin a round now: pools are filled, nobody has acted."""

    surprise: bool = False


@plays(StartRound)
def start_round(table: Table, command: StartRound) -> Procedure[None]:
    """Begin a round at the GM's word.

    Rules: AR-STR-01, AR-STR-04
    """
    yield from _begin_round(table, surprise=command.surprise)


def round_words(encounter: Encounter) -> str:
    """Return what the present round is called.

    Rules: AR-STR-01, AR-STR-04
    """
    if state_of(encounter).surprise_round:
        return _("Surprise round")
    return _("Round {n}").format(n=encounter.round)


def _begin_round(table: Table, *, surprise: bool) -> Procedure[None]:
    yield from emit(RoundBegan(), EverybodyFresh(surprise=surprise))
    yield from say(table, round_words(table.now))
    at_once = switches_of(table.now).pools_refill_at == "round_start"
    for who in tuple(table.now.combatants):
        sheet = sheet_of(table.now[who])
        if sheet.points_used or sheet.actions_taken or sheet.complementary_used:
            yield from emit(CountersCleared(who=who))
        if at_once or table.now.round == 1:
            yield from refill(table, who)


class EndRound(Command):
    """End the round now: whatever waits for it happens."""


@plays(EndRound)
def end_round(table: Table, command: EndRound) -> Procedure[tuple[RoundEnd, ...]]:
    """End the round at the GM's word, whoever has still to act.

    Rules: AR-STR-06
    """
    del command
    yield from _end_turn(table)
    return (yield from end_of_round(table))


@offer(
    _("Pause the turn"),
    icon="pause",
    group=OTHER,
    role=Role.READY,
    id="pause",
    note=_("go on at a later Initiative"),
    each=only_if(lambda encounter, who: encounter.turn == who),
)
class PauseTurn(Act):
    """Stop the turn here and go on at a later Initiative slot, which is asked where missing."""

    until: Number | None = None


@plays(PauseTurn)
def pause_turn(table: Table, command: PauseTurn) -> Procedure[None]:
    """Pause one's turn until a later Initiative slot of the round.

    Rules: AR-STR-05
    """
    who, until = command.actor, command.until
    text, is_now = _("It is not {who}'s turn to pause."), table.now.turn == who
    yield from require(is_now, "no_turn_to_pause", text, "AR-STR-05", waivable=False, who=who)
    place = state_of(table.now).paused.get(who, sheet_of(table.now[who]).initiative)
    if until is None:
        until = yield from _later(table, who, place)
    text, is_later = _("The slot must come after {n}."), until < place
    yield from require(is_later, "slot_passed", text, "AR-STR-05", waivable=False, n=place)
    yield from _end_turn(table)
    yield from emit(TurnPaused(who=who, until=until))
    yield from CYCLE.go_on(table)


def _later(table: Table, who: str, place: int) -> Procedure[int]:
    lowest = min(sheet_of(one).initiative for one in table.now.everyone())
    least = min(0, lowest, place) - 1
    numbers = yield from choose_numbers(
        table,
        _("{who}: pause until which Initiative?"),
        (FormNumber("slot", _("Initiative"), least, place - 1, place - 1),),
        "AR-STR-05",
        key="until",
        whom=who,
        info=_("The turn goes on there, with what is left of the points."),
        who=who,
    )
    return numbers.get("slot", place - 1)


def _end_turn(table: Table) -> Procedure[None]:
    who = table.now.turn
    if who is not None:
        yield from pass_moment(table, "turn_end", who)
        yield from emit(TurnEnded(who=who), Acted(who=who))


def can_take_turn(one: Combatant) -> bool:
    """Return whether a turn is any use: able to act, with points, not Staggered to nothing.

    Rules: AR-STR-04, AR-CND-06
    """
    sheet = sheet_of(one)
    if cannot_act(one) or (has(one, "staggered") and sheet.ap == 0):
        return False
    return sheet.ap > 0 or sheet.aap > 0


def waiting(encounter: Encounter) -> tuple[str, ...]:
    """Return who has still to act in this round, in order; paused turns at their slots.

    Rules: AR-STR-02, AR-STR-05
    """
    state = state_of(encounter)
    order = [who for who in initiative_order(encounter) if not cannot_act(encounter[who])]
    fresh = [(-sheet_of(encounter[who]).initiative, who) for who in order if who not in state.acted]
    resumed = [(-slot, who) for who, slot in state.paused.items() if who in order]
    return tuple(who for _slot, who in sorted([*fresh, *resumed], key=lambda place: place[0]))


def _renew(table: Table) -> Procedure[None]:
    """Pass the End of Round and begin the next one.

    Rules: AR-STR-01, AR-STR-06
    """
    yield from end_of_round(table)
    yield from _begin_round(table, surprise=False)


def _begin_turn(table: Table, who: str) -> Procedure[None]:
    resumed = who in state_of(table.now).paused
    yield from emit(TurnBegan(who=who))
    yield from say(table, _("{who}'s turn"), who=who)
    if resumed:
        yield from emit(Acted(who=who))
        return
    yield from emit(TrailCleared(who=who))
    yield from count_own_turn(table, who)
    switches = switches_of(table.now)
    if switches.increment_reset == "own_next_turn":
        yield from emit(SpeedForgotten(who=who, increment=increment_of(table.now[who])))
    if switches.pools_refill_at == "own_turn" and table.now.round > 1:
        yield from refill(table, who)
    if not can_take_turn(table.now[who]):
        yield from say(table, _("{who} can do nothing"), who=who)
    yield from pass_moment(table, "turn_start", who)


CYCLE = TurnCycle(_open, waiting, _renew, _begin_turn, _end_turn)
