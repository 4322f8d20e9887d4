"""A popover gives selection and keyboard back as they were, by whatever way it is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gridwar.control.controller.controller import Controller
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton, KeyButton
from gridwar.ui.window.main_window import MainWindow
from gridwar.ui.window.signal_wiring import write_effect
from tests.support.fights import begun
from tests.support.longer_step import at_once

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    from gridwar.ui.widgets.containers.popover_base import Popover

LEFT = Qt.MouseButton.LeftButton
BOTH = ("brawler", "marine")


@pytest.fixture(params=at_once(("map", "order", "quick field"), ("map",)))
def window(request: pytest.FixtureRequest, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window with the keyboard in one of its parts and two combatants selected."""
    session = begun("cepheus", 4, 4, 1, 1, 1, 2, marine=(3, 3), brawler=(8, 3), scout=(6, 6))
    session.submit(TakeTurn(actor="marine"))
    made = MainWindow(Controller(session, odds_patience_s=60), make_theme(ThemeName.DARK))
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    made.controller.selection.select(*BOTH)
    places: dict[str, QWidget] = {
        "map": made.map,
        "order": made.order.list,
        "quick field": made.inspector.head.quick.line,
    }
    places[request.param].setFocus()
    QApplication.processEvents()
    yield made
    made.controller.action_drafts.shut_down()


def _effect(window: MainWindow) -> Popover:
    write_effect(window.parts)
    window.on_demand.effect.name.setText("Marked")
    return window.on_demand.effect


def _form(window: MainWindow) -> Popover:
    window.parts.combatants.edit("marine")
    return window.on_demand.form


def _shortcuts(window: MainWindow) -> Popover:
    window.guides.open_shortcuts()
    return _shown(window)


def _about(window: MainWindow) -> Popover:
    window.guides.open_about()
    return _shown(window)


def _reports(window: MainWindow) -> Popover:
    window.guides.open_reports()
    return _shown(window)


def _attack(window: MainWindow) -> Popover:
    window.controller.selection.select("marine")  # of several nobody attacks for the others
    window.controller.actions.choose("attack:gauss_rifle")
    window.controller.action_drafts.aim_at("brawler")
    window.controller.refresh_now()
    return window.on_demand.attack


def _shown(window: MainWindow) -> Popover:
    (popover,) = (one for one in window.popover_places.popovers if one.isVisible())
    return popover


def _escape(popover: Popover) -> None:
    QTest.keyClick(QApplication.focusWidget() or popover, Qt.Key.Key_Escape)


def _enter_twice(popover: Popover) -> None:
    """Take the condition, then set it."""
    _enter(popover)
    _enter(popover)


def _enter(popover: Popover) -> None:
    QTest.keyClick(QApplication.focusWidget() or popover, Qt.Key.Key_Return)


def _cross(popover: Popover) -> None:
    crosses = [one for one in popover.findChildren(IconButton) if one.accessibleName() == "Close"]
    QTest.mouseClick(crosses[0], LEFT)


def _last_button(popover: Popover) -> None:
    """Click the button that does what the popover is for."""
    shown = [one for one in popover.findChildren(KeyButton) if one.isVisible() and one.isEnabled()]
    QTest.mouseClick(shown[-1], LEFT)


WAYS = [
    *[(_effect, way) for way in (_escape, _enter_twice, _cross, _last_button)],
    *[(_form, way) for way in (_escape, _cross, _last_button)],
    *[(_shortcuts, way) for way in (_escape, _cross)],
    *[(_about, way) for way in (_escape, _cross)],
    *[(_reports, way) for way in (_escape, _cross)],
    *[(_attack, way) for way in (_escape, _cross)],
]


