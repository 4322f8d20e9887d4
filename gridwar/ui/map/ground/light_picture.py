"""The light on the map as a picture: darkness with gradients cut out of it, and a breath of colour.

Owns its pixels, a few to a cell, scaled up softly where they are drawn; where one source changes
only its surroundings are painted anew. Nothing here decides how light a cell is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRadialGradient,
)

from gridwar.model.zones import Light
from gridwar.ui.style.colors import night_colors, qcolor

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.control.records.light_records import LampView, LightView

DARKNESS: Final = {Light.BRIGHT: 0.0, Light.LOW: 0.4, Light.DARK: 0.74}
"""How much of the dark is laid over ground of each level."""
_BREATH: Final = 0.17
_FINE_PX, _COARSE_PX = 8, 4
_FINE_UP_TO_CELLS: Final = 10_000
_SOFT_CELLS: Final = 0.2
"""So wide is the edge of what a source reaches: walls that stop it are seen in its light."""


class LightPicture:
    """The picture, made when there is light to be drawn and kept up with it."""

    def __init__(self) -> None:
        self._view: LightView | None = None
        self._image: QImage | None = None
        self._px = _FINE_PX

    def show(self, view: LightView | None) -> QRectF | None:
        """Take another state; return the part of the map that looks different, None for nothing."""
        old, self._view = self._view, view
        if old is view:
            return None
        if view is None:
            self._image = None
            return None if old is None else QRectF(0, 0, old.width, old.height)
        page = QRectF(0, 0, view.width, view.height)
        changed = page if old is None else _changed(old, view)
        if self._image is None or old is None or (old.width, old.height) != page.size().toTuple():
            few = view.width * view.height <= _FINE_UP_TO_CELLS
            self._px, changed = _FINE_PX if few else _COARSE_PX, page
            self._image = QImage(
                view.width * self._px,
                view.height * self._px,
                QImage.Format.Format_ARGB32_Premultiplied,
            )
        if changed.isEmpty():
            return None
        part = changed.toAlignedRect().toRectF() & page
        with QPainter(self._image) as painter:
            painter.scale(self._px, self._px)
            painter.setClipRect(part)
            _paint(painter, view, part)
            if view.seen is not None:
                _leave_remembered(painter, view, view.seen, (part, self._px))
        return part

    def lies_on(self, cells: QRectF) -> bool:
        """Return whether a part of the map has any of it."""
        view = self._view
        return view is not None and QRectF(0, 0, view.width, view.height).intersects(cells)

    def draw(self, painter: QPainter, cells: QRectF) -> None:
        """Draw a part of the map; the painter's unit is the cell."""
        if self._image is None or self._view is None:
            return
        part = cells & QRectF(0, 0, self._view.width, self._view.height)
        if part.isEmpty():
            return
        px = self._px
        source = QRectF(part.topLeft() * px, part.size() * px)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(part, self._image, source)
        painter.restore()


def _changed(old: LightView, new: LightView) -> QRectF:
    """Return what looks different: round the sources that came, went or changed."""
    if (old.base, old.painted) != (new.base, new.painted):
        return QRectF(0, 0, new.width, new.height)
    if (old.seen is None) != (new.seen is None):
        return QRectF(0, 0, new.width, new.height)
    before, after = set(old.lamps), set(new.lamps)
    box = _newly_seen(old, new)
    for lamp in before ^ after:
        box |= _box(lamp)
    return box


def _newly_seen(old: LightView, new: LightView) -> QRectF:
    """Return what has come into sight or gone out of it, with the points beside it."""
    if old.seen is None or new.seen is None or old.seen is new.seen:
        return QRectF()
    rows, columns = np.nonzero(old.seen != new.seen)
    if not len(rows):
        return QRectF()
    points = new.seen.shape[1] // new.width
    left, top = (int(at.min()) - 1 for at in (columns, rows))
    right, bottom = (int(at.max()) + 2 for at in (columns, rows))
    return QRectF(left / points, top / points, (right - left) / points, (bottom - top) / points)


def _box(lamp: LampView) -> QRectF:
    reach = lamp.reach_cells + 1
    x, y = lamp.at
    return QRectF(x - reach, y - reach, 2 * reach, 2 * reach)


def _paint(painter: QPainter, view: LightView, part: QRectF) -> None:
    modes = QPainter.CompositionMode
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setCompositionMode(modes.CompositionMode_Source)
    painter.fillRect(part, _dark(view.base))
    # Darkness takes away what is no stronger; what is stronger shines on in it.
    lamps = (lamp for lamp in view.lamps if _box(lamp).intersects(part))
    for lamp in sorted(lamps, key=lambda one: (abs(one.strength), one.strength < 0)):
        if lamp.strength < 0:
            painter.setCompositionMode(modes.CompositionMode_SourceOver)
            _shed(painter, lamp, _gloom(lamp))
        else:
            painter.setCompositionMode(modes.CompositionMode_DestinationOut)
            _shed(painter, lamp, _cut_out(lamp))
            painter.setCompositionMode(modes.CompositionMode_SourceOver)
            _shed(painter, lamp, _breath(lamp))
    painter.setCompositionMode(modes.CompositionMode_Source)
    for level, cells in view.painted:
        for x, y in cells:
            painter.fillRect(QRectF(x, y, 1, 1), _dark(level))


