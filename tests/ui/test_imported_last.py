"""The maps imported last, on the shelf: a fight begun on one, or one laid, by mouse and by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support import uvtt
from tests.ui.test_map_shelf import chosen, gallery_of, open_shelf
from tests.ui.test_start_page import window_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from gridwar.control.user_settings import SettingsKeeper
    from gridwar.model.battlemap import BattleMap
    from gridwar.ui.app.application import Application
    from gridwar.ui.window.help.start_map_shelf import MapGallery
    from gridwar.ui.window.help.start_map_tiles import MapTile
    from gridwar.ui.window.help.start_page import StartPage

Starting = tuple["Application", "StartPage"]
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def imported(tmp_path: Path, settings: SettingsKeeper) -> Path:
    """A map of another program that was imported last."""
    wall = uvtt.line((1.0, 1.0), (6.0, 1.0))
    path = uvtt.written(tmp_path, uvtt.uvtt((8, 6), line_of_sight=[wall]), "crows.dd2vtt")
    settings.remember_map((path,))
    return path


def tile_of(gallery: MapGallery, path: Path) -> MapTile:
    """Return the tile of an import."""
    return next(one for one in gallery.tiles if one.row.path == str(path))


def laid(application: Application, qtbot: QtBot) -> BattleMap:
    """Wait until the imported map lies in the window; return it."""

    def is_there() -> bool:
        page = window_of(application).controller.encounter.map
        return page.size == (8, 6) and application.is_settled

    qtbot.waitUntil(is_there, timeout=20_000)
    return window_of(application).controller.encounter.map


def test_a_fight_begins_on_it_by_two_clicks(
    start: Callable[[], Starting], imported: Path, settings: SettingsKeeper, qtbot: QtBot
) -> None:
    """A click on its tile, a click on the button: its walls lie there, by the rules last used."""
    settings.change(begun_with="cepheus")
    application, _page = start()
    gallery = gallery_of(open_shelf(application))
    tile = tile_of(gallery, imported)
    QTest.mouseClick(tile, LEFT)
    assert chosen(gallery) is tile
    QTest.mouseClick(gallery.begin, LEFT)
    page = laid(application, qtbot)
    assert page.walls
    assert window_of(application).controller.encounter.system == "cepheus"
    assert not window_of(application).controller.encounter.combatants


def test_a_fight_begins_on_it_by_keys(
    start: Callable[[], Starting], imported: Path, qtbot: QtBot
) -> None:
    """Its name typed finds it, Enter begins."""
    application, _page = start()
    gallery = gallery_of(open_shelf(application))
    QTest.keyClicks(gallery.search, "crows")
    assert [one.row.path for one in gallery.tiles] == [str(imported)]
    QTest.keyClick(gallery.search, Qt.Key.Key_Return)
    laid(application, qtbot)


@pytest.mark.long
def test_over_a_fight_another_begins_on_it(
    start: Callable[[], Starting], imported: Path, qtbot: QtBot
) -> None:
    """Enter on its tile: by the rules of the fight, which stays as it is."""
    application, _page = start()
    application.begin_at_once("percentile")
    before = window_of(application).controller
    gallery = gallery_of(open_shelf(application))
    QTest.mouseClick(tile_of(gallery, imported), LEFT)
    QTest.keyClick(tile_of(gallery, imported), Qt.Key.Key_Return)
    laid(application, qtbot)
    after = window_of(application).controller
    assert after.encounter.system == "percentile"
    assert before.encounter.map.size != (8, 6)


def test_it_is_laid_in_the_fight_below(
    start: Callable[[], Starting], imported: Path, qtbot: QtBot
) -> None:
    """By its tile and the button beside; undo takes the whole import back."""
    application, _page = start()
    application.begin_at_once("freeform")
    before = window_of(application).controller.encounter.map
    gallery = gallery_of(open_shelf(application))
    QTest.mouseClick(tile_of(gallery, imported), LEFT)
    QTest.mouseClick(gallery.lay, LEFT)
    laid(application, qtbot)
    window_of(application).controller.timeline.undo()
    assert window_of(application).controller.encounter.map == before


def test_one_that_is_gone_says_so_and_nothing_happens(
    start: Callable[[], Starting], imported: Path
) -> None:
    """Its tile stays, and its button does not begin on it."""
    imported.unlink()
    application, _page = start()
    gallery = gallery_of(open_shelf(application))
    tile = tile_of(gallery, imported)
    assert tile.row.is_missing
    QTest.mouseClick(tile, LEFT)
    assert not gallery.begin.isEnabled()
