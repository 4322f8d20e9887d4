"""The pictures of tokens for lists and cards, each read once and kept small."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import PictureSource
    from gridwar.control.records.panel_records import TokenBit

MOST_KEPT = 200


class Portraits:
    """Finds the picture of a token by its hash."""

    def __init__(self, edge_px: int) -> None:
        """Keep pictures that are no larger than an edge, in real pixels."""
        self.source: PictureSource | None = None
        self._edge_px = edge_px
        self._known: dict[str, QPixmap | None] = {}

    def of(self, token: TokenBit | None) -> QPixmap | None:
        """Return the picture of a token; None where it has none, or none that can be read."""
        digest = token.picture if token is not None else None
        if digest is None or self.source is None:
            return None
        if digest not in self._known:
            while len(self._known) >= MOST_KEPT:
                del self._known[next(iter(self._known))]
            self._known[digest] = self._read(self.source.picture_bytes(digest))
        return self._known[digest]

    def _read(self, data: bytes | None) -> QPixmap | None:
        made = QPixmap()
        if data is None or not made.loadFromData(data):
            return None
        return made.scaled(
            self._edge_px,
            self._edge_px,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
