"""What helps to find one's way: palette, shortcuts, tour, start page, rules told in tooltips."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QEnterEvent, QHelpEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from gridwar.control import fuzzy_search
from gridwar.control.key_table import KEYS
from gridwar.engine.gm.combatant_commands import Place
from gridwar.model.geometry import Cell
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.app.application import Application
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.style.tooltip_window import said_now
from gridwar.ui.window.help.command_palette import CommandPalette
from gridwar.ui.window.help.recent_fights import open_recent
from gridwar.ui.window.help.shortcuts_popover import ShortcutPopover
from gridwar.ui.window.help.tour_card import TourCard
from tests.support.calls import calls_within

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from gridwar.ui.window.main_window import MainWindow

ENTRIES, MATCHES = 250, 3000
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def application(qapp: QApplication) -> Iterator[Application]:
    """An application with the sample fight on it."""
    del qapp
    application = Application(make_theme(ThemeName.DARK))
    application.open(sample_fights()[0])
    yield application
    _window(application).leave()
    application.close()


def _window(application: Application) -> MainWindow:
    assert application.window is not None
    return application.window


def _palette(application: Application) -> CommandPalette:
    window = _window(application)
    QTest.keyClick(window, Qt.Key.Key_K, CTRL)
    (palette,) = window.findChildren(CommandPalette)
    assert palette.isVisible()
    return palette


def _shortcuts(application: Application) -> ShortcutPopover:
    window = _window(application)
    QTest.keyClick(window, Qt.Key.Key_F1)
    (popover,) = window.findChildren(ShortcutPopover)
    assert popover.isVisible()
    return popover


def test_the_palette_does_an_action_by_a_few_letters(application: Application) -> None:
    """Ctrl+K, some letters, Enter: the grid is off."""
    palette = _palette(application)
    QTest.keyClicks(palette.field, "view grid")
    assert palette.shown()[0].words == "Grid"
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert not palette.isVisible()
    assert not _window(application).controller.view.show_grid


def test_the_palette_selects_somebody_by_name(application: Application) -> None:
    """Names are found beside actions and rules."""
    controller = _window(application).controller
    one = list(controller.encounter.combatants.values())[-1]
    palette = _palette(application)
    QTest.keyClicks(palette.field, one.name)
    found = next(entry for entry in palette.shown() if entry.words == one.name)
    found.act()
    assert controller.view.selected == (one.id,)


def test_five_letters_in_the_palette_are_few_matches(application: Application) -> None:
    """Of hundreds of entries a letter asks again only those that the letters before left."""
    palette = _palette(application)
    assert len(palette.finder.find("")) > ENTRIES
    with calls_within(fuzzy_search.__file__) as counted:
        QTest.keyClicks(palette.field, "cover")
    assert palette.shown()
    assert 0 < sum(counted.values()) <= MATCHES, counted.most_common(5)


def test_an_action_that_cannot_be_done_says_why_in_the_palette(application: Application) -> None:
    """The reason of the rules stands beside it."""
    controller = _window(application).controller
    assert controller.actor is not None
    refused = [one for one in controller.rules_cache.actions(controller.actor) if one.refusal]
    found = _palette(application).finder.find("")
    shown = {entry.words: entry.why_not for entry in found if entry.why_not}
    for action in refused:
        assert action.refusal is not None
        assert shown[action.title] == action.refusal.text


def test_keys_of_the_rules_stand_among_the_shortcuts(application: Application) -> None:
    """Nine actions of whoever is selected, each with its digit, found by its words."""
    controller = _window(application).controller
    assert controller.actor is not None
    name = controller.encounter[controller.actor].name
    popover = _shortcuts(application)
    listed = [one for one in popover.fixed if one.group == f"Actions of {name}"]
    assert [one.key for one in listed] == [*controller.actions.in_order().digits]
    assert listed[-1].key == "9"
    popover.field.setText(controller.actions.listed()[0].title)
    assert listed[0] in popover.list.records.items
    popover.hide()
    other = next(one for one in controller.encounter.everyone() if one.id != controller.actor)
    controller.selection.select(other.id)
    groups = {one.group for one in _shortcuts(application).fixed}
    assert {one for one in groups if one.startswith("Actions of")} == {f"Actions of {other.name}"}


def test_a_key_is_changed_in_place_and_kept(application: Application) -> None:
    """The new key works at once, and is in the settings."""
    window, popover = _window(application), _shortcuts(application)
    popover.field.setText("range bands")
    QTest.keyClick(popover.field, Qt.Key.Key_Down)
    QTest.keyClick(popover.list, Qt.Key.Key_Return)
    QTest.keyClick(popover.list, Qt.Key.Key_J, CTRL)
    assert application.settings.now.keys == {"view.bands": ("Ctrl+J",)}
    QTest.keyClick(window, Qt.Key.Key_J, CTRL)
    assert window.controller.view.show_bands


def test_a_key_that_belongs_to_somebody_else_is_asked_about(application: Application) -> None:
    """Nothing changes until it is taken away there."""
    popover = _shortcuts(application)
    popover.field.setText("range bands")
    QTest.keyClick(popover.field, Qt.Key.Key_Down)
    QTest.keyClick(popover.list, Qt.Key.Key_Return)
    QTest.keyClick(popover.list, Qt.Key.Key_R, CTRL)
    shortcuts = _window(application).window_actions.shortcuts
    assert shortcuts.keys("view.reach") == ("Ctrl+R",)
    popover._plate.accepted.emit()
    assert shortcuts.keys("view.reach") == ()
    assert shortcuts.keys("view.bands") == ("Ctrl+R",)


def test_no_two_actions_have_the_same_key(application: Application) -> None:
    """The keys from the start are nobody's twice."""
    shortcuts = _window(application).window_actions.shortcuts
    keys = [key for info in shortcuts for key in shortcuts.keys(info.id)]
    assert sorted(keys) == sorted(set(keys))


