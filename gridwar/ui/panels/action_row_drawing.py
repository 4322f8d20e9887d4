"""How the rows of the list of actions are drawn: their columns, ground, icons and heights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF

from gridwar.ui.style.row_heights import ACTION_ROW_PX, DENSE_ROW_PX
from gridwar.ui.widgets.painting.themed_painter import (
    MIDDLE,
    NOTE,
    SMALL,
    ThemedPainter,
    pips_width,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.engine.kit.card_order_and_flow import PipKind
    from gridwar.ui.style.theme import Theme

ICON_X_PX, ICON_PX = 18, 16
WORDS_X_PX: Final = 34
KEY_PX: Final = 24
_KEY_HIGH_PX = 17
SIDE_PX: Final = 10
GAP_PX: Final = 8
LEAST_NOTE_PX: Final = 44


class PriceAndKey:
    """Draws price and key in their columns, the same in all rows."""

    def __init__(self, painter: ThemedPainter, box: QRectF) -> None:
        self._painter = painter
        self._middle = box.center().y()
        self._key_right = box.right() - painter.px(SIDE_PX)
        self.left = self._key_right - painter.px(KEY_PX) - painter.px(GAP_PX)
        """Where words have to end."""

    def price(self, price: Sequence[PipKind], *, is_possible: bool = True) -> None:
        """Draw what something costs."""
        if price:
            painter = self._painter
            x = self.left - pips_width(len(price), painter.theme)
            pips = [(kind, is_possible) for kind in price]
            painter.pips(x, self._middle, pips, painter.colors.accent)
            self.left = x - painter.px(GAP_PX)

    def key(self, key: str, color: str) -> None:
        """Draw the key, as wide as all of them are."""
        if key:
            painter, height = self._painter, self._painter.px(_KEY_HIGH_PX)
            left, top = self._key_right - painter.px(KEY_PX), self._middle - height / 2
            box = QRectF(round(left), round(top), round(painter.px(KEY_PX)), round(height))
            painter.rounded_box(box, 4, painter.colors.control, painter.colors.line2)
            painter.text(box, key, SMALL, color, MIDDLE)


def row_height(theme: Theme, *, dense: bool) -> int:
    """Return how high a row of one action is."""
    return theme.px(DENSE_ROW_PX if dense or theme.compact else ACTION_ROW_PX)


def draw_plate(
    painter: ThemedPainter, box: QRectF, *, is_active: bool = False, is_pointed: bool = False
) -> None:
    """Draw the ground of a row that is planned or pointed at."""
    colors, plate = painter.colors, box.adjusted(0, 0, 0, -1)
    if is_active:
        painter.rounded_box(plate, 8, colors.raised, colors.accent, 1.4)
    elif is_pointed:
        painter.rounded_box(plate, 8, colors.raised)


def draw_icon(painter: ThemedPainter, box: QRectF, icon: str, color: str) -> None:
    """Draw the icon of a row in its column."""
    center = QPointF(box.left() + painter.px(ICON_X_PX), box.center().y())
    painter.icon(icon, center, ICON_PX, color)


def draw_note(painter: ThemedPainter, box: QRectF, note: str, rule_id: str = "") -> float:
    """Draw quiet words, cut where there is no room, and a rule that never is; return the width."""
    rule_px = painter.width(rule_id, SMALL) + painter.px(GAP_PX) if rule_id else 0.0
    room = max(0.0, box.width() - rule_px)
    used = 0.0
    if note and (room >= painter.width(note, NOTE) or room > painter.px(LEAST_NOTE_PX)):
        words = QRectF(box.left(), box.top(), room, box.height())
        used = painter.text(words, note, NOTE, painter.colors.text3)
    if not rule_id or rule_px > box.width():
        return used
    left = used + painter.px(GAP_PX) if used else 0.0
    rule = box.adjusted(left, 0, 0, 0)
    return left + painter.text(rule, rule_id, SMALL, painter.colors.text3)
