"""The palette: other words for things, what stands first, what asks in its row, nothing found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gridwar.control.presenters.log import log_lines
from gridwar.control.state.view_state import StartAsked
from gridwar.control.user_settings import SettingsKeeper
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.app.application import Application
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.help.command_palette import CommandPalette

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from gridwar.ui.window.main_window import MainWindow


@pytest.fixture
def application(qtbot: QtBot) -> Iterator[Application]:
    """An application with the sample fight on it."""
    del qtbot
    settings = SettingsKeeper()
    settings.change(tour_seen=True)
    application = Application(make_theme(ThemeName.DARK), settings)
    application.open(sample_fights()[0])
    yield application
    _window(application).leave()
    application.close()


def _window(application: Application) -> MainWindow:
    assert application.window is not None
    return application.window


def _opened(application: Application, typed: str = "") -> CommandPalette:
    window = _window(application)
    window.guides.open_palette()
    (palette,) = window.findChildren(CommandPalette)
    palette.field.setText(typed)
    return palette


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("dark theme", "Light theme"),
        ("fly", "Ground height"),
        ("altitude", "Ground height"),
        ("standing", "Lie down"),
        ("picture", "Import a map"),
        ("window", "Presentation"),
        ("next", "End turn"),
        ("sneak", "Hide, or show"),
        ("heal", "First aid"),
    ],
)
def test_other_words_find_what_is_meant(application: Application, typed: str, found: str) -> None:
    """It is among the first, before any rule but one that is called just so."""
    shown = _opened(application, typed).shown()
    first = [one.words for one in shown[:5]]
    assert found in first
    named = typed.casefold()
    rules = [at for at, one in enumerate(shown) if one.only_tells and one.words.casefold() != named]
    assert not rules or first.index(found) < rules[0]


def test_of_equals_the_acting_ones_come_first_and_files_last(application: Application) -> None:
    """Then the tools, then the rules."""
    palette = _opened(application)
    ranks = [one.rank[0] for one in palette.finder.find("")]
    assert ranks == sorted(ranks)
    controller = _window(application).controller
    assert controller.actor is not None
    assert palette.shown()[0].kind == controller.encounter[controller.actor].name
    assert palette.finder.find("")[-1].kind == "New fight"


def test_what_is_chosen_often_comes_first_among_equals(application: Application) -> None:
    """The settings count it; a shorter name does not win against use."""
    before = [one.words for one in _opened(application, "zoom").shown()]
    assert before[:2] == ["Zoom in", "Zoom out"]
    palette = next(iter(_window(application).findChildren(CommandPalette)))
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert application.settings.now.used == {"view.zoom_out": 1}
    after = [one.words for one in _opened(application, "zoom").shown()]
    assert after[:2] == ["Zoom out", "Zoom in"]


@pytest.mark.parametrize(
    ("typed", "words"), [("cut", "Cut"), ("remove from", "Remove from the fight")]
)
def test_what_removes_somebody_asks_in_its_row(
    application: Application, typed: str, words: str
) -> None:
    """Enter alone changes nothing; other letters withdraw the question."""
    controller = _window(application).controller
    before = controller.encounter
    palette = _opened(application, typed)
    at = [one.words for one in palette.shown()].index(words)
    for _row in range(at):
        QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()
    assert controller.encounter is before
    assert palette.shown()[at].note == "Enter again removes Maro Tenn"
    palette.field.setText(f"{typed} ")
    assert not palette.shown()[at].is_asked
    for _row in range(at):
        QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert not palette.isVisible()
    assert "maro" not in controller.encounter.combatants


@pytest.mark.parametrize(
    "action", ["fight.clear", "fight.end", "view.reset_layout", "view.reset_settings"]
)
def test_what_loses_something_asks_in_its_row(application: Application, action: str) -> None:
    """None of it is done by a slip of a search."""
    words = _window(application).window_actions.shortcuts.info(action).words
    palette = _opened(application, words)
    entry = next(one for one in palette.shown() if one.words == words)
    assert entry.again


def test_it_is_as_high_as_what_is_found(application: Application) -> None:
    """The field stays where it is."""
    palette = _opened(application)
    full, top = palette.height(), palette.field.mapToGlobal(palette.field.pos())
    palette.field.setText("drowned heron")
    assert len(palette.shown()) == 1
    assert palette.height() < full / 2
    assert palette.field.mapToGlobal(palette.field.pos()) == top


def test_where_nothing_fits_the_rules_can_be_searched(application: Application) -> None:
    """Enter shows the rules with the most of the words."""
    palette = _opened(application, "melee qqqq")
    assert palette.shown() == ()
    assert "Nothing fits" in palette._nothing.text()
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()
    assert palette.shown()
    assert all(one.only_tells for one in palette.shown())


def test_on_the_start_page_it_finds_what_works_there(application: Application) -> None:
    """Fights, files and help; nobody acts, and no tool is there."""
    window = _window(application)
    window.controller.show(start_page=StartAsked.NEW)
    window.controller.refresh_now()
    kinds = {one.kind for one in _opened(application).finder.find("")}
    assert kinds == {"File", "Help", "Map", "Sample fight", "New fight"}


def test_dice_are_rolled_into_the_log(application: Application) -> None:
    """Range, average and the chance of what is asked stand in the row; Enter rolls."""
    controller = _window(application).controller
    before = controller.encounter
    palette = _opened(application, "2d6+3 >= 8")
    first = palette.shown()[0]
    assert first.words == "2d6+3 >= 8"
    assert first.note == "5 to 15 \u00b7 average 10 \u00b7 \u2265 8: 83\u00a0%"
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert log_lines(controller)[-1].startswith("Dice: 2d6+3 >= 8 - ")
    assert controller.encounter == before
    controller.timeline.undo()
    assert controller.session.can_redo


@pytest.mark.parametrize("typed", ["2", "d", "dis", "heron", "2d6+"])
def test_what_is_no_dice_is_searched(application: Application, typed: str) -> None:
    """Nothing is rolled by a slip of a search."""
    assert all(one.icon != "dices" for one in _opened(application, typed).shown()[:1])
