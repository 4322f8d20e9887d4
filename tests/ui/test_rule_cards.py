"""Rule cards in the window: from every id, chip and search, with the mouse and by key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.rule_card import all_rules
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.gm.effect_and_pool_commands import AddEffect
from gridwar.engine.gm.side_and_setting_commands import ChooseSwitch
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.model.combatant import TimedEffect
from gridwar.paths import user_rules_dir
from gridwar.ui.panels.action_headings import HeadingRow
from gridwar.ui.panels.pools_figures_pips import FigureGrid, PipRows, PoolMeters
from gridwar.ui.popovers.question_page import QuestionHead
from gridwar.ui.popovers.rule_card_foot import CardFoot
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.fonts import SANS, sized_font
from gridwar.ui.style.theme import make_theme
from gridwar.ui.style.tooltip_window import said_now
from gridwar.ui.widgets.containers.notice_box import NoticeBox
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton, Switch
from gridwar.ui.widgets.controls.condition_chip import Chip
from gridwar.ui.widgets.figures.sum_rows import SumRow
from gridwar.ui.widgets.painting.rule_spots import label_spots, rule_spots
from gridwar.ui.window.help.command_palette import CommandPalette
from gridwar.ui.window.main_window import MainWindow
from tests.support.evening.hands import Hands, idle, until
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytestqt.qtbot import QtBot

    from gridwar.ui.popovers.rule_popover import RulePopover
    from gridwar.ui.widgets.painting.rule_spots import RuleSpot

TEXTS = {
    "CE-RNG-03": "How hard a shot is depends on the weapon; CE-RNG-01 has the bands.",
    "CE-RNG-01": "Seven bands, from personal to distant; see Measuring distance.",
    "CE-STA-03": "Lying on the ground: a hundred and one obscure consequences.",
}


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A fight by a house version of the rules of Cepheus whose texts these tests know."""
    place = user_rules_dir() / "cepheus" / "index.toml"
    place.parent.mkdir(parents=True)
    all_rules.cache_clear()
    rules = all_rules("cepheus").by_id
    place.write_text(
        "\n".join(
            f'[{rule_id}]\ntitle = "{rule.title}"\ntext = "{TEXTS.get(rule_id, rule.title)}"\n'
            for rule_id, rule in rules.items()
        ),
        encoding="utf-8",
    )
    all_rules.cache_clear()
    session = begun("cepheus", 4, 4, 1, 1, 1, 2, marine=(3, 3), brawler=(8, 3))
    session.submit(TakeTurn(actor="marine"))
    made = MainWindow(Controller(session, odds_patience_s=60), make_theme(ThemeName.DARK))
    qtbot.addWidget(made)
    made.resize(1500, 950)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    made.controller.selection.select("marine")
    made.map.setFocus()
    idle()
    yield made
    made.controller.action_drafts.shut_down()
    all_rules.cache_clear()


def _card(window: MainWindow) -> RulePopover:
    (popover,) = window.on_demand.cards.cards
    return popover


def _shown(window: MainWindow) -> str:
    """Return the id of the rule whose card is open, or nothing."""
    popovers = window.on_demand.cards.cards
    return "" if not popovers or popovers[-1].card is None else popovers[-1].card.id


def _click(window: MainWindow, widget: QWidget, at: QPointF) -> None:
    idle()
    Hands(lambda: window).click(widget.mapToGlobal(at.toPoint()))


def _click_spot(window: MainWindow, widget: QWidget, spots: Iterable[RuleSpot]) -> str:
    """Click the first rule id of a widget; return which it is."""
    spot = next(iter(spots))
    _click(window, widget, spot.box.center())
    return spot.rule_id


def _keyboard() -> QWidget:
    """Return who has the keyboard."""
    has = QApplication.focusWidget()
    assert has is not None
    return has


def _press(key: Qt.Key) -> None:
    """Press a key, wherever the keyboard is."""
    QTest.keyClick(_keyboard(), key)
    idle()


def _attack(window: MainWindow) -> list[SumRow]:
    """Open the popover of an attack; return the lines of its sum."""
    controller = window.controller
    controller.actions.choose("attack:gauss_rifle")
    if controller.view.picking is not None:
        controller.action_drafts.aim_at("brawler")
    until(window.on_demand.attack.isVisible, "the attack's popover")
    until(lambda: controller.view.draft and controller.view.draft.odds, "the odds")
    window.on_demand.attack.lines.fold.click()
    idle()
    window.grab()
    return [one for one in window.on_demand.attack.findChildren(SumRow) if one.rule_spots]


