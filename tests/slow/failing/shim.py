"""The library that stands between Gridwar and the disk: compiled, set, and its record read."""

from __future__ import annotations

import ctypes
import os
import shutil
import struct
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = Path(__file__).with_name("shim.c")
_HEAD = struct.Struct("<cIQQ")


class Call(NamedTuple):
    """One call, as it stands in the record: see the top of ``shim.c``."""

    what: str
    path: str
    at: int
    data: bytes


def compiler() -> str | None:
    """Return the compiler of C that there is, or None."""
    return shutil.which("gcc") or shutil.which("cc")


def compiled(folder: Path) -> Path:
    """Compile the library into a folder."""
    target = folder / "shim.so"
    command = (
        compiler() or "gcc",
        "-shared",
        "-fPIC",
        "-O2",
        "-D_LARGEFILE64_SOURCE",
        "-Wall",
        str(SOURCE),
        "-o",
        str(target),
        "-ldl",
    )
    subprocess.run(command, check=True)
    return target


def is_loaded() -> bool:
    """Return whether this process runs with the library."""
    return "shim.so" in os.environ.get("LD_PRELOAD", "")


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(os.environ["LD_PRELOAD"])


def let_fail(at: int, number: int, *, for_good: bool, reads: bool) -> None:
    """Let a call fail from now on.

    Args:
        at: Which; 1 is the next.
        number: The error that the system gives.
        for_good: Whether all after it fail, too.
        reads: Whether reads fail instead of writes.
    """
    for name, value in (("calls", 0), ("for_good", for_good), ("reads", reads), ("fail_at", at)):
        ctypes.c_long.in_dll(_library(), f"shim_{name}").value = value
    ctypes.c_int.in_dll(_library(), "shim_errno").value = number


def calls() -> int:
    """Return how many calls there have been since ``let_fail``."""
    return ctypes.c_long.in_dll(_library(), "shim_calls").value


def record_to(path: Path) -> None:
    """Write all calls from now on into a record."""
    _library().shim_record(os.fsencode(path))


def mark(words: str) -> None:
    """Put words into the record."""
    _library().shim_mark(words.encode())


def read_record(path: Path) -> Iterator[Call]:
    """Yield the calls of a record."""
    raw, at = path.read_bytes(), 0
    while at + _HEAD.size <= len(raw):
        what, length, offset, size = _HEAD.unpack_from(raw, at)
        at += _HEAD.size
        name = raw[at : at + length].decode(errors="surrogateescape")
        at += length
        data = raw[at : at + size] if what == b"W" else b""
        at += len(data)
        yield Call(what.decode(), name, offset, data)
