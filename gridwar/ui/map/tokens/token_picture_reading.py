"""Pictures for tokens, from a file or another program: bounded, made small, written as PNG.

Of a square token only the square is kept in which a face is looked for: the middle of a wide
picture, the upper part of a high one.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeDatabase, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageReader, QImageWriter

from gridwar.errors import MapError
from gridwar.formats.picture_headers_and_limits import MOST_PIXELS, look_at, read_picture
from gridwar.text import _

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData

MOST_SIDE_PX = 512
"""A token is never drawn larger, even at the highest zoom on a sharp screen."""


def picture_of_file(path: Path, *, is_square: bool = True) -> bytes:
    """Return the picture of a file, small enough for a token.

    Args:
        path: The file.
        is_square: Whether the token is as wide as it is high.

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
    reader.setScaledSize(_small(QSize(info.width_px, info.height_px), is_square=is_square))
    image = reader.read()
    if image.isNull():
        text = _("{path} is damaged: {why}. Save it anew, as PNG.")
        raise MapError(text.format(path=path, why=reader.errorString()))
    return _png(_cut(image) if is_square else image)


def picture_of_image(image: QImage, *, is_square: bool = True) -> bytes:
    """Return a picture that is in memory, small enough for a token."""
    size = _small(image.size(), is_square=is_square)
    smooth = Qt.TransformationMode.SmoothTransformation
    small = image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    return _png(_cut(small) if is_square else small)


def copied_picture() -> QImage | Path:
    """Return the picture that was copied, or the file of one.

    Raises:
        MapError: No picture was copied.
    """
    found = carried_picture(QGuiApplication.clipboard().mimeData())
    if found is None:
        raise MapError(_("The clipboard holds no picture: copy one first."))
    return found


def carried_picture(data: QMimeData) -> QImage | Path | None:
    """Return the picture that is dragged or was copied, or the file of one; None without."""
    for url in data.urls():
        path = Path(url.toLocalFile())
        if url.isLocalFile() and is_named_picture(path):
            return path
    image = data.imageData() if data.hasImage() else None
    if not isinstance(image, QImage) or image.isNull():
        return None
    return image if image.width() * image.height() <= MOST_PIXELS else None


def is_named_picture(path: Path) -> bool:
    """Return whether a file is called as a picture of any kind is, also of those refused."""
    match = QMimeDatabase.MatchMode.MatchExtension
    return QMimeDatabase().mimeTypeForFile(str(path), match).name().startswith("image/")


def _small(size: QSize, *, is_square: bool) -> QSize:
    """Return the size to which a picture is scaled: the whole of it, or what is not cut off."""
    measure = min if is_square else max
    if measure(size.width(), size.height()) <= MOST_SIDE_PX:
        return size
    fits = Qt.AspectRatioMode.KeepAspectRatio
    grows = Qt.AspectRatioMode.KeepAspectRatioByExpanding
    edge = QSize(MOST_SIDE_PX, MOST_SIDE_PX)
    return size.scaled(edge, grows if is_square else fits).expandedTo(QSize(1, 1))


def _cut(image: QImage) -> QImage:
    edge = min(image.width(), image.height())
    return image.copy((image.width() - edge) // 2, 0, edge, edge)


def _png(image: QImage) -> bytes:
    target = QBuffer()
    target.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(target, QByteArray(b"png")).write(image)
    return bytes(target.data().data())
