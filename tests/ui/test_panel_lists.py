"""The docks, driven with mouse and keys: order, card, actions, log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest

from gridwar.control.records.log_records import LogEntry, LogLine
from gridwar.control.records.panel_records import (
    OrderRow,
    OrderView,
    QuickView,
    RowAction,
    TokenBit,
)
from gridwar.engine.kit.card_order_and_flow import Figure
from gridwar.model.silhouettes import drawn
from gridwar.ui.map.tokens.token_portraits import Portraits
from gridwar.ui.panels.inspector_head import InspectorHead
from gridwar.ui.panels.log_entry_painting import LogPainter, as_text
from gridwar.ui.panels.log_panel import LogPanel
from gridwar.ui.panels.order_panel import OrderPanel
from gridwar.ui.panels.pools_figures_pips import FigureGrid
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import Theme, make_theme
from gridwar.ui.widgets.controls.condition_chip import Chip
from gridwar.ui.widgets.figures.value_table import TableLayout
from tests.support.uvtt import png
from tests.ui import panel_samples as samples

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

# What the offscreen platform cannot do has no bearing here.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def theme(qapp: object) -> Theme:
    """A dark theme at 100 %."""
    del qapp
    return make_theme(ThemeName.DARK)


def heard(signal: object) -> list[tuple[object, ...]]:
    """Return a list that fills with what a signal says."""
    said: list[tuple[object, ...]] = []
    signal.connect(lambda *args: said.append(args))  # type: ignore[attr-defined]
    return said


def shown(qtbot: QtBot, widget: QWidget, width: int = 330, height: int = 600) -> None:
    """Show a widget in a size."""
    qtbot.addWidget(widget)
    widget.resize(width, height)
    widget.show()
    QTest.qWait(1)


def row_of(panel: OrderPanel, name: str) -> QPoint:
    """Return the middle of a row of the order, in its viewport."""
    items = panel.list.records.items
    row = next(n for n, one in enumerate(items) if isinstance(one, OrderRow) and one.id == name)
    return panel.list.visualRect(panel.list.records.index(row)).center()


@pytest.fixture
def order(qtbot: QtBot, theme: Theme) -> OrderPanel:
    """The order of the samples."""
    panel = OrderPanel(theme)
    panel.show_view(samples.ORDER)
    shown(qtbot, panel, 206)
    return panel


def test_click_selects_and_ctrl_click_adds(order: OrderPanel) -> None:
    """A click on a row of the order selects; with Ctrl it adds."""
    said = heard(order.list.selected)
    QTest.mouseClick(order.list.viewport(), LEFT, pos=row_of(order, "kell"))
    ctrl = Qt.KeyboardModifier.ControlModifier
    QTest.mouseClick(order.list.viewport(), LEFT, ctrl, row_of(order, "g2"))
    assert said == [("kell", False), ("g2", True)]


def test_a_button_at_a_row_is_no_click_on_the_row(order: OrderPanel) -> None:
    """It says who would do what, and selects nobody; let go beside it, it says nothing."""
    haste = RowAction("haste", "chevrons-right", "Haste")
    rows = tuple(replace(row, actions=(haste,)) for row in samples.ORDER.rows)
    order.show_view(replace(samples.ORDER, rows=rows))
    said, picked = heard(order.list.action_wanted), heard(order.list.selected)
    view, row = order.list.viewport(), row_of(order, "kell")
    button = QPoint(view.width() - 24, row.y())
    QTest.mouseClick(view, LEFT, pos=button)
    assert (said, picked) == ([("kell", "haste")], [])
    QTest.mousePress(view, LEFT, pos=button)
    QTest.mouseRelease(view, LEFT, pos=row)
    assert (said, picked) == ([("kell", "haste")], [])


def test_a_list_shows_the_picture_of_a_token() -> None:
    """It is read once a size, kept small, and left out where it is no picture."""
    asked: list[str] = []

    class Pictures:
        def picture_bytes(self, digest: str) -> bytes | None:
            asked.append(digest)
            return png(300, 150) if digest == "face" else b"no picture"

    faces, there = Portraits(), Pictures()
    assert faces.of("face", 27) is None
    faces.look_into(there)
    shown = faces.of("face", 27)
    assert shown is not None
    assert (shown.width(), shown.height()) == (64, 32)
    assert faces.of("face", 64) is shown
    assert faces.of("other", 27) is None
    assert faces.of(None, 27) is None
    assert faces.of(drawn("mage"), 27) is None
    assert asked == ["face", "other"]
    larger = faces.of("face", 65)
    assert larger is not None
    assert larger.width() == 128


def test_dragging_a_row_reports_before_whom(order: OrderPanel) -> None:
    """A row dragged above another is reported with that one, and nothing moves by itself."""
    said, picked = heard(order.list.moved), heard(order.list.selected)
    view, start, end = order.list.viewport(), row_of(order, "wick"), row_of(order, "kell")
    before = order.list.records.items
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start - QPoint(0, 20))
    QTest.mouseMove(view, end - QPoint(0, 12))
    QTest.mouseRelease(view, LEFT, pos=end - QPoint(0, 12))
    assert (said, picked) == ([("wick", "kell")], [])
    assert order.list.records.items == before


def test_ctrl_down_moves_a_row_by_one(order: OrderPanel) -> None:
    """Ctrl and an arrow move the current row past its neighbour."""
    said = heard(order.list.moved)
    order.list.setCurrentIndex(order.list.records.index(2))
    QTest.keyClick(order.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert said == [("kell", "g2")]


def test_a_changed_row_keeps_the_others_in_place(qtbot: QtBot, theme: Theme) -> None:
    """New records report to Qt only the rows that differ."""
    del qtbot
    rows = tuple(OrderRow(str(n), f"Guard {n}", TokenBit("G")) for n in range(40))
    panel = OrderPanel(theme)
    panel.show_view(OrderView(rows))
    changed = heard(panel.list.records.dataChanged)
    resets = heard(panel.list.records.modelReset)
    inserted = heard(panel.list.records.rowsInserted)
    rows = (*rows[:7], replace(rows[7], acted=True), *rows[8:])
    panel.show_view(OrderView(rows))
    panel.show_view(OrderView((*rows[:3], OrderRow("new", "New", TokenBit("N")), *rows[3:])))
    assert changed[0][0].row() == 7  # type: ignore[attr-defined]
    assert [one[1:] for one in inserted] == [(3, 3)]
    assert not resets
    panel.deleteLater()


def test_quick_text_comes_as_typed(qtbot: QtBot, theme: Theme) -> None:
    """The quick field hands over the text as typed and shows an error from outside."""
    panel = InspectorHead(theme)
    panel.show_view(samples.CARD)
    shown(qtbot, panel)
    said = heard(panel.quick_entered)
    panel.quick.begin("-")
    QTest.keyClicks(panel.quick.line, "7")
    QTest.keyClick(panel.quick.line, Qt.Key.Key_Return)
    assert said == [("-7",)]
    panel.show_quick(QuickView(error="Select a combatant first."))
    assert panel.quick._error.isVisible()
    assert panel.quick.line.text() == "-7"
    QTest.keyClick(panel.quick.line, Qt.Key.Key_Return)
    panel.show_quick(QuickView())
    assert panel.quick.line.text() == ""


def test_characters_in_a_list_reach_the_window(order: OrderPanel, qtbot: QtBot) -> None:
    """A sign typed while a list has the keyboard is left to the window."""
    del qtbot
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Minus, Qt.KeyboardModifier(0), "-")
    order.list.keyPressEvent(event)
    assert not event.isAccepted()


def test_a_new_theme_reaches_everything_inside(order: OrderPanel) -> None:
    """A panel passes a new theme on to its parts."""
    light = make_theme(ThemeName.LIGHT)
    order.set_theme(light)
    assert order.list.theme is light
    assert order._next.theme is light
    assert order._title.theme is light


def test_a_chip_is_taken_off_by_its_cross_only(qtbot: QtBot, theme: Theme) -> None:
    """The cross of a condition takes it off, its words open it, Delete takes it off too."""
    panel = InspectorHead(theme)
    panel.show_view(samples.CARD)
    shown(qtbot, panel)
    removed, opened = heard(panel.chip_removed), heard(panel.chip_opened)
    chip = next(one for one in panel.findChildren(Chip) if one.view.id == "aim")
    QTest.mouseClick(chip, LEFT, pos=QPoint(20, chip.height() // 2))
    QTest.mouseClick(chip, LEFT, pos=QPoint(chip.width() - 8, chip.height() // 2))
    QTest.keyClick(chip, Qt.Key.Key_Delete)
    assert opened == [("mara", "aim")]
    assert removed == [("mara", "aim"), ("mara", "aim")]


@pytest.fixture
def log(qtbot: QtBot, theme: Theme) -> LogPanel:
    """The log of the samples."""
    panel = LogPanel(theme)
    panel.show_entries(samples.LOG)
    shown(qtbot, panel)
    return panel


def entry_box(panel: LogPanel, row_id: int) -> Callable[[int, int], QPoint]:
    """Return a function from a place in an entry to a place in the list."""
    row = next(n for n, one in enumerate(panel.list.records.items) if one.row_id == row_id)
    box = panel.list.visualRect(panel.list.records.index(row))
    return lambda x, y: box.topLeft() + QPoint(x if x >= 0 else box.width() + x, y)


def test_the_newest_entry_stands_on_top(log: LogPanel) -> None:
    """The log is given from the oldest on and shown from the newest on."""
    assert [one.row_id for one in log.list.records.items] == [6, 5, 4, 3, 2, 1]


def test_node_pencil_rule_and_branch_report_what_they_are(log: LogPanel) -> None:
    """A node goes back, the pencil amends, a rule id and a branch report themselves."""
    went, amended, rules = heard(log.list.go_to), heard(log.list.amend), heard(log.list.rule_wanted)
    view = log.list.viewport()
    QTest.mouseClick(view, LEFT, pos=entry_box(log, 3)(20, 10))
    QTest.mouseClick(view, LEFT, pos=entry_box(log, 3)(-20, 8))
    QTest.mouseClick(view, LEFT, pos=entry_box(log, 3)(-30, 30))
    branch = entry_box(log, 2)
    height = log.list.visualRect(log.list.records.index(4)).height()
    QTest.mouseClick(view, LEFT, pos=branch(60, height - 18))
    assert (went, amended) == ([(3,), (90,)], [(3,)])
    assert [one[:2] for one in rules] == [("CE-CND-04", 3)]


def test_search_finds_rules_and_words(log: LogPanel) -> None:
    """The search of the log finds rule ids and words of the reasons, all of them."""
    log.search.setText("dmg-03 kell")
    assert [one.row_id for one in log.list.records.items] == [4]
    log.search.setText("")
    assert len(log.list.records.items) == len(samples.LOG)


def test_enter_goes_to_the_current_entry(log: LogPanel) -> None:
    """Enter on an entry of the log goes back to it, F2 amends it."""
    went, amended = heard(log.list.go_to), heard(log.list.amend)
    log.list.setCurrentIndex(log.list.records.index(3))
    QTest.keyClick(log.list, Qt.Key.Key_Return)
    QTest.keyClick(log.list, Qt.Key.Key_F2)
    assert (went, amended) == ([(3,)], [(3,)])


def test_one_more_of_two_thousand_entries_is_measured_alone(qtbot: QtBot, theme: Theme) -> None:
    """One more entry on top of two thousand is shown without measuring the others again."""
    lines = (LogLine("Rifle 2, Dexterity 1, aimed 2, half cover", "+3", "CE-SIG-03"),)
    entries = tuple(LogEntry(n, f"Command {n}", lines=lines) for n in range(2002))
    panel = LogPanel(theme)
    panel.show_entries(entries[:2000])
    shown(qtbot, panel)
    panel.show_entries(entries[:2001])
    QTest.qWait(20)
    before = sum(map(len, panel.list.look.geometry.heights.values()))
    panel.show_entries(entries)
    QTest.qWait(20)
    assert panel.list.visualRect(panel.list.records.index(0)).isValid()
    assert sum(map(len, panel.list.look.geometry.heights.values())) == before + 1


def test_a_value_too_long_to_stand_beside_the_words_stands_below(theme: Theme) -> None:
    """Words and value of a line never lie on each other, however narrow the log is."""
    painter = LogPainter(theme)
    short = LogEntry(1, "Foe is wounded", lines=(LogLine("Health", "1 \u2192 2", "CE-DMG-07"),))
    long = LogLine("Health", "wounded \u2192 seriously wounded", "CE-DMG-07")
    one_line = painter.height(short, 270)
    assert painter.height(replace(short, lines=(long,)), 270) > one_line
    assert painter.height(replace(short, lines=(long,)), 500) == painter.height(short, 500)


def test_an_entry_as_text_holds_every_number() -> None:
    """A copied entry holds headline, result, dice, values and rules."""
    text = as_text(samples.LOG[3])
    for part in ("hit, −7", "[5] [4]", "+3", "CE-DMG-03"):
        assert part in text


def test_a_table_in_the_log_names_its_rules(qtbot: QtBot, theme: Theme) -> None:
    """A rule id at a row of a table can be clicked, and the copied entry holds every value."""
    panel = LogPanel(theme)
    panel.show_entries((samples.STAGED,))
    shown(qtbot, panel)
    rules, view = heard(panel.list.rule_wanted), panel.list.viewport()
    at = entry_box(panel, 0)
    height = panel.list.visualRect(panel.list.records.index(0)).height()
    for y in range(0, height, 6):
        QTest.mouseClick(view, LEFT, pos=at(-30, y))
    assert {rule for rule, _row, _line in rules} == {row.rule_id for row in samples.STAGES.rows}
    assert "Built | 40 | 25 | 30 | 0 | 22 | 10  DR-MIX-01" in as_text(samples.STAGED)


def test_columns_that_do_not_fit_go_on_below(theme: Theme) -> None:
    """A table needs fewer blocks the wider it is, and shows every column in each width."""
    heights = [TableLayout(theme, samples.STAGES, width).height for width in (200, 300, 600)]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > 2 * heights[-1]


def test_a_long_figure_takes_more_room_instead_of_being_cut(theme: Theme) -> None:
    """Four short figures share a row; a long value takes two columns and pushes the next on."""
    grid = FigureGrid(theme)
    short = tuple(Figure(name, "7") for name in ("A", "B", "C", "D"))
    grid.show_figures(short)
    one_row = grid.heightForWidth(300)
    grid.show_figures((Figure("Gauss rifle", "4D6 40/40"), *short[1:]))
    assert grid.heightForWidth(300) == 2 * one_row
    grid.deleteLater()
