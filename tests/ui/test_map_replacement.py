"""Another map is never laid under a fight unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridwar.control.records.viewpoint_records import Fit
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.formats.import_report import Imported, ImportReport
from gridwar.model.battlemap import BattleMap
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.app.application import Application
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from gridwar.ui.window.main_window import MainWindow


class _Sure:
    """A file that leaves nothing open."""

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the same."""
        del check_id, choice_id
        return MILL


MILL = Imported(BattleMap(width=9, height=7, name="Mill"), None, ImportReport("Mill"), _Sure())


@pytest.fixture
def application(qtbot: QtBot) -> Iterator[Application]:
    """An application with a fight under way."""
    del qtbot
    made = Application(make_theme(ThemeName.DARK))
    made.open(sample_fights()[0])
    yield made
    window_of(made).leave()
    made.close()


def window_of(application: Application) -> MainWindow:
    """Return the window of an application."""
    assert application.window is not None
    return application.window


def lay(window: MainWindow) -> None:
    """Want another map."""
    window.files.map_read.emit(MILL)
    QApplication.processEvents()


def press(window: MainWindow, words: str) -> None:
    """Click a button of the question."""
    buttons = window.on_demand.choice.findChildren(KeyButton)
    (button,) = (one for one in buttons if one.text() == words and one.isVisible())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("how", ["cancel", "escape"])
def test_nothing_is_laid_before_it_is_agreed_to(application: Application, how: str) -> None:
    """The question comes first, and giving it up leaves everything as it is."""
    window = window_of(application)
    before = window.controller.encounter
    lay(window)
    popover = window.on_demand.choice
    assert popover.isVisible()
    told = window.status.view
    assert told.tool.startswith("Lay ")
    assert [one.key for one in told.keys] == ["Tab", "Enter", "Esc"]
    assert window.controller.encounter is before
    if how == "cancel":
        press(window, "Cancel")
    else:
        QTest.keyClick(popover, Qt.Key.Key_Escape)
    assert not popover.isVisible()
    assert window.controller.encounter is before
    assert application.window is window


def test_agreed_to_it_is_one_step_that_can_be_undone(application: Application) -> None:
    """Undo brings the map of before back."""
    window = window_of(application)
    before = window.controller.encounter
    lay(window)
    press(window, "In this fight")
    assert window.controller.encounter.map.picture is None
    assert window.controller.encounter.map != before.map
    assert window.controller.encounter.combatants.keys() == before.combatants.keys()
    window.controller.timeline.undo()
    assert window.controller.encounter == before


def test_all_of_it_is_shown(application: Application) -> None:
    """However near somebody had gone, another map is fitted, one of the same size too."""
    window = window_of(application)
    lay(window)
    press(window, "In this fight")
    window.map.zoom_to(3.0)
    assert window.map.fitted_to() is None
    lay(window)
    press(window, "In this fight")
    assert window.map.fitted_to() is Fit.MAP


def test_a_new_fight_on_it_leaves_this_one_alone(application: Application, qtbot: QtBot) -> None:
    """The fight stays in its file as it was; the new one goes by the same rules."""
    window = window_of(application)
    rules = window.controller.system.id
    lay(window)
    press(window, "New fight on it")
    qtbot.waitUntil(lambda: application.window is not window)
    fresh = window_of(application)
    assert fresh.controller.system.id == rules
    assert not fresh.controller.encounter.combatants
    assert fresh.controller.encounter.map.name == "Mill"


def test_a_fight_with_nothing_in_it_is_not_asked_about(application: Application) -> None:
    """One map after another may be looked at; something done in between is asked about."""
    application.begin_at_once("freeform")
    window = window_of(application)
    lay(window)
    assert not window.on_demand.has("choice")
    assert window.controller.encounter.map.name == "Mill"
    lay(window)
    assert not window.on_demand.has("choice")
    window.controller.submit(WriteNote(text="The party arrives"))
    lay(window)
    assert window.on_demand.choice.isVisible()
