"""Draws one token: body, ring, bar, height, badges and the marks of its state.

Owns the anatomy in fractions of a cell. Knows nothing of scenes or zoom: the painter's unit is
the device-independent pixel and the cell's size is given.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap

from gridwar.ui.map.tokens.silhouette_drawing import draw_silhouette, known_silhouette
from gridwar.ui.map.tokens.token_level_of_detail import Detail, Look
from gridwar.ui.map.tokens.token_marks import (
    TURN_SIGN_AT,
    draw_badges,
    draw_bar,
    draw_caught,
    draw_down,
    draw_height,
    draw_progress,
    draw_selected,
    draw_sign,
    draw_target,
    draw_turn,
)
from gridwar.ui.map.tokens.token_shape import RADIUS, Frame, box_path, letters_at, shape_path
from gridwar.ui.style.colors import Side, SideShape, map_colors, mix, qcolor, side
from gridwar.ui.style.fonts import SANS, sized_font

if TYPE_CHECKING:
    from gridwar.control.records.scene_records import TokenView

_RING = 0.072
_RING_MIN_PX = 1.5
_KEYLINE_PX = 1.5
_RIM_PX = 1.25
"""Of paper, around the keyline."""
_KEYLINE_MIN_PX = 1.0
_BEAK = 0.17
_BEAK_HALF_RAD = 0.42
_BEAK_CASING_PX = 3.0
_SHADOW_PX = 1.5
_SHADOW_LIFTED_PX = 6.0
_FACE_BREATH = 0.14
_GHOST_SHARE = 0.66
_GHOST_RIM_PX = 5.8
_FAINT_OPACITY = 0.3
"""Of a token on another level than the one looked at."""
_LONG_INITIALS = 3
_SILHOUETTE_FROM_PX = 34.0
"""Of a disc on the map: on smaller ones the letters need the face for themselves."""
_ON_CHEST = 0.29
"""How far below the middle the letters stand on a silhouette, in radii."""
_ON_CHEST_SIZE, _ON_CHEST_SIZE_LONG = 0.54, 0.44
"""How large they are there."""
_ON_CHEST_WEIGHT = 700
_DARKER = 0.45
"""How much of a faint token of a list is dark; it is no shadow, its letters stay to be read."""


def draw_token(painter: QPainter, look: Look, frame: Frame, picture: QPixmap | None = None) -> None:
    """Draw one token.

    Args:
        painter: its unit is the device-independent pixel.
        look: the token and the level of detail.
        frame: where, and how big.
        picture: its portrait, if there is one.
    """
    token = look.token
    painter.save()
    painter.setRenderHints(
        QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
    )
    if token.ghost:
        _draw_ghost(painter, token, frame)
    elif look.detail is Detail.SHAPE:
        _draw_small(painter, token, frame)
    else:
        _draw_whole(painter, look, frame, picture)
    painter.restore()


def draw_mini_token(
    painter: QPainter, center: QPointF, radius_px: float, token: TokenView, picture: QPixmap | None
) -> None:
    """Draw a token for a list: shape, ring and face, no marks; a faint one is darker.

    The list says whether a silhouette is shown, and letters on it; others are for the list to draw.
    """
    frame = Frame(radius_px / RADIUS, center, radius_px, radius_px, QRectF())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_body(painter, token, frame)
    _draw_face(painter, token, frame, picture, silhouette_from_px=0)
    if token.faint:
        painter.fillPath(_body(token, frame, 0), qcolor(map_colors().ink, _DARKER))
    painter.restore()


def _draw_whole(painter: QPainter, look: Look, frame: Frame, picture: QPixmap | None) -> None:
    token = look.token
    if token.faint:
        painter.setOpacity(_FAINT_OPACITY)
    _draw_shadow(painter, token, frame)
    _draw_rim(painter, token, frame)
    if token.facing_deg is not None and not token.box:
        _draw_beak(painter, token, frame)
    _draw_body(painter, token, frame)
    _draw_face(painter, token, frame, picture)
    if token.out:
        draw_down(painter, frame.center, frame.radius_x, frame.radius_y)
    if token.progress is not None and not token.out:
        draw_progress(painter, frame, token.progress)
    if token.bar is not None and not token.out:
        draw_bar(painter, frame, token.bars or (token.bar,), token.notches)
    if not token.faint:
        painter.setOpacity(1.0)
    _draw_marks(painter, token, frame)


def _draw_marks(painter: QPainter, token: TokenView, frame: Frame) -> None:
    if token.target:
        draw_target(painter, frame)
    if token.selected:
        draw_selected(painter, frame)
    if token.turn:
        draw_turn(painter, frame)
    if token.altitude_text is not None:
        opacity = painter.opacity()
        painter.setOpacity(1.0)  # on which level, or floor, a faint one is has to be read
        draw_height(painter, frame, token.altitude_text)
        painter.setOpacity(opacity)
    if token.badges:
        draw_badges(painter, frame, tuple(badge.icon for badge in token.badges))
    if token.turn_sign:
        draw_sign(painter, frame.center, frame.radius, token.turn_sign, TURN_SIGN_AT)
    if token.caught is not None:
        aside = token.altitude_text is not None
        draw_caught(painter, frame, str(token.caught), aside=aside)


def _draw_small(painter: QPainter, token: TokenView, frame: Frame) -> None:
    colors = map_colors()
    if token.faint:
        painter.setOpacity(_FAINT_OPACITY)
    body = _body(token, frame, 0)
    if token.turn or token.selected or token.target:
        edge = colors.threat if token.target else colors.intent
        painter.strokePath(body, QPen(qcolor(colors.ink), 6))
        painter.strokePath(body, QPen(qcolor(edge), 4))
    else:
        rim = _body(token, frame, _KEYLINE_MIN_PX + _RIM_PX)
        painter.fillPath(rim, qcolor(colors.paper))
    painter.fillPath(_body(token, frame, _KEYLINE_MIN_PX), qcolor(colors.casing))
    if token.hidden:
        _draw_dashes(painter, body, _ring_color(token), 2.0)
    else:
        painter.fillPath(body, qcolor(_ring_color(token)))
    if token.out:
        draw_down(painter, frame.center, frame.radius_x, frame.radius_y)


def _draw_ghost(painter: QPainter, token: TokenView, frame: Frame) -> None:
    colors = map_colors()
    body = _body(token, frame, 0)
    painter.strokePath(body, QPen(qcolor(colors.paper), _GHOST_RIM_PX))
    painter.fillPath(body, qcolor(colors.ink, _GHOST_SHARE))
    painter.strokePath(body, QPen(qcolor(colors.casing), _GHOST_RIM_PX - 2 * _RIM_PX))
    _draw_dashes(painter, body, QColor(side(token.side).color).lighter(125).name(), 2.6)
    _draw_initials(painter, token, frame, colors.paper, 0.0)


def _draw_shadow(painter: QPainter, token: TokenView, frame: Frame) -> None:
    drop = _SHADOW_LIFTED_PX if token.lifted else _SHADOW_PX
    for step in range(7 if token.lifted else 4):
        grow = 1 + 1.3 * step
        path = _body(token, frame, grow).translated(0, drop)
        painter.fillPath(path, QColor(0, 0, 0, 26))


def _draw_beak(painter: QPainter, token: TokenView, frame: Frame) -> None:
    angle = math.radians((token.facing_deg or 0) - 90)
    reach = _BEAK * frame.cell_px

    def at(turn: float, share: float, beyond: float) -> QPointF:
        return QPointF(
            frame.center.x() + (frame.radius_x * share + beyond) * math.cos(turn),
            frame.center.y() + (frame.radius_y * share + beyond) * math.sin(turn),
        )

    half = _BEAK_HALF_RAD * min(1.0, frame.cell_px * RADIUS / frame.radius)
    path = QPainterPath(at(angle + half, 0.98, 0))
    path.lineTo(at(angle, 1, reach))
    path.lineTo(at(angle - half, 0.98, 0))
    path.closeSubpath()
    colors = map_colors()
    for color, width in (
        (colors.paper, _BEAK_CASING_PX + 2 * _RIM_PX),
        (colors.casing, _BEAK_CASING_PX),
    ):
        pen = QPen(qcolor(color), width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
    painter.fillPath(path, qcolor(_ring_color(token)))


def _draw_body(painter: QPainter, token: TokenView, frame: Frame) -> None:
    colors = map_colors()
    ink, keyline = qcolor(colors.ink), _keyline(frame)
    ring = max(_RING_MIN_PX, frame.cell_px * _RING)
    painter.fillPath(_body(token, frame, keyline), qcolor(colors.casing))
    if token.hidden:
        _draw_dashes(painter, _body(token, frame, -ring / 2), _ring_color(token), ring)
        return
    painter.fillPath(_body(token, frame, 0), qcolor(_ring_color(token)))
    painter.fillPath(_body(token, frame, -ring), ink)


def _draw_rim(painter: QPainter, token: TokenView, frame: Frame) -> None:
    """Draw what a token on the map is set off with from ground of its own tone."""
    rim = _body(token, frame, _keyline(frame) + _RIM_PX)
    painter.fillPath(rim, qcolor(map_colors().paper))


def _keyline(frame: Frame) -> float:
    return max(_KEYLINE_MIN_PX, min(_KEYLINE_PX, frame.cell_px * 0.04))


def _draw_dashes(painter: QPainter, path: QPainterPath, color: str, width_px: float) -> None:
    """Draw the broken rim of somebody hidden."""
    pen = QPen(qcolor(color), width_px)
    pen.setDashPattern([2.2, 1.6])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.strokePath(path, pen)


def _draw_face(
    painter: QPainter,
    token: TokenView,
    frame: Frame,
    picture: QPixmap | None,
    *,
    silhouette_from_px: float = _SILHOUETTE_FROM_PX,
) -> None:
    colors = map_colors()
    ring = max(_RING_MIN_PX, frame.cell_px * _RING)
    path = _body(token, frame, -(ring + _KEYLINE_MIN_PX))
    if picture is not None:
        _draw_picture(painter, path, picture)
        return
    box = path.boundingRect()
    shade = QLinearGradient(box.topLeft(), box.bottomLeft())
    breath = side(token.side).color if not token.out else colors.out
    shade.setColorAt(0, QColor(mix(breath, colors.ink, _FACE_BREATH)))
    shade.setColorAt(1, qcolor(colors.ink))
    painter.fillPath(path, QBrush(shade))
    color = colors.out_text if token.out else colors.paper
    silhouette = known_silhouette(token.picture)
    if silhouette is not None and 2 * frame.radius >= silhouette_from_px:
        _draw_silhouette(painter, token, frame, silhouette, color)
        return
    up = 0.05 * frame.cell_px if token.bar is not None and not token.out else 0.0
    _draw_initials(painter, token, frame, color, up)


def _draw_silhouette(
    painter: QPainter, token: TokenView, frame: Frame, name: str, color: str
) -> None:
    """Draw who has no picture of his own, and the letters in ink on the chest."""
    middle = letters_at(token, frame)
    ring = max(_RING_MIN_PX, frame.cell_px * _RING)
    radius = frame.radius - ring - _KEYLINE_MIN_PX
    box = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
    painter.save()
    path = _body(token, frame, -(ring + _KEYLINE_MIN_PX))
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    draw_silhouette(painter, name, box, color)
    painter.restore()
    if not token.initials:
        return
    share = _ON_CHEST_SIZE_LONG if len(token.initials) >= _LONG_INITIALS else _ON_CHEST_SIZE
    painter.setFont(sized_font(SANS, max(8, round(share * frame.radius)), _ON_CHEST_WEIGHT))
    painter.setPen(qcolor(map_colors().ink))
    words = box.translated(0, _ON_CHEST * frame.radius)
    painter.drawText(words, Qt.AlignmentFlag.AlignCenter, token.initials)


def _draw_picture(painter: QPainter, path: QPainterPath, picture: QPixmap) -> None:
    box = path.boundingRect()
    have = QSizeF(picture.size())
    want = have.scaled(box.size(), Qt.AspectRatioMode.KeepAspectRatioByExpanding)
    place = QRectF(QPointF(), want)
    place.moveCenter(box.center())
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    painter.drawPixmap(place, picture, QRectF(QPointF(), have))
    painter.restore()


def _draw_initials(
    painter: QPainter, token: TokenView, frame: Frame, color: str, up_px: float
) -> None:
    if not token.initials:
        return
    share = 0.25 if len(token.initials) >= _LONG_INITIALS else 0.30
    if len(token.initials) == 1:
        share = 0.36
    size_px = round(share * frame.radius / RADIUS)
    face = sized_font(SANS, max(8, size_px), 600)
    painter.setFont(face)
    painter.setPen(qcolor(color))
    box = QRectF(0, 0, frame.radius_x * 2, frame.radius_y * 2)
    box.moveCenter(letters_at(token, frame) - QPointF(0, up_px))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, token.initials)


def _ring_color(token: TokenView) -> str:
    return map_colors().out if token.out else side(token.side).color


def _body(token: TokenView, frame: Frame, grow_px: float) -> QPainterPath:
    wanted: Side = side(token.side)
    shape: SideShape = wanted.shape
    radius_x, radius_y = max(0.5, frame.radius_x + grow_px), max(0.5, frame.radius_y + grow_px)
    if token.box:
        return box_path(frame.center, radius_x, radius_y, token.facing_deg or 0)
    return shape_path(shape, frame.center, radius_x, radius_y)
