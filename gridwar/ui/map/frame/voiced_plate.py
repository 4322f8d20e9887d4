"""A plate upon the map whose lines are written in voices of the theme."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from gridwar.ui.map.cached_plate import CachedPanel
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.fonts import sized_font

if TYPE_CHECKING:
    from PySide6.QtGui import QFont

    from gridwar.ui.style.theme import Theme

Voice = tuple[str, int, int, str]
"""Family, size in px at 100 %, weight, token of its colour."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip


class VoicedPlate(CachedPanel):
    """What plates of aims and charts have in common: words in voices of the theme."""

    def set_theme(self, theme: Theme) -> None:
        """Take another theme."""
        self._theme = theme
        self._fit()

    def _fit(self) -> None:
        raise NotImplementedError

    def _px(self, size_px: float) -> float:
        return size_px * self._theme.scale

    def _font(self, voice: Voice) -> QFont:
        return sized_font(voice[0], round(voice[1] * self._theme.scale), voice[2])

    def _take(self, painter: QPainter, voice: Voice) -> QFont:
        face = self._font(voice)
        painter.setFont(face)
        color: str = getattr(self._theme.palette, voice[3])
        painter.setPen(qcolor(color))
        return face

    def _width(self, words: str, voice: Voice) -> float:
        return _advance(voice[0], round(voice[1] * self._theme.scale), voice[2], words)

    def _write(self, painter: QPainter, box: QRectF, words: str, voice: Voice) -> float:
        """Write a line, cut to the box; return how wide it is."""
        if not words:
            return 0.0
        face, width = self._take(painter, voice), self._width(words, voice)
        room = max(0.0, box.width() + 1)
        if width > room:
            metrics = QFontMetricsF(face)
            words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
            width = metrics.horizontalAdvance(words)
        painter.drawText(box, _LEFT, words)
        return width

    def _write_right(self, painter: QPainter, box: QRectF, words: str, voice: Voice) -> float:
        """Write a line that ends at the right of the box; return how wide it is."""
        if not words:
            return 0.0
        width = min(self._width(words, voice), box.width())
        self._write(painter, box.adjusted(box.width() - width, 0, 0, 0), words, voice)
        return width

    def _center(self, painter: QPainter, box: QRectF, words: str, voice: Voice) -> None:
        self._take(painter, voice)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)


@lru_cache(1 << 12)
def _advance(family: str, size_px: int, weight: int, words: str) -> float:
    """Return how wide words are: most stand on one card after another."""
    return QFontMetricsF(sized_font(family, size_px, weight)).horizontalAdvance(words)
