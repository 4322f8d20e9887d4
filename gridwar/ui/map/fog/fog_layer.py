"""The fog of a scene: kept as tiles in pixels of the screen, over the ground and under the tokens.

Owns which tiles are out of date, and the motion in which players' fog uncovers. A repaint copies
tiles; a change of the fog makes those anew that it touches, at the latest before they are seen.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final, TypeAlias

from PySide6.QtCore import QRect, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from gridwar.control.records.fog_records import FogStyle
from gridwar.ui.map.fog.fog_drawing import FogDrawing
from gridwar.ui.map.fog.fog_mask import FogMask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QGraphicsScene

    from gridwar.control.records.ground_records import CellXY
    from gridwar.control.records.scene_records import SceneView, TokenView
    from gridwar.ui.map.fog.fog_mask import Window

EDGE_PX: Final = 256
UNCOVERED_MS: Final = 200
_PICTURES: Final = 12
"""So often the fog is drawn while it uncovers."""
_SOFT: Final = 5
"""Points beside a change that it is seen in."""
_LEAST_KEPT: Final = 64
_TIMES_KEPT: Final = 2
_Place: TypeAlias = tuple[int, int]


class FogLayer:
    """The fog over one map; without any it costs nothing."""

    def __init__(self, scene: QGraphicsScene) -> None:
        self._scene = scene
        self._mask = FogMask()
        self._drawing = FogDrawing(self._mask)
        self._cell_px = 1.0
        self._ratio = 1.0
        self._tiles: OrderedDict[_Place, QPixmap | QColor] = OrderedDict()
        self._coarse: QImage | None = None
        self._is_there = False
        self._picture = 0
        self.edition = 0
        """Counts how often it has changed."""
        self._uncovering = QVariantAnimation(scene)
        self._uncovering.setStartValue(0.0)
        self._uncovering.setEndValue(1.0)
        self._uncovering.setDuration(UNCOVERED_MS)
        self._uncovering.valueChanged.connect(self._uncover)

    def sync(self, old: SceneView | None, new: SceneView, *, moving: bool) -> None:
        """Show the fog of a state.

        Args:
            old: What was shown before.
            new: What is to be shown.
            moving: Whether it uncovers little by little, where somebody walked.
        """
        fog = new.fog
        if fog is None:
            if self._is_there:
                self._is_there = False
                self._uncovering.stop()
                self.clear()
                self._scene.update()
            return
        if self._is_there and fog is self._mask.view:
            return
        is_moved = moving and self._is_there and fog.style is FogStyle.PLAYERS
        walked = _walked(old, new) if is_moved and old is not None else ()
        self._uncovering.stop()
        self._finish()
        if not self._is_there:
            self._mask.view = None
        self._is_there = True
        changed = self._mask.show(fog, walked)
        if changed is not None:
            self._spoil(changed)
        if self._mask.is_uncovering:
            self._picture = 0
            self._uncovering.start()

    def _uncover(self, share: float) -> None:
        picture = int(share * _PICTURES)
        if picture != self._picture and self._mask.is_uncovering:
            self._picture = picture
            self._spoil(self._mask.uncover(picture / _PICTURES))

    def _finish(self) -> None:
        """Uncover at once what would uncover little by little."""
        if self._mask.is_uncovering:
            self._spoil(self._mask.uncover(1.0))

    def set_zoom(self, cell_px: float, ratio: float) -> None:
        """Take another zoom: what was kept is of no use any more."""
        self._cell_px, self._ratio = cell_px, ratio
        self._tiles.clear()

    def clear(self) -> None:
        """Keep no pixels."""
        self._tiles.clear()
        self._coarse = None
        self.edition += 1

    def _spoil(self, window: Window) -> None:
        """Note that points look different: the tiles that they are on are made anew."""
        self._coarse = None
        self.edition += 1
        view = self._mask.view
        assert view is not None
        rows, columns = window
        is_whole = (rows.stop - rows.start, columns.stop - columns.start) == view.known.shape
        if is_whole:  # what lies beyond the map may look otherwise too
            self._tiles.clear()
            self._scene.update()
            return
        # Edges are soft, and smoothed over some points: what lies beside them changes as well.
        cells = QRectF(
            (columns.start - _SOFT) / view.points,
            (rows.start - _SOFT) / view.points,
            (columns.stop - columns.start + 2 * _SOFT) / view.points,
            (rows.stop - rows.start + 2 * _SOFT) / view.points,
        )
        for place in _places(_in_pixels(cells, self._cell_px)):
            self._tiles.pop(place, None)
        self._scene.update(cells)

    # Drawing

    def paint(self, painter: QPainter, cells: QRectF) -> None:
        """Paint the fog over a part of the map, by a painter whose unit is the cell."""
        if not self._is_there:
            return
        world = painter.worldTransform()
        cell_px, ratio = world.m11(), painter.device().devicePixelRatioF()
        is_kept = (cell_px, ratio) == (self._cell_px, self._ratio) and EDGE_PX * ratio % 1 == 0
        area = _in_pixels(cells, cell_px)
        painter.save()
        painter.resetTransform()
        painter.translate(world.dx(), world.dy())
        if is_kept:
            for place in _places(area):
                self._lay(painter, place, self._tile(place))
        else:
            for place in _places(area):
                self._drawing.draw(painter, _area(place) & area, cell_px)
        painter.restore()

    def _lay(self, painter: QPainter, place: _Place, tile: QPixmap | QColor) -> None:
        if isinstance(tile, QPixmap):
            painter.drawPixmap(_area(place).topLeft(), tile)
        elif tile.alpha():
            painter.fillRect(_area(place), tile)

    def _tile(self, place: _Place) -> QPixmap | QColor:
        """Return a tile's pixels, or the colour that it has all over."""
        tile = self._tiles.get(place)
        if tile is None:
            tile = self._tiles[place] = self._made(place)
        self._tiles.move_to_end(place)
        return tile

    def _made(self, place: _Place) -> QPixmap | QColor:
        area = _area(place)
        plain = self._drawing.plain(area, self._cell_px)
        if plain is not None:
            return plain
        edge = round(EDGE_PX * self._ratio)
        pixels = QPixmap(edge, edge)
        pixels.setDevicePixelRatio(self._ratio)
        pixels.fill(Qt.GlobalColor.transparent)
        with QPainter(pixels) as painter:
            painter.translate(-area.topLeft())
            self._drawing.draw(painter, area, self._cell_px)
        return pixels

    def prepare(self, cells: QRectF) -> Iterator[None]:
        """Make the tiles of a part of the map that are not there, with pauses."""
        if not self._is_there:
            return
        places = tuple(_places(_in_pixels(cells, self._cell_px)))
        for place in places:
            if self._mask.view is None:
                return
            if place not in self._tiles:
                self._tile(place)
                yield
        while len(self._tiles) > max(_LEAST_KEPT, _TIMES_KEPT * len(places)):
            self._tiles.popitem(last=False)

    def draw_coarse(self, painter: QPainter, cells: QRectF) -> None:
        """Draw the fog over a part of the map quickly, for a moment: a pixel a cell."""
        view = self._mask.view
        if not self._is_there or view is None:
            return
        if self._coarse is None:
            self._coarse = self._drawing.coarse()
        height, width = (side / view.points for side in view.known.shape)
        page = QRectF(0, 0, width, height)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(page, self._coarse)
        for part in _beside(cells, page):
            painter.fillRect(part, self._drawing.beyond)
        painter.restore()


