"""The row of one action in the list of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.text import _
from gridwar.ui.panels.action_chips import CHIP_PX, ChipButton
from gridwar.ui.panels.action_row_drawing import (
    GAP_PX,
    KEY_PX,
    SIDE_PX,
    WORDS_X_PX,
    PriceAndKey,
    draw_icon,
    draw_note,
    draw_plate,
    row_height,
)
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import BODY, ThemedPainter, advance, pips_width
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from gridwar.control.records.action_list_records import ActionLine
    from gridwar.ui.style.theme import Theme


class ActionRow(PaintedButton):
    """One action; what is impossible is quiet. The same at another price is a chip in it.

    Signals: ``chosen(id)`` for a possible one, ``wants_anyway(id)`` for an impossible one.
    """

    chosen = Signal(str)
    wants_anyway = Signal(str)

    def __init__(self, theme: Theme, line: ActionLine, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.is_dense = False
        self._is_active = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self._on_click)
        self.chips = [ChipButton(theme, one, self) for one in line.chips]
        for chip in self.chips:
            chip.chosen.connect(self.chosen)
            chip.wants_anyway.connect(self.wants_anyway)
        self.show_line(line)

    def show_line(self, line: ActionLine, active: str = "") -> None:
        """Show an action; ``active`` is the id of the one being planned."""
        self.line, self._is_active = line, line.id == active
        self.setAccessibleName(line.title)
        self.setAccessibleDescription(line.said)
        hint = "" if line.is_possible else _("Click to do it anyway.")
        set_tip(self, "\n".join(filter(None, (line.title, line.said, hint))))
        for widget, chip in zip(self.chips, line.chips, strict=True):
            widget.show_chip(chip, active)
        self._place()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of a row."""
        return QSize(self.theme.px(200), row_height(self.theme, dense=self.is_dense))

    def _place(self) -> None:
        right: float = self.width() - self.theme.px(SIDE_PX + KEY_PX + GAP_PX)
        if self.line.price:
            right -= pips_width(len(self.line.price), self.theme) + self.theme.px(GAP_PX)
        left = self.theme.px(WORDS_X_PX) + advance(self.line.title, BODY, self.theme)
        for chip in reversed(self.chips):
            chip.is_short = False
            chip.is_short = bool(chip.chip.price) and left + chip.full_px > right
            width, height = chip.full_px, self.theme.px(CHIP_PX) - 2
            top = (self.height() - height) // 2
            chip.setGeometry(QRect(round(right) - width, top, width, height))
            right -= width + self.theme.px(4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the chips at the right end of the words."""
        super().resizeEvent(event)
        self._place()

    def on_theme(self) -> None:
        """Measure again, in the new scale."""
        self._place()
        super().on_theme()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw icon, words, price and key."""
        line, colors = self.line, painter.colors
        is_pointed = self.underMouse() or self.isDown()
        draw_plate(painter, box, is_active=self._is_active, is_pointed=is_pointed)
        quiet = colors.accent if self._is_active else colors.text2
        tint = quiet if line.is_possible else colors.text3
        draw_icon(painter, box, line.icon, tint)
        columns = PriceAndKey(painter, box)
        columns.key(line.digit, colors.text2 if line.is_possible else colors.text3)
        columns.price(line.price, is_possible=line.is_possible)
        right = min([columns.left, *(chip.x() - painter.px(6) for chip in self.chips)])
        words = QRectF(painter.px(WORDS_X_PX), box.top(), 0, box.height())
        words.setRight(max(words.left(), right))
        color = colors.text if line.is_possible else colors.text3
        used = painter.text(words, line.title, BODY, color)
        rest = words.adjusted(used + painter.px(GAP_PX), 0, 0, 0)
        draw_note(painter, rest, line.note)

    def _on_click(self) -> None:
        (self.chosen if self.line.is_possible else self.wants_anyway).emit(self.line.id)
