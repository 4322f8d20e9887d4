"""The marks around a token's body: bar, height, badges, selection, turn, target, caught.

Owns their geometry and colours; `token_paint` decides which are drawn and in what order.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from gridwar.ui.map.tokens.token_level_of_detail import SHOWN_BADGES
from gridwar.ui.style.colors import map_colors, qcolor
from gridwar.ui.style.fonts import SANS, sized_font
from gridwar.ui.style.icons import draw_icon

if TYPE_CHECKING:
    from gridwar.ui.map.tokens.token_shape import Frame

_BAR_WIDTH = 0.62
_BAR_WIDTH_BIG = 0.50
_BAR_HEIGHT = 0.115
_BAR_MIN_PX = 5.0
_HALF = 0.5
_QUARTER = 0.25
_QUARTERS = (0.25, 0.5, 0.75)
_BADGE = 0.29
_BADGE_STEP = 0.27
_DISC_PX = 9.0
_INITIAL_PX = 6.0
"""From the middle of a small token to the top of its initial; of others a share of the cell."""
_INITIAL = 0.19
_DISC_MIN_PX = 6.0
_SMALL_PX = 40.0
_SIGN_MIN_PX = 5.5
_STROKE_FROM, _STROKE_TO = 0.62, 1.16
_DIAGONALS_DEG = (45, 135, 225, 315)


def draw_bar(
    painter: QPainter, frame: Frame, fractions: tuple[float, ...], notches: tuple[float, ...] = ()
) -> None:
    """Draw the pool's bar with its notches, else its quarters; or its parts side by side.

    Args:
        painter: what to draw with.
        frame: the token's.
        fractions: how full it is, or each part; 1.0 is full.
        notches: shares of the bar that are marked in place of its quarters.
    """
    colors = map_colors()
    width = frame.footprint.width()
    big = width > frame.cell_px
    width *= _BAR_WIDTH_BIG if big else _BAR_WIDTH
    height = max(_BAR_MIN_PX, _BAR_HEIGHT * frame.cell_px)
    left = frame.center.x() - width / 2
    top = frame.center.y() + frame.radius_y * 0.60
    key = 1.5
    outer = QRectF(left - key, top - key, width + 2 * key, height + 2 * key)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(colors.ink))
    painter.drawRoundedRect(outer, outer.height() / 2, outer.height() / 2)
    inner = QRectF(left, top, width, height)
    shape = QPainterPath()
    shape.addRoundedRect(inner, height / 2, height / 2)
    painter.fillPath(shape, qcolor(colors.bar_empty))
    painter.save()
    painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
    each = width / len(fractions)
    for place, fraction in enumerate(fractions):
        share = min(1.0, max(0.0, fraction))
        color = colors.threat
        if share > _QUARTER:
            color = colors.paper if share > _HALF else colors.intent
        painter.fillRect(QRectF(left + place * each, top, each * share, height), qcolor(color))
    is_whole, pieces = len(fractions) == 1, len(fractions)
    marks = notches or _QUARTERS if is_whole else [piece / pieces for piece in range(1, pieces)]
    painter.setPen(QPen(qcolor(colors.ink, 0.65 if is_whole else 1.0), 1 if is_whole else 1.6))
    for share in marks:
        x = left + width * share
        painter.drawLine(QLineF(x, top, x, top + height))
    painter.restore()


def draw_progress(painter: QPainter, frame: Frame, fraction: float) -> None:
    """Draw the ring of something that takes longer: from the top, clockwise, as far as it is."""
    colors = map_colors()
    reach = max(frame.radius_x, frame.radius_y) + 0.04 * frame.cell_px
    box = QRectF(frame.center.x() - reach, frame.center.y() - reach, 2 * reach, 2 * reach)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width = max(2.5, 0.06 * frame.cell_px)
    painter.setPen(QPen(qcolor(colors.ink, 0.85), width + 2))
    painter.drawEllipse(box)
    painter.setPen(QPen(qcolor(colors.bar_empty), width))
    painter.drawEllipse(box)
    painter.setPen(_round_pen(qcolor(colors.reach1), width))
    painter.drawArc(box, 90 * 16, round(-360 * 16 * min(1.0, max(0.0, fraction))))


def draw_selected(painter: QPainter, frame: Frame) -> None:
    """Draw the brass corners on the footprint; of small tokens closer, for what is beside them."""
    colors = map_colors()
    box = frame.footprint.adjusted(-1, -1, 1, 1)
    if frame.cell_px < _SMALL_PX:
        box = QRectF(0, 0, 2 * frame.radius_x + 2, 2 * frame.radius_y + 2)
        box.moveCenter(frame.center)
    arm = min(frame.footprint.width(), frame.footprint.height())
    arm *= 0.2 if arm <= frame.cell_px else 0.12
    painter.setBrush(Qt.BrushStyle.NoBrush)
    core = 2.6 if frame.cell_px >= _SMALL_PX else 2.0
    for color, width in ((qcolor(colors.casing), core + 2.9), (qcolor(colors.intent), core)):
        painter.setPen(_round_pen(color, width))
        for corner, right, down in (
            (box.topLeft(), 1, 1),
            (box.topRight(), -1, 1),
            (box.bottomRight(), -1, -1),
            (box.bottomLeft(), 1, -1),
        ):
            across = corner + QPointF(right * arm, 0)
            along = corner + QPointF(0, down * arm)
            painter.drawPolyline(QPolygonF([across, corner, along]))


def draw_turn(painter: QPainter, frame: Frame) -> None:
    """Draw the brass pennant above whoever's turn it is."""
    colors = map_colors()
    half = max(4.0, 0.12 * frame.cell_px)
    tip = frame.center - QPointF(0, frame.radius_y + 0.12 * frame.cell_px)
    painter.setPen(_round_pen(qcolor(colors.ink), 2))
    painter.setBrush(qcolor(colors.intent))
    painter.drawPolygon(
        QPolygonF([tip + QPointF(-half, -half * 1.7), tip + QPointF(half, -half * 1.7), tip])
    )


