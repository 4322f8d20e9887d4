"""The handle by which a row of a table in a form is dragged into another place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtWidgets import QSizePolicy

from gridwar.text import _
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_widgets import Painted

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QPoint, QRectF
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

HANDLE_PX: Final = 16


class RowHandle(Painted):
    """The handle at the left of a row: dragged, it puts the row elsewhere."""

    def __init__(
        self,
        theme: Theme,
        rows: QWidget,
        dragged: Callable[[QPoint], object],
        dropped: Callable[[], object],
    ) -> None:
        """Make it.

        Args:
            theme: How it looks.
            rows: The table.
            dragged: Told where in the table the row is while it is dragged.
            dropped: Called when it is let go.
        """
        super().__init__(theme, rows)
        self._rows, self._dragged, self._dropped = rows, dragged, dropped
        self._pressed = False
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        set_tip(self, _("Drag into another order"))

    def sizeHint(self) -> QSize:
        """Return room for two columns of dots."""
        return QSize(self.theme.px(HANDLE_PX), self.theme.px(28))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold."""
        self._pressed = event.button() is Qt.MouseButton.LeftButton
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show where it would go."""
        if self._pressed:
            self._dragged(self.mapTo(self._rows, event.position().toPoint()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go there."""
        del event
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        if self._pressed:
            self._pressed = False
            self._dropped()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw six dots."""
        hot = self.underMouse() or self._pressed
        painter.qpainter.setPen(Qt.PenStyle.NoPen)
        painter.qpainter.setBrush(qcolor(painter.colors.text if hot else painter.colors.line2))
        middle = box.center()
        for across in (-1, 1):
            for down in (-1, 0, 1):
                dot = middle + QPointF(across * painter.px(2.5), down * painter.px(5))
                painter.qpainter.drawEllipse(dot, painter.px(1.3), painter.px(1.3))
