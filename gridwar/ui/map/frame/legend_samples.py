"""How each thing on the map is drawn, small: beside its name in legend and list."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPen

from gridwar.control.records.fog_records import FogPart
from gridwar.control.records.ground_records import PaintLook, WallLook, WallMark
from gridwar.control.records.scene_records import Dash, LegendEntry, LineRole, RegionRole, Role
from gridwar.model.walls import WallSide
from gridwar.ui.map.ground.paint_patterns import draw_swatch
from gridwar.ui.map.overlays.lines_and_arcs import role_color
from gridwar.ui.map.overlays.overlay_areas import DASHES, edge_of
from gridwar.ui.map.overlays.strokes_and_hatches import dot_brush, hatch_brush, stroke_cased
from gridwar.ui.map.overlays.wall_strokes import WALL_STROKES, draw_way_through, wall_lines
from gridwar.ui.style.colors import map_colors, qcolor

_LINES = {
    LineRole.CLEAR: ("paper", ()),
    LineRole.RULER: ("paper", (4.0, 2.4)),
    LineRole.LINK: ("paper", ()),
    LineRole.TIE: ("intent", (2.0, 2.6)),
    LineRole.AIM: ("threat", (3.0, 1.8)),
    LineRole.CONTACT: ("paper", (0.8, 1.8)),
    LineRole.PLANNED: ("intent", ()),
    LineRole.COVER: ("cover", (2.0, 2.2)),
    LineRole.DECIDER: ("cover", ()),
    LineRole.BLOCKED: ("threat", ()),
    LineRole.BLOCKER: ("threat", ()),
}
_WALLS = {
    WallLook.WINDOW: "reach1",
    WallLook.WALL: "reach1",
    WallLook.LOW: "reach1",
    WallLook.DOOR: "intent",
    WallLook.OPEN_DOOR: "intent",
}
"""The colours in which walls are drawn while the map is edited; the others are paper."""


def draw_sample(painter: QPainter, entry: LegendEntry, box: QRectF) -> None:
    """Draw how something is drawn on the map, small."""
    role, colors = entry.role, map_colors()
    match role:
        case RegionRole():
            _draw_region_sample(painter, role, box, entry.side)
        case LineRole():
            name, dash = _LINES[role]
            stroke_cased(painter, _line(box), getattr(colors, name), (2.4, 3.0), dash)
        case Dash():
            stroke_cased(painter, _line(box), colors.paper, (1.9, 2.6), DASHES[role])
        case Role():
            stroke_cased(painter, _line(box), role_color(role), (2.4, 3.0))
        case WallLook():
            stroke, color = WALL_STROKES[role], getattr(colors, _WALLS.get(role, "paper"))
            path = wall_lines([_ends(box)], role)
            stroke_cased(painter, path, color, (stroke.core_px, 3.0), stroke.dash)
        case WallMark():
            ends = QPointF(box.left() + 2, box.bottom()), QPointF(box.left() + 2, box.top())
            draw_way_through(painter, ends, WallSide.RIGHT, colors.paper, box.width() - 6)
        case FogPart():
            _draw_fog_sample(painter, role, box)
        case PaintLook():
            draw_swatch(painter, role, box.adjusted(1, 0, -1, 0), qcolor(colors.ink, 0.85))


def _draw_fog_sample(painter: QPainter, part: FogPart, box: QRectF) -> None:
    path = QPainterPath()
    path.addRoundedRect(box.adjusted(2, 0, -2, 0), 3, 3)
    painter.fillPath(path, qcolor(map_colors().ink, 0.85))
    ratio, paper = painter.device().devicePixelRatioF(), map_colors().paper
    is_unknown = part is FogPart.UNKNOWN
    painter.fillPath(
        path, hatch_brush(paper, 5, 1.1, ratio) if is_unknown else dot_brush(paper, 7, ratio)
    )


def _draw_region_sample(
    painter: QPainter, role: RegionRole, box: QRectF, of_side: int | None = None
) -> None:
    colors = map_colors()
    ratio = painter.device().devicePixelRatioF()
    brushes = {
        RegionRole.TEMPLATE: hatch_brush(colors.intent, 5, 1.5, ratio),
        RegionRole.OPPORTUNITY: hatch_brush(colors.threat, 5, 1.5, ratio),
        RegionRole.HARD_COVER: hatch_brush(colors.cover, 5, 1.5, ratio),
        RegionRole.SOFT_COVER: dot_brush(colors.cover, 9, ratio),
        RegionRole.AREA_OVERLAP: hatch_brush(colors.paper, 5, 1.5, ratio),
    }
    brush = brushes.get(role)
    if brush is not None:
        path = QPainterPath()
        path.addRoundedRect(box.adjusted(2, 0, -2, 0), 3, 3)
        painter.fillPath(path, qcolor(colors.ink, 0.85))
        painter.fillPath(path, brush)
        return
    edge = edge_of(role, of_side=of_side)
    if edge is None:
        return
    up = 3.0 if role is RegionRole.THREAT else 0.0
    line = _line(box.translated(0, -up))
    stroke_cased(painter, line, edge.color, (edge.core_px, edge.casing_px), edge.dash)
    if role is RegionRole.THREAT:
        painter.setPen(QPen(qcolor(colors.threat), 1.8))
        for tooth in range(4):
            x = box.left() + 3 + tooth * 5.3
            painter.drawLine(QPointF(x, box.center().y() - up), QPointF(x, box.center().y() + 5))


def _ends(box: QRectF) -> tuple[QPointF, QPointF]:
    y = box.center().y()
    return QPointF(box.left() + 1, y), QPointF(box.right() - 1, y)


def _line(box: QRectF) -> QPainterPath:
    start, end = _ends(box)
    path = QPainterPath(start)
    path.lineTo(end)
    return path
