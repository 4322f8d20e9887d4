"""Debounce: run the last request once no new one has come for a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

_QUIET_MS = 40


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
