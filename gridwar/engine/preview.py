"""Rehearsals: a command run without asking anybody; nothing of it is kept.

A preview stops at the actor's own first roll, with windows passed and listed and questions at their
defaults. With dice given a rehearsal runs to its end: one sample of what may happen.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, assert_never

from gridwar.engine.evolve import evolve
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

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.dice.port import DicePort
    from gridwar.engine.system import System
    from gridwar.engine.tally import Tally
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event import Event
    from gridwar.model.question import Question, Refusal


@dataclass(frozen=True, slots=True)
class Preview:
    """What a command would come to.

    ``refusal`` is the first reason against it; the rest is then as far as it got.
    """

    refusal: Refusal | None
    tallies: tuple[Tally, ...]
    windows: tuple[Question, ...]
    questions: tuple[Question, ...]
    first_roll: Roll | None
    events: tuple[Event, ...]
    after: Encounter


class _Stop(Exception):
    pass


def preview(
    system: System,
    encounter: Encounter,
    command: Command,
    side: str | None = None,
    answers: Mapping[str, Answer] | None = None,
) -> Preview:
    """Run a command up to the actor's own first roll.

    Args:
        system: The rules.
        encounter: The present state.
        command: What is wanted.
        side: What this side knows decides; None for all that the GM knows.
        answers: Answers to use instead of defaults, by full key.
    """
    return Rehearsal(system, encounter.known_to(side), command, dict(answers or {})).preview()


class Rehearsal:
    """One run of a command with given answers and, maybe, dice."""

    def __init__(
        self,
        system: System,
        encounter: Encounter,
        command: Command,
        answers: Mapping[str, Answer],
        dice: DicePort | None = None,
    ) -> None:
        """Set a run up; without dice it stops at the first roll."""
        self._dice = dice
        self._system = system
        self._command = command
        self._answers = answers
        self._table = Table(system, encounter, command.adjustments)
        self._table.rehearsal = True
        self._refusal: Refusal | None = None
        self._windows: list[Question] = []
        self._questions: list[Question] = []
        self._first_roll: Roll | None = None
        self._events: list[Event] = []

    def play(self) -> tuple[Encounter, Any]:
        """Run to the end and settle; return the state and the procedure's result.

        A refused command leaves the state it had reached, with None.
        """
        result = None
        with suppress(_Stop):
            result = self._drive(self._system.procedure(self._table, self._command))
            before = None
            while before is not self._table.state:
                before = self._table.state
                self._drive(self._system.settle(self._table))
        return self._table.state, result

    def preview(self) -> Preview:
        """Run up to the first roll and say what was seen."""
        with suppress(_Stop):
            self._drive(self._system.procedure(self._table, self._command))
        return Preview(
            self._refusal, tuple(self._table.tallies), tuple(self._windows),
            tuple(self._questions), self._first_roll, tuple(self._events), self._table.state,
        )  # fmt: skip

    def _drive(self, procedure: Procedure[Any]) -> Any:
        reply: Any = None
        while True:
            try:
                request = procedure.send(reply)
            except StopIteration as stop:
                return stop.value
            reply = self._handle(request)

    def _scoped(self, key: str, procedure: Procedure[Any]) -> Any:
        outside = self._table.scope
        self._table.scope = (*outside, key)
        result = self._drive(procedure)
        self._table.scope = outside
        return result

    def _repeat(self, step: Any, carry: Any, key: str) -> Any:
        number, goes_on = 1, True
        while goes_on:
            carry, goes_on = self._scoped(f"{key} {number}", step(self._table, carry))
            number += 1
        return carry

    def _handle(self, request: Request) -> Any:  # noqa: C901, PLR0912 a case a request
        match request:
            case Emit(event):
                self._events.append(event)
                self._table.state = evolve(self._table.state, event)
            case Roll():
                return self._roll(request)
            case RollAll(rolls):
                return tuple(self._roll(roll) for roll in rolls)
            case Ask(question):
                return self._answer(question)
            case AskAll(questions):
                return tuple(self._answer(question) for question in questions)
            case Require(ok, refusal):
                self._require(ok, refusal)
            case Call(procedure, args, key):
                return self._scoped(key, procedure(self._table, args))
            case Fold(step, items, carry, key):
                for at, item in enumerate(items, start=1):
                    carry = self._scoped(f"{key} {at}", step(self._table, item, carry))
                return carry
            case Repeat(step, carry, key):
                return self._repeat(step, carry, key)
            case Play(command, key):
                with self._table.playing(command.adjustments, (*self._table.scope, key)):
                    return self._scoped(key, self._system.procedure(self._table, command))
            case Committed():
                pass
            case _:
                assert_never(request)
        return None

    def _roll(self, roll: Roll) -> Any:
        faces = self._dice.faces(roll.dice, roll.key) if self._dice is not None else None
        if faces is None:
            self._first_roll = roll
            raise _Stop
        return roll.read(faces)

    def _answer(self, question: Question) -> Answer:
        key = self._table.full_key(question.key)
        (self._windows if question.window else self._questions).append(replace(question, key=key))
        return self._answers.get(key, question.default)

    def _require(self, ok: bool, refusal: Refusal) -> None:
        waived = self._table.adjustments.waived
        if ok or (refusal.waivable and (refusal.code in waived or "*" in waived)):
            return
        self._refusal = refusal
        raise _Stop
