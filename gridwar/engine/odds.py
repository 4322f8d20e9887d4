"""Odds: explores a command's own procedure exactly, merging equal outcomes at its borders.

A generator cannot be copied, so a branch is the run of a body once more with the replies that led
to it; each ``Call`` and ``Fold`` is solved once per (procedure, arguments, state) and equal
(result, state) are merged at these borders only. Decisions are never averaged: the first question
that is no window and has options becomes columns, others take their defaults, windows are passed.
"""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from gridwar.dice.distribution import TooManyFaces, distribution
from gridwar.engine.evolve import evolve
from gridwar.engine.preview import preview
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
from gridwar.engine.table import Table
from gridwar.model.command import Adjustments, Answer, Command

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from gridwar.engine.system import Facts, System
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.question import Option, Question

TINY: Final = 1e-12
"""Chains end where what is left of the probability is smaller."""


class OddsCancelled(Exception):
    """Somebody no longer wants to know."""


class TooManyRuns(Exception):
    """The exploration would need more runs of procedures than allowed."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much may be explored, and who may stop it."""

    runs: int = 200_000
    cancelled: Callable[[], bool] = field(default=lambda: False)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The outcomes of one column: what they amount to, with probabilities that add up to 1.

    ``error`` is 0 where they are exact, else the standard error of a sampled probability of a half.
    """

    items: tuple[tuple[Facts, float], ...]
    runs: int = 0
    error: float = 0.0

    def chance(self, of: Callable[[Facts], bool]) -> float:
        """Return the probability that something holds."""
        return sum(p for facts, p in self.items if of(facts))

    @property
    def success(self) -> float:
        """The chance of success."""
        return self.chance(lambda facts: facts.success is True)

    def spread(self, who: str) -> tuple[tuple[int, float], ...]:
        """Return how much one combatant loses, with probabilities, from least to most."""
        sums: defaultdict[int, float] = defaultdict(float)
        for facts, p in self.items:
            sums[facts.amounts.get(who, 0)] += p
        return tuple(sorted(sums.items()))

    def down(self, who: str) -> float:
        """Return the chance that a combatant goes down."""
        return self.chance(lambda facts: who in facts.down)


@dataclass(frozen=True, slots=True)
class Column:
    """The odds for one answer to the first question."""

    option: str
    title: str
    outcomes: Outcomes | None
    """None where that answer is not possible."""
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a command, a column an answer (one column where nothing is asked)."""

    question: Question | None
    columns: tuple[Column, ...]
    milliseconds: float = 0.0


def odds(
    system: System,
    encounter: Encounter,
    command: Command,
    side: str | None = None,
    limits: Limits = Limits(),
) -> Odds:
    """Work out the odds of a command.

    Args:
        system: The rules.
        encounter: The present state.
        command: The command, with the adjustments it will be played with.
        side: What this side knows decides; None for all that the GM knows.
        limits: Bounds of the exploration.

    Raises:
        TooManyRuns: More runs than allowed; ``engine.sampling`` can answer then.
        OddsCancelled: It was cancelled.
    """
    started = time.perf_counter()
    known = encounter.known_to(side)
    seen = preview(system, known, command)
    explorer = _Explorer(system, known, command, {}, limits)
    question = next((one for one in seen.questions if one.options), None)
    by_default = None
    if question is None:
        by_default = explorer.run()
        question = next((one for one in explorer.asked.values() if one.options), None)
    columns: tuple[Column, ...]
    if question is None:
        columns = (Column("", "", by_default),)
    else:
        columns = tuple(
            _column(explorer, question, option, by_default) for option in question.options
        )
    return Odds(question, columns, (time.perf_counter() - started) * 1000)


def _column(
    explorer: _Explorer, question: Question, option: Option, by_default: Outcomes | None
) -> Column:
    if not option.enabled:
        return Column(option.id, option.title, None, option.why_not)
    answer = Answer(option=option.id)
    if by_default is not None and answer == question.default:
        return Column(option.id, option.title, by_default)
    outcomes = explorer.answering({question.key: answer}).run()
    return Column(option.id, option.title, outcomes)


def explore(
    system: System,
    encounter: Encounter,
    command: Command,
    answers: Mapping[str, Answer],
    limits: Limits = Limits(),
) -> Outcomes:
    """Explore a command with given answers (by key); all other questions take their defaults."""
    explorer = _Explorer(system, encounter, command, answers, limits)
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