def test_every_tool_has_its_letter(application: Application) -> None:
    """It is the same whatever the selected combatant can do, and whichever tool is in use."""
    window = _window(application)
    for tool_id in (*window.tools.tools, *window.tools.tools):
        QTest.keySequence(window.map, QKeySequence(KEYS[f"tool.{tool_id}"][0]))
        assert window.controller.view.tool == tool_id


def test_a_key_that_a_panel_has_no_use_for_reaches_the_tool(application: Application) -> None:
    """Escape puts the tool down, also while a list has the keyboard."""
    window = _window(application)
    window.tools.take("ruler")
    window.order.list.setFocus()
    QTest.keyClick(window.order.list, Qt.Key.Key_Escape)
    assert window.controller.view.tool == "select"


def _tour(application: Application) -> TourCard:
    window = _window(application)
    window.guides.begin_tour()
    window.controller.refresh_now()
    (tour,) = window.findChildren(TourCard)
    return tour


def test_the_tour_is_ended_by_one_escape(application: Application) -> None:
    """Whoever was selected stays so; Help brings it back."""
    window, tour = _window(application), _tour(application)
    chosen = window.controller.view.selected
    assert tour.isVisible()
    assert chosen
    QTest.keyClick(window.map, Qt.Key.Key_Escape)
    window.controller.refresh_now()
    assert not tour.isVisible()
    assert window.controller.view.selected == chosen
    window.window_actions.action("help.tour").trigger()
    window.controller.refresh_now()
    assert tour.isVisible()


def test_a_tool_in_use_is_left_before_the_tour(application: Application) -> None:
    """Escape leaves one thing at a press, innermost first."""
    window, tour = _window(application), _tour(application)
    window.tools.take("ruler")
    QTest.keyClick(window.map, Qt.Key.Key_Escape)
    window.controller.refresh_now()
    assert tour.isVisible()
    assert window.controller.view.tool == "select"


def test_the_tour_is_offered_once(application: Application) -> None:
    """From its beginning on it counts as seen."""
    assert not application.settings.now.tour_seen
    _tour(application)
    assert application.settings.now.tour_seen


