"""Walls made fewer, gaps closed and doors broken in the whole window, by mouse and by key alone."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from gridwar.control.controller.controller import Controller
from gridwar.control.tools.walls.wall_tidying import Tidy
from gridwar.control.tools.walls.walls_tool import WallsTool
from gridwar.engine.gm.map_commands import PutWalls
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.walls import Wall, WallKind
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow
from gridwar.ui.window.tool_panels.walls_panel import WallsPanel
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

LEFT = Qt.MouseButton.LeftButton
_PLACES = ((1, 1), (3, 1.08), (5, 1), (7, 1.08), (9, 1))
_WALLS = (
    *(
        Wall(
            id=f"w-{at}",
            a=Point(int(a[0] * SUBCELL), int(a[1] * SUBCELL)),
            b=Point(int(b[0] * SUBCELL), int(b[1] * SUBCELL)),
        )
        for at, (a, b) in enumerate(pairwise(_PLACES))
    ),
    Wall(
        id="side",
        a=Point(int(9.2 * SUBCELL), SUBCELL),
        b=Point(int(9.2 * SUBCELL), 5 * SUBCELL),
    ),
    Wall.of_kind(
        WallKind.DOOR, "door", Point(12 * SUBCELL, SUBCELL), Point(13 * SUBCELL, SUBCELL)
    ).replace(points=8),
)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A small window with a ragged line of walls, a gap, and a door that can be broken."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    controller.submit(PutWalls(put=_WALLS))
    made = MainWindow(controller, make_theme(ThemeName.DARK))
    made.map.map_scene.reduce_motion = True
    qtbot.addWidget(made)
    made.resize(1280, 720)
    made.show()
    qtbot.waitExposed(made)
    made.map.fit()
    made.tools.take("walls")
    made.map.setFocus()
    made.controller.refresh_now()
    yield made
    controller.action_drafts.shut_down()


def tool_of(window: MainWindow) -> WallsTool:
    """Return the wall tool."""
    found = window.tools.tools["walls"]
    assert isinstance(found, WallsTool)
    return found


def panel_of(window: MainWindow) -> WallsPanel:
    """Return its panel."""
    found = window.tool_step.panel
    assert isinstance(found, WallsPanel)
    return found


def test_the_mouse_alone_makes_walls_fewer(window: MainWindow) -> None:
    """A click opens it, one chooses the bound, one does it; the words say what comes of it."""
    box = panel_of(window).tidying
    QTest.mouseClick(box.buttons[Tidy.LINES], LEFT)
    window.controller.refresh_now()
    assert box.finish.isEnabled()
    QTest.mouseClick(box.finish, LEFT)
    window.controller.refresh_now()
    assert len(tool_of(window).walls) == len(_WALLS) - 3
    assert not box.finish.isEnabled()
    QTest.mouseClick(box.buttons[Tidy.LINES], LEFT)
    window.controller.refresh_now()
    assert not box.finish.isVisible()


def test_keys_alone_close_a_gap_and_leave(window: MainWindow) -> None:
    """The digit beside it closes it; Escape leaves the list, then the tool as ever."""
    tool = tool_of(window)
    tool.tidy(Tidy.GAPS)
    window.controller.refresh_now()
    box = panel_of(window).tidying
    assert [one.row is not None for one in box.rows[:2]] == [True, False]
    QTest.keyClick(window.map, Qt.Key.Key_1)
    window.controller.refresh_now()
    assert tool.tidying.gaps == ()
    QTest.keyClick(window.map, Qt.Key.Key_Escape)
    assert tool.tidying.what is Tidy.NOTHING
    assert window.tools.active is tool


def test_everything_has_a_name_and_room(window: MainWindow) -> None:
    """At 1280 nothing lies beyond the panel's edge; each button says which gap it is about."""
    box = panel_of(window).tidying
    for what in (Tidy.GAPS, Tidy.LINES):
        tool_of(window).tidy(what)
        window.controller.refresh_now()
        (scroll,) = panel_of(window).findChildren(QScrollArea)
        for widget in (box, box.bounds, box.finish, *box.rows):
            if widget.isVisible():
                right = widget.mapTo(scroll.viewport(), QPoint(widget.width(), 0)).x()
                assert right <= scroll.viewport().width()
    assert all(one.accessibleName() for one in (*box.buttons.values(), box.bounds, box.finish))
    assert "Close the gap at" in box.rows[0].close_.accessibleName()


def test_damage_is_asked_for_where_there_are_points(window: MainWindow) -> None:
    """Only what can be broken has the button; no other wall does."""
    tool, shown = tool_of(window), panel_of(window)
    tool.select("w-1")
    window.controller.refresh_now()
    assert not shown.damage.isVisible()
    tool.select("door")
    window.controller.refresh_now()
    assert shown.damage.isVisibleTo(shown)