def _beside(cells: QRectF, page: QRectF) -> tuple[QRectF, ...]:
    """Return what of a part lies beyond the map, in up to four parts."""
    left, top, right, bottom = cells.left(), cells.top(), cells.right(), cells.bottom()
    parts = (
        QRectF(left, top, cells.width(), page.top() - top),
        QRectF(left, page.bottom(), cells.width(), bottom - page.bottom()),
        QRectF(left, top, page.left() - left, cells.height()),
        QRectF(page.right(), top, right - page.right(), cells.height()),
    )
    return tuple(part for part in parts if part.width() > 0 and part.height() > 0)


def _walked(old: SceneView, new: SceneView) -> tuple[CellXY, ...]:
    """Return the cells that somebody has walked from one state to the other, in their order."""
    before = {token.id: token for token in old.tokens}
    found: list[CellXY] = []
    for token in new.tokens:
        was = before.get(token.id)
        if was is not None and was.cell != token.cell:
            found.extend(_steps(was, token))
    return tuple(found)


def _steps(was: TokenView, now: TokenView) -> tuple[CellXY, ...]:
    known = len(was.trail)
    goes_on = now.trail[:known] == was.trail
    return now.trail[known:] if goes_on else now.trail


def _in_pixels(cells: QRectF, cell_px: float) -> QRect:
    return QRectF(cells.topLeft() * cell_px, cells.size() * cell_px).toAlignedRect()


def _area(place: _Place) -> QRect:
    return QRect(place[0] * EDGE_PX, place[1] * EDGE_PX, EDGE_PX, EDGE_PX)


def _places(area: QRect) -> Iterator[_Place]:
    for row in range(area.top() // EDGE_PX, area.bottom() // EDGE_PX + 1):
        for column in range(area.left() // EDGE_PX, area.right() // EDGE_PX + 1):
            yield column, row