class _Explorer:
    def __init__(
        self,
        system: System,
        encounter: Encounter,
        command: Command,
        answers: Mapping[str, Answer],
        limits: Limits,
    ) -> None:
        self._system = system
        self._base = encounter
        self._command = command
        self._answers = answers
        self._limits = limits
        self._memo: dict[Hashable, list[tuple[_End, float]]] = {}
        self._table = Table(system, encounter, command.adjustments)
        self._table.rehearsal = True
        self._runs = 0
        self._tokens: dict[Hashable, int] = {}
        self._seen: dict[int, tuple[int, object]] = {}
        """Tokens by identity; the value beside it keeps that identity from being used again."""
        self._places: dict[int, tuple[str, ...]] = {}
        self.asked: dict[str, Question] = {}
        """Questions met that are no windows, by full key, in the order they were met."""

    def answering(self, answers: Mapping[str, Answer]) -> _Explorer:
        """Return an explorer of other answers that knows what does not depend on them."""
        other = _Explorer(self._system, self._base, self._command, answers, self._limits)
        other._memo, other._tokens, other._seen = self._memo, self._tokens, self._seen
        return other

    def run(self) -> Outcomes:
        def top(table: Table, command: Command) -> Procedure[Any]:
            return self._system.procedure(table, command)

        merged: defaultdict[Facts, float] = defaultdict(float)
        for end, p in self._solve(top, self._command, self._base, ()):
            for settled, q in self._settled(end.state):
                merged[self._system.facts(self._base, settled, end.result)] += p * q
        return Outcomes(tuple(merged.items()), self._runs)

    def _settle(self, table: Table, args: None) -> Procedure[None]:
        del args
        return self._system.settle(table)

    def _settled(self, state: Encounter) -> list[tuple[Encounter, float]]:
        ends = [(state, 1.0)]
        for _turn in range(100):
            after = [
                (end.state, p * q)
                for before, p in ends
                for end, q in self._solve(self._settle, None, before, ("settle",))
            ]
            if [one for one, _p in after] == [one for one, _p in ends]:
                return ends
            ends = after
        return ends

    def _state_key(self, state: Encounter) -> Hashable:
        return (
            self._board(state.combatants), self._token(state.rules), self._token(state.bracket),
            state.round, state.turn,
        )  # fmt: skip

    def _board(self, combatants: Mapping[str, Combatant]) -> int:
        """Return a number that boards of equal combatants share: those touched tell them apart."""
        seen = self._seen.get(id(combatants))
        if seen is None:
            before = self._base.combatants
            touched = frozenset(
                (who, self._token(one))
                for who, one in combatants.items()
                if before.get(who) is not one
            )
            gone = frozenset(who for who in before if who not in combatants)
            seen = self._seen[id(combatants)] = (self._token((touched, gone)), combatants)
        return seen[0]

    def _token(self, value: Hashable) -> int:
        """Return a number that equal values share.

        A combatant's hash goes through its whole sheet: it is worked out once an object, not once
        a state that holds it.
        """
        seen = self._seen.get(id(value))
        if seen is None:
            token = self._tokens.setdefault(value, len(self._tokens))
            seen = self._seen[id(value)] = (token, value)
        return seen[0]

    def _solve(
        self, procedure: Any, args: Hashable, state: Encounter, scope: tuple[str, ...]
    ) -> list[tuple[_End, float]]:
        # What is solved below an answer or an adjustment, or holds them, is true for these only.
        place = (scope, self._answers_key) if self._scope_matters(scope) else None
        adjusted = self._token(self._table.adjustments)
        memo_key = (procedure, args, self._state_key(state), place, adjusted)
        known = self._memo.get(memo_key)
        if known is None:
            known = self._explore_body(procedure, args, state, scope)
            self._memo[memo_key] = known
        return known

    def _named_places(self) -> tuple[str, ...]:
        changes = self._table.adjustments
        token = self._token(changes)
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
            run = _Body(self, procedure(self._table, args), scope)
            try:
                for branches, so_far, weight in run.play(prefix, state, p):
                    waiting.extend(
                        ((*so_far, (value, after)), weight * q) for value, after, q in branches
                    )
                result: Any = run.result
            except _Refusing:
                result = REFUSED
            end = _End(result, self._state_key(run.state), run.state)
            ends[end] += run.weight
        return list(ends.items())

    def _count_run(self) -> None:
        self._runs += 1
        if self._runs > self._limits.runs:
            raise TooManyRuns
        if self._runs % 64 == 0 and self._limits.cancelled():
            raise OddsCancelled

    def branches(self, request: Request, state: Encounter, scope: tuple[str, ...]) -> _Branches:
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
                with self._table.playing(command.adjustments, (*scope, key)):
                    inner = self._solve(self._play, command, state, (*scope, key))
                return [(end.result, end.state, q) for end, q in inner]
            case Ask(question):
                return [(self.answer(question, scope), state, 1.0)]
            case AskAll(questions):
                return [(tuple(self.answer(one, scope) for one in questions), state, 1.0)]
            case Emit(event):
                return [(None, evolve(state, event), 1.0)]
            case Require(ok, refusal):
                waived = self._table.adjustments.waived
                if not ok and not (refusal.waivable and {refusal.code, "*"} & waived):
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
        front: dict[_End, float] = {_End(fold.carry, self._state_key(state), state): 1.0}
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
        front: dict[_End, float] = {_End(loop.carry, self._state_key(state), state): 1.0}
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
        self, explorer: _Explorer, procedure: Procedure[Any], scope: tuple[str, ...]
    ) -> None:
        self._explorer = explorer
        self._procedure = procedure
        self._scope = scope
        self.result: Any = None
        self.state: Encounter = explorer._base
        self.weight = 1.0

    def play(self, prefix: _Prefix, state: Encounter, weight: float) -> Any:
        """Run to the end; yield, for each branching, the branches that others have to take."""
        table, scope = self._explorer._table, self._scope
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