def draw_target(painter: QPainter, frame: Frame) -> None:
    """Draw the ring with four ticks around the target."""
    colors = map_colors()
    reach = max(frame.radius_x, frame.radius_y) + 0.18 * frame.cell_px
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for color, width in ((colors.casing, 5.4), (colors.threat, 2.4)):
        painter.setPen(_round_pen(qcolor(color), width))
        painter.drawEllipse(frame.center, reach, reach)
        for angle in _DIAGONALS_DEG:
            way = QPointF(math.cos(math.radians(angle)), math.sin(math.radians(angle)))
            inner, outer = frame.center + way * reach * 0.9, frame.center + way * reach * 1.2
            painter.drawLine(QLineF(inner, outer))


def draw_height(painter: QPainter, frame: Frame, text: str) -> None:
    """Draw the height tag at the upper left: a triangle up or down and the number.

    On small tokens it lies further out, so that the initial stays to be read.
    """
    colors = map_colors()
    below = text.startswith(("-", "\N{MINUS SIGN}"))
    number = text.lstrip("+-\N{MINUS SIGN}")
    size_px = max(10, round(0.19 * frame.cell_px))
    unit = size_px / 11
    face = sized_font(SANS, size_px, 700)
    width = QFontMetricsF(face).horizontalAdvance(number) + 16 * unit
    height = size_px * 1.5
    left = frame.center.x() - frame.radius_x - 0.06 * frame.cell_px
    initial = max(_INITIAL_PX, _INITIAL * frame.cell_px)
    middle = frame.center.y() - max(frame.radius_y * 1.02, initial + height / 2)
    box = QRectF(left, middle - height / 2, width, height)
    painter.setPen(QPen(qcolor(colors.ink), 1.5))
    painter.setBrush(qcolor(colors.tag))
    painter.drawRoundedRect(box, 4 * unit, 4 * unit)
    half, way = 3.4 * unit, 1 if below else -1
    tip = QPointF(left + 8 * unit, middle)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(colors.ink))
    painter.drawPolygon(
        QPolygonF(
            [
                tip + QPointF(-half, -way * half * 0.8),
                tip + QPointF(half, -way * half * 0.8),
                tip + QPointF(0, way * half),
            ]
        )
    )
    painter.setFont(face)
    painter.setPen(qcolor(colors.ink))
    words = box.adjusted(13 * unit, 0, 0, 0)
    painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, number)


