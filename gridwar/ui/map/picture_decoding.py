"""The picture of the map, decoded and scaled beside the window while that is still being made.

Owns the one worker; who draws the map fetches the picture here, whether it was begun or not.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QImageReader

from gridwar.formats.picture_headers_and_limits import MOST_PIXELS, has_many_scans

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import PictureSource

_MOST_MB = -(-4 * MOST_PIXELS >> 20) + 1
"""Decoded; Qt's own limit would leave a large map blank without a word."""

Sizes: TypeAlias = tuple[QImage, ...]
"""A picture in falling sizes, each half of the one before."""

_SMALLEST_PX = 64
"""A size is not halved again whose shorter side would be less."""
_begun: dict[str, Future[Sizes]] = {}


def begin(digest: str, data: bytes) -> Future[Sizes]:
    """Begin to decode a picture; Qt lets the program go on meanwhile."""
    worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="picture")
    made = worker.submit(_sizes, data)
    _begun.clear()
    _begun[digest] = made
    worker.shutdown(wait=False)
    return made


def decode(digest: str, data: bytes) -> Sizes:
    """Decode a picture that will be wanted next, and wait for it: in a thread beside the window.

    Returns:
        The picture; nothing where nobody can read it.
    """
    made = begin(digest, data)
    return () if made.exception() is not None else made.result()


def is_under_way(digest: str) -> bool:
    """Return whether a picture has been begun and is not decoded yet."""
    begun = _begun.get(digest)
    return begun is not None and not begun.done()


def sizes_of(digest: str, pictures: PictureSource) -> Sizes:
    """Return a picture decoded; nothing where there is none or nobody can read it."""
    begun = _begun.pop(digest, None)
    return _sizes(pictures.picture_bytes(digest) or b"") if begun is None else begun.result()


def _sizes(data: bytes) -> Sizes:
    image = decoded(data)
    if image.isNull():
        return ()
    image = image.convertToFormat(
        QImage.Format.Format_ARGB32_Premultiplied
        if image.hasAlphaChannel()
        else QImage.Format.Format_RGB32
    )
    found = [image]
    while min(image.width(), image.height()) >= 2 * _SMALLEST_PX:
        image = _scaled(image, image.width() // 2, image.height() // 2)
        found.append(image)
    return tuple(found)


def brightness_of(image: QImage) -> float:
    """Return how bright an image is on the whole, 0 to 1."""
    return _scaled(image, 1, 1).pixelColor(0, 0).lightnessF()


def _scaled(image: QImage, width: int, height: int) -> QImage:
    smooth = Qt.TransformationMode.SmoothTransformation
    return image.scaled(width, height, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)


def decoded(data: bytes) -> QImage:
    """Return a picture; from bytes, for Qt would ask a device of Python's with its own lock held.

    A window that waits for that lock, be it for an icon, would then never give Python way.
    """
    if has_many_scans(data):
        return QImage()
    QImageReader.setAllocationLimit(_MOST_MB)
    return QImage.fromData(data)
