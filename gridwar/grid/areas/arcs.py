"""Bearings and arcs: which way something lies, and whether a facing takes it in.

Degrees count clockwise, 0 is up the screen.
"""

from __future__ import annotations

from enum import StrEnum
from math import atan2, degrees
from typing import TYPE_CHECKING

from gridwar.grid.lines.sight_and_effect import middle_of
from gridwar.model.geometry import Cell, Point, centre_of

if TYPE_CHECKING:
    from collections.abc import Iterable

QUARTER_DEG = 90.0
_CIRCLE_DEG = 360.0
# Bearings come from a floating arc tangent; its error is about 1e-14 degrees, and two different
# bearings between cells of the largest map differ by more than 1e-6.
_TOLERANCE_DEG = 1e-9


class Arc(StrEnum):
    """The four quarters round something that faces somewhere."""

    FRONT = "front"
    RIGHT = "right"
    REAR = "rear"
    LEFT = "left"


_AXES = {Arc.FRONT: 0.0, Arc.RIGHT: 90.0, Arc.REAR: 180.0, Arc.LEFT: 270.0}


def bearing_deg(start: Point, end: Point) -> float:
    """Return the direction from one place to another, 0 up to below 360 degrees clockwise.

    A place has the bearing 0 from itself.
    """
    return degrees(atan2(end[0] - start[0], start[1] - end[1])) % _CIRCLE_DEG


def off_axis_deg(bearing: float, axis: float) -> float:
    """Return the angle between a bearing and an axis, 0 to 180 degrees.

    Args:
        bearing: One direction, in degrees.
        axis: The other, in degrees.
    """
    turn = abs(bearing - axis) % _CIRCLE_DEG
    return min(turn, _CIRCLE_DEG - turn)


def is_in_arc(bearing: float, axis: float, width_deg: float) -> bool:
    """Return whether a bearing lies in an arc; both edges belong to it.

    Args:
        bearing: The direction looked at, in degrees.
        axis: The middle of the arc, in degrees.
        width_deg: The whole width of the arc, in degrees.
    """
    return off_axis_deg(bearing, axis) <= width_deg / 2 + _TOLERANCE_DEG


def bearings_to(origin: Iterable[Cell], target: Iterable[Cell]) -> tuple[float, ...]:
    """Return the bearings from the middle of one token to the other's nearest square.

    Several squares equally near give several bearings, in reading order.

    Args:
        origin: The cells of the one that looks.
        target: The cells of the other.
    """
    middle = middle_of(tuple(origin))
    centres = [centre_of(cell) for cell in sorted(target, key=lambda cell: (cell[1], cell[0]))]
    ranges = [(p.x - middle.x) ** 2 + (p.y - middle.y) ** 2 for p in centres]
    nearest = min(ranges)
    return tuple(
        bearing_deg(middle, p) for p, far in zip(centres, ranges, strict=True) if far == nearest
    )


def arcs_of(
    origin: Iterable[Cell],
    facing_deg: float,
    target: Iterable[Cell],
    width_deg: float = QUARTER_DEG,
) -> tuple[Arc, ...]:
    """Return the arcs of one token in which another stands: on a dividing line two.

    Args:
        origin: The cells of the token whose arcs they are.
        facing_deg: Where its front points, in degrees.
        target: The cells of the other.
        width_deg: The width of each arc, in degrees.
    """
    bearings = bearings_to(origin, target)
    return tuple(
        arc
        for arc, axis in _AXES.items()
        if any(is_in_arc(bearing, facing_deg + axis, width_deg) for bearing in bearings)
    )
