"""The garbage collector runs when the event loop has nothing to do, and never in between."""

from __future__ import annotations

import gc
import sys
import weakref
from types import ModuleType
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.app.application import Application
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.tasks.memory import IdleGc, collect_soon

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


def _after_rest(idle_gc: IdleGc) -> None:
    """Let ticks pass between which the loop does not wake."""
    for _tick in range(4):
        idle_gc.tick()


def _after_a_gesture(idle_gc: IdleGc) -> None:
    """Let ticks pass between which the loop wakes for every frame."""
    for _tick in range(4):
        for _frame in range(20):
            QApplication.processEvents()
        idle_gc.tick()


def test_rest_frees_what_nobody_holds(idle_gc: IdleGc) -> None:
    """A circle that nothing refers to any more is gone soon after the loop has come to rest."""
    assert not gc.isenabled()
    lost = _forgotten()
    assert lost() is not None
    _after_rest(idle_gc)
    assert lost() is None


def test_nothing_is_collected_while_something_goes_on(idle_gc: IdleGc) -> None:
    """While the loop wakes for every frame of a gesture, the collector keeps away."""
    _after_rest(idle_gc)
    lost = _forgotten()
    _after_a_gesture(idle_gc)
    assert lost() is not None
    _after_rest(idle_gc)
    assert lost() is None


def test_much_is_collected_unless_a_button_is_held(
    idle_gc: IdleGc, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Much garbage would halt the window for long at its next rest: only a drag goes before."""
    held = Qt.MouseButton.LeftButton
    monkeypatch.setattr(QGuiApplication, "mouseButtons", lambda: held)
    lost = [_forgotten() for _ in range(3)]
    _after_a_gesture(idle_gc)
    assert all(one() is not None for one in lost)
    held = Qt.MouseButton.NoButton
    _after_a_gesture(idle_gc)
    assert all(one() is None for one in lost)


def test_memory_goes_back_by_itself_after_a_walk(
    idle_gc: IdleGc, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A walk through everything and giving memory back are two moments, not one long one."""
    done: list[str] = []
    monkeypatch.setattr("gridwar.ui.tasks.memory.give_back", lambda: done.append("back"))

    def walk(*_generation: int) -> int:
        done.append("walk")
        return 0

    monkeypatch.setattr(gc, "collect", walk)
    idle_gc.ask()
    seen = []
    for _tick in range(5):
        idle_gc.tick()
        seen.append(tuple(done))
        done.clear()
    assert [one for one in seen if one] == [("walk",), ("back",)]


def test_the_collector_is_pythons_again_at_the_end(qtbot: QtBot) -> None:
    """Whoever ends it has the collector on."""
    owner = QWidget()
    qtbot.addWidget(owner)
    IdleGc(owner).end()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_a_fight_that_made_way_is_walked_for_at_the_next_rest(qapp: QApplication) -> None:
    """What has outlived a look is freed as well, as soon as somebody asks for it."""
    idle_gc = IdleGc(qapp)
    try:
        held = [_Few()]
        gc.collect()  # it is old now
        gone = weakref.ref(held[0])
        held.clear()
        _after_rest(idle_gc)
        assert gone() is not None, "too little has come since to be worth a walk"
        collect_soon()
        _after_rest(idle_gc)
        assert gone() is None
    finally:
        idle_gc.end()
        idle_gc.setParent(None)
        idle_gc.deleteLater()


def test_a_walk_asked_for_waits_for_rest_only_so_long(
    idle_gc: IdleGc, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window that made way is freed before the next one does, also where nobody rests."""
    monkeypatch.setattr(QGuiApplication, "mouseButtons", lambda: Qt.MouseButton.NoButton)
    held = [_Few()]
    gc.collect()  # it is old now
    gone = weakref.ref(held[0])
    held.clear()
    idle_gc.ask()
    _after_a_gesture(idle_gc)
    assert gone() is not None
    for _more in range(4):
        _after_a_gesture(idle_gc)
    assert gone() is None


def test_what_is_loaded_is_frozen_before_there_is_a_window(
    idle_gc: IdleGc, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Walks leave modules out: not a window, which another takes the place of."""
    application, windows = Application(make_theme(ThemeName.DARK)), list[object]()
    monkeypatch.setattr("gridwar.ui.tasks.memory._of_the_application", lambda: idle_gc)
    monkeypatch.setattr(idle_gc, "freeze", lambda: windows.append(application.window))
    for path in sample_fights()[:2]:
        application.open(path)
    window = application.window
    assert window is not None
    application.close()
    window.leave()
    assert windows == [None]


def test_a_rule_system_that_came_is_left_out_of_the_walks_to_come(
    idle_gc: IdleGc, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Modules loaded since are frozen with the walk after; a few, a dialog's, are worth none."""
    times = list[int]()
    monkeypatch.setattr(gc, "freeze", lambda: times.append(len(sys.modules)))
    idle_gc.ask()
    _after_rest(idle_gc)
    assert not times
    for number in range(60):
        monkeypatch.setitem(sys.modules, f"came.{number}", ModuleType(f"came.{number}"))
    idle_gc.ask()
    _after_rest(idle_gc)
    idle_gc.ask()
    _after_rest(idle_gc)
    assert len(times) == 1
