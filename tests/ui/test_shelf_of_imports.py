"""Maps imported last on the shelf, and the small pictures of all of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject

from gridwar.control.presenters.map_shelf import present_shelf, row_of
from gridwar.control.presenters.opened_last import imported_last
from gridwar.control.records.start_records import FightRow
from gridwar.control.user_settings import MOST_RECENT, SettingsKeeper, load_settings
from gridwar.storage.fight_summary import FightSummary, read_summary
from gridwar.storage.map_shelf import MapShelf
from gridwar.storage.map_thumbnails import MapThumbnails
from gridwar.systems import find_system
from gridwar.ui.window.help import start_pictures
from gridwar.ui.window.help.start_pictures import SMALL, StartPictures, _image, read_imported
from tests.slow.fuzzing.workshop import kept_house
from tests.support import scenes, uvtt
from tests.support.dungeons import dungeon

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def a_map(folder: Path, name: str = "hall.dd2vtt") -> Path:
    """Write a map of another program."""
    return uvtt.written(folder, uvtt.uvtt((8, 6)), name)


def test_imports_are_remembered_with_all_their_files(tmp_path: Path) -> None:
    """The newest first, each once, so many, over the end of the program."""
    place = tmp_path / "settings.json"
    keeper = SettingsKeeper(place)
    scene, picture = tmp_path / "scene.json", scenes.picture(tmp_path)
    scene.write_text(json.dumps(scenes.scene()), encoding="utf-8")
    for number in range(MOST_RECENT + 3):
        keeper.remember_map((a_map(tmp_path, f"{number}.dd2vtt"),))
    keeper.remember_map((scene, picture))
    keeper.remember_map((scene, picture))
    now = load_settings(place).now
    assert len(now.imported) == MOST_RECENT
    assert now.imported[0] == (str(scene), str(picture))
    assert len(set(now.imported)) == MOST_RECENT
    assert not now.recent


def test_of_a_file_that_is_gone_it_is_said(tmp_path: Path) -> None:
    """The map itself, or the picture that came with it; the folder stands there."""
    keeper = SettingsKeeper()
    here, gone, half = a_map(tmp_path), a_map(tmp_path, "gone.dd2vtt"), a_map(tmp_path, "h.dd2vtt")
    picture = scenes.picture(tmp_path)
    for paths in ((here,), (gone,), (half, picture)):
        keeper.remember_map(paths)
    gone.unlink()
    picture.unlink()
    assert [row.is_missing for row in imported_last(keeper)] == [False, True, True]
    rows = {Path(row.path).name: row for row in imported_last(keeper)}
    assert not rows["hall.dd2vtt"].is_missing
    assert tmp_path.name in rows["hall.dd2vtt"].note
    assert rows["gone.dd2vtt"].is_missing
    assert str(tmp_path) in rows["gone.dd2vtt"].note
    assert rows["h.dd2vtt"].is_missing
    assert picture.name in rows["h.dd2vtt"].note
    view = present_shelf(keeper, MapShelf(find_system, tmp_path / "shelf"), can_lay=True)
    assert "Imported last" in [group.title for group in view.groups]


def test_a_map_of_another_program_is_looked_at(tmp_path: Path) -> None:
    """With its picture; with its walls; by the sketch; or why not."""
    with_picture = read_imported((str(a_map(tmp_path)),), lambda: False)
    assert (with_picture.width, with_picture.height) == (8, 6)
    assert with_picture.picture
    (tmp_path / "crypt.json").write_text(json.dumps(dungeon()), encoding="utf-8")
    assert read_imported((str(tmp_path / "crypt.json"),), lambda: False).sketch
    bad = tmp_path / "bad.dd2vtt"
    bad.write_bytes(b"{")
    assert bad.name in read_imported((str(bad),), lambda: False).why_not


@pytest.mark.usefixtures("qapp")
def test_of_a_picture_no_size_is_said_before_its_grid_is_known(tmp_path: Path) -> None:
    """Its squares are a guess until somebody lays it; a file that knows its squares is told."""
    picture = tmp_path / "mill.png"
    picture.write_bytes(uvtt.png(640, 320))
    found = read_imported((str(picture),), lambda: False)
    assert (found.width, found.height) == (0, 0)
    assert found.picture
    row = FightRow(str(picture), "mill", parts=(str(picture),))
    assert row_of(row, found).note.startswith("its grid is not laid yet")
    known = read_imported((str(a_map(tmp_path)),), lambda: False)
    assert row_of(row, known).note.startswith("8 × 6 cells")


def test_a_kept_sketch_is_shown_in_ink(tmp_path: Path) -> None:
    """What was drawn by commands is seen, floor and rock apart; a damaged one shows its walls."""
    found = read_summary(kept_house(tmp_path))
    assert found.sketch
    image = _image(found, SMALL)
    assert image.width() >= SMALL.width()
    colors = {image.pixel(x, y) for x in range(0, 480, 3) for y in range(0, 300, 3)}
    assert len(colors) > 30  # ink, hatching and paper, not two plain ones
    plain = _image(FightSummary(width=8, height=6, walls=found.walls, sketch=b"{"), SMALL)
    assert not plain.isNull()


def test_small_pictures_are_read_once(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second page, or the next start, has them from the disk; a damaged one is made anew."""
    read: list[str] = []

    def looked_at(path: Path) -> FightSummary:
        read.append(path.name)
        return read_summary(path)

    monkeypatch.setattr(start_pictures, "read_summary", looked_at)
    path = str(kept_house(tmp_path))

    owner = QObject()

    def seen() -> FightSummary:
        pictures = StartPictures(owner)
        with qtbot.waitSignal(pictures.seen, timeout=20_000) as told:
            pictures.want([path])
        image = told.args[3]
        assert not image.isNull()
        found: FightSummary = told.args[2]
        pictures.give_up()
        return found

    first, again = seen(), seen()
    assert len(read) == 1
    assert (again.name, again.tags, again.width) == (first.name, first.tags, first.width)
    (kept,) = MapThumbnails().folder.iterdir()
    kept.write_bytes(kept.read_bytes()[:-9])
    seen()
    assert len(read) == 2
