"""What referee and rehearsal share: running a procedure straight through, request by request.

Knows nesting, scopes and events; what a roll, a question or a refusal comes to is the subclass's
business. The explorer of the odds is a driver of another kind: it takes every branch.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, TypeVar, assert_never

from gridwar.engine.kit.evolve import evolve
from gridwar.engine.kit.procedure_requests import (
    Ask,
    AskAll,
    Call,
    Committed,
    Corrected,
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
from gridwar.engine.kit.say_and_refuse import named
from gridwar.engine.play.procedure_of_command import procedure_of
from gridwar.errors import ProcedureError

if TYPE_CHECKING:
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Answer, Command
    from gridwar.model.event_base import Event
    from gridwar.model.question_and_refusal import Question, Refusal

T = TypeVar("T")
V = TypeVar("V", bound=Hashable)

MOST_SETTLING = 100
"""Rounds of settling after one command before it counts as a bug."""


def settling_key(turn: int) -> str:
    """Return the scope in which a round of settling is played."""
    return f"settle {turn}"


def endless(system: System) -> ProcedureError:
    """Return the error of a system whose settling never comes to rest."""
    return ProcedureError(f"{system.id}: settling does not come to an end")


class Driver(ABC):
    """One straight run of one command."""

    def __init__(self, system: System, command: Command, table: Table) -> None:
        self.system = system
        self.command = command
        self.table = table
        self.events: list[Event] = []

    @abstractmethod
    def roll_all(self, rolls: tuple[Roll, ...]) -> tuple[object, ...]:
        """Return the readings of some rolls, in listed order."""

    @abstractmethod
    def ask_all(self, questions: tuple[Question, ...]) -> tuple[Answer, ...] | Corrected:
        """Return the answers to some questions, in listed order, or ``CORRECTED``."""

    @abstractmethod
    def refuse(self, refusal: Refusal) -> None:
        """End the run for a refusal that nobody waives."""

    def commit(self) -> None:  # noqa: B027 a rehearsal is never suspended, and need not know
        """Note that the command cannot be suspended any more."""

    def settle(self) -> None:
        """Play what follows from the state by itself, until nothing more does.

        Raises:
            ProcedureError: It does not come to an end.
        """
        for turn in range(MOST_SETTLING):
            before = len(self.events)
            self.scoped(settling_key(turn), self.system.play.settle(self.table))
            if len(self.events) == before:
                return
        raise endless(self.system)

    def drive(self, procedure: Procedure[T]) -> T:
        """Run a procedure to its end and return its result."""
        reply: object = None
        while True:
            try:
                request = procedure.send(reply)
            except StopIteration as stop:
                result: T = stop.value
                if type(stop.value) is HandOver:
                    result = self._handed_over(stop.value)
                return result
            reply = self._handle(request)

    def _handed_over(self, over: HandOver) -> Any:
        call, table = over.call, self.table
        result = self.scoped(call.key, call.procedure(table, call.args))
        return result if over.then is None else self.drive(over.then(table, (over.carry, result)))

    def scoped(self, key: str, procedure: Procedure[T]) -> T:
        """Run a procedure in a scope of its own."""
        outside = self.table.scope
        self.table.scope = (*outside, key)
        try:
            return self.drive(procedure)
        finally:
            self.table.scope = outside

    def play_inside(self, command: Command, key: str) -> object:
        """Play another command inside this one, each with its own adjustments."""
        table = self.table
        with table.playing(command.adjustments, (*table.scope, key)):
            return self.scoped(key, procedure_of(table, command))

    def _handle(self, request: Request) -> object:  # noqa: C901, PLR0912 a case a request
        match request:
            case Emit(event):
                self._happen(self.table.happens(event))
            case Roll():
                return self.roll_all((request,))[0]
            case RollAll(rolls):
                return self.roll_all(rolls)
            case Ask(question):
                answers = self.ask_all((question,))
                return answers if isinstance(answers, Corrected) else answers[0]
            case AskAll(questions):
                return self.ask_all(questions)
            case Require(ok, refusal):
                if not ok and not self.table.adjustments.waives(refusal.code, refusal.waivable):
                    self.refuse(named(self.table.state, request))
            case Call(procedure, args, key, _):
                return self.scoped(key, procedure(self.table, args))
            case Fold(step, items, carry, key):
                for at, item in enumerate(items, start=1):
                    carry = self.scoped(f"{key} {at}", step(self.table, item, carry))
                return carry
            case Repeat():
                return self._repeat(request)
            case PlayCommand(command, key):
                return self.play_inside(command, key)
            case Committed():
                self.commit()
            case HandOver():
                raise ProcedureError(f"{self.command.kind}: hand_over() is returned, not yielded")
            case _:
                assert_never(request)
        return None

    def _happen(self, event: Event) -> None:
        self.events.append(event)
        self.table.state = evolve(self.table.state, event)

    def _repeat(self, loop: Repeat[V]) -> V:
        carry, number, goes_on = loop.carry, 1, True
        while goes_on:
            carry, goes_on = self.scoped(f"{loop.key} {number}", loop.step(self.table, carry))
            number += 1
        return carry
