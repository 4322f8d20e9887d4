"""Fights begun, opened, and found again."""

from __future__ import annotations

import os
import re
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Self

from gridwar.control.presenters.opened_last import when_words
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.paths import data_dir, user_rules_dir
from gridwar.storage import untitled_fights
from gridwar.storage.fight_json import export_json
from gridwar.storage.file_names import free_path, untitled_folder
from gridwar.storage.new_open_and_sample_fights import new_fight, open_fight
from gridwar.storage.open_gridwar_file import read_file
from gridwar.storage.untitled_fights import recoverable
from gridwar.systems import find_system
from tests.support.asking import ASKING, find, find_without
from tests.support.files import meddle, played, sha256

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def left_open(title: str) -> Path:
    """Play a word in an untitled fight and close it."""
    fight = new_fight(ASKING, title)
    assert fight.journal is not None
    fight.session.submit(WriteNote(text="x"))
    fight.journal.close()
    return fight.journal.path


def test_a_template_is_never_written(tmp_path: Path) -> None:
    """A fight opened from JSON goes on in an untitled file; the JSON stays as it is."""
    session = played(tmp_path / "fight.gridwar", 2)
    found = read_file(tmp_path / "fight.gridwar", find)
    template = tmp_path / "sample.json"
    template.write_text(export_json(found.loaded, found.version, [b"picture"]), encoding="utf-8")
    before = sha256(template)
    fight = open_fight(template, find)
    assert fight.journal is not None
    assert fight.journal.path.parent == untitled_folder()
    assert fight.session.encounter == session.encounter
    fight.session.submit(WriteNote(text="x"))
    fight.journal.close()
    assert sha256(template) == before
    assert len(read_file(fight.journal.path, find).loaded.rows) == 3
    assert read_file(fight.journal.path, find).blobs == (b"picture",)


def test_untitled_fights_are_found_again() -> None:
    """The next start offers the untitled fights by title, with how much was played."""
    paths = {left_open("Bridge"), left_open("Cellar")}
    offered = recoverable()
    assert {one.path for one in offered} == paths
    assert {one.title for one in offered} == {"Bridge", "Cellar"}
    assert {one.commands for one in offered} == {1}


def test_a_fight_that_is_open_is_not_offered() -> None:
    """A fight that somebody plays in is nothing to recover."""
    fight = new_fight(ASKING, "Bridge")
    assert recoverable() == ()
    assert fight.journal is not None
    fight.journal.close()


def test_a_fight_killed_before_its_first_snapshot_keeps_its_title() -> None:
    """A crash leaves no last state behind; the start knows the title too."""
    path = left_open("Bridge")
    meddle(path, "DELETE FROM snapshots")
    (offered,) = recoverable()
    assert offered.title == "Bridge"


def test_a_damaged_untitled_fight_is_offered_by_its_name() -> None:
    """Damage does not hide a fight: opening it saves what is sound."""
    path = left_open("Bridge")
    meddle(path, "UPDATE snapshots SET encounter = 'x'", "UPDATE start SET encounter = '{'")
    (offered,) = recoverable()
    assert offered.title == path.stem
    assert offered.title.startswith("Bridge ")


def test_names_of_untitled_fights_are_harmless_and_free() -> None:
    """A title becomes a file name without slashes, dots or a second date, never one in use."""
    path = free_path("../../etc/passwd: <b>")
    assert path.parent == untitled_folder()
    assert path.name.startswith("etc passwd b ")
    path.touch()
    again = free_path(path.stem)
    assert again != path
    assert again.name.count("etc passwd b") == 1
    assert len(again.stem) <= len(path.stem) + 3


def test_a_command_that_cannot_go_on_is_withdrawn(tmp_path: Path) -> None:
    """An open command that the program can no longer play is withdrawn with its dice in words."""
    path = tmp_path / "fight.gridwar"
    played(path, 1, ask=True)
    fight = open_fight(path, find_without)
    assert fight.session.open == ()
    assert any("asking.strike was withdrawn" in line for line in fight.report)
    assert any("Dice already rolled" in line for line in fight.report)
    assert fight.journal is not None
    fight.session.submit(WriteNote(text="x"))
    fight.journal.close()
    assert all(not row.is_open for row in read_file(path, find).loaded.rows)


def test_a_date_that_no_calendar_has_stops_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """An untitled fight dated beyond the year 9999 is offered without a date, behind the others."""
    old, new = left_open("Old"), left_open("New")

    class Calendar(datetime):
        """A calendar in which the older fight has no date."""

        @classmethod
        def fromtimestamp(cls, timestamp: float, tz: tzinfo | None = None) -> Self:
            """Refuse that one."""
            if timestamp == old.stat().st_mtime:
                raise ValueError("year 33658 is out of range")
            return super().fromtimestamp(timestamp, tz)

    os.utime(old, (1000.5, 1000.5))
    monkeypatch.setattr(untitled_fights, "datetime", Calendar)
    offered = recoverable()
    assert [(one.path, one.changed is None) for one in offered] == [(new, False), (old, True)]
    assert when_words(offered[1].changed)


def test_a_fight_says_that_its_tables_are_others_than_at_its_beginning() -> None:
    """A table of the user's own, laid after a fight was begun, is told when it is opened again."""
    fight = new_fight(find_system("cepheus"), "Bridge")
    assert fight.journal is not None
    fight.session.submit(WriteNote(text="x"))
    fight.journal.close()
    path = fight.journal.path
    quiet = open_fight(path, find_system)
    assert quiet.report == ()
    assert quiet.journal is not None
    quiet.journal.close()
    bands = data_dir("rules") / "cepheus" / "bands.toml"
    own = user_rules_dir() / "cepheus" / "bands.toml"
    own.parent.mkdir(parents=True)
    own.write_text(bands.read_text(encoding="utf-8") + "\n# the same\n", encoding="utf-8")
    same = open_fight(path, find_system)
    assert not any("have changed" in line for line in same.report)
    assert same.journal is not None
    same.journal.close()
    text = bands.read_text(encoding="utf-8")
    number = re.search(r"= (\d+)$", text, re.MULTILINE)
    assert number is not None
    other = text[: number.start(1)] + "7777" + text[number.end(1) :]
    own.write_text(other, encoding="utf-8")
    told = open_fight(path, find_system)
    assert any("have changed since this fight was begun" in line for line in told.report)
    assert told.journal is not None
    told.journal.close()
