"""A file that is deleted, renamed or replaced while a fight is played in it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.session.journal_rows import Position, Row
from gridwar.errors import UnsoundRow
from gridwar.storage import kept_snapshots
from gridwar.storage.json_codec import Misfit
from gridwar.storage.new_open_and_sample_fights import new_fight, open_fight
from gridwar.storage.open_gridwar_file import read_file
from tests.support.asking import ASKING, duel, find
from tests.support.files import SEED, begin, played, sha256, strike
from tests.unit.storage.looking import encounter_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gridwar.storage.journal_file import JournalFile
    from gridwar.storage.json_codec import Codec


def delete(path: Path) -> None:
    """Delete a file."""
    path.unlink()


def replace(path: Path) -> None:
    """Put another fight in its place, as a program that synchronises folders does."""
    played(path.with_name("other.gridwar"), 1)
    path.with_name("other.gridwar").replace(path)


def rename_folder(path: Path) -> None:
    """Rename the folder it lies in."""
    path.parent.rename(path.parent.with_name("elsewhere"))


@pytest.mark.parametrize("loses", [delete, replace, rename_folder])
def test_the_fight_goes_on_in_an_untitled_copy(
    loses: Callable[[Path], None], tmp_path: Path
) -> None:
    """All that was played is in the copy, the title says why, and what lies there stays."""
    path = tmp_path / "evening" / "fight.gridwar"
    path.parent.mkdir()
    session, journal = begin(path)
    told: list[JournalFile] = []
    journal.on_moved = told.append
    strike(session)
    loses(path)
    before = sha256(path) if path.exists() else ""
    strike(session)
    assert told == [journal]
    assert journal.is_untitled
    assert str(path) in journal.reason
    journal.close()
    assert encounter_of(read_file(journal.path, find)) == session.encounter
    assert (sha256(path) if path.exists() else "") == before


def test_a_picture_goes_there_too(path: Path) -> None:
    """What is kept beside the commands is written where the fight goes on."""
    _session, journal = begin(path)
    delete(path)
    digest = journal.put_blob(b"picture")
    assert journal.is_untitled
    assert journal.get_blob(digest) == b"picture"
    journal.close()


def test_an_untitled_fight_whose_file_is_gone_gets_another() -> None:
    """Even the last place can be lost: another is made."""
    fight = new_fight(ASKING, "Duel", duel())
    assert fight.journal is not None
    first = fight.journal.path
    first.unlink()
    fight.session.submit(WriteNote(text="on"))
    assert fight.journal.path.exists()
    fight.journal.close()
    assert open_fight(fight.journal.path, find).session.encounter == fight.session.encounter


def test_an_empty_untitled_fight_removes_no_file_but_its_own() -> None:
    """Closed without a command, it leaves a file alone that somebody put in its place."""
    fight = new_fight(ASKING)
    assert fight.journal is not None
    path = fight.journal.path
    shutil.copy(path, path.with_name("other"))
    path.with_name("other").replace(path)
    fight.journal.close()
    assert path.exists()


def test_a_row_that_could_not_be_read_again_is_not_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused, the fight and the file stay as they were, and go on."""
    session, journal = begin(path)
    before = session.encounter
    monkeypatch.setattr(type(journal.codec), "event", lambda _codec, _text: None)
    with pytest.raises(UnsoundRow, match="otherwise"):
        session.submit(WriteNote(text="x"))
    assert session.encounter == before
    monkeypatch.undo()
    strike(session)
    journal.close()
    assert encounter_of(read_file(path, find)) == session.encounter


def test_a_snapshot_that_could_not_be_read_again_is_not_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands lead to that state too, and the file stays sound."""

    def unreadable(codec: Codec, text: str) -> None:
        raise Misfit("no such number")

    monkeypatch.setattr(kept_snapshots, "SNAPSHOT_EVERY", 2)
    session, journal = begin(path)
    strike(session)
    strike(session)
    monkeypatch.setattr(type(journal.codec), "encounter", unreadable)
    strike(session)
    strike(session)
    journal.close()
    monkeypatch.undo()
    found = read_file(path, find)
    assert [number for number, _state in found.loaded.snapshots] == [2]
    assert encounter_of(found) == session.encounter


def test_a_row_that_follows_from_none_in_the_file_is_not_written(path: Path) -> None:
    """A fight with a gap could not be opened again: it is refused, whoever's fault it is."""
    session, journal = begin(path)
    strike(session)
    orphan = Row(7, 5, WriteNote(text="x"))
    with pytest.raises(UnsoundRow, match="row 5"):
        journal.write((orphan,), Position(7, 7), SEED)
    journal.close()
    assert encounter_of(read_file(path, find)) == session.encounter
