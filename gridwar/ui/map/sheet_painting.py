"""The picture of a sheet of floors, painted of those of its pages: in any thread, without a window.

How it is painted is said by ``SheetPicture``; nothing is decided here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from gridwar.errors import MapError
from gridwar.formats.import_report import stop_if
from gridwar.text import _
from gridwar.ui.map.ground import picture_decoding
from gridwar.ui.map.map_to_png import png_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.formats.import_report import Cancel
    from gridwar.formats.picture_of_sheet import SheetPicture


def paint_sheet(how: SheetPicture, files: Mapping[str, bytes], cancelled: Cancel) -> bytes:
    """Return the picture of a sheet as PNG.

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
    return png_of(sheet)
