"""The explorer: runs a procedure through all its branches, merging equal outcomes at its borders.

A generator cannot be copied, so a branch is the run of a body once more with the replies that led
to it; each ``Call`` and ``Fold`` is solved once per (procedure, arguments, state) and equal
(result, state) are merged at these borders only. Questions get the answers given, or their
defaults; windows are passed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from gridwar.dice.distribution import TooManyFaces, distribution
from gridwar.engine.kit.dialogue import named
from gridwar.engine.kit.evolve import evolve
from gridwar.engine.kit.procedure import (
    Ask,
    AskAll,
    Call,
    Committed,
    Emit,
    Fold,
    HandOver,
    PlayCommand,
    Procedure,
    Repeat,
    Request,
    Require,
    Roll,
    RollAll,
)
from gridwar.engine.kit.system import system_at
from gridwar.engine.kit.table import Table
from gridwar.engine.odds.distribution import (
    TINY,
    USUAL_LIMITS,
    Limits,
    OddsCancelled,
    OddsRefused,
    Outcomes,
    TooManyRuns,
)
from gridwar.engine.odds.state_keys import Branches, Ends, StateKeys
from gridwar.engine.play.attending import attended
from gridwar.engine.play.dispatch import procedure_of
from gridwar.engine.play.driver import MOST_SETTLING, endless, settling_key

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.dice.distribution import Reading
    from gridwar.dice.notation import Dice
    from gridwar.engine.kit.shown import Facts
    from gridwar.engine.kit.system import System
    from gridwar.model.command import Adjustments, Answer, Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.question import Question


def explore(
    system: System,
    encounter: Encounter,
    command: Command,
    answers: Mapping[str, Answer],
    limits: Limits = USUAL_LIMITS,
) -> Outcomes:
    """Explore a command with given answers (by key); all other questions take their defaults.

    Raises:
        OddsRefused: The rules refuse the command, or one inside it, on one of its ways.
        TooManyRuns: More runs than allowed.
        OddsCancelled: It was cancelled.
    """
    explorer = Explorer(system, encounter, command, answers, limits)
    return explorer.run()


A = TypeVar("A", bound=Hashable)
Item = TypeVar("Item", bound=Hashable)
V = TypeVar("V", bound=Hashable)

_HANDED_OVER: Final = "handed over"

_Scope = tuple[str, ...]
_Way = tuple[tuple[Hashable, "Encounter", float], ...]
"""The branches by which a body has come so far."""


def tested(facts: Facts, *, rolled: bool) -> Facts:
    """Return what an outcome amounts to: where nothing is rolled, nothing succeeds or fails."""
    return facts if rolled or facts.success is None else replace(facts, success=None)


def _settle(table: Table, args: None) -> Procedure[None]:
    del args
    return system_at(table).play.settle(table)


class Explorer:
    """One exploration of one command with given answers."""

    def __init__(
        self,
        system: System,
        encounter: Encounter,
        command: Command,
        answers: Mapping[str, Answer],
        limits: Limits,
    ) -> None:
        self._system = system
        self.base = encounter
        self._command = command
        self._answers = answers
        self._limits = limits
        self._memo: dict[Hashable, tuple[Branches, bool, dict[str, Question]]] = {}
        """The ends of bodies, whether there were dice on the way, and the windows passed there."""
        self.table = Table(system, encounter, command.adjustments)
        self.table.rehearsal = True
        self._runs = 0
        self._states = StateKeys(encounter)
        self._known_changes: tuple[Adjustments | None, int, tuple[str, ...]] = (None, 0, ())
        self._passed: dict[str, Question] = {}
        """Windows met, by full key, in the order they were met."""
        self.asked: dict[str, Question] = {}
        """Questions met that are no windows, by full key, in the order they were met."""
        self._rolled = False
        """Whether dice were met since it was last set back."""

    def answering(self, answers: Mapping[str, Answer]) -> Explorer:
        """Return an explorer of other answers that knows what does not depend on them."""
        other = Explorer(self._system, self.base, self._command, answers, self._limits)
        other._memo, other._states = self._memo, self._states
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
            facts = self._system.facts(self.base, settled, result)
            merged[tested(facts, rolled=self._rolled)] += p
        items, windows = tuple(merged.items()), tuple(self._passed.values())
        return Outcomes(items, self._runs, passed=windows)

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

    def _solve(
        self,
        procedure: Callable[[Table, A], Procedure[object]],
        args: A,
        state: Encounter,
        scope: _Scope,
        told: Hashable = None,
    ) -> Branches:
        """Return the ends of a body, explored once for what can be told apart.

        Args:
            procedure: What is played.
            args: Its argument.
            state: The encounter before.
            scope: Where it is played.
            told: What tells the argument from others, where that is quicker to compare.
        """
        changes, adjusted, names = self._known_changes
        if changes is not self.table.adjustments:
            _changes, adjusted, names = self._known_changes = self._read_changes()
        # What is solved below an answer or an adjustment, or holds them, is true for these only.
        matters = not scope or (names and _any_below(scope, names))
        place = (scope, self._answers_key) if matters else None
        apart = args if told is None else told
        memo_key = (procedure, apart, self._states.key(state), place, adjusted)
        known = self._memo.get(memo_key)
        if known is None:
            outside = self._rolled, self._passed
            self._rolled, self._passed = False, {}
            ends = self._explore_body(procedure, args, state, scope)
            known = self._memo[memo_key] = ends, self._rolled, self._passed
            self._rolled, self._passed = outside
        self._rolled |= known[1]
        self._passed.update(known[2])
        return known[0]

    def _read_changes(self) -> tuple[Adjustments, int, tuple[str, ...]]:
        """Return the adjustments with their token and the places that they and answers name."""
        changes = self.table.adjustments
        return changes, self._states.token(changes), self._places_named_in(changes)

    def _places_named_in(self, changes: Adjustments) -> tuple[str, ...]:
        keys = (
            *changes.lines_off,
            *changes.lines_on,
            *changes.lines_set,
            *changes.totals,
            *(own.tally for own in changes.lines_added),
            *self._answers,
        )
        return tuple(key for key in keys if "/" in key)

    @cached_property
    def _answers_key(self) -> Hashable:
        return frozenset(self._answers.items())

    def _explore_body(
        self,
        procedure: Callable[[Table, A], Procedure[object]],
        args: A,
        state: Encounter,
        scope: _Scope,
    ) -> Branches:
        ends, table = Ends(self._states), self.table
        waiting: list[tuple[_Way, float]] = [((), 1.0)]
        while waiting:
            self._runs += 1
            if self._runs % 64 == 0 or self._runs > self._limits.runs:
                self._stay_within()
            table.scope, table.state = scope, state
            self._run_body(procedure(table, args), scope, waiting, ends)
            table.tallies.clear()  # nobody looks at them here; they would only pile up
        return ends.all()

    def _run_body(
        self,
        body: Procedure[object],
        scope: _Scope,
        waiting: list[tuple[_Way, float]],
        ends: Ends,
    ) -> None:
        """Run a body along a way that waits, and on by the first branch of each request.

        The other branches are left to wait.
        """
        table, reply = self.table, None
        done, p = waiting.pop()
        for known in done:
            body.send(reply)
            reply, table.state, _q = known
        way, state = [*done], table.state
        try:
            while True:
                request = body.send(reply)
                branches = self.branches(request, state, scope)
                if len(branches) > 1:
                    waiting += [((*way, one), p * one[2]) for one in branches[1:]]
                way.append(branches[0])
                reply, state, q = branches[0]
                table.scope, table.state = scope, state
                p *= q
        except StopIteration as stop:
            value = stop.value
            if type(value) is HandOver:
                for result, ended, q in self._handed_over(value, state, scope):
                    ends.add(result, ended, p * q)
            else:
                ends.add(value, state, p)

    def _stay_within(self) -> None:
        """Raise where there were too many runs, or nobody wants to know any more."""
        if self._runs > self._limits.runs:
            raise TooManyRuns
        if self._limits.cancelled():
            raise OddsCancelled

    def branches(self, request: Request, state: Encounter, scope: _Scope) -> Branches:
        """Return the replies that a request may get, with the states they come with."""
        return self._ways[type(request)](self, request, state, scope)

    def _call(self, request: Call[A], state: Encounter, scope: _Scope) -> Branches:
        return self._solve(request.procedure, request.args, state, (*scope, request.key))

    def _handed_over(self, request: HandOver, state: Encounter, scope: _Scope) -> Branches:
        then, carry = request.then, request.carry
        called = self._call(request.call, state, scope)
        if then is None:
            return called
        carried = self._states.token(carry)
        return [
            (end, ended, p * q)
            for result, before, p in called
            for end, ended, q in self._solve(
                then, (carry, result), before, scope, (_HANDED_OVER, carried, result)
            )
        ]

    def _roll(self, request: Roll, state: Encounter, scope: _Scope) -> Branches:
        del scope
        self._rolled = True
        return [(value, state, q) for value, q in self._distribution(request.dice, request.read)]

    def _emit(self, request: Emit, state: Encounter, scope: _Scope) -> Branches:
        del scope
        return [(None, evolve(state, request.event), 1.0)]

    def _require(self, request: Require, state: Encounter, scope: _Scope) -> Branches:
        del scope
        if not request.ok:
            refusal = request.refusal
            if not self.table.adjustments.waives(refusal.code, refusal.waivable):
                raise OddsRefused(named(state, request))
        return [(None, state, 1.0)]

    def _ask(self, request: Ask, state: Encounter, scope: _Scope) -> Branches:
        return [(self.answer(request.question, scope), state, 1.0)]

    def _ask_all(self, request: AskAll, state: Encounter, scope: _Scope) -> Branches:
        return [(tuple(self.answer(one, scope) for one in request.questions), state, 1.0)]

    def _inside(self, request: PlayCommand, state: Encounter, scope: _Scope) -> Branches:
        command, inner = request.command, (*scope, request.key)
        with self.table.playing(command.adjustments, inner):
            return self._solve(procedure_of, command, state, inner)

    def _committed(self, request: Committed, state: Encounter, scope: _Scope) -> Branches:
        del request, scope
        return [(None, state, 1.0)]

    def _distribution(
        self, dice: Dice, read: Reading[Hashable]
    ) -> tuple[tuple[Hashable, float], ...]:
        try:
            return distribution(dice, read)
        except TooManyFaces as error:
            raise TooManyRuns from error

    def _roll_all(self, request: RollAll, state: Encounter, scope: _Scope) -> Branches:
        del scope
        self._rolled = True
        joint: list[tuple[tuple[Hashable, ...], float]] = [((), 1.0)]
        for roll in request.rolls:
            dist = self._distribution(roll.dice, roll.read)
            joint = [((*values, value), p * q) for values, p in joint for value, q in dist]
            if len(joint) > self._limits.runs:
                raise TooManyRuns
        return [(values, state, p) for values, p in joint]

    def _fold(self, fold: Fold[Item, Hashable], state: Encounter, scope: _Scope) -> Branches:
        front: Branches = [(fold.carry, state, 1.0)]
        step = _FoldStep(fold.step)
        for at, item in enumerate(fold.items, start=1):
            after, inner = Ends(self._states), (*scope, f"{fold.key} {at}")
            for carry, before, p in front:
                for result, ended, q in self._solve(step, (item, carry), before, inner):
                    after.add(result, ended, p * q)
            front = [end for end in after.all() if end[2] > TINY / 1000]
        return front

    def _repeat(self, loop: Repeat[Hashable], state: Encounter, scope: _Scope) -> Branches:
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

    def answer(self, question: Question, scope: _Scope) -> Answer:
        """Return the answer this exploration was given, or the default."""
        key = "/".join((*scope, question.key))
        met = self._passed if question.window else self.asked
        if key not in met:
            met[key] = replace(question, key=key)
        return self._answers.get(key, question.default)

    _ways: ClassVar[Mapping[type, Callable[[Explorer, Any, Encounter, _Scope], Branches]]] = {
        Roll: _roll,
        RollAll: _roll_all,
        Ask: _ask,
        AskAll: _ask_all,
        Require: _require,
        Emit: _emit,
        Call: _call,
        Fold: _fold,
        Repeat: _repeat,
        PlayCommand: _inside,
        Committed: _committed,
    }
    """What each kind of request may lead to."""


def _any_below(scope: _Scope, names: tuple[str, ...]) -> bool:
    path = "/".join(scope) + "/"
    return any(name.startswith(path) for name in names)


class _FoldStep(Struct, Generic[Item, V], frozen=True):
    """A step as a procedure of one argument, equal where the step is."""

    step: Callable[[Table, Item, V], Procedure[V]]

    def __call__(self, table: Table, args: tuple[Item, V]) -> Procedure[V]:
        return self.step(table, *args)