def _leave_remembered(
    painter: QPainter, view: LightView, seen: NDArray[np.bool_], where: tuple[QRectF, int]
) -> None:
    """Take what shines off all that is not in sight: it is as dark as the map, but to be known.

    Args:
        painter: Of the picture; its unit is the cell.
        view: The light.
        seen: Points in sight.
        where: The part of the map, in whole cells, and how many pixels a cell has.
    """
    part, px = where
    points = seen.shape[1] // view.width
    rows, columns = (
        slice(int(low) * points, int(high) * points)
        for low, high in ((part.top(), part.bottom()), (part.left(), part.right()))
    )
    # A pixel beside one out of sight is none of the seen: scaled softly it would shine beyond.
    near = np.pad(seen, 1, mode="edge")[
        rows.start : rows.stop + 2, columns.start : columns.stop + 2
    ]
    height, width = near.shape[0] - 2, near.shape[1] - 2
    inner: NDArray[np.bool_] = np.ones((height, width), np.bool_)
    for down in range(3):
        for right in range(3):
            inner &= near[down : down + height, right : right + width]
    if px < points:
        each = points // px
        blocks = inner.reshape(height // each, each, width // each, each)
        inner = np.logical_and.reduce(blocks, axis=(1, 3))
    remembered = qcolor(night_colors().dark, DARKNESS[min(view.base, Light.LOW)])
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
    painter.drawImage(part, _plane(inner, QColor(Qt.GlobalColor.black)))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    painter.drawImage(part, _plane(~inner, remembered))


def _plane(where: NDArray[np.bool_], color: QColor) -> QImage:
    """Return a picture with a colour on some points and nothing on the others."""
    height, width = where.shape
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    words = np.frombuffer(image.bits(), np.uint32).reshape(height, width)
    words[:] = np.where(where, np.uint32(color.rgba()), np.uint32(0))
    return image


def _dark(level: Light) -> QBrush:
    return QBrush(qcolor(night_colors().dark, DARKNESS[level]))


def _shed(painter: QPainter, lamp: LampView, gradient: QRadialGradient) -> None:
    """Fill what a source reaches; its edge is as soft as a wall is thick."""
    painter.save()
    if lamp.cone is not None:
        painter.setClipPath(_cone_path(lamp), Qt.ClipOperation.IntersectClip)
    if lamp.cells:
        brush = QBrush(gradient)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        for x, y in lamp.cells:
            painter.fillRect(QRectF(x, y, 1, 1) & _box(lamp), brush)
    elif lamp.outline:
        painter.setBrush(QBrush(gradient))
        painter.setPen(QPen(QBrush(gradient), _SOFT_CELLS))
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in lamp.outline]))
    else:
        painter.fillRect(_box(lamp), QBrush(gradient))
    painter.restore()


def _cone_path(lamp: LampView) -> QPainterPath:
    facing, width = lamp.cone or (0.0, 360.0)
    path = QPainterPath(QPointF(*lamp.at))
    # Qt counts from the right and anticlockwise, the map from the top and clockwise.
    path.arcTo(_box(lamp), 90.0 - facing + width / 2, -width)
    path.closeSubpath()
    return path


def _cut_out(lamp: LampView) -> QRadialGradient:
    share = min(1.0, lamp.bright_cells / lamp.reach_cells)
    if share <= 0:
        return _radial(lamp, "#000000", ((0.0, 0.66), (0.6, 0.55), (0.92, 0.3), (1.0, 0.0)))
    outer = share + (1 - share) * 0.75
    stops = ((0.0, 1.0), (share * 0.75, 0.97), (share, 0.82), (outer, 0.4), (1.0, 0.0))
    return _radial(lamp, "#000000", stops)


def _breath(lamp: LampView) -> QRadialGradient:
    color = f"#{lamp.color or night_colors().lamp[1:]}"
    return _radial(lamp, color, ((0.0, _BREATH), (0.5, _BREATH * 0.7), (1.0, 0.0)))


def _gloom(lamp: LampView) -> QRadialGradient:
    dark = DARKNESS[Light.DARK]
    return _radial(lamp, night_colors().dark, ((0.0, dark), (0.85, dark), (1.0, 0.0)))


def _radial(lamp: LampView, color: str, stops: tuple[tuple[float, float], ...]) -> QRadialGradient:
    gradient = QRadialGradient(QPointF(*lamp.at), lamp.reach_cells)
    for place, alpha in stops:
        gradient.setColorAt(place, qcolor(color, alpha))
    return gradient
