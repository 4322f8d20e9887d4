"""Rule cards in the window: where they lie, what marks them, pins, keys, and what they change."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.reference_cards import lying_on
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.gm.map_commands import Paint, SetTerrainKind
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.model.battlemap import LayerName
from gridwar.model.geometry import Cell
from gridwar.model.painted_layers import Layer
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
from gridwar.ui.panels.inspector import Tab
from gridwar.ui.panels.pools_figures_pips import FigureGrid
from gridwar.ui.popovers.rule_card_notch import Side, beside
from gridwar.ui.popovers.rule_card_rows import UseRow
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.widgets.controls.buttons_and_switches import Switch
from gridwar.ui.widgets.controls.condition_chip import Chip
from gridwar.ui.widgets.figures.sum_rows import SumRow
from gridwar.ui.window.help.command_palette import CommandPalette
from gridwar.ui.window.main_window import MainWindow
from tests.support.evening.hands import Hands, idle, until
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from gridwar.ui.popovers.rule_popover import RulePopover
    from gridwar.ui.widgets.containers.popover_base import Popover

AWAY_PX = 22
FILLS_PX = 62
"""A card that is so much lower than the map has all the room there is: ruler and edges."""
NONE = Qt.KeyboardModifier.NoModifier
ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A fight by the rules of Cepheus in a window of the usual size."""
    session = begun("cepheus", 4, 4, 1, 1, 1, 2, marine=(3, 3), brawler=(5, 3))
    session.submit(TakeTurn(actor="marine"))
    made = MainWindow(Controller(session, odds_patience_s=60), make_theme(ThemeName.DARK))
    qtbot.addWidget(made)
    made.resize(1600, 1000)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    made.controller.selection.select("marine")
    made.map.setFocus()
    idle()
    yield made
    made.controller.action_drafts.shut_down()


def _cards(window: MainWindow) -> list[str]:
    """Return the titles of the cards that are open, the one that is not pinned last."""
    return [one.card.title for one in window.on_demand.cards.cards if one.card is not None]


def _card(window: MainWindow) -> RulePopover:
    return window.on_demand.cards.cards[-1]


def _on_screen(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(QPoint()), widget.size())


def _at_rest(popover: Popover) -> QRect:
    """Return where a popover lies on the screen once it has come: it may be on its way yet."""
    parent = popover.parentWidget()
    assert parent is not None
    return QRect(parent.mapToGlobal(popover.rest.topLeft()), popover.size())


