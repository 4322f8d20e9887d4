"""The visibility polygon of one place: an angular sweep over all segments at once.

Segments are turned anticlockwise and their ends sorted by angle. Between neighbouring ends no two
cross, so the nearest on an interval's middle ray is the nearest of the whole interval: one row for
each segment and interval that it spans, and one minimum. Of walls that are seen through once it is
the second. Outline, seen faces and cells all read that table. Whole numbers say on which side of a
segment a cell lies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec import Struct

from gridwar.grid.outlines.segments import expanded
from gridwar.model.geometry import SUBCELL

if TYPE_CHECKING:
    from gridwar.grid.outlines.segments import Mask, Real, Segments, Whole
    from gridwar.model.geometry import Point, Size

_NO_ANGLES = np.zeros(0)
_NO_LENGTH = 1e-300
_HALF_TURN = 2.0
_SAME_ANGLE = 1e-12
"""Angles closer than this are one: ends of the map's whole points never are, but by rounding."""
_CLOSE_ANGLE = 1e-9
"""A cell so near to an end's ray is looked at on both sides of it."""


class Looker(Struct, frozen=True):
    """Where one looks from, and what one looks over or through."""

    point: Point
    size: Size
    """Of the map, in cells."""
    own: tuple[int, ...] = ()
    """The squares, as ``y * width + x``, that block but are one's own."""
    overlooked_m: float = 0.0
    """Walls up to this height above their foot are left out."""


