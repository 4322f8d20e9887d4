"""Doing something a little later, for as long as whoever wants it is there.

``QTimer.singleShot`` with a function keeps that function for ever where its owner goes before it is
due, and with it a whole window. A timer that is a part of its owner goes with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject


def soon(owner: QObject, act: Callable[[], object], after_ms: int = 0) -> None:
    """Do something once the present event is over, unless its owner is gone by then.

    Args:
        owner: Whose part it is.
        act: What is done.
        after_ms: How long to wait.
    """
    timer = QTimer(owner, singleShot=True, interval=after_ms)
    timer.timeout.connect(act)
    timer.timeout.connect(timer.deleteLater)
    timer.start()
