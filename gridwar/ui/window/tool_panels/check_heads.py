"""What stands above the lines of the check for all: what is tried, and the heads of the columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.text import _
from gridwar.ui.widgets.painting.themed_painter import (
    RIGHT,
    SMALL,
    STRONG,
    ThemedPainter,
    keycap_width,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton
from gridwar.ui.window.tool_panels.check_rows import LINE_PX, SIDE_PX, Columns, TableShape

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme

_HEAD_PX: Final = 34
EDGE_PX: Final = 6
"""At both sides of the lines."""


class CheckHead(PaintedButton):
    """What is tried; a click leaves, as Escape does."""

    sign = "dices"

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Begin empty."""
        super().__init__(theme, parent)
        self._title = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_title(self, title: str) -> None:
        """Show what is tried."""
        self._title = title
        self.setAccessibleName(_("{title}: back to the actions").format(title=title))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of the row."""
        return QSize(self.theme.px(200), self.theme.row_px(_HEAD_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw icon, words and key on brass ground."""
        colors, middle, key = painter.colors, box.center().y(), _("Esc")
        painter.rounded_box(box, 8, colors.accent_ground, colors.accent, 1.4)
        painter.icon(self.sign, QPointF(box.left() + painter.px(19), middle), 16, colors.accent)
        painter.keycap(box.right() - painter.px(8), middle, key, colors.text2, right=True)
        words = QRectF(box.left() + painter.px(36), box.top(), box.width(), box.height())
        words.setRight(box.right() - painter.px(16) - keycap_width(key, self.theme))
        painter.text(words, self._title, STRONG, colors.text)


class CheckTableHead(Painted):
    """The heads of the columns."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Begin without dice."""
        super().__init__(theme, parent)
        self._over: QWidget | None = None
        self._dice, self._total, self._shape = "", "", TableShape()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def stand_over(self, rows: QWidget) -> None:
        """Be as wide as the rows below, which a scroll bar may make narrower."""
        self._over = rows
        rows.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the width of the rows."""
        if watched is self._over and event.type() is QEvent.Type.Resize:
            self.update()
        return super().eventFilter(watched, event)

    def show_columns(self, dice: str, total: str, shape: TableShape) -> None:
        """Show what is rolled and what comes of it, above columns of a shape."""
        self._dice, self._total, self._shape = dice, total, shape
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of a line of small words."""
        return QSize(self.theme.px(200), self.theme.px(LINE_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the words."""
        width = box.width()
        if self._over is not None:
            width = min(width, self._over.width() - 2 * painter.px(EDGE_PX))
        at = Columns(self.theme, width, self._shape)
        color = painter.colors.text3
        who = QRectF(painter.px(SIDE_PX), box.top(), at.name_left * 3, box.height())
        painter.text(who, _("who"), SMALL, color)
        if at.has_needs:
            needs = QRectF(at.needs_left, box.top(), at.needs_right - at.needs_left, box.height())
            painter.text(needs, _("needs"), SMALL, color, RIGHT)
        if self._shape.dice:
            dice = QRectF(at.dice_left, box.top(), at.right - at.dice_left, box.height())
            painter.text(dice, self._dice, SMALL, color)
            total = QRectF(at.total_left, box.top(), at.right - at.total_left, box.height())
            painter.text(total, self._total, SMALL, color, RIGHT)
