"""The sign on a door: how it stands, and where a click opens it.

Closed is a full disc, open a ring, locked and secret have an icon; the shape says it, not colour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from gridwar.model.walls import DoorState
from gridwar.ui.map.overlays.overlay_paths import to_px
from gridwar.ui.style.icons import draw_icon
from gridwar.ui.style.palette import map_colors, qcolor

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.records.ground_records import WallView

_RADIUS_PX = 5.0
_SMALL_RADIUS_PX = 3.6
_FULL_FROM_PX = 30.0
_ICON_RADIUS_PX = 8.0
_ICON_PX = 11.0
_ICONS: Mapping[DoorState, str] = {DoorState.LOCKED: "lock", DoorState.SECRET: "eye-off"}


def draw_door_sign(painter: QPainter, wall: WallView, cell_px: float) -> None:
    """Draw the sign in the middle of a door.

    Args:
        painter: Its unit is the device-independent pixel.
        wall: The door.
        cell_px: Edge of a cell.
    """
    colors = map_colors()
    middle = to_px(((wall.a[0] + wall.b[0]) / 2, (wall.a[1] + wall.b[1]) / 2), cell_px)
    icon = _ICONS.get(wall.door) if wall.door is not None else None
    is_large = cell_px >= _FULL_FROM_PX
    if icon is not None and is_large:
        painter.setPen(QPen(qcolor(colors.intent), 1.4))
        painter.setBrush(qcolor(colors.ink, 0.92))
        painter.drawEllipse(middle, _ICON_RADIUS_PX, _ICON_RADIUS_PX)
        corner = QPointF(_ICON_PX / 2, _ICON_PX / 2)
        draw_icon(painter, icon, QRectF(middle - corner, middle + corner), colors.intent)
        return
    radius = _RADIUS_PX if is_large else _SMALL_RADIUS_PX
    painter.setPen(QPen(qcolor(colors.ink), 4.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(middle, radius, radius)
    painter.setPen(QPen(qcolor(colors.intent), 1.8))
    is_open = wall.door is DoorState.OPEN
    painter.setBrush(qcolor(colors.ink, 0.55) if is_open else qcolor(colors.intent))
    painter.drawEllipse(middle, radius, radius)
