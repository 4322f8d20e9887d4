"""Objects of Tiled as lines and outlines in the plane: turned, round, hanging up from a corner."""

from __future__ import annotations

from math import cos, hypot, pi, radians, sin
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from gridwar.formats.tiled.layers_and_page import Shape
from gridwar.model.geometry import Cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.formats.json_values import Pair
    from gridwar.formats.tiled.layers_and_page import TiledObject
    from gridwar.model.geometry import Size

_ROUND = 24
"""Corners of an ellipse."""
_BOX_CORNERS = 4


class Outline(Struct, frozen=True):
    """The corners of an object; ``is_closed`` where the last leads back to the first."""

    points: tuple[Pair, ...]
    is_closed: bool = False


def outline_of(one: TiledObject) -> Outline:
    """Return the outline of an object; a point is a single one."""
    match one.shape:
        case Shape.POLYLINE | Shape.POLYGON:
            local, is_closed = one.points, one.shape is Shape.POLYGON
        case Shape.RECTANGLE | Shape.TEXT if one.width > 0 and one.height > 0:
            local = ((0.0, 0.0), (one.width, 0.0), (one.width, one.height), (0.0, one.height))
            is_closed = True
        case Shape.TILE:
            local = ((0.0, -one.height), (one.width, -one.height), (one.width, 0.0), (0.0, 0.0))
            is_closed = True
        case Shape.ELLIPSE if one.width > 0 and one.height > 0:
            half_w, half_h = one.width / 2, one.height / 2
            angles = [2 * pi * at / _ROUND for at in range(_ROUND)]
            local = tuple((half_w + half_w * cos(a), half_h + half_h * sin(a)) for a in angles)
            is_closed = True
        case Shape.RECTANGLE if one.width > 0 or one.height > 0:
            local, is_closed = ((0.0, 0.0), (one.width, one.height)), False
        case _:
            local, is_closed = ((0.0, 0.0),), False
    return Outline(_turned(local, one), is_closed)


def _turned(local: Sequence[Pair], one: TiledObject) -> tuple[Pair, ...]:
    """Return points beside an object's place as points of the plane."""
    if not one.turn_deg:
        return tuple((one.x + x, one.y + y) for x, y in local)
    turn_cos, turn_sin = cos(radians(one.turn_deg)), sin(radians(one.turn_deg))
    return tuple(
        (one.x + x * turn_cos - y * turn_sin, one.y + x * turn_sin + y * turn_cos) for x, y in local
    )


def middle_lines(outline: Outline) -> tuple[tuple[Pair, Pair], ...]:
    """Return the lines through the middle of a box that a door in it may be, the longer first.

    Where one side is half as long again as the other there is only one. Of other outlines it is
    the box round them.
    """
    points = outline.points
    if len(points) != _BOX_CORNERS or not outline.is_closed:
        left, right = min(x for x, _y in points), max(x for x, _y in points)
        top, bottom = min(y for _x, y in points), max(y for _x, y in points)
        points = ((left, top), (right, top), (right, bottom), (left, bottom))
    a, b, c, d = points
    first = (_half(d, a), _half(b, c))
    second = (_half(a, b), _half(c, d))
    long, short = (first, second) if _length(first) >= _length(second) else (second, first)
    return (long,) if _length(long) >= 1.5 * _length(short) else (long, short)


def _half(a: Pair, b: Pair) -> Pair:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _length(line: tuple[Pair, Pair]) -> float:
    (ax, ay), (bx, by) = line
    return hypot(bx - ax, by - ay)


def cells_in(points: Sequence[Pair], size: Size) -> list[Cell]:
    """Return the cells of a map whose middle lies within an outline.

    Args:
        points: The corners, in cells.
        size: Of the map.
    """
    corners = np.array(points, np.float64)
    x0, y0 = corners.T
    x1, y1 = np.roll(x0, -1), np.roll(y0, -1)
    first, last = max(0, int(y0.min() - 0.5)), min(size.h - 1, int(min(y0.max(), size.h)))
    found: list[Cell] = []
    for row in range(first, last + 1):
        middle = row + 0.5
        crossed = (y0 <= middle) != (y1 <= middle)
        share = (middle - y0[crossed]) / (y1[crossed] - y0[crossed])
        ends = np.sort(x0[crossed] + share * (x1[crossed] - x0[crossed]))
        for enters, leaves in zip(ends[::2], ends[1::2], strict=True):
            low = max(0, int(np.ceil(max(enters, 0.0) - 0.5)))
            high = min(size.w - 1, int(np.ceil(min(leaves, size.w) - 0.5)) - 1)
            found.extend(Cell(column, row) for column in range(low, high + 1))
    return found