def test_a_line_of_a_sum_leads_to_its_rule_and_stays_as_it_is(window: MainWindow) -> None:
    """A click on the id opens the card beside the popover; Escape gives that the keyboard back."""
    row = next(one for one in _attack(window) if one.line.rule_id == "CE-RNG-03")
    before = row.line
    assert _click_spot(window, row, row.rule_spots) == "CE-RNG-03"
    assert _shown(window) == "CE-RNG-03"
    assert row.line == before
    assert not _on_screen(_card(window)).intersects(_on_screen(window.on_demand.attack))
    _press(Qt.Key.Key_Escape)
    assert _shown(window) == ""
    assert window.on_demand.attack.isVisible()
    assert window.on_demand.attack.hasFocus()


def _on_screen(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(QPoint()), widget.size())


def test_a_line_of_the_log_leads_to_its_rule(window: MainWindow) -> None:
    """Escape closes the card, and the log has the keyboard again."""
    _press(Qt.Key.Key_F7)
    idle()
    view = window.log.list
    assert view.hasFocus()
    boxes = (view.visualRect(view.records.index(row)) for row in range(len(view.records.items)))
    places = (
        QPoint(box.right() - 30, y) for box in boxes for y in range(box.top(), box.bottom(), 4)
    )
    found = ((at, view.part_at(at)) for at in places)
    at, rule = next((at, part[1]) for at, part in found if part and part[1].kind == "rule")
    _click(window, view.viewport(), QPointF(at))
    assert _shown(window) == rule.text
    _press(Qt.Key.Key_Escape)
    assert _shown(window) == ""
    assert window.log.list.hasFocus()


def _chip(window: MainWindow, words: str) -> Chip:
    chips = window.inspector.head.findChildren(Chip)
    return next(one for one in chips if one.view.text == words)


def test_a_condition_on_the_card_leads_to_its_rule(window: MainWindow) -> None:
    """A click on the chip, or Space with the keyboard on it, opens the card of the rule."""
    window.controller.submit(SetValue(who=("marine",), field="sheet.stance", value='"prone"'))
    idle()
    chip = _chip(window, "prone")
    _click(window, chip, QPointF(chip.rect().center()))
    assert _shown(window) == "CE-STA-03"
    _press(Qt.Key.Key_Escape)
    _chip(window, "prone").setFocus()
    _press(Qt.Key.Key_Space)
    assert _shown(window) == "CE-STA-03"


def test_the_sheet_leads_to_the_rules_of_what_it_shows(window: MainWindow) -> None:
    """A click on a pool, a figure or a pip opens the card of its rule; resting tells both."""
    _press(Qt.Key.Key_F6)
    idle()
    window.grab()
    shown = ((PoolMeters, "CE-CORE-03"), (FigureGrid, "CE-INI-06"), (PipRows, "CE-MIN-01"))
    for part, rule_id in shown:
        widget = window.inspector.sheet.findChild(part)
        assert widget is not None
        assert _click_spot(window, widget, widget.rule_spots) == _shown(window) == rule_id
        _press(Qt.Key.Key_Escape)
    grid = window.inspector.sheet.findChild(FigureGrid)
    assert grid is not None
    other = next(one for one in grid.rule_spots if one.rule_id == "CE-DMG-03")
    Hands(lambda: window).move(grid.mapToGlobal(other.box.center().toPoint()))
    until(lambda: "Armour" in said_now(), "the tooltip")
    assert "CE-DMG-03" in said_now()


def test_a_tie_is_named_in_the_legend_with_its_rule(window: MainWindow) -> None:
    """Aiming is drawn as a line, and below the map it leads to its rule."""
    controller = window.controller
    aim = '{"target": "brawler", "to_hit": 2}'
    controller.submit(SetValue(who=("marine",), field="sheet.aim", value=aim))
    controller.show(shows_all=True)
    idle()
    legend = window.map.legend
    places = (QPointF(x, legend.height() / 2) for x in range(0, legend.width(), 4))
    assert "CE-MIN-02" in {legend.rule_at(one) for one in places}


def test_a_refusal_leads_to_its_rules(window: MainWindow) -> None:
    """In the notice, which stays, and above the actions, none of which is done by it."""
    window.controller.selection.select("brawler")
    window.controller.actions.choose("aim")
    idle()
    (plate,) = window.notice.findChildren(NoticeBox)
    label = next(one for one in plate.findChildren(QLabel) if one.text() == "CE-RND-04")
    assert _click_spot(window, label, label_spots(label)) == _shown(window)
    assert window.notice.isVisible()
    _press(Qt.Key.Key_Escape)
    rows = (one for one in window.actions_panel.findChildren(HeadingRow) if one.rule_spots)
    row = next(one for one in rows if one.visibleRegion().contains(one.rect().center()))
    before = window.controller.session.position
    assert _click_spot(window, row, row.rule_spots) == _shown(window) == "CE-RND-04"
    assert window.controller.session.position == before


