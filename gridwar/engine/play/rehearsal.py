"""Rehearsals: a command run without asking anybody; nothing of it is kept.

A preview stops at the actor's own first roll, with windows passed and listed and questions at their
defaults. With dice given a rehearsal runs to its end: one sample of what may happen.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit.not_chosen_yet import NotChosenYet
from gridwar.engine.kit.procedure_table import Table
from gridwar.engine.play.procedure_driver import Driver
from gridwar.engine.play.procedure_of_command import procedure_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.dice.dice_sources import DicePort
    from gridwar.engine.kit.modifier_tally import Tally
    from gridwar.engine.kit.procedure_requests import Procedure, Roll
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event
    from gridwar.model.question_and_refusal import Question, Refusal


Playing: TypeAlias = "Callable[[Table, Command], Procedure[object]]"
"""What plays a command: its own procedure, or that with what comes ahead of it."""


class Preview(Struct, frozen=True):
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


class Stopped(Exception):
    """A rehearsal has come as far as it goes."""


def why_not(system: System, encounter: Encounter, command: Command) -> Refusal | None:
    """Return the first reason against a command; None where none is found before its first roll.

    Args:
        system: The rules.
        encounter: The present state.
        command: What is wanted; what has still to be chosen on the map may be ``UNCHOSEN``.
    """
    run = Rehearsal(system, encounter, command, {})
    try:
        return run.preview().refusal
    except NotChosenYet:
        return None


class Rehearsal(Driver):
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
        super().__init__(system, command, Table(system, encounter, command.adjustments))
        self.table.rehearsal = True
        self._dice = dice
        self._answers = answers
        self.refusal: Refusal | None = None
        """What it was ended by, if it was refused."""
        self.windows: list[Question] = []
        """Windows met, their keys in full."""
        self.has_rolled = False
        self._questions: list[Question] = []
        self._first_roll: Roll | None = None

    @property
    def stopped_at_roll(self) -> bool:
        """Whether it came to a roll that it has no dice for."""
        return self._first_roll is not None

    def play(self, by: Playing = procedure_of) -> tuple[Encounter, object]:
        """Run to the end and settle; return the state and the procedure's result.

        A refused command leaves the state it had reached, with None.
        """
        result = None
        with suppress(Stopped):
            result = self.drive(by(self.table, self.command))
            self.settle()
        return self.table.state, result

    def preview(self, by: Playing = procedure_of) -> Preview:
        """Run up to the first roll and say what was seen."""
        with suppress(Stopped):
            self.drive(by(self.table, self.command))
        return Preview(
            self.refusal,
            tuple(self.table.tallies),
            tuple(self.windows),
            tuple(self._questions),
            self._first_roll,
            tuple(self.events),
            self.table.state,
        )

    def roll_all(self, rolls: tuple[Roll, ...]) -> tuple[object, ...]:
        """Return readings of the dice given; without dice stop."""
        return tuple(self._roll(roll) for roll in rolls)

    def ask_all(self, questions: tuple[Question, ...]) -> tuple[Answer, ...]:
        """Return the answers given, or the defaults, and note what was asked."""
        return tuple(self._answer(question) for question in questions)

    def refuse(self, refusal: Refusal) -> None:
        """Note the refusal and stop."""
        self.refusal = refusal
        raise Stopped

    def _roll(self, roll: Roll) -> object:
        faces = self._dice.faces(roll.dice, roll.key) if self._dice is not None else None
        if faces is None:
            self._first_roll = roll
            raise Stopped
        self.has_rolled = True
        return roll.read(faces)

    def _answer(self, question: Question) -> Answer:
        key = self.table.full_key(question.key)
        (self.windows if question.window else self._questions).append(replace(question, key=key))
        return self._answers.get(key, question.default)
