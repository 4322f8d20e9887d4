"""Fights as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.session.session import Session
from gridwar.errors import DamagedFile, FileError, ForeignFile, NewerFile
from gridwar.storage.fight_json import FORMAT, export_json, import_json
from gridwar.storage.open_gridwar_file import read_file
from tests.support.asking import ASKING, find, find_without
from tests.support.files import begin, played, strike

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def text(tmp_path: Path) -> str:
    """Export a fight with a question open."""
    played(tmp_path / "fight.gridwar", 2, ask=True)
    found = read_file(tmp_path / "fight.gridwar", find)
    return export_json(found.loaded, found.version, [b"picture"])


def changed(text: str, **changes: Any) -> str:
    """Change top-level values of an export."""
    return json.dumps({**json.loads(text), **changes})


def test_an_export_is_the_same_fight(tmp_path: Path) -> None:
    """Imported again, a fight has its rows, its place, its dice and its open question."""
    session = played(tmp_path / "fight.gridwar", 2, ask=True)
    found = read_file(tmp_path / "fight.gridwar", find)
    again = import_json(export_json(found.loaded, found.version, [b"picture"]), find)
    assert again.loaded.rows == found.loaded.rows
    assert again.loaded.position == found.loaded.position
    assert again.loaded.dice == found.loaded.dice
    assert again.blobs == (b"picture",)
    other = Session(ASKING, again.loaded)
    assert (other.encounter, other.wanted) == (session.encounter, session.wanted)


def test_equal_fights_give_equal_text(text: str) -> None:
    """Export, import and export again: the same text, line by line."""
    found = import_json(text, find)
    assert export_json(found.loaded, found.version, found.blobs) == text
    assert len(text.splitlines()) > 100


def test_one_more_command_adds_lines(tmp_path: Path) -> None:
    """An export can be compared with an earlier one: what was played stays as it was."""
    session, journal = begin(tmp_path / "fight.gridwar")
    texts = []
    for number in (1, 2):
        strike(session, number)
        texts.append(export_json(read_file(journal.path, find).loaded, 1).splitlines())
    journal.close()
    early, late = ({line.strip().rstrip(",") for line in one} for one in texts)
    gone = {line for line in early - late if "counter" not in line}
    assert gone <= {'"cursor": 1', '"tip": 1'}


def test_a_fight_of_missing_rules_is_exported_as_it_is(text: str) -> None:
    """Exported without its rules, a fight loses nothing but comes back with its own."""
    foreign = import_json(text, find_without)
    assert foreign.system.id == "freeform"
    assert foreign.report
    again = import_json(export_json(foreign.loaded, foreign.version, foreign.blobs), find)
    assert again.loaded.rows == import_json(text, find).loaded.rows
    assert again.loaded.first == import_json(text, find).loaded.first


@pytest.mark.parametrize("strange", ["", "{}", "[]", "hello", '{"gridwar": "x"}'])
def test_other_json_is_foreign(strange: str) -> None:
    """What is no export is refused as none of ours."""
    with pytest.raises(ForeignFile):
        import_json(strange, find, "fight.json")


def test_a_newer_export_is_refused(text: str) -> None:
    """An export of a later format, or of later rules, is not guessed at."""
    with pytest.raises(NewerFile, match=r"fight\.json"):
        import_json(changed(text, gridwar=FORMAT + 1), find, "fight.json")
    with pytest.raises(NewerFile, match="version 7 of Asking"):
        import_json(changed(text, version=7), find, "fight.json")


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("first", {"title": 5}, r"first\.title"),
        ("rows", [{}], r"rows\.0"),
        ("rows", [], "there is no row 2"),
        ("rows", {}, "rows: no list"),
        ("cursor", "1", "cursor: not a whole number"),
        ("cursor", 9, "there is no row 9"),
        ("open", [[1]], "open: not a list of row numbers"),
        ("dice", {"seed": 1}, "counter"),
        ("dice", {"seed": 1 << 70, "counter": 0}, "seed"),
        ("blobs", ["?"], "blobs"),
        ("snapshots", {"x": {}}, "x"),
        ("extra", 1, "unknown keys: extra"),
        ("system", None, "system: no str"),
    ],
)
def test_a_fault_is_named(text: str, key: str, value: object, message: str) -> None:
    """Whatever does not fit in an export is refused with its place."""
    with pytest.raises(DamagedFile, match=f"fight.json.*{message}"):
        import_json(changed(text, **{key: value}), find, "fight.json")


def test_a_loop_of_rows_is_refused(text: str) -> None:
    """Rows that are their own ancestors lead nowhere."""
    data = json.loads(text)
    data["rows"][0]["parent"] = 2
    with pytest.raises(FileError, match="does not follow"):
        import_json(json.dumps(data), find)
