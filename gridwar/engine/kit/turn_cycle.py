"""The plain cycle of turns: one after the other down the order, a new round, the end of a fight.

For systems in which nobody breaks into another's turn; others have procedures of their own. Where
the order stands for the whole round, ``PlainCycle`` is all there is to fill in. Where it goes by a
number, ``numbers_by_hand`` finds those that put somebody where the GM dragged them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.kit.card_order_and_flow import Slot
from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.engine.kit.rule_system import system_at
from gridwar.engine.kit.say_and_refuse import require, say
from gridwar.engine.kit.timed_effects import pass_moment
from gridwar.engine.kit.turn_and_move_commands import BeginFight, NextTurn, TakeTurn
from gridwar.model.events_combatants import TrailCleared
from gridwar.model.events_turns import FightEnded, RoundBegan, TurnBegan, TurnEnded
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system_parts import Handler
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event

_Part = Callable[["Table"], Procedure[None]]
Precedes = Callable[[str, int, str, int], bool]
"""Tells whether the first with its number comes strictly before the second with its own."""


class TurnCycle(Struct, frozen=True):
    """What happens at the turning points of a fight, by one system's rules.

    Attributes:
        open: Settles the order and begins the first round.
        waiting: Who has still to act in this round, in order.
        renew: Ends the round and begins the next one, also where nobody is left to act: what
            lasts for rounds ends in time.
        begin: Begins somebody's turn.
        end: Ends the present turn, if there is one.
    """

    open: _Part
    waiting: Callable[[Encounter], tuple[str, ...]]
    renew: _Part
    begin: Callable[[Table, str], Procedure[None]]
    end: _Part

    @property
    def handlers(self) -> Mapping[type[Command], Handler]:
        """The procedures of the commands that run the cycle, by type of command."""
        return frozendict(
            {BeginFight: self._begin_fight, NextTurn: self._next_turn, TakeTurn: self._take_turn}
        )

    def go_on(self, table: Table) -> Procedure[None]:
        """Begin the turn of whoever is next, after the last in a new round.

        A round in which nobody can act passes, one at a time.
        """
        next_up = self.waiting(table.now)
        if not next_up and table.now.combatants:
            yield from self.renew(table)
            next_up = self.waiting(table.now)
        if next_up:
            yield from self.begin(table, next_up[0])

    def _begin_fight(self, table: Table, command: BeginFight) -> Procedure[None]:
        del command
        text = _("The fight has begun already.")
        yield from require(table.now.round == 0, "begun", text, waivable=False)
        yield from self.open(table)
        yield from self.go_on(table)

    def _next_turn(self, table: Table, command: NextTurn) -> Procedure[None]:
        del command
        yield from require(table.now.round > 0, "not_begun", _("Begin the fight first."))
        yield from self.end(table)
        yield from self.go_on(table)

    def _take_turn(self, table: Table, command: TakeTurn) -> Procedure[None]:
        """Give somebody the turn at the GM's word."""
        yield from self.end(table)
        if command.actor is not None:
            yield from self.begin(table, command.actor)


def _settled(table: Table) -> Procedure[None]:
    del table
    yield from ()


