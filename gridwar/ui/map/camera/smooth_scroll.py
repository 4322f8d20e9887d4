"""Animated scrolling of the map to a place.

Owns one animation of the scroll place; any input ends it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEasingCurve, QObject, QPoint, QVariantAnimation

if TYPE_CHECKING:
    from collections.abc import Callable


class Scrolled(Protocol):
    """What can be scrolled to a place in pixels."""

    def scroll_to(self, corner: QPoint) -> None:
        """Put a place at the viewport's corner."""

    def scroll_place(self) -> QPoint:
        """Return the place at the viewport's corner."""


class SmoothScroll:
    """Moves a view's scroll place over a short time."""

    def __init__(self, owner: QObject, view: Scrolled) -> None:
        self._view = view
        self._motion = QVariantAnimation(owner)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        step: Callable[[QPoint], None] = view.scroll_to
        self._motion.valueChanged.connect(step)

    def go(self, corner: QPoint, duration_ms: int) -> None:
        """Go to a place; at once when the duration is 0."""
        self._motion.stop()
        if duration_ms <= 0:
            self._view.scroll_to(corner)
            return
        self._motion.setStartValue(self._view.scroll_place())
        self._motion.setEndValue(corner)
        self._motion.setDuration(duration_ms)
        self._motion.start()

    def stop(self) -> None:
        """Stay where the view is now."""
        self._motion.stop()
