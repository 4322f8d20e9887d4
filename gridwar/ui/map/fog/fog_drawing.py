"""How the fog looks: drawn for a part of the map in pixels, for players or for the game master.

Owns colours, hatch, dots and edge. A part is drawn from the values of the points in it and of those
beside it, so that parts meet without a seam.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QPixmap

from gridwar.control.records.fog_records import FogStyle
from gridwar.ui.map.fog.fog_mask import REMEMBERED, SEEN, UNKNOWN
from gridwar.ui.map.fog.fog_outline import pieces_round
from gridwar.ui.map.overlays.strokes_and_hatches import dot_brush, fineness, hatch_brush
from gridwar.ui.style.colors import map_colors, night_colors, qcolor

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.ui.map.fog.fog_mask import FogMask, Values

DIMMED: Final = 0.62
"""How dark what is remembered is."""
_BESIDE: Final = 5
"""Points beside a part that are drawn with it."""
_SOFT: Final = 2
"""So many points round one take part in how dark it is."""
_HATCH_GAP_PX: Final = 9.0
_HATCH_PX: Final = 1.1
_HATCH_STRENGTH: Final = 0.5
_DOT_GAP_PX: Final = 17.0
_DOT_SHARE: Final = 0.075
_EDGE_PX: Final = (1.4, 2.4)
"""Core and casing of the line round what is known."""
_LEAST_POINT_PX: Final = 2.0
"""Of smaller points only some make the line round what is known."""
_DARKEST: Final = 255
_DARKNESS: Final = np.array([_DARKEST, round(DIMMED * _DARKEST), 0], np.uint16)
"""Of the unknown, the remembered and the seen."""
_WHOLE: Final = 0xFFFFFFFF
_PREMULTIPLIED: Final = QImage.Format.Format_ARGB32_Premultiplied


class _Part(NamedTuple):
    """The points that are drawn for a part of the map, and where their corner is, in points."""

    values: Values
    left: int
    top: int
    px: float
    """Edge of a point in pixels."""

    @property
    def area(self) -> QRectF:
        """Where they lie, in pixels from the map's corner."""
        height, width = self.values.shape
        corner = QPointF(self.left, self.top) * self.px
        return QRectF(corner, QSizeF(width, height) * self.px)

    def has(self, value: int) -> bool:
        """Return whether any point has a value."""
        return bool((self.values == value).any())


