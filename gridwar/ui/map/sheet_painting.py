"""The picture of a sheet of floors, painted of those of its pages: in any thread, without a window.

How it is painted is said by ``SheetPicture``; nothing is decided here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from gridwar.errors import MapError
from gridwar.formats.import_report import stop_if
from gridwar.formats.pdf.png_writing import CHANNELS, png_of_bands, rows_a_piece
from gridwar.formats.picture_headers_and_limits import MOST_BYTES
from gridwar.text import _
from gridwar.ui.map import picture_decoding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from gridwar.formats.import_report import Cancel
    from gridwar.formats.picture_of_sheet import SheetPicture


def paint_sheet(how: SheetPicture, files: Mapping[str, bytes], cancelled: Cancel) -> bytes | None:
    """Return the picture of a sheet as PNG; None where it is too large.

    Args:
        how: Which pictures lie where on it.
        files: Their bytes, by their sha256; one that is missing leaves its page bare.
        cancelled: Asked between two pictures.

    Raises:
        MapError: There is not enough memory.
        Cancelled: Somebody asked to give up.
    """
    scale = how.cell_px
    sheet = QImage(*how.size_px, QImage.Format.Format_ARGB32_Premultiplied)
    if sheet.isNull():
        raise MapError(_("The map cannot be drawn: there is no memory for it."))
    sheet.fill(Qt.GlobalColor.transparent)
    with QPainter(sheet) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for part in how.parts:
            stop_if(cancelled)
            image = picture_decoding.decoded(files.get(part.picture.sha256, b""))
            painter.drawImage(QRectF(*(edge * scale for edge in part.box)), image)
    return packed(sheet, cancelled)


def packed(image: QImage, cancelled: Cancel) -> bytes | None:
    """Return a picture as a PNG; Qt's own writer could not be stopped. None where it is too large.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    channels = CHANNELS + image.hasAlphaChannel()
    wanted = QImage.Format.Format_RGBA8888 if channels > CHANNELS else QImage.Format.Format_RGB888
    width, height = image.width(), image.height()
    step = rows_a_piece(width, channels)

    def bands() -> Iterator[NDArray[np.uint8]]:
        for top in range(0, height, step):
            high = min(step, height - top)
            band = image.copy(0, top, width, high).convertToFormat(wanted)
            rows = np.frombuffer(band.constBits(), np.uint8).reshape(high, band.bytesPerLine())
            yield rows[:, : width * channels].copy()  # the band goes with this turn

    return png_of_bands(bands(), (width, height), channels, MOST_BYTES, cancelled)
