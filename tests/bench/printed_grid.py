"""Row of the printed grid: finding it on a large picture, beside decoding that picture."""

from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING

from tests.bench.frame import Figures, Row, against, side_by_side

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

SIDE_PX = 4096
CELL_PX = 70.37
_ROUNDS = 7


@cache
def _file() -> bytes:
    """Return the PNG of a made map with a grid, of three colours and noise as painted ones are."""
    import numpy as np
    from PySide6.QtCore import QBuffer, QIODevice
    from PySide6.QtGui import QImage, QImageWriter

    from tests.support.grid_pictures import Squares, clouds, noisy, printed

    grey = noisy(printed(clouds(SIDE_PX, SIDE_PX), Squares(CELL_PX, CELL_PX)), 3.0)
    rows = np.ascontiguousarray(np.stack([grey, grey // 2, grey // 3], axis=-1))
    image = QImage(rows.tobytes(), SIDE_PX, SIDE_PX, 3 * SIDE_PX, QImage.Format.Format_RGB888)
    target = QBuffer()
    target.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(target, b"png").write(image)
    return bytes(target.data().data())


def find_beside_decoding() -> Figures:
    """Find the grid of a decoded picture, against decoding it and turning it grey."""
    from PySide6.QtGui import QImage

    from gridwar.formats.import_report import never, no_progress
    from gridwar.ui.map.ground.printed_grid_search import find_in

    data = _file()
    image: QImage = QImage.fromData(data)

    def find() -> None:
        found = find_in(image, (), no_progress, never)
        assert abs(found.cell_x_px - CELL_PX) < 0.05, found

    def decode() -> None:
        grey = QImage.fromData(data).convertToFormat(QImage.Format.Format_Grayscale8)
        assert grey.width() == SIDE_PX

    rivals = {"find": find, "decode": decode}
    return against("find", "decode", side_by_side(rivals, _ROUNDS, time.process_time))


ROWS = (
    Row(
        "grid-find",
        f"the printed grid of a picture of {SIDE_PX} x {SIDE_PX} pixels",
        "QImage decoding its PNG and turning it grey",
        6.0,
        find_beside_decoding,
    ),
)
