"""Moving the map so that what a popover hides comes out beside it; nothing moves without need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMargins, QPoint, QPointF, QRect

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import Point
    from gridwar.model.geometry import Cell
    from gridwar.ui.map.camera.map_view import MapView

MARGIN_CELLS = 1.5
TIGHT_CELLS = 0.5
"""The room around them where more would make the map smaller."""
LEAST_CELL_PX = 9
"""The map is not made smaller than this: who stands further apart is not all seen."""
_EDGE_PX = 16
_SLACK_PX = 3
_FOOT_PX = 52
"""At the foot of the map, for its legend."""


def show_beside(view: MapView, cells: tuple[Cell, ...], popover: QRect) -> bool:
    """Bring some cells into a part of the map that a popover at its right leaves free.

    Args:
        view: The map.
        cells: Whose place has to be seen.
        popover: What is covered, in pixels of the map's viewport.

    Returns:
        Whether the map had to be moved.
    """
    parts = free_parts(view.viewport().rect(), popover)
    slack = QMargins(_SLACK_PX, _SLACK_PX, _SLACK_PX, _SLACK_PX)
    if any(part.contains(_box(view, cells, MARGIN_CELLS) - slack) for part in parts):
        return False
    size_cells = QPoint(_span([cell.x for cell in cells]), _span([cell.y for cell in cells]))
    for margin_cells in (MARGIN_CELLS, TIGHT_CELLS):
        part, fitting_px = roomiest(parts, size_cells, view.cell_px, margin_cells)
        if fitting_px >= view.cell_px:
            break
    cell_px = min(view.cell_px, max(fitting_px, LEAST_CELL_PX))
    zoom = view.zoom * cell_px / view.cell_px
    view.move_aside(zoom, _middle(view), animated=False)
    box = _box(view, cells, margin_cells)
    shift = QPointF(
        _into((box.left(), box.right()), (part.left(), part.right())),
        _into((box.top(), box.bottom()), (part.top(), part.bottom())),
    )
    x, y = _middle(view)
    view.move_aside(zoom, (x - shift.x() / view.cell_px, y - shift.y() / view.cell_px))
    return True


def _middle(view: MapView) -> Point:
    """Return what is in the middle of the view, in cells."""
    viewport = view.viewport().rect()
    return view.to_cells(QPointF(viewport.width() / 2, viewport.height() / 2))


def free_parts(viewport: QRect, popover: QRect) -> tuple[QRect, QRect]:
    """Return what of a map is free left of a popover, and below it."""
    whole = viewport.adjusted(0, 0, 0, -_FOOT_PX)
    left, below = QRect(whole), QRect(whole)
    left.setRight(popover.left() - _EDGE_PX)
    below.setTop(popover.bottom() + _EDGE_PX)
    return left, below


def roomiest(
    parts: tuple[QRect, ...],
    size_cells: QPoint,
    cell_px: float,
    margin_cells: float = MARGIN_CELLS,
) -> tuple[QRect, float]:
    """Return the part that shows the cells largest, the first of equals, and how large.

    Args:
        parts: What is free, the best first.
        size_cells: What has to be seen.
        cell_px: Edge of a cell now; it need not be larger.
        margin_cells: Room around them.
    """

    def fitting(part: QRect) -> float:
        width = size_cells.x() + 2 * margin_cells
        height = size_cells.y() + 2 * margin_cells
        return min(part.width() / width, part.height() / height, cell_px)

    best = max(parts, key=fitting)
    return best, fitting(best)


def _span(places: list[int]) -> int:
    return max(places) - min(places) + 1


def _box(view: MapView, cells: tuple[Cell, ...], margin_cells: float) -> QRect:
    """Return the cells with some room around them, in pixels of the viewport."""
    left, right = min(cell.x for cell in cells), max(cell.x for cell in cells) + 1
    top, bottom = min(cell.y for cell in cells), max(cell.y for cell in cells) + 1
    return QRect(
        view.mapFromScene(QPointF(left - margin_cells, top - margin_cells)),
        view.mapFromScene(QPointF(right + margin_cells, bottom + margin_cells)),
    )


def _into(span: tuple[int, int], free: tuple[int, int]) -> float:
    """Return how far a span has to move to lie in a free one; in its middle if it is longer."""
    if span[1] - span[0] > free[1] - free[0]:
        return (sum(free) - sum(span)) / 2
    return max(0, free[0] - span[0]) - max(0, span[1] - free[1])
