"""Files from outside, read within a bound and without waiting for anybody.

Owns how a file that somebody else may have made is read: only a regular file (where asked for also
a pipe), never more bytes than the caller can use, and never a device. What is wrong is an
``OSError`` whose ``strerror`` says why, so that callers tell it as they tell any other; the two
kinds of our own are there for those who know better words. Knows no format.
"""

from __future__ import annotations

import errno
import os
import select
import stat
import sys
from typing import TYPE_CHECKING

from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PIECE_BYTES = 1 << 20
_WAIT_MS = 2000
"""So long somebody may take to come to the other end of a pipe."""
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NONBLOCK", 0)
)
"""Without O_NONBLOCK the opening of a pipe would wait until somebody writes into it."""


class NoPlainFile(OSError):
    """It is a folder, a pipe, a device: nothing to read a document from."""

    def __init__(self, why: str) -> None:
        super().__init__(errno.EINVAL, why)


class TooLarge(OSError):
    """It holds more than its kind may."""

    def __init__(self, most: int) -> None:
        super().__init__(errno.EFBIG, _("it is larger than {most}").format(most=_size(most)))


def read_bounded(path: Path, most: int, *, pipe: bool = False) -> bytes:
    """Read a whole file that may come from anybody.

    Args:
        path: The file; a link is followed.
        most: So many bytes it may hold.
        pipe: Whether a pipe will do as well; one that nobody writes into is empty.

    Raises:
        NoPlainFile: It is something else than a file, or its name cannot be one.
        TooLarge: It holds more.
        OSError: It is not there, or cannot be read.
    """
    return b"".join(pieces(path, most, pipe=pipe))


def read_head(path: Path, most: int) -> bytes:
    """Read what a file begins with, to tell what it is.

    Args:
        path: As in ``read_bounded``, which also says what is raised; it may be of any size.
        most: So many bytes, at most a few thousand.
    """
    whole = sys.maxsize - 1
    return next(pieces(path, whole), b"")[:most]


def pieces(path: Path, most: int, *, pipe: bool = False) -> Iterator[bytes]:
    """Yield what a file holds piece by piece, for those who may give up between two.

    Args:
        path: As in ``read_bounded``, which also says what is raised.
        most: The same.
        pipe: The same.
    """
    try:
        _look_at(path.stat(), most, pipe=pipe)  # before it is opened: that alone may do something
        number = os.open(path, _FLAGS)
    except ValueError as error:  # a zero byte, half a character
        raise NoPlainFile(_("no file can have this name")) from error
    with os.fdopen(number, "rb", buffering=0) as file:
        found = os.fstat(number)
        _look_at(found, most, pipe=pipe)
        if stat.S_ISFIFO(found.st_mode):
            _let_come(number)
        left = most
        while (piece := file.read(min(_PIECE_BYTES, left + 1))) != b"":
            if piece is None:  # somebody is at the other end and has not written yet
                os.set_blocking(number, True)
                continue
            left -= len(piece)
            if left < 0:  # a file that grows, a pipe
                raise TooLarge(most)
            yield piece


def _look_at(found: os.stat_result, most: int, *, pipe: bool) -> None:
    """Refuse what is no file, or too large."""
    mode = found.st_mode
    if stat.S_ISDIR(mode):
        raise NoPlainFile(_("it is a folder"))
    if stat.S_ISFIFO(mode) and not pipe:
        raise NoPlainFile(_("it is a pipe, not a file"))
    if not stat.S_ISREG(mode) and not stat.S_ISFIFO(mode):
        raise NoPlainFile(_("it is a device, not a file"))
    if found.st_size > most:
        raise TooLarge(most)


def _let_come(number: int) -> None:
    """Give somebody the time to come to the other end of a pipe."""
    if sys.platform != "win32":
        waiting = select.poll()
        waiting.register(number, select.POLLIN)
        waiting.poll(_WAIT_MS)


def _size(most: int) -> str:
    return f"{most >> 20} MB" if most >= 1 << 20 else _("{n} bytes").format(n=most)
