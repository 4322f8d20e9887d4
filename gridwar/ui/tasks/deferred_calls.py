"""Calls made later, once: after the present event, after a moment, for the last of many requests.

Given an owner, ``QTimer.singleShot`` keeps its function for ever where that owner goes before it is
due, and with it a whole window. With `soon` the function is let go of when it is due in any case.
"""

from __future__ import annotations

import weakref
from types import MethodType
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from shiboken6 import isValid

if TYPE_CHECKING:
    from collections.abc import Callable

_QUIET_MS = 40
_CALL = QEvent.Type(QEvent.registerEventType())
_COMES_BEFORE = frozenset(
    {
        QEvent.Type.UpdateRequest,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.Wheel,
        QEvent.Type.ShortcutOverride,
        QEvent.Type.KeyPress,
        QEvent.Type.KeyRelease,
        QEvent.Type.TouchBegin,
        QEvent.Type.TabletPress,
        QEvent.Type.Drop,
    }
)
"""What must not meet a window that is out of date. Moves of the pointer may: they are many."""


def soon(owner: QObject, act: Callable[[], object], after_ms: int = 0) -> None:
    """Call something once the present event is over, unless its owner is gone by then.

    Args:
        owner: Whose part it is.
        act: What is done.
        after_ms: How long to wait.
    """
    there = weakref.ref(owner)
    # A method does not keep its object while it waits: a window that goes meanwhile goes at once.
    kept: Callable[[], Callable[[], object] | None] = (
        weakref.WeakMethod(act) if isinstance(act, MethodType) else lambda: act
    )

    def do() -> None:
        found, wanted = there(), kept()
        if found is not None and wanted is not None and isValid(found):
            wanted()

    QTimer.singleShot(after_ms, do)


class Debounce(QObject):
    """Runs the last request once no new one has come for a moment."""

    def __init__(self, owner: QObject) -> None:
        """Delete with the owner."""
        super().__init__(owner)
        self._act: Callable[[], None] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_QUIET_MS)
        self._timer.timeout.connect(self._do)

    def ask(self, act: Callable[[], None]) -> None:
        """Request a call, in place of the one before."""
        self._act = act
        self._timer.start()

    def _do(self) -> None:
        act, self._act = self._act, None
        if act is not None:
            act()


class CoalescedCall(QObject):
    """Makes a call once in a turn of the event loop; it is dropped with its owner.

    That is as a posted event, so before the next paint (Qt posts its own request to paint with low
    priority; a timer of zero milliseconds would come after it). Clicks and keys that are queued
    behind the event do not overtake the call either.
    """

    def __init__(self, owner: QObject, act: Callable[[bool], object]) -> None:
        """Prepare a call.

        Args:
            owner: Lives in the window's thread; with it the call is dropped.
            act: What is called; told whether it is to be painted at once: not where a key or a
                click follows, which must find the window up to date and need not wait for a paint.
        """
        super().__init__(owner)
        self._act = act
        self._is_wanted = False

    def ask(self) -> None:
        """Request the call; it is made once, after the present event."""
        app = QCoreApplication.instance()
        if not self._is_wanted and app is not None:
            self._is_wanted = True
            app.installEventFilter(self)  # only until then: it sees every event
            QCoreApplication.postEvent(self, QEvent(_CALL))

    def _call(self, *, at_once: bool = False) -> None:
        app = QCoreApplication.instance()
        if self._is_wanted and app is not None:
            self._is_wanted = False
            app.removeEventFilter(self)
            QCoreApplication.removePostedEvents(self, _CALL.value)
            self._act(at_once)

    def event(self, event: QEvent) -> bool:
        """Make the call."""
        if event.type() is not _CALL:
            return super().event(event)
        self._call(at_once=True)
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Make the call before something that must not come first."""
        del watched
        if event.type() in _COMES_BEFORE:
            self._call(at_once=event.type() is QEvent.Type.UpdateRequest)
        return False
