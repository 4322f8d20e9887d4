"""What stands at a target while an action is aimed: its number for Tab, its chance, how far, cover.

Owns measuring and drawing a tag; where it goes is decided with the labels (`label_free_places`).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap

from gridwar.caches import kept_of_fight
from gridwar.ui.style.colors import map_colors, qcolor
from gridwar.ui.style.fonts import SANS, sized_font
from gridwar.ui.style.icons import draw_icon

if TYPE_CHECKING:
    from gridwar.control.records.target_records import TargetTag

_HEIGHT_PX, _SMALL_PX = 42.0, 19.0
_INSET_PX, _SMALL_INSET_PX, _GAP_PX = 9.0, 6.0, 8.0
_DISC_PX, _ICON_PX = 18.0, 12.0
_AROUND_PX = 3.5
_WORKING: Final = 0.5
"""How much is seen of what is still being worked out."""
_ALIGN = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def tag_size(tag: TargetTag, scale: float) -> tuple[float, float]:
    """Return width and height of a tag in device-independent pixels."""
    figure, second, small = _fonts(scale)
    if tag.is_small:
        return _width(tag.figure, small) + 2 * _SMALL_INSET_PX * scale, _SMALL_PX * scale
    below = _width(tag.where, second) + (_ICON_PX + 4) * scale * bool(tag.cover)
    words = max(_width(tag.figure, figure), below)
    return words + (2 * _INSET_PX + _DISC_PX + _GAP_PX) * scale, _HEIGHT_PX * scale


def draw_tag(painter: QPainter, tag: TargetTag, box: QRectF, scale: float) -> None:
    """Draw a tag."""
    size = (box.width(), box.height())
    drawn = _drawn(tag, size, scale, painter.device().devicePixelRatioF())
    painter.drawPixmap(box.topLeft() - QPointF(_AROUND_PX, _AROUND_PX), drawn)


@kept_of_fight(128)
def _drawn(tag: TargetTag, size: tuple[float, float], scale: float, ratio: float) -> QPixmap:
    """Return a tag as pixels, with a little room around it; shared, read-only."""
    width, height = (math.ceil((edge + 2 * _AROUND_PX) * ratio) for edge in size)
    pixmap = QPixmap(width, height)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(_AROUND_PX, _AROUND_PX, *size)
        _draw_plate(painter, tag, box, scale)
        if tag.is_small:
            painter.setOpacity(_WORKING if tag.is_working else 1.0)
            color = map_colors().paper if tag.number else map_colors().second
            inside = box.adjusted(_SMALL_INSET_PX * scale, 0, 0, 0)
            _write(painter, inside, tag.figure, _fonts(scale)[2], color)
        else:
            _draw_words(painter, tag, box, scale)
    return pixmap


def _draw_plate(painter: QPainter, tag: TargetTag, box: QRectF, scale: float) -> None:
    colors, radius = map_colors(), (4 if tag.is_small else 7) * scale
    edge = colors.paper if tag.number else colors.out
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 70))
    painter.drawRoundedRect(box.adjusted(-1, 1, 1, 2), radius + 1, radius + 1)
    painter.setPen(QPen(qcolor(edge), 1.25))
    painter.setBrush(qcolor(colors.ink, 0.94))
    painter.drawRoundedRect(box, radius, radius)


def _draw_words(painter: QPainter, tag: TargetTag, box: QRectF, scale: float) -> None:
    colors, (figure, second, small) = map_colors(), _fonts(scale)
    disc = QRectF(0, 0, _DISC_PX * scale, _DISC_PX * scale)
    disc.moveCenter(QPointF(box.left() + (_INSET_PX + _DISC_PX / 2) * scale, box.center().y()))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(colors.bar_empty))
    painter.drawEllipse(disc)
    painter.setFont(small)
    painter.setPen(qcolor(colors.paper))
    painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(tag.number))
    left = disc.right() + _GAP_PX * scale
    middle = box.top() + box.height() * 0.6
    above = QRectF(left, box.top() + 3 * scale, box.width(), middle - box.top() - 4 * scale)
    below = QRectF(left, middle - 2 * scale, box.width(), box.bottom() - middle - 2 * scale)
    painter.setOpacity(_WORKING if tag.is_working else 1.0)
    _write(painter, above, tag.figure, figure, colors.paper)
    painter.setOpacity(1.0)
    if tag.cover:
        edge = _ICON_PX * scale
        place = QRectF(left, below.center().y() - edge / 2, edge, edge)
        draw_icon(painter, tag.cover, place, colors.cover)
        below.adjust(edge + 4 * scale, 0, 0, 0)
    _write(painter, below, tag.where, second, colors.second)


def _write(painter: QPainter, box: QRectF, words: str, font: QFont, color: str) -> None:
    painter.setFont(font)
    painter.setPen(qcolor(color))
    painter.drawText(box, _ALIGN | Qt.TextFlag.TextDontClip, words)


def _fonts(scale: float) -> tuple[QFont, QFont, QFont]:
    """Return the fonts of the figure, of the second line, and of what is small."""
    sizes = ((17, 700), (11, 500), (12, 600))
    figure, second, small = (sized_font(SANS, round(px * scale), weight) for px, weight in sizes)
    return figure, second, small


def _width(words: str, font: QFont) -> float:
    return QFontMetricsF(font).horizontalAdvance(words)
