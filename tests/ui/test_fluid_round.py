"""A round of ten with twelve events, by keys alone: what a game master does, and how long it is."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from gridwar.control.controller.controller import Controller
from gridwar.systems.fluid.core.fight_state import state_of
from gridwar.systems.fluid.core.sheet import fight_of
from gridwar.systems.fluid.ledger.ledger_sum import projected
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow
from tests.support.fights import begun

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

KEY_S, THINK_S = 0.28, 1.35
"""What a key and a decision take a practised person: the usual figures of a keystroke model."""
EVENTS = (
    "Aim Brace",  # by the digits of their rows
    "I Regroup I Failed",
    "I Injury Return",  # as proposed
    "I Triumph",
    "Aim I Injury Return",
    "I Critical_miss Return",  # one Action Die
    "I Failed",
    "I Injury Return",
    "",
    "Brace",
)
"""What is entered in each turn; twelve events in all."""


def _key_of(controller: Controller, name: str) -> str:
    """Return the key that the open menu or the list of actions shows for what is named so."""
    menu = QApplication.activePopupWidget()
    if isinstance(menu, QMenu):
        words = name.replace("_", " ")
        return next(one.text()[1] for one in menu.actions() if words in one.text())
    titles = [one.title for one in controller.actions.listed()]
    return str(titles.index(name) + 1) if name in titles else name


@pytest.mark.rule("FL-MOD-01")
def test_a_round_of_ten_by_keys_alone(qtbot: QtBot) -> None:
    """Events by I and a key of their list, N from turn to turn, one key for the table."""
    people = ("iris", "bastian", "noor", "teodor", "captain", "gunner", "soldier_1", "soldier_2")
    places = {who: (2 + 2 * at, 3) for at, who in enumerate((*people, "medic", "tracker"))}
    session = begun("fluid", *range(1, 21), *range(1, 21), **places)
    controller = Controller(session, odds_patience_s=60)
    window = MainWindow(controller, make_theme(ThemeName.DARK))
    window.map.map_scene.reduce_motion = True
    qtbot.addWidget(window)
    window.resize(1200, 780)
    window.show()
    qtbot.waitExposed(window)
    window.map.setFocus()
    keys, began = 0, perf_counter()

    def press(name: str) -> None:
        nonlocal keys
        keys += 1
        asked = window.on_demand.question if controller.session.wanted else None
        target = QApplication.activePopupWidget() or asked or window.focusWidget()
        QTest.keyClick(target, getattr(Qt.Key, f"Key_{name}"))
        controller.refresh_now()

    turns = []
    for events in EVENTS:
        turns.append(controller.encounter.turn)
        for name in events.split():
            press(_key_of(controller, name))
        assert not controller.session.wanted
        press("N")
    now = controller.encounter
    assert len(set(turns)) == len(places)
    assert state_of(now).phase == "end_of_round"
    entered = sum(len(fight_of(now, who).ledger) for who in places)
    assert entered == 12
    expected = {who: projected(now, who).count for who in places}
    press("N")
    press("1")
    took_s = perf_counter() - began
    assert controller.encounter.round == 2
    assert {who: fight_of(controller.encounter, who).count for who in places} == expected
    by_hand_s = keys * KEY_S + (entered + 1) * THINK_S
    assert keys == 36
    assert by_hand_s < 30
    assert took_s < by_hand_s
    controller.action_drafts.shut_down()
