"""Paths, pens and hatches of the overlays, in pixels of the screen.

Owns how a line gets its casing, a border its teeth and an area its hatch. Every line on the map
is drawn here: a black casing first, wider, then the colour; that keeps it legible on any picture.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import (
    QBrush,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QPixmap,
    QTransform,
)

from gridwar.ui.map.tokens.token_shape import rounded_polygon
from gridwar.ui.style.colors import luminance, map_colors, qcolor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from PySide6.QtCore import QRectF

    from gridwar.control.records.ground_records import Point
    from gridwar.ui.map.overlays.cells_outline import Loop

CORNER_PX = 9.0
_RIM_PX = 1.0
"""How wide a pale rim is around a casing, on each side."""
_NEEDS_RIM_UNDER = 0.39
"""Luminance: on ground of some tone neither so dark a colour nor its casing would stand out."""
_TOOTH_PX = 7.0
_TOOTH_STEP_PX = 10.0
_TEETH_FROM_PX = 8.0
"""In smaller cells teeth would fill the map."""
_FULL_FROM_PX = 16.0
_DOT_RADIUS_SHARE = 0.16
_MANY_ELEMENTS = 60
_DASHES_AT_ONCE = 16
_LINES_KEPT = 32


def fineness(cell_px: float) -> float:
    """Return what is left of the width of lines where cells are small, so that the map is seen.

    In steps, because patterns are kept by their width: 1 from 16 pixels a cell, 0.4 at least.
    """
    return min(1.0, max(2, math.floor(cell_px / _FULL_FROM_PX * 5)) / 5)


def loops_path(loops: Iterable[Loop], cell_px: float, corner_px: float = CORNER_PX) -> QPainterPath:
    """Return the outline of a region with rounded corners, in pixels from the map's corner."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    radius = min(corner_px, cell_px * 0.42)
    for loop in loops:
        path.addPath(rounded_polygon([(x * cell_px, y * cell_px) for x, y in loop], radius))
    return path


def line_path(points: Sequence[Point], cell_px: float) -> QPainterPath:
    """Return an open polyline through points given in cells."""
    path = QPainterPath(to_px(points[0], cell_px))
    for point in points[1:]:
        path.lineTo(to_px(point, cell_px))
    return path


def to_px(point: Point, cell_px: float) -> QPointF:
    """Return a place in pixels from the map's corner."""
    return QPointF(point[0] * cell_px, point[1] * cell_px)


def teeth_path(loops: Iterable[Loop], cell_px: float) -> QPainterPath:
    """Return the hachures along a border, pointing into it; none where cells are very small."""
    path = QPainterPath()
    if cell_px < _TEETH_FROM_PX:
        return path
    length = min(_TOOTH_PX, cell_px * 0.3)
    for loop in loops:
        for index, (x, y) in enumerate(loop):
            next_x, next_y = loop[(index + 1) % len(loop)]
            cells = abs(next_x - x) + abs(next_y - y)
            along = ((next_x - x) / cells, (next_y - y) / cells)
            # Loops keep the inside on the right.
            inward = QPointF(-along[1] * length, along[0] * length)
            count = max(1, round(cells * cell_px / _TOOTH_STEP_PX))
            step = cells * cell_px / count
            for tooth in range(count):
                reach = (tooth + 0.5) * step
                root = QPointF(x * cell_px + along[0] * reach, y * cell_px + along[1] * reach)
                path.moveTo(root)
                path.lineTo(root + inward)
    return path


def stroke_cased(
    painter: QPainter, path: QPainterPath, color: str, pen: tuple[float, float], dash: Dashes = ()
) -> None:
    """Draw a line with its casing.

    Args:
        painter: its unit is the device-independent pixel.
        path: the line.
        color: of the core.
        pen: width of the core, and how much wider the casing is, in pixels.
        dash: lengths of dashes and gaps in widths of the core.
    """
    core, extra = pen
    painter.setBrush(Qt.BrushStyle.NoBrush)
    # Solid on purpose: Qt strokes a see-through pen four times slower.
    if needs_rim(color):
        extra -= _RIM_PX  # half of the rim lies in the casing's place
        painter.setPen(_pen(map_colors().paper, core + extra + 2 * _RIM_PX, 1.0))
        painter.drawPath(path)
    painter.setPen(_pen(map_colors().casing, core + extra, 1.0))
    painter.drawPath(path)
    inner = _dash_pen(color, core, dash) if dash else _pen(color, core, 1.0)
    is_fine = painter.testRenderHint(QPainter.RenderHint.Antialiasing)
    if dash and is_fine and path.elementCount() > _MANY_ELEMENTS:
        _fill_dashes(painter, path, inner)
        return
    painter.setPen(inner)
    painter.drawPath(path)


