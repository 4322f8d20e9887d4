"""A chart of squares: each step filled and hatched, edges between steps, figures in the cells.

Lightness falls and hatches grow denser with the step, so that colour is never all that tells.
Cells that are provisional have dots in place of the hatch.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap, QTransform

from gridwar.control.records.chart_records import ChartHue
from gridwar.ui.map.overlays.cells_outline import outline
from gridwar.ui.map.overlays.overlay_areas import cells_box
from gridwar.ui.map.overlays.overlay_item import OverlayItem
from gridwar.ui.map.overlays.strokes_and_hatches import fineness, loops_path
from gridwar.ui.style.colors import chart_colors, map_colors, mix, qcolor
from gridwar.ui.style.fonts import SANS, sized_font

if TYPE_CHECKING:
    from gridwar.control.records.chart_records import ChartSquares
    from gridwar.control.records.ground_records import CellXY

_CHART_Z: Final = 18.0
"""Over the ground, areas and bands; under reach, threats and tokens."""
FIGURES_FROM_PX: Final = 40.0
EDGE_FIGURES_FROM_PX: Final = 24.0
"""In smaller cells only those at the edge of a step have figures, in still smaller ones none."""
_FILLS: Final = (0.0, 0.30, 0.30, 0.36, 0.45)
"""How solid each step is."""
_PALER, _DARKER, _DARKEST = 0.75, 0.55, 0.85
"""How far the steps of one hue lie from it, towards paper and ink."""
_GAPS_PX: Final = (0, 14, 9, 6, 8)
_HATCH_PX, _HATCH_STRENGTH = 1.3, 0.55
_DOTS_PX, _DOT_PX = 7.0, 1.3
_DOT_STRENGTH, _FAINT_DOT_STRENGTH = 0.8, 0.4
"""How far apart the dots of provisional cells are, and how large."""
_CROSSED: Final = 4
"""The step whose hatch is crossed."""
_EDGE_PX, _EDGE_STRENGTH = 2.0, 0.75
_FIGURE_PX, _FIGURE_WEIGHT, _CASING_PX = 14, 600, 3.4
_ROOM_PX: Final = 3.0


class ChartItem(OverlayItem):
    """All squares of a chart."""

    def __init__(self, chart: ChartSquares, cell_px: float) -> None:
        """Take the squares; they are drawn with the ground."""
        self._chart = chart
        cells = frozenset[tuple[int, int]]().union(*chart.steps)
        super().__init__(cells_box(cells), _CHART_Z, cell_px)
        rough = chart.provisional
        self._loops = tuple(outline(cells) for cells in chart.steps)
        self._sure = tuple(outline(cells - rough) for cells in chart.steps) if rough else ()
        self._rough = tuple(outline(cells & rough) for cells in chart.steps) if rough else ()
        self._at_edges: frozenset[CellXY] | None = None
        self.strength = 1.0
        """How much of it is seen: less than all while it fades in."""

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw fills, hatches and edges, then the figures that there is room for."""
        painter.setOpacity(painter.opacity() * self.strength)
        ratio, fine = painter.device().devicePixelRatioF(), fineness(cell_px)
        found, hue, count = self.paths(cell_px), self._chart.hue, len(self._loops)
        paths = found[:count]
        sure, rough = found[count : 2 * count] or paths, found[2 * count :]
        for step, (whole, path) in enumerate(zip(paths, sure, strict=True)):
            fill, *hatches = step_brushes(hue, step, ratio, fine) or (Qt.BrushStyle.NoBrush,)
            painter.fillPath(whole, fill)
            for brush in hatches:
                painter.fillPath(path, brush)
        for step, path in enumerate(rough):
            painter.fillPath(path, _dots(hue, step, _DOT_PX * fine, ratio))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(qcolor(map_colors().ink, _EDGE_STRENGTH), _EDGE_PX * fine))
        for path in paths[1:]:
            painter.drawPath(path)
        if cell_px >= EDGE_FIGURES_FROM_PX:
            self._draw_figures(painter, cell_px, exposed)

    def make_paths(self, cell_px: float) -> tuple[QPainterPath, ...]:
        """Return the outline of each step."""
        some = (*self._loops, *self._sure, *self._rough)
        return tuple(loops_path(loops, cell_px, 0.0) for loops in some)

    def _draw_figures(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        ratio = painter.device().devicePixelRatioF()
        left, top = exposed.left() - 1, exposed.top() - 1
        right, bottom = exposed.right(), exposed.bottom()
        edges = None if cell_px >= FIGURES_FROM_PX else self._edges()
        for (x, y), text in self._chart.figures.items():
            if edges is not None and (x, y) not in edges:
                continue
            if left <= x <= right and top <= y <= bottom:
                drawn = _figure(text, ratio)
                size = drawn.deviceIndependentSize()
                at = QPointF((x + 0.5) * cell_px, (y + 0.5) * cell_px)
                painter.drawPixmap(at - QPointF(size.width(), size.height()) / 2, drawn)

    def _edges(self) -> frozenset[CellXY]:
        """Return the cells beside one of another step, or of none; worked out once."""
        if self._at_edges is None:
            of = {cell: step for step, cells in enumerate(self._chart.steps) for cell in cells}
            self._at_edges = frozenset(
                (x, y)
                for (x, y), step in of.items()
                if any(
                    of.get(beside) != step
                    for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
                )
            )
        return self._at_edges


def step_brushes(hue: ChartHue, step: int, ratio: float, fine: float = 1.0) -> tuple[QBrush, ...]:
    """Return fill and hatches of a step, the lowest first; none for the least.

    Args:
        hue: The row of colours.
        step: From 0, the least.
        ratio: Device pixel ratio.
        fine: What is left of the width of lines where cells are small.
    """
    if not step:
        return ()
    color, share = step_color(hue, step)
    return QBrush(qcolor(color, share)), _hatch(color, step, _HATCH_PX * fine, ratio)


@lru_cache(64)
def _hatch(color: str, step: int, width_px: float, ratio: float) -> QBrush:
    """Return the hatch of a step: fine lines without a casing, so that the map is seen; shared."""
    edge = round(_GAPS_PX[step] * math.sqrt(2) * ratio)
    pixmap = QPixmap(edge, edge)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(qcolor(color, _HATCH_STRENGTH), width_px * ratio))
        for shift in (-edge, 0, edge):
            painter.drawLine(QLineF(shift - 2, edge + 2, shift + edge + 2, -2))
            if step == _CROSSED:
                painter.drawLine(QLineF(shift - 2, -2, shift + edge + 2, edge + 2))
    brush = QBrush(pixmap)
    brush.setTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
    return brush


