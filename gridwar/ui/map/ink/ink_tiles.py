"""The picture of a sketch kept in tiles of 8 x 8 cells, which one thread draws beside the window.

Owns which tiles there are and what of each is out of date. A tile is drawn at one of a few sizes of
cells and scaled to the screen. Where one is missing the sketch is drawn plainly; where a stroke has
changed some cells of one, these are drawn plainly over it, until it has been drawn anew. Only the
tiles near which something changed are.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QThreadPool, QTimer, Signal
from PySide6.QtGui import QPainter, QPixmap

from gridwar.ui.map.ink.plain_sketch import cells_path, draw_plain
from gridwar.ui.map.ink.sketch_part import RIM, CellBox
from gridwar.ui.map.ink.sketch_picture import TILE_CELLS, WHOLE, draw_sketch, sketch_part_picture
from gridwar.ui.map.ink.sketches_compared import changed_cells

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QImage

    from gridwar.model.sketch import Sketch
    from gridwar.ui.map.ink.sketch_part import Marks
    from gridwar.ui.map.ink.sketch_picture import SketchLook

CELL_SIZES_PX: Final = (6, 12, 24, 48, 96)
"""How large cells are drawn; between them tiles are scaled."""
_ENLARGED: Final = 1.15
"""A tile may be enlarged so far before the next size is drawn."""
_MOST_BYTES: Final = 128 << 20
_BYTES_A_PIXEL: Final = 4
_TELL_MS: Final = 80
"""So long tiles that were drawn are gathered before the map below is drawn anew with them."""


class InkPlace(NamedTuple):
    """A tile: how large a cell is in it, its column and its row."""

    cell_px: int
    column: int
    row: int

    @property
    def box(self) -> CellBox:
        """Return its cells, some of which may lie beyond the map."""
        left, top = self.column * TILE_CELLS, self.row * TILE_CELLS
        return CellBox(left, top, left + TILE_CELLS, top + TILE_CELLS)


class _Tile:
    """A tile's pixels, and which of its cells and those around it have changed since."""

    __slots__ = ("changed", "pixels")

    def __init__(self, pixels: QPixmap) -> None:
        self.pixels = pixels
        self.changed: Marks | None = None
        """Its cells that are drawn plainly over it until then; None where it is up to date."""

    def note(self, near: Marks) -> None:
        """Note which cells have changed, of its own and of the rim around them."""
        if near.any():
            own = near[RIM:-RIM, RIM:-RIM]
            self.changed = own if self.changed is None else self.changed | own


class _Pen(QObject):
    """What the thread knows of a window, which may go meanwhile: where to hand a tile in."""

    made = Signal(object, object, object)