def test_the_card_of_the_tour_keeps_clear_of_what_is_ringed(application: Application) -> None:
    """It goes to the other corner where the ringed token lies below it."""
    window, tour = _window(application), _tour(application)
    controller = window.controller
    assert controller.actor is not None
    QTest.keyClick(window.map, Qt.Key.Key_Escape)
    controller.refresh_now()
    controller.submit(Place(to=((controller.actor, Cell(3, 3)),)))
    _tour(application)
    assert tour.geometry().center().x() > window.map.width() / 2


def test_a_missing_fight_is_told_and_leaves_the_list(
    application: Application, tmp_path: Path
) -> None:
    """The fight on the table stays."""
    gone = tmp_path / "gone.gridwar"
    application.settings.remember(gone)
    window = _window(application)
    open_recent(window.parts, gone)
    assert application.window is window
    notice = window.controller.view.notice
    assert notice is not None
    assert "gone.gridwar" in notice.text
    assert application.settings.now.recent == ()


def test_presentation_hides_every_panel_and_brings_them_back(application: Application) -> None:
    """F11 there and back; actions that would show something do nothing meanwhile."""
    window = _window(application)
    parts = (window.order, window.inspector, window.rail, window.top, window.status)
    assert all(part.isVisible() for part in parts)
    QTest.keyClick(window, Qt.Key.Key_F11)
    window.controller.refresh_now()
    assert not any(part.isVisible() for part in (*parts, window.notice))
    QTest.keyClick(window, Qt.Key.Key_K, CTRL)
    assert not window.findChildren(CommandPalette)
    QTest.keyClick(window, Qt.Key.Key_F11)
    window.controller.refresh_now()
    assert all(part.isVisible() for part in parts)


def test_another_size_of_the_interface_keeps_fight_and_view(
    application: Application, qtbot: QtBot
) -> None:
    """The window is made anew around the same controller."""
    before = _window(application)
    chosen = next(iter(before.controller.encounter.combatants))
    before.controller.selection.select(chosen)
    application.use_scale(150)
    qtbot.waitUntil(lambda: application.is_settled)
    after = _window(application)
    assert after is not before
    assert after.controller is before.controller
    assert after.controller.view.selected == (chosen,)
    assert after.theme.scale == 1.5


@pytest.mark.qt_log_ignore("does not support raise")
def test_a_part_that_comes_later_tells_its_rules_too(
    application: Application, qtbot: QtBot
) -> None:
    """Resting on what names a rule shows its title, whenever it was made."""
    window = _window(application)
    outer = QWidget(window)
    qtbot.wait(20)
    part = QLabel("Cover CE-COV-01", outer)
    outer.show()
    qtbot.wait(20)
    at = QPoint(3, 3)
    rests = QHelpEvent(QEvent.Type.ToolTip, at, part.mapToGlobal(at))
    QApplication.sendEvent(outer, QEnterEvent(at, at, at))
    later = QLabel("Range CE-RNG-03", outer)
    later.show()

    def tells(named: QLabel, title: str) -> bool:
        QApplication.sendEvent(named, rests)
        return title in said_now()

    assert tells(part, "Cover DMs")
    qtbot.waitUntil(lambda: tells(later, "CE-RNG-03"))
    QApplication.sendEvent(outer, QEvent(QEvent.Type.Leave))
    QApplication.sendEvent(part, rests)
    assert "Cover DMs" not in said_now()


def test_double_click_opens_the_editor(application: Application) -> None:
    """On a token, with the usual tool."""
    window = _window(application)
    one = next(one for one in window.controller.encounter.combatants.values() if one.pos)
    assert one.pos is not None
    window.map.center_cells((one.pos.x + 0.5, one.pos.y + 0.5), animated=False)
    at = window.map.mapFromScene(one.pos.x + 0.5, one.pos.y + 0.5)
    QTest.mouseDClick(window.map.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at))
    assert window.on_demand.form.isVisible()
