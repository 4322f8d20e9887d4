"""Previews: what a command would come to, up to the actor's own first roll, and past it.

Past the roll there is one rehearsal to the end for each name of the roll that decides.
"""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from gridwar.dice.dice_distribution import MOST_FACES
from gridwar.engine.perception.detection import known_fight
from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.rehearsal import Rehearsal, Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.dice.dice_notation import Dice
    from gridwar.engine.kit.command_draft import StageFigure
    from gridwar.engine.kit.procedure_requests import Roll
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.play.rehearsal import Preview
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event


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
    known = known_fight(system, encounter, side)
    return Rehearsal(system, known, command, dict(answers or {})).preview(attended)


MOST_ROLLS: Final = 200
"""Rolls after which a run ends: dice in the middle may never decide a contest."""


class NamedOutcome(Struct, frozen=True):
    """What a command leads to where its deciding roll comes to something with a name.

    Attributes:
        name: What it is called; empty where nothing is rolled at all.
        events: What the log would say, tables included; dice that have no names show faces from
            the middle of their range.
        after: The fight then.
        figures: From what it is made of to what arrives, as the rules tell it.
        faces: What the die may show for it, from the lowest up; empty where several are rolled.
    """

    name: str
    events: tuple[Event, ...]
    after: Encounter
    figures: tuple[StageFigure, ...] = ()
    faces: tuple[int, ...] = ()


def named_outcomes(
    system: System,
    encounter: Encounter,
    command: Command,
    side: str | None = None,
    answers: Mapping[str, Answer] | None = None,
) -> tuple[NamedOutcome, ...]:
    """Run a command to its end once for each name of its first roll.

    Args:
        system: The rules.
        encounter: The present state.
        command: What is wanted.
        side: What this side knows decides; None for all that the GM knows.
        answers: Answers to use instead of defaults, by full key.

    Returns:
        The outcomes from the lowest faces up; none where that roll has no names; a single one
        without a name where nothing is rolled at all.
    """
    known, given = known_fight(system, encounter, side), dict(answers or {})
    first = _PastTheRoll(system, known, command, given)
    outcome = first.outcome(known)
    if first.is_certain:
        return (outcome,)
    others = (_PastTheRoll(system, known, command, given, one) for one in first.names[1:])
    return (outcome, *(one.outcome(known) for one in others)) if first.names else ()


def outcome_named(
    system: System, encounter: Encounter, command: Command, name: str, side: str | None = None
) -> NamedOutcome:
    """Run a command to its end with its deciding roll coming to something with a name.

    Args:
        system: The rules.
        encounter: The present state.
        command: What is wanted.
        name: What the roll comes to; the lowest where it has no such name.
        side: What this side knows decides; None for all that the GM knows.
    """
    known = known_fight(system, encounter, side)
    return _PastTheRoll(system, known, command, {}, name).outcome(known)


class _PastTheRoll(Rehearsal):
    """A run to the end, with the first roll that has names coming to one of them.

    It says what the log would say: it is no rehearsal to the table.
    """

    def __init__(
        self,
        system: System,
        encounter: Encounter,
        command: Command,
        answers: Mapping[str, Answer],
        name: str | None = None,
    ) -> None:
        """Set a run up; without a name it takes the first, and finds out which there are."""
        super().__init__(system, encounter, command, answers)
        self.table.rehearsal = False
        self.names: tuple[str, ...] = ()
        self._name = name
        self._faces: tuple[int, ...] = ()
        self._rolls = 0

    def outcome(self, before: Encounter) -> NamedOutcome:
        """Play to the end and return what came of it."""
        after, result = self.play(attended)
        name = self._name if self._name in self.names else next(iter(self.names), "")
        figures = self.system.cards.arrives(before, after, result)
        return NamedOutcome(name or "", tuple(self.events), after, figures, self._faces)

    @property
    def is_certain(self) -> bool:
        """Return whether it came to its end without a roll."""
        return not self._rolls and self.refusal is None

    def _roll(self, roll: Roll) -> object:
        self._rolls += 1
        if self._rolls > MOST_ROLLS or (self._rolls == 1 and roll.named is None):
            raise Stopped
        if self._rolls > 1 or roll.named is None:
            return roll.read(in_the_middle(roll.dice))
        by_name = _by_name(roll, roll.named)
        self.names = tuple(by_name)
        faces = by_name.get(self._name or "", by_name[self.names[0]])
        if roll.dice.count == 1:
            self._faces = tuple(one for (one,) in faces)
        return roll.read(faces[len(faces) // 2])


def in_the_middle(dice: Dice) -> tuple[int, ...]:
    """Return faces of which as much lies below as above."""
    low = (dice.sides + 1) // 2
    return tuple(low if at % 2 else dice.sides + 1 - low for at in range(dice.count))


def _by_name(roll: Roll, named: Callable[[Any], str]) -> dict[str, list[tuple[int, ...]]]:
    """Return the faces that come to each name, from the lowest up."""
    found: dict[str, list[tuple[int, ...]]] = {}
    every = product(range(1, roll.dice.sides + 1), repeat=roll.dice.count)
    for faces in islice(every, MOST_FACES):
        found.setdefault(named(roll.read(faces)), []).append(faces)
    return found
