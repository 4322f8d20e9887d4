"""What a test has left behind in Qt: widgets that are still there, windows that something holds.

Owns the look; ``tests.conftest`` takes one before and one after every test.
"""

from __future__ import annotations

import gc
import weakref
from time import monotonic, sleep
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QMainWindow
from shiboken6 import getCppPointer, isValid

from gridwar.ui.tasks.threads import wait_for_background

if TYPE_CHECKING:
    from collections.abc import Iterator

_windows: weakref.WeakSet[QMainWindow] = weakref.WeakSet()
"""Every main window that was made, for as long as something holds it."""
_PATIENCE_S, _SOON_S, _LOOK_S = 20, 2, 0.05
_plain = QMainWindow.__init__


def _noted(self: QMainWindow, *given: object, **named: object) -> None:
    _plain(self, *given, **named)  # type: ignore[arg-type]
    _windows.add(self)


QMainWindow.__init__ = _noted  # type: ignore[method-assign]


class Look:
    """What is there before a test."""

    def __init__(self) -> None:
        """Look."""
        self._widgets = _top_levels()
        self._windows = weakref.WeakSet(_windows)

    def left_behind(self) -> list[str]:
        """Return what the test has left behind since, in words."""
        _put_away()
        if _top_levels() <= self._widgets and not self._new_windows():
            return []
        wait_for_background(_PATIENCE_S)  # what was given up may be in the middle of a picture
        left, end_s = self._left_now(), monotonic() + _SOON_S
        while left and monotonic() < end_s:  # a thread lets go a moment after its work has ended
            sleep(_LOOK_S)
            left = self._left_now()
        gc.freeze()  # the next look need not walk through all that stays
        return left

    def _left_now(self) -> list[str]:
        gc.collect()
        _put_away()
        return [*self._widgets_left(), *self._windows_held()]

    def _new_windows(self) -> list[QMainWindow]:
        return [one for one in _windows if one not in self._windows]

    def _widgets_left(self) -> Iterator[str]:
        for one in QApplication.topLevelWidgets():
            if one.parentWidget() is None and getCppPointer(one)[0] not in self._widgets:
                yield f"{type(one).__name__} {one.objectName()!r} is still there: it was not closed"

    def _windows_held(self) -> Iterator[str]:
        windows = self._new_windows()
        for window in windows:
            if not isValid(window):
                referrers = (one for one in gc.get_referrers(window) if one is not windows)
                holders = sorted({str(type(one)) for one in referrers})
                yield f"{type(window).__name__} is gone, but held by {', '.join(holders)}"


def _top_levels() -> frozenset[int]:
    """Return the widgets without a parent that are there, by address."""
    return frozenset(getCppPointer(one)[0] for one in QApplication.topLevelWidgets())


def _put_away() -> None:
    """Let the event loop delete what was put aside."""
    for _round in range(2):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
