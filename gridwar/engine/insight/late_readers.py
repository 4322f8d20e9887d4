"""What is known of commands that cannot be told by what stood before their first roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter


class LateReaders:
    """Which commands read a place after their first roll: found by watching, and kept for good."""

    def __init__(self) -> None:
        """Know of none."""
        self.readers: dict[str, frozenset[str]] = {}
        """Who reads, by kind of command: function and field."""
        self.moving: set[str] = set()
        """Kinds of commands that have moved their actor before the first roll, as a charge does:
        they are no attacks from where one stands, and need not be rehearsed to know that."""
        self.too_large: set[Hashable] = set()
        """What could not be explored once: on other squares, and of somebody equal, nor is it."""
        self.placed: set[str] = set()
        """Kinds of commands that ask for places after their first roll, in whichever way."""

    def note(self, kind: str, readers: set[str]) -> None:
        """Note who has read while a command was explored."""
        if readers:
            self.readers[kind] = self.readers.get(kind, frozenset()) | readers

    def of_more_places(self) -> LateReaders:
        """Return what is known of the same commands where the places of more people vary."""
        found = LateReaders()
        found.moving, found.too_large = self.moving, self.too_large
        return found


def how_large(placed: Encounter, command: Command, answers: Mapping[str, Answer]) -> Hashable:
    """Return what the same attack of equal people on equal people shares, whoever they are."""

    def told(value: object) -> object:
        one = placed.combatants.get(value) if isinstance(value, str) else None
        return value if one is None else (one.sheet, one.effects)

    fields = ((name, told(value)) for name, value in command.__dict__.items())
    return command.kind, *fields, frozenset(answers.items())
