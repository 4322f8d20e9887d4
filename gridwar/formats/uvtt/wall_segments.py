"""Walls as single segments: doubles dropped, what is far outside cut off, gaps cut for doors."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from gridwar.formats.import_report import stop_if
from gridwar.formats.uvtt.polylines import JOIN_TOLERANCE, Segment
from gridwar.model.geometry import MAX_SIDE_CELLS, SUBCELL, Point
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from gridwar.formats.import_report import Cancel, Notes
    from gridwar.formats.uvtt.polylines import Line
    from gridwar.model.geometry import Size


_NEAR = JOIN_TOLERANCE + 1.0
_FRAME = MAX_SIDE_CELLS * SUBCELL
"""Walls are kept so far round the map; a cropped file holds the whole building."""


class Box(Struct, frozen=True):
    """A rectangle in 1/1024 cell, its border included."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def of_page(cls, size: Size) -> Box:
        """Return the rectangle of a map."""
        return cls(0, 0, size.w * SUBCELL, size.h * SUBCELL)

    @classmethod
    def round_page(cls, size: Size) -> Box:
        """Return the rectangle within which walls are kept."""
        return cls(-_FRAME, -_FRAME, size.w * SUBCELL + _FRAME, size.h * SUBCELL + _FRAME)

    def holds(self, point: Point) -> bool:
        """Return whether a point lies in it."""
        return self.left <= point.x <= self.right and self.top <= point.y <= self.bottom

    def clip(self, segment: Segment) -> Segment | None:
        """Return the part of a segment that lies in it; None where that has no length."""
        a, b = segment
        if self.holds(a) and self.holds(b):
            return segment
        dx, dy = b.x - a.x, b.y - a.y
        low, high = Fraction(0), Fraction(1)
        for step, room_before, room_behind in (
            (dx, self.left - a.x, self.right - a.x),
            (dy, self.top - a.y, self.bottom - a.y),
        ):
            if step == 0:
                if not room_before <= 0 <= room_behind:
                    return None
                continue
            enters, leaves = sorted((Fraction(room_before, step), Fraction(room_behind, step)))
            low, high = max(low, enters), min(high, leaves)
        if low >= high:
            return None
        ends = tuple(Point(round(a.x + part * dx), round(a.y + part * dy)) for part in (low, high))
        return (ends[0], ends[1]) if ends[0] != ends[1] else None


def segments_of(lines: Iterable[Line], size: Size, notes: Notes) -> list[Segment]:
    """Return the segments of lines, cut where they go far beyond the map."""
    frame = Box.round_page(size)
    kept: list[Segment] = []
    gone = 0
    for line in lines:
        for pair in pairwise(line):
            clipped = frame.clip(pair)
            gone += clipped is None
            if clipped is not None:
                kept.append(clipped)
    text = _("Segments over {n} squares outside of the map").format(n=MAX_SIDE_CELLS)
    notes.leave_out_count("far_outside", text, gone)
    return kept


def each_once(segments: Iterable[Segment], seen: set[Segment]) -> tuple[list[Segment], int]:
    """Return the segments without those that were there before, in either direction, and how many.

    Args:
        segments: The segments.
        seen: Those that were there before; grows.
    """
    kept: list[Segment] = []
    doubles = 0
    for a, b in segments:
        key = (min(a, b), max(a, b))
        if key in seen:
            doubles += 1
        else:
            seen.add(key)
            kept.append((a, b))
    return kept, doubles


