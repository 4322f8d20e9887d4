"""What the log shows, as records: an entry, its reasons, what was done instead of it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.control.records.panel_records import Tone

if TYPE_CHECKING:
    from gridwar.control.records.panel_records import TokenBit, ValueTable


class LogKind(StrEnum):
    """Of what kind an entry is, to be filtered by."""

    ATTACK = "attack"
    MOVE = "move"
    CHECK = "check"
    GM = "gm"
    TURN = "turn"
    """Turns, rounds, and whatever else only happens."""


class LogPerson(Struct, frozen=True):
    """Somebody by whom the log can be filtered."""

    id: str
    name: str
    token: TokenBit


class LogFacts(Struct, frozen=True):
    """What an entry is filtered by: the ids of those who have to do with it, and its kind."""

    who: frozenset[str] = frozenset()
    kind: LogKind = LogKind.TURN


class LogLine(Struct, frozen=True):
    """One reason below a headline: a value with its rule, or dice.

    ``struck`` and ``ringed`` are places of faces: in whose stead something else counts, and those
    that mean something of their own.
    """

    text: str
    value: str = ""
    rule_id: str = ""
    faces: tuple[int, ...] = ()
    struck: tuple[int, ...] = ()
    ringed: tuple[int, ...] = ()


class LogBranch(Struct, frozen=True):
    """Another line of play, begun instead of an entry; ``row_id`` is its last row."""

    row_id: int
    text: str


class LogEntry(Struct, frozen=True):
    """One command in the log.

    Attributes:
        row_id: its row in the journal.
        result: the few words at the end of the headline, in a tone.
        undone: taken back, and still to be had by redo.
        current: the state shown is the one after it.
        is_open: under way; it waits for an answer.
        can_amend: it can be changed with the same dice.
    """

    row_id: int
    headline: str
    result: str = ""
    tone: Tone = Tone.PLAIN
    lines: tuple[LogLine, ...] = ()
    tables: tuple[ValueTable, ...] = ()
    undone: bool = False
    current: bool = False
    is_open: bool = False
    can_amend: bool = True
    branches: tuple[LogBranch, ...] = ()
