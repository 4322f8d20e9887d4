"""How the pointer looks over the map: the cursors of the tools, drawn with a casing.

Owns the drawing; which one is wanted is the tool's.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QCursor, QPainter, QPen, QPixmap

from gridwar.control.tools.tool_base import Cursor
from gridwar.ui.style.colors import map_colors, qcolor

if TYPE_CHECKING:
    from gridwar.control.state.view_state import ViewState

_EDGE_PX = 31
_GAP_PX, _ARM_PX = 5.0, 13.0
_RING_PX = 8.0
_DOT_PX = 1.6
_CASING_PX, _CORE_PX = 4.0, 1.8


def wanted_cursor(own: Cursor, view: ViewState) -> Cursor:
    """Return the tool's cursor, or the aim while a target is being picked."""
    is_picking = view.need not in ("", "path")
    return Cursor.AIM if is_picking and own is Cursor.ARROW else own


@lru_cache(maxsize=64)
def cursor_shape(kind: Cursor, ratio: float) -> QCursor:
    """Return a cursor of the toolkit; needs a running QGuiApplication.

    Args:
        kind: Which one.
        ratio: Device pixel ratio of the screen it is for.
    """
    match kind:
        case Cursor.ARROW:
            return QCursor(Qt.CursorShape.ArrowCursor)
        case Cursor.BRUSH:
            return QCursor(Qt.CursorShape.BlankCursor)
        case Cursor.AIM | Cursor.MEASURE:
            return QCursor(_cross(kind, ratio), _EDGE_PX // 2, _EDGE_PX // 2)


def _cross(kind: Cursor, ratio: float) -> QPixmap:
    pixmap = QPixmap(round(_EDGE_PX * ratio), round(_EDGE_PX * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    middle = QPointF(_EDGE_PX / 2, _EDGE_PX / 2)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for color, width in ((map_colors().ink, _CASING_PX), (map_colors().paper, _CORE_PX)):
            pen = QPen(qcolor(color), width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                way = QPointF(dx, dy)
                painter.drawLine(middle + way * _GAP_PX, middle + way * _ARM_PX)
            if kind is Cursor.AIM:
                painter.drawEllipse(middle, _RING_PX, _RING_PX)
            else:
                painter.setBrush(qcolor(color))
                painter.drawEllipse(middle, _DOT_PX, _DOT_PX)
    return pixmap
