"""The fog of a scene: kept as tiles in pixels of the screen, over the ground and under the tokens.

Owns which tiles are out of date, and the motion in which players' fog uncovers. A repaint copies
tiles; a change of the fog makes those anew that it touches, at the latest before they are seen.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from gridwar.control.records.fog_records import FogStyle
from gridwar.ui.map.fog.fog_drawing import BESIDE, FogDrawing, beside
from gridwar.ui.map.fog.fog_mask import FogMask
from gridwar.ui.map.map_tiles import EDGE_PX, in_cells, in_pixels, tile_box, tiles_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from PySide6.QtWidgets import QGraphicsScene

    from gridwar.control.records.ground_records import CellXY
    from gridwar.control.records.scene_records import SceneView, TokenView
    from gridwar.ui.map.fog.fog_drawing import FogPart
    from gridwar.ui.map.fog.fog_mask import Window
    from gridwar.ui.map.map_tiles import Place

UNCOVERED_MS: Final = 200
_PICTURES: Final = 12
"""So often the fog is drawn while it uncovers."""
_LEAST_KEPT: Final = 64
_TIMES_KEPT: Final = 2


class _Tile:
    """The pixels of a tile, or the colour that it has all over; and what is out of date of it."""

    __slots__ = ("pixels", "plain", "spoiled")

    def __init__(self) -> None:
        self.pixels: QPixmap | None = None
        self.plain = QColor(Qt.GlobalColor.transparent)
        self.spoiled = QRect()


class FogLayer:
    """The fog over one map; without any it costs nothing."""

    def __init__(self, scene: QGraphicsScene, request: Callable[[], None]) -> None:
        """Begin without fog.

        Args:
            scene: What it lies in.
            request: Has ``prepare`` go over what is on screen, soon.
        """
        self._scene = scene
        self._request = request
        self._mask = FogMask()
        self._drawing = FogDrawing(self._mask)
        self._cell_px = 1.0
        self._ratio = 1.0
        self._tiles: OrderedDict[Place, _Tile] = OrderedDict()
        self._coarse: QImage | None = None
        self._is_there = False
        self._picture = 0
        self.edition = 0
        """Counts how often it has changed."""
        self._uncovering = QVariantAnimation(scene)
        self._uncovering.setStartValue(0.0)
        self._uncovering.setEndValue(1.0)
        self._uncovering.setDuration(UNCOVERED_MS)
        self._uncovering.valueChanged.connect(self.uncover_to)

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
        self._mask.show(fog, walked)
        self._spoil()
        if self._mask.is_uncovering:
            self._picture = 0
            self._uncovering.start()

    @property
    def is_uncovering(self) -> bool:
        """Whether some of it is still covered that will not be."""
        return self._mask.is_uncovering

    def uncover_to(self, share: float) -> None:
        """Uncover as much as lies along a share (0 to 1) of what was walked."""
        picture = int(share * _PICTURES)
        if picture != self._picture and self._mask.is_uncovering:
            self._picture = picture
            self._mask.uncover(picture / _PICTURES)
            self._spoil()

    def _finish(self) -> None:
        """Uncover at once what would uncover little by little."""
        if self._mask.is_uncovering:
            self._mask.uncover(1.0)
            self._spoil()

    def set_zoom(self, cell_px: float, ratio: float) -> None:
        """Take another zoom: what was kept is of no use any more."""
        self._cell_px, self._ratio = cell_px, ratio
        self._tiles.clear()

    def clear(self) -> None:
        """Keep no pixels."""
        self._tiles.clear()
        self._coarse = None
        self.edition += 1

    def _spoil(self) -> None:
        """Note that what has changed looks different: it is drawn anew before it is seen."""
        self._coarse = None
        self.edition += 1
        changed = self._mask.changed
        if changed.is_all:  # what lies beyond the map may look otherwise too
            self._tiles.clear()
            self._scene.update()
            return
        if changed.window is None:
            return
        seen = self._soft_px(changed.window)
        if not self._tiles:
            self._scene.update(in_cells(seen, self._cell_px))
        for place, tile in self._tiles.items():
            if tile_box(place).intersects(seen):
                part = changed.within(self._points_of(tile_box(place)))
                area = QRect() if part is None else self._soft_px(part) & tile_box(place)
                if not area.isEmpty():
                    tile.spoiled |= area
                    if not self._waits:
                        self._scene.update(in_cells(area, self._cell_px))
        if self._waits:
            self._request()

    @property
    def _waits(self) -> bool:
        """Whether what is out of date is seen until the rest is ready: the game master's hatch."""
        return self._drawing.style is FogStyle.GAME_MASTER

    def _points_of(self, area: QRect) -> Window:
        """Return the points that a part of the map, in pixels, shows something of."""
        view = self._mask.view
        assert view is not None
        px = self._cell_px / view.points
        (height, width), room = view.known.shape, BESIDE + 1
        top, bottom = int(area.top() / px) - room, int(area.bottom() / px) + 1 + room
        left, right = int(area.left() / px) - room, int(area.right() / px) + 1 + room
        return (
            slice(min(max(0, top), height), min(max(0, bottom), height)),
            slice(min(max(0, left), width), min(max(0, right), width)),
        )

    def _soft_px(self, window: Window) -> QRect:
        """Return where points are seen, in pixels: edges are soft, so beside them as well."""
        view = self._mask.view
        assert view is not None
        px, (rows, columns) = self._cell_px / view.points, window
        corner = QPointF(columns.start - BESIDE, rows.start - BESIDE) * px
        far = QPointF(columns.stop + BESIDE, rows.stop + BESIDE) * px
        return QRectF(corner, far).toAlignedRect()

    # Drawing

    def paint(self, painter: QPainter, cells: QRectF) -> None:
        """Paint the fog over a part of the map, by a painter whose unit is the cell."""
        if not self._is_there:
            return
        world = painter.worldTransform()
        cell_px, ratio = world.m11(), painter.device().devicePixelRatioF()
        is_kept = (cell_px, ratio) == (self._cell_px, self._ratio) and EDGE_PX * ratio % 1 == 0
        area = in_pixels(cells, cell_px)
        painter.save()
        painter.resetTransform()
        painter.translate(world.dx(), world.dy())
        if is_kept:
            here = tuple(tiles_in(area))
            self._mend([one for one in here if one not in self._tiles] if self._waits else here)
            for place in tiles_in(area):
                self._lay(painter, place, self._tiles[place])
        else:
            part = self._drawing.part(area, cell_px)
            for place in tiles_in(area):
                part.draw(painter, tile_box(place) & area)
        painter.restore()

    def _lay(self, painter: QPainter, place: Place, tile: _Tile) -> None:
        if tile.pixels is not None:
            painter.drawPixmap(tile_box(place).topLeft(), tile.pixels)
        elif tile.plain.alpha():
            painter.fillRect(tile_box(place), tile.plain)

    def _mend(self, places: Sequence[Place]) -> None:
        """Draw what of some tiles is out of date, all of it at once."""
        due: list[tuple[Place, _Tile]] = []
        wrong = QRect()
        for place in places:
            tile = self._tiles.get(place)
            if tile is None:
                tile = self._tiles[place] = _Tile()
                tile.spoiled = tile_box(place)
            self._tiles.move_to_end(place)
            if not tile.spoiled.isEmpty():
                due.append((place, tile))
                wrong |= tile_box(place)
        if due:
            part = self._drawing.part(wrong, self._cell_px)
            for place, tile in due:
                self._draw_tile(tile, tile_box(place), part)

    def _draw_tile(self, tile: _Tile, area: QRect, part: FogPart) -> None:
        wrong, tile.spoiled = tile.spoiled, QRect()
        plain = part.plain(area)
        if plain is not None:
            tile.plain, tile.pixels = plain, None
            return
        if tile.pixels is None:
            tile.pixels, wrong = self._blank(), area
        with QPainter(tile.pixels) as painter:
            painter.translate(-area.topLeft())
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            part.draw(painter, wrong)

    def _blank(self) -> QPixmap:
        edge = round(EDGE_PX * self._ratio)
        pixels = QPixmap(edge, edge)
        pixels.setDevicePixelRatio(self._ratio)
        pixels.fill(Qt.GlobalColor.transparent)
        return pixels

    def prepare(self, cells: QRectF) -> Iterator[None]:
        """Make the tiles of a part of the map that are not there, with pauses."""
        if not self._is_there:
            return
        places = tuple(tiles_in(in_pixels(cells, self._cell_px)))
        fresh = QRect()
        for place in places:
            if self._mask.view is None:
                return
            tile = self._tiles.get(place)
            if tile is None or not tile.spoiled.isEmpty():
                fresh |= tile_box(place) if tile is None else tile.spoiled
                self._mend((place,))
                yield
        if self._waits and not fresh.isEmpty():
            self._scene.update(in_cells(fresh, self._cell_px))
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
        for part in beside(cells, page):
            painter.fillRect(part, self._drawing.beyond)
        painter.restore()


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
