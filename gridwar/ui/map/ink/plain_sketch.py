"""A sketch in plain lines and flat floor: at once, until its ink is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QImage, QPainter, QPainterPath

from gridwar.model.sketch import CAVE_POINTS, EdgeKind, SketchThingKind
from gridwar.ui.map.ink.ink_styles import ink_colors
from gridwar.ui.map.ink.ink_walls import round_pen
from gridwar.ui.map.ink.sketch_part import CellBox, SketchPart, mark_runs
from gridwar.ui.style.colors import qcolor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QRect

    from gridwar.model.sketch import Sketch
    from gridwar.ui.map.ink.ink_styles import InkColors
    from gridwar.ui.map.ink.sketch_part import Marks

_HEAVY, _LIGHT = 0.1, 0.05
_STREWN = 0.18
"""How much of the ink lies on a cell of rubble."""


def draw_plain(
    painter: QPainter,
    sketch: Sketch,
    box: CellBox,
    *,
    on_paper: bool = True,
    with_lines: bool = True,
) -> None:
    """Draw some cells of a sketch as quickly as can be.

    Args:
        painter: Its unit is the cell; it is clipped to the cells.
        sketch: What is drawn.
        box: The cells, on the map.
        on_paper: Whether the rock is paper; else nothing lies there.
        with_lines: Whether walls are drawn; else floor alone.
    """
    colors, part = ink_colors(sketch.style), SketchPart.around(sketch, box)
    left, top, right, bottom = part.box
    area = QRectF(QPointF(left, top), QPointF(right, bottom))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    if on_paper:
        painter.fillRect(area, qcolor(colors.paper))
    hollow = part.hollow
    if hollow.any():
        painter.drawImage(area, _flat(hollow, qcolor(colors.floor).rgba()))
    _fill_ground(painter, part, colors)
    if with_lines:
        painter.translate(left, top)
        across, down = part.kinds
        solid = [EdgeKind.WALL, EdgeKind.SECRET_DOOR]
        painter.setPen(round_pen(qcolor(colors.ink), _HEAVY))
        painter.drawLines([*_lines(np.isin(across, solid)), *_turned(np.isin(down, solid))])
        painter.setPen(round_pen(qcolor(colors.ink), _LIGHT))
        painter.drawLines([*_lines(across > 0), *_turned(down > 0), *_borders(part)])
    painter.restore()


def _fill_ground(painter: QPainter, part: SketchPart, colors: InkColors) -> None:
    """Fill the cells of water and rubble; no painted terrain shows them."""
    for kind, color in (
        (SketchThingKind.WATER, qcolor(colors.water)),
        (SketchThingKind.RUBBLE, qcolor(colors.ink, _STREWN)),
    ):
        for one in part.things:
            if one.kind is kind:
                painter.fillRect(QRectF(one.cell.x, one.cell.y, 1, 1), color)


def rock_path(sketch: Sketch, box: QRect) -> QPainterPath:
    """Return the cells of a part of a sketch that are rock, as an area."""
    around = CellBox(box.left(), box.top(), box.right() + 1, box.bottom() + 1)
    part = SketchPart.around(sketch, around)
    return cells_path(~part.open_cells, part.box[:2])


def cells_path(cells: Marks, corner: tuple[int, int]) -> QPainterPath:
    """Return marked cells as an area, by which a painter is clipped.

    Args:
        cells: By row and column.
        corner: Where the first of them lies.
    """
    path = QPainterPath()
    for row, begin, end in mark_runs(cells):
        path.addRect(QRectF(corner[0] + begin, corner[1] + row, end - begin, 1))
    return path


def _flat(hollow: Marks, color: int) -> QImage:
    """Return what is open as an image, a pixel a point."""
    height, width = hollow.shape
    pixels = np.ascontiguousarray(np.where(hollow, np.uint32(color), np.uint32(0)))
    image = QImage(
        pixels.tobytes(), width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied
    )
    return image.copy()


def _borders(part: SketchPart) -> Iterator[QLineF]:
    """Yield the lines between what is open and rock, point by point, where a wall stands."""
    wide = np.pad(part.hollow, 1)
    across, down = part.rims[::2, 1::2], part.rims[1::2, ::2]
    yield from _lines((wide[1:, 1:-1] ^ wide[:-1, 1:-1]) & ~across, CAVE_POINTS)
    yield from _turned((wide[1:-1, 1:] ^ wide[1:-1, :-1]) & ~down, CAVE_POINTS)


def _lines(marks: Marks, per_cell: int = 1) -> Iterator[QLineF]:
    for row, begin, end in mark_runs(marks):
        yield QLineF(begin / per_cell, row / per_cell, end / per_cell, row / per_cell)


def _turned(marks: Marks, per_cell: int = 1) -> Iterator[QLineF]:
    for line in _lines(marks.T, per_cell):
        yield QLineF(line.y1(), line.x1(), line.y2(), line.x2())
