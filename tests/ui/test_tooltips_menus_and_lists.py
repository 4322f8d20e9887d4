"""Tooltips, menus and lists of the window in one hand: walked in a fight of each system."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QEnterEvent, QHelpEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QTabBar, QWidget

from gridwar.control.user_settings import SettingsKeeper
from gridwar.storage.new_open_and_sample_fights import samples
from gridwar.ui.app.application import Application
from gridwar.ui.panels.action_headings import FoldRow, HeadingRow
from gridwar.ui.panels.action_rows import ActionRow
from gridwar.ui.panels.inspector import Tab
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.style.row_heights import (
    ACTION_ROW_PX,
    DENSE_ROW_PX,
    FOLD_ROW_PX,
    GROUP_ROW_PX,
    PERSON_ROW_PX,
)
from gridwar.ui.style.theme import apply_theme, make_theme
from gridwar.ui.style.tooltip_window import TIP_WIDTH_PX, TooltipBox, hide_tip, show_tip, tip_shown
from gridwar.ui.style.tooltips import set_tip, tip_of
from gridwar.ui.widgets.controls.empty_note import EmptyNote
from gridwar.ui.widgets.painting.visible_words import left_to_say, words_in_view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.ui.window.main_window import MainWindow

FIGHTS = {
    "cepheus": "a-drowned-heron",
    "arrgs": "b-toll-vault",
    "percentile": "p-plaza",
    "drive": "m-smithy",
    "fluid": "j-station-hall",
    "freeform": "c-cargo-deck",
}
_ENDS = (".", "!", "?", "\u2026", ":")
_SENTENCE = re.compile(r"[a-z)]\. [A-Z]")
"""Two sentences in a line: such a line is prose, and ends like prose."""


@pytest.fixture(scope="module", params=list(FIGHTS.values()), ids=list(FIGHTS))
def window(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[MainWindow]:
    """A sample fight of each system in its window."""
    yield from _window(request.param, qapp)


@pytest.fixture(scope="module")
def inn(qapp: QApplication) -> Iterator[MainWindow]:
    """The first sample in its window."""
    yield from _window(FIGHTS["cepheus"], qapp)


def _window(sample: str, qapp: QApplication) -> Iterator[MainWindow]:
    settings = SettingsKeeper()
    settings.change(tour_seen=True, reduce_motion=True)
    theme = make_theme(ThemeName.DARK, reduce_motion=True)
    apply_theme(qapp, theme)
    application = Application(theme, settings)
    application.open(next(one.path for one in samples() if one.path.stem == sample))
    window = application.window
    assert window is not None
    window.resize(1600, 1000)
    window.show()
    QApplication.processEvents()
    yield window
    hide_tip()
    window.leave()
    application.close()


def rest_on(
    widget: QWidget, at: QPoint | None = None, entered: list[QWidget] | None = None
) -> TooltipBox | None:
    """Let the pointer rest on a widget; return the tooltip that comes.

    Args:
        widget: What it rests on.
        at: Where; in the middle where nothing is said.
        entered: What it has come into already.
    """
    entered = [] if entered is None else entered
    hide_tip()
    place = at or widget.rect().center()
    for part in _upwards(widget):  # the pointer has come through all of them
        if part not in entered:
            entered.append(part)
            inside = widget.mapTo(part, place)
            QApplication.sendEvent(part, QEnterEvent(inside, inside, inside))
    on_screen = widget.mapToGlobal(place)
    under: QWidget | None = widget
    while under is not None:  # as Qt does: whoever has none passes it on to what it lies in
        event = QHelpEvent(QEvent.Type.ToolTip, under.mapFromGlobal(on_screen), on_screen)
        event.setAccepted(True)
        taken = QApplication.sendEvent(under, event)
        if (taken and event.isAccepted()) or under.isWindow():
            break
        under = under.parentWidget()
    return tip_shown()


def _upwards(widget: QWidget) -> list[QWidget]:
    above = [widget]
    while (parent := above[-1].parentWidget()) is not None and not above[-1].isWindow():
        above.append(parent)
    return above[::-1]


def of_qt() -> list[QWidget]:
    """Return Qt's own tooltips that are shown."""
    return [
        one
        for one in QApplication.topLevelWidgets()
        if one.isVisible() and one.metaObject().className() == "QTipLabel"
    ]


def seen_parts(window: MainWindow) -> list[QWidget]:
    """Return every widget that can be seen and has a place for the pointer."""
    return [
        one
        for one in window.findChildren(QWidget)
        if one.isVisible() and not one.visibleRegion().isEmpty() and not one.isWindow()
    ]


