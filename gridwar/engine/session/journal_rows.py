"""The line of play as rows: what the save file holds, and the port by which it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.play.replies_and_corrections import NO_REPLIES, Replies

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.engine.play.play_outcome import Accepted
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event

ROOT = 0
"""The row id that stands for the first encounter."""


class Row(Struct, frozen=True):
    """One command of the line of play: finished, or (``is_open``) still under way.

    ``events`` are those of the finished command; an open one has none yet.
    """

    id: int
    parent: int
    command: Command
    replies: Replies = NO_REPLIES
    events: tuple[Event, ...] = ()
    passed: tuple[str, ...] = ()
    is_open: bool = False

    def finished(self, parent: int, outcome: Accepted) -> Row:
        """Return it with its command played to the end, behind a row."""
        return replace(
            self,
            parent=parent,
            replies=outcome.replies,
            events=outcome.events,
            passed=outcome.passed,
            is_open=False,
        )


class Position(Struct, frozen=True):
    """Where the fight stands.

    ``cursor`` is the row whose state is present, ``tip`` the one that redo runs to; ``open`` are
    the rows under way, the undermost first.
    """

    cursor: int = ROOT
    tip: int = ROOT
    open: tuple[int, ...] = ()


class DiceCounter(Struct, frozen=True):
    """The dice of a fight: the seed of the program's, and how many rolls were made with it."""

    seed: int
    counter: int = 0
    typed: bool = False
    """Dice are rolled at the table and typed in; the program waits for them."""


class JournalPort(Protocol):
    """Writes the line of play down. Each call is one transaction: whole, or not at all."""

    def write(self, rows: Iterable[Row], position: Position, dice: DiceCounter) -> None:
        """Add rows or replace them by id, and note the position and the dice.

        Raises:
            FileError: It cannot be written; nothing was.
        """
        ...


class MemoryJournal:
    """A journal that keeps nothing beyond its life; for headless runs and tests."""

    def write(self, rows: Iterable[Row], position: Position, dice: DiceCounter) -> None:
        """Do nothing."""
        del rows, position, dice


class Loaded(Struct, frozen=True):
    """What a file held."""

    first: Encounter
    rows: tuple[Row, ...]
    position: Position
    dice: DiceCounter
    snapshots: tuple[tuple[int, Encounter], ...] = ()
