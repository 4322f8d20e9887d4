"""The pictures of tokens, wherever one is drawn: each read once for a size, and kept small.

A picture is named by the hash of its bytes, so it does not matter who has it: the fight on the map,
or an entry of the library that is not in the fight yet.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING
from weakref import WeakSet

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPixmap

from gridwar.errors import GridwarError
from gridwar.model.silhouettes import silhouette_of

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import PictureSource

MOST_KEPT = 200
LARGEST_PX = 512
_SMALLEST_PX = 64


class Portraits:
    """Finds the picture of a token by its hash."""

    def __init__(self, own: PictureSource | None = None) -> None:
        """Look into some pictures, or only where it is told to."""
        self._own = own
        self._others: WeakSet[PictureSource] = WeakSet()
        self._known: dict[tuple[str, int], QPixmap | None] = {}

    def look_into(self, source: PictureSource) -> None:
        """Take pictures from somewhere too, for as long as it lasts."""
        self._others.add(source)

    def of(self, picture: str | None, edge_px: float) -> QPixmap | None:
        """Return a picture; None where there is none, or none that can be read.

        Args:
            picture: its hash.
            edge_px: how large it is to be drawn, in real pixels; what is returned is no smaller,
                and not much larger.
        """
        if picture is None or silhouette_of(picture) is not None:
            return None
        edge = _SMALLEST_PX
        while edge < min(edge_px, LARGEST_PX):
            edge *= 2
        if (picture, edge) in self._known:
            return self._known[picture, edge]
        data = self._bytes(picture)
        if data is None:
            return None  # it may come yet, with whoever bears it
        while len(self._known) >= MOST_KEPT:
            del self._known[next(iter(self._known))]
        self._known[picture, edge] = made = _made_small(data, edge)
        return made

    def _bytes(self, digest: str) -> bytes | None:
        own = () if self._own is None else (self._own,)
        for source in (*own, *self._others):
            with suppress(GridwarError):  # told by whoever reads the fight; here it has no picture
                data: bytes | None = source.picture_bytes(digest)
                if data is not None:
                    return data
        return None


PORTRAITS = Portraits()
"""Those of all that is open."""


def _made_small(data: bytes, edge_px: int) -> QPixmap | None:
    image = QImage.fromData(data)
    if image.isNull():
        return None
    edge, fits = QSize(edge_px, edge_px), Qt.AspectRatioMode.KeepAspectRatio
    if max(image.width(), image.height()) > edge_px:
        image = image.scaled(edge, fits, Qt.TransformationMode.SmoothTransformation)
    return QPixmap.fromImage(image)
