"""Single-shot timers that end with their owner.

Given an owner, ``QTimer.singleShot`` keeps its function for ever where that owner goes before it is
due, and with it a whole window. Here the function is let go of when it is due in any case.
`Debounce` runs only the last of many requests.
"""

from __future__ import annotations

import weakref
from types import MethodType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from shiboken6 import isValid

if TYPE_CHECKING:
    from collections.abc import Callable


_QUIET_MS = 40


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
