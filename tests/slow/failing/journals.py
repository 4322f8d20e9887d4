"""Journals that are sent along with a fight: SQLite would do what they say."""

from __future__ import annotations

import contextlib
import os
import struct
import subprocess
from typing import TYPE_CHECKING

from gridwar.errors import GridwarError
from gridwar.storage.open_gridwar_file import read_file
from gridwar.systems import find_system
from tests.slow.campaign import Wrong
from tests.slow.failing.played import begin
from tests.slow.failing.scenarios import PATIENCE_S, closed, opened, program, scenario

if TYPE_CHECKING:
    from pathlib import Path

PAGE = 4096
JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")


def naming_journal(path: Path, victim: Path) -> bytes:
    """Return a journal to be rolled back that names another file as the one above it.

    SQLite deletes what such a journal names once it has rolled back.
    """
    raw, nonce, name = path.read_bytes(), 12345, os.fsencode(victim)
    head = struct.pack(">IIIII", 1, nonce, len(raw) // PAGE, 512, PAGE)
    page = raw[:PAGE]
    checksum = (nonce + sum(page[at] for at in range(PAGE - 200, 0, -200))) & 0xFFFFFFFF
    record = struct.pack(">I", 1) + page + struct.pack(">I", checksum)
    tail = struct.pack(">I", 0x40000000 // PAGE + 1) + name
    tail += struct.pack(">II", len(name), sum(name)) + JOURNAL_MAGIC
    return (JOURNAL_MAGIC + head).ljust(512, b"\0") + record + tail


@scenario
def a_journal_names_a_file_of_the_users(folder: Path) -> None:
    """Neither checking nor opening a fight deletes what a journal sent with it names."""
    victim = folder / "victim.txt"
    for way in ("check", "open"):
        path = begin(folder / f"{way}.gridwar")
        victim.write_text("precious")
        journal = path.with_name(path.name + "-journal")
        journal.write_bytes(naming_journal(path, victim))
        with contextlib.suppress(GridwarError):
            if way == "check":
                read_file(path, find_system)
            else:
                closed(opened(path))
        if not victim.exists():
            raise Wrong(f"a crafted journal deletes a file of the user's: {way}")


@scenario
def a_pipe_stands_where_a_journal_would(folder: Path) -> None:
    """Checking a fight does not wait for a pipe."""
    path = begin(folder / "fight.gridwar")
    os.mkfifo(path.with_name(path.name + "-journal"))
    try:
        program("check", str(path), seconds=PATIENCE_S)
    except subprocess.TimeoutExpired as error:
        raise Wrong("it waits for ever") from error
