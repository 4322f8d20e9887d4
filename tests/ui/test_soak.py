"""An evening of many fights: what one leaves behind is gone when the next is on the table."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from gridwar.caches import of_fight
from gridwar.control.controller.controller import Controller
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.session.history_rows_branches_states import History
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.storage import journal_file
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.app.application import Application
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import SteppedWindow
from tests.support.evening.hands import until

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

pytestmark = pytest.mark.long

FIGHTS = 2
MOST_CACHED_BYTES = 8_000_000
"""Of what is kept of one fight, after what is done here."""


@pytest.fixture
def application(qapp: QApplication) -> Iterator[Application]:
    """An application whose first fight is another than those that are played."""
    del qapp
    application = Application(make_theme(ThemeName.DARK, reduce_motion=True))
    application.open(sample_fights()[-1])
    yield application
    application.close()
    assert application.window is not None
    application.window.leave()


def _play(application: Application) -> None:
    """Do a little of everything in the fight on the table, and take some of it back."""
    window = application.window
    assert window is not None
    controller = window.controller
    here = [(one.id, one.pos) for one in controller.encounter.everyone() if one.pos is not None]
    for tool in window.tools.tools:
        window.tools.take(tool)
        QApplication.processEvents()
    window.tools.take("select")
    for who, at in here[:3]:
        controller.selection.point_at(who, add=False)
        for action in controller.rules_cache.actions(who)[:2]:
            controller.actions.choose(action.id)
            QApplication.processEvents()
            controller.cancel()
        controller.submit(Place(to=((who, Cell(at.x, at.y + 1)),)))
        controller.timeline.undo()
        window.on_demand.combatants.edit(who)
    for _there_and_away in range(2):
        window.window_actions.action("view.panel_library").trigger()
        QApplication.processEvents()
    window.guides.open_palette()
    window.guides.open_shortcuts()
    window.guides.begin_tour()
    QApplication.processEvents()


def _round(application: Application) -> None:
    """Play some fights one after the other, and leave the table as it was."""
    for path in sample_fights()[:FIGHTS]:
        application.open(path)
        _play(application)
    application.open(sample_fights()[-1])
    for _turn in range(3):  # a window goes by parts, when control returns to the event loop
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect()


def _alive() -> Counter[type]:
    """Count the objects by type."""
    gc.collect()
    return Counter(type(one) for one in gc.get_objects())


def _ours() -> Counter[str]:
    """Count the objects of the program, by type."""
    return Counter(
        f"{type(one).__module__}.{type(one).__qualname__}"
        for one in gc.get_objects()
        if str(type(one).__module__).startswith("gridwar.")
    )


def _bytes_of(things: Iterable[object]) -> int:
    """Return how much memory things take with all that hangs on them."""
    seen: set[int] = set()
    todo, total = list(things), 0
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, type) or callable(one):
            continue
        seen.add(id(one))
        total += sys.getsizeof(one)
        todo.extend(gc.get_referents(one))
    return total


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_fights_played_and_left_leave_nothing_behind(application: Application) -> None:
    """After one more round of the same there are as many widgets and objects as before it."""
    before = _alive()
    _round(application)
    _round(application)
    widgets, objects = len(QApplication.allWidgets()), _ours()
    files = len(journal_file._HELD)
    _round(application)
    alive = _alive()
    for kind in (SteppedWindow, Controller, Session, History):
        assert 1 <= alive[kind] <= before[kind], kind  # windows of other tests may go meanwhile
    # Files of fights that have made way are closed beside the window.
    until(lambda: len(journal_file._HELD) <= files, "the files of fights that were left are closed")
    assert len(QApplication.allWidgets()) <= widgets + 2
    grown = {
        name: (objects[name], count)
        for name, count in _ours().items()
        if count > objects[name] * 1.02 + 20
    }
    assert grown == {}


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_what_is_kept_of_a_fight_is_bounded_in_bytes(application: Application) -> None:
    """However much was looked at, what functions keep of it is some megabytes."""
    application.open(sample_fights()[0])
    _play(application)
    sizes = {
        f"{one.__module__}.{one.__qualname__}": _bytes_of(gc.get_referents(one))
        for one in of_fight()
    }
    largest = sorted(sizes.items(), key=lambda one: -one[1])[:5]
    assert sum(sizes.values()) <= MOST_CACHED_BYTES, largest
    assert sum(one.cache_info().currsize for one in of_fight()) > 0
    application.open(sample_fights()[-1])