def test_no_tooltip_is_the_systems_and_none_repeats_what_is_in_view(window: MainWindow) -> None:
    """Wherever the pointer rests: ours, beside its part, in the window, with something to say."""
    shown, entered, done = 0, list[QWidget](), set[int]()
    for tab in Tab:
        window.inspector.show_tab(tab)
        QApplication.processEvents()
        for part in seen_parts(window):
            if id(part) not in done and not isinstance(part, QMenuBar):
                done.add(id(part))
                shown += _tells(window, part, entered)
    assert shown, "nothing in the window has a tooltip"


def _tells(window: MainWindow, part: QWidget, entered: list[QWidget]) -> bool:
    """Rest on a part; return whether it has a tooltip, which then is as it should be."""
    tip = rest_on(part, part.visibleRegion().boundingRect().center(), entered)
    assert not of_qt(), f"Qt's tooltip over {type(part).__name__}: {part.toolTip()}"
    if tip is not None:
        _is_fit(window, tip)
    return tip is not None


def _is_fit(window: MainWindow, tip: TooltipBox) -> None:
    named = f"{type(tip.over).__name__}: {tip.tip.text!r}"
    assert tip.tip.text.strip(), named
    assert tip.width() <= window.theme.px(TIP_WIDTH_PX), named
    assert window.rect().contains(tip.geometry()), named
    seen = {one.strip() for one in words_in_view(tip.over, tip.box)}
    for line in tip.tip.words.split("\n"):
        assert line not in seen, f"{named} repeats {line!r}"
        assert not _SENTENCE.search(line) or line.endswith(_ENDS), f"{named} does not end"


def test_a_tooltip_lies_off_the_pointer_and_off_the_tags_of_the_map(inn: MainWindow) -> None:
    """Over the map's own tags nothing is laid, nor under the hand."""
    tags = list(inn.map.tags_on_screen())
    assert tags, "the sample has a tag at rest"
    tag = tags[0]
    over = QWidget(inn)
    at = inn.mapFromGlobal(tag.topLeft()) - QPoint(0, 34)
    over.setGeometry(QRect(at, tag.size()))  # just above a tag: below it would cover that
    over.show()
    pointer = over.mapToGlobal(over.rect().center())
    show_tip(pointer, "Something to say", over)
    tip = tip_shown()
    assert tip is not None
    lies = QRect(tip.mapToGlobal(QPoint(0, 0)), tip.size())
    assert not any(lies.intersects(one) for one in tags)
    assert not lies.contains(pointer)


def test_no_tooltip_comes_while_somebody_aims(inn: MainWindow) -> None:
    """The figures at the targets are what there is to read then."""
    pencil = next(one for one in seen_parts(inn) if one.accessibleName() == "Edit")
    assert rest_on(pencil) is not None
    controller = inn.controller
    row = next(one for one in inn.inspector.findChildren(ActionRow) if "Shoot" in one.line.title)
    controller.actions.choose(row.line.id)
    QApplication.processEvents()
    assert controller.view.picking is not None
    assert rest_on(pencil) is None
    assert not of_qt()
    controller.cancel()
    QApplication.processEvents()
    assert rest_on(pencil) is not None


def test_a_tooltip_goes_with_the_hand(inn: MainWindow) -> None:
    """A key, a press, the wheel or the pointer elsewhere takes it away."""
    pencil = next(one for one in seen_parts(inn) if one.accessibleName() == "Edit")
    away = QPoint(-200, 200)
    for act in (
        lambda: QTest.keyClick(inn, Qt.Key.Key_Shift),
        lambda: QTest.mouseClick(inn.inspector, Qt.MouseButton.MiddleButton),
        lambda: QApplication.sendEvent(pencil, QEvent(QEvent.Type.Leave)),
        lambda: QApplication.sendEvent(
            pencil,
            QMouseEvent(
                QEvent.Type.MouseMove,
                away,
                pencil.mapToGlobal(away),
                Qt.MouseButton.NoButton,
                Qt.MouseButton.NoButton,
                Qt.KeyboardModifier.NoModifier,
            ),
        ),
    ):
        assert rest_on(pencil) is not None
        act()
        assert tip_shown() is None


def test_only_what_cannot_be_read_is_said() -> None:
    """Lines in view go, and the name that leads a sentence; what is cut stays."""
    assert left_to_say("Move", ("Move",)) == ""
    assert left_to_say("Move\nWalks", ("Move", "M")) == "Walks"
    assert left_to_say("Maro Tenn, 25/25, has acted", ("Maro Tenn", "25/25")) == "Has acted"
    assert left_to_say("Fragmentation grenade", ("Fragmentation gren\u2026",)) != ""
    assert left_to_say("Smoke from the oven 2 rounds", ("Smoke from the oven", "2 rounds")) == ""


