"""The fog as numbers: a point is unknown, remembered or seen, and lies inside what is known.

Owns shrinking what is known by a point, so that no soft edge tells of what lies beyond it, which
points differ from those shown before, and in what order they uncover. Knows neither colours nor
pixels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.control.records.fog_records import FogView
    from gridwar.control.records.ground_records import CellXY

UNKNOWN: Final = 0
REMEMBERED: Final = 1
SEEN: Final = 2
Values: TypeAlias = "NDArray[np.uint8]"
Points: TypeAlias = "NDArray[np.bool_]"
_Words: TypeAlias = "NDArray[np.bool_]"
Window: TypeAlias = tuple[slice, slice]
"""Rows and columns of points."""
_Number = TypeVar("_Number", np.uint8, np.uint16)
_WORD: Final = 8
"""So many points are compared at a time."""
_SHRUNK_BY: Final = 1


class FogMask:
    """The fog that is shown, and what of it differs from the one before."""

    def __init__(self) -> None:
        self.view: FogView | None = None
        self._before: FogView | None = None
        """While it uncovers: the fog from which it does."""
        self._order: NDArray[np.uint8] = np.zeros((0, 0), np.uint8)
        """When each point of the window uncovers in which the two differ."""
        self._due = 0
        self.changed = Changed()

    def show(self, view: FogView, walked: tuple[CellXY, ...] = ()) -> None:
        """Take another fog, and note in ``changed`` which points look different.

        Args:
            view: The fog.
            walked: Cells along which it uncovers, step by step by ``uncover``; empty for at once.
                Where anything is covered, all of it is at once.
        """
        old, self.view = self.view, view
        self._before = None
        is_alike = old is not None and _is_alike(old, view)
        self.changed = Changed.between(old, view) if old is not None and is_alike else Changed()
        window = self.changed.window
        if walked and old is not None and is_alike and window is not None:
            is_covered = old.known[window] & ~view.known[window]
            if not is_covered.any():
                self._before, self._due = old, 0
                self._order = _order(window, view.points, walked)

    @property
    def is_uncovering(self) -> bool:
        """Whether some of it is still covered that will not be."""
        return self._before is not None

    def uncover(self, share: float) -> None:
        """Uncover as much as lies along a share (0 to 1) of what was walked."""
        self._due = round(share * _LAST)
        if share >= 1:
            self._before = None

    def values(self, window: Window) -> Values:
        """Return the values of a window of points."""
        view = self.view
        assert view is not None
        wide, inner = _with_rim(window, view.known.shape)
        known, seen = self._points(view, wide)
        shrunk = _shrunk(known, inner)
        made: Values = shrunk.view(np.uint8) + (shrunk & _shrunk(seen, inner)).view(np.uint8)
        return made

    def _points(self, view: FogView, wide: Window) -> tuple[Points, Points]:
        """Return what is known and what is seen in a window, as far as it is uncovered."""
        known, seen = view.known[wide], view.seen[wide]
        before, window = self._before, self.changed.window
        if before is None or window is None:
            return known, seen
        is_due = np.ones(known.shape, np.bool_)
        rows, columns = (_shared(one, other) for one, other in zip(wide, window, strict=True))
        part = self._order[rows.other, columns.other] <= self._due
        is_due[rows.inside, columns.inside] = part
        return (
            np.where(is_due, known, before.known[wide]),
            np.where(is_due, seen, before.seen[wide]),
        )


class _Shared(NamedTuple):
    """What two stretches share, counted from the beginning of each."""

    inside: slice
    other: slice


def _shared(one: slice, other: slice) -> _Shared:
    start, stop = max(one.start, other.start), max(one.start, min(one.stop, other.stop))
    start = min(start, stop)
    return _Shared(
        slice(start - one.start, stop - one.start),
        slice(max(0, start - other.start), max(0, stop - other.start)),
    )


def whole_of(view: FogView) -> Window:
    """Return the window of all points."""
    height, width = view.known.shape
    return slice(0, height), slice(0, width)


def _with_rim(window: Window, shape: tuple[int, ...]) -> tuple[Window, tuple[int, int, int, int]]:
    """Return a window with the points round it, and where on each side there are none."""
    (rows, columns), (height, width), reach = window, shape, _SHRUNK_BY
    wide = (
        slice(max(0, rows.start - reach), min(height, rows.stop + reach)),
        slice(max(0, columns.start - reach), min(width, columns.stop + reach)),
    )
    missing = (
        reach - (rows.start - wide[0].start),
        reach - (wide[0].stop - rows.stop),
        reach - (columns.start - wide[1].start),
        reach - (wide[1].stop - columns.stop),
    )
    return wide, missing


def _shrunk(points: Points, missing: tuple[int, int, int, int]) -> Points:
    """Return the points all of whose neighbours are marked too, without the rim.

    At the map's edge those count that there are.

    Args:
        points: Those of a window and round it.
        missing: How many rows and columns round it are not there: top, bottom, left, right.
    """
    if any(missing):
        top, bottom, left, right = missing
        points = np.pad(points, ((top, bottom), (left, right)), mode="edge")
    across = points[:, :-2] & points[:, 1:-1] & points[:, 2:]
    shrunk: Points = across[:-2] & across[1:-1] & across[2:]
    return shrunk


def _is_alike(one: FogView, other: FogView) -> bool:
    """Return whether two fogs differ in their points only."""
    sizes = [(view.known.shape, view.points, view.style) for view in (one, other)]
    return sizes[0] == sizes[1]


class Changed:
    """The points in which two fogs differ; all of them where there was no fog to compare with."""

    def __init__(self, window: Window | None = None, words: _Words | None = None) -> None:
        self.window = window
        """The smallest that holds them, to whole words; None for none, or for all."""
        self.is_all = words is None
        self._words = words

    @classmethod
    def between(cls, one: FogView, other: FogView) -> Changed:
        """Return where two fogs of a size differ."""
        words = np.zeros(_in_words(one.known).shape, np.bool_)
        for a, b in ((one.known, other.known), (one.seen, other.seen)):
            if a is not b:
                words |= _in_words(a) != _in_words(b)
        rows, columns = np.flatnonzero(words.any(axis=1)), np.flatnonzero(words.any(axis=0))
        if not len(rows):
            return cls(None, words)
        window = (
            slice(int(rows[0]), int(rows[-1]) + 1),
            slice(int(columns[0]) * _WORD, (int(columns[-1]) + 1) * _WORD),
        )
        width = one.known.shape[1]
        return cls((window[0], slice(window[1].start, min(width, window[1].stop))), words)

    def within(self, window: Window) -> Window | None:
        """Return the smallest part of a window that holds all of its points that differ."""
        if self._words is None:
            return window
        rows, columns = window
        left, right = columns.start // _WORD, -(-columns.stop // _WORD)
        part = self._words[rows, left:right]
        down, along = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
        if not len(down):
            return None
        return (
            slice(rows.start + int(down[0]), rows.start + int(down[-1]) + 1),
            slice((left + int(along[0])) * _WORD, (left + int(along[-1]) + 1) * _WORD),
        )


def summed_round(values: NDArray[_Number], reach: int) -> NDArray[_Number]:
    """Return for each point the sum over the square of points round it; rims go on beyond the edge.

    Args:
        values: Rows of points; their type has room for the sums.
        reach: How many points the square goes to either side.
    """
    (height, width), side = values.shape, 2 * reach + 1
    padded = np.pad(values, reach, mode="edge")
    rows = np.zeros((height + side - 1, width), values.dtype)
    for at in range(side):
        rows += padded[:, at : at + width]
    found = np.zeros((height, width), values.dtype)
    for at in range(side):
        found += rows[at : at + height]
    return found


def _in_words(points: Points) -> NDArray[np.uint64]:
    """Return rows of points eight at a time, which are compared as fast as one."""
    if points.shape[1] % _WORD:
        points = np.pad(points, ((0, 0), (0, -points.shape[1] % _WORD)))
    words: NDArray[np.uint64] = np.ascontiguousarray(points).view(np.uint64)
    return words


_LAST: Final = 240
_MOST_STEPS: Final = 12
"""So many places of a way are told apart: the time to uncover it all has no more pictures."""


def _order(window: Window, points: int, walked: tuple[CellXY, ...]) -> NDArray[np.uint8]:
    """Return when each point uncovers: with the cell of the way that is nearest to it."""
    step = max(1, -(-len(walked) // _MOST_STEPS))
    way = walked[::-1][::step][::-1]
    y, x = (np.arange(part.start, part.stop) / points for part in window)
    nearest = np.full((len(y), len(x)), np.inf, np.float32)
    order = np.zeros(nearest.shape, np.uint8)
    for number, (column, row) in enumerate(way, start=1):
        across = ((x - column - 0.5) ** 2).astype(np.float32)
        down = ((y - row - 0.5) ** 2).astype(np.float32)
        distance = down[:, None] + across[None, :]
        is_nearer = distance < nearest
        nearest[is_nearer] = distance[is_nearer]
        order[is_nearer] = number * _LAST // len(way)
    return order
