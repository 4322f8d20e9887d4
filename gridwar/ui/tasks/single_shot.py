"""Single-shot timers that end with their owner.

Given an owner, ``QTimer.singleShot`` keeps its function for ever where that owner goes before it is
due, and with it a whole window. Here the function is let go of when it is due in any case.
"""

from __future__ import annotations

import weakref
from types import MethodType
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from shiboken6 import isValid

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject


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