class PlainCycle(Struct, frozen=True):
    """The cycle of an order by a number, through which everybody goes once a round.

    The highest acts first; of those with the same number, whoever joined first.

    Attributes:
        number: Returns what somebody's place goes by: an Initiative.
        stands: Tells whether somebody is still in the order.
        acted: Returns who has had a turn in this round.
        turn_done: Makes the event that puts somebody among them.
        round_renewed: Makes the event that takes everybody out again.
        turn_renewed: Makes the event by which somebody's turn begins, where that changes the sheet.
        settle: Gives everybody a number before the first round.
    """

    number: Callable[[Combatant], int]
    stands: Callable[[Encounter, str], bool]
    acted: Callable[[Encounter], Set[str]]
    turn_done: Callable[[str], Event]
    round_renewed: Callable[[], Event]
    turn_renewed: Callable[[str], Event] | None = None
    settle: _Part = _settled

    @property
    def handlers(self) -> Mapping[type[Command], Handler]:
        """The procedures of the commands that run the cycle, by type of command."""
        return TurnCycle(self._open, self._waiting, self._renew, self._begin, self._end).handlers

    def ids(self, encounter: Encounter) -> tuple[str, ...]:
        """Return who is in the order, first to last."""
        inside = (one for one in encounter.everyone() if self.stands(encounter, one.id))
        return tuple(one.id for one in sorted(inside, key=lambda one: -self.number(one)))

    def order(self, encounter: Encounter) -> tuple[Slot, ...]:
        """Return the order as it is shown, those who are out at its end."""
        inside, acted = self.ids(encounter), self.acted(encounter)
        return (
            *(
                Slot(
                    (who,),
                    str(self.number(encounter[who])),
                    "turn" if who == encounter.turn else "acted" if who in acted else "waiting",
                )
                for who in inside
            ),
            *(Slot((one.id,), "", "out") for one in encounter.everyone() if one.id not in inside),
        )

    def _open(self, table: Table) -> Procedure[None]:
        yield from self.settle(table)
        yield from self._begin_round(table)

    def _begin_round(self, table: Table) -> Procedure[None]:
        yield from emit(RoundBegan(), self.round_renewed())
        yield from pass_moment(table, "round_start")
        yield from say(table, _("Round {n}"), n=table.now.round)

    def _waiting(self, encounter: Encounter) -> tuple[str, ...]:
        acted = self.acted(encounter)
        return tuple(who for who in self.ids(encounter) if who not in acted)

    def _renew(self, table: Table) -> Procedure[None]:
        yield from pass_moment(table, "round_end")
        yield from self._begin_round(table)

    def _begin(self, table: Table, who: str) -> Procedure[None]:
        yield from emit(TurnBegan(who=who), TrailCleared(who=who))
        if self.turn_renewed is not None:
            yield from emit(self.turn_renewed(who))
        yield from say(table, _("{who}'s turn"), who=who)
        yield from pass_moment(table, "turn_start", who)

    def _end(self, table: Table) -> Procedure[None]:
        who = table.now.turn
        if who is not None:
            yield from pass_moment(table, "turn_end", who)
            yield from emit(TurnEnded(who=who), self.turn_done(who))


def end_fight(table: Table) -> Procedure[None]:
    """End the fight: what lasts no longer is over, wounds and places stay.

    A system whose rules do more at that moment plays ``EndFight`` itself and comes here at the end.
    """
    text = _("The fight has not begun.")
    yield from require(table.now.round > 0, "not_begun", text, waivable=False)
    yield from pass_moment(table, "fight_end")
    data = system_at(table).data
    yield from emit(FightEnded(tuple(sorted(data.fight_fields)), tuple(sorted(data.fight_state))))
    yield from say(table, _("The fight is over"), tone="plain")


def numbers_by_hand(
    numbers: Mapping[str, int], moved: str, before: str, precedes: Precedes
) -> dict[str, int]:
    """Return the numbers that change when somebody is put elsewhere in the order.

    The mover gets the nearest number that fits; those above are lifted only where they must be.

    Args:
        numbers: Everybody's number, first to last.
        moved: Who is put elsewhere.
        before: Who is to come next; empty for the end.
        precedes: How the rules order two combatants with their numbers.
    """
    rest = [who for who in numbers if who != moved]
    at = rest.index(before) if before in rest else len(rest)
    above, below = rest[:at], rest[at:]
    wanted = _nearest(numbers, moved, above, below, precedes)
    changes = {} if wanted == numbers[moved] else {moved: wanted}
    after, number = moved, wanted
    for who in reversed(above):
        own = numbers[who]
        if precedes(who, own, after, number):
            break
        own = number if precedes(who, number, after, number) else number + 1
        changes[who] = own
        after, number = who, own
    return changes


def _nearest(
    numbers: Mapping[str, int],
    moved: str,
    above: Sequence[str],
    below: Sequence[str],
    precedes: Precedes,
) -> int:
    if below:
        number = numbers[below[0]]
        return number if precedes(moved, number, below[0], number) else number + 1
    if above:
        number = numbers[above[-1]]
        return number if precedes(above[-1], number, moved, number) else number - 1
    return numbers[moved]