def test_the_legend_leads_to_the_rule_of_what_is_aimed(window: MainWindow) -> None:
    """A click on the explosion's name there opens the card and throws nothing."""
    controller = window.controller
    controller.actions.choose("draw:fragmentation_grenade")
    controller.actions.choose("throw:fragmentation_grenade")
    _point_at(window, (8, 3))
    legend = window.map.legend
    places = (QPointF(x, legend.height() / 2) for x in range(0, legend.width(), 4))
    at = next(one for one in places if legend.rule_at(one))
    _click(window, legend, at)
    assert _shown(window) == "CE-EXP-01"
    assert controller.view.picking is not None


def _point_at(window: MainWindow, cell: tuple[int, int]) -> None:
    at = window.map.mapFromScene(cell[0] + 0.5, cell[1] + 0.5)
    Hands(lambda: window).move(window.map.viewport().mapToGlobal(at))


def test_a_question_leads_to_its_rules(window: MainWindow) -> None:
    """The id at its head opens the card; the question waits."""
    window.controller.actions.choose("attack:gauss_rifle")
    window.controller.action_drafts.aim_at("brawler")
    until(window.on_demand.attack.isVisible, "the attack's popover")
    window.controller.action_drafts.go()
    until(lambda: window.on_demand.has("question"), "a question")
    idle()
    (head,) = window.on_demand.question.findChildren(QuestionHead)
    assert _click_spot(window, head, head.rule_spots) == _shown(window)
    assert window.controller.session.open
    _press(Qt.Key.Key_Escape)
    assert window.on_demand.question.isAncestorOf(_keyboard())


