"""Commands that write: never over what they read, never over a fight, whole or not at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from gridwar import cli
from gridwar.engine.session.journal_rows import DiceCounter
from gridwar.errors import UnwritableFile
from gridwar.paths import data_dir
from gridwar.storage.atomic_write import write_bytes
from gridwar.storage.new_open_and_sample_fights import create
from gridwar.systems.freeform import SYSTEM as FREEFORM
from tests.support.asking import duel
from tests.support.files import sha256

if TYPE_CHECKING:
    from pathlib import Path

MAP = data_dir("assets") / "maps" / "drowned-heron.dd2vtt"
CELL = ("--cell", "4")


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    """Write a duel without rules into a file."""
    path = tmp_path / "fight.gridwar"
    create(path, duel(FREEFORM), FREEFORM, DiceCounter(1)).close()
    return path


def _link(fight: Path, name: str) -> Path:
    link = fight.with_name(name)
    link.symlink_to(fight)
    return link


@pytest.mark.parametrize("command", ["render", "export"])
@pytest.mark.parametrize("how", ["itself", "link", "hard link", "by another way", "copy", "new"])
def test_no_fight_is_replaced_by_something_else(
    command: str, how: str, fight: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither the fight that is read nor any other becomes a picture or a text."""
    target = {
        "itself": lambda: fight,
        "link": lambda: _link(fight, "link.gridwar"),
        "hard link": lambda: fight.with_name("hard.json"),
        "by another way": lambda: fight.parent / "." / ".." / fight.parent.name / fight.name,
        "copy": lambda: fight.with_name("other.GRIDWAR"),
        "new": lambda: fight.with_name("new.gridwar"),
    }[how]()
    if how == "hard link":
        os.link(fight, target)
    if how == "copy":
        target.write_bytes(fight.read_bytes())
    before = sha256(fight)
    assert cli.main([command, str(fight), "-o", str(target)]) == 4
    said = capsys.readouterr().err
    assert "would replace" in said or "ends in" in said
    assert sha256(fight) == before
    assert not target.exists() or sha256(target) == before


def test_a_fight_under_another_name_is_not_replaced(
    fight: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is a fight by what is in it stays, though it is called like a picture or a text."""
    for command, name in (("render", "other.png"), ("export", "other.json")):
        other = fight.with_name(name)
        other.write_bytes(fight.read_bytes())
        assert cli.main([command, str(fight), "-o", str(other)]) == 4
        assert "would replace a fight" in capsys.readouterr().err
        assert sha256(other) == sha256(fight)


def test_a_link_that_leads_to_a_fight_is_not_followed(fight: Path) -> None:
    """Nothing but a fight is written through a link into the file of one, even where none is."""
    link = fight.with_name("map.png")
    link.symlink_to(fight.with_name("later.gridwar"))
    assert cli.main(["render", str(fight), "-o", str(link), *CELL]) == 4
    assert not fight.with_name("later.gridwar").exists()


@pytest.mark.parametrize(
    ("command", "name", "suffix"),
    [
        ("render", "map.json", ".png"),
        ("render", "map", ".png"),
        ("export", "fight.png", ".json"),
        ("export", "fight", ".json"),
        ("import", "fight.json", ".gridwar"),
        ("import", "map.dd2vtt", ".gridwar"),
    ],
)
def test_a_name_that_says_otherwise_is_4(
    command: str, name: str, suffix: str, fight: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A picture called like a text, and the other way round, is refused with the right ending."""
    source = MAP if command == "import" else fight
    target = fight.with_name(name)
    assert cli.main([command, str(source), "-o", str(target)]) == 4
    said = capsys.readouterr().err
    assert name in said
    assert suffix in said
    assert not target.exists()


def test_a_map_is_not_replaced_by_its_own_export(fight: Path) -> None:
    """An export of JSON over the JSON that is read is refused, through a link too."""
    text = fight.with_name("fight.json")
    assert cli.main(["export", str(fight), "-o", str(text)]) == 0
    before = sha256(text)
    for target in (text, _link(text, "link.json"), _link(text, "link.uvtt")):
        assert cli.main(["export", str(text), "-o", str(target)]) == 4
        assert sha256(text) == before


def test_a_render_that_fails_leaves_the_old_picture(
    fight: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture is replaced only once the new one is complete."""
    target = fight.with_name("map.png")
    assert cli.main(["render", str(fight), "-o", str(target), *CELL]) == 0
    before = sha256(target)

    def full(_number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert cli.main(["render", str(fight), "-o", str(target), "--cell", "5"]) == 4
    assert sha256(target) == before
    assert sorted(one.name for one in fight.parent.iterdir()) == ["fight.gridwar", "map.png"]


def test_a_render_may_go_to_the_output(fight: Path) -> None:
    """A pipe or a terminal is written into, whatever it is called."""
    assert cli.main(["render", str(fight), "-o", "/dev/null", *CELL]) == 0


def test_whoever_writes_a_file_cannot_hit_a_fight(fight: Path) -> None:
    """The refusal is where files are written: the window's exports have it as well."""
    before = sha256(fight)
    with pytest.raises(UnwritableFile, match="would replace a fight"):
        write_bytes(fight, b"a picture")
    assert sha256(fight) == before