class InkTiles(QObject):
    """The tiles of one sketch.

    Signals: ``ready(cells)`` when a part of the map looks better than when it was drawn last.
    """

    ready = Signal(QRectF)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.draws_at_once = False
        """Whether all is drawn when it is asked for, as for a file."""
        self._sketch: Sketch | None = None
        self._look = WHOLE
        self._cell_px = 0
        self._tiles: OrderedDict[InkPlace, _Tile] = OrderedDict()
        self._wanted: OrderedDict[InkPlace, None] = OrderedDict()
        self._bytes = 0
        self._under_way: InkPlace | None = None
        self._better: list[InkPlace] = []
        self._telling = QTimer(self)
        self._telling.setSingleShot(True)
        self._telling.setInterval(_TELL_MS)
        self._telling.timeout.connect(self._tell)
        self._pen = _Pen()
        self._pen.made.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def is_at_rest(self) -> bool:
        """Whether no tile is being drawn or waited for."""
        return self._under_way is None and not self._wanted

    @property
    def kept_bytes(self) -> int:
        """How much memory its pixels take."""
        return self._bytes

    def show(self, sketch: Sketch | None, look: SketchLook = WHOLE) -> None:
        """Take another sketch, or the same one changed; what lies near no change is kept.

        Args:
            sketch: None for none.
            look: What of it is drawn.
        """
        old, self._sketch = self._sketch, sketch
        if old is sketch and look == self._look:
            return
        changed = None
        if old is not None and sketch is not None and look == self._look:
            changed = changed_cells(old, sketch)
        self._look = look
        if changed is None:
            self.forget()
            return
        for place, tile in self._tiles.items():
            tile.note(_window(changed, place.box.grown(RIM)))
            if tile.changed is not None and place.cell_px == self._cell_px:
                self._wanted[place] = None
        self._go_on()

    def forget(self) -> None:
        """Keep no pixels any more."""
        self._tiles.clear()
        self._wanted.clear()
        self._bytes = 0

    # --- drawing ---------------------------------------------------------------------------------

    def draw(self, painter: QPainter, cells: QRectF, *, is_passing: bool = False) -> None:
        """Draw a part of the map, and have drawn what of it is missing.

        Args:
            painter: Its unit is the cell.
            cells: The part.
            is_passing: Whether it is for a moment only: then from what there is, fast.
        """
        sketch = self._sketch
        if sketch is None:
            return
        box = CellBox(
            int(np.floor(cells.left())),
            int(np.floor(cells.top())),
            int(np.ceil(cells.right())),
            int(np.ceil(cells.bottom())),
        ).within(*sketch.size)
        cell_px = painter.worldTransform().m11()
        if self.draws_at_once:
            draw_sketch(painter, sketch, box, self._look, _grain_px(cell_px))
        else:
            if not is_passing:
                self._want_size(_size_for(cell_px * painter.device().devicePixelRatioF()))
            for place in _places(self._cell_px or CELL_SIZES_PX[0], box):
                self._draw_tile(painter, sketch, place, is_passing=is_passing)
        if not is_passing:
            self._go_on()

    def _want_size(self, cell_px: int) -> None:
        """Note how large cells are shown: what is wanted of another size is wanted no more."""
        if cell_px != self._cell_px:
            self._cell_px = cell_px
            self._wanted.clear()

    def _draw_tile(
        self, painter: QPainter, sketch: Sketch, place: InkPlace, *, is_passing: bool
    ) -> None:
        tile = self._tiles.get(place)
        if tile is not None:
            self._tiles.move_to_end(place)
        if (tile is None or tile.changed is not None) and not is_passing:
            self._wanted[place] = None
        tile = tile or self._of_another_size(place)
        box = place.box.within(*sketch.size)
        area = QRectF(QPointF(box.left, box.top), QPointF(box.right, box.bottom))
        painter.save()
        painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
        if tile is None:
            draw_plain(
                painter, sketch, box, on_paper=self._look.on_paper, with_lines=not is_passing
            )
        else:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not is_passing)
            painter.drawPixmap(area, tile.pixels, QRectF(tile.pixels.rect()))
            if tile.changed is not None and tile.changed.any():
                painter.setClipPath(
                    cells_path(tile.changed, place.box[:2]), Qt.ClipOperation.IntersectClip
                )
                draw_plain(painter, sketch, box, on_paper=self._look.on_paper)
        painter.restore()

    def _of_another_size(self, place: InkPlace) -> _Tile | None:
        """Return the same tile of the size next to it, the larger one first."""
        size = place.cell_px
        others = sorted(CELL_SIZES_PX, key=lambda one: (one < size, abs(one - size)))
        found = (self._tiles.get(place._replace(cell_px=one)) for one in others)
        return next((one for one in found if one is not None), None)

    # --- the thread ------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Have the next tile drawn that is wanted."""
        if self._under_way is not None or not self._wanted or self._sketch is None:
            return
        place, _none = self._wanted.popitem(last=False)
        self._under_way = place
        sketch, look, pen = self._sketch, self._look, self._pen

        def work() -> None:
            box = place.box.within(*sketch.size)
            image = sketch_part_picture(sketch, box, place.cell_px, look)
            with suppress(RuntimeError):  # whoever wanted it is gone
                pen.made.emit(place, (sketch, look), image)

        _thread().start(work)

    def _take(self, place: InkPlace, drawn: tuple[Sketch, SketchLook], image: QImage) -> None:
        """Keep a tile that was drawn; what has changed meanwhile is drawn again."""
        self._under_way = None
        (before, look), sketch = drawn, self._sketch
        if sketch is not None and look == self._look:
            changed = changed_cells(before, sketch)
            if changed is not None:
                tile = self._keep(place, image)
                tile.note(_window(changed, place.box.grown(RIM)))
                if tile.changed is not None:
                    self._wanted[place] = None
                self._better.append(place)
        self._go_on()
        if self.is_at_rest:
            self._tell()
        elif not self._telling.isActive():
            self._telling.start()

    def _tell(self) -> None:
        """Say what looks better now: several tiles at once, for the ground below is drawn anew."""
        self._telling.stop()
        better, self._better = self._better, []
        for place in better:
            left, top, right, bottom = place.box
            self.ready.emit(QRectF(QPointF(left, top), QPointF(right, bottom)))

    def _keep(self, place: InkPlace, image: QImage) -> _Tile:
        old = self._tiles.pop(place, None)
        if old is not None:
            self._bytes -= _size_of(old)
        tile = self._tiles[place] = _Tile(QPixmap.fromImage(image))
        self._bytes += _size_of(tile)
        while self._bytes > _MOST_BYTES and len(self._tiles) > 1:
            _place, gone = self._tiles.popitem(last=False)
            self._bytes -= _size_of(gone)
        return tile


@cache
def _thread() -> QThreadPool:
    """Return the thread that draws; one for all windows, begun with the first tile.

    It is Qt's: one of Python's keeps the hook for crashes that was there when it began, and with
    that the window.
    """
    found = QThreadPool()
    found.setMaxThreadCount(1)
    return found


def _window(marks: Marks, box: CellBox) -> Marks:
    """Return marks in a box; beyond the map there are none."""
    height, width = marks.shape
    inside = box.within(width, height)
    found = np.zeros((box.bottom - box.top, box.right - box.left), np.bool_)
    top, left = inside.top - box.top, inside.left - box.left
    part = marks[inside.top : inside.bottom, inside.left : inside.right]
    found[top : top + part.shape[0], left : left + part.shape[1]] = part
    return found


def _places(cell_px: int, box: CellBox) -> Iterator[InkPlace]:
    for row in range(box.top // TILE_CELLS, -(-box.bottom // TILE_CELLS)):
        for column in range(box.left // TILE_CELLS, -(-box.right // TILE_CELLS)):
            yield InkPlace(cell_px, column, row)


def _size_for(cell_px: float) -> int:
    """Return the size that is drawn for cells of so many pixels of the screen."""
    return next((one for one in CELL_SIZES_PX if one * _ENLARGED >= cell_px), CELL_SIZES_PX[-1])


def _grain_px(cell_px: float) -> int:
    """Return how many pixels a cell has, where that is a whole number; else there is no grain."""
    return int(cell_px) if cell_px == int(cell_px) else 0


def _size_of(tile: _Tile) -> int:
    return tile.pixels.width() * tile.pixels.height() * _BYTES_A_PIXEL
