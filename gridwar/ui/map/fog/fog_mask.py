"""The fog as numbers: a point is unknown, remembered or seen, and lies inside what is known.

Owns shrinking what is known by a point, so that no soft edge tells of what lies beyond it, which
points differ from those shown before, and in what order they uncover. Knows neither colours nor
pixels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

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
Window: TypeAlias = tuple[slice, slice]
"""Rows and columns of points."""
_SHRUNK_BY: Final = 1


def values_of(view: FogView) -> Values:
    """Return the value of each point of a whole map."""
    return _values(view, _whole(view.known))


def _whole(points: Points) -> Window:
    height, width = points.shape
    return slice(0, height), slice(0, width)


def _values(view: FogView, window: Window) -> Values:
    known, seen = _shrunk(view.known, window), _shrunk(view.seen, window)
    made: Values = known.view(np.uint8) + (known & seen).view(np.uint8)
    return made


def _shrunk(points: Points, window: Window) -> Points:
    """Return the points of a window all of whose neighbours are marked too.

    At the map's edge those that there are count.
    """
    rows, columns = window
    top, bottom, left, right = rows.start, rows.stop, columns.start, columns.stop
    height, width = points.shape
    reach = _SHRUNK_BY
    first_y, first_x = max(0, top - reach), max(0, left - reach)
    around = points[first_y : min(height, bottom + reach), first_x : min(width, right + reach)]
    missing = (
        (first_y - (top - reach), bottom + reach - min(height, bottom + reach)),
        (first_x - (left - reach), right + reach - min(width, right + reach)),
    )
    if any(sum(pair) for pair in missing):
        around = np.pad(around, missing, mode="edge")
    across = around[:, :-2] & around[:, 1:-1] & around[:, 2:]
    shrunk: Points = across[:-2] & across[1:-1] & across[2:]
    return shrunk


def differing(one: FogView, other: FogView) -> Window | None:
    """Return the smallest window that holds every point in which two fogs of a size differ."""
    changed = np.zeros(one.known.shape, np.bool_)
    for a, b in ((one.known, other.known), (one.seen, other.seen)):
        if a is not b:
            changed |= a != b
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if not len(rows):
        return None
    height, width = one.known.shape
    return (
        slice(max(0, int(rows[0]) - _SHRUNK_BY), min(height, int(rows[-1]) + 1 + _SHRUNK_BY)),
        slice(max(0, int(columns[0]) - _SHRUNK_BY), min(width, int(columns[-1]) + 1 + _SHRUNK_BY)),
    )


def is_alike(one: FogView, other: FogView) -> bool:
    """Return whether two fogs differ in their points only."""
    sizes = [(view.known.shape, view.points, view.style) for view in (one, other)]
    return sizes[0] == sizes[1]


class FogMask:
    """The values of the fog that is shown."""

    def __init__(self) -> None:
        self.view: FogView | None = None
        self.values: Values = np.zeros((0, 0), np.uint8)
        self._goal: Values | None = None
        """The values of a window once all of it is uncovered."""
        self._order: NDArray[np.uint8] = np.zeros((0, 0), np.uint8)
        self._window: Window = (slice(0), slice(0))

    def show(self, view: FogView, walked: tuple[CellXY, ...] = ()) -> Window | None:
        """Take another fog; return the window of points that look different, if there is one.

        Args:
            view: The fog.
            walked: Cells along which it uncovers, step by step by ``uncover``; empty for at once.
                Where anything is covered, all of it is at once.
        """
        old, self.view = self.view, view
        self.finish()
        if old is None or not is_alike(old, view):
            self.values = values_of(view)
            return _whole(view.known)
        window = differing(old, view)
        if window is None:
            return None
        goal, before = _values(view, window), self.values[window]
        if walked and not bool(((goal == UNKNOWN) & (before != UNKNOWN)).any()):
            self._goal, self._window = goal, window
            self._order = _order(window, view.points, walked)
        else:
            self.values[window] = goal
        return window

    @property
    def is_uncovering(self) -> bool:
        """Whether some of it is still covered that will not be."""
        return self._goal is not None

    def uncover(self, share: float) -> Window:
        """Uncover as much as lies along a share (0 to 1) of what was walked; return the window."""
        if self._goal is not None:
            if share >= 1:
                self.finish()
            else:
                part, due = self.values[self._window], self._order <= share * _LAST
                part[due] = self._goal[due]
        return self._window

    def finish(self) -> None:
        """Uncover all that is to be."""
        if self._goal is not None:
            self.values[self._window] = self._goal
            self._goal = None


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
