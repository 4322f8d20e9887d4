"""A tile of a drawn dungeon by pen, against finding and filling its floor once.

The tile is the fullest of the dungeon: rooms, doors, corridor and rock on every side.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from tests.bench.frame import Figures, Row, against, side_by_side

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPainterPath

    from gridwar.ui.map.ink.sketch_part import CellBox

CELL_PX: Final = 48
BOUND: Final = 40.0


def _tile() -> Figures:
    from gridwar.ui.map.ink.ink_walls import floor_path
    from gridwar.ui.map.ink.sketch_part import CellBox, SketchPart, floor_loops
    from gridwar.ui.map.ink.sketch_picture import sketch_part_picture
    from tests.bench.application import application
    from tests.support.drawn_dungeon import drawn_dungeon

    application()
    sketch, box = drawn_dungeon(), CellBox(8, 8, 16, 16)
    path = floor_path(floor_loops(SketchPart.around(sketch, box)))
    seconds = side_by_side(
        {
            "ink": lambda: sketch_part_picture(sketch, box, CELL_PX),
            "filled": lambda: _filled(floor_path(floor_loops(SketchPart.around(sketch, box))), box),
            "filled, found before": lambda: _filled(path, box),
        },
        clock=time.thread_time,
    )
    return against("ink", "filled", seconds)


def _filled(path: QPainterPath, box: CellBox) -> QImage:
    """Return the same floor filled, with all that is around the tile."""
    from PySide6.QtGui import QColor, QImage, QPainter

    from gridwar.ui.map.ink.sketch_part import RIM

    around = box.grown(RIM)
    side = (around.right - around.left) * CELL_PX
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(CELL_PX, CELL_PX)
        painter.translate(-around.left, -around.top)
        painter.fillPath(path, QColor("black"))
    return image


ROWS = (
    Row(
        "ink-tile",
        "a tile of a sketch, 8 x 8 cells with its rim, by pen",
        "its floor found and filled once",
        BOUND,
        _tile,
    ),
)
