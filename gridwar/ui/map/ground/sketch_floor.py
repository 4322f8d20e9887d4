"""The plain picture of a sketch, there at once: rock, floor, caves and stairs in flat colours.

Walls, doors and the grid are drawn upon it as on any map. Owns what is made of a sketch for
drawing, which is kept until it is another one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap

from gridwar.model.sketch import SketchThingKind
from gridwar.ui.style.colors import qcolor

if TYPE_CHECKING:
    from gridwar.model.sketch import Marks, Sketch, SketchThing
    from gridwar.ui.style.colors import Palette

_ROCK_SHARE: Final = 0.7
"""How far rock is from the page to what lies beyond it."""
_STEPS: Final = 5
_STAIRS_SHARE: Final = 0.7
_NARROWS: Final = 0.3
_QUARTER_DEG: Final = 90


class SketchFloor:
    """Draws the floor of a sketch, and rock around it where no picture lies below."""

    def __init__(self) -> None:
        self._sketch: Sketch | None = None
        self._rows: dict[int, list[tuple[int, int]]] = {}
        self._cave: QImage | None = None
        self._tinted: tuple[str, QPixmap] | None = None

    def show(self, sketch: Sketch | None) -> None:
        """Take another sketch."""
        old, self._sketch = self._sketch, sketch
        if sketch is None or sketch is old:
            return
        if old is None or old.floor_cells is not sketch.floor_cells:
            self._rows = _runs(sketch.floor)
        if old is None or old.cave_points is not sketch.cave_points:
            self._cave, self._tinted = _mask(sketch), None

    def draw(
        self, painter: QPainter, exposed: QRectF, palette: Palette, *, has_picture: bool
    ) -> None:
        """Draw the part that is exposed, in cells."""
        if self._sketch is None:
            return
        page = QRectF(0, 0, self._sketch.width, self._sketch.height) & exposed
        if not has_picture:
            painter.fillRect(page, _mixed(palette.raised, palette.void, _ROCK_SHARE))
        self._draw_cave(painter, palette.raised)
        floor = qcolor(palette.raised)
        for y in range(max(0, int(page.top())), int(page.bottom()) + 1):
            for x0, x1 in self._rows.get(y, ()):
                run = QRectF(x0, y, x1 - x0, 1) & page
                if not run.isEmpty():
                    painter.fillRect(run, floor)
        for one in self._sketch.things:
            if one.kind is SketchThingKind.STAIRS and page.intersects(QRectF(*one.cell, 1, 1)):
                _draw_stairs(painter, one, palette)

    def _draw_cave(self, painter: QPainter, color: str) -> None:
        if self._cave is None or self._sketch is None:
            return
        if self._tinted is None or self._tinted[0] != color:
            tinted = QImage(self._cave.size(), QImage.Format.Format_ARGB32_Premultiplied)
            tinted.fill(qcolor(color))
            with QPainter(tinted) as on_image:
                on_image.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
                on_image.drawImage(0, 0, self._cave)
            self._tinted = color, QPixmap.fromImage(tinted)
        pixmap = self._tinted[1]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        whole = QRectF(0, 0, self._sketch.width, self._sketch.height)
        painter.drawPixmap(whole, pixmap, QRectF(pixmap.rect()))
        painter.restore()


def _runs(floor: Marks) -> dict[int, list[tuple[int, int]]]:
    """Return where open cells begin and end in each row."""
    edges = np.diff(np.pad(floor, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    found: dict[int, list[tuple[int, int]]] = {}
    begins, ends = np.argwhere(edges > 0), np.argwhere(edges < 0)
    for (y, x0), (_y, x1) in zip(begins.tolist(), ends.tolist(), strict=True):
        found.setdefault(y, []).append((x0, x1))
    return found


def _mask(sketch: Sketch) -> QImage | None:
    """Return the points of the caves as opaque pixels; None where there are none."""
    if not sketch.cave_points.tiles:
        return None
    alpha = np.ascontiguousarray(sketch.cave.astype(np.uint8) * 255)
    height, width = alpha.shape
    image = QImage(alpha.data, width, height, width, QImage.Format.Format_Alpha8)
    return image.copy()


def _mixed(a: str, b: str, share: float) -> QColor:
    one, other = qcolor(a), qcolor(b)
    return QColor(
        *(
            round(getattr(one, part)() * (1 - share) + getattr(other, part)() * share)
            for part in ("red", "green", "blue")
        )
    )


def _draw_stairs(painter: QPainter, stairs: SketchThing, palette: Palette) -> None:
    """Draw steps that narrow the way they go."""
    painter.save()
    painter.translate(stairs.cell.x + 0.5, stairs.cell.y + 0.5)
    painter.rotate(stairs.turn * _QUARTER_DEG)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(qcolor(palette.text2), 1.5)
    pen.setCosmetic(True)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    for step in range(_STEPS):
        share = step / (_STEPS - 1)
        half = _STAIRS_SHARE / 2 * (1 - (1 - _NARROWS) * share)
        y = _STAIRS_SHARE * (0.5 - share)
        painter.drawLine(QPointF(-half, y), QPointF(half, y))
    painter.restore()
