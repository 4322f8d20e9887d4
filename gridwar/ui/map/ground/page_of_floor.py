"""The page of the floor that is shown: nothing beyond it, and the floor below through openings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.control.records.ground_records import Box, CellXY, FloorShown

_DIM: Final = QColor(8, 12, 20, 128)
"""Over what is seen of the floor below: it lies in the shade of the one that is open."""
_EDGE: Final = QColor(8, 12, 20, 220)
_EDGE_CELLS: Final = 0.07


def cover_beyond(painter: QPainter, cells: QRectF, page: Box, colour: QColor) -> None:
    """Cover what of a part of the sheet lies beyond a page."""
    shown = QRectF(*page)
    if shown.contains(cells):
        return
    left, top, right, bottom = cells.left(), cells.top(), cells.right(), cells.bottom()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    for box in (
        (left, top, shown.left() - left, bottom - top),
        (shown.right(), top, right - shown.right(), bottom - top),
        (left, top, right - left, shown.top() - top),
        (left, shown.bottom(), right - left, bottom - shown.bottom()),
    ):
        if box[2] > 0 and box[3] > 0:
            painter.fillRect(QRectF(*box), colour)
    painter.restore()


def paint_openings(
    painter: QPainter,
    cells: QRectF,
    floor: FloorShown,
    draw: Callable[[QPainter, QRectF], None],
) -> None:
    """Paint the floor below, dimly, where the one that is shown is open; else the dark of a hole.

    Args:
        painter: Its unit is the cell.
        cells: The part of the map that is painted.
        floor: What is shown.
        draw: Draws the ground of a part of the map.
    """
    if not floor.openings and not floor.dark:
        return
    edges = tuple(_edges({*(here for here, _below in floor.openings), *floor.dark}))
    for cell in floor.dark:
        painter.fillRect(QRectF(*cell, 1, 1) & cells, _EDGE)
    for here, below in floor.openings:
        box = QRectF(*here, 1, 1)
        if not box.intersects(cells):
            continue
        painter.save()
        painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
        painter.translate(here[0] - below[0], here[1] - below[1])
        draw(painter, QRectF(*below, 1, 1))
        painter.restore()
        painter.fillRect(box, _DIM)
    painter.save()
    painter.setPen(QPen(_EDGE, _EDGE_CELLS))
    for edge in edges:
        painter.drawLine(edge)
    painter.restore()


def _edges(cells: set[CellXY]) -> Iterator[QLineF]:
    """Yield the sides of cells that no other of them shares."""
    for x, y in cells:
        for there, line in (
            ((x, y - 1), (x, y, x + 1, y)),
            ((x, y + 1), (x, y + 1, x + 1, y + 1)),
            ((x - 1, y), (x, y, x, y + 1)),
            ((x + 1, y), (x + 1, y, x + 1, y + 1)),
        ):
            if there not in cells:
                yield QLineF(*line)
