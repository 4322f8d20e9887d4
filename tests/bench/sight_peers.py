"""Other ways to the outline of what is seen: by shapely, and by a textbook's sweep in Python.

Walls are rows x0 y0 x1 y1 in cells that do not cross; a radius is in cells.
"""

from __future__ import annotations

from math import atan2, cos, inf, pi, sin
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Real = NDArray[np.float64]
    Place = tuple[float, float]


def walls_near(walls: Real, place: Place, radius: float) -> Real:
    """Return the walls that touch the square round a place."""
    low, high = np.minimum(walls[:, :2], walls[:, 2:]), np.maximum(walls[:, :2], walls[:, 2:])
    near = (high >= np.subtract(place, radius)) & (low <= np.add(place, radius))
    found: Real = walls[near.all(axis=1)]
    return found


def disc_less_shadows(walls: Real, place: Place, radius: float) -> Any:
    """Return shapely's polygon: a disc less the union of what each wall hides."""
    import shapely

    near, origin = walls_near(walls, place, radius), np.array(place)
    a, b = near[:, :2] - origin, near[:, 2:] - origin
    far_a, far_b = (end / np.linalg.norm(end, axis=1, keepdims=True) * radius * 4 for end in (a, b))
    corners = np.stack([a, far_a, (far_a + far_b) * 1.5, far_b, b], axis=1) + origin
    shadows = shapely.polygons(corners)
    disc = shapely.buffer(shapely.points(*place), radius, quad_segs=30)
    return shapely.difference(disc, shapely.union_all(shadows[shapely.area(shadows) > 1e-12]))


Four = tuple[float, float, float, float]


def textbook_sweep(walls: list[Four], place: Place, radius: float) -> list[Place]:
    """Return the corners of the outline by a sweep in plain Python, one end after the other."""
    ends, found = _ends(walls, place, radius)
    crossed, corners = set[int](), list[tuple[float, float]]()
    number = 0
    while number < len(ends):
        angle = ends[number][0]
        while number < len(ends) and ends[number][0] == angle:
            _angle, begins, wall = ends[number]
            (crossed.add if begins else crossed.discard)(wall)
            number += 1
        then = ends[number][0] if number < len(ends) else pi
        middle = (angle + then) / 2
        nearest = min(
            (found[wall] for wall in crossed), key=lambda w: _far(w, middle), default=None
        )
        for ray in (angle, then):
            far = radius if nearest is None else min(radius, _far(nearest, ray))
            corners.append((place[0] + far * cos(ray), place[1] + far * sin(ray)))
    return corners


def _ends(
    walls: list[Four], place: Place, radius: float
) -> tuple[list[tuple[float, bool, int]], list[Four]]:
    """Return the ends by angle, with whether a wall begins there, and the walls turned."""
    x, y = place
    ends: list[tuple[float, bool, int]] = []
    found: list[Four] = []
    for x0, y0, x1, y1 in walls:
        if min(x0, x1) > x + radius or max(x0, x1) < x - radius:
            continue
        if min(y0, y1) > y + radius or max(y0, y1) < y - radius:
            continue
        ax, ay, bx, by = x0 - x, y0 - y, x1 - x, y1 - y
        if ax * by < ay * bx:
            ax, ay, bx, by = bx, by, ax, ay
        start, end = atan2(ay, ax), atan2(by, bx)
        for low, high in ((start, end),) if end > start else ((start, pi), (-pi, end)):
            ends += [(low, True, len(found)), (high, False, len(found))]
            found.append((ax, ay, bx, by))
    return sorted(ends), found


def _far(wall: Four, angle: float) -> float:
    ax, ay, bx, by = wall
    dx, dy = bx - ax, by - ay
    across = cos(angle) * dy - sin(angle) * dx
    return (ax * dy - ay * dx) / across if across else inf