def needs_rim(color: str) -> bool:
    """Return whether a line of a colour is to have a pale rim around its casing."""
    return luminance(color) < _NEEDS_RIM_UNDER


def remember_dashes(path: QPainterPath, core_px: float, dash: Dashes) -> Iterator[None]:
    """Work out the dashes of a line ahead of ``stroke_cased``, with pauses: a long one has many."""
    if dash and path.elementCount() > _MANY_ELEMENTS:
        yield from _DASHES.work_out(path, _dash_pen(map_colors().ink, core_px, dash))


def _dash_pen(color: str, width: float, dash: Dashes) -> QPen:
    pen = _pen(color, width, 1.0)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern(list(dash))
    return pen


def _fill_dashes(painter: QPainter, path: QPainterPath, pen: QPen) -> None:
    """Fill those dashes of a long line that lie within the clip."""
    seen = painter.clipBoundingRect() if painter.hasClipping() else None
    for box, some in _DASHES.get(path, pen):
        if seen is None or box.intersects(seen):
            painter.fillPath(some, pen.brush())


class _DashMemory:
    """The dashes of the long lines drawn last: one line is drawn tile by tile.

    Some dashes at a time are filled many times faster than all at once.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[_Key, tuple[QPainterPath, _Parts]] = OrderedDict()

    def get(self, path: QPainterPath, pen: QPen) -> _Parts:
        """Return the dashes in handfuls, each with the box around it."""
        for _pause in self.work_out(path, pen):
            pass
        return self._known[_key(path, pen)][1]

    def work_out(self, path: QPainterPath, pen: QPen) -> Iterator[None]:
        """Work out what ``get`` returns, with pauses."""
        key = _key(path, pen)
        if key in self._known:
            return
        outlines = QPainterPathStroker(pen).createStroke(path)
        yield
        dashes, parts = outlines.toSubpathPolygons(), []
        yield
        for start in range(0, len(dashes), _DASHES_AT_ONCE):
            some = QPainterPath()
            some.setFillRule(Qt.FillRule.WindingFill)
            for dash in dashes[start : start + _DASHES_AT_ONCE]:
                some.addPolygon(dash)
            parts.append((some.boundingRect(), some))
            yield
        # The path is held with its dashes, so that nothing else takes on its identity.
        self._known[key] = (path, tuple(parts))
        if len(self._known) > _LINES_KEPT:
            self._known.popitem(last=False)


def _key(path: QPainterPath, pen: QPen) -> _Key:
    return id(path), pen.widthF(), tuple(pen.dashPattern())


def stroke_cross(painter: QPainter, middle: QPointF, color: str, reach_px: float = 5.5) -> None:
    """Draw the cross on the place where a line is decided."""
    for ink, width in ((map_colors().casing, 5.6), (color, 2.6)):
        painter.setPen(_pen(ink, width, 1.0))
        for turn in (1, -1):
            arm = QPointF(reach_px, turn * reach_px)
            painter.drawLine(QLineF(middle - arm, middle + arm))


@lru_cache(64)
def hatch_brush(
    color: str, gap_px: float, width_px: float, ratio: float, strength: float = 0.85
) -> QBrush:
    """Return a brush hatched at 45 degrees, its lines cased; shared, read-only.

    Args:
        color: of the lines.
        gap_px: from line to line, across.
        width_px: of a line.
        ratio: device pixel ratio.
        strength: how solid the lines are, 0 to 1.
    """
    edge = max(4, round(gap_px * math.sqrt(2) * ratio))
    pixmap, painter = _tile(edge)
    for ink, width, alpha in (
        (map_colors().ink, width_px + 1.6, 0.35),
        (color, width_px, strength),
    ):
        painter.setPen(_pen(ink, width * ratio, alpha))
        for shift in (-edge, 0, edge):
            painter.drawLine(QLineF(shift - 2, edge + 2, shift + edge + 2, -2))
    painter.end()
    return _brush(pixmap, ratio)


@lru_cache(64)
def dot_brush(
    color: str, gap_px: float, ratio: float, radius_share: float = _DOT_RADIUS_SHARE
) -> QBrush:
    """Return a brush of staggered dots; shared, read-only.

    Args:
        color: of the dots.
        gap_px: from dot to dot of a row.
        ratio: device pixel ratio.
        radius_share: of a dot, in gaps.
    """
    edge = max(6, round(gap_px * ratio))
    pixmap, painter = _tile(edge)
    painter.setBrush(qcolor(color))
    painter.setPen(_pen(map_colors().ink, ratio, 0.5))
    radius = edge * radius_share
    for share in (0.25, 0.75):
        painter.drawEllipse(QPointF(edge * share, edge * share), radius, radius)
    painter.end()
    return _brush(pixmap, ratio)


@lru_cache(16)
def wisp_brush(ratio: float) -> QBrush:
    """Return the fine pattern of smoke and other zones; shared, read-only."""
    edge = round(26 * ratio)
    pixmap, painter = _tile(edge)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, width, alpha in ((map_colors().ink, 2.4, 0.25), (map_colors().paper, 1.3, 0.6)):
        painter.setPen(_pen(ink, width * ratio, alpha))
        for x, y in ((0.10, 0.14), (0.58, 0.62)):
            wisp = QPainterPath(QPointF(x * edge, (y + 0.16) * edge))
            wisp.quadTo(
                QPointF((x + 0.16) * edge, (y - 0.08) * edge),
                QPointF((x + 0.32) * edge, (y + 0.16) * edge),
            )
            painter.drawPath(wisp)
    painter.end()
    return _brush(pixmap, ratio)


@lru_cache(16)
def ring_brush(ratio: float) -> QBrush:
    """Return the fine pattern of a zone of any kind: small open rings; shared, read-only."""
    edge = round(24 * ratio)
    pixmap, painter = _tile(edge)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, width, alpha in ((map_colors().ink, 2.4, 0.25), (map_colors().paper, 1.2, 0.6)):
        painter.setPen(_pen(ink, width * ratio, alpha))
        for share in (0.25, 0.75):
            painter.drawEllipse(QPointF(edge * share, edge * share), 2.6 * ratio, 2.6 * ratio)
    painter.end()
    return _brush(pixmap, ratio)


@lru_cache(16)
def ray_brush(ratio: float) -> QBrush:
    """Return the fine pattern of light: small crosses of rays; shared, read-only."""
    edge = round(28 * ratio)
    pixmap, painter = _tile(edge)
    for ink, width, alpha in ((map_colors().ink, 2.4, 0.25), (map_colors().paper, 1.2, 0.65)):
        painter.setPen(_pen(ink, width * ratio, alpha))
        for share in (0.25, 0.75):
            middle, arm = edge * share, 3.4 * ratio
            painter.drawLine(QLineF(middle - arm, middle, middle + arm, middle))
            painter.drawLine(QLineF(middle, middle - arm, middle, middle + arm))
    painter.end()
    return _brush(pixmap, ratio)


def _tile(edge: int) -> tuple[QPixmap, QPainter]:
    pixmap = QPixmap(edge, edge)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return pixmap, painter


def _brush(pixmap: QPixmap, ratio: float) -> QBrush:
    brush = QBrush(pixmap)
    brush.setTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
    return brush


def _pen(color: str, width: float, alpha: float) -> QPen:
    pen = QPen(qcolor(color, alpha), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


Dashes = tuple[float, ...]
_Key = tuple[int, float, Dashes]
_Parts = tuple[tuple["QRectF", QPainterPath], ...]
_DASHES = _DashMemory()
