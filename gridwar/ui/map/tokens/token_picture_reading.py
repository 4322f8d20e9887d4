"""Pictures for tokens, from a file or the clipboard: bounded, made small, written as PNG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageReader, QImageWriter

from gridwar.errors import MapError
from gridwar.formats.picture_headers_and_limits import look_at, read_picture
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

MOST_SIDE_PX = 512
"""A token is never drawn larger, even at the highest zoom on a sharp screen."""


def picture_of_file(path: Path) -> bytes:
    """Return the picture of a file, small enough for a token.

    Raises:
        MapError: It cannot be read, is too large or no picture; the message names the file.
    """
    data = read_picture(path)
    info = look_at(data, str(path))
    source = QBuffer()
    source.setData(QByteArray(data))
    source.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(source)
    reader.setAutoTransform(True)
    size = QSize(info.width_px, info.height_px)
    if max(info.width_px, info.height_px) > MOST_SIDE_PX:
        size.scale(MOST_SIDE_PX, MOST_SIDE_PX, Qt.AspectRatioMode.KeepAspectRatio)
        reader.setScaledSize(size.expandedTo(QSize(1, 1)))
    image = reader.read()
    if image.isNull():
        text = _("{path} is damaged: {why}. Save it anew, as PNG.")
        raise MapError(text.format(path=path, why=reader.errorString()))
    return _png(image)


def picture_of_clipboard() -> bytes:
    """Return the picture that was copied, small enough for a token.

    Raises:
        MapError: No picture was copied.
    """
    image = QGuiApplication.clipboard().image()
    if image.isNull():
        raise MapError(_("The clipboard holds no picture: copy one first."))
    if max(image.width(), image.height()) > MOST_SIDE_PX:
        image = image.scaled(
            MOST_SIDE_PX,
            MOST_SIDE_PX,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    return _png(image)


def _png(image: QImage) -> bytes:
    target = QBuffer()
    target.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(target, QByteArray(b"png")).write(image)
    return bytes(target.data().data())
