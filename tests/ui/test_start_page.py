"""The start page: three doors, fights of earlier times, a new fight whose rules are asked first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridwar.control.state.view_state import StartAsked
from gridwar.model.battlemap import BattleMap
from gridwar.storage.new_open_and_sample_fights import open_fight, sample_fights, samples
from gridwar.systems import find_system, playable_systems
from gridwar.ui.app.application import Application
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.widgets.controls.buttons_and_switches import ChoiceButton, KeyButton
from gridwar.ui.window.help.start_page import StartPage
from gridwar.ui.window.help.start_tiles import FightTile
from tests.ui.conftest import start_page_of
from tests.ui.test_map_replacement import MILL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from gridwar.control.user_settings import SettingsKeeper
    from gridwar.ui.window.main_window import MainWindow

Starting = tuple[Application, StartPage]


def window_of(application: Application) -> MainWindow:
    """Return the window of an application."""
    assert application.window is not None
    return application.window


def brass(page: StartPage) -> list[str]:
    """Return the words of the brass buttons."""
    return [one.text() for one in page.findChildren(KeyButton) if one.kind == "primary"]


def kept_fight(folder: Path, name: str) -> Path:
    """Save a fight under a name."""
    fight = open_fight(sample_fights()[1], find_system)
    assert fight.journal is not None
    path = folder / f"{name}.gridwar"
    fight.journal.copy_to(path)
    fight.close()
    return path


def test_at_the_very_first_start_the_sample_is_the_brass_one(start: Callable[[], Starting]) -> None:
    """There is nothing beside the page but tools that are grey, and Enter opens the sample."""
    application, page = start()
    window = window_of(application)
    assert page.isVisible()
    assert brass(page) == ["Open the sample"]
    assert not window.rail.isEnabled()
    assert not window.inspector.isVisible()
    assert not window.order.isVisible()
    assert page.focusWidget() is page.doors[0].buttons[0]


def test_the_tour_comes_with_the_first_sample_that_is_opened(
    start: Callable[[], Starting], qtbot: QtBot, settings: SettingsKeeper
) -> None:
    """The first door leads into the fight and its four deeds."""
    application, page = start()
    old = application.window
    QTest.keyClick(page, Qt.Key.Key_1)
    qtbot.waitUntil(lambda: application.window is not old, timeout=30_000)
    qtbot.waitUntil(lambda: settings.now.tour_seen)
    window = window_of(application)
    assert window.controller.encounter.title == samples()[0].title
    assert window.controller.view.start_page is StartAsked.NO


def test_from_the_second_start_on_the_last_fights_stand_on_the_first_door(
    start: Callable[[], Starting], settings: SettingsKeeper, tmp_path: Path
) -> None:
    """The newest is opened by the door itself; one that is gone says so; nothing is brass."""
    here, gone = kept_fight(tmp_path, "Vault heist"), kept_fight(tmp_path, "Smithy brawl")
    for path in (here, gone):
        settings.remember(path)
    gone.unlink()
    _application, page = start()
    tiles = {one.text(): one for one in page.doors[0].findChildren(FightTile)}
    assert brass(page) == []
    assert page.doors[0].buttons[0].text() == "Go on"
    assert tiles.keys() == {"Smithy brawl"}
    assert f"no longer in {tmp_path}" in tiles["Smithy brawl"].row.note


def test_a_fight_that_is_gone_is_told_and_leaves_the_list(
    start: Callable[[], Starting], settings: SettingsKeeper, tmp_path: Path
) -> None:
    """A click on it says where it was; the page stays."""
    settings.remember(tmp_path / "gone.gridwar")
    application, page = start()
    page.doors[0].findChildren(FightTile)[0].click()
    notice = window_of(application).controller.view.notice
    assert notice is not None
    assert str(tmp_path) in notice.text
    assert settings.now.recent == ()
    assert page.isVisible()


def test_rules_are_chosen_by_the_arrows_and_begun_with_by_three(
    start: Callable[[], Starting], qtbot: QtBot
) -> None:
    """The chosen rules are in the button; the people of their rulebook are at hand."""
    application, page = start()
    old, ids = window_of(application), [key for key, _title in playable_systems()]
    begun = page.chosen
    QTest.keyClick(page, Qt.Key.Key_Down)
    assert page.chosen == ids[(ids.index(begun) + 1) % len(ids)]
    title = dict(playable_systems())[page.chosen]
    assert page.doors[2].buttons[0].text() == f"Begin with {title}"
    chosen = page.chosen
    QTest.keyClick(page, Qt.Key.Key_3)
    qtbot.waitUntil(lambda: application.window is not old, timeout=30_000)
    window = window_of(application)
    qtbot.waitUntil(lambda: window.columns.is_shown("library"))
    assert window.controller.system.id == chosen
    assert application.settings.now.begun_with == chosen


def test_a_map_that_comes_while_the_page_is_there_goes_by_the_chosen_rules(
    start: Callable[[], Starting], qtbot: QtBot
) -> None:
    """Wherever it was dropped."""
    application, page = start()
    old = window_of(application)
    page.choose("arrgs")
    old.files.map_read.emit(MILL)
    qtbot.waitUntil(lambda: application.window is not old, timeout=30_000)
    assert window_of(application).controller.system.id == "arrgs"
    assert window_of(application).controller.encounter.map.name == "Mill"


def test_other_keys_do_nothing_while_the_page_is_there(start: Callable[[], Starting]) -> None:
    """No letter reaches a tool or the fight below; Escape has nothing to go back to."""
    application, page = start()
    controller = window_of(application).controller
    for key in (Qt.Key.Key_N, Qt.Key.Key_P, Qt.Key.Key_K, Qt.Key.Key_Escape):
        QTest.keyClick(page, key)
    controller.refresh_now()
    assert page.isVisible()
    assert controller.view.tool == "select"
    assert not controller.session.can_undo
    assert controller.encounter.map == BattleMap(scale=controller.encounter.map.scale)


@pytest.fixture
def playing(qtbot: QtBot, settings: SettingsKeeper) -> Iterator[Application]:
    """An application with a fight under way."""
    del qtbot
    application = Application(make_theme(ThemeName.DARK), settings)
    application.open(sample_fights()[0])
    yield application
    window_of(application).leave()
    application.close()


def test_a_new_fight_asks_its_rules_first_and_a_map_is_the_brass_one(playing: Application) -> None:
    """The rules are those of the fight below; Escape goes back to it, in one press."""
    window = window_of(playing)
    before = window.controller.encounter
    window.window_actions.action("file.new").trigger()
    page = start_page_of(playing)
    assert brass(page) == ["Choose a file \u2026"]
    assert page.chosen == window.controller.system.id
    assert [one.text() for one in page.findChildren(ChoiceButton)] == [
        title for _key, title in playable_systems()
    ]
    QTest.keyClick(page, Qt.Key.Key_Escape)
    window.controller.refresh_now()
    assert not page.isVisible()
    assert window.rail.isEnabled()
    assert window.inspector.isVisible()
    assert window.controller.encounter is before


def test_all_samples_are_pictures_with_the_name_of_their_rules(playing: Application) -> None:
    """Escape brings the doors back first."""
    window = window_of(playing)
    window.window_actions.action("file.new").trigger()
    page = start_page_of(playing)
    (every,) = (one for one in page.findChildren(KeyButton) if one.text().startswith("all"))
    every.click()
    QApplication.processEvents()
    titles = dict(playable_systems())
    shown = [(one.text(), one.row.note) for one in page.findChildren(FightTile) if one.isVisible()]
    assert shown == [(one.title, titles[one.system]) for one in samples()]
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert page.doors
    assert page.isVisible()
