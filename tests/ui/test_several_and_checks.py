"""Several selected in the real window: the head, one check for all by keys or mouse, a drag."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.map_at_rest import TAGS_AT_REST, CalmMap
from gridwar.engine.gm.commands_together import Together
from gridwar.engine.gm.map_commands import PutWalls
from gridwar.engine.play.replies_and_corrections import Reply
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow
from gridwar.ui.window.tool_panels.check_rows import ROW_PX, Columns, shape_of
from gridwar.ui.window.tool_panels.checks_panel import ChecksPanel
from tests.support.crowds import SYSTEMS, crowd, goblins
from tests.support.evening.hands import idle, until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    Open = Callable[..., MainWindow]

KEY = Qt.Key
NO_BUTTON = Qt.MouseButton.NoButton
LEFT = Qt.MouseButton.LeftButton
TWENTY, SIX = 20, 6


@pytest.fixture
def opened(qtbot: QtBot) -> Iterator[Open]:
    """Opens a window on a crowd, all of it selected."""
    made: list[MainWindow] = []

    def open_window(system: str, number: int, *, begins: bool = False) -> MainWindow:
        session = crowd(system, number, begins=begins)
        window = MainWindow(Controller(session, odds_patience_s=60), make_theme(ThemeName.DARK))
        made.append(window)
        qtbot.addWidget(window)
        window.resize(1600, 1000)
        window.show()
        qtbot.waitExposed(window)
        window.activateWindow()
        window.controller.selection.select(*goblins(session))
        window.controller.refresh_now()
        window.map.setFocus()
        return window

    yield open_window
    for window in made:
        window.controller.aiming.shut_down()


def press(window: MainWindow, key: Qt.Key) -> None:
    """Press a key where the keyboard is; it is on the map until something takes it."""
    QTest.keyClick(QApplication.focusWidget() or window.map, key)
    window.controller.refresh_now()


def table(window: MainWindow) -> ChecksPanel:
    """Return the step that is shown."""
    window.controller.refresh_now()
    panel = window.tool_step.panel
    assert isinstance(panel, ChecksPanel)
    return panel


def checked(window: MainWindow) -> ChecksPanel:
    """Return the step of the first check that all of those selected can make."""
    press(window, KEY.Key_1)
    return table(window)


def click(widget: QWidget, place: QPoint | None = None) -> None:
    """Click into the middle of a widget, or at a place in it."""
    QTest.mouseClick(widget, LEFT, Qt.KeyboardModifier.NoModifier, place or widget.rect().center())


@pytest.mark.parametrize("system", SYSTEMS)
def test_twenty_roll_in_two_inputs(opened: Open, system: str) -> None:
    """From the selection on: a digit, Enter. One row with the dice of each; one undo."""
    window = opened(system, TWENTY)
    session, before = window.controller.session, window.controller.encounter
    rows = len(session.history.rows)
    for key in (KEY.Key_1, KEY.Key_Return):  # the two
        press(window, key)
    assert len(session.history.rows) == rows + 1
    row = list(session.history.rows.values())[-1]
    assert isinstance(row.command, Together)
    rolled = [one for one in row.replies.filed if isinstance(one, Reply) and one.faces]
    assert len(rolled) == TWENTY
    session.undo()
    assert window.controller.encounter == before


def test_twenty_roll_in_two_clicks(opened: Open) -> None:
    """By mouse alone: a chip of the list, the brass button."""
    window = opened("cepheus", TWENTY)
    rows = len(window.controller.session.history.rows)
    window.controller.actions.choose("check for all:plain")
    panel = table(window)
    click(panel.primary)
    assert len(window.controller.session.history.rows) == rows + 1


def test_dice_are_typed_by_key_or_picked_by_mouse(opened: Open) -> None:
    """A digit fills the next box; a click on a known die takes the dice of that line back."""
    window = opened("cepheus", 3)
    press(window, KEY.Key_1)
    panel = table(window)
    for key in (KEY.Key_5, KEY.Key_6):
        press(window, key)
    first = table(window).rows[0]
    assert first.row.dice[0].faces == (5, 6)
    box = first._boxes(window.theme.px(ROW_PX) / 2)[0][0]
    click(first, box.center().toPoint())
    assert table(window).rows[0].row.dice[0].faces == ()
    assert panel.rows[0].row.is_current


def test_a_wrong_figure_is_said_at_its_line(opened: Open) -> None:
    """The row grows by a line of words, and says them to a screen reader."""
    window = opened("cepheus", 3)
    press(window, KEY.Key_1)
    press(window, KEY.Key_9)
    row = table(window).rows[0]
    assert row.row.problem == "A D6 has no 9."
    assert row.accessibleDescription() == "A D6 has no 9."
    assert row.sizeHint().height() > table(window).rows[1].sizeHint().height()


def test_escape_leaves_the_step_and_keeps_the_selection(opened: Open) -> None:
    """The list of actions is back; the next press takes the selection."""
    window = opened("cepheus", 3)
    press(window, KEY.Key_1)
    press(window, KEY.Key_Escape)
    assert window.tool_step.panel is None
    assert len(window.controller.view.selected) == 3
    press(window, KEY.Key_Escape)
    assert not window.controller.view.selected


def test_the_head_shows_eight_and_folds_the_rest(opened: Open) -> None:
    """A click unfolds them, one on a row selects that one alone."""
    window = opened("cepheus", 13)
    rows = window.inspector.head.several_rows
    assert len(rows.buttons) == 8
    assert rows.more.text() == "and 5 more"
    click(rows.more)
    assert len(rows.buttons) == 13
    click(rows.buttons[2])
    window.controller.refresh_now()
    assert window.controller.view.selected == ("goblin2",)
    assert not rows.isVisible()


def test_a_quick_number_is_for_all_of_them(opened: Open) -> None:
    """A sign over the map opens the field, Enter takes it off each."""
    window = opened("cepheus", 3)
    before = window.controller.encounter
    press(window, KEY.Key_Minus)
    line = window.inspector.head.quick.line
    assert line.placeholderText().endswith("for all 3")
    for key in (KEY.Key_4, KEY.Key_Return):
        QTest.keyClick(line, key)
    now = window.controller.encounter
    assert all(now[who] != before[who] for who in goblins(window.controller.session))


@pytest.mark.parametrize("system", ["arrgs", "cepheus", "drive", "percentile"])
def test_six_are_moved_in_one_drag_with_their_costs(opened: Open, system: str) -> None:
    """Each way has its price, all stand one square on, undo brings them back."""
    window = opened(system, SIX, begins=True)
    controller, view = window.controller, window.map
    before = controller.encounter
    view.fit()

    def send(kind: QEvent.Type, cell: tuple[float, float]) -> None:
        button = NO_BUTTON if kind is QEvent.Type.MouseMove else LEFT
        local = QPointF(view.mapFromScene(QPointF(cell[0] + 0.5, cell[1] + 0.5)))
        there = view.viewport().mapToGlobal(local)
        held = NO_BUTTON if kind is QEvent.Type.MouseButtonRelease else LEFT
        event = QMouseEvent(kind, local, there, button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(view.viewport(), event)
        idle()

    def is_found() -> bool:
        plan = controller.view.plan
        return plan is not None and bool(plan.group) and all(one.costs for one in plan.group)

    idle()  # the window may still be laid out, and the map with it
    send(QEvent.Type.MouseButtonPress, (2, 2))
    send(QEvent.Type.MouseMove, (2.4, 2))
    send(QEvent.Type.MouseMove, (3, 2))
    until(is_found, "each has its way")
    plan = controller.view.plan
    assert plan is not None
    assert [bool(one.cost_text) for one in plan.group] == [True] * SIX
    send(QEvent.Type.MouseButtonRelease, (3, 2))
    old = [before[who].pos for who in goblins(controller.session)]
    new = [controller.encounter[who].pos for who in goblins(controller.session)]
    assert new == [one.shifted(1, 0) for one in old if isinstance(one, Cell)]
    controller.timeline.undo()
    assert controller.encounter == before


def test_the_fight_begins_from_the_table(opened: Open) -> None:
    """N shows it, a chip says who is surprised, Enter begins."""
    window = opened("percentile", 3)
    window.window_actions.action("fight.next").trigger()
    panel = table(window)
    chip, who = panel.surprise.chips[1]
    click(chip)
    assert table(window).rows[0].row.surprised is ("goblin0" in who)
    press(window, KEY.Key_Return)
    assert window.controller.encounter.round == 1
    assert all(window.controller.encounter[one].has_effect("surprised") for one in who)


def test_a_narrow_table_keeps_its_names_whole(opened: Open) -> None:
    """What is needed stands below the name then, and the head of that column goes."""
    panel = checked(opened("cepheus", 4))
    row = next(iter(panel.rows))
    shape = shape_of([row.row], "total", panel.theme)
    wide, narrow = (Columns(panel.theme, width, shape) for width in (344, 300))
    assert (wide.has_needs, narrow.has_needs, narrow.needs_below) == (True, False, True)
    assert narrow.name_right == narrow.needs_right


def test_nothing_moves_below_the_table_while_dice_are_typed(opened: Open) -> None:
    """However long the words are that say how many passed, they take one line."""
    window = opened("cepheus", 6)
    panel = checked(window)
    place = panel.primary.mapTo(panel, QPoint())
    for key in (KEY.Key_5, KEY.Key_4, KEY.Key_3):
        press(window, key)
        QApplication.processEvents()
        assert panel.primary.mapTo(panel, QPoint()).y() == place.y()


def test_each_of_a_check_has_a_tag_on_the_map(opened: Open) -> None:
    """The few labels of a map at rest are not all there may be of what was asked for."""
    window = opened("cepheus", 8)
    calm = CalmMap(window.controller)
    assert calm.most_tags == TAGS_AT_REST
    checked(window)
    assert calm.most_tags is None


def test_a_chip_proposes_who_sees_no_enemy(opened: Open) -> None:
    """It is the last of the chips, unset at first; a click says that they are surprised."""
    window = opened("percentile", 3)
    here = window.controller.encounter
    wall = Wall(id="w", a=Point(5 * SUBCELL, 0), b=Point(5 * SUBCELL, 20 * SUBCELL))
    window.controller.submit(PutWalls(put=(wall,)))
    assert here is not window.controller.encounter
    window.window_actions.action("fight.next").trigger()
    panel = table(window)
    chip, who = panel.surprise.chips[-1]
    assert (chip.text(), who) == ("2 see no enemy", ("goblin0", "goblin1"))
    assert not chip.isChecked()
    assert "Goblin 0: Foe: a wall at" in chip.toolTip()
    click(chip)
    assert [row.row.surprised for row in table(window).rows[:3]] == [True, True, False]
    assert panel.surprise.chips[-1][0].isChecked()
