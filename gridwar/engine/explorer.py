"""The explorer: runs a procedure through all its branches, merging equal outcomes at its borders.

A generator cannot be copied, so a branch is the run of a body once more with the replies that led
to it; each ``Call`` and ``Fold`` is solved once per (procedure, arguments, state) and equal
(result, state) are merged at these borders only. Questions get the answers given, or their
defaults; windows are passed.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from gridwar.dice.distribution import TooManyFaces, distribution
from gridwar.engine.driver import MOST_SETTLING, endless, settling_key
from gridwar.engine.evolve import evolve
from gridwar.engine.outcomes import (
    TINY,
    USUAL_LIMITS,
    Limits,
    OddsCancelled,
    Outcomes,
    TooManyRuns,
)
from gridwar.engine.procedure import (
    Ask,
    AskAll,
    Call,
    Committed,
    Emit,
    Fold,
    Play,
    Procedure,
    Repeat,
    Request,
    Require,
    Roll,
    RollAll,
)
from gridwar.engine.states import StateKeys
from gridwar.engine.table import Table

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from gridwar.engine.system import Facts, System
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
    """Explore a command with given answers (by key); all other questions take their defaults."""
    explorer = Explorer(system, encounter, command, answers, limits)
    return explorer.run()


class _Refusing(Exception):
    pass


REFUSED: Final = "refused"


@dataclass(frozen=True)
class _End:
    """An end of a body: result and state, equal where neither can be told apart."""

    result: Any
    key: Hashable
    state: Encounter = field(compare=False, hash=False)


_Branches = list[tuple[Any, "Encounter", float]]
_Prefix = tuple[tuple[Any, "Encounter"], ...]


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
        self._memo: dict[Hashable, list[tuple[_End, float]]] = {}
        self.table = Table(system, encounter, command.adjustments)
        self.table.rehearsal = True
        self._runs = 0
        self._states = StateKeys(encounter)
        self._places: dict[int, tuple[str, ...]] = {}
        self.asked: dict[str, Question] = {}
        """Questions met that are no windows, by full key, in the order they were met."""

    def answering(self, answers: Mapping[str, Answer]) -> Explorer:
        """Return an explorer of other answers that knows what does not depend on them."""
        other = Explorer(self._system, self.base, self._command, answers, self._limits)
        other._memo, other._states = self._memo, self._states
        return other

    def run(self) -> Outcomes:
        """Explore everything and return the outcomes."""
        def top(table: Table, command: Command) -> Procedure[Any]:
            return self._system.procedure(table, command)

        merged: defaultdict[Facts, float] = defaultdict(float)
        for end, p in self._solve(top, self._command, self.base, ()):
            for settled, q in self._settled(end.state):
                merged[self._system.facts(self.base, settled, end.result)] += p * q
        return Outcomes(tuple(merged.items()), self._runs)

    def _settle(self, table: Table, args: None) -> Procedure[None]:
        del args
        return self._system.settle(table)

    def _settled(self, state: Encounter) -> list[tuple[Encounter, float]]:
        ends = [(state, 1.0)]
        for turn in range(MOST_SETTLING):
            after = [
                (end.state, p * q)
                for before, p in ends
                for end, q in self._solve(self._settle, None, before, (settling_key(turn),))
            ]
            if [one for one, _p in after] == [one for one, _p in ends]:
                return ends
            ends = after
        raise endless(self._system)

    def _solve(
        self, procedure: Any, args: Hashable, state: Encounter, scope: tuple[str, ...]
    ) -> list[tuple[_End, float]]:
        # What is solved below an answer or an adjustment, or holds them, is true for these only.
        place = (scope, self._answers_key) if self._scope_matters(scope) else None
        adjusted = self._states.token(self.table.adjustments)
        memo_key = (procedure, args, self._states.key(state), place, adjusted)
        known = self._memo.get(memo_key)
        if known is None:
            known = self._explore_body(procedure, args, state, scope)
            self._memo[memo_key] = known
        return known

    def _named_places(self) -> tuple[str, ...]:
        changes = self.table.adjustments
        token = self._states.token(changes)
        if token not in self._places:
            self._places[token] = self._places_named_in(changes)
        return self._places[token]

    def _places_named_in(self, changes: Adjustments) -> tuple[str, ...]:
        keys = (
            *changes.lines_off, *changes.lines_on, *changes.lines_set, *changes.totals,
            *(own.tally for own in changes.lines_added), *self._answers,
        )  # fmt: skip
        return tuple(key for key in keys if "/" in key)

    @cached_property
    def _answers_key(self) -> Hashable:
        return frozenset(self._answers.items())

    def _scope_matters(self, scope: tuple[str, ...]) -> bool:
        if not scope:
            return True
        path = "/".join(scope) + "/"
        return any(key.startswith(path) for key in self._named_places())

    def _explore_body(
        self, procedure: Any, args: Any, state: Encounter, scope: tuple[str, ...]
    ) -> list[tuple[_End, float]]:
        ends: defaultdict[_End, float] = defaultdict(float)
        waiting: list[tuple[_Prefix, float]] = [((), 1.0)]
        while waiting:
            prefix, p = waiting.pop()
            self._count_run()
            run = _Body(self, procedure(self.table, args), scope)
            try:
                for branches, so_far, weight in run.play(prefix, state, p):
                    waiting.extend(
                        ((*so_far, (value, after)), weight * q) for value, after, q in branches
                    )
                result: Any = run.result
            except _Refusing:
                result = REFUSED
            end = _End(result, self._states.key(run.state), run.state)
            ends[end] += run.weight
            self.table.tallies.clear()  # nobody looks at them here; they would only pile up
        return list(ends.items())

    def _count_run(self) -> None:
        self._runs += 1
        if self._runs > self._limits.runs:
            raise TooManyRuns
        if self._runs % 64 == 0 and self._limits.cancelled():
            raise OddsCancelled

    def branches(  # noqa: C901 a case a request
        self, request: Request, state: Encounter, scope: tuple[str, ...]
    ) -> _Branches:
        """Return the replies that a request may get, with the states they come with."""
        match request:
            case Roll(dice, read):
                return [(value, state, q) for value, q in self._distribution(dice, read)]
            case RollAll(rolls):
                return self._roll_all(rolls, state)
            case Call(procedure, args, key):
                solved = self._solve(procedure, args, state, (*scope, key))
                return [(end.result, end.state, q) for end, q in solved]
            case Fold():
                return self._fold(request, state, scope)
            case Repeat():
                return self._repeat(request, state, scope)
            case Play(command, key):
                with self.table.playing(command.adjustments, (*scope, key)):
                    inner = self._solve(self._play, command, state, (*scope, key))
                return [(end.result, end.state, q) for end, q in inner]
            case Ask(question):
                return [(self.answer(question, scope), state, 1.0)]
            case AskAll(questions):
                return [(tuple(self.answer(one, scope) for one in questions), state, 1.0)]
            case Emit(event):
                return [(None, evolve(state, event), 1.0)]
            case Require(ok, refusal):
                if not ok and not self.table.adjustments.waives(refusal.code, refusal.waivable):
                    raise _Refusing
            case Committed():
                pass
        return [(None, state, 1.0)]

    def _play(self, table: Table, command: Command) -> Procedure[Any]:
        return self._system.procedure(table, command)

    def _distribution(self, dice: Any, read: Any) -> tuple[tuple[Any, float], ...]:
        try:
            return distribution(dice, read)
        except TooManyFaces as error:
            raise TooManyRuns from error

    def _roll_all(self, rolls: tuple[Roll, ...], state: Encounter) -> _Branches:
        joint: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
        for roll in rolls:
            dist = self._distribution(roll.dice, roll.read)
            joint = [((*values, value), p * q) for values, p in joint for value, q in dist]
            if len(joint) > self._limits.runs:
                raise TooManyRuns
        return [(values, state, p) for values, p in joint]

    def _fold(self, fold: Fold, state: Encounter, scope: tuple[str, ...]) -> _Branches:
        front: dict[_End, float] = {_End(fold.carry, self._states.key(state), state): 1.0}
        for at, item in enumerate(fold.items, start=1):
            after: defaultdict[_End, float] = defaultdict(float)
            for end, p in front.items():
                inner = (*scope, f"{fold.key} {at}")
                step = _FoldStep(fold.step)
                for ended, q in self._solve(step, (item, end.result), end.state, inner):
                    after[ended] += p * q
            front = {end: p for end, p in after.items() if p > TINY / 1000}
        return [(end.result, end.state, p) for end, p in front.items()]

    def _repeat(self, loop: Repeat, state: Encounter, scope: tuple[str, ...]) -> _Branches:
        front: dict[_End, float] = {_End(loop.carry, self._states.key(state), state): 1.0}
        done: defaultdict[_End, float] = defaultdict(float)
        number = 1
        while sum(front.values()) > TINY:
            after: defaultdict[_End, float] = defaultdict(float)
            for end, p in front.items():
                inner = (*scope, f"{loop.key} {number}")
                for ended, q in self._solve(loop.step, end.result, end.state, inner):
                    carry, goes_on = ended.result
                    (after if goes_on else done)[_End(carry, ended.key, ended.state)] += p * q
            front = dict(after)
            number += 1
        return [(end.result, end.state, p) for end, p in done.items()]

    def answer(self, question: Question, scope: tuple[str, ...]) -> Answer:
        """Return the answer this exploration was given, or the default."""
        key = "/".join((*scope, question.key))
        if not question.window and key not in self.asked:
            self.asked[key] = replace(question, key=key)
        return self._answers.get(key, question.default)


@dataclass(frozen=True, slots=True)
class _FoldStep:
    """A step as a procedure of one argument, equal where the step is."""

    step: Any

    def __call__(self, table: Table, args: tuple[Any, Any]) -> Procedure[Any]:
        return self.step(table, *args)  # type: ignore[no-any-return]


class _Body:
    """One run of a body: replays a prefix, then goes on with the first branch of each request."""

    def __init__(
        self, explorer: Explorer, procedure: Procedure[Any], scope: tuple[str, ...]
    ) -> None:
        self._explorer = explorer
        self._procedure = procedure
        self._scope = scope
        self.result: Any = None
        self.state: Encounter = explorer.base
        self.weight = 1.0

    def play(self, prefix: _Prefix, state: Encounter, weight: float) -> Any:
        """Run to the end; yield, for each branching, the branches that others have to take."""
        table, scope = self._explorer.table, self._scope
        self.state, self.weight = state, weight
        so_far: _Prefix = prefix
        replayed = iter(prefix)
        reply: Any = None
        while True:
            table.state, table.scope = self.state, scope
            try:
                request = self._procedure.send(reply)
            except StopIteration as stop:
                self.result = stop.value
                return
            known = next(replayed, None)
            if known is not None:
                reply, self.state = known
                continue
            branches = self._explorer.branches(request, self.state, scope)
            (reply, self.state, q), *others = branches
            if others:
                yield others, so_far, self.weight
            self.weight *= q
            so_far = (*so_far, (reply, self.state))