@pytest.mark.parametrize(
    ("come", "leave"), WAYS, ids=[f"{come.__name__}{leave.__name__}" for come, leave in WAYS]
)
def test_selection_and_keyboard_are_as_before(
    window: MainWindow,
    come: Callable[[MainWindow], Popover],
    leave: Callable[[Popover], None],
) -> None:
    """Whoever types a number next means those who were selected before the popover came."""
    has = QApplication.focusWidget()
    assert has is not None
    popover = come(window)
    QApplication.processEvents()
    assert popover.isVisible()
    if come is not _attack:
        assert window.controller.view.selected == BOTH
    leave(popover)
    QApplication.processEvents()
    assert not popover.isVisible()
    if come is _attack:  # Esc leaves one thing at a press: the sheet, then the aim
        assert window.controller.view.picking is not None
        _escape(popover)
        window.controller.refresh_now()
        has = _without_field(window, has)
    assert QApplication.focusWidget() is has
    wanted = ("marine",) if come is _attack else BOTH
    assert window.controller.view.selected == wanted


def _without_field(window: MainWindow, has: QWidget | None) -> QWidget | None:
    """Return who has the keyboard after an aim: whoever aims leaves the quick field."""
    return window.map if has is window.inspector.head.quick.line else has


def test_a_question_gives_the_keyboard_back(window: MainWindow) -> None:
    """An attack that is answered leaves the keyboard where it was before the attack."""
    has = QApplication.focusWidget()
    popover = _attack(window)
    QTest.keyClick(popover, Qt.Key.Key_Return)
    window.controller.refresh_now()
    question = window.on_demand.question
    assert question.isVisible()
    QTest.keyClick(question, Qt.Key.Key_1)
    window.controller.refresh_now()
    assert not question.isVisible()
    wanted = _without_field(window, has)
    assert QApplication.focusWidget() is wanted


def test_a_question_is_answered_by_key_from_the_map(window: MainWindow) -> None:
    """Whoever clicks on the map meanwhile still has the keys that the bottom line names."""
    popover = _attack(window)
    QTest.keyClick(popover, Qt.Key.Key_Return)
    window.controller.refresh_now()
    question = window.on_demand.question
    assert question.isVisible()
    window.map.setFocus()
    QTest.keyClick(window.map, Qt.Key.Key_1)
    window.controller.refresh_now()
    assert not question.isVisible()


@pytest.mark.parametrize(("opened", "words"), [(_effect, "condition"), (_form, "next field")])
def test_the_bottom_line_is_of_who_has_the_keyboard(
    window: MainWindow, opened: Callable[[MainWindow], Popover], words: str
) -> None:
    """While a popover has the keyboard, its keys are named, not those of the tool behind it."""
    popover = opened(window)
    popover.setFocus()
    QApplication.processEvents()
    window.part_views.show_status()
    assert words in window.parts.status.accessibleName()
    popover.cancelled.emit()
    QApplication.processEvents()
    window.part_views.show_status()
    assert words not in window.parts.status.accessibleName()


def test_f2_in_the_log_amends_rather_than_edits(window: MainWindow) -> None:
    """The last deed with dice is amended by F7 and F2, although F2 edits a combatant elsewhere."""
    QTest.keyClick(_attack(window), Qt.Key.Key_Return)
    window.controller.refresh_now()
    QTest.keyClick(window.on_demand.question, Qt.Key.Key_1)
    while window.controller.session.wanted:
        QTest.keyClick(window.on_demand.question, Qt.Key.Key_Space)
        QTest.keyClick(window.on_demand.question, Qt.Key.Key_Return)
        window.controller.refresh_now()
    amended: list[int] = []
    window.parts.log.list.amend.connect(amended.append)
    QTest.keyClick(window, Qt.Key.Key_F7)
    QApplication.processEvents()
    handle = window.windowHandle()
    assert handle is not None
    QTest.keyClick(handle, Qt.Key.Key_F2)
    assert len(amended) == 1
    assert window.controller.view.draft is not None


def test_focus_alone_selects_nobody(window: MainWindow) -> None:
    """Wherever the keyboard goes by itself, the selection stays."""
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            widget.focusNextPrevChild(True)
            assert window.controller.view.selected == BOTH, widget
