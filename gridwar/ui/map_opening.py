"""Where a map is opened: close enough that everybody in the fight is told apart at sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.ui.map_scene import DEFAULT_CELL_PX

if TYPE_CHECKING:
    from gridwar.control.scene_records import Box, TokenView
    from gridwar.ui.map_view import MapView

_ROOM_CELLS = 1.5
"""What is seen beyond the outermost tokens."""
_ZOOM_MOST = 1.0


def show_everybody(view: MapView) -> None:
    """Move closer until the tokens fill the view; where that is no closer nothing moves."""
    scene = view.map_scene.view
    if scene is None or not scene.tokens:
        return
    port, ground = view.viewport().rect(), scene.ground
    left, top, width, height = _box_round(scene.tokens)
    fitting = min(port.width() / width, port.height() / height) / DEFAULT_CELL_PX
    zoom = min(_ZOOM_MOST, fitting)
    if zoom <= view.zoom:
        return
    view.zoom_to(zoom)
    seen = port.width() / view.cell_px, port.height() / view.cell_px
    middle = (
        _inside(left + width / 2, seen[0], ground.width),
        _inside(top + height / 2, seen[1], ground.height),
    )
    view.center_cells(middle, glide=False)


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
