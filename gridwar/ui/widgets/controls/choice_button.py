"""A button that is one way among several; the one that holds now is edged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt

from gridwar.ui.widgets.controls.buttons import TOUCH_PX
from gridwar.ui.widgets.painting.themed import PaintedButton
from gridwar.ui.widgets.painting.themed_painter import BODY, MIDDLE, STRONG, ThemedPainter, advance

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gridwar.ui.style.theme import Theme


class ChoiceButton(PaintedButton):
    """One way."""

    def __init__(self, theme: Theme, words: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setText(words)
        self.setAccessibleName(words)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        """Return room for the words."""
        width = advance(self.text(), STRONG, self.theme) + 24 * self.theme.scale
        return QSize(round(width), self.theme.px(TOUCH_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw plate and words."""
        colors, is_chosen = painter.colors, self.isChecked()
        edge = colors.accent if is_chosen else colors.line2
        ground = colors.raised if self.underMouse() and self.isEnabled() else colors.control
        painter.rounded_box(box, 8, colors.accent_ground if is_chosen else ground, edge, 1.2)
        color = colors.text if is_chosen or self.isEnabled() else colors.text3
        painter.text(box, self.text(), STRONG if is_chosen else BODY, color, MIDDLE)
