"""A round of ten with twelve events, by keys alone: what a game master does, and how long it is."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

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
    "A B",  # Aim and Brace
    "G V",  # Regroup, a failed save
    "J Return",  # an injury, as proposed
    "T",  # a Triumph
    "A J Return",
    "C Return",  # a critical miss, one Action Die
    "V",
    "J Return",
    "",
    "B",
)
"""What is entered in each turn; twelve events in all."""


@pytest.mark.rule("FL-MOD-01")
def test_a_round_of_ten_by_keys_alone(qtbot: QtBot) -> None:
    """Events by their letters, N from turn to turn, one key for the table at the end."""
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
        target = asked or window.focusWidget()
        QTest.keyClick(target, getattr(Qt.Key, f"Key_{name}"))
        controller.refresh_now()

    turns = []
    for events in EVENTS:
        turns.append(controller.encounter.turn)
        for name in events.split():
            press(name)
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
    assert keys == 28
    assert by_hand_s < 30
    assert took_s < by_hand_s
    controller.action_drafts.shut_down()
