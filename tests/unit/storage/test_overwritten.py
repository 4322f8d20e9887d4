"""A file into which something else is written while a fight is played in it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.gm.map_commands import LayMap
from gridwar.model.battlemap import Picture
from gridwar.storage.open_gridwar_file import open_file, read_file
from gridwar.storage.untitled_fights import recoverable
from tests.support.asking import find
from tests.support.files import begin, played, sha256, strike
from tests.unit.storage.looking import encounter_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gridwar.engine.session.session import Session


def put_into(path: Path, raw: bytes) -> None:
    """Write other bytes into the very file, as ``cp`` does."""
    with path.open("r+b") as file:
        file.write(raw)
        file.truncate(len(raw))


def older_self(path: Path, older: bytes) -> None:
    """Put back what the file was when it was opened."""
    put_into(path, older)


def older_self_of_its_time(path: Path, older: bytes) -> None:
    """The same, by a program that also gives it the time it had."""
    was = path.stat()
    put_into(path, older)
    os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))


def another_fight(path: Path, older: bytes) -> None:
    """Copy another fight over it."""
    del older
    other = path.with_name("other.gridwar")
    played(other, 1)
    put_into(path, other.read_bytes())


def zeros(path: Path, older: bytes) -> None:
    """Fill it with zeros."""
    del older
    put_into(path, bytes(path.stat().st_size))


def cut_short(path: Path, older: bytes) -> None:
    """Cut it short."""
    del older
    os.truncate(path, 8192)


def nothing(path: Path, older: bytes) -> None:
    """Leave nothing of it."""
    del older
    os.truncate(path, 0)


WAYS = [older_self, older_self_of_its_time, another_fight, zeros, cut_short, nothing]


def _all_rows(session: Session) -> dict[int, object]:
    return {row.id: (row.command, row.replies, row.events) for row in session.history.rows.values()}


@pytest.mark.parametrize("overwrite", WAYS)
def test_the_whole_fight_goes_on_elsewhere(
    overwrite: Callable[[Path, bytes], None], path: Path
) -> None:
    """All that was told as saved is in an untitled file, and nothing is written over what is there.

    Branches that were left and a question that is open are in it too.
    """
    session, journal = begin(path)
    older = path.read_bytes()
    for _time in range(3):
        strike(session)
    session.undo()
    strike(session, 2)
    overwrite(path, older)
    there = sha256(path)
    strike(session)
    assert journal.is_untitled
    assert f"has overwritten {path}" in journal.reason
    assert sha256(path) == there
    journal.close()
    found = read_file(journal.path, find)
    assert encounter_of(found) == session.encounter
    assert {row.id: (row.command, row.replies, row.events) for row in found.loaded.rows} == (
        _all_rows(session)
    )


def test_it_is_noticed_at_the_end_too(path: Path) -> None:
    """Where nothing is played any more after it, closing writes the fight down elsewhere."""
    session, journal = begin(path)
    older = path.read_bytes()
    strike(session)
    older_self(path, older)
    journal.close()
    (kept,) = recoverable()
    assert encounter_of(read_file(kept.path, find)) == session.encounter
    assert path.read_bytes() == older


def test_a_fight_that_was_only_looked_at_leaves_nothing_behind(path: Path) -> None:
    """Opened, overwritten and closed: the file there is as it was wished, and no copy is made."""
    played(path)
    opened = open_file(path, find)
    another_fight(path, b"")
    assert opened.journal is not None
    opened.journal.close()
    assert recoverable() == ()


def test_a_file_that_was_only_touched_is_gone_on_with(path: Path) -> None:
    """Another time on it alone is no reason to go elsewhere."""
    session, journal = begin(path)
    strike(session)
    os.utime(path, (1, 1))
    strike(session)
    assert journal.path == path
    journal.close()
    assert encounter_of(read_file(path, find)) == session.encounter


@pytest.mark.parametrize("was_opened", [False, True])
def test_pictures_are_not_lost_with_it(path: Path, *, was_opened: bool) -> None:
    """The map's picture comes out of memory, or out of the copy made at the opening."""
    session, journal = begin(path)
    name = journal.put_blob(b"picture" * 2000)
    page = session.encounter.map
    session.submit(LayMap(map=page.with_picture(Picture(sha256=name, pixels_per_cell=70))))
    if was_opened:
        journal.close()
        again = open_file(path, find).journal
        assert again is not None
        journal = again
    zeros(path, b"")
    journal.put_blob(b"another")
    assert journal.is_untitled
    assert journal.get_blob(name) == b"picture" * 2000
    assert journal.get_blob(journal.put_blob(b"another")) == b"another"
    journal.close()


def test_noticing_costs_next_to_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each commit looks at the file; nothing of it is read but its first bytes."""
    session, journal = begin(path)
    asked: list[int] = []
    plain = os.read

    def read(file: int, size: int) -> bytes:
        asked.append(size)
        return plain(file, size)

    monkeypatch.setattr(os, "read", read)
    session.submit(WriteNote(text="x"))
    monkeypatch.undo()
    journal.close()
    assert set(asked) == {100}