class Sweep(Struct, frozen=True, eq=False):
    """The nearest segment in every direction from a place.

    Coordinates are in points from the place, angles in radians from x to y, k intervals.
    """

    looker: Looker
    radius: float
    """How far is looked, in points; infinity on the whole map."""
    angles: Real
    """(k + 1,): where the intervals begin and end, rising from -pi to pi."""
    is_end: Mask
    """(k + 1,): whether an end of a segment lies there."""
    nearest: Whole
    """(k,): the row in ``lines`` that stops what looks there; -1: nothing does."""
    lines: Whole
    """(n, 4): the segments looked at, anticlockwise."""
    numbers: Whole
    """(n,): which segments of the map they are."""

    def far(self, angles: Real, intervals: Whole) -> Real:
        """Return how far one sees along rays of some intervals, in points."""
        rows = self.nearest[intervals]
        found = np.full(len(rows), self.radius)
        stopped = rows >= 0
        ax, ay, bx, by = self.lines[rows[stopped]].T.astype(np.float64)
        x, y = np.cos(angles[stopped]), np.sin(angles[stopped])
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = (ax * by - ay * bx) / (x * (by - ay) - y * (bx - ax))
        found[stopped] = np.fmin(reach, self.radius)
        return found

    def sees(self, x: Whole, y: Whole) -> tuple[Mask, Mask]:
        """Return which places are seen, and which lie on the ray of an end, so that lines decide.

        Args:
            x: Places, in points from the origin; any shape.
            y: The same downwards.
        """
        last = len(self.nearest) - 1
        angle = np.arctan2(y, x)
        interval = np.clip(np.searchsorted(self.angles, angle, "right") - 1, 0, last)
        is_near = x * x + y * y <= self.radius * self.radius
        seen = self._before(interval, x, y)
        ties = np.zeros(seen.shape, np.bool_)
        for edge, step in ((interval, -1), (interval + 1, 1)):
            close = np.abs(angle - self.angles[edge]) < _CLOSE_ANGLE
            # Past a bare end one sees, so either side will do.
            beside = (interval[close] + step) % (last + 1)
            seen[close] |= self._before(beside, x[close], y[close])
            ties[close] |= self.is_end[edge[close]]
        return seen & is_near, ties & is_near & ((x != 0) | (y != 0))

    def _before(self, interval: Whole, x: Whole, y: Whole) -> Mask:
        """Return which places lie on the near side of what stops sight in their intervals."""
        row = self.nearest[interval]
        if not len(self.lines):
            return np.ones(row.shape, np.bool_)
        ax, ay, bx, by = np.moveaxis(self.lines[row], -1, 0)
        found: Mask = (row < 0) | ((bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0)
        return found


def swept(segments: Segments, looker: Looker, radius: float) -> Sweep:
    """Return the nearest segments within a radius, in points."""
    near = segments.near(*looker.point, radius)
    return sweep_of(segments, looker, np.flatnonzero(near), radius)


def swept_map(segments: Segments, looker: Looker, first: float) -> Sweep:
    """Return the nearest segments on the whole map: what near walls hide is not looked at.

    Args:
        segments: Those of the map.
        looker: Where one looks from.
        first: How far is looked at first, in points.
    """
    near = segments.near(*looker.point, first)
    sweep = sweep_of(segments, looker, np.flatnonzero(near), first)
    is_open = sweep.nearest < 0
    if is_open.any():
        near |= _reaches_into(sweep, is_open, segments)
    return sweep_of(segments, looker, np.flatnonzero(near), np.inf)


def _reaches_into(sweep: Sweep, is_open: Mask, segments: Segments) -> Mask:
    """Return which pieces span a direction in which nothing near is."""
    x, y = sweep.looker.point
    ax, ay, bx, by = segments.pieces.T
    one, other = _turn_of(ax - x, ay - y), _turn_of(bx - x, by - y)
    low, high = np.minimum(one, other), np.maximum(one, other)
    edges = _turn_of(np.cos(sweep.angles), np.sin(sweep.angles))
    last = len(is_open)
    before = np.concatenate([[0], np.cumsum(is_open)])
    # One interval more on either side: what is seen edge on has no width.
    start = np.clip(np.searchsorted(edges, low, "right") - 2, 0, last)
    end = np.clip(np.searchsorted(edges, high, "left") + 1, 1, last)
    between = before[end] - before[start] > 0
    outside = (before[np.minimum(start + 2, last)] > 0) | (
        before[last] - before[np.maximum(end - 2, 0)] > 0
    )
    found: Mask = np.where(high - low > _HALF_TURN, outside, between)
    return found


def _turn_of(x: Real, y: Real) -> Real:
    """Return numbers from -2 to 2 that rise as the angles of places do, at a tenth of the cost."""
    found: Real = np.copysign(1 - x / np.maximum(np.abs(x) + np.abs(y), _NO_LENGTH), y)
    return found


class _Turned(NamedTuple):
    """Pieces as seen from the origin, anticlockwise, with their ends' angles."""

    start: Real
    end: Real
    is_end: Mask
    lines: Whole
    numbers: Whole
    limited: Mask | None
    """Which are seen through once; None for none."""
    in_line: Real
    """Directions of the ends of those that are seen edge on: they hide nothing but a ray."""


def sweep_of(segments: Segments, looker: Looker, pieces: Whole, radius: float) -> Sweep:
    """Return the nearest of some pieces in every direction.

    Args:
        segments: Those of the map.
        looker: Where one looks from.
        pieces: The rows of pieces that are looked at.
        radius: How far is looked, in points.
    """
    turned = _turned(segments, looker, pieces, radius)
    wraps = np.flatnonzero(turned.start - turned.end > np.pi)
    number = len(turned.start)
    start = np.concatenate([turned.start, np.full(len(wraps), -np.pi)])
    end = np.concatenate([turned.end, turned.end[wraps]])
    end[wraps] = np.pi
    row = np.concatenate([np.arange(number), wraps])
    rim = _corners(looker) if np.isinf(radius) else _NO_ANGLES
    aside = np.concatenate([turned.in_line, rim, (-np.pi, np.pi)])
    angles, group = _grouped(np.concatenate([start, end, aside]))
    first, last, other = np.split(group, [len(row), 2 * len(row)])
    is_end = np.zeros(len(angles), np.bool_)
    is_end[first[:number][turned.is_end[:, 0]]] = True
    ends = last[:number].copy()
    ends[wraps] = last[number:]
    is_end[ends[turned.is_end[:, 1]]] = True
    is_end[other[: len(turned.in_line)]] = True
    is_end[0] = is_end[-1] = is_end[0] | is_end[-1]
    span, step = expanded(np.maximum(0, last - first))
    spans = _Spans(row[span], first[span] + step)
    nearest = _nearest(angles, spans, turned.lines, turned.limited)
    return Sweep(looker, radius, angles, is_end, nearest, turned.lines, turned.numbers)


def _corners(looker: Looker) -> Real:
    """Return the directions of the map's corners, where its edge turns."""
    x, y = looker.point
    right, bottom = looker.size.w * SUBCELL - x, looker.size.h * SUBCELL - y
    found: Real = np.arctan2((-y, -y, bottom, bottom), (-x, right, right, -x))
    return found


class _Spans(NamedTuple):
    """The lines, once for each interval that they span, and those intervals."""

    rows: Whole
    intervals: Whole


def _nearest(angles: Real, spans: _Spans, lines: Whole, limited: Mask | None) -> Whole:
    """Return (k,) the row of the line that stops each interval's middle ray, -1 for none.

    Args:
        angles: (k + 1,) where the intervals begin and end.
        spans: Which lines they have.
        lines: (n, 4) in points.
        limited: (n,) those of which not the first stops but the second; None for none.
    """
    rows, intervals = spans
    middle = (angles[:-1] + angles[1:]) / 2
    ax, ay, bx, by = lines.T.astype(np.float64)
    area, dx, dy = ax * by - ay * bx, bx - ax, by - ay
    x, y = np.cos(middle)[intervals], np.sin(middle)[intervals]
    # What is nearer has the greater inverse; a ray along a line has none that is finite.
    inverse = (x * dy[rows] - y * dx[rows]) / area[rows]
    best = np.full(len(middle), -np.inf)
    if limited is not None:
        stops = ~limited[rows] | _is_second(inverse, intervals, limited[rows])
        rows, intervals, inverse = rows[stops], intervals[stops], inverse[stops]
    np.maximum.at(best, intervals, inverse)
    nearest = np.full(len(middle), -1, np.int64)
    won = inverse == best[intervals]
    nearest[intervals[won]] = rows[won]
    return nearest


def _is_second(inverse: Real, intervals: Whole, limited: Mask) -> Mask:
    """Return which of those that are seen through once are the second of their intervals."""
    those = np.flatnonzero(limited)
    those = those[np.lexsort((-inverse[those], intervals[those]))]
    interval = intervals[those]
    starts = np.flatnonzero(np.diff(interval, prepend=-1))
    place = np.arange(len(those)) - starts[np.cumsum(np.isin(np.arange(len(those)), starts)) - 1]
    found = np.zeros(len(limited), np.bool_)
    found[those[place == 1]] = True
    return found


def _grouped(values: Real) -> tuple[Real, Whole]:
    """Return the different angles, rising, and for each value which of them it is."""
    order = np.argsort(values)
    rising = values[order]
    is_new = np.diff(rising, prepend=-np.inf) > _SAME_ANGLE
    group = np.empty(len(values), np.int64)
    group[order] = np.cumsum(is_new) - 1
    angles = rising[is_new]
    angles[-1] = np.pi
    return angles, group


def _turned(segments: Segments, looker: Looker, pieces: Whole, radius: float) -> _Turned:
    """Return pieces that are in the way, cut to the disc; those in line with the place go."""
    x, y = looker.point
    numbers = segments.sources[pieces]
    lines = segments.lines[numbers] - np.array((x, y, x, y), np.int64)
    area = lines[:, 0] * lines[:, 3] - lines[:, 1] * lines[:, 2]
    side = (area < 0).astype(np.intp)
    keep = segments.stops[numbers] & (segments.below_m[numbers] > looker.overlooked_m)
    along = lines[keep & (area == 0)].reshape(-1, 2)
    along = along[along.any(axis=1)]
    keep &= segments.sides[numbers, side] & (area != 0)
    for square in looker.own:
        keep &= segments.squares[numbers, side] != square
    numbers, lines, back = numbers[keep], lines[keep], side[keep] == 1
    ends, is_end = segments.pieces[pieces[keep]] - (x, y, x, y), segments.is_end[pieces[keep]]
    lines[back], ends[back] = lines[back][:, [2, 3, 0, 1]], ends[back][:, [2, 3, 0, 1]]
    is_end[back] = is_end[back][:, ::-1]
    if np.isfinite(radius):
        inside = _cut(ends, is_end, radius)
        numbers, lines, ends, is_end = numbers[inside], lines[inside], ends[inside], is_end[inside]
    limited = None if segments.limited is None else segments.limited[numbers]
    start, end = np.arctan2(ends[:, 1], ends[:, 0]), np.arctan2(ends[:, 3], ends[:, 2])
    spans = (end > start) | (start - end > np.pi)
    if not spans.all():
        start, end, is_end = start[spans], end[spans], is_end[spans]
        lines, numbers = lines[spans], numbers[spans]
        limited = None if limited is None else limited[spans]
    in_line = np.arctan2(along[:, 1], along[:, 0])
    return _Turned(start, end, is_end, lines, numbers, limited, in_line)


def _cut(ends: Real, is_end: Mask, radius: float) -> Mask:
    """Cut pieces to the disc, in place, and return which reach into it."""
    ax, ay, bx, by = ends.T
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    half = ax * dx + ay * dy
    under = half * half - square * (ax * ax + ay * ay - radius * radius)
    root = np.sqrt(np.maximum(under, 0))
    enters, leaves = (-half - root) / square, (-half + root) / square
    inside: Mask = (under > 0) & (enters < 1) & (leaves > 0)
    late, early = inside & (enters > 0), inside & (leaves < 1)
    tail = np.stack([ax + leaves * dx, ay + leaves * dy], axis=1)[early]
    ends[late, :2] = np.stack([ax + enters * dx, ay + enters * dy], axis=1)[late]
    ends[early, 2:] = tail
    is_end[late, 0] = is_end[early, 1] = False
    return inside
