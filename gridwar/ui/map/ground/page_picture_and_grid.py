"""The ground of the map: void, blank page or picture, and the grid.

Owns the picture in falling sizes and the drawing of the background, which the view caches.
Lines are filled one device pixel wide instead of stroked: many times cheaper, and sharp.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QTransform

from gridwar.ui.map.ground.page_of_floor import cover_beyond, paint_openings
from gridwar.ui.map.ground.painted_terrain_and_heights import PaintPainter
from gridwar.ui.map.ink.ink_styles import ink_colors
from gridwar.ui.map.ink.ink_tiles import InkTiles
from gridwar.ui.map.ink.plain_sketch import rock_path
from gridwar.ui.map.ink.sketch_picture import SketchLook
from gridwar.ui.map.picture_decoding import brightness_of, sizes_of
from gridwar.ui.map.props.prop_painting import PropPainter
from gridwar.ui.style.colors import Palette, qcolor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.control.records.ground_records import GroundView, PictureSource

FADE_FROM_PX = 24.0
GONE_AT_PX = 10.0
FIFTH_GONE_AT_PX = 6.0
_EVERY_FIFTH = 5
_BLACK_SHARE = 0.17
_WHITE_SHARE = 0.10
_BRIGHT = 0.42
_STRIP_PX = 16
_FEW_PIXELS = 4000
"""Upright lines of so few pixels are drawn one by one."""


class _Levels(Struct, frozen=True):
    """A picture in falling sizes, each half of the one before, and its brightness (0 to 1)."""

    pixmaps: tuple[QPixmap, ...]
    brightness: float

    def for_scale(self, scale: float) -> QPixmap:
        """Return the smallest level that need not be enlarged at a scale of the first one."""
        chosen = self.pixmaps[0]
        for step, pixmap in enumerate(self.pixmaps[1:], start=1):
            if scale * 2**step > 1:
                break
            chosen = pixmap
        return chosen


class Ground:
    """Draws what lies under everything else."""

    def __init__(self, palette: Palette, pictures: PictureSource | None = None) -> None:
        self._palette = palette
        self._pictures = pictures
        self._view: GroundView | None = None
        self._levels: _Levels | None = None
        self._paint = PaintPainter()
        self._props = PropPainter(pictures)
        self._lender: Ground | None = None
        self.ink = InkTiles()
        self.is_clear = False
        """Whether what is drawn lies on nothing: page and sketch are drawn by somebody else."""

    def borrow_from(self, other: Ground) -> None:
        """Show the picture of another ground, where it is the same, without decoding it again."""
        self._lender = other

    def lent(self, digest: str) -> _Levels | None:
        """Return the picture that is shown, where it is this one."""
        picture = None if self._view is None else self._view.picture
        return self._levels if picture is not None and picture.digest == digest else None

    def set_palette(self, palette: Palette) -> None:
        """Take the colours of another theme."""
        self._palette = palette

    def show(self, view: GroundView) -> None:
        """Take another map, or the same one changed."""
        old = self._view.picture.digest if self._view and self._view.picture else None
        new = view.picture.digest if view.picture else None
        self._view = view
        self.ink.show(view.sketch, SketchLook(view.picture is None, view.grid))
        if new != old:
            self._levels = self._read(new)

    def free_picture(self) -> None:
        """Keep the picture no longer; what is drawn afterwards is the page without it."""
        self._levels = None
        self.ink.forget()
        self._props.forget()

    @property
    def is_dark(self) -> bool:
        """Whether the ground is dark, so that the grid has to be light."""
        if self._levels is not None:
            return self._levels.brightness < _BRIGHT
        if self._view is not None and self._view.sketch is not None:
            return QColor(ink_colors(self._view.sketch.style).paper).lightnessF() < _BRIGHT
        return QColor(self._palette.raised).lightnessF() < _BRIGHT

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the part of the ground that is exposed, in cells; dimly below where it is open."""
        self._draw_closed(painter, exposed)
        if self._view is not None and self._view.floor is not None:
            paint_openings(painter, exposed, self._view.floor, self._draw_closed)

    def _draw_closed(self, painter: QPainter, exposed: QRectF) -> None:
        self.draw_page(painter, exposed)
        self.draw_paint(painter, exposed)
        self.draw_grid(painter, exposed)
        self.draw_props(painter, exposed)

    def draw_props(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw what stands on the ground."""
        if self._view is not None and self._view.props:
            self._props.draw(painter, self._view.props, exposed)

    def draw_void(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw what lies beyond the page, and more where it is simpler."""
        if not self._page.contains(exposed):
            painter.fillRect(exposed, qcolor(self._palette.void))

    def cover_beyond(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the void over what lies beyond the page of the floor that is shown."""
        if self._view is not None and self._view.floor is not None:
            cover_beyond(painter, exposed, self._view.page, qcolor(self._palette.void))

    def draw_page(self, painter: QPainter, exposed: QRectF, *, smooth: bool = True) -> None:
        """Draw the void, the page or picture that lies in it, and the sketch, fine or fast."""
        view, page = self._view, self._page
        if self.is_clear:
            return
        self.draw_void(painter, exposed)
        if view is None:
            return
        painter.fillRect(page & exposed, qcolor(self._palette.raised))
        if view.picture is not None and self._levels is not None:
            self._draw_picture(painter, page & exposed, self._levels, smooth=smooth)
        self.ink.draw(painter, page & exposed, is_passing=not smooth)

    def draw_paint(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw what is painted on the page."""
        if self._view is not None:
            self._paint.draw(painter, self._view, exposed)

    def draw_grid(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the lines between the cells; a sketch has its own on its floor."""
        view = self._view
        if view is None or not view.grid:
            return
        if view.sketch is None:
            self._draw_grid(painter, self._page, exposed)
        elif view.grid_on_rock or view.picture is not None:
            rock = rock_path(view.sketch, exposed.toAlignedRect())
            painter.save()
            painter.setClipPath(rock, Qt.ClipOperation.IntersectClip)
            self._draw_grid(painter, self._page, exposed)
            painter.restore()

    @property
    def _page(self) -> QRectF:
        view = self._view
        return QRectF(0, 0, view.width, view.height) if view is not None else QRectF()

    def _draw_picture(
        self, painter: QPainter, exposed: QRectF, levels: _Levels, *, smooth: bool
    ) -> None:
        assert self._view is not None
        assert self._view.picture is not None
        box = QRectF(*self._view.picture.box)
        shown = box & exposed
        if shown.isEmpty():
            return
        ratio = painter.device().devicePixelRatioF()
        on_screen = painter.worldTransform().m11() * ratio * box.width()
        pixmap = levels.for_scale(on_screen / levels.pixmaps[0].width())
        painter.save()
        # Cut by the clip: were a part of the picture drawn, its edge would be smoothed by itself.
        painter.setClipRect(shown, Qt.ClipOperation.IntersectClip)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
        painter.drawPixmap(box, pixmap, QRectF(pixmap.rect()))
        painter.restore()

    def _draw_grid(self, painter: QPainter, page: QRectF, exposed: QRectF) -> None:
        shown = page & exposed
        transform = painter.worldTransform()
        plain, fifth = shares = grid_shares(transform.m11())
        if shown.isEmpty() or not any(shares):
            return
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        colors = self._grid_color(plain), self._grid_color(fifth)
        _fill_lines(painter, transform, page, shown, colors)
        painter.restore()

    def _grid_color(self, share: float) -> QColor | None:
        if share <= 0:
            return None
        light, strength = (255, _WHITE_SHARE) if self.is_dark else (0, _BLACK_SHARE)
        return QColor(light, light, light, round(255 * strength * share))

    def _read(self, digest: str | None) -> _Levels | None:
        if digest is None or self._pictures is None:
            return None
        lent = None if self._lender is None else self._lender.lent(digest)
        if lent is not None:
            return lent
        sizes = sizes_of(digest, self._pictures)
        if not sizes:
            return None
        return _Levels(tuple(map(QPixmap.fromImage, sizes)), brightness_of(sizes[-1]))


def grid_shares(cell_px: float) -> tuple[float, float]:
    """Return how strong plain and every fifth line are, 0 to 1, at a size of cell on screen."""
    plain = (cell_px - GONE_AT_PX) / (FADE_FROM_PX - GONE_AT_PX)
    fifth = (cell_px - FIFTH_GONE_AT_PX) / (GONE_AT_PX - FIFTH_GONE_AT_PX)
    return min(1.0, max(0.0, plain)), min(1.0, max(0.0, fifth))


def _fill_lines(
    painter: QPainter,
    transform: QTransform,
    page: QRectF,
    shown: QRectF,
    colors: tuple[QColor | None, QColor | None],
) -> None:
    """Fill the lines in whole pixels of the device: nothing to blend at their edges."""
    ratio = painter.device().devicePixelRatioF()
    painter.scale(1 / ratio, 1 / ratio)
    thick = max(1, round(ratio))
    to_device = transform * QTransform.fromScale(ratio, ratio)
    area = to_device.mapRect(shown).toAlignedRect()
    columns = _span(shown.left(), shown.right(), page.width())
    rows = _span(shown.top(), shown.bottom(), page.height())
    left, top, width, height = area.left(), area.top(), area.width(), area.height()
    painter.setPen(Qt.PenStyle.NoPen)
    for color, is_meant in _kinds_of_lines(*colors):
        step, move = to_device.m11(), to_device.dx()
        vertical = [round(x * step + move) for x in columns if is_meant(x)]
        step, move = to_device.m22(), to_device.dy()
        level = [round(y * step + move) for y in rows if is_meant(y)]
        painter.setBrush(color)
        if len(vertical) * height <= _FEW_PIXELS:
            painter.drawRects([QRect(x, top, thick, height) for x in vertical])
        else:
            _fill_vertical(painter, area, [x - left for x in vertical], thick)
        painter.drawRects([QRect(left, y, width, thick) for y in level])


def _kinds_of_lines(
    plain: QColor | None, fifth: QColor | None
) -> Iterator[tuple[QColor, Callable[[int], bool]]]:
    """Yield the colours there are, and which lines have them, counted from the map's edge."""
    if plain is not None and plain == fifth:
        yield plain, lambda _line: True
        return
    if plain is not None:
        yield plain, lambda line: line % _EVERY_FIFTH != 0
    if fifth is not None:
        yield fifth, lambda line: line % _EVERY_FIFTH == 0


def _fill_vertical(painter: QPainter, area: QRect, places: list[int], thick: int) -> None:
    """Draw vertical lines with the painter's brush.

    Each touches every row of the screen: one strip laid over all of it is ten times faster.
    """
    strip = QPixmap(max(1, area.width()), _STRIP_PX)
    strip.fill(Qt.GlobalColor.transparent)
    with QPainter(strip) as on_strip:
        on_strip.setPen(Qt.PenStyle.NoPen)
        on_strip.setBrush(painter.brush())
        on_strip.drawRects([QRect(x, 0, thick, _STRIP_PX) for x in places])
    painter.drawTiledPixmap(area, strip)


def _span(begin: float, end: float, count: float) -> range:
    return range(max(0, int(begin)), min(int(count), int(end) + 1) + 1)
