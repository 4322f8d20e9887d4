"""``gridwar import`` and ``gridwar export`` of maps: what they print, write and refuse."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import TYPE_CHECKING

import pytest

from gridwar import cli
from gridwar.engine.session.journal_rows import DiceCounter
from gridwar.formats.picture_headers_and_limits import look_at
from gridwar.formats.uvtt import read_uvtt
from gridwar.formats.writing_any_map import cell_px
from gridwar.headless.check_export_repair import read
from gridwar.model.battlemap import BattleMap, Picture
from gridwar.model.geometry import Size
from gridwar.storage.new_open_and_sample_fights import create
from gridwar.systems.freeform import SYSTEM as FREEFORM
from tests.support import scenes
from tests.support.pdf_files import Page, pdf
from tests.support.uvtt import ends, line, png, portal, uvtt, written

if TYPE_CHECKING:
    from pathlib import Path

HALL = uvtt(
    (12, 5),
    line_of_sight=[line((1, 1), (4, 1))],
    portals=[portal((4, 1), (5, 1)), portal((7, 1), (8, 1), closed=False)],
)


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    """Import a hall into a new fight."""
    target = tmp_path / "hall.gridwar"
    assert cli.main(["import", str(written(tmp_path, HALL)), "-o", str(target)]) == 0
    return target


def test_a_uvtt_file_becomes_a_fight(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Map, walls and picture are in the new file; the report is printed, guesses in brackets."""
    fight = tmp_path / "hall.gridwar"
    assert cli.main(["import", str(written(tmp_path, HALL)), "-o", str(fight)]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "Walls: 1 line, 1 segment\n" in said.out
    assert "[Window], Open door, Nothing" in said.out
    found = read(fight)
    first = found.loaded.first
    assert (first.title, first.system, first.map.size) == ("hall", "freeform", Size(12, 5))
    assert len(first.map.walls) == 3
    assert found.blobs == (png(120, 50),)


def test_a_picture_becomes_a_fight_with_cells_of_the_size_wished(tmp_path: Path) -> None:
    """The rules are those asked for, and ``--cell`` says how many pixels make a cell."""
    picture, target = tmp_path / "yard.png", tmp_path / "yard.gridwar"
    picture.write_bytes(png(200, 100))
    more = ["-o", str(target), "--system", "cepheus", "--cell", "25"]
    assert cli.main(["import", str(picture), *more]) == 0
    first = read(target).loaded.first
    assert (first.system, first.map.size) == ("cepheus", Size(8, 4))


def test_a_part_of_a_page_becomes_a_fight(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--page`` counts from one, ``--crop`` is in percent of it; the report names both."""
    book, target = tmp_path / "book.pdf", tmp_path / "book.gridwar"
    book.write_bytes(pdf([Page(b"", size=(72, 72)), Page(b"", size=(144, 72))]))
    more = ["--page", "2", "--crop", "50,0,100,100", "--cell", "25"]
    assert cli.main(["import", str(book), "-o", str(target), *more]) == 0
    assert "Page: 2 of 2\n  Part of it: 2.5 × 2.5 cm\n" in capsys.readouterr().out
    assert read(target).loaded.first.map.size == (6, 6)


@pytest.mark.parametrize(
    ("name", "more", "words"),
    [
        ("book.pdf", ["--page", "3"], "has 1 pages; there is no page 3"),
        ("book.pdf", ["--crop", "50,0,10,100"], "give left, top, right and bottom in percent"),
        ("book.pdf", ["--crop", "half"], "give left, top, right and bottom in percent"),
        ("yard.png", ["--page", "1"], "is no PDF: leave --page and --crop out"),
    ],
)
def test_a_page_that_is_none_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, more: list[str], words: str
) -> None:
    """What is wrong with the page, or the part, is said; nothing is written."""
    (tmp_path / "book.pdf").write_bytes(pdf([Page(b"", size=(72, 72))]))
    (tmp_path / "yard.png").write_bytes(png(200, 100))
    target = tmp_path / "a.gridwar"
    assert cli.main(["import", str(tmp_path / name), "-o", str(target), *more]) == cli.BAD_FILE
    assert words in capsys.readouterr().err
    assert not target.exists()


def test_an_imported_fight_can_be_drawn(fight: Path) -> None:
    """The picture of the map is found in the file."""
    target = fight.with_name("map.png")
    assert cli.main(["render", str(fight), "-o", str(target), "--cell", "10"]) == 0
    info = look_at(target.read_bytes())
    assert (info.width_px, info.height_px) == (120, 50)


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        (["none.dd2vtt", "-o", "a.gridwar"], 3, "none.dd2vtt cannot be read"),
        (["cut.dd2vtt", "-o", "a.gridwar"], 3, "cut.dd2vtt is damaged, or cut off"),
        (["notes.txt", "-o", "a.gridwar"], 3, "not a PNG, JPEG or WebP"),
        (["hall.dd2vtt", "-o", "a.gridwar", "--system", "chess"], 3, "no rule system 'chess'"),
        (["hall.dd2vtt", "-o", "a.gridwar", "--cell", "70"], 3, "leave --cell out"),
        (["yard.png", "-o", "a.gridwar", "--cell", "nan"], 3, "at least 1 pixel"),
        (["hall.dd2vtt", "-o", "a.json"], 4, "ends in .gridwar"),
        (["hall.dd2vtt", "-o", "old.gridwar"], 4, "exists already"),
        (["hall.dd2vtt", "-o", "hall.dd2vtt/a.gridwar"], 4, "a.gridwar"),
    ],
)
def test_what_cannot_be_imported_is_said(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    more: list[str],
    code: int,
    words: str,
) -> None:
    """The exit code says which side is at fault; nothing is left behind."""
    monkeypatch.chdir(tmp_path)
    raw = written(tmp_path, HALL).read_bytes()
    (tmp_path / "cut.dd2vtt").write_bytes(raw[:300])
    (tmp_path / "notes.txt").write_text("notes")
    (tmp_path / "old.gridwar").write_text("old")
    (tmp_path / "yard.png").write_bytes(png(70, 70))
    before = {one.name for one in tmp_path.iterdir()}
    assert cli.main(["import", *more]) == code
    said = capsys.readouterr()
    assert said.out == ""
    assert words in said.err
    assert {one.name for one in tmp_path.iterdir()} == before


@pytest.mark.parametrize("suffix", [".dd2vtt", ".uvtt", ".df2vtt", ".DD2VTT"])
def test_a_map_is_exported_by_the_suffix(
    fight: Path, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What comes out is read again as the same map; the report says what is in it."""
    target = fight.with_name(f"out{suffix}")
    capsys.readouterr()
    assert cli.main(["export", str(fight), "-o", str(target)]) == 0
    assert "Doors: 1\n" in capsys.readouterr().out
    back = read_uvtt(target)
    assert ends(back.map) == ends(read(fight).loaded.first.map)
    assert back.picture == png(120, 50)
    assert cli.main(["export", str(fight), "-o", str(fight.parent / "no" / target.name)]) == 4


@pytest.mark.parametrize(
    ("battle_map", "pixels"),
    [
        (BattleMap(width=9, height=4), 70),
        (BattleMap(width=9, height=4, picture=Picture(sha256="0" * 64, pixels_per_cell=30)), 30),
    ],
)
def test_a_map_without_its_picture_is_drawn(
    tmp_path: Path, battle_map: BattleMap, pixels: int
) -> None:
    """Other programs want a picture, so a blank page is drawn."""
    path, target = tmp_path / "page.gridwar", tmp_path / "page.uvtt"
    create(path, FREEFORM.new_encounter().replace(map=battle_map), FREEFORM, DiceCounter(1)).close()
    assert cli.main(["export", str(path), "-o", str(target)]) == 0
    data = json.loads(target.read_text(encoding="utf-8"))
    assert data["resolution"]["pixels_per_grid"] == pixels
    info = look_at(base64.b64decode(data["image"]))
    assert (info.width_px, info.height_px) == (
        battle_map.width * pixels,
        battle_map.height * pixels,
    )


@pytest.mark.parametrize(
    ("width", "height", "pixels"), [(30, 20, 70), (500, 400, 22), (500, 1, 40)]
)
def test_a_map_is_drawn_no_finer_than_it_can_be_read_again(
    width: int, height: int, pixels: int
) -> None:
    """At most 20,000 pixels a side and 100 million in all; else 70 to a cell."""
    assert cell_px(BattleMap(width=width, height=height)) == pixels


def test_a_scene_becomes_a_fight_with_its_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From its file and the picture, which lies elsewhere; what it leaves open is first guessed."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    shown = scenes.picture(folder)
    data = scenes.scene(walls=[scenes.wall(1, 1, 4, 1, sight=10)])
    source, target = written(tmp_path, data, "scene.json"), tmp_path / "mill.gridwar"
    assert cli.main(["import", str(shown), str(source), "-o", str(target)]) == 0
    assert "[Seen through once], Full walls" in capsys.readouterr().out
    found = read(target)
    assert found.loaded.first.map.name == "Mill"
    assert found.blobs == (shown.read_bytes(),)


def test_two_maps_at_once_are_floors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One above the other, with their pictures as one; what was taken for what is printed."""
    files = [written(tmp_path, HALL, "a.uvtt"), written(tmp_path, HALL, "b.uvtt")]
    target = tmp_path / "both.gridwar"
    assert cli.main(["import", *map(str, files), "-o", str(target)]) == 0
    assert "[Floors, a lowest], Floors, b lowest, Only a, Only b" in capsys.readouterr().out
    found = read(target)
    page = found.loaded.first.map
    assert [(one.name, one.elevation_m) for one in page.floors] == [("a", 0.0), ("b", 3.0)]
    (picture,) = found.blobs
    assert page.picture is not None
    assert hashlib.sha256(picture).hexdigest() == page.picture.sha256


@pytest.mark.parametrize("version", ["foundry-11", "foundry-14"])
def test_a_map_is_exported_as_a_scene_with_its_picture(
    fight: Path, tmp_path: Path, version: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The picture stands beside it and replaces nothing; read again it is the same map."""
    target, other = tmp_path / "out" / "hall.json", tmp_path / "out" / "hall.png"
    target.parent.mkdir()
    other.write_bytes(b"somebody else's")
    assert cli.main(["export", str(fight), "--map", version, "-o", str(target)]) == 0
    assert "beside it as hall-2.png" in capsys.readouterr().out
    assert other.read_bytes() == b"somebody else's"
    again = tmp_path / "again.gridwar"
    assert cli.main(["import", str(target), "-o", str(again)]) == 0
    before, after = read(fight), read(again)
    assert after.blobs == before.blobs
    assert ends(after.loaded.first.map) == ends(before.loaded.first.map)
    # Once more: what is there already is what would be written.
    assert cli.main(["export", str(fight), "--map", version, "-o", str(target)]) == 0
    assert sorted(one.name for one in target.parent.iterdir()) == [
        "hall-2.png",
        "hall.json",
        "hall.png",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--map", "roll20", "-o", "x.json"], "There is no format 'roll20'"),
        (["--map", "foundry-14"], "say which with -o"),
        (["--map", "foundry-14", "-o", "x.dd2vtt"], "ends in .json"),
    ],
)
def test_a_scene_is_asked_for_by_name(
    fight: Path,
    tmp_path: Path,
    arguments: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is wrong with that is said, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    assert cli.main(["export", str(fight), *arguments]) != 0
    assert words in capsys.readouterr().err
    assert not (tmp_path / arguments[-1]).exists()
