"""The picture of the map, decoded beside the window while that is still being made.

Owns the one worker; who draws the map fetches the picture here, whether it was begun or not.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage, QImageReader

from gridwar.formats.pictures import MOST_PIXELS, has_many_scans

if TYPE_CHECKING:
    from gridwar.control.records.scene_records import PictureSource

_MOST_MB = -(-4 * MOST_PIXELS >> 20) + 1
"""Decoded; Qt's own limit would leave a large map blank without a word."""
_begun: dict[str, Future[QImage]] = {}


def begin(digest: str, data: bytes) -> None:
    """Begin to decode a picture; Qt lets the program go on meanwhile."""
    worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="picture")
    _begun.clear()
    _begun[digest] = worker.submit(_decoded, data)
    worker.shutdown(wait=False)


def image_of(digest: str, pictures: PictureSource) -> QImage:
    """Return a picture decoded; a null one where there is none or nobody can read it."""
    begun = _begun.pop(digest, None)
    return _decoded(pictures.picture_bytes(digest) or b"") if begun is None else begun.result()


def _decoded(data: bytes) -> QImage:
    """Return a picture; from bytes, for Qt would ask a device of Python's with its own lock held.

    A window that waits for that lock, be it for an icon, would then never give Python way.
    """
    if has_many_scans(data):
        return QImage()
    QImageReader.setAllocationLimit(_MOST_MB)
    return QImage.fromData(data)
