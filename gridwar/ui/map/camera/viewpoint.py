"""Where a view of the map is, and where it is as a map is opened.

That is so close that everybody in the fight is told apart at sight. `map_view` goes there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPoint, QPointF

if TYPE_CHECKING:
    from PySide6.QtCore import QSize

    from gridwar.control.records.ground_records import Box, Point
    from gridwar.control.records.scene_records import SceneView, TokenView

_ROOM_CELLS = 1.5
"""What is seen beyond the outermost tokens."""


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


def nearer_place(
    scene: SceneView, port_px: tuple[int, int], cell_px: float, most_px: float
) -> tuple[float, Point] | None:
    """Return how large a cell may be for everybody to be seen, and what is in the middle then.

    Args:
        scene: The map and who is on it.
        port_px: Width and height of what shows it.
        cell_px: Edge of a cell while the whole map is shown.
        most_px: Edge of a cell that is large enough.

    Returns:
        None where nobody is there, or the whole map is shown as large.
    """
    if not scene.tokens:
        return None
    left, top, width, height = _box_round(scene.tokens)
    fitting = min(port_px[0] / width, port_px[1] / height, most_px)
    if fitting <= cell_px:
        return None
    middle = (
        _inside(left + width / 2, port_px[0] / fitting, scene.ground.width),
        _inside(top + height / 2, port_px[1] / fitting, scene.ground.height),
    )
    return fitting, middle


def _box_round(tokens: tuple[TokenView, ...]) -> Box:
    left = min(one.cell[0] for one in tokens) - _ROOM_CELLS
    top = min(one.cell[1] for one in tokens) - _ROOM_CELLS
    right = max(one.cell[0] + one.size[0] for one in tokens) + _ROOM_CELLS
    bottom = max(one.cell[1] + one.size[1] for one in tokens) + _ROOM_CELLS
    return left, top, right - left, bottom - top


def _inside(middle: float, seen: float, whole: int) -> float:
    """Return the middle moved so far that no more than need be lies beyond the map's edge."""
    if seen >= whole:
        return whole / 2
    return min(max(middle, seen / 2), whole - seen / 2)
