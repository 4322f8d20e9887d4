"""The squares where somebody could stand: all in an outline, the best numbered in brass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from gridwar.ui.map.overlays.cells_outline import outline
from gridwar.ui.map.overlays.overlay_areas import cells_box
from gridwar.ui.map.overlays.overlay_item import OverlayItem, box_to_px
from gridwar.ui.map.overlays.strokes_and_hatches import fineness, loops_path, stroke_cased
from gridwar.ui.style.colors import map_colors, qcolor
from gridwar.ui.style.fonts import SANS, sized_font

if TYPE_CHECKING:
    from gridwar.control.records.stand_records import StandMarks

_Z: Final = 26.0
"""Over charts and reach, under what follows the pointer."""
_ALL_PX, _BEST_PX, _POINTED_PX = 1.6, 2.4, 3.2
_CASING_PX: Final = 2.2
_INSET_PX: Final = 2.0
_FILL: Final = 0.14
_DISC_SHARE, _LEAST_DISC_PX, _MOST_DISC_PX = 0.32, 7.5, 11.0
_DIGIT_SHARE: Final = 1.25
"""Of the disc's radius: how large the number on it is."""
_CORNER_PX: Final = 4.0
_DASH: Final = (3.0, 2.4)


class StandMarksItem(OverlayItem):
    """All squares that fit, the best of them numbered."""

    def __init__(self, marks: StandMarks, cell_px: float) -> None:
        """Take the squares."""
        self._marks = marks
        boxes = [QRectF(*box) for box in marks.best]
        extent = cells_box(marks.cells)
        for box in boxes:
            extent = extent.united(box)
        super().__init__(extent, _Z, cell_px)
        self._boxes = boxes
        self._loops = outline(marks.cells)

    def make_paths(self, cell_px: float) -> tuple[QPainterPath, ...]:
        """Return the outline of all squares."""
        return (loops_path(self._loops, cell_px, 0.0),)

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw the outline of all, then squares and numbers of the best, the first on top."""
        del exposed
        colors, fine = map_colors(), fineness(cell_px)
        (path,) = self.paths(cell_px)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(qcolor(colors.casing, 0.8), (_ALL_PX + _CASING_PX) * fine))
        painter.drawPath(path)
        pen = QPen(qcolor(colors.intent), _ALL_PX * fine)
        pen.setDashPattern(_DASH)
        painter.setPen(pen)
        painter.drawPath(path)
        for number in reversed(range(len(self._boxes))):
            self._draw_best(painter, number, cell_px)

    def _draw_best(self, painter: QPainter, number: int, cell_px: float) -> None:
        colors, fine = map_colors(), fineness(cell_px)
        box = box_to_px(self._boxes[number], cell_px)
        inset = _INSET_PX * fine
        square = QPainterPath()
        square.addRoundedRect(
            box.adjusted(inset, inset, -inset, -inset), _CORNER_PX * fine, _CORNER_PX * fine
        )
        painter.fillPath(square, qcolor(colors.intent, _FILL))
        is_pointed = number == self._marks.pointed
        width = (_POINTED_PX if is_pointed else _BEST_PX) * fine
        painter.setBrush(Qt.BrushStyle.NoBrush)
        stroke_cased(painter, square, colors.intent, (width, width))
        radius = max(_LEAST_DISC_PX, min(_MOST_DISC_PX, cell_px * _DISC_SHARE))
        middle = box.center()
        painter.setPen(QPen(qcolor(colors.casing), 1.6))
        painter.setBrush(qcolor(colors.intent))
        painter.drawEllipse(middle, radius, radius)
        painter.setPen(qcolor(colors.ink))
        painter.setFont(sized_font(SANS, round(radius * _DIGIT_SHARE), 700))
        around = QRectF(middle - QPointF(radius, radius), middle + QPointF(radius, radius))
        painter.drawText(around, Qt.AlignmentFlag.AlignCenter, str(number + 1))
