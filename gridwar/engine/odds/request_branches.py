"""The explorer: runs a procedure through all its branches; what each request may lead to.

Bodies are solved once and their ends merged (``merging_equal_states``). Questions get the answers
given, or their defaults; windows are passed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from gridwar.dice.dice_distribution import TooManyFaces, distribution
from gridwar.engine.kit.evolve import evolve
from gridwar.engine.kit.procedure_requests import (
    Ask,
    AskAll,
    Call,
    Committed,
    Emit,
    Fold,
    PlayCommand,
    Procedure,
    Repeat,
    Request,
    Require,
    Roll,
    RollAll,
)
from gridwar.engine.kit.procedure_table import Table
from gridwar.engine.kit.rule_system import system_at
from gridwar.engine.kit.say_and_refuse import named
from gridwar.engine.odds.merging_equal_states import BodySolver, Ends, Scope
from gridwar.engine.odds.odds_outcomes import (
    TINY,
    Limits,
    OddsRefused,
    Outcomes,
    TooManyRuns,
    tested,
)
from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.procedure_driver import MOST_SETTLING, endless, settling_key
from gridwar.engine.play.procedure_of_command import procedure_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.dice.dice_distribution import Reading
    from gridwar.dice.dice_notation import Dice
    from gridwar.engine.kit.card_order_and_flow import Facts
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.odds.states_told_apart import Branches
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.question_and_refusal import Question


A = TypeVar("A", bound=Hashable)
Item = TypeVar("Item", bound=Hashable)
V = TypeVar("V", bound=Hashable)


def _settle(table: Table, args: None) -> Procedure[None]:
    del args
    return system_at(table).play.settle(table)


class Explorer(BodySolver):
    """One exploration of one command with given answers."""

    def __init__(
        self,
        system: System,
        encounter: Encounter,
        command: Command,
        answers: Mapping[str, Answer],
        limits: Limits,
    ) -> None:
        super().__init__(Table(system, encounter, command.adjustments), answers, limits)
        self._system = system
        self.base = encounter
        self._command = command
        self.asked: dict[str, Question] = {}
        """Questions met that are no windows, by full key, in the order they were met."""

    def answering(self, answers: Mapping[str, Answer]) -> Explorer:
        """Return an explorer of other answers that knows what does not depend on them."""
        other = Explorer(self._system, self.base, self._command, answers, self._limits)
        other.build_on(self._known, self._counting)
        other.is_for_target_only = self.is_for_target_only
        return other

    def run(self) -> Outcomes:
        """Explore everything and return the outcomes; without dice nothing succeeds or fails.

        Raises:
            OddsRefused: The rules refuse the command, or one inside it, on one of its ways.
        """
        ends = [
            (result, settled, p * q)
            for result, state, p in self._solve(attended, self._command, self.base, ())
            for settled, q in self._settled(state)
        ]
        merged: defaultdict[Facts, float] = defaultdict(float)
        for result, settled, p in ends:
            facts = self.facts(settled, result)
            merged[tested(facts, rolled=self._rolled)] += p
        items, windows = tuple(merged.items()), tuple(self._passed.values())
        return Outcomes(items, self._runs, passed=windows)

    def facts(self, settled: Encounter, result: object) -> Facts:
        """Return what an outcome amounts to."""
        return self._system.facts(self.base, settled, result)

    def _settled(self, state: Encounter) -> list[tuple[Encounter, float]]:
        ends = [(state, 1.0)]
        for turn in range(MOST_SETTLING):
            after = [
                (state, p * q)
                for before, p in ends
                for _r, state, q in self._solve(_settle, None, before, (settling_key(turn),))
            ]
            if [one for one, _p in after] == [one for one, _p in ends]:
                return ends
            ends = after
        raise endless(self._system)

    def branches(self, request: Request, state: Encounter, scope: Scope) -> Branches:
        """Return the replies that a request may get, with the states they come with."""
        return self._ways[type(request)](self, request, state, scope)

    def _roll(self, request: Roll, state: Encounter, scope: Scope) -> Branches:
        del scope
        self._rolled = True
        return [(value, state, q) for value, q in self._distribution(request.dice, request.read)]

    def _emit(self, request: Emit, state: Encounter, scope: Scope) -> Branches:
        del scope
        return [(None, evolve(state, request.event), 1.0)]

    def _require(self, request: Require, state: Encounter, scope: Scope) -> Branches:
        del scope
        if not request.ok:
            refusal = request.refusal
            if not self.table.adjustments.waives(refusal.code, refusal.waivable):
                raise OddsRefused(named(state, request))
        return [(None, state, 1.0)]

    def _ask(self, request: Ask, state: Encounter, scope: Scope) -> Branches:
        return [(self.answer(request.question, scope), state, 1.0)]

    def _ask_all(self, request: AskAll, state: Encounter, scope: Scope) -> Branches:
        return [(tuple(self.answer(one, scope) for one in request.questions), state, 1.0)]

    def _inside(self, request: PlayCommand, state: Encounter, scope: Scope) -> Branches:
        command, inner = request.command, (*scope, request.key)
        with self.table.playing(command.adjustments, inner):
            return self._solve(procedure_of, command, state, inner)

    def _committed(self, request: Committed, state: Encounter, scope: Scope) -> Branches:
        del request, scope
        return [(None, state, 1.0)]

    def _distribution(
        self, dice: Dice, read: Reading[Hashable]
    ) -> tuple[tuple[Hashable, float], ...]:
        try:
            return distribution(dice, read)
        except TooManyFaces as error:
            raise TooManyRuns from error

    def _roll_all(self, request: RollAll, state: Encounter, scope: Scope) -> Branches:
        del scope
        self._rolled = True
        joint: list[tuple[tuple[Hashable, ...], float]] = [((), 1.0)]
        for roll in request.rolls:
            dist = self._distribution(roll.dice, roll.read)
            joint = [((*values, value), p * q) for values, p in joint for value, q in dist]
            if len(joint) > self._limits.runs:
                raise TooManyRuns
        return [(values, state, p) for values, p in joint]

    def _fold(self, fold: Fold[Item, Hashable], state: Encounter, scope: Scope) -> Branches:
        front: Branches = [(fold.carry, state, 1.0)]
        step = _FoldStep(fold.step)
        for at, item in enumerate(fold.items, start=1):
            after, inner = Ends(self._states), (*scope, f"{fold.key} {at}")
            for carry, before, p in front:
                for result, ended, q in self._solve(step, (item, carry), before, inner):
                    after.add(result, ended, p * q)
            front = [end for end in after.all() if end[2] > TINY / 1000]
        return front

    def _repeat(self, loop: Repeat[Hashable], state: Encounter, scope: Scope) -> Branches:
        front: Branches = [(loop.carry, state, 1.0)]
        done = Ends(self._states)
        number = 1
        while sum(p for _carry, _state, p in front) > TINY:
            after, inner = Ends(self._states), (*scope, f"{loop.key} {number}")
            for carry, before, p in front:
                for end, ended, q in self._solve(loop.step, carry, before, inner):
                    pair: Any = end  # what a step of a loop returns
                    result, goes_on = pair
                    (after if goes_on else done).add(result, ended, p * q)
            front = after.all()
            number += 1
        return done.all()

    def answer(self, question: Question, scope: Scope) -> Answer:
        """Return the answer this exploration was given, or the default."""
        key = "/".join((*scope, question.key))
        met = self._passed if question.window else self.asked
        if key not in met:
            met[key] = replace(question, key=key)
        return self._answers.get(key, question.default)

    _ways: ClassVar[Mapping[type, Callable[[Explorer, Any, Encounter, Scope], Branches]]] = {
        Roll: _roll,
        RollAll: _roll_all,
        Ask: _ask,
        AskAll: _ask_all,
        Require: _require,
        Emit: _emit,
        Call: BodySolver.solved_call,
        Fold: _fold,
        Repeat: _repeat,
        PlayCommand: _inside,
        Committed: _committed,
    }
    """What each kind of request may lead to."""


class _FoldStep(Struct, Generic[Item, V], frozen=True):
    """A step as a procedure of one argument, equal where the step is."""

    step: Callable[[Table, Item, V], Procedure[V]]

    def __call__(self, table: Table, args: tuple[Item, V]) -> Procedure[V]:
        return self.step(table, *args)
