"""What may wait until the hand rests: done once, when nothing has asked for it for a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

_QUIET_MS = 40


class Debounce(QObject):
    """Does the last thing asked of it, a little later."""

    def __init__(self, owner: QObject) -> None:
        """Be no more when the owner is."""
        super().__init__(owner)
        self._act: Callable[[], None] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_QUIET_MS)
        self._timer.timeout.connect(self._do)

    def ask(self, act: Callable[[], None]) -> None:
        """Have something done soon, in place of what was asked before."""
        self._act = act
        self._timer.start()

    def _do(self) -> None:
        act, self._act = self._act, None
        if act is not None:
            act()