class FogDrawing:
    """Draws the fog of a mask."""

    def __init__(self, mask: FogMask) -> None:
        self._mask = mask

    @property
    def style(self) -> FogStyle:
        """For whom it is drawn."""
        assert self._mask.view is not None
        return self._mask.view.style

    @property
    def beyond(self) -> QColor:
        """The colour that lies beside the map: players are not to see where it ends."""
        is_covered = self.style is FogStyle.PLAYERS
        return _colors()[UNKNOWN] if is_covered else QColor(Qt.GlobalColor.transparent)

    def plain(self, area: QRect, cell_px: float) -> QColor | None:
        """Return the colour that a part of the map is wholly covered with; None where it varies.

        One that lets all through stands for nothing to draw.
        """
        part = self._part(area, cell_px)
        if not part.values.size:
            return QColor(Qt.GlobalColor.transparent)
        first = int(part.values[0, 0])
        if not (part.values == first).all():
            return None
        if first == SEEN:
            return QColor(Qt.GlobalColor.transparent)
        return _colors()[first] if self.style is FogStyle.PLAYERS else None

    def draw(self, painter: QPainter, area: QRect, cell_px: float) -> None:
        """Draw a part of the map.

        Args:
            painter: Its unit is the device-independent pixel, its origin the map's corner.
            area: The part.
            cell_px: Edge of a cell.
        """
        painter.save()
        painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
        if self.style is FogStyle.PLAYERS:
            self._cover(painter, self._part(area, cell_px))
        else:
            self._hatch(painter, area, cell_px)
        painter.restore()

    def coarse(self) -> QImage:
        """Return the whole map a pixel a cell; none shows more than the least known of its points.

        A hatch is a tint there.
        """
        assert self._mask.view is not None
        points, values = self._mask.view.points, self._mask.values
        height, width = (side // points for side in values.shape)
        cells = values.reshape(height, points, width, points).min(axis=(1, 3))
        words = _words(_colors() if self.style is FogStyle.PLAYERS else _tints())
        return _image(words[cells]).copy()

    def _part(self, area: QRect, cell_px: float) -> _Part:
        """Return the points of a part, with those beside it; beyond the map as its style has it."""
        assert self._mask.view is not None
        px = cell_px / self._mask.view.points
        whole = self._mask.values
        left, top = int(area.left() / px // 1) - _BESIDE, int(area.top() / px // 1) - _BESIDE
        right = int((area.right() + 1) / px // 1) + 1 + _BESIDE
        bottom = int((area.bottom() + 1) / px // 1) + 1 + _BESIDE
        inner = whole[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
        if self.style is FogStyle.GAME_MASTER:
            return _Part(inner, max(0, left), max(0, top), px)
        values = np.zeros((bottom - top, right - left), np.uint8)
        if inner.size:
            y, x = max(0, -top), max(0, -left)
            values[y : y + inner.shape[0], x : x + inner.shape[1]] = inner
        return _Part(values, left, top, px)

    def _cover(self, painter: QPainter, part: _Part) -> None:
        """Cover what players do not know, and dim what they remember; with a soft edge inside."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(part.area, _image(_fog_words()[_softened(_DARKNESS[part.values])]))

    def _hatch(self, painter: QPainter, area: QRect, cell_px: float) -> None:
        """Lay hatch and dots over what players do not see, and a line round what they know."""
        part, ratio = self._part(area, cell_px), painter.device().devicePixelRatioF()
        if not part.values.size:
            return
        fine = fineness(cell_px)
        paper = map_colors().paper
        hatch = hatch_brush(paper, _HATCH_GAP_PX, _HATCH_PX * fine, ratio, _HATCH_STRENGTH)
        dots = dot_brush(paper, _DOT_GAP_PX, ratio, _DOT_SHARE)
        for value, brush in ((UNKNOWN, hatch), (REMEMBERED, dots)):
            if part.has(value):
                pattern = _patterned(part, value, brush, area, ratio)
                painter.drawPixmap(area.topLeft(), pattern)
        self._edge(painter, part, fine)

    def _edge(self, painter: QPainter, part: _Part, fine: float) -> None:
        step = max(1, round(_LEAST_POINT_PX / part.px))
        corner, px = QPointF(part.left, part.top), part.px
        lines = [
            QLineF((line.p1() + corner) * px, (line.p2() + corner) * px)
            for line in pieces_round(part.values > UNKNOWN, step)
        ]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        core, casing = _EDGE_PX
        for color, width in ((map_colors().casing, core + casing), (map_colors().paper, core)):
            pen = QPen(qcolor(color), width * fine)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLines(lines)


def _patterned(part: _Part, value: int, brush: QBrush, area: QRect, ratio: float) -> QPixmap:
    """Return a pattern in pixels of an area, where points have a value."""
    pattern = QPixmap(area.size() * ratio)
    pattern.setDevicePixelRatio(ratio)
    pattern.fill(Qt.GlobalColor.transparent)
    with QPainter(pattern) as painter:
        painter.translate(-area.topLeft())  # patterns begin at the map's corner
        painter.fillRect(part.area & QRectF(area), brush)
        if not (part.values == value).all():
            words = np.zeros(SEEN + 1, np.uint32)
            words[value] = _WHOLE
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
            painter.drawImage(part.area, _image(words[part.values]))
    return pattern


def _softened(darkness: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Return how dark points are, at least as they were: those beside darker ones are darker."""
    padded, width = np.pad(darkness, _SOFT, mode="edge"), 2 * _SOFT + 1
    height, breadth = darkness.shape
    rows = np.zeros((height + width - 1, breadth), np.uint16)
    for at in range(width):
        rows += padded[:, at : at + breadth]
    around = np.zeros((height, breadth), np.uint16)
    for at in range(width):
        around += rows[at : at + height]
    softened: NDArray[np.uint16] = np.maximum(darkness, around // (width * width))
    return softened


@cache
def _fog_words() -> NDArray[np.uint32]:
    """Return the fog's colour as pixels, by how dark it is."""
    fog = night_colors().fog
    return _words(tuple(qcolor(fog, alpha / _DARKEST) for alpha in range(_DARKEST + 1)))


def _colors() -> tuple[QColor, QColor, QColor]:
    """Return what lies over the unknown, the remembered and the seen, for players."""
    fog = night_colors().fog
    return qcolor(fog), qcolor(fog, DIMMED), QColor(Qt.GlobalColor.transparent)


def _tints() -> tuple[QColor, QColor, QColor]:
    """Return about what hatch and dots look like from afar."""
    ink = map_colors().ink
    return qcolor(ink, 0.22), qcolor(ink, 0.06), QColor(Qt.GlobalColor.transparent)


def _words(colors: tuple[QColor, ...]) -> NDArray[np.uint32]:
    """Return colours as pixels, premultiplied."""
    image = QImage(len(colors), 1, _PREMULTIPLIED)
    for at, color in enumerate(colors):
        image.setPixelColor(at, 0, color)
    return np.frombuffer(image.constBits(), np.uint32)[: len(colors)].copy()


def _image(pixels: NDArray[np.uint32]) -> QImage:
    """Return an image of pixels, which it shares: copy it to keep it."""
    height, width = pixels.shape
    rows = np.ascontiguousarray(pixels)
    return QImage(rows.data, width, height, 4 * width, _PREMULTIPLIED)
