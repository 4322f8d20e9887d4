"""What is seen from a place as points of the map, for pictures and memory; no ruling asks it.

A point counts where its own place lies inside the outline. Walls that end one's sight are seen
themselves: so much of them as their seen faces take in is added. Eight points are a byte, and the
outline is filled by its crossings with each row of points, all rows together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridwar.grid.outlines.segments import expanded
from gridwar.model.point_masks import packed_cells, points_per_cell

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.grid.outlines.segments import Real, Whole
    from gridwar.grid.outlines.sight_outline import SightOutline
    from gridwar.model.geometry import Size
    from gridwar.model.point_masks import Bits

FACE_CELLS: Final = 0.2
"""How far on either side of its line a wall is seen, in cells.

Two points, of which the edge of fog takes one: so walls show as thick as pictures draw them.
"""
_OCTET: Final = 8
_LEFTMOST: Final = 0x80
_LEVEL: Final = 1e-12


def packed_points_in_sight(outline: SightOutline) -> Bits:
    """Return rows of the map's points, eight a byte: those that are seen from an outline's place.

    Behind walls that a line may pass above a cell is seen or not as a whole, as the exact lines to
    its middle say.
    """
    size = outline.battle_map.size
    certain = outline.certain
    found = filled(certain.polygon, size)
    if certain is not outline:
        cells = np.zeros((size.h, size.w), np.bool_)
        left, top, width, height = outline.extent
        cells[top : top + height, left : left + width] = outline.cells
        found |= filled(outline.polygon, size) & packed_cells(cells, points_per_cell(size))
    faces = certain.faces
    _stroke(found, faces.ends[faces.walls >= 0], size)
    if certain is not outline:
        faces = outline.faces
        _stroke(found, faces.ends[faces.walls >= 0], size)
    found.setflags(write=False)
    return found


def filled(polygon: Real, size: Size) -> Bits:
    """Return the points inside a polygon; on its border those on its left and upper side.

    Args:
        polygon: (n, 2) its corners, in cells; it may touch itself.
        size: The map's width and height in cells.
    """
    per_cell = points_per_cell(size)
    rows, columns = size.h * per_cell, size.w * per_cell
    found = np.zeros((rows, -(-columns // _OCTET)), np.uint8)
    if not len(polygon):
        return found
    # In points, from the middle of the first: rows and columns then are whole numbers.
    a = polygon * per_cell - 0.5
    b = np.roll(a, -1, axis=0)
    first = np.clip(np.ceil(np.minimum(a[:, 1], b[:, 1])), 0, rows).astype(np.int64)
    last = np.clip(np.ceil(np.maximum(a[:, 1], b[:, 1])), 0, rows).astype(np.int64)
    edge, step = expanded(last - first)
    row = first[edge] + step
    (ax, ay), (bx, by) = a[edge].T, b[edge].T
    x = ax + (row - ay) * (bx - ax) / (by - ay)
    column = np.clip(np.ceil(x), 0, columns).astype(np.int64)
    last_octet = int(column.max(initial=0)) // _OCTET + 1
    inside = column < found.shape[1] * _OCTET
    row, column = row[inside], column[inside]
    bit = (_LEFTMOST >> (column % _OCTET)).astype(np.uint8)
    np.bitwise_xor.at(found, (row, column // _OCTET), bit)
    if len(row):
        # Beyond the polygon's own box everything stays as it is: outside.
        box = np.s_[row.min() : row.max() + 1, column.min() // _OCTET : last_octet]
        found[box] = _alternated(found[box])
    _cut_off(found, columns)
    return found


def _alternated(bits: Bits) -> Bits:
    """Return each point set where an odd number of points up to it in its row is."""
    for shift in (1, 2, 4):
        bits = bits ^ (bits >> np.uint8(shift))
    odd = (bits & 1).astype(np.bool_)
    before = np.zeros(odd.shape, np.bool_)
    np.logical_xor.accumulate(odd[:, :-1], axis=1, out=before[:, 1:])
    return bits ^ before.view(np.uint8) * np.uint8(255)


def _cut_off(bits: Bits, columns: int) -> None:
    """Clear, in place, what stands behind the last column in its byte."""
    if rest := columns % _OCTET:
        bits[:, -1] &= np.uint8(255 << (_OCTET - rest) & 255)


def _stroke(bits: Bits, lines: Real, size: Size) -> None:
    """Set, in place, the points of the map close beside lines, none beyond their ends.

    Args:
        bits: Rows of the map's points, eight a byte.
        lines: (n, 4) their ends in cells.
        size: The map's width and height in cells.
    """
    per_cell = points_per_cell(size)
    lines = lines * per_cell - np.float64(0.5)
    ax, ay, bx, by = lines.T
    length = np.hypot(bx - ax, by - ay)
    keep = length > 0
    ax, ay, bx, by, length = ax[keep], ay[keep], bx[keep], by[keep], length[keep]
    dx, dy = (bx - ax) / length, (by - ay) / length
    wide = FACE_CELLS * per_cell
    low = np.minimum(ay, by) - wide * np.abs(dx)
    high = np.maximum(ay, by) + wide * np.abs(dx)
    first = np.clip(np.ceil(low), 0, size.h * per_cell).astype(np.int64)
    last = np.clip(np.floor(high) + 1, first, size.h * per_cell).astype(np.int64)
    line, step = expanded(last - first)
    row = first[line] + step
    down = row - ay[line]
    along = _between(dx[line], dy[line] * down, np.zeros(len(line)), length[line])
    aside = _between(
        -dy[line], dx[line] * down, np.full(len(line), -wide), np.full(len(line), wide)
    )
    left = ax[line] + np.maximum(along[0], aside[0])
    right = ax[line] + np.minimum(along[1], aside[1])
    _set_runs(bits, row, (left, right), size.w * per_cell)


def _between(slope: Real, offset: Real, low: Real, high: Real) -> tuple[Real, Real]:
    """Return where ``slope * x + offset`` lies between two numbers: the least and greatest x."""
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (low - offset) / slope, (high - offset) / slope
    least, most = np.minimum(one, other), np.maximum(one, other)
    level = np.abs(slope) < _LEVEL  # along a row all of it lies between, or nothing
    fits = (offset >= low) & (offset <= high)
    least = np.where(level, np.where(fits, -np.inf, np.inf), least)
    most = np.where(level, np.where(fits, np.inf, -np.inf), most)
    return least, most


def _set_runs(bits: Bits, rows: Whole, runs: tuple[Real, Real], columns: int) -> None:
    """Set, in place, runs of points in some rows, both ends included."""
    left, right = (np.nan_to_num(one, posinf=columns, neginf=-1) for one in runs)
    first = np.clip(np.ceil(left), 0, columns).astype(np.int64)
    last = np.clip(np.floor(right) + 1, 0, columns).astype(np.int64)
    run, step = expanded(np.maximum(0, last - first))
    column = first[run] + step
    bit = (_LEFTMOST >> (column % _OCTET)).astype(np.uint8)
    np.bitwise_or.at(bits, (rows[run], column // _OCTET), bit)


def middles_of_points(size: Size) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return where the points of a map lie, in cells: those of a row, and those of a column."""
    per_cell = points_per_cell(size)
    across, down = (np.arange(side * per_cell) for side in size)
    return (across + 0.5) / per_cell, (down + 0.5) / per_cell
