"""Numbers, ticks and orders in the popover of an action: mouse and keys in the whole window."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gridwar.control.controller.controller import Controller
from gridwar.engine.kit import TakeTurn
from gridwar.engine.session.session import Session
from gridwar.ui.popovers.attack_popover import AttackPopover
from gridwar.ui.popovers.attack_setting_fields import NumberSetting, OrderSetting, TicksSetting
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow
from tests.support.fights import begun
from tests.support.volley import WITH_VOLLEY, Volley

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

PartT = TypeVar("PartT", bound=QWidget)
LEFT = Qt.MouseButton.LeftButton
KEY = Qt.Key
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """The hero's volley at the thug, prepared in a window."""
    session = begun("alley", hero=(3, 3), thug=(6, 3))
    session.submit(TakeTurn(actor="hero"))
    controller = Controller(Session(WITH_VOLLEY, session.encounter), odds_patience_s=60)
    made = MainWindow(controller, make_theme(ThemeName.DARK))
    made.map.map_scene.reduce_motion = True
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    controller.selection.select("hero")
    volley = next(one.id for one in controller.rules_cache.actions("hero") if one.title == "Volley")
    controller.actions.choose(volley)
    controller.action_drafts.aim_at("thug")
    controller.refresh_now()
    QApplication.processEvents()
    yield made
    controller.action_drafts.shut_down()


def popover(window: MainWindow) -> AttackPopover:
    """Return the popover."""
    found = window.findChild(AttackPopover)
    assert isinstance(found, AttackPopover)
    return found


def part(window: MainWindow, kind: type[PartT]) -> PartT:
    """Return the only part of a kind in the popover."""
    (found,) = popover(window).findChildren(kind)
    return found


def command(window: MainWindow) -> Volley:
    """Return the command in preparation, after the window has followed it."""
    window.controller.refresh_now()
    draft = window.controller.view.draft
    assert draft is not None
    assert isinstance(draft.command, Volley)
    return draft.command


def test_a_number_is_typed_and_enter_gives_the_keyboard_back(window: MainWindow) -> None:
    """The digit is the number's and no die's; Enter there does not yet roll."""
    number = part(window, NumberSetting)
    number.spin.setFocus()
    number.spin.selectAll()
    QTest.keyClicks(number.spin, "2")
    QTest.keyClick(number.spin, KEY.Key_Return)
    assert command(window).stones == 2
    assert window.controller.view.draft is not None
    assert window.controller.view.draft.faces == ()
    assert window.focusWidget() is popover(window)
    QTest.keyClick(popover(window), KEY.Key_Return)
    assert window.controller.view.draft is None


def test_a_box_is_ticked_by_a_click(window: MainWindow) -> None:
    """And unticked by another."""
    box = part(window, TicksSetting).boxes["girl"]
    QTest.mouseClick(box, LEFT, pos=box.rect().center())
    assert command(window).helpers == {"girl"}
    QTest.mouseClick(box, LEFT, pos=box.rect().center())
    assert command(window).helpers == frozenset()


def test_a_row_is_moved_by_button_and_by_alt_with_arrows(window: MainWindow) -> None:
    """The keyboard stays with the row that is moved; the ends move no further."""
    order = part(window, OrderSetting)
    QTest.mouseClick(order.rows[2].up, LEFT)
    assert command(window).order == ("round", "brick", "flat")
    order.rows[1].words.setFocus()
    QTest.keyClick(window.focusWidget(), KEY.Key_Up, ALT)
    assert command(window).order == ("brick", "round", "flat")
    assert window.focusWidget() is order.rows[0].words
    QTest.keyClick(window.focusWidget(), KEY.Key_Up, ALT)
    assert command(window).order == ("brick", "round", "flat")
    QTest.keyClick(window.focusWidget(), KEY.Key_Down, ALT)
    assert command(window).order == ("round", "brick", "flat")
