"""What the window asks of the rules: reasons for rows in sight, and a bounded number a drag."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from frozendict import frozendict
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from gridwar import engine, systems
from gridwar.caches import forget_fight
from gridwar.control.controller.controller import Controller
from gridwar.control.records.panel_records import ActionsView
from gridwar.engine.kit.offers_and_actions import Action, Asked
from gridwar.engine.kit.turn_and_move_commands import BeginFight, TakeTurn
from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.systems import find_system, system_ids
from gridwar.ui.panels.action_rows import ActionRow
from gridwar.ui.panels.actions_panel import ActionsPanel
from gridwar.ui.panels.inspector import Tab
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import Theme, apply_theme, make_theme
from gridwar.ui.window.main_window import MainWindow
from tests.support.calls import calls_within
from tests.ui import panel_samples as samples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter
    from gridwar.model.question_and_refusal import Refusal

LEFT = Qt.MouseButton.LeftButton
SEED = 2718
"""Of the dice: the same order of turns each time."""
WIDE, NARROW = (1280, 720), (700, 720)
"""Sizes of a window: with its panels one below the other, and in tabs."""
MOST: Final = {
    "arrgs": 1000,
    "cepheus": 480,
    "drive": 160,
    "fluid": 410,
    "freeform": 40,
    "percentile": 380,
}
"""So many calls from the engine into a system may one drag by two squares make.

