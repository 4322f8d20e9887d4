"""The picture of the map, decoded and scaled beside the window while that is still being made.

Owns the one worker; who draws the map fetches the picture here, whether it was begun or not.
"""

from __future__ import annotations

import tempfile
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QImageReader, QPainter

from gridwar.errors import Cancelled, MapError
from gridwar.formats.import_report import never, stop_if
from gridwar.formats.picture_headers_and_limits import MOST_PIXELS, has_many_scans, look_at_start

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.control.records.ground_records import PictureSource
    from gridwar.formats.import_report import Cancel

_MOST_MB = -(-4 * MOST_PIXELS >> 20) + 1
"""Decoded; Qt's own limit would leave a large map blank without a word."""

T = TypeVar("T")
Sizes: TypeAlias = tuple[QImage, ...]
"""A picture in falling sizes, each half of the one before."""

_SMALLEST_PX = 64
"""A size is not halved again whose shorter side would be less."""
_LARGE_PX = 1 << 20
"""From so many pixels on a picture is decoded with the window going on."""
_STRIP_PX = 1 << 20
_LOOK_S = 0.03
"""How often it is asked whether to give up while a picture is decoded."""
_begun: dict[str, Future[Sizes]] = {}


def begin(digest: str, data: bytes) -> Future[Sizes]:
    """Begin to decode a picture; Qt lets the program go on meanwhile."""
    worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="picture")
    made = worker.submit(_sizes, data)
    _begun.clear()
    _begun[digest] = made
    worker.shutdown(wait=False)
    return made


def decode(digest: str, data: bytes, cancelled: Cancel = never) -> Sizes:
    """Decode a picture that will be wanted next, and wait for it: in a thread beside the window.

    Qt cannot be stopped while it decodes: who gives up leaves it to come to its end alone.

    Args:
        digest: By which it is fetched.
        data: Its file.
        cancelled: Asked all the time whether to give up.

    Returns:
        The picture; nothing where nobody can read it.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    made = begin(digest, data)
    try:
        _wait(made, cancelled)
    except Cancelled:
        _begun.pop(digest, None)
        raise
    return () if made.exception() is not None else made.result()


def decoded_beside(data: bytes, form: QImage.Format, cancelled: Cancel) -> QImage:
    """Return a picture as ``decoded`` does, in a format, asking all the time whether to give up.

    Raises:
        Cancelled: Somebody asked to give up; Qt comes to its end alone.
    """
    worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="picture")
    made = worker.submit(_decoded_as, data, form)
    worker.shutdown(wait=False)
    _wait(made, cancelled)
    return made.result()


def _decoded_as(data: bytes, form: QImage.Format) -> QImage:
    image = decoded(data)
    return image if image.isNull() else converted(image, form)


def _wait(made: Future[T], cancelled: Cancel) -> None:
    """Wait until something is made, and ask all the time whether to give up."""
    while not made.done():
        stop_if(cancelled)
        with suppress(FutureTimeoutError):
            made.exception(_LOOK_S)
    stop_if(cancelled)


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
    image = converted(
        image,
        QImage.Format.Format_ARGB32_Premultiplied
        if image.hasAlphaChannel()
        else QImage.Format.Format_RGB32,
    )
    found = [image]
    while min(image.width(), image.height()) >= 2 * _SMALLEST_PX:
        image = _halved(image)
        found.append(image)
    return tuple(found)


def strips(image: QImage) -> Iterator[tuple[int, QImage]]:
    """Go through an image from above in strips of an even height, each with where it begins.

    Qt keeps Python's lock while it converts or scales: beside a window only a strip at a time.
    """
    high = max(2, _STRIP_PX // max(1, image.width()) & ~1)
    for top in range(0, image.height(), high):
        yield top, image.copy(0, top, image.width(), min(high, image.height() - top))


def converted(image: QImage, form: QImage.Format) -> QImage:
    """Return an image in another format, or itself; in any thread."""
    if image.format() == form:
        return image
    return _drawn(
        image.width(),
        image.height(),
        form,
        ((top, strip.convertToFormat(form)) for top, strip in strips(image)),
    )


def _halved(image: QImage) -> QImage:
    width, height = image.width() // 2, image.height() // 2
    halves = (
        (top // 2, _scaled(strip, width, strip.height() // 2))
        for top, strip in strips(image)
        if top // 2 < height
    )
    return _drawn(width, height, image.format(), halves)


def _drawn(
    width: int, height: int, form: QImage.Format, parts: Iterable[tuple[int, QImage]]
) -> QImage:
    """Return an image of strips."""
    made = QImage(width, height, form)
    if made.isNull():
        return made
    with QPainter(made) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        for top, part in parts:
            painter.drawImage(0, top, part)
    return made


def brightness_of(image: QImage) -> float:
    """Return how bright an image is on the whole, 0 to 1."""
    return _scaled(image, 1, 1).pixelColor(0, 0).lightnessF()


def _scaled(image: QImage, width: int, height: int) -> QImage:
    smooth = Qt.TransformationMode.SmoothTransformation
    return image.scaled(width, height, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)


def decoded(data: bytes) -> QImage:
    """Return a picture; in any thread.

    From bytes or a file, for Qt would ask a device of Python's with its own lock held: a window
    that waits for that lock, be it for an icon, would then never give Python way. From bytes Qt
    keeps Python's lock all the time, and no window is painted meanwhile: a large picture is laid
    into a file.
    """
    if has_many_scans(data):
        return QImage()
    QImageReader.setAllocationLimit(_MOST_MB)
    try:
        info = look_at_start(data)
    except MapError:  # of a kind that maps do not have
        return QImage.fromData(data)
    if info.width_px * info.height_px < _LARGE_PX:
        return QImage.fromData(data)
    try:
        return _by_file(data)
    except OSError:
        return QImage.fromData(data)


def _by_file(data: bytes) -> QImage:
    with tempfile.TemporaryDirectory(prefix="gridwar-", ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "picture"
        path.write_bytes(data)
        reader = QImageReader(str(path))
        reader.setDecideFormatFromContent(True)
        image: QImage = reader.read()
        del reader  # else Windows keeps the file
        return image
