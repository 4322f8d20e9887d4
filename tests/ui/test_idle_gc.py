"""The garbage collector runs when the event loop has nothing to do, and never in between."""

from __future__ import annotations

import gc
import weakref
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget

from gridwar.ui.tasks.idle_gc import IdleGc, collect_soon

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


class Circle:
    """Garbage that only a collector finds."""

    def __init__(self) -> None:
        self.itself = self
        self.much: list[list[int]] = [[] for _ in range(20_000)]


class _Few:
    """Garbage that is too little to be looked for."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def idle_gc(qtbot: QtBot) -> Iterator[IdleGc]:
    """The collector of a program's event loop, Python's own timing back afterwards."""
    owner = QWidget()
    qtbot.addWidget(owner)
    found = IdleGc(owner)
    yield found
    found.end()


def _forgotten() -> weakref.ref[Circle]:
    return weakref.ref(Circle())


def test_rest_frees_what_nobody_holds(idle_gc: IdleGc, qtbot: QtBot) -> None:
    """A circle that nothing refers to any more is gone soon after the loop has come to rest."""
    assert not gc.isenabled()
    lost = _forgotten()
    assert lost() is not None
    qtbot.wait(1600)
    assert lost() is None


def test_nothing_is_collected_while_something_goes_on(idle_gc: IdleGc, qtbot: QtBot) -> None:
    """While the loop wakes for every frame of a gesture, the collector keeps away."""
    frames = QTimer(interval=10)
    frames.timeout.connect(lambda: None)
    frames.start()
    qtbot.wait(600)  # a first tick may fall into the rest before
    lost = _forgotten()
    qtbot.wait(1600)
    assert lost() is not None
    frames.stop()
    qtbot.wait(1600)
    assert lost() is None


def test_the_collector_is_pythons_again_at_the_end(qtbot: QtBot) -> None:
    """Whoever ends it has the collector on."""
    owner = QWidget()
    qtbot.addWidget(owner)
    IdleGc(owner).end()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_a_fight_that_made_way_is_walked_for_at_the_next_rest(
    qtbot: QtBot, qapp: QApplication
) -> None:
    """What has outlived a look is freed as well, and the memory goes back to the system."""
    idle_gc = IdleGc(qapp)
    try:
        held = [_Few()]
        gc.collect()  # it is old now
        gone = weakref.ref(held[0])
        held.clear()
        qtbot.wait(1100)
        assert gone() is not None, "too little has come since to be worth a walk"
        collect_soon()
        qtbot.wait(1600)
        assert gone() is None
    finally:
        idle_gc.end()
        idle_gc.setParent(None)
        idle_gc.deleteLater()