@lru_cache(64)
def _dots(hue: ChartHue, step: int, width_px: float, ratio: float) -> QBrush:
    """Return the dots of cells of a step that are provisional; shared."""
    color = step_color(hue, step)[0] if step else map_colors().paper
    edge = round(_DOTS_PX * ratio)
    pixmap = QPixmap(edge, edge)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(qcolor(color, _DOT_STRENGTH if step else _FAINT_DOT_STRENGTH))
        painter.drawEllipse(QPointF(edge / 2, edge / 2), width_px * ratio, width_px * ratio)
    brush = QBrush(pixmap)
    brush.setTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
    return brush


def step_color(hue: ChartHue, step: int) -> tuple[str, float]:
    """Return the colour of a step from 1 on, and how solid it lies on the map."""
    row: tuple[str, ...] = chart_colors() if hue is ChartHue.DANGER else _of_one_hue(hue)
    return row[step - 1], _FILLS[step]


@lru_cache(4)
def _of_one_hue(hue: ChartHue) -> tuple[str, ...]:
    """Return the steps of a chart in which more is no warning: one hue from pale to dark."""
    colors = map_colors()
    color = colors.reach2 if hue is ChartHue.CHANCE else colors.reach3
    dark = (mix(colors.ink, color, share) for share in (_DARKER, _DARKEST))
    return (mix(colors.paper, color, _PALER), color, *dark)


@lru_cache(256)
def _figure(text: str, ratio: float) -> QPixmap:
    """Return a figure as pixels, pale and cased, so that it is read on any ground; read-only."""
    face = sized_font(SANS, _FIGURE_PX, _FIGURE_WEIGHT)
    metrics = QFontMetricsF(face)
    width = metrics.horizontalAdvance(text) + 2 * _ROOM_PX
    height = metrics.height() + 2 * _ROOM_PX
    pixmap = QPixmap(round(width * ratio), round(height * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    colors = map_colors()
    path = QPainterPath()
    path.addText(QPointF(_ROOM_PX, _ROOM_PX + metrics.ascent()), face, text)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(qcolor(colors.casing), _CASING_PX)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
        painter.fillPath(path, qcolor(colors.paper))
    return pixmap
