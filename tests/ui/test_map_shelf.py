"""The shelf of maps by keys and by mouse: kept, found, begun on, laid, renamed, taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from gridwar.control.library.maps_of_fights import keep_on_shelf, read_map_of
from gridwar.control.state.view_state import StartAsked
from gridwar.storage.new_open_and_sample_fights import sample_fights, samples
from gridwar.ui.window.help.start_listing import Listing
from gridwar.ui.window.maps_kept import the_shelf
from tests.ui.conftest import start_page_of
from tests.ui.test_start_page import window_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from gridwar.control.user_settings import SettingsKeeper
    from gridwar.ui.app.application import Application
    from gridwar.ui.window.help.start_map_shelf import MapGallery
    from gridwar.ui.window.help.start_map_tiles import MapTile
    from gridwar.ui.window.help.start_page import StartPage

Starting = tuple["Application", "StartPage"]


def keep(name: str, *tags: str, sample: int = 0) -> Path:
    """Keep the map of a sample under a name."""
    return keep_on_shelf(the_shelf(), read_map_of(sample_fights()[sample]), name, tags)


def gallery_of(page: StartPage) -> MapGallery:
    """Return the shelf, which is shown."""
    assert page.listing is Listing.MAPS
    assert page.maps is not None
    return page.maps


def chosen(gallery: MapGallery) -> MapTile:
    """Return the one map that is chosen."""
    (one,) = (tile for tile in gallery.tiles if tile.is_chosen)
    return one


def titles(gallery: MapGallery) -> list[str]:
    """Return what the maps are called that are shown."""
    return [one.row.title for one in gallery.tiles]


def wait_for(qtbot: QtBot, application: Application, rules: str, title: str) -> None:
    """Wait until another fight is in the window."""

    def is_there() -> bool:
        now = window_of(application).controller.encounter
        return (now.system, now.map.name) == (rules, title) and application.is_settled

    qtbot.waitUntil(is_there, timeout=20_000)


def open_shelf(application: Application) -> StartPage:
    """Ask for the maps."""
    window_of(application).window_actions.action("map.shelf").trigger()
    return start_page_of(application)


def test_a_fight_begins_on_the_last_kept_map_in_two_keys(
    start: Callable[[], Starting], qtbot: QtBot
) -> None:
    """Ctrl+M over a fight, with the first map chosen; Enter begins on it by the fight's rules."""
    keep("The Drowned Heron", "inn")
    application, _page = start()
    application.open(samples()[1].path)
    window = window_of(application)
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window, timeout=20_000)
    QTest.keyClick(window.parts.map, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    gallery = gallery_of(start_page_of(application))
    QTest.keyClick(chosen(gallery), Qt.Key.Key_Return)
    wait_for(qtbot, application, samples()[1].system, "The Drowned Heron")
    now = window_of(application).controller.encounter
    assert not now.combatants
    assert now.map.walls
    assert window_of(application).controller.view.start_page is StartAsked.NO


def test_from_the_start_page_the_rules_are_those_last_used(
    start: Callable[[], Starting], settings: SettingsKeeper, qtbot: QtBot
) -> None:
    """There is no fight yet whose rules could hold."""
    keep("The Drowned Heron", "inn")
    settings.change(begun_with="drive")
    application, _page = start()
    gallery = gallery_of(open_shelf(application))
    QTest.keyClick(chosen(gallery), Qt.Key.Key_Return)
    wait_for(qtbot, application, "drive", "The Drowned Heron")


def test_maps_are_found_by_tag_and_by_name(start: Callable[[], Starting], qtbot: QtBot) -> None:
    """A letter typed on a map goes into the search, an arrow goes back."""
    keep("Heron", "inn", "night")
    keep("Deck", "ship", sample=2)
    application, _page = start()
    page = open_shelf(application)
    gallery = gallery_of(page)
    qtbot.waitUntil(lambda: "28" in gallery.tiles[0].row.note, timeout=20_000)
    qtbot.waitUntil(
        lambda: "inn" in " ".join(one.row.note for one in gallery.tiles), timeout=20_000
    )
    QTest.keyClicks(chosen(gallery), "n")
    QTest.keyClicks(gallery.search, "ight")
    assert gallery.search.text() == "night"
    assert titles(gallery) == ["Heron"]
    QTest.keyClick(gallery.search, Qt.Key.Key_Escape)
    assert set(titles(gallery)) >= {"Heron", "Deck"}
    QTest.keyClicks(gallery.search, "no such map")
    assert titles(gallery) == []
    assert not gallery.begin.isEnabled()


def test_arrows_and_digits_go_from_map_to_map(start: Callable[[], Starting]) -> None:
    """Right, down, up into the search, and a digit."""
    for number in range(7):
        keep(f"Map {number}")
    application, _page = start()
    gallery = gallery_of(open_shelf(application))
    tiles = gallery.tiles
    QTest.keyClick(tiles[0], Qt.Key.Key_Right)
    assert chosen(gallery) is tiles[1]
    QTest.keyClick(tiles[1], Qt.Key.Key_Down)
    assert chosen(gallery) is tiles[6]
    QTest.keyClicks(tiles[6], "3")
    assert chosen(gallery) is tiles[2]
    QTest.keyClick(tiles[2], Qt.Key.Key_Up)
    assert window_of(application).focusWidget() is gallery.search
    QTest.keyClick(gallery.search, Qt.Key.Key_Down)
    assert window_of(application).focusWidget() is tiles[2]


def test_a_map_taken_away_can_be_put_back(start: Callable[[], Starting]) -> None:
    """Its file is moved, and the page offers it back."""
    path = keep("Mill")
    application, _page = start()
    page = open_shelf(application)
    gallery = gallery_of(page)
    QTest.keyClick(chosen(gallery), Qt.Key.Key_Delete)
    assert not path.exists()
    gallery = gallery_of(page)
    assert str(path) not in [one.row.path for one in gallery.tiles]
    assert gallery.put_back is not None
    QTest.mouseClick(gallery.put_back, Qt.MouseButton.LeftButton)
    assert path.exists()
    assert str(path) in [one.row.path for one in gallery_of(page).tiles]


def test_a_sample_can_be_neither_renamed_nor_taken_away(start: Callable[[], Starting]) -> None:
    """Only what was kept is the user's."""
    application, _page = start()
    gallery = gallery_of(open_shelf(application))
    assert len(gallery.tiles) == len(samples())
    assert not gallery.rename.isVisible()
    QTest.keyClick(chosen(gallery), Qt.Key.Key_Delete)
    assert len(gallery_of(start_page_of(application)).tiles) == len(samples())


def test_the_map_of_the_fight_is_kept_by_its_form(
    start: Callable[[], Starting], qtbot: QtBot
) -> None:
    """Name and tags are asked; then it lies on the shelf."""
    application, _page = start()
    application.open(samples()[0].path)
    window = window_of(application)
    window.window_actions.action("map.keep").trigger()
    QApplication.processEvents()
    popover = window.parts.forms.popover
    fields = {one.accessibleName(): one for one in popover.findChildren(QLineEdit)}
    fields["Name"].setText("The old inn")
    fields["Tags, with commas between"].setText("inn,  river , inn")
    for one in popover.findChildren(QLineEdit):
        one.editingFinished.emit()
        one.textEdited.emit(one.text())
    QTest.keyClick(popover, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(the_shelf().maps()), timeout=20_000)
    qtbot.waitUntil(lambda: not window.files.is_busy, timeout=20_000)
    (kept,) = the_shelf().maps()
    page = read_map_of(kept.path).page
    assert (page.name, page.tags) == ("The old inn", ("inn", "river"))
    assert page.walls == read_map_of(samples()[0].path).page.walls


def test_escape_leaves_the_maps_for_where_they_were_asked_for(
    start: Callable[[], Starting],
) -> None:
    """Over a fight it goes back to that; from the doors it goes back to those."""
    application, page = start()
    page.list(Listing.MAPS)
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert page.listing is Listing.NOTHING
    application.open(samples()[0].path)
    page = open_shelf(application)
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert window_of(application).controller.view.start_page is StartAsked.NO


def test_a_map_is_laid_in_the_fight_below(start: Callable[[], Starting], qtbot: QtBot) -> None:
    """Undo brings the map before back."""
    keep("Deck", sample=2)
    application, _page = start()
    application.begin_at_once("freeform")
    before = window_of(application).controller.encounter.map
    gallery = gallery_of(open_shelf(application))
    QTest.mouseClick(gallery.lay, Qt.MouseButton.LeftButton)
    window = window_of(application)
    qtbot.waitUntil(lambda: window.controller.encounter.map != before, timeout=20_000)
    assert window.controller.encounter.map.name == "Deck"
    window.controller.session.undo()
    assert window.controller.encounter.map == before


def test_a_new_one_is_drawn_with_the_sketch(start: Callable[[], Starting], qtbot: QtBot) -> None:
    """A fight on a blank page begins with the tool for that."""
    application, _page = start()
    gallery = gallery_of(open_shelf(application))
    QTest.mouseClick(gallery.draw_new, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window_of(application).controller.view.tool == "sketch", timeout=20_000)


def test_a_kept_map_is_renamed_beside_the_window(
    start: Callable[[], Starting], qtbot: QtBot
) -> None:
    """F2 asks for name and tags; the page then says them."""
    keep("Mill", "old")
    application, _page = start()
    page = open_shelf(application)
    QTest.keyClick(chosen(gallery_of(page)), Qt.Key.Key_F2)
    QApplication.processEvents()
    popover = window_of(application).parts.forms.popover
    fields = {one.accessibleName(): one for one in popover.findChildren(QLineEdit)}
    assert (fields["Name"].text(), fields["Tags, with commas between"].text()) == ("Mill", "old")
    fields["Name"].setText("Water mill")
    fields["Name"].textEdited.emit("Water mill")
    QTest.keyClick(popover, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "Water mill" in titles(gallery_of(page)), timeout=20_000)
    (kept,) = the_shelf().maps()
    assert read_map_of(kept.path).page.tags == ("old",)
