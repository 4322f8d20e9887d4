"""What the window asks of the rules: each reason once a state, and a bounded number a drag."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from frozendict import frozendict
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridwar import engine, systems
from gridwar.caches import forget_fight
from gridwar.control.controller.controller import Controller
from gridwar.engine.kit.turn_and_move_commands import BeginFight, TakeTurn
from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.systems import find_system, system_ids
from gridwar.ui.panels.action_headings import FoldRow
from gridwar.ui.panels.inspector import Tab
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import Theme, apply_theme, make_theme
from gridwar.ui.window.main_window import MainWindow
from tests.support.calls import calls_within

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter

LEFT = Qt.MouseButton.LeftButton
SEED = 2718
"""Of the dice: the same order of turns each time."""
WIDE, NARROW = (1280, 720), (700, 720)
"""Sizes of a window: with its panels one below the other, and in tabs."""
MOST: Final = {
    "arrgs": 1500,
    "cepheus": 1000,
    "drive": 230,
    "fluid": 1000,
    "freeform": 40,
    "percentile": 930,
}
"""So many calls from the engine into a system may one drag by two squares make.

All that the mover is offered tells its price and why not, once; then who is offered what, for
everybody, and the move itself: planned twice, and played.
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


def test_a_list_that_is_looked_at_again_asks_nothing(
    tables: Callable[[str, tuple[int, int]], Table],
) -> None:
    """Prices and reasons were asked when the state was shown: scrolling and unfolding are free."""
    table = tables("cepheus", NARROW)
    panel = table.window.actions_panel
    table.window.inspector.show_tab(Tab.ACTIONS)
    turn()
    with calls_within(systems.__path__[0], caller=engine.__path__[0]) as counted:
        panel.findChildren(FoldRow)[0].click()
        turn()
        panel._scroll.verticalScrollBar().setValue(200)
        panel.grab()
        table.controller.actions.in_order()
    assert counted.total() == 0, counted.most_common(20)