def draw_down(painter: QPainter, center: QPointF, radius_x: float, radius_y: float) -> None:
    """Draw the stroke across whoever is out, broken where the letters stand."""
    colors = map_colors()
    thin = max(1.8, min(radius_x, radius_y) * 0.09)
    way = QPointF(radius_x, -radius_y) * math.sqrt(0.5)
    ends = [(way * side * _STROKE_FROM, way * side * _STROKE_TO) for side in (1, -1)]
    for color, width in ((colors.ink, thin * 2.5), (colors.paper, thin)):
        painter.setPen(_round_pen(qcolor(color), width))
        for inner, outer in ends:
            painter.drawLine(QLineF(center + inner, center + outer))


TURN_SIGN_AT: Final = QPointF(-0.92, 0.48)
"""At the lower left: what became of the turn."""
LISTED_TURN_SIGN_AT: Final = QPointF(0.8, 0.66)
"""In a list, where a number stands at the left of the token."""
HIDDEN_SIGN_AT: Final = QPointF(0.86, -0.8)
"""At the upper right."""


def draw_sign(painter: QPainter, center: QPointF, radius_px: float, icon: str, at: QPointF) -> None:
    """Draw a small sign at the rim of a round token.

    Args:
        painter: what to draw with.
        center: the token's middle.
        radius_px: the token's.
        icon: what it shows.
        at: where on the rim, in radii.
    """
    colors = map_colors()
    radius = max(_SIGN_MIN_PX, 0.34 * radius_px)
    box = QRectF(0, 0, radius * 1.5, radius * 1.5)
    middle = center + at * radius_px
    box.moveCenter(middle)
    painter.setPen(QPen(qcolor(colors.ink), 1.5))
    painter.setBrush(qcolor(colors.tag))
    painter.drawEllipse(middle, radius, radius)
    draw_icon(painter, icon, box, colors.ink)


def draw_badges(painter: QPainter, frame: Frame, icons: tuple[str, ...]) -> None:
    """Draw up to three badges downwards from the upper right, then how many more there are."""
    colors = map_colors()
    shown = icons if len(icons) <= SHOWN_BADGES else icons[: SHOWN_BADGES - 1]
    radius = max(_SIGN_MIN_PX, _BADGE * frame.cell_px / 2)
    x = frame.center.x() + frame.radius_x * 0.92
    y = frame.center.y() - frame.radius_y * 0.86
    painter.setPen(QPen(qcolor(colors.ink), 1.5))
    for step in range(min(len(icons), SHOWN_BADGES)):
        middle = QPointF(x, y + step * _BADGE_STEP * frame.cell_px)
        painter.setPen(QPen(qcolor(colors.ink), 1.5))
        painter.setBrush(qcolor(colors.tag))
        painter.drawEllipse(middle, radius, radius)
        box = QRectF(0, 0, radius * 1.5, radius * 1.5)
        box.moveCenter(middle)
        if step < len(shown):
            draw_icon(painter, shown[step], box, colors.ink)
        else:
            rest = f"+{len(icons) - len(shown)}"
            _draw_centred(painter, box.adjusted(-9, -9, 9, 9), rest, max(8, round(radius * 1.05)))


def draw_caught(painter: QPainter, frame: Frame, number: str, *, aside: bool = False) -> None:
    """Draw the numbered brass disc of somebody caught in a template.

    Args:
        painter: what to draw with.
        frame: the token's.
        number: as in the list.
        aside: a height tag is at the upper left; the disc makes room for it.
    """
    colors = map_colors()
    radius = min(_DISC_PX, max(_DISC_MIN_PX, 0.2 * frame.cell_px))
    right = radius * 0.9 if aside else 0.0
    middle = frame.center + QPointF(right, -frame.radius_y - radius * 0.4)
    painter.setPen(QPen(qcolor(colors.ink), 1.5))
    painter.setBrush(qcolor(colors.intent))
    painter.drawEllipse(middle, radius, radius)
    box = QRectF(0, 0, 4 * radius, 2 * radius)
    box.moveCenter(middle)
    _draw_centred(painter, box, number, round(radius * 1.25))


def _draw_centred(painter: QPainter, box: QRectF, text: str, size_px: int) -> None:
    painter.setFont(sized_font(SANS, size_px, 700))
    painter.setPen(qcolor(map_colors().ink))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _round_pen(color: QColor, width: float) -> QPen:
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen
