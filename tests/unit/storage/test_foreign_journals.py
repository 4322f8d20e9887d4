"""A journal of somebody else's beside a fight's file: never played, never followed."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from gridwar.errors import ForeignFile
from gridwar.storage import sqlite_guard
from gridwar.storage.file_names import untitled_folder
from gridwar.storage.open_gridwar_file import open_file, read_file
from gridwar.storage.rollback_journal import journal_of, put_aside, why_foreign
from gridwar.storage.untitled_fights import recoverable
from tests.support.asking import find
from tests.support.files import played
from tests.unit.storage.looking import encounter_of

if TYPE_CHECKING:
    from pathlib import Path

MAGIC = bytes.fromhex("d9d505f920a163d7")


def trap(path: Path, victim: Path) -> None:
    """Put a journal beside a file that lets SQLite delete another file when it is opened."""
    name = str(victim).encode()
    head = MAGIC + bytes(4) + bytes(4) + (1).to_bytes(4) + (512).to_bytes(4) + (4096).to_bytes(4)
    checksum = sum(int.from_bytes(name[at : at + 1], signed=True) for at in range(len(name)))
    tail = (1).to_bytes(4) + name + len(name).to_bytes(4) + (checksum & 0xFFFFFFFF).to_bytes(4)
    journal_of(path).write_bytes(head.ljust(512, b"\0") + tail + MAGIC)


@pytest.fixture
def victim(path: Path) -> Path:
    """Return a file of the user's, beside a fight with a trap."""
    victim = path.with_name("key.txt")
    victim.write_text(f"{path}-journal")
    return victim


def test_opening_deletes_no_other_file(path: Path, victim: Path) -> None:
    """A journal that names another file is put aside, and the report says so."""
    session = played(path)
    trap(path, victim)
    opened = open_file(path, find)
    assert opened.journal is not None
    opened.journal.close()
    assert victim.exists()
    assert "another file to be deleted" in opened.report[0]
    assert encounter_of(opened) == session.encounter
    assert opened.journal.path == path
    assert not journal_of(path).exists()
    assert list(path.parent.glob("fight.gridwar (not used 1)"))


def test_reading_deletes_no_other_file_either(path: Path, victim: Path) -> None:
    """Checking a file leaves both the journal and what it names where they are."""
    session = played(path)
    trap(path, victim)
    found = read_file(path, find)
    assert encounter_of(found) == session.encounter
    assert "was not read" in found.report[0]
    assert victim.exists()
    assert journal_of(path).exists()


def test_no_door_opens_a_file_beside_which_a_trap_lies(path: Path, victim: Path) -> None:
    """Whatever connects to a file refuses first; the list of unfinished fights goes on."""
    place = untitled_folder() / "x.gridwar"
    place.parent.mkdir(parents=True, exist_ok=True)
    played(place)
    trap(place, victim)
    with pytest.raises(ForeignFile, match="another file to be deleted"):
        sqlite_guard.connect(place)
    assert [one.path for one in recoverable()] == [place]
    assert victim.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_a_pipe_beside_a_file_is_not_waited_for(path: Path) -> None:
    """A pipe under the journal's name is put aside unopened; reading does without it."""
    session = played(path)
    os.mkfifo(journal_of(path))
    assert encounter_of(read_file(path, find)) == session.encounter
    opened = open_file(path, find)
    assert opened.journal is not None
    opened.journal.close()
    assert "not a regular file" in opened.report[0]


def test_a_link_beside_a_file_is_not_followed(path: Path, victim: Path) -> None:
    """A link under the journal's name goes aside; what it leads to stays."""
    played(path)
    journal_of(path).symlink_to(victim)
    before = victim.read_bytes()
    assert "not a regular file" in put_aside(path)
    assert victim.read_bytes() == before


def test_a_journal_of_our_own_stays(path: Path) -> None:
    """What a commit that was cut off left behind is SQLite's to play back."""
    played(path)
    for content in (b"", MAGIC, MAGIC + bytes(504), bytes(600)):
        journal_of(path).write_bytes(content)
        assert why_foreign(path) == ""
        assert put_aside(path) == ""
