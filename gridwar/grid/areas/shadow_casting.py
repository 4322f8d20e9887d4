"""What walls and squares hide from one place, in whole numbers and for all cells at once.

The cases are those of ``wall_crossings`` and ``sight_and_effect``: a line through the inside of a
wall is stopped, one along it too, one past its bare end is not, and one through the joint of two
walls that lie on both sides is. Of walls that are seen through once those crossed are counted; what
lies exactly past their joints, or along them, is left to the lines. ``viewshed`` asks this; nothing
else does.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.cells.wall_crossings import Meeting, meet, stopped_side
from gridwar.grid.lines.certain_obstacles import opaque_squares, overlooked_m
from gridwar.grid.lines.sight_and_effect import Purpose, stopper
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import WallSight

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.grid.cells.bitboards import Extent
    from gridwar.grid.lines.sight_and_effect import LineRule, Stand
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.walls import Wall

    Numbers = NDArray[np.int64]
    Mask = NDArray[np.bool_]

_HALF = SUBCELL // 2
_FAR = 1 << 40
"""More than any column."""


class Shadows:
    """The cells of an extent that are hidden from a place, and those that need a closer look."""

    def __init__(
        self, battle_map: BattleMap, place: tuple[Point, Stand], extent: Extent, rule: LineRule
    ) -> None:
        self._map, self._extent = battle_map, extent
        self._from, origin = place
        left, top, width, height = extent
        self._x0 = left * SUBCELL + _HALF - self._from.x
        self._y = (np.arange(top, top + height) * SUBCELL + _HALF - self._from.y)[None, :]
        walls = _ends_of(Same(battle_map.walls), rule.purpose)
        near = walls.near(self._from, extent)
        if walls.one_way is not None:
            near &= walls.stops_from(self._from)
        is_low = near & (walls.height_m <= overlooked_m(battle_map, origin, extent))
        squares = self._squares(origin, rule)
        if walls.limited is None:
            self.hidden = self._behind(walls, near & ~is_low, squares)
            self.doubtful = np.zeros((height, width), np.bool_)
            if is_low.any():
                self.doubtful = self._behind(walls, near, squares)
            return
        full = ~walls.limited
        self.hidden = self._behind(walls, near & ~is_low & full, squares)
        self.hidden |= self._behind_two(walls, near & ~is_low & walls.limited)
        self.doubtful = self._in_line_with(walls, near, walls.limited)
        if is_low.any():
            self.doubtful |= self._behind(walls, near & full, squares)
            self.doubtful |= self._behind_two(walls, near & walls.limited)

    def _behind_two(self, walls: _Ends, those: Mask) -> Mask:
        """Return what lies behind two or more of some walls."""
        ends, across = self._relative(walls, those)
        return self._counts(ends[across != 0]) > 1

    def _in_line_with(self, walls: _Ends, those: Mask, limited: Mask) -> Mask:
        """Return what lies exactly past joints, or along walls that are seen through once."""
        found = np.zeros((self._extent.height, self._extent.width), np.bool_)
        self._mark_joints(walls, those, found)
        _ends, across = self._relative(walls, those & limited)
        for number in np.flatnonzero(those & limited)[across == 0].tolist():
            self._mark_along(walls.walls[number], found)
        return found

    def _relative(self, walls: _Ends, those: Mask) -> tuple[Numbers, Numbers]:
        """Return the ends of some walls as seen from the place, and which are in line (0)."""
        x, y = self._from
        ends = walls.ends[those] - (x, y, x, y)
        return ends, ends[:, 0] * ends[:, 3] - ends[:, 1] * ends[:, 2]

    def _behind(self, walls: _Ends, those: Mask, squares: _Squares) -> Mask:
        """Return what some walls and all squares hide."""
        ends, across = self._relative(walls, those)
        counts = self._counts(np.concatenate([ends[across != 0], squares.chords]))
        # Behind the nearer side of a square lies its own middle, which it does not hide.
        np.subtract.at(counts, (squares.rows, squares.columns), 1)
        hidden = counts > 0
        self._mark_joints(walls, those, hidden)
        for number in np.flatnonzero(those)[across == 0].tolist():
            self._mark_along(walls.walls[number], hidden)
        return hidden

    def _squares(self, origin: Stand, rule: LineRule) -> _Squares:
        """Return what the squares that block do, those of the place itself left out."""
        left, top, width, height = self._extent
        opaque = opaque_squares(self._map, rule.purpose)
        blocks = opaque[top : top + height, left : left + width].copy()
        for x, y in rule.blocking:
            if 0 <= x - left < width and 0 <= y - top < height:
                blocks[y - top, x - left] = True
        for x, y in origin.cells:
            if 0 <= x - left < width and 0 <= y - top < height:
                blocks[y - top, x - left] = False
        rows, columns = np.nonzero(blocks)
        chords, is_face = self._chords(rows, columns)
        return _Squares(chords, rows[is_face], columns[is_face])

    def _chords(self, rows: Numbers, columns: Numbers) -> tuple[Numbers, Mask]:
        """Return the outermost corners of squares as seen from the place, and which show a side.

        A square seen corner on has its diagonal as chord; seen face on, the nearer side.
        """
        west = columns * SUBCELL + self._x0 - _HALF
        north = rows * SUBCELL + int(self._y[0, 0]) - _HALF
        east, south = west + SUBCELL, north + SUBCELL
        is_left, is_right, is_up, is_down = east <= 0, west >= 0, south <= 0, north >= 0
        ax, ay = west.copy(), north.copy()
        bx, by = east.copy(), south.copy()
        falling = (is_left & is_down) | (is_right & is_up)
        # Corner on, up left or down right of the place: the other diagonal.
        other = (is_left & is_up) | (is_right & is_down)
        ay[other], by[other] = south[other], north[other]
        for side, ys in ((is_up, south), (is_down, north)):
            face = side & ~is_left & ~is_right
            ay[face] = by[face] = ys[face]
        for side, xs in ((is_left, east), (is_right, west)):
            face = side & ~is_up & ~is_down
            ax[face] = bx[face] = xs[face]
        shows = ~(falling | other)
        # A side that the place lies on hides half of everything: which, its direction says.
        flipped = shows & ((is_down & (north == 0)) | (is_left & (east == 0)))
        ax[flipped], bx[flipped] = bx[flipped], ax[flipped]
        ay[flipped], by[flipped] = by[flipped], ay[flipped]
        return np.stack([ax, ay, bx, by], axis=1), shows

    def _counts(self, ends: Numbers) -> Numbers:
        """Return by cell how many chords stop the line to it in their inside.

        Args:
            ends: Chords not in line with the place, relative to it.
        """
        width, height = self._extent.width, self._extent.height
        turned = ends[:, 0] * ends[:, 3] - ends[:, 1] * ends[:, 2] < 0
        ends[turned] = ends[turned][:, [2, 3, 0, 1]]
        low, high = (pick(ends[:, 1], ends[:, 3])[:, None] for pick in (np.minimum, np.maximum))
        y = self._y
        chords, rows = np.nonzero(((low <= 0) | (y > low)) & ((high >= 0) | (y < high)))
        ax, ay, bx, by = ends.T
        y = self._y[0, rows]
        first, last = np.zeros_like(rows), np.full_like(rows, width - 1)
        # Strictly between the lines to both ends, and strictly beyond the chord.
        for slope, base, rise in (
            (ay, ay * 0, ax),
            (-by, by * 0, -bx),
            (ay - by, (ay - by) * ax + (bx - ax) * ay, ax - bx),
        ):
            most = (base - slope * self._x0)[chords] + rise[chords] * y
            _narrow(first, last, (slope * SUBCELL)[chords], most)
        some = first <= last
        starts = rows[some] * (width + 1)
        size = height * (width + 1)
        change = np.bincount(starts + first[some], minlength=size)
        change -= np.bincount(starts + last[some] + 1, minlength=size)
        return np.cumsum(change.reshape(height, width + 1), axis=1)[:, :width]

    def _mark_joints(self, walls: _Ends, those: Mask, onto: Mask) -> None:
        """Mark what lies exactly behind joints of walls on both sides of the line."""
        arms = walls.arms[those[walls.arms[:, 0]]]
        if not len(arms):
            return
        x, y = self._from
        jx, jy, fx, fy = arms[:, 1] - x, arms[:, 2] - y, arms[:, 3] - x, arms[:, 4] - y
        side = np.sign(jx * fy - jy * fx)
        which = arms[:, 5]
        right = np.zeros(walls.joints, np.bool_)
        left = np.zeros(walls.joints, np.bool_)
        right[which[side > 0]], left[which[side < 0]] = True, True
        meets = right & left
        if meets.any():
            first = np.flatnonzero(meets[which])
            _each, once = np.unique(which[first], return_index=True)
            chosen = first[once]
            self._mark_rays(jx[chosen], jy[chosen], onto)

    def _mark_rays(self, jx: Numbers, jy: Numbers, onto: Mask) -> None:
        """Mark the cells whose middles lie exactly beyond some points, as seen from the place."""
        x = self._x0 + np.arange(self._extent.width) * SUBCELL
        y = self._y[0]
        # Middles are multiples of this, and so is what a primitive step to one is taken times.
        unit = gcd(SUBCELL, self._x0, int(y[0]))
        longest = int(max(np.abs(x).max(), np.abs(y).max())) // unit
        common = np.gcd(jx, jy)
        near = np.maximum(np.abs(jx), np.abs(jy)) <= longest * common
        steep = np.abs(jy) > np.abs(jx)
        _mark_beyond(jx[near & ~steep], jy[near & ~steep], (x, y), onto)
        _mark_beyond(jy[near & steep], jx[near & steep], (y, x), onto.T)

    def _mark_along(self, wall: Wall, onto: Mask) -> None:
        """Mark what lies behind or in a wall in line with the place."""
        dx, dy = wall.b.x - wall.a.x, wall.b.y - wall.a.y
        x = self._x0 + np.arange(self._extent.width) * SUBCELL
        on_line = dx * self._y.T - dy * x[None, :] == 0
        for row, column in np.argwhere(on_line).tolist():
            there = Cell(column + self._extent.left, row + self._extent.top)
            middle = Point(there.x * SUBCELL + _HALF, there.y * SUBCELL + _HALF)
            if meet(self._from, middle, wall) is Meeting.ALONG:
                onto[row, column] = True


def _narrow(first: Numbers, last: Numbers, slope: Numbers, most: Numbers) -> None:
    """Keep of each interval the whole numbers that, times the slope, stay below a most."""
    even = slope == 0
    share = np.where(slope > 0, most - 1, most) // np.where(even, 1, slope)
    np.minimum(last, np.where(slope > 0, share, _FAR), out=last)
    np.maximum(first, np.where(slope < 0, share + 1, 0), out=first)
    last[even & (most <= 0)] = -1


def _mark_beyond(ju: Numbers, jv: Numbers, middles: tuple[Numbers, Numbers], onto: Mask) -> None:
    """Mark middles exactly beyond points that are farther off along the first axis.

    Args:
        ju: Where the points are along the first axis, as seen from the place.
        jv: The same along the other.
        middles: Where middles are along either.
        onto: Rows for the other axis, columns for the first.
    """
    u, v = middles
    there = u[None, :] * jv[:, None]
    across, left = np.divmod(there, ju[:, None])
    row, aside = np.divmod(across - v[0], SUBCELL)
    hit = (left == 0) & (aside == 0) & (row >= 0) & (row < len(v))
    hit &= u[None, :] * np.sign(ju)[:, None] > np.abs(ju)[:, None]
    onto[row[hit], np.nonzero(hit)[1]] = True


class _Squares(Struct, frozen=True, eq=False):
    """The chords of squares, relative to the place, and where those lie that hide themselves."""

    chords: Numbers
    rows: Numbers
    columns: Numbers


class _Ends(Struct, frozen=True, eq=False):
    """The walls that stop something, as numbers.

    ``height_m`` is endless for full walls, and less than any for those off the ground, which lines
    pass below. ``limited`` says which are seen through once, ``one_way`` from where one has to come
    to be stopped (1 right of the wall, -1 left, 0 from anywhere); None where none is such a wall.
    ``arms`` holds, for each end where walls meet: the wall, the joint's place, the far end, and
    the joint's number.
    """

    walls: tuple[Wall, ...]
    ends: Numbers
    height_m: NDArray[np.float64]
    limited: Mask | None
    one_way: Numbers | None
    arms: Numbers
    joints: int

    def stops_from(self, place: Point) -> Mask:
        """Return which walls stop what comes from a place, of what they stop at all."""
        ax, ay, bx, by = self.ends.T
        side = np.sign((bx - ax) * (place.y - ay) - (by - ay) * (place.x - ax))
        found: Mask = (self.one_way == 0) | (side == self.one_way)
        return found

    def near(self, place: Point, extent: Extent) -> Mask:
        """Return which walls a line from a place to a cell of an extent may meet at all."""
        left, top, width, height = extent
        west, north = min(place.x, left * SUBCELL), min(place.y, top * SUBCELL)
        east = max(place.x, (left + width) * SUBCELL)
        south = max(place.y, (top + height) * SUBCELL)
        ax, ay, bx, by = self.ends.T
        found: Mask = (np.minimum(ax, bx) <= east) & (np.maximum(ax, bx) >= west)
        found &= (np.minimum(ay, by) <= south) & (np.maximum(ay, by) >= north)
        return found


def _top_m(wall: Wall) -> float:
    if wall.foot_m:
        return -np.inf
    return np.inf if wall.height_m is None else wall.height_m


@kept_of_fight(16)
def _ends_of(walls: Same[tuple[Wall, ...]], purpose: Purpose) -> _Ends:
    by_sight, stop = purpose is Purpose.SIGHT, stopper(purpose)
    those = tuple(wall for wall in walls.it if stop(wall))
    ends = np.array([(*wall.a, *wall.b) for wall in those], np.int64).reshape(-1, 4)
    limited = [wall.sight is WallSight.LIMITED for wall in those] if by_sight else []
    one_way = [stopped_side(wall) for wall in those]
    meeting: dict[Point, list[tuple[int, Point]]] = {}
    for number, wall in enumerate(those):
        meeting.setdefault(wall.a, []).append((number, wall.b))
        meeting.setdefault(wall.b, []).append((number, wall.a))
    joints = [(point, arms) for point, arms in meeting.items() if len(arms) > 1]
    arms = [
        (number, *point, *far, joint)
        for joint, (point, those_arms) in enumerate(joints)
        for number, far in those_arms
    ]
    return _Ends(
        those,
        ends,
        np.array([_top_m(wall) for wall in those], np.float64),
        np.array(limited, np.bool_) if any(limited) else None,
        np.array(one_way, np.int64) if any(one_way) else None,
        np.array(arms, np.int64).reshape(-1, 6),
        len(joints),
    )
