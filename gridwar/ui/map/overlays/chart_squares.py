"""A chart of squares: each step filled and hatched, edges between steps, figures in the cells.

Lightness falls and hatches grow denser with the step, so that colour is never all that tells.
Cells that are provisional have dots in place of the hatch.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final, TypeAlias

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)

from gridwar.control.records.chart_records import ChartHue
from gridwar.ui.map.overlays.cells_outline import outline
from gridwar.ui.map.overlays.overlay_areas import cells_box
from gridwar.ui.map.overlays.overlay_item import OverlayItem
from gridwar.ui.map.overlays.strokes_and_hatches import fineness
from gridwar.ui.style.colors import chart_colors, map_colors, mix, qcolor
from gridwar.ui.style.fonts import SANS, sized_font

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Set as AbstractSet

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
_BLOCK_CELLS: Final = 8
"""What differs in a block of so many cells each way is drawn anew together."""

_StepOf: TypeAlias = "dict[CellXY, tuple[int, bool]]"


class ChartItem(OverlayItem):
    """All squares of a chart; of a part of the map only those that lie there are looked at."""

    def __init__(
        self, chart: ChartSquares, cell_px: float, spoil: Callable[[QRectF], None]
    ) -> None:
        """Take the squares; they are drawn with the ground.

        Args:
            chart: The squares.
            cell_px: Edge of a cell.
            spoil: Is told which part of the ground looks different now.
        """
        self.chart, self._spoil = chart, spoil
        self._of = _steps_by_cell(chart)
        super().__init__(cells_box(self._of.keys()), _CHART_Z, cell_px)
        self.strength = 1.0
        """How much of it is seen: less than all while it fades in."""

    def become(self, later: OverlayItem) -> bool:
        """Show what a later item of the same hue would show; only what differs is drawn anew."""
        if not isinstance(later, ChartItem) or later.chart.hue is not self.chart.hue:
            return False
        old, before = self.chart, self._of
        self.chart, self._of = later.chart, _steps_by_cell(later.chart)
        self.prepareGeometryChange()
        self._extent = cells_box(self._of.keys())
        boxes: dict[CellXY, QRectF] = {}
        for x, y in self._differing(old, before):
            block = x // _BLOCK_CELLS, y // _BLOCK_CELLS
            boxes[block] = boxes.get(block, QRectF()) | QRectF(x - 1, y - 1, 3, 3)
        for box in boxes.values():
            self._spoil(box)
        return True

    def _differing(self, old: ChartSquares, before: _StepOf) -> Iterator[CellXY]:
        """Yield the cells that look otherwise than before."""
        figures, were = self.chart.figures, old.figures
        for cell in before.keys() | self._of.keys():
            if before.get(cell) != self._of.get(cell) or were.get(cell) != figures.get(cell):
                yield cell

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw fills, hatches and edges, then the figures that there is room for."""
        painter.setOpacity(painter.opacity() * self.strength)
        ratio, fine = painter.device().devicePixelRatioF(), fineness(cell_px)
        hue, edges = self.chart.hue, list[QPainterPath]()
        for step, (sure, rough) in self._steps_in(exposed).items():
            fill, *hatches = step_brushes(hue, step, ratio, fine) or (Qt.BrushStyle.NoBrush,)
            whole = _path(sure | rough, cell_px)
            painter.fillPath(whole, fill)
            for brush in hatches if sure else ():
                painter.fillPath(_path(sure, cell_px) if rough else whole, brush)
            if rough:
                path = _path(rough, cell_px) if sure else whole
                painter.fillPath(path, _dots(hue, step, _DOT_PX * fine, ratio))
            edges += [whole] if step else []
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(qcolor(map_colors().ink, _EDGE_STRENGTH), _EDGE_PX * fine))
        for path in edges:
            painter.drawPath(path)
        if cell_px >= EDGE_FIGURES_FROM_PX:
            self._draw_figures(painter, cell_px, exposed)

    def _steps_in(self, exposed: QRectF) -> dict[int, tuple[set[CellXY], set[CellXY]]]:
        """Return the cells of each step in a part of the map: those for sure, and the others.

        Those beside it are among them: where cells end there is an edge.
        """
        found: dict[int, tuple[set[CellXY], set[CellXY]]] = {}
        for cell in self._cells_in(exposed):
            step, is_rough = self._of[cell]
            found.setdefault(step, (set(), set()))[is_rough].add(cell)
        return dict(sorted(found.items()))

    def _cells_in(self, exposed: QRectF) -> Iterator[CellXY]:
        whole = self._extent  # a border is wider than the cells: those beside the part count, too
        first = max(exposed.left(), whole.left()), max(exposed.top(), whole.top())
        last = min(exposed.right(), whole.right()), min(exposed.bottom(), whole.bottom())
        columns, rows = (
            range(math.floor(low) - 1, math.ceil(high) + 1)
            for low, high in zip(first, last, strict=True)
        )
        return (cell for cell in product(columns, rows) if cell in self._of)

    def _draw_figures(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        ratio = painter.device().devicePixelRatioF()
        for cell in self._cells_in(exposed):
            text = self.chart.figures.get(cell)
            if text is None or (cell_px < FIGURES_FROM_PX and not self.is_at_edge(cell)):
                continue
            drawn = _figure(text, ratio)
            size = drawn.deviceIndependentSize()
            at = QPointF((cell[0] + 0.5) * cell_px, (cell[1] + 0.5) * cell_px)
            painter.drawPixmap(at - QPointF(size.width(), size.height()) / 2, drawn)

    def is_at_edge(self, cell: CellXY) -> bool:
        """Return whether a cell of the chart is beside one of another step, or of none."""
        (x, y), of = cell, self._of
        beside = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return any(one not in of or of[one][0] != of[cell][0] for one in beside)


def _steps_by_cell(chart: ChartSquares) -> _StepOf:
    """Return the step of each cell, and whether it is provisional."""
    rough = chart.provisional
    return {cell: (step, cell in rough) for step, cells in enumerate(chart.steps) for cell in cells}


def _path(cells: AbstractSet[CellXY], cell_px: float) -> QPainterPath:
    """Return the outline of some cells, in pixels from the map's corner."""
    path = QPainterPath()
    for loop in outline(cells):
        path.addPolygon(QPolygonF([QPointF(x * cell_px, y * cell_px) for x, y in loop]))
        path.closeSubpath()
    return path


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
