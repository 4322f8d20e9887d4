"""How the fog looks: drawn for a part of the map in pixels, for players or for the game master.

Owns the players' colours and soft edge. What is drawn together is prepared together, with the
points beside it, so that parts meet without a seam.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from gridwar.control.records.fog_records import FogStyle
from gridwar.ui.map.fog.fog_hatch import field_of, hatched, image_of
from gridwar.ui.map.fog.fog_mask import SEEN, UNKNOWN, summed_round, whole_of
from gridwar.ui.map.overlays.strokes_and_hatches import fineness
from gridwar.ui.style.colors import map_colors, night_colors, qcolor

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.control.records.fog_records import FogView
    from gridwar.ui.map.fog.fog_mask import FogMask, Values

DIMMED: Final = 0.62
"""How dark what is remembered is."""
BESIDE: Final = 5
"""Points beside one that its look depends on."""
_SOFT: Final = 2
"""So many points round one take part in how dark it is."""
_SOFT_FROM_PX: Final = 1.5
"""Where points are smaller nobody sees how soft an edge is."""
_DARKEST: Final = 255
_DARKNESS: Final = np.array([_DARKEST, round(DIMMED * _DARKEST), 0], np.uint16)
"""Of the unknown, the remembered and the seen."""
_PREMULTIPLIED: Final = QImage.Format.Format_ARGB32_Premultiplied


class FogPart:
    """The points of a part of the map and of what is beside it, as they are to be drawn."""

    def __init__(self, values: Values, corner: tuple[int, int], view: FogView, px: float) -> None:
        """Prepare to draw points.

        Args:
            values: Theirs.
            corner: Column and row of the first.
            view: The fog that they are of.
            px: Edge of a point in device-independent pixels.
        """
        self.values = values
        self.style = view.style
        self._left, self._top = corner
        self._px = px
        height, width = view.known.shape
        self._page = QRectF(0, 0, width * px, height * px)

    @cached_property
    def lies(self) -> QRectF:
        """Where the points lie, in pixels from the map's corner."""
        height, width = self.values.shape
        corner = QPointF(self._left, self._top) * self._px
        return QRectF(corner, QSizeF(width, height) * self._px)

    @cached_property
    def _cover(self) -> QImage:
        """What covers and dims, a pixel a point."""
        darkness = _DARKNESS[self.values]
        is_seen_soft = self._px > _SOFT_FROM_PX
        return image_of(_fog_words()[_softened(darkness) if is_seen_soft else darkness])

    @cached_property
    def _field(self) -> NDArray[np.uint32]:
        return field_of(self.values)

    def plain(self, area: QRect) -> QColor | None:
        """Return the colour that an area of it is wholly covered with; None where it varies.

        One that lets all through stands for nothing to draw.
        """
        rows, columns = (
            slice(max(0, int(low / self._px) - BESIDE - begin), int(high / self._px) + BESIDE + 2)
            for low, high, begin in (
                (area.top(), area.bottom() - self._top * self._px, self._top),
                (area.left(), area.right() - self._left * self._px, self._left),
            )
        )
        values = self.values[rows, columns]
        if not values.size:
            return QColor(Qt.GlobalColor.transparent)
        first = int(values[0, 0])
        if not (values == first).all():
            return None
        if first == SEEN:
            return QColor(Qt.GlobalColor.transparent)
        return _colors()[first] if self.style is FogStyle.PLAYERS else None

    def draw(self, painter: QPainter, area: QRect) -> None:
        """Draw an area of it.

        Args:
            painter: Its unit is the device-independent pixel, its origin the map's corner.
            area: In these.
        """
        if not self.values.size:
            return
        painter.save()
        painter.setClipRect(self._limits(area), Qt.ClipOperation.IntersectClip)
        if self.style is FogStyle.PLAYERS:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(self.lies, self._cover)
            for beyond in beside(QRectF(area), self._page):
                painter.fillRect(beyond, _colors()[UNKNOWN])  # the map's edge is not soft
        else:
            look = painter.device().devicePixelRatioF(), fineness(self._px * 8)
            painter.drawImage(area.topLeft(), hatched(self._field, self.lies, area, look))
        painter.restore()

    def _limits(self, area: QRect) -> QRectF:
        """Return where something of it is drawn: the game master's ends with the map."""
        return QRectF(area) if self.style is FogStyle.PLAYERS else self.lies & QRectF(area)


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

    def part(self, area: QRect, cell_px: float) -> FogPart:
        """Return a part of the map, to be drawn as a whole or area by area.

        Args:
            area: In device-independent pixels from the map's corner.
            cell_px: Edge of a cell.
        """
        view = self._mask.view
        assert view is not None
        px = cell_px / view.points
        height, width = view.known.shape
        left, top = int(area.left() / px // 1) - BESIDE, int(area.top() / px // 1) - BESIDE
        right = int((area.right() + 1) / px // 1) + 1 + BESIDE
        bottom = int((area.bottom() + 1) / px // 1) + 1 + BESIDE
        rows = slice(min(max(0, top), height), min(max(0, bottom), height))
        columns = slice(min(max(0, left), width), min(max(0, right), width))
        inner = np.zeros((0, 0), np.uint8)
        if rows.start < rows.stop and columns.start < columns.stop:
            inner = self._mask.values((rows, columns))
        if view.style is FogStyle.GAME_MASTER:
            return FogPart(inner, (columns.start, rows.start), view, px)
        values = np.zeros((bottom - top, right - left), np.uint8)
        if inner.size:
            y, x = max(0, -top), max(0, -left)
            values[y : y + inner.shape[0], x : x + inner.shape[1]] = inner
        return FogPart(values, (left, top), view, px)

    def coarse(self) -> QImage:
        """Return the whole map a pixel a cell; none shows more than the least known of its points.

        A hatch is a tint there.
        """
        view = self._mask.view
        assert view is not None
        points, values = view.points, self._mask.values(whole_of(view))
        height, width = (side // points for side in values.shape)
        cells = values.reshape(height, points, width, points).min(axis=(1, 3))
        words = _words(_colors() if view.style is FogStyle.PLAYERS else _tints())
        return image_of(words[cells])


def beside(area: QRectF, page: QRectF) -> tuple[QRectF, ...]:
    """Return what of an area lies beyond a page, in up to four parts."""
    left, top, right, bottom = area.left(), area.top(), area.right(), area.bottom()
    parts = (
        QRectF(left, top, area.width(), page.top() - top),
        QRectF(left, page.bottom(), area.width(), bottom - page.bottom()),
        QRectF(left, top, page.left() - left, area.height()),
        QRectF(page.right(), top, right - page.right(), area.height()),
    )
    return tuple(part for part in parts if part.width() > 0 and part.height() > 0)


def _softened(darkness: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Return how dark points are, at least as they were: those beside darker ones are darker."""
    around = summed_round(darkness, _SOFT) // (2 * _SOFT + 1) ** 2
    softened: NDArray[np.uint16] = np.maximum(darkness, around)
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
