"""Bodies of procedures, each solved once: states told apart, and equal ends merged.

A generator cannot be copied, so a branch is the run of a body once more with the replies that led
to it; each ``Call`` and ``Fold`` is solved once per (procedure, arguments, state) and equal
(result, state) are merged at these borders only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeVar

from gridwar.engine.kit.procedure_requests import HandOver
from gridwar.engine.odds.odds_outcomes import OddsCancelled, TooManyRuns
from gridwar.engine.odds.solved_bodies import Solutions, SolvedBody
from gridwar.engine.odds.states_told_apart import Branches, StateKeys

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.engine.kit.procedure_requests import Call, Procedure, Request
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.odds.odds_outcomes import Limits
    from gridwar.model.command import Adjustments, Answer
    from gridwar.model.encounter import Encounter
    from gridwar.model.question_and_refusal import Question


class Ends:
    """Ends of bodies; one where neither result nor state can be told apart."""

    __slots__ = ("_states", "_weights")

    def __init__(self, states: StateKeys) -> None:
        self._states = states
        self._weights: dict[Hashable, tuple[Hashable, Encounter, float]] = {}

    def add(self, result: Hashable, state: Encounter, p: float) -> None:
        """Count an end."""
        end = (result, self._states.key(state))
        result, state, before = self._weights.get(end, (result, state, 0.0))
        self._weights[end] = (result, state, before + p)

    def all(self) -> Branches:
        """Return them in the order in which they were first met."""
        return list(self._weights.values())


A = TypeVar("A", bound=Hashable)

_HANDED_OVER: Final = "handed over"

Scope = tuple[str, ...]
_Way = tuple[tuple[Hashable, "Encounter", float], ...]
"""The branches by which a body has come so far."""


class BodySolver(ABC):
    """Solves bodies at one table; what a request may lead to is the subclass's business."""

    def __init__(self, table: Table, answers: Mapping[str, Answer], limits: Limits) -> None:
        """Begin at the state of a table, knowing nothing yet.

        Args:
            table: Where it is played.
            answers: Those given, by full key: what is solved below one is true for it only.
            limits: How much may be explored, and who may stop it.
        """
        self.table = table
        self.table.rehearsal = True
        self._answers = answers
        self._limits = limits
        self._runs = 0
        self.build_on(Solutions(StateKeys(table.state)), object())
        self._inner: list[SolvedBody] = []
        """Bodies solved for the one that is run."""
        self._known_changes: tuple[Adjustments | None, int, tuple[str, ...]] = (None, 0, ())
        """The adjustments met last, their token, and the places that they and answers name."""
        self._passed: dict[str, Question] = {}
        """Windows met, by full key, in the order they were met."""
        self._rolled = False
        """Whether dice were met since it was last set back."""
        self.is_for_target_only = False
        """Whether calls that touch neither target nor success are left out."""

    def build_on(self, known: Solutions, counting: object) -> None:
        """Go by what was solved before, and add to it.

        Args:
            known: What was solved.
            counting: What all explorations share that count a body once between them.
        """
        self._known, self._counting = known, counting
        self._states = known.states

    @abstractmethod
    def branches(self, request: Request, state: Encounter, scope: Scope) -> Branches:
        """Return the replies that a request may get, with the states they come with."""

    def _solve(
        self,
        procedure: Callable[[Table, A], Procedure[object]],
        args: A,
        state: Encounter,
        scope: Scope,
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
        known_changes, adjusted, names = self._known_changes
        changes = self.table.adjustments
        if known_changes is not changes:
            adjusted = self._states.token(changes)
            names = tuple(key for key in (*changes.keys, *self._answers) if "/" in key)
            self._known_changes = changes, adjusted, names
        # What is solved below an answer or an adjustment, or holds them, is true for these only.
        matters = not scope or (names and _any_below(scope, names))
        place = (scope, self._answers_key) if matters else None
        apart = args if told is None else told
        memo_key = (procedure, apart, self._states.key(state), place, adjusted)
        known = self._known.bodies.get(memo_key)
        if known is None:
            outside = self._rolled, self._passed, self._inner
            known = SolvedBody(self._counting)
            self._rolled, self._passed, self._inner = False, {}, known.inner
            known.ends, known.runs = self._explore_body(procedure, args, state, scope)
            known.rolled, known.passed = self._rolled, self._passed
            self._known.bodies[memo_key] = known
            self._rolled, self._passed, self._inner = outside
        elif known.counted_by is not self._counting:
            self._count(known)
        self._inner.append(known)
        self._rolled |= known.rolled
        self._passed.update(known.passed)
        return known.ends

    def _count(self, solved: SolvedBody) -> None:
        """Count the runs that a body took another exploration, and those of the bodies in it."""
        waiting = [solved]
        while waiting:
            one = waiting.pop()
            if one.counted_by is not self._counting:
                one.counted_by = self._counting
                self._runs += one.runs
                waiting += one.inner
        self._stay_within()

    @cached_property
    def _answers_key(self) -> Hashable:
        return frozenset(self._answers.items())

    def _explore_body(
        self,
        procedure: Callable[[Table, A], Procedure[object]],
        args: A,
        state: Encounter,
        scope: Scope,
    ) -> tuple[Branches, int]:
        ends, table, runs = Ends(self._states), self.table, 0
        waiting: list[tuple[_Way, float]] = [((), 1.0)]
        while waiting:
            self._runs += 1
            runs += 1
            if self._runs % 64 == 0 or self._runs > self._limits.runs:
                self._stay_within()
            table.scope, table.state = scope, state
            self._run_body(procedure(table, args), scope, waiting, ends)
            table.tallies.clear()  # nobody looks at them here; they would only pile up
        return ends.all(), runs

    def _run_body(
        self, body: Procedure[object], scope: Scope, waiting: list[tuple[_Way, float]], ends: Ends
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

    def solved_call(self, request: Call[A], state: Encounter, scope: Scope) -> Branches:
        """Return the ends of a body that is called."""
        if self.is_for_target_only and request.left_out is not None:
            return [(request.left_out, state, 1.0)]
        return self._solve(request.procedure, request.args, state, (*scope, request.key))

    def _handed_over(self, request: HandOver, state: Encounter, scope: Scope) -> Branches:
        then, carry = request.then, request.carry
        called = self.solved_call(request.call, state, scope)
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


def _any_below(scope: Scope, names: tuple[str, ...]) -> bool:
    path = "/".join(scope) + "/"
    return any(name.startswith(path) for name in names)
