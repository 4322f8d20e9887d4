"""Where a view of the map is, where it is when it is fitted, and how far it may leave the map.

Fitted it shows the whole map, or everybody where the map's cells would be too small then. Plain
reckoning in pixels and cells; `zoomed_view` goes there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPoint, QPointF

from gridwar.control.records.viewpoint_records import Fit

if TYPE_CHECKING:
    from PySide6.QtCore import QSize

    from gridwar.control.records.ground_records import Box, Point
    from gridwar.control.records.scene_records import SceneView, TokenView

LEAST_CELL_PX = 18.0
"""Where the cells of the whole map would be smaller, everybody is shown instead."""
ROOM_CELLS = 2
"""What is seen beyond the outermost of those who are shown."""
_MAP_SHARE = 0.96
"""What of the view the whole map takes."""
_MAP_MOST_PX = 96.0
_EVERYBODY_MOST_PX = 64.0
_LEAST_NEARER = 1.15
"""Everybody is shown only where that brings them so much nearer: else the map, with room around."""


class Viewpoint(Struct, frozen=True):
    """Where a view is: edge of a cell, and what is at its corner, in pixels from the map's."""

    cell_px: float
    corner: QPoint

    def wider(self, times: float, size: QSize) -> Viewpoint:
        """Return the viewpoint from where a view sees more of the map, about the same middle.

        Args:
            times: How much more it sees, each way.
            size: Of the view, in pixels.
        """
        half = QPointF(size.width() / 2, size.height() / 2)
        corner = (QPointF(self.corner) + half) / times - half
        return Viewpoint(self.cell_px / times, corner.toPoint())


class FittedPlace(Struct, frozen=True):
    """Where a view is when it is fitted.

    Attributes:
        fit: to what.
        cell_px: edge of a cell.
        middle: what is in the middle, in cells.
    """

    fit: Fit
    cell_px: float
    middle: Point


def fitted_place(scene: SceneView, port_px: tuple[int, int]) -> FittedPlace:
    """Return where a view shows the whole map, or everybody where its cells would be too small.

    Args:
        scene: The map and who is on it.
        port_px: Width and height of what shows it.
    """
    first, head, wide, high = scene.ground.page
    fitting = min(port_px[0] / wide, port_px[1] / high)
    whole_px = min(fitting * _MAP_SHARE, _MAP_MOST_PX)
    if whole_px < LEAST_CELL_PX and scene.tokens:
        left, top, width, height = box_round(scene)
        near_px = min(port_px[0] / width, port_px[1] / height, _EVERYBODY_MOST_PX)
        if near_px > whole_px * _LEAST_NEARER:
            middle = (
                first + _inside(left - first + width / 2, port_px[0] / near_px, wide),
                head + _inside(top - head + height / 2, port_px[1] / near_px, high),
            )
            return FittedPlace(Fit.EVERYBODY, near_px, middle)
    return FittedPlace(Fit.MAP, whole_px, (first + wide / 2, head + high / 2))


def box_round(scene: SceneView) -> Box:
    """Return everybody's place with some room around it, no further than the map goes."""
    first, head, wide, high = scene.ground.page
    boxes = [_box_of(one) for one in scene.tokens]
    left = max(first, min(box[0] for box in boxes) - ROOM_CELLS)
    top = max(head, min(box[1] for box in boxes) - ROOM_CELLS)
    right = min(first + wide, max(box[2] for box in boxes) + ROOM_CELLS)
    bottom = min(head + high, max(box[3] for box in boxes) + ROOM_CELLS)
    return left, top, right - left, bottom - top


def _box_of(token: TokenView) -> Box:
    """Return the left, top, right and lower edge of a token's place."""
    (left, top), (width, height) = token.cell, token.size
    return left, top, left + width, top + height


def kept_on_map(
    corner: float,
    seen: float,
    whole: float,
    room: float,
    beyond: tuple[float, float] = (0.0, 0.0),
) -> float:
    """Return where a view begins, along one edge, moved so that it does not leave the map.

    Beside the map there is no more than some room while map is out of sight at the other side. A
    map that is shorter than the view is in its middle.

    Args:
        corner: Where it would begin, in pixels from the map's own beginning.
        seen: How long the view is.
        whole: How long the map is.
        room: What may be seen beside the map.
        beyond: How far it had left the map at the beginning and at the end: so far it may still.
    """
    middle = (whole - seen) / 2 if whole < seen else None
    first = -max(room, beyond[0]) if middle is None else min(-room, middle - beyond[0])
    last = whole - seen + max(room, beyond[1])
    if middle is not None:
        last = max(whole - seen + room, middle + beyond[1])
    return min(max(corner, first), last)


def beyond_map(corner: float, seen: float, whole: float) -> tuple[float, float]:
    """Return how far a view has left the map, along one edge, at its beginning and at its end."""
    if whole < seen:
        off = corner - (whole - seen) / 2
        return max(0.0, -off), max(0.0, off)
    return max(0.0, -corner), max(0.0, corner + seen - whole)


def _inside(middle: float, seen: float, whole: float) -> float:
    """Return the middle moved so far that no more than need be lies beyond the map's edge."""
    if seen >= whole:
        return whole / 2
    return min(max(middle, seen / 2), whole - seen / 2)
