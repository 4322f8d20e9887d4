"""The picture of a sketch: what lies over what; as an image, or drawn by any painter.

Owns the order: paper, hatched rock, floor, its shade and grid, water and things, walls and doors.
A part of it is drawn from the part of the sketch around it, and is equal to the same part of a
larger picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from gridwar.ui.map.ink.ink_hatching import draw_hatching
from gridwar.ui.map.ink.ink_openings import draw_openings
from gridwar.ui.map.ink.ink_paper import draw_paper
from gridwar.ui.map.ink.ink_styles import ink_colors
from gridwar.ui.map.ink.ink_things import draw_things, draw_water
from gridwar.ui.map.ink.ink_walls import (
    draw_shade,
    draw_walls,
    floor_path,
    inner_lines,
    path_of,
    solid_lines,
)
from gridwar.ui.map.ink.sketch_part import CellBox, SketchPart, floor_loops
from gridwar.ui.style.colors import qcolor

if TYPE_CHECKING:
    from gridwar.model.sketch import Sketch, SketchStyle
    from gridwar.ui.map.ink.ink_styles import InkColors

TILE_CELLS: Final = 8
"""Cells to a side of the squares in which a sketch is drawn and kept."""
_GRID_PEN: Final = 0.022
_DASHES: Final = 7
"""Dashes of the grid to a cell's side."""
_DASH: Final = 0.075


class SketchLook(NamedTuple):
    """What of a sketch is drawn beside its floor, walls and things.

    ``on_paper``: whether the rock is paper; else nothing lies there but its hatching. ``has_grid``:
    whether the cells of the floor are parted by dashes.
    """

    on_paper: bool = True
    has_grid: bool = True


WHOLE: Final = SketchLook()


def draw_sketch(
    painter: QPainter, sketch: Sketch, box: CellBox, look: SketchLook = WHOLE, grain_px: int = 0
) -> None:
    """Draw some cells of a sketch; what belongs to them reaches into those beside.

    Args:
        painter: Its unit is the cell.
        sketch: What is drawn.
        box: The cells; the painter is clipped to them.
        look: What of it is drawn.
        grain_px: Pixels a cell, where it is drawn in pixels; else 0.
    """
    colors, box = ink_colors(sketch.style), box.within(sketch.width, sketch.height)
    if box.left == box.right or box.top == box.bottom:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(
        QRectF(QPointF(box.left, box.top), QPointF(box.right, box.bottom)),
        Qt.ClipOperation.IntersectClip,
    )
    if look.on_paper:
        draw_paper(painter, box, sketch.size, colors, grain_px)
    part = SketchPart.around(sketch, box)
    if not part.is_empty:
        _draw_part(painter, part, box, colors, has_grid=look.has_grid)
    painter.restore()


def _draw_part(
    painter: QPainter, part: SketchPart, box: CellBox, colors: InkColors, *, has_grid: bool
) -> None:
    if colors.hatched:
        draw_hatching(painter, part, box, colors)
    loops = floor_loops(part)
    floor, lines = floor_path(loops), solid_lines(part, loops)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(colors.floor))
    painter.drawPath(floor)
    painter.save()
    painter.setClipPath(floor, Qt.ClipOperation.IntersectClip)
    draw_shade(painter, floor, path_of(inner_lines(part)), colors)
    if has_grid:
        _draw_grid(painter, part, colors)
    draw_water(painter, part, colors)
    painter.restore()
    draw_things(painter, part, colors)
    draw_walls(painter, lines, colors)
    draw_openings(painter, part, colors)


def _draw_grid(painter: QPainter, part: SketchPart, colors: InkColors) -> None:
    """Draw the dashes between cells that are open; the painter is clipped to the floor."""
    hollow = part.open_cells
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(colors.grid))
    begins = (np.arange(_DASHES) + 0.5) / _DASHES - _DASH / 2
    left, top, half = part.box.left, part.box.top, _GRID_PEN / 2
    dashes = []
    for y, x in np.argwhere(hollow[1:] & hollow[:-1]).tolist():
        dashes += [
            QRectF(left + x + at, top + y + 1 - half, _DASH, _GRID_PEN) for at in begins.tolist()
        ]
    for y, x in np.argwhere(hollow[:, 1:] & hollow[:, :-1]).tolist():
        dashes += [
            QRectF(left + x + 1 - half, top + y + at, _GRID_PEN, _DASH) for at in begins.tolist()
        ]
    painter.drawRects(dashes)


def sketch_part_picture(
    sketch: Sketch, box: CellBox, pixels_per_cell: int, look: SketchLook = WHOLE
) -> QImage:
    """Return some cells of a sketch as an image; in any thread.

    Args:
        sketch: What is drawn.
        box: The cells, on the map.
        pixels_per_cell: The edge of a cell.
        look: What of it is drawn; without paper its rock is seen through.
    """
    width, height = box.right - box.left, box.bottom - box.top
    seen_through = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(
        QSize(width, height) * pixels_per_cell,
        QImage.Format.Format_RGB32 if look.on_paper else seen_through,
    )
    if not look.on_paper:
        image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        painter.scale(pixels_per_cell, pixels_per_cell)
        painter.translate(-box.left, -box.top)
        draw_sketch(painter, sketch, box, look, pixels_per_cell)
    return image


def sketch_picture(
    sketch: Sketch, pixels_per_cell: int, style: SketchStyle | None = None
) -> QImage:
    """Return a whole sketch as an image, in its own style or in another; in any thread.

    Args:
        sketch: What is drawn.
        pixels_per_cell: The edge of a cell.
        style: Another style than its own.
    """
    shown = sketch if style is None else sketch.with_style(style)
    return sketch_part_picture(shown, CellBox(0, 0, *shown.size), pixels_per_cell)
