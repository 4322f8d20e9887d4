"""The searches of the panels in the window: by F3 where one is, by people, and to the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records.scene_records import LabelOverlay
from gridwar.engine.gm.combatant_commands import Place
from gridwar.model.geometry import Cell
from gridwar.ui.window.panel_searches import show_library
from tests.support.fights import begun
from tests.ui.test_window import Table, _window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture
def board(qtbot: QtBot) -> Iterator[Table]:
    """A hero and a foe in a window; the foe was moved by hand."""
    controller = Controller(begun("freeform", hero=(3, 3), foe=(6, 3)))
    controller.submit(Place(to=(("foe", Cell(8, 5)),)))
    yield from _window(qtbot, controller)


def test_a_line_of_the_log_leads_to_its_place_on_the_map(board: Table) -> None:
    """Its headline stands there until the next thing is told."""
    row = board.controller.session.position.cursor
    board.window.log.list.place_wanted.emit(row)
    scene = ScenePresenter(board.controller, board.window.tools).present()
    (label,) = (
        one for one in scene.overlays if isinstance(one, LabelOverlay) and one.icon == "map-pin"
    )
    assert label.at == (8.5, 5.5)
    assert label.text == board.window.log.headline_of(row)


def test_the_log_of_whoever_is_selected(board: Table) -> None:
    """Only what they have to do with is left, and it says so."""
    board.controller.selection.select("hero")
    board.controller.refresh_now()
    board.window.window_actions.action("view.log_of_selected").trigger()
    log = board.window.log
    assert log.bar.who == {"hero"}
    heads = [one.headline for one in log.list.records.items]
    assert not any("Foe" in one and "Hero" not in one for one in heads)
    assert not log.bar.clear_button.isHidden()


def test_f3_searches_where_one_is(board: Table) -> None:
    """In the log its entries, in the library whom it offers, else the actions."""
    window, find = board.window, board.window.window_actions.action("view.find_action")
    window.columns.show_panel("log")
    window.log.list.setFocus()
    find.trigger()
    assert window.log.search.hasFocus()
    show_library(window.parts)
    window.parts.combatants.panel.list.setFocus()
    find.trigger()
    assert window.parts.combatants.panel.search.hasFocus()
    window.map.setFocus()
    find.trigger()
    assert not window.parts.combatants.panel.search.hasFocus()
    assert not window.log.search.hasFocus()
