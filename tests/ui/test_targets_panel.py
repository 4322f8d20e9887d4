"""The step "at whom?" in the real window: by key alone, by mouse alone, and beside the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridwar.control.controller.controller import Controller
from gridwar.engine.kit import TakeTurn
from gridwar.ui.map.frame.ghost_sheet import FREE_PX, best_place
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow
from gridwar.ui.window.tool_panels.target_rows import RefusedButton
from gridwar.ui.window.tool_panels.targets_panel import TargetsPanel
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

KEY = Qt.Key
LEFT = Qt.MouseButton.LeftButton
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A marine who aims a rifle at two, beside a third whom a wall of range keeps off."""
    yield from aiming_window(qtbot, marine=(3, 3), brawler=(8, 3), gunman=(4, 3), scout=(6, 6))


def aiming_window(qtbot: QtBot, **places: tuple[int, int]) -> Iterator[MainWindow]:
    """Open a window on a marine's turn among others."""
    session = begun("cepheus", *[3] * 12, **places)
    session.submit(TakeTurn(actor="marine"))
    made = MainWindow(Controller(session, odds_patience_s=60), make_theme(ThemeName.DARK))
    qtbot.addWidget(made)
    made.controller.aiming.work_beside(lambda act: act())
    made.resize(1600, 1000)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    made.map.setFocus()
    yield made
    made.controller.aiming.shut_down()


def aimed(window: MainWindow, action: str = "attack:gauss_rifle") -> TargetsPanel:
    """Return the step of an action that was chosen."""
    window.controller.actions.choose(action)
    window.controller.refresh_now()
    panel = window.tool_step.panel
    assert isinstance(panel, TargetsPanel)
    return panel


def test_arrows_and_tab_walk_the_rows_and_the_aim_with_them(window: MainWindow) -> None:
    """The row with the keyboard is whom the map points at; Enter opens the sheet."""
    panel = aimed(window)
    first, second = panel.rows[0], panel.rows[1]
    first.setFocus()
    for key, row in ((KEY.Key_Tab, first), (KEY.Key_Down, second), (KEY.Key_Up, first)):
        QTest.keyClick(QApplication.focusWidget() or panel, key)
        window.controller.refresh_now()
        assert QApplication.focusWidget() is row
        assert window.controller.view.hovered == (row.row.who,)
    QTest.keyClick(first, KEY.Key_Return)
    draft = window.controller.view.draft
    assert draft is not None
    assert draft.target == first.row.who


def test_shift_and_enter_in_a_row_play_it_at_once(window: MainWindow) -> None:
    """The one who is shot at is asked how to react; no sheet comes."""
    panel = aimed(window)
    QTest.keyClick(panel.rows[0], KEY.Key_Return, SHIFT)
    assert window.controller.view.draft is None
    assert window.controller.session.open


def test_the_mouse_alone_does_all_of_it(window: MainWindow) -> None:
    """A row opens the sheet, a button plays at once, the head leaves."""
    panel = aimed(window)
    assert not panel.at_once.isEnabled()
    QTest.mouseClick(panel.rows[1], LEFT)
    draft = window.controller.view.draft
    assert draft is not None
    assert draft.target == panel.rows[1].row.who
    window.controller.cancel()
    window.controller.refresh_now()
    assert panel.at_once.isEnabled()
    QTest.mouseClick(panel.at_once, LEFT)
    assert window.controller.session.open
    window.controller.timeline.undo()
    panel = aimed(window)
    QTest.mouseClick(panel.head, LEFT)
    assert window.controller.view.picking is None
    assert window.controller.view.selected == ("marine",)


def test_who_cannot_be_chosen_is_there_once_and_says_why(window: MainWindow) -> None:
    """A click on the name is a notice, and nobody is selected."""
    panel = aimed(window, "attack:unarmed")
    quiet = {one.accessibleName(): one for one in panel.findChildren(RefusedButton)}
    assert quiet
    assert all(one.accessibleDescription().startswith("Not now: ") for one in quiet.values())
    QTest.mouseClick(next(iter(quiet.values())), LEFT)
    assert window.controller.view.notice is not None
    assert window.controller.view.selected == ("marine",)


def test_every_row_says_all_of_it_to_who_hears_it(window: MainWindow) -> None:
    """Number, name, chance, where, and what comes of it."""
    panel = aimed(window)
    words = panel.rows[0].accessibleDescription()
    assert words.startswith(f"1. {panel.rows[0].accessibleName()}; ")
    assert "%" in words
    assert "square" in words


def test_x_is_the_aims_while_it_aims_and_the_grid_tools_before(window: MainWindow) -> None:
    """The innermost thing gets a key first."""
    panel = aimed(window)
    before = window.controller.aiming.choices()[0].chosen
    QTest.keyClick(window.map, KEY.Key_X)
    window.controller.refresh_now()
    assert window.controller.view.tool == "select"
    assert window.controller.aiming.choices()[0].chosen != before
    assert panel.isVisible()
    window.controller.cancel()
    QTest.keyClick(window.map, KEY.Key_X)
    assert window.controller.view.tool == "grid"


def test_no_tooltip_comes_while_aiming(window: MainWindow) -> None:
    """The ghost sheet says what there is to say."""
    aimed(window)
    window.controller.aiming.step(1)
    window.controller.refresh_now()
    view = window.map.map_scene.view
    assert view is not None
    assert view.aim is not None
    assert view.aim.ghost is not None
    assert [one.target for one in view.tokens].count(True) == 1
    assert view.dim == pytest.approx(0.46)


@pytest.mark.parametrize("x", [40.0, 400.0, 900.0])
@pytest.mark.parametrize("y", [30.0, 300.0, 650.0])
def test_the_ghost_sheet_keeps_clear_of_target_and_line(x: float, y: float) -> None:
    """Wherever the target is, twelve pixels stay free; all of the sheet is in the window."""
    room, size = QRectF(0, 0, 1000, 720), QSize(334, 180)
    target = QRectF(x, y, 40, 40)
    line = QLineF(QPointF(500, 360), target.center())
    box = QRectF(best_place(size, target, line, (), room), QRectF(0, 0, 334, 180).size())
    assert room.contains(box)
    around = box.adjusted(1 - FREE_PX, 1 - FREE_PX, FREE_PX - 1, FREE_PX - 1)
    assert not around.intersects(target)
    steps = [line.pointAt(n / 200) for n in range(201)]
    assert not any(box.contains(one) for one in steps)


def test_where_nobody_can_be_chosen_no_key_says_that_one_could(qtbot: QtBot) -> None:
    """Neither button stands there, and the status bar tells how to leave and how to look round."""
    made = aiming_window(qtbot, marine=(3, 3), brawler=(8, 3))
    window = next(made)
    panel = aimed(window)
    assert panel.sheet.isVisible()
    window.controller.cancel()
    panel = aimed(window, "attack:unarmed")
    assert not panel.rows
    assert not panel.sheet.isVisible()
    assert not panel.at_once.isVisible()
    assert [one.key for one in window.parts.status.view.keys] == ["Esc", "Arrows"]
    assert next(made, None) is None
