"""How far it is: the one distance function used by ruler, range, path, area and rules alike.

A metric counts whole cells. Height is the third axis; how it joins in is a switch of its own.
Which metric serves which purpose is the rule system's choice. Walls are ignored here.
"""

from __future__ import annotations

from enum import StrEnum
from math import floor, sqrt
from operator import itemgetter
from typing import TYPE_CHECKING, assert_never

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.geometry import Cell


class Metric(StrEnum):
    """What a diagonal counts."""

    CHEBYSHEV = "chebyshev"
    """One: the longest axis alone."""
    ALTERNATING = "alternating"
    """One, two, one, two …"""
    EUCLID_NEAREST = "euclid_nearest"
    """The straight line, rounded to the nearest cell; a half goes up."""
    EUCLID_FLOOR = "euclid_floor"
    """The straight line, rounded down."""
    MANHATTAN = "manhattan"
    """Two: all axes added."""


class HeightRule(StrEnum):
    """How a difference of height joins a distance."""

    AXIS = "axis"
    """As a third axis of the metric."""
    ADD = "add"
    """Added to the distance on the ground."""
    IGNORE = "ignore"
    """Not at all."""


def distance_cells(
    metric: Metric, a: Cell, b: Cell, dz: float = 0, height: HeightRule = HeightRule.AXIS
) -> int:
    """Return the distance between two cells, in whole cells.

    In one column a height of less than a cell counts as none; metrics that count steps leave
    out a part of a cell of height everywhere.

    Args:
        metric: What a diagonal counts.
        a: One cell.
        b: The other.
        dz: The difference of height, in cells.
        height: How it joins in.

    Rules: CE-RNG-02, AR-MOV-05, PC-TST-06
    """
    dx, dy, dz = abs(a[0] - b[0]), abs(a[1] - b[1]), abs(dz)
    if not dz:
        return _along_axes(metric, dx, dy, 0)
    match height:
        case HeightRule.AXIS:
            return _along_axes(metric, dx, dy, dz)
        case HeightRule.ADD:
            return _along_axes(metric, dx, dy, 0) + floor(dz)
        case HeightRule.IGNORE:
            return _along_axes(metric, dx, dy, 0)
        case _:
            assert_never(height)


def _along_axes(metric: Metric, dx: int, dy: int, dz: float) -> int:
    if not dx and not dy:
        return floor(dz)
    match metric:
        case Metric.CHEBYSHEV:
            return max(dx, dy, floor(dz))
        case Metric.ALTERNATING:
            _, middle, longest = sorted((dx, dy, floor(dz)))
            return longest + middle // 2
        case Metric.EUCLID_NEAREST:
            return floor(sqrt(dx * dx + dy * dy + dz * dz) + 0.5)
        case Metric.EUCLID_FLOOR:
            return floor(sqrt(dx * dx + dy * dy + dz * dz))
        case Metric.MANHATTAN:
            return dx + dy + floor(dz)
        case _:
            assert_never(metric)


def nearest_cells(a: Iterable[Cell], b: Iterable[Cell]) -> tuple[Cell, Cell]:
    """Return the closest pair of cells of two footprints, by the straight line.

    Where several pairs are equally close, the first in reading order of ``a``, then ``b``.
    """
    others, place = tuple(b), itemgetter(1, 0)
    return min(
        ((p, q) for p in a for q in others),
        key=lambda pair: (squared_cells(*pair), place(pair[0]), place(pair[1])),
    )


def squared_cells(a: Cell, b: Cell) -> int:
    """Return the square of the straight distance between two cells' centres."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def footprint_distance_cells(
    metric: Metric,
    a: Iterable[Cell],
    b: Iterable[Cell],
    dz: float = 0,
    height: HeightRule = HeightRule.AXIS,
) -> int:
    """Return the distance between two tokens, nearest cell to nearest cell.

    Args:
        metric: What a diagonal counts.
        a: The cells of one token.
        b: The cells of the other.
        dz: The difference of height, in cells.
        height: How it joins in.

    Rules: CE-RNG-02, AR-MOV-05, AR-THR-05
    """
    left, right = tuple(a), tuple(b)
    if len(left) == len(right) == 1:
        return distance_cells(metric, left[0], right[0], dz, height)
    return min(distance_cells(metric, p, q, dz, height) for p in left for q in right)
