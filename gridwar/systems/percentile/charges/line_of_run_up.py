"""Which steps of a path are one straight line."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gridwar.model.geometry import Cell

RUN_UP: Final = 4
"""Squares of the straight line at the end."""
Direction = tuple[int, int]


def may_be_line(ways: tuple[Direction, ...], geometry: str) -> bool:
    """Return whether some steps after another may belong to one straight line."""
    if geometry != "any_angle":
        return len(set(ways)) <= 1
    x, y = sum(way[0] for way in ways), sum(way[1] for way in ways)
    at, count = (0, 0), len(ways)
    for number, way in enumerate(ways, start=1):
        at = at[0] + way[0], at[1] + way[1]
        # Twice the distance from the line's own point, times the count: half a square at most.
        off = abs(count * at[0] - number * x), abs(count * at[1] - number * y)
        if 2 * max(off) > count:
            return False
    return True


def is_run_up(ways: tuple[Direction, ...], geometry: str) -> bool:
    """Return whether the last steps of a path are a run-up.

    Rules: PC-ACT-05
    """
    return len(ways) >= RUN_UP and may_be_line(ways[-RUN_UP:], geometry)


def ways_of(cells: tuple[Cell, ...]) -> tuple[Direction, ...]:
    """Return the directions of the steps of a path, its start included; climbing is none."""
    return tuple((b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells) if a != b)