def test_an_effect_is_changed_and_ended_from_its_card(window: MainWindow) -> None:
    """A click on the chip opens the card; there it is changed, or ends; so by the right button."""
    effect = TimedEffect(id="down", name="Prone")
    window.controller.submit(AddEffect(who=("marine",), effect=effect))
    idle()
    chip = _chip(window, "Prone")
    place = chip.mapToGlobal(QPoint(12, chip.height() // 2))
    Hands(lambda: window).click(place)
    assert _shown(window) == "CE-STA-03"
    foot = _card(window).findChild(CardFoot)
    assert isinstance(foot, CardFoot)
    foot.changed.emit()
    assert window.on_demand.effect.isVisible()
    assert window.on_demand.effect.name.text() == "Prone"
    window.on_demand.effect.hide()
    Hands(lambda: window).click(place, Qt.MouseButton.RightButton)
    assert window.on_demand.effect.isVisible()
    window.on_demand.effect.hide()
    Hands(lambda: window).click(place)
    foot = _card(window).findChild(CardFoot)
    assert isinstance(foot, CardFoot)
    buttons = {one.accessibleName(): one for one in foot.findChildren(KeyButton)}
    buttons["End Prone"].click()
    assert not window.controller.encounter["marine"].effects
    assert not _shown(window)


def test_links_go_on_and_back_goes_back(window: MainWindow) -> None:
    """See also leads to the rule that the text names; Backspace returns; each card is whole."""
    window.guides.open_rule("CE-RNG-03")
    for rule_id in ("CE-RNG-01", "CE-RNG-02"):
        _press(Qt.Key.Key_Tab)
        while not _keyboard().accessibleName().startswith(rule_id):
            _press(Qt.Key.Key_Tab)
        _press(Qt.Key.Key_Return)
        assert _shown(window) == rule_id
        assert _card(window).findChildren(QScrollArea)[0].verticalScrollBar().maximum() == 0
    for rule_id in ("CE-RNG-01", "CE-RNG-03", "CE-RNG-03"):
        _press(Qt.Key.Key_Backspace)
        assert _shown(window) == rule_id


def test_an_id_in_the_text_of_a_card_can_be_clicked(window: MainWindow) -> None:
    """The text is wrapped; the id is found in whatever line it stands."""
    window.guides.open_rule("CE-RNG-03")
    idle()
    labels = _card(window).findChildren(QLabel)
    text = next(one for one in labels if one.text() == TEXTS["CE-RNG-03"])
    assert _click_spot(window, text, label_spots(text)) == "CE-RNG-01"
    assert _shown(window) == "CE-RNG-01"


def _found(window: MainWindow, typed: str) -> CommandPalette:
    QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    (palette,) = window.findChildren(CommandPalette)
    QTest.keyClicks(palette.field, typed)
    return palette


@pytest.mark.parametrize("typed", ["ce-sta-03", "prone", "hundred consequences"])
def test_the_palette_finds_a_rule_by_id_title_and_text(window: MainWindow, typed: str) -> None:
    """Enter on it shows the card; Escape gives the keyboard back to the map."""
    palette = _found(window, typed)
    found = next(entry for entry in palette.shown() if entry.kind == "Rule")
    assert found.note == "CE-STA-03"
    palette._go(palette.shown().index(found))
    _press(Qt.Key.Key_Return)
    assert _shown(window) == "CE-STA-03"
    _press(Qt.Key.Key_Escape)
    assert window.map.hasFocus()


def test_a_text_counts_less_than_a_title(window: MainWindow) -> None:
    """What is called so comes before rules that only speak of it, and an id before all."""
    shown = [one.note for one in _found(window, "ce-rng-01").shown() if one.kind == "Rule"]
    assert shown[:2] == ["CE-RNG-01", "CE-RNG-03"]


def test_an_open_card_follows_the_house_rules(window: MainWindow) -> None:
    """A house rule that is changed shows at once, beside what it usually is."""
    window.guides.open_rule("CE-MIN-03")
    (switch,) = _card(window).findChildren(Switch)
    assert (switch.accessibleName(), switch.isChecked()) == ("Mix aim kinds", False)
    window.controller.submit(ChooseSwitch(name="mix_aim_kinds", value="true"))
    idle()
    said = {one.text() for one in _card(window).findChildren(QLabel)}
    assert "Changed for this fight; usually: off" in said
    assert any(one.isChecked() for one in _card(window).findChildren(Switch))


def test_a_house_rule_in_the_form_leads_to_its_rule(window: MainWindow) -> None:
    """The id at a field of the form opens the card, from there the form is found again."""
    window.window_actions.action("fight.rules").trigger()
    window.activateWindow()  # the offscreen platform lets the form's lists take the keyboard
    idle()
    form = window.on_demand.form
    label = next(one for one in form.findChildren(QLabel) if one.text() == "CE-RNG-02")
    assert _click_spot(window, label, label_spots(label)) == "CE-RNG-02"
    assert _shown(window) == "CE-RNG-02"
    _press(Qt.Key.Key_Escape)
    assert form.isVisible()
    assert form.isAncestorOf(_keyboard())


def test_resting_on_an_id_tells_that_rule_with_its_text(window: MainWindow) -> None:
    """The tooltip has the title and what the rule says."""
    row = next(one for one in _attack(window) if one.line.rule_id == "CE-RNG-03")
    at = next(iter(row.rule_spots)).box.center().toPoint()
    hands = Hands(lambda: window)

    def is_hand() -> bool:
        hands.move(row.mapToGlobal(at + QPoint(1, 0)))
        hands.move(row.mapToGlobal(at))
        return row.cursor().shape() is Qt.CursorShape.PointingHandCursor

    until(is_hand, "a hand over the id")  # lines that were made just now are listened to soon
    underlined = row.grab().toImage()
    until(lambda: "depends on the weapon" in said_now(), "the tooltip")
    Hands(lambda: window).move(row.mapToGlobal(QPoint(80, at.y())))
    assert row.cursor().shape() is not Qt.CursorShape.PointingHandCursor
    assert row.grab().toImage() != underlined


def test_a_rule_that_is_not_there_is_told(window: MainWindow) -> None:
    """An id that the rulebook lacks opens nothing, and the notice names it."""
    window.guides.open_rule("XX-NO-99")
    assert _shown(window) == ""
    assert "XX-NO-99" in window.controller.view.notice.text  # type: ignore[union-attr]


@pytest.mark.parametrize("align", ["AlignLeft", "AlignRight", "AlignHCenter"])
def test_spots_lie_where_the_ids_are_drawn(align: str, qtbot: QtBot) -> None:
    """In one line as in several, whichever way they are aligned."""
    del qtbot
    face, box = sized_font(SANS, 13, 500), QRectF(10, 20, 120, 200)
    way = getattr(Qt.AlignmentFlag, align)
    (one,) = rule_spots("CE-RNG-03", face, box, way | Qt.AlignmentFlag.AlignVCenter)
    assert one.box.contains(QPointF(one.box.center().x(), box.center().y()))
    sides = one.box.left() - box.left(), box.right() - one.box.right()
    assert sides[0 if align == "AlignLeft" else 1] < one.box.width()
    words = "How hard it is stands in CE-RNG-03, and how far in CE\u2011RNG\u201101."
    first, second = rule_spots(words, face, box, way, wraps=True)
    assert (first.rule_id, second.rule_id) == ("CE-RNG-03", "CE-RNG-01")
    assert second.box.top() > first.box.top() >= box.top() - 4
    assert box.adjusted(-5, 0, 5, 0).contains(second.box.center())
