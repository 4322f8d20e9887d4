"""A condition as a chip: icon, words, and a cross that takes it off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal

from gridwar.control.records.panel_records import ChipView, Tone
from gridwar.text import _
from gridwar.ui.style.tone_colors import tone_color, tone_ground
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import LABEL, advance
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_HEIGHT_PX = 28
_BOX_PX = 24
_CROSS_PX = 26


class Chip(PaintedButton):
    """A chip; ``card_wanted(key)`` on its words, ``removed()`` on its cross or with Delete.

    What can be changed about it is opened with the right button: ``opened()``; on its words too
    where it has no card.
    """

    opened = Signal()
    removed = Signal()
    card_wanted = Signal(str)

    def __init__(self, theme: Theme, view: ChipView, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.view = view
        self._over_cross = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tip(self, view.tooltip)
        self.setAccessibleName(view.text)
        delete = _("Delete takes it off.") if view.removable else ""
        self.setAccessibleDescription(" ".join(filter(None, (delete, view.rule_id))))
        self.clicked.connect(self._on_click)

    def sizeHint(self) -> QSize:
        """Return room for icon, words and cross."""
        scale = self.theme.scale
        width = 20 * scale + advance(self.view.text, LABEL, self.theme)
        width += 18 * scale if self.view.icon else 0
        width += (_CROSS_PX - 8) * scale if self.view.removable else 0
        return QSize(round(width), self.theme.px(_HEIGHT_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the chip."""
        colors = painter.colors
        plate = QRectF(box)
        plate.setHeight(painter.px(_BOX_PX))
        plate.moveCenter(box.center())
        hot = self.underMouse()
        edge = colors.line2 if hot else None
        painter.rounded_box(plate, 99, tone_ground(colors, self.view.tone), edge)
        tone = self.view.tone
        color = colors.text2 if tone is Tone.PLAIN else tone_color(colors, tone)
        x = box.left() + painter.px(10)
        if self.view.icon:
            painter.icon(self.view.icon, QPointF(x + painter.px(6), box.center().y()), 14, color)
            x += painter.px(18)
        cross = painter.px(_CROSS_PX) if self.view.removable else painter.px(10)
        painter.text(
            QRectF(x, box.top(), box.right() - cross - x + painter.px(4), box.height()),
            self.view.text,
            LABEL,
            color,
        )
        if self.view.removable:
            middle = QPointF(box.right() - painter.px(13), box.center().y())
            strong = self._over_cross and hot
            painter.icon("x", middle, 14, colors.text if strong else colors.text3)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Notice when the pointer is over the cross."""
        over = self._on_cross(event.position().x())
        if over != self._over_cross:
            self._over_cross = over
            self.update()
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Remember where it was clicked."""
        self._over_cross = self._on_cross(event.position().x())
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take it off with Delete or Backspace."""
        if self.view.removable and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
            return
        self._over_cross = False
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open what can be changed, else ask for its card."""
        if self.view.id:
            self.opened.emit()
        elif self.view.opens:
            self.card_wanted.emit(self.view.opens)
        else:
            super().contextMenuEvent(event)

    def _on_cross(self, x: float) -> bool:
        return self.view.removable and x >= self.width() - self.theme.px(_CROSS_PX)

    def _on_click(self) -> None:
        if self._over_cross:
            self.removed.emit()
        elif self.view.opens:
            self.card_wanted.emit(self.view.opens)
        else:
            self.opened.emit()
