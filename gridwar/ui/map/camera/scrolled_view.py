"""A view without scroll bars that is scrolled to a place, at once or smoothly.

Owns the scroll place and one animation of it, which any input ends. What is shown there, and how
large, is for the subclass.
"""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QPoint, Qt, QVariantAnimation
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget


class ScrolledView(QGraphicsView):
    """Shows a part of a scene; its corner is counted in pixels from the scene's."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scrolled: QPoint | None = None
        """How far a scroll has come that goes both ways."""
        self._scrolling = QVariantAnimation(self)
        self._scrolling.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._scrolling.valueChanged.connect(self.scroll_to)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)

    def scroll_place(self) -> QPoint:
        """Return the place at the viewport's corner, in pixels from the scene's corner."""
        return QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def scroll_to(self, corner: QPoint) -> None:
        """Put a place, in pixels from the scene's corner, at the viewport's corner."""
        self._scrolled = QPoint()
        self.horizontalScrollBar().setValue(corner.x())
        self.verticalScrollBar().setValue(corner.y())
        moved, self._scrolled = self._scrolled, None
        if not moved.isNull():
            # A picture is painted anew as a whole: moving the pixels there are would be in vain.
            modes = QGraphicsView.ViewportUpdateMode
            if self.is_picture:
                self.setViewportUpdateMode(modes.FullViewportUpdate)
            super().scrollContentsBy(moved.x(), moved.y())
            self.setViewportUpdateMode(modes.MinimalViewportUpdate)
        self.follow_scroll()

    def scroll_smoothly(self, corner: QPoint, duration_ms: int) -> None:
        """Go to a place; at once when the duration is 0."""
        self._scrolling.stop()
        if duration_ms <= 0:
            self.scroll_to(corner)
            return
        self._scrolling.setStartValue(self.scroll_place())
        self._scrolling.setEndValue(corner)
        self._scrolling.setDuration(duration_ms)
        self._scrolling.start()

    def stop_scrolling(self) -> None:
        """Stay where the view is now."""
        self._scrolling.stop()

    @property
    def is_picture(self) -> bool:
        """Whether a picture stands in for the scene."""
        return False

    def follow_scroll(self) -> None:
        """Let what goes by the scroll place follow it; for subclasses."""

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Scroll both ways at once (Qt's hook)."""
        if self._scrolled is not None:
            self._scrolled += QPoint(dx, dy)
            return
        super().scrollContentsBy(dx, dy)
        self.follow_scroll()