def test_a_cut_label_is_told_whole_and_a_whole_one_is_not(inn: MainWindow) -> None:
    """Painted words count as in view only if they were drawn whole."""
    button = next(one for one in inn.inspector.findChildren(ActionRow) if one.isVisible())
    title = button.line.title
    set_tip(button, title)
    assert title in words_in_view(button)
    assert rest_on(button, QPoint(4, 4)) is None
    button.resize(60, button.height())
    assert title not in words_in_view(button)
    tip = rest_on(button, QPoint(4, 4))
    assert tip is not None
    assert tip.tip.words == title


def test_a_key_stands_in_a_tooltip_as_a_keycap(inn: MainWindow) -> None:
    """And is told in brackets to screen readers; a tab in view says its key alone."""
    part = QWidget(inn)
    set_tip(part, "Undo\nOne step back.", "Ctrl+Z")
    assert (tip_of(part), part.toolTip()) == ("Undo (Ctrl+Z)\nOne step back.",) * 2
    bar = inn.inspector.findChild(QTabBar)
    assert bar is not None
    tip = rest_on(bar, bar.tabRect(0).center())
    assert tip is not None
    assert (tip.tip.words, tip.tip.key) == ("", "F5")


# --- menus ---------------------------------------------------------------------------------------


def menus_of(window: MainWindow) -> Iterator[QMenu]:
    """Yield every menu of the menu bar that has entries, filled and laid out."""
    (bar,) = window.findChildren(QMenuBar)
    waiting = [action.menu() for action in bar.actions()]
    while waiting:
        menu = waiting.pop()
        assert isinstance(menu, QMenu)
        menu.popup(window.mapToGlobal(QPoint(20, 40)))
        QApplication.processEvents()
        yield menu
        inner = [one.menu() for one in menu.actions() if one.menu() is not None]
        waiting += inner
        menu.close()


def test_every_menu_is_ours_with_rows_of_one_height_and_our_tooltips(window: MainWindow) -> None:
    """Corners are clear where the desktop can; no entry brings a tooltip of Qt's."""
    heights = set()
    for menu in menus_of(window):
        assert isinstance(menu, PopupMenu), menu.title()
        assert menu.testAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        for action in menu.actions():
            box = menu.actionGeometry(action)
            if action.isSeparator() or not action.isVisible() or box.isEmpty():
                continue
            assert action.text(), menu.title()
            heights.add(box.height())
            at = box.center()
            QApplication.sendEvent(menu, QHelpEvent(QEvent.Type.ToolTip, at, menu.mapToGlobal(at)))
            assert not of_qt(), action.text()
            tip = tip_shown()
            assert tip is None or tip.tip.words != action.text()
    assert len(heights) == 1, heights


def test_a_menu_corner_is_clear(inn: MainWindow) -> None:
    """Outside of its round corner a menu shows what lies below, and no ground of its own."""
    menu = next(menus_of(inn))
    image = menu.grab().toImage()
    assert image.pixelColor(0, 0).alpha() == 0
    assert image.pixelColor(image.width() // 2, 4).alpha() == 255


# --- lists ---------------------------------------------------------------------------------------


def test_rows_have_the_heights_of_the_table(window: MainWindow) -> None:
    """Actions, groups, folded groups, order and library: one height each, in both sizes."""
    theme = window.theme
    for size, action_px in (((1600, 1000), ACTION_ROW_PX), ((1280, 720), DENSE_ROW_PX)):
        window.resize(*size)
        QApplication.processEvents()
        for kind, wanted in (
            (ActionRow, action_px),
            (HeadingRow, GROUP_ROW_PX),
            (FoldRow, FOLD_ROW_PX),
        ):
            rows = [one for one in window.inspector.findChildren(kind) if one.isVisible()]
            heights = {one.height() for one in rows}
            assert heights <= {theme.px(wanted)}, (kind.__name__, heights)
    window.resize(1600, 1000)
    window.columns.show_panel("library")
    QApplication.processEvents()
    library = window.parts.combatants.panel.list
    heights = {
        library.visualRect(library.records.index(n)).height()
        for n in range(len(library.records.items))
    }
    assert heights <= {theme.px(PERSON_ROW_PX), theme.px(GROUP_ROW_PX)}


def test_empty_lists_say_one_sentence_and_offer_one_button(inn: MainWindow) -> None:
    """A search without a result can be left by the button; a sentence ends as one."""
    library = inn.parts.combatants.panel
    inn.columns.show_panel("library")
    inn.inspector.show_tab(Tab.LOG)
    library.search.setText("zzz")
    inn.log.begin_search()
    inn.log.search.setText("zzz")
    inn.inspector.actions_panel.begin_search("zzz")
    QApplication.processEvents()
    notes = [one for one in inn.findChildren(EmptyNote) if one.words]
    assert len(notes) == 3
    for note in notes:
        assert note.words.endswith("."), note.words
        assert note.button.text()
        note.button.click()
    QApplication.processEvents()
    assert not any(one.words for one in inn.findChildren(EmptyNote))
    assert not library.search.text()
