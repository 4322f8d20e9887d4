"""The keys of actions: each is written as a pressed key is, so that pressing it does the action."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from gridwar.control.controller.controller import Controller
from gridwar.control.shortcuts import ActionInfo, Shortcuts
from gridwar.ui.window.window_actions import WindowActions
from tests.support.fights import begun

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_a_key_does_its_action_however_it_is_spelled(qtbot: QtBot) -> None:
    """Delete and Del, Escape and Esc are the same key."""
    window = QWidget()
    qtbot.addWidget(window)
    actions = WindowActions(window, Controller(begun("freeform", hero=(3, 3))), Shortcuts({}))
    done: list[str] = []
    for key in ("Delete", "Ins", "PageUp", "Home", "Shift+K"):
        actions.add(ActionInfo(key, key, "Edit", (key,)), partial(done.append, key))
        chord = QKeySequence(key)[0]  # type: ignore[index]  # the stubs do not know it
        held = chord.keyboardModifiers()
        assert actions.press(QKeyEvent(QEvent.Type.KeyPress, chord.key(), held))
    assert done == ["Delete", "Ins", "PageUp", "Home", "Shift+K"]
