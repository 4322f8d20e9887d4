"""The hatching of rock beside the floor: short strokes in bundles of three that never cross.

Each bundle lies on paper of its own, over those before it; which is uppermost goes by its place.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush

from gridwar.model.sketch import CAVE_POINTS
from gridwar.ui.map.ink.noise_by_place import chance, noise
from gridwar.ui.style.colors import qcolor

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from gridwar.ui.map.ink.ink_styles import InkColors
    from gridwar.ui.map.ink.sketch_part import CellBox, SketchPart

    Floats = NDArray[np.float64]
    Marks = NDArray[np.bool_]

_STEP: Final = 0.34
"""How far bundles lie apart, in cells."""
_RASTER: Final = 2 * CAVE_POINTS
"""Points a cell of the raster that says where rock lies beside floor."""
_NEAR, _FAR = 0.70, 1.02
"""So far from the floor rock is hatched everywhere, and here and there."""
_SPARSE: Final = 0.15
"""A little farther rock is hatched where noise is above."""
_REACH: Final = 0.5
"""No bundle reaches farther from its middle."""
_OUTLINE: Final = (
    (-1.0, 0.0),
    (-0.9, -0.010),
    (0.0, -0.0155),
    (0.9, -0.010),
    (1.0, 0.0),
    (0.9, 0.010),
    (0.0, 0.0155),
    (-0.9, 0.010),
)
"""A stroke of the pen: how far along, as a share of its half, and how far beside in cells."""
_LONG, _APART, _WIDE = 0.27, 0.105, 0.15


class _Bundles(NamedTuple):
    """Where bundles lie and which way, those that lie uppermost last."""

    x: Floats
    y: Floats
    along_x: Floats
    along_y: Floats
    long: Floats


def draw_hatching(painter: QPainter, part: SketchPart, box: CellBox, colors: InkColors) -> None:
    """Hatch the rock of some cells.

    Args:
        painter: Its unit is the cell.
        part: The cells with the rim around them.
        box: The cells.
        colors: Of the style.
    """
    bundles = _bundles(part, box)
    rock, ink = QBrush(qcolor(colors.paper).darker(104)), QBrush(qcolor(colors.hatch))
    painter.setPen(Qt.PenStyle.NoPen)
    for sheet, strokes in zip(_sheets(bundles), _strokes(bundles), strict=True):
        painter.setBrush(rock)
        painter.drawConvexPolygon([QPointF(x, y) for x, y in sheet])
        painter.setBrush(ink)
        for stroke in strokes:  # as areas: Qt cuts thin lines at the edge of what it paints on
            painter.drawConvexPolygon([QPointF(x, y) for x, y in stroke])


def _bundles(part: SketchPart, box: CellBox) -> _Bundles:
    first_i, last_i = (int(at / _STEP) for at in (box.left - _REACH - 1, box.right + _REACH + 1))
    first_j, last_j = (int(at / _STEP) for at in (box.top - _REACH - 1, box.bottom + _REACH + 1))
    grid = np.meshgrid(np.arange(first_i, last_i + 1), np.arange(first_j, last_j + 1))
    i, j = (one.ravel() for one in grid)
    x = (i + 0.5 * (j & 1) + 0.7 * (chance(i, j) - 0.5)) * _STEP
    y = (j + 0.7 * (chance(j, i) - 0.5)) * _STEP
    near, far = _beside_floor(part)
    column = np.floor((x - part.box.left) * _RASTER).astype(np.int_)
    row = np.floor((y - part.box.top) * _RASTER).astype(np.int_)
    is_there = (column >= 0) & (row >= 0) & (column < near.shape[1]) & (row < near.shape[0])
    is_there &= (x > box.left - _REACH) & (x < box.right + _REACH)
    is_there &= (y > box.top - _REACH) & (y < box.bottom + _REACH)
    column, row = column * is_there, row * is_there
    here_and_there = far[row, column] & (noise(x * 1.1, y * 1.1, 6) > _SPARSE)
    kept = np.flatnonzero(is_there & (near[row, column] | here_and_there))
    upmost = chance(i * 5 + j, j * 3)[kept]
    kept = kept[np.lexsort((i[kept], j[kept], upmost))]
    i, j, x, y = i[kept], j[kept], x[kept], y[kept]
    angle = math.pi / 6 * np.floor(6 * chance(i * 11, j)) + 0.35 * noise(x, y, 2)
    long = _LONG + 0.05 * noise(x * 3, y * 3, 3)
    return _Bundles(x, y, np.cos(angle), np.sin(angle), long)


def _beside_floor(part: SketchPart) -> tuple[Marks, Marks]:
    """Return where rock lies near the floor and where a little farther, by the raster."""
    fine = part.hollow.repeat(2, axis=0).repeat(2, axis=1)
    return _grown(fine, _NEAR) & ~fine, _grown(fine, _FAR) & ~fine


def _grown(mask: Marks, by: float) -> Marks:
    """Return the points no farther than so many cells from one of a mask."""
    reach = math.floor(by * _RASTER)
    height, width = mask.shape
    found = np.zeros_like(mask)
    sums = np.cumsum(np.pad(mask, ((reach, reach), (reach + 1, reach))), axis=1, dtype=np.int32)
    for dy in range(-reach, reach + 1):
        half = math.isqrt(math.floor((by * _RASTER) ** 2) - dy * dy)
        row = sums[reach + dy : reach + dy + height]
        low, high = reach - half, reach + half + 1
        found |= row[:, high : high + width] > row[:, low : low + width]
    return found


def _sheets(at: _Bundles) -> list[list[list[float]]]:
    """Return the corners of the paper of each bundle."""
    end_x, end_y = at.along_x * at.long * 1.02, at.along_y * at.long * 1.02
    side_x, side_y = -at.along_y * _WIDE, at.along_x * _WIDE
    corners = [
        np.stack((at.x + a * end_x + b * side_x, at.y + a * end_y + b * side_y), axis=1)
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    found: list[list[list[float]]] = np.stack(corners, axis=1).tolist()
    return found


def _strokes(at: _Bundles) -> list[list[list[list[float]]]]:
    """Return the outlines of the three strokes of each bundle, which are fine at their ends."""
    strokes = []
    for number in (-1, 0, 1):
        off = number * _APART + 0.012 * noise(at.x * 9, at.y * 9, number + 4)
        long = at.long * (1 - 0.14 * np.abs(noise(at.x * 7, at.y * 7, number + 8)))
        x, y = at.x - at.along_y * off, at.y + at.along_x * off
        corners = [
            np.stack(
                (
                    x + at.along_x * long * far - at.along_y * side,
                    y + at.along_y * long * far + at.along_x * side,
                ),
                axis=1,
            )
            for far, side in _OUTLINE
        ]
        strokes.append(np.stack(corners, axis=1))
    found: list[list[list[list[float]]]] = np.stack(strokes, axis=1).tolist()
    return found