def _press(key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
    has = QApplication.focusWidget()
    assert has is not None
    QTest.keyClick(has, key, held)
    idle()


def _attack(window: MainWindow) -> list[SumRow]:
    """Open the sheet of an attack; return the lines of its sum that name rules."""
    controller = window.controller
    controller.actions.choose("attack:gauss_rifle")
    if controller.view.picking is not None:
        controller.action_drafts.aim_at("brawler")
    until(window.on_demand.attack.isVisible, "the attack's sheet")
    until(lambda: controller.view.draft and controller.view.draft.odds, "the odds")
    idle()
    window.grab()
    return [one for one in window.on_demand.attack.findChildren(SumRow) if one.rule_spots]


def _open_from_sheet(window: MainWindow, rule_id: str) -> SumRow:
    row = next(one for one in _attack(window) if one.line.rule_id == rule_id)
    place = row.rule_spots[0].box.center().toPoint()
    Hands(lambda: window).click(row.mapToGlobal(place))
    idle()
    return row


# --- where it lies -------------------------------------------------------------------------------


def test_a_card_lies_beside_the_sheet_that_named_it(window: MainWindow) -> None:
    """22 px away from it, its notch at the line, which keeps its ground until the card is gone."""
    row = _open_from_sheet(window, "CE-RNG-03")
    card, sheet, line = _at_rest(_card(window)), _at_rest(window.on_demand.attack), row
    assert sheet.left() - card.right() - 1 == AWAY_PX
    notch = _card(window)._notch
    tip = window.mapToGlobal(notch.tip)
    assert notch.side is Side.RIGHT
    assert notch.isVisible()
    assert _on_screen(line).top() <= tip.y() <= _on_screen(line).bottom()
    assert _is_marked(row)
    marked = row.grab().toImage()
    _press(Qt.Key.Key_Escape)
    assert not _is_marked(row)
    assert row.grab().toImage() != marked
    assert window.on_demand.attack.hasFocus()


def test_a_card_of_a_sheet_that_is_still_coming_lies_beside_its_place(window: MainWindow) -> None:
    """A quick hand clicks while the sheet slides in: the card is not over it once it has come."""
    rows = _attack(window)
    sheet = window.on_demand.attack
    sheet._coming.stop()
    sheet._come(1.0)
    assert sheet.pos() != sheet.rest.topLeft()
    row = next(one for one in rows if one.line.rule_id == "CE-RNG-03")
    Hands(lambda: window).click(row.mapToGlobal(row.rule_spots[0].box.center().toPoint()))
    sheet._come(0.0)
    assert _at_rest(sheet).left() - _at_rest(_card(window)).right() - 1 == AWAY_PX


def _is_marked(row: SumRow) -> bool:
    return row.named_box is not None


def test_attacker_and_target_stay_free_beside_sheet_and_card(window: MainWindow) -> None:
    """The map pans where a card would hide one of the two."""
    _open_from_sheet(window, "CE-RNG-03")
    until(lambda: not _hidden(window), "both to be seen")


def _hidden(window: MainWindow) -> list[str]:
    """Return who of the attack is hidden by the sheet or by a card, or off the map."""
    parts = (window.on_demand.attack, *window.on_demand.cards.cards)
    covered = [_on_screen(one) for one in parts]
    view = window.map.viewport()
    hidden = []
    for who in ("marine", "brawler"):
        cell = window.controller.encounter[who].pos
        assert cell is not None
        at = window.map.mapFromScene(QPointF(cell.x + 0.5, cell.y + 0.5))
        place = view.mapToGlobal(at)
        if not view.rect().contains(at) or any(one.contains(place) for one in covered):
            hidden.append(who)
    return hidden


AREA = QRect(0, 0, 1600, 1000)


@pytest.mark.parametrize(
    ("part", "side", "left"),
    [
        (QRect(1000, 40, 600, 900), Side.RIGHT, 1000 - 22 - 480),
        (QRect(0, 40, 300, 900), Side.LEFT, 300 + 22),
    ],
)
def test_a_card_goes_to_the_side_that_has_room(part: QRect, side: Side, left: int) -> None:
    """Left of what named it, else right."""
    line = QRect(part.left() + 20, 400, 200, 30)
    corner, found = beside(line, part, (AREA, AREA), QSize(480, 500))
    assert (found, corner.x()) == (side, left)
    assert corner.y() <= line.center().y() <= corner.y() + 500


@pytest.mark.parametrize("y", [60, 500, 900])
def test_a_card_is_never_over_the_line_that_named_it(y: int) -> None:
    """Where there is no room beside the part it lies above or below the line."""
    small = QRect(0, 0, 700, 1000)
    line = QRect(150, y, 400, 30)
    corner, _side = beside(line, QRect(100, 0, 500, 1000), (small, small), QSize(480, 400))
    assert not QRect(corner, QSize(480, 400)).intersects(line)


def test_a_narrow_map_lends_the_room_beside_it() -> None:
    """Before a card covers the sheet it lies over what is beside the map."""
    map_area, line = QRect(300, 0, 900, 700), QRect(760, 300, 400, 30)
    corner, side = beside(line, QRect(740, 0, 520, 700), (map_area, AREA), QSize(480, 400))
    assert (side, corner.x()) == (Side.RIGHT, 740 - 22 - 480)


# --- which are open ------------------------------------------------------------------------------


def test_one_card_gives_way_to_the_next_and_a_pinned_one_stays(window: MainWindow) -> None:
    """P pins; what is pinned outlives the sheet, what is not goes with it."""
    _open_from_sheet(window, "CE-RNG-03")
    window.guides.open_rule("CE-CORE-04")
    assert _cards(window) == ["Skill DM, trained and untrained"]
    _press(Qt.Key.Key_P)
    row = next(
        one
        for one in window.on_demand.attack.findChildren(SumRow)
        if one.line.rule_id == "CE-RNG-03"
    )
    Hands(lambda: window).click(row.mapToGlobal(row.rule_spots[0].box.center().toPoint()))
    idle()
    assert _cards(window) == [
        "Skill DM, trained and untrained",
        "Attack difficulty by weapon and band",
    ]
    window.controller.action_drafts.close()
    until(lambda: not window.on_demand.attack.isVisible(), "the sheet to go")
    idle()
    assert _cards(window) == ["Skill DM, trained and untrained"]


def test_a_card_is_dragged_by_its_head_and_kept(window: MainWindow) -> None:
    """It lies where it was put, and is pinned by that."""
    window.guides.open_rule("CE-CORE-04")
    idle()
    card = _card(window)
    before = card.pos()
    head = card.mapToGlobal(QPoint(160, 18))
    hands = Hands(lambda: window)
    hands.drag(head, head - QPoint(120, -40))
    idle()
    assert card.pos() == before - QPoint(120, -40)
    assert card.is_pinned
    assert card.pin.isChecked()
    window.resize(1500, 900)
    idle()
    assert card.pos() == before - QPoint(120, -40)


def test_escape_leaves_the_card_before_the_sheet(window: MainWindow) -> None:
    """Also where the keyboard is in the sheet, or on the map."""
    _open_from_sheet(window, "CE-RNG-03")
    window.on_demand.attack.setFocus()
    _press(Qt.Key.Key_Escape)
    assert _cards(window) == []
    assert window.on_demand.attack.isVisible()
    window.guides.open_rule("CE-RNG-03")
    window.map.setFocus()
    _press(Qt.Key.Key_Escape)
    assert _cards(window) == []
    assert window.on_demand.attack.isVisible()


def test_a_card_goes_back_and_copies_by_key(window: MainWindow) -> None:
    """Alt+Left shows the card before; Ctrl+C copies it with its table, a tab between columns."""
    window.guides.open_rule("CE-RNG-03")
    window.guides.open_rule("CE-RNG-01")
    assert _cards(window) == ["Range bands"]
    _card(window).open("CE-RNG-03")
    _press(Qt.Key.Key_Left, ALT)
    assert _cards(window) == ["Range bands"]
    _press(Qt.Key.Key_C, CTRL)
    copied = QApplication.clipboard().text()
    assert copied.startswith("CE-RNG-01  Range bands\n")
    assert "Short\t3\u20138\tup to 12" in copied.split("\n")


# --- what it shows and does ----------------------------------------------------------------------


def test_the_table_rings_what_counts_for_the_attack(window: MainWindow) -> None:
    """The row of the weapon and the column of the band; without an attack nothing counts."""
    _open_from_sheet(window, "CE-RNG-03")
    card = _card(window).card
    assert card is not None
    (table,) = card.tables
    assert (table.row, table.column) == ("rifle", "close")
    window.controller.action_drafts.close()
    idle()
    window.guides.open_rule("CE-RNG-03")
    card = _card(window).card
    assert card is not None
    assert (card.tables[0].row, card.tables[0].column) == ("", "")


def test_a_house_rule_is_changed_on_the_card(window: MainWindow) -> None:
    """By the command of the form; undo takes it back, and the card follows."""
    window.guides.open_rule("CE-MIN-03")
    idle()
    (switch,) = _card(window).findChildren(Switch)
    Hands(lambda: window).click(switch.mapToGlobal(switch.rect().center()))
    idle()
    switches = window.controller.encounter.switches
    assert switches == CepheusSwitches(mix_aim_kinds=True)
    window.controller.timeline.undo()
    idle()
    shown = [one for one in _card(window).findChildren(Switch) if one.isVisible()]
    assert [one.isChecked() for one in shown] == [False]


def test_where_it_counted_leads_to_the_line_in_the_log(window: MainWindow) -> None:
    """A click on a use makes its entry the current one."""
    window.guides.open_rule("CE-INI-01")
    idle()
    card = _card(window)
    assert card.card is not None
    assert card.card.uses
    use = card.findChildren(UseRow)[0]
    Hands(lambda: window).click(use.mapToGlobal(use.rect().center()))
    idle()
    index = window.log.list.currentIndex()
    assert window.log.list.item(index.row()).row_id == card.card.uses[0].row_id


def test_a_weapon_on_the_card_opens_the_weapon(window: MainWindow) -> None:
    """Its figures and traits with their rules, and its row of the table of ranges."""
    window.inspector.show_tab(Tab.SHEET)
    window.grab()
    grid = window.inspector.sheet.findChild(FigureGrid)
    assert grid is not None
    spot = next(one for one in grid.rule_spots if "gauss_rifle" in one.rule_id)
    Hands(lambda: window).click(grid.mapToGlobal(spot.box.center().toPoint()))
    idle()
    card = _card(window).card
    assert card is not None
    assert card.title == "Gauss rifle"
    assert ("Damage", "4D6", "CE-DMG-01") in [
        (one.label, one.value, one.rule_id) for one in card.figures
    ]
    assert [table.row for table in card.tables] == ["rifle"]
    assert "CE-MIN-05" in {one.id for one in card.named}


def test_a_condition_opens_its_own_card(window: MainWindow) -> None:
    """Under its own name, with the text of its rule and the rules that speak of it."""
    window.controller.submit(SetValue(who=("marine",), field="sheet.stance", value='"prone"'))
    idle()
    chip = next(one for one in window.inspector.head.findChildren(Chip) if one.view.text == "prone")
    Hands(lambda: window).click(chip.mapToGlobal(chip.rect().center()))
    idle()
    card = _card(window).card
    assert card is not None
    assert (card.title, card.id) == ("Prone", "CE-STA-03")
    assert "CE-COV-02" in {one.id for one in card.named}


def test_ground_has_a_card_with_its_rules(window: MainWindow) -> None:
    """The menu of a square names its ground, and leads to what that does and to its rules."""
    kind = TerrainKind.constant(name="brambles", multiplier=2)
    controller, cell = window.controller, Cell(5, 5)
    controller.submit(SetTerrainKind(index=1, terrain=kind))
    where = Layer.marking([cell])
    controller.submit(Paint(layer=LayerName.TERRAIN, where=where, value=1))
    idle()
    ((words, key),) = lying_on(controller, cell)
    assert words == "Brambles"
    window.on_demand.cards.open(key, None, cell)
    card = _card(window).card
    assert card is not None
    assert (card.title, card.text) == ("Brambles", "Costs \u00d72.")
    assert "CE-MIN-07" in {one.id for one in card.named}


# --- the three inputs ----------------------------------------------------------------------------


def test_a_rule_is_found_in_three_inputs(window: MainWindow) -> None:
    """Ctrl+K, a word, Enter."""
    QTest.keyClick(window, Qt.Key.Key_K, CTRL)
    (palette,) = window.findChildren(CommandPalette)
    QTest.keyClicks(palette.field, "prone")
    _press(Qt.Key.Key_Return)
    assert _cards(window) == ["Prone"]


def test_a_rule_is_found_by_a_row_of_its_table(window: MainWindow) -> None:
    """What stands only in its table counts as its text."""
    QTest.keyClick(window, Qt.Key.Key_K, CTRL)
    (palette,) = window.findChildren(CommandPalette)
    QTest.keyClicks(palette.field, "assault weapon")
    assert "CE-RNG-03" in {one.note for one in palette.shown() if one.kind == "Rule"}


def test_the_question_mark_opens_the_rule_of_the_line(window: MainWindow) -> None:
    """In the log of its current entry, in a sheet of its current line; Escape goes back there."""
    window.columns.show_panel(Tab.LOG)
    log = window.log.list
    rows = range(len(log.records.items))
    named = next(row for row in rows if any(one.rule_id for one in log.item(row).lines))
    log.setCurrentIndex(log.records.index(named))
    QTest.keyClicks(log, "?")
    idle()
    card = _card(window).card
    assert card is not None
    assert card.id == next(one.rule_id for one in log.item(named).lines if one.rule_id)
    assert _named_in_log(window) == (log.item(named).row_id, card.id)
    _press(Qt.Key.Key_Escape)
    assert log.hasFocus()
    assert _named_in_log(window) is None
    _attack(window)
    window.on_demand.attack.setFocus()
    QTest.keyClicks(window.on_demand.attack, "?")
    idle()
    assert len(_cards(window)) == 1


def _named_in_log(window: MainWindow) -> tuple[int, str] | None:
    return window.log.list.look.named


def _is_whole(window: MainWindow, card: RulePopover, area: QScrollArea) -> bool:
    is_low = card.height() >= window.map.height() - FILLS_PX
    return area.verticalScrollBar().maximum() == 0 or is_low


def test_no_card_scrolls_where_there_is_room(window: MainWindow) -> None:
    """Each rule that has a table is shown whole, or scrolls as a whole where it is too high."""
    for rule_id in window.controller.system.cards.tables:
        window.guides.open_rule(rule_id)
        idle()
        card = _card(window)
        (area,) = card.findChildren(QScrollArea)
        until(partial(_is_whole, window, card, area), rule_id)