def cut_for_doors(
    segments: Sequence[Segment], doors: Sequence[Segment], cancelled: Cancel
) -> tuple[list[Segment], list[int]]:
    """Return the walls with a gap wherever one runs through a door, and which doors needed one.

    Args:
        segments: The walls.
        doors: Both ends of each door.
        cancelled: Asked at each door.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    along = _doors_along(segments, doors, cancelled)
    kept: list[Segment] = []
    cut: set[int] = set()
    for number, segment in enumerate(segments):
        pieces = [segment]
        for at in along.get(number, ()):
            left = [part for piece in pieces for part in _without(piece, doors[at])]
            if left != pieces:
                cut.add(at)
            pieces = left
        kept.extend(pieces)
    return kept, sorted(cut)


def _doors_along(
    segments: Sequence[Segment], doors: Sequence[Segment], cancelled: Cancel
) -> dict[int, list[int]]:
    """Return the doors that may lie along a wall, by the number of the wall.

    Now and then one too many, since it is reckoned in floats; never one too few.
    """
    found: dict[int, list[int]] = {}
    if not segments:
        return found
    ends = np.array(segments, np.float64)
    starts, stops = ends[:, 0], ends[:, 1]
    left, top = (np.minimum(starts, stops) - _NEAR).T.copy()
    right, bottom = (np.maximum(starts, stops) + _NEAR).T.copy()
    for at, (a, b) in enumerate(doors):
        stop_if(cancelled)
        beside = (left <= max(a.x, b.x)) & (right >= min(a.x, b.x))
        beside &= (top <= max(a.y, b.y)) & (bottom >= min(a.y, b.y))
        near = np.flatnonzero(beside)
        for number in near[_lies_along(starts[near], stops[near], np.array((a, b), np.float64))]:
            found.setdefault(int(number), []).append(at)
    return found


def _lies_along(
    starts: NDArray[np.float64], stops: NDArray[np.float64], door: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Say of each wall whether the shorter, wall or door, has both ends on the other's line."""
    run, span = stops - starts, door[1] - door[0]
    length, reach = np.hypot(run[:, 0], run[:, 1]), float(np.hypot(*span))
    of_wall = np.maximum(_off(door[0] - starts, run), _off(door[1] - starts, run))
    of_door = np.maximum(_off(starts - door[0], span), _off(stops - door[0], span))
    return np.where(length < reach, of_door <= _NEAR * reach, of_wall <= _NEAR * length)


def _off(places: NDArray[np.float64], along: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far places are from a line, times its length."""
    return np.abs(places[..., 0] * along[..., 1] - places[..., 1] * along[..., 0])


def _without(wall: Segment, door: Segment) -> list[Segment]:
    """Return what is left of a wall that runs along a door; the wall itself where it does not."""
    a, b = wall
    base, other = (door, wall) if _length_sq(wall) < _length_sq(door) else (wall, door)
    length_sq = _length_sq(base)
    (low, first), (high, last) = sorted((_along(base, point), point) for point in other)
    shared = min(high, length_sq) - max(low, 0)
    # Along and across count in lengths of the base: squares are compared, nothing is rounded.
    least_sq = min(JOIN_TOLERANCE**2, _length_sq(wall) // 4)
    if shared <= 0 or shared * shared <= least_sq * length_sq:
        return [wall]
    if any(_across(base, point) ** 2 > JOIN_TOLERANCE**2 * length_sq for point in other):
        return [wall]
    if base is door:
        beyond = (
            (first, door[0]) if low < 0 else None,
            (door[1], last) if high > length_sq else None,
        )
    else:
        beyond = ((a, first) if low > 0 else None, (last, b) if high < length_sq else None)
    return [piece for piece in beyond if piece is not None and piece[0] != piece[1]]


def _along(base: Segment, point: Point) -> int:
    (ax, ay), (bx, by) = base
    return (point.x - ax) * (bx - ax) + (point.y - ay) * (by - ay)


def _across(base: Segment, point: Point) -> int:
    (ax, ay), (bx, by) = base
    return (point.x - ax) * (by - ay) - (point.y - ay) * (bx - ax)


def _length_sq(segment: Segment) -> int:
    (ax, ay), (bx, by) = segment
    return (ax - bx) ** 2 + (ay - by) ** 2


def joined_lines(segments: Iterable[Segment]) -> list[list[Point]]:
    """Return lines that go once along every segment.

    A line begins where an odd number of segments meet, as long as there is such a place; what is
    left then are closed outlines, which end with their first point.
    """
    ways: defaultdict[Point, dict[Point, None]] = defaultdict(dict)
    for a, b in segments:
        ways[a][b] = None
        ways[b][a] = None
    odd = [point for point, others in ways.items() if len(others) % 2]
    # Asked again each time: another walk may have ended here meanwhile.
    lines = [_walk(start, ways) for start in odd if len(ways[start]) % 2]
    for start in ways:
        while ways[start]:
            lines.append(_walk(start, ways))
    return lines


def _walk(start: Point, ways: defaultdict[Point, dict[Point, None]]) -> list[Point]:
    """Go on along unused segments until there is none, and use them up."""
    line = [start]
    while ways[line[-1]]:
        here = line[-1]
        there = next(iter(ways[here]))
        del ways[here][there], ways[there][here]
        line.append(there)
    return line
