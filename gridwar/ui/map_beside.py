"""Moving the map so that what a sheet hides comes out beside it; nothing moves without need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect

if TYPE_CHECKING:
    from gridwar.model.geometry import Cell
    from gridwar.ui.map_view import MapView

MARGIN_CELLS = 1.5


def show_beside(view: MapView, cells: tuple[Cell, ...], hidden_px: int) -> bool:
    """Bring some cells into the part of the map that is left free.

    Args:
        view: The map.
        cells: Whose place has to be seen.
        hidden_px: How much of the right side is covered.

    Returns:
        Whether the map had to be moved.
    """
    port = view.viewport().rect()
    free = QRect(port.left(), port.top(), max(200, port.width() - hidden_px), port.height())
    left, right = min(cell.x for cell in cells), max(cell.x for cell in cells) + 1
    top, bottom = min(cell.y for cell in cells), max(cell.y for cell in cells) + 1
    corners = (
        view.mapFromScene(QPointF(left - MARGIN_CELLS, top - MARGIN_CELLS)),
        view.mapFromScene(QPointF(right + MARGIN_CELLS, bottom + MARGIN_CELLS)),
    )
    if all(free.contains(corner) for corner in corners):
        return False
    width, height = right - left + 2 * MARGIN_CELLS, bottom - top + 2 * MARGIN_CELLS
    fitting = min(free.width() / width, free.height() / height)
    cell_px = min(view.cell_px, fitting)
    if cell_px < view.cell_px:
        view.zoom_to(view.zoom * cell_px / view.cell_px)
    # The middle of the free part stands left of the middle of the whole.
    shift = (port.width() - free.width()) / 2 / view.cell_px
    view.center_cells(((left + right) / 2 + shift, (top + bottom) / 2))
    return True
