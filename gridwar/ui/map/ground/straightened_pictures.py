"""A picture turned back, or with cells made square: another picture, drawn strip by strip.

Runs in a thread beside the window; between two strips it may be given up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter, QTransform

from gridwar.errors import MapError
from gridwar.formats.import_report import stop_if
from gridwar.formats.picture_headers_and_limits import (
    MOST_BYTES,
    MOST_PIXELS,
    MOST_SIDE_PX,
    look_at_start,
)
from gridwar.text import _
from gridwar.ui.map.picture_decoding import decoded

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.formats.grid_finding import GridFinding
    from gridwar.formats.import_report import Cancel, Progress

_STRIP_PX: Final = 128
_DRAWN_SHARE: Final = 0.6
"""Of the work; the rest is writing the file."""
_PNG_QUALITY: Final = 80
"""For a file without loss it says how little time is spent on making it small."""
_JPEG_QUALITY: Final = 93


def straightened(data: bytes, finding: GridFinding, progress: Progress, cancelled: Cancel) -> bytes:
    """Return the file of a picture whose grid lies level, with square cells.

    Args:
        data: The file of the picture.
        finding: Its grid, as it lies.
        progress: Told how far it has come.
        cancelled: Asked between two strips whether to give up.

    Raises:
        Cancelled: Somebody asked to give up.
        MapError: The other picture would be too large, or this one cannot be read.
    """
    words = _("Turning the picture") if finding.is_turned else _("Making its cells square")
    progress(0.0, words)
    image = decoded(data)
    if image.isNull():
        raise MapError(_("The picture of the map cannot be read. Import it anew."))
    drawn = _drawn(image, _way(finding), lambda share: progress(share, words), cancelled)
    progress(_DRAWN_SHARE, words)
    is_lossless = look_at_start(data).format == "png" or drawn.hasAlphaChannel()
    for kind, quality in (("PNG", _PNG_QUALITY), ("JPEG", _JPEG_QUALITY)):
        stop_if(cancelled)
        if kind == "JPEG" and drawn.hasAlphaChannel():
            continue
        if kind == "JPEG" or is_lossless:
            made = _file(drawn, kind, quality)
            if len(made) <= MOST_BYTES:
                return made
    raise MapError(_("The picture would be larger than {most} MB.").format(most=MOST_BYTES >> 20))


def _way(finding: GridFinding) -> QTransform:
    """Return what makes the cells square, as long as the longer side was, and level."""
    cell = max(finding.cell_x_px, finding.cell_y_px)
    way = QTransform()
    if finding.is_stretched:
        way.scale(cell / finding.cell_x_px, cell / finding.cell_y_px)
    if finding.is_turned:
        way.rotate(-finding.tilt_deg)
    return way


def _drawn(
    image: QImage, way: QTransform, tell: Callable[[float], None], cancelled: Cancel
) -> QImage:
    box = way.mapRect(QRectF(image.rect())).toAlignedRect()
    width, height = box.width(), box.height()
    if max(width, height) > MOST_SIDE_PX or width * height > MOST_PIXELS:
        text = _("The picture would have {w} x {h} pixels: scale it down and import it anew.")
        raise MapError(text.format(w=width, h=height))
    has_alpha = image.hasAlphaChannel()
    formats = QImage.Format
    made = QImage(
        width, height, formats.Format_ARGB32_Premultiplied if has_alpha else formats.Format_RGB32
    )
    made.fill(QColor(0, 0, 0, 0) if has_alpha else _rim_color(image))
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for top in range(0, height, _STRIP_PX):
            stop_if(cancelled)
            tell(_DRAWN_SHARE * top / height)
            painter.resetTransform()
            painter.setClipRect(QRect(0, top, width, _STRIP_PX))
            painter.setTransform(way * QTransform.fromTranslate(-box.left(), -box.top()))
            painter.drawImage(0, 0, image)
    return made


def _rim_color(image: QImage) -> QColor:
    """Return the colour that lies on the corners of a picture on the whole."""
    right, bottom = image.width() - 1, image.height() - 1
    corners = [image.pixelColor(x, y) for x in (0, right) for y in (0, bottom)]
    red, green, blue = (
        sum(part(corner) for corner in corners) // len(corners)
        for part in (QColor.red, QColor.green, QColor.blue)
    )
    return QColor(red, green, blue)


def _file(image: QImage, kind: str, quality: int) -> bytes:
    target = QBuffer()
    target.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(target, QByteArray(kind.encode()))
    writer.setQuality(quality)
    writer.write(image)
    return bytes(target.data().data())
