"""How the rows of the order glide to their new places when it changes.

Owns where each row is drawn meanwhile. Nobody waits for it: clicks go by the new places at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

GLIDE_MS = 420


class RowsGliding(QObject):
    """The motion of some rows from where they were to where they are."""

    def __init__(self, changed: Callable[[], None], owner: QObject) -> None:
        """Begin at rest.

        Args:
            changed: Draws the rows anew.
            owner: The list.
        """
        super().__init__(owner)
        self._from: dict[Hashable, float] = {}
        self._motion = QVariantAnimation(self)
        self._motion.setStartValue(1.0)
        self._motion.setEndValue(0.0)
        self._motion.setDuration(GLIDE_MS)
        self._motion.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._motion.valueChanged.connect(lambda _value: changed())
        self._motion.finished.connect(self.stop)

    def begin(self, before: Mapping[Hashable, float], after: Mapping[Hashable, float]) -> None:
        """Let rows glide.

        Args:
            before: Where each row was, in pixels from the top, by its id.
            after: Where it is now.
        """
        self._motion.stop()
        self._from = {
            key: before[key] - top
            for key, top in after.items()
            if key in before and before[key] != top
        }
        if self._from:
            self._motion.start()

    def stop(self) -> None:
        """Let every row be where it is."""
        self._motion.stop()
        self._from = {}

    @property
    def is_under_way(self) -> bool:
        """Whether any row is still on its way."""
        return bool(self._from)

    def offset(self, key: Hashable) -> float:
        """Return how far below its place a row is drawn now, in pixels."""
        away = self._from.get(key, 0.0)
        return away * float(self._motion.currentValue()) if away else 0.0
