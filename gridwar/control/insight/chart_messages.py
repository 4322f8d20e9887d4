"""What the window's process and the one that works charts out write to each other.

Each message is pickled, with its length before it. Both ends are this program, and the pipe between
them is nobody else's, so that what comes is trusted.
"""

from __future__ import annotations

import pickle
import struct
from typing import IO, TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.insight.chart_job import Asked, Square
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

_LENGTH: Final = struct.Struct(">I")


class Begin(Struct, frozen=True):
    """A chart that is wanted.

    Attributes:
        number: Its own; what is told of it carries it.
        system: The rules, by id.
        encounter: The fight; None for that of the chart before.
        asked: What is wanted of it.
    """

    number: int
    system: str
    encounter: Encounter | None
    asked: Asked


class Point(Struct, frozen=True):
    """Where the squares come first now, for the chart of a number."""

    number: int
    cell: Cell | None


class Cancel(Struct, frozen=True):
    """Nobody wants to know any more."""


class Some(Struct, frozen=True):
    """Squares of the chart of a number; ``is_whole`` with the last."""

    number: int
    squares: tuple[Square, ...] = ()
    is_whole: bool = False


Order: TypeAlias = Begin | Point | Cancel
"""What goes to the process that works charts out."""


def write(out: IO[bytes], message: object) -> None:
    """Write a message.

    Raises:
        OSError: Nobody reads any more.
    """
    words = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    out.write(_LENGTH.pack(len(words)) + words)
    out.flush()


def messages(given: IO[bytes]) -> Iterator[object]:
    """Yield what comes until the other end is gone."""
    while True:
        head = given.read(_LENGTH.size)
        if len(head) < _LENGTH.size:
            return
        (length,) = _LENGTH.unpack(head)
        words = given.read(length)
        if len(words) < length:
            return
        yield pickle.loads(words)
