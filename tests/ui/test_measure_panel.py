"""The panel of the measuring tools and the legend: what is clicked there reaches the fight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gridwar.control.controller.controller import Controller
from gridwar.control.records.scene_records import LegendEntry, Role
from gridwar.ui.map.frame.legend import Legend
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.tool_panels.measure_panel_body import MeasureBoard
from tests.support.fights import begun
from tests.ui.test_window import Table, _window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def board(qtbot: QtBot) -> Iterator[Table]:
    """A freeform fight: the hero at (3, 3) has the turn, a foe stands at (6, 3)."""
    session = begun("freeform", hero=(3, 3), foe=(6, 3))
    yield from _window(qtbot, Controller(session, odds_patience_s=60))


def panel(table: Table) -> MeasureBoard:
    """Return the body of the tool's panel."""
    return next(one for one in table.window.findChildren(MeasureBoard) if one.isVisible())


def press(table: Table, key: str) -> None:
    """Click what means a key in the panel."""
    table.controller.refresh_now()
    body = panel(table)
    QTest.mouseClick(body, LEFT, pos=body.keys()[key].center().toPoint())


def test_a_click_in_the_panel_is_the_gms_word(board: Table) -> None:
    """The panel's "Half cover" rules so for the pair; "as the rules say" takes it back."""
    board.window.tools.take("sight")
    board.click(6, 3)
    press(board, "cover:half")
    ruling = board.controller.encounter.ruling("hero", "foe")
    assert ruling is not None
    assert ruling.cover == "half"
    press(board, "rule:")
    assert board.controller.encounter.ruling("hero", "foe") is None


def test_a_name_in_the_list_is_left_out(board: Table) -> None:
    """A click on one of those caught spares it, and the disc leaves its token."""
    board.window.tools.take("template")
    board.click(5, 3)
    press(board, "spare:foe")
    press(board, "select")
    assert board.controller.view.selected == ("hero",)


def test_the_legend_takes_a_template_off(board: Table) -> None:
    """A click on the name of a pinned template in the legend removes it."""
    board.window.tools.take("template")
    board.click(5, 3)
    QTest.keyClick(board.window.map, Qt.Key.Key_Return)
    board.window.tools.take("select")
    board.controller.refresh_now()
    legend = board.window.findChild(Legend)
    assert isinstance(legend, Legend)
    (template,) = board.controller.view.measuring.templates
    place = legend.keys()[template.key]
    QTest.mouseClick(legend, LEFT, pos=place.center().toPoint())
    assert board.controller.view.measuring.templates == ()


def test_a_legend_without_room_goes_on_in_another_line(board: Table) -> None:
    """Nothing it names is cut off at the edge of the map."""
    board.window.tools.take("template")
    board.click(5, 3)
    legend = board.window.findChild(Legend)
    assert isinstance(legend, Legend)
    words = ("one that is long", "another that is long", "a third one")
    legend.show_entries(tuple(LegendEntry(Role.REACH1, one, one) for one in words), "")
    legend.use_room(2000)
    assert len({box.top() for box in legend.keys().values()}) == 1
    legend.use_room(240)
    assert len({box.top() for box in legend.keys().values()}) > 1
    assert legend.width() <= 240


def test_the_panel_follows_the_theme(board: Table) -> None:
    """A panel made under one theme takes on another."""
    board.window.tools.take("ruler")
    light = make_theme(ThemeName.LIGHT)
    board.controller.refresh_now()
    board.window.set_theme(light)
    assert panel(board).theme is light