Whatever a system offers, reasons are asked for the rows in sight; what is left is who is offered
what, for everybody, and the move itself: planned twice, and played.
"""


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """A dark theme at 100 %."""
    found = make_theme(ThemeName.DARK)
    apply_theme(qapp, found)
    return found


def turn() -> None:
    """Let the event loop do what is to be done now."""
    for _round in range(6):
        QApplication.processEvents()


def in_sight(panel: ActionsPanel) -> list[int]:
    """Return the numbers of the rows of which something can be seen."""
    rows = panel.findChildren(ActionRow)
    return [at for at, row in enumerate(rows) if not row.visibleRegion().isEmpty()]


# --- the panel ------------------------------------------------------------------------------------


def asked_after(number: int) -> tuple[ActionsView, list[int]]:
    """Return so many actions, and the numbers of those whose reason was asked, as it is asked."""
    asked: list[int] = []

    def why_not(at: int) -> Refusal | None:
        asked.append(at)
        return samples.STANDS_STILL if at % 2 else None

    def action(at: int) -> Action:
        said = Asked(tuple, lambda: why_not(at))
        return Action(f"a{at}", f"Act {at}", "zap", samples.nothing, asked=said)

    return ActionsView(tuple(map(action, range(number)))), asked


def beside_a_line(qtbot: QtBot, theme: Theme) -> tuple[QWidget, ActionsPanel, list[int]]:
    """Return a window with a line that has the keyboard, a panel of 40 actions, and those asked."""
    window = QWidget()
    line, panel = QLineEdit(), ActionsPanel(theme)
    column = QVBoxLayout(window)
    column.addWidget(line)
    column.addWidget(panel)
    view, asked = asked_after(40)
    panel.show_view(view)
    assert asked == []
    line.setFocus()
    qtbot.addWidget(window)
    window.resize(330, 260)
    window.show()
    window.activateWindow()
    turn()
    return window, panel, asked


def test_reasons_are_asked_down_to_the_lowest_row_in_sight(qtbot: QtBot, theme: Theme) -> None:
    """Each row that can be seen has been asked why not once; what is further below has not."""
    _window, panel, asked = beside_a_line(qtbot, theme)
    assert asked == in_sight(panel)
    assert 2 < len(asked) < 15
    area = panel.findChild(QScrollArea)
    assert area is not None
    area.verticalScrollBar().setValue(100)
    turn()
    assert asked == [*range(in_sight(panel)[-1] + 1)]


def test_all_reasons_are_asked_once_the_keyboard_comes(qtbot: QtBot, theme: Theme) -> None:
    """Whatever row the keyboard goes to next has its height already."""
    _window, panel, asked = beside_a_line(qtbot, theme)
    assert len(asked) < 15
    rows = panel.findChildren(ActionRow)
    rows[0].setFocus(Qt.FocusReason.TabFocusReason)
    assert asked == [*range(40)]
    assert rows[39].height() > rows[38].height()


# --- the window -----------------------------------------------------------------------------------


class Table:
    """The window of a fight of all samples of a system, and a hand."""

    def __init__(self, system_id: str, theme: Theme, size_px: tuple[int, int]) -> None:
        system = find_system(system_id)
        first = Loaded(_everybody(system), (), Position(), DiceCounter(SEED))
        session = Session(system, first)
        session.submit(BeginFight())
        session.submit(TakeTurn(actor=next(iter(session.encounter.combatants))))
        self.who = session.encounter.turn or next(iter(session.encounter.combatants))
        self.controller = Controller(session)
        self.window = MainWindow(self.controller, theme)
        self.window.map.map_scene.reduce_motion = True
        self.window.resize(*size_px)
        self.window.show()
        turn()
        self.controller.selection.select(self.who)
        turn()

    @property
    def place(self) -> Cell:
        """Where the mover stands."""
        found = self.controller.encounter[self.who].pos
        assert found is not None
        return found

    def drag(self, squares: int) -> None:
        """Drag the mover down, square by square, until the window rests."""
        view, (x, y) = self.window.map, self.place
        port = view.viewport()
        ways = [view.mapFromScene(QPointF(x + 0.5, y + n + 0.5)) for n in range(squares + 1)]
        QTest.mousePress(port, LEFT, pos=ways[0])
        turn()
        for at in ways[1:]:
            QTest.mouseMove(port, at)
            turn()
        QTest.mouseRelease(port, LEFT, pos=ways[-1])
        turn()

    def undo(self) -> None:
        """Take the last command back, the mover still selected."""
        self.controller.timeline.undo()
        self.controller.selection.select(self.who)
        turn()


def _everybody(system: System) -> Encounter:
    """Return a fight of all samples, four in a row, three squares apart."""
    placed = {
        one.id: one.replace(pos=Cell(3 + 3 * (at % 4), 3 + 4 * (at // 4)))
        for at, one in enumerate(system.data.samples())
    }
    return system.new_encounter("Drag").replace(combatants=frozendict(placed))


@pytest.fixture
def tables(qtbot: QtBot, theme: Theme) -> Iterator[Callable[[str, tuple[int, int]], Table]]:
    """Return what opens windows, which are closed at the end."""
    opened: list[Table] = []
    forget_fight()  # what other tests left in the caches makes some tens of calls more or less

    def table(system_id: str, size_px: tuple[int, int]) -> Table:
        opened.append(Table(system_id, theme, size_px))
        qtbot.addWidget(opened[-1].window)
        return opened[-1]

    yield table
    for one in opened:
        one.controller.action_drafts.shut_down()


@pytest.mark.parametrize("system_id", system_ids())
def test_a_drag_asks_little_of_the_rules(
    tables: Callable[[str, tuple[int, int]], Table], system_id: str
) -> None:
    """The engine calls into the system no more often than its bound, the second time as well."""
    table = tables(system_id, WIDE)
    for _time in range(2):
        start = table.place
        with calls_within(systems.__path__[0], caller=engine.__path__[0]) as counted:
            table.drag(2)
        assert table.place == Cell(start.x, start.y + 2)
        assert counted.total() <= MOST[system_id], counted.most_common(20)
        table.undo()


def test_a_panel_below_other_tabs_asks_nothing(
    tables: Callable[[str, tuple[int, int]], Table],
) -> None:
    """Behind the sheet nothing is asked; on top the rows are told before a paint."""
    table = tables("cepheus", NARROW)
    inspector, panel = table.window.inspector, table.window.actions_panel
    for tab in (Tab.ACTIONS, Tab.SHEET):
        inspector.show_tab(tab)
        turn()
    table.drag(2)
    rows = panel.findChildren(ActionRow)
    assert in_sight(panel) == []
    assert not any(row.is_told for row in rows if not row.isHidden())
    inspector.show_tab(Tab.ACTIONS)
    QCoreApplication.sendPostedEvents(panel._body, QEvent.Type.LayoutRequest.value)
    seen = in_sight(panel)
    assert len(seen) > 5
    assert all(rows[at].is_told for at in seen)
