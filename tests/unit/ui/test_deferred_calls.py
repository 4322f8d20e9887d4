"""Doing something later: not when whoever wanted it is gone, and nothing is kept for it."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

import gridwar.ui
from gridwar.ui.tasks.deferred_calls import soon

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class Heavy:
    """Something that a callback holds."""

    def act(self) -> None:
        """Do something."""


def test_it_is_done_once(qtbot: QtBot) -> None:
    """After the present event, and one time only."""
    owner, done = QObject(), list[int]()
    soon(owner, lambda: done.append(1))
    assert done == []
    qtbot.waitUntil(lambda: done == [1])
    qtbot.wait(20)
    assert done == [1]


def test_whoever_goes_before_takes_it_along(qtbot: QtBot) -> None:
    """It is not done, and what it would have been done with is held by nobody."""
    owner, heavy = QObject(), Heavy()
    held = weakref.ref(heavy)
    soon(owner, lambda heavy=heavy: heavy.act())  # type: ignore[misc]
    del heavy
    owner.deleteLater()
    qtbot.wait(20)
    gc.collect()
    assert held() is None


def test_nothing_else_puts_off_what_it_does() -> None:
    """Qt's own way keeps what is put off for ever where its owner goes first."""
    folder = Path(gridwar.ui.__file__).parent
    users = [one.name for one in folder.rglob("*.py") if "QTimer.singleShot(" in one.read_text()]
    assert users == ["deferred_calls.py"]
