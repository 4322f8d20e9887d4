"""Painting props onto the ground: each by its stamp or its own picture, turned, in its cells.

Owns which drawing is whose and the pictures that were decoded. One unit of the painter is a cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from gridwar.ui.map.picture_decoding import sizes_of
from gridwar.ui.map.props import furniture_drawings as furniture
from gridwar.ui.map.props import stamp_brush as sb
from gridwar.ui.map.props import stone_and_plant_drawings as stone
from gridwar.ui.map.props.stamp_brush import StampBrush, box

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gridwar.control.records.ground_records import PictureSource, PropView

    Drawing = Callable[[StampBrush, float, float], None]

_QUARTER_DEG: Final = 90
_MOST_PICTURES: Final = 128
DRAWINGS: Final[Mapping[str, tuple[Drawing, Drawing]]] = {
    "table": (furniture.table, furniture.flipped_top),
    "round_table": (furniture.round_table, furniture.flipped_top),
    "long_table": (furniture.table, furniture.flipped_top),
    "bench": (furniture.bench, furniture.flipped_bench),
    "chair": (furniture.chair, furniture.chair),
    "bed": (furniture.bed, furniture.flipped_top),
    "cupboard": (furniture.cupboard, furniture.table),
    "crate": (furniture.crate, furniture.crate),
    "barrel": (furniture.barrel, furniture.barrel),
    "cart": (furniture.cart, furniture.flipped_cart),
    "car": (furniture.car, furniture.car),
    "console": (furniture.console, furniture.flipped_top),
    "sandbags": (furniture.sandbags, furniture.sandbags),
    "pillar": (stone.pillar, stone.pillar),
    "statue": (stone.statue, stone.statue),
    "fountain": (stone.fountain, stone.fountain),
    "well": (stone.well, stone.well),
    "altar": (stone.altar, stone.altar),
    "sarcophagus": (stone.sarcophagus, stone.sarcophagus),
    "brazier": (stone.brazier, stone.flipped_brazier),
    "boulder": (stone.boulder, stone.boulder),
    "stump": (stone.stump, stone.stump),
    "bush": (stone.bush, stone.bush),
    "tree": (stone.tree, stone.tree),
}
"""How each stamp is drawn as it usually stands, and flipped over."""


def draw_stamp(painter: QPainter, stamp: str, size: tuple[int, int], *, is_flipped: bool) -> None:
    """Draw a stamp in a box of so many cells at 0, 0; a plain box for one that is not known."""
    brush, (w, h) = StampBrush(painter), (float(size[0]), float(size[1]))
    drawings = DRAWINGS.get(stamp)
    if drawings is None:
        brush.body(box(0.08, 0.08, w - 0.16, h - 0.16), sb.LIGHT_STONE)
    else:
        drawings[is_flipped](brush, w, h)


def draw_sample(painter: QPainter, stamp: tuple[str, int, int], place: QRectF) -> None:
    """Draw a stamp as large as it fits a box.

    Args:
        painter: Its unit is that of the box.
        stamp: Its key, and the cells across and down that it fills.
        place: The box.
    """
    key, w, h = stamp
    scale = min(place.width() / w, place.height() / h)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(place.center())
    painter.scale(scale, scale)
    painter.translate(-w / 2, -h / 2)
    draw_stamp(painter, key, (w, h), is_flipped=False)
    painter.restore()


class PropPainter:
    """Paints props; keeps the pictures it has decoded."""

    def __init__(self, pictures: PictureSource | None) -> None:
        self._pictures = pictures
        self._decoded: dict[str, QPixmap | None] = {}

    def forget(self) -> None:
        """Keep no pixels any more."""
        self._decoded.clear()

    def draw(self, painter: QPainter, props: Sequence[PropView], exposed: QRectF) -> None:
        """Paint those that lie in a part of the map."""
        for one in props:
            x, y, w, h = one.box
            # A shadow, and the line round a thing, lie a little outside its cells.
            if exposed.intersects(QRectF(x, y, w, h).adjusted(-0.2, -0.2, 0.2, 0.2)):
                self._draw(painter, one)

    def _draw(self, painter: QPainter, one: PropView) -> None:
        x, y, w, h = one.box
        across, down = (h, w) if one.turns % 2 else (w, h)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(x + w / 2, y + h / 2)
        painter.rotate(_QUARTER_DEG * one.turns)
        painter.translate(-across / 2, -down / 2)
        pixmap = self._picture(one.digest)
        if pixmap is None:
            size = (round(across), round(down))
            draw_stamp(painter, one.stamp, size, is_flipped=one.is_flipped)
        else:
            _draw_picture(painter, pixmap, QRectF(0, 0, across, down), is_flipped=one.is_flipped)
        painter.restore()

    def _picture(self, digest: str | None) -> QPixmap | None:
        if digest is None or self._pictures is None:
            return None
        if digest not in self._decoded:
            if len(self._decoded) >= _MOST_PICTURES:
                self._decoded.clear()
            sizes = sizes_of(digest, self._pictures)
            self._decoded[digest] = QPixmap.fromImage(sizes[0]) if sizes else None
        return self._decoded[digest]


def _draw_picture(painter: QPainter, pixmap: QPixmap, place: QRectF, *, is_flipped: bool) -> None:
    """Draw a picture as large as it fits its cells; flipped over it lies at one side, narrow."""
    if is_flipped:
        edge = QRectF(place.left(), place.bottom() - place.height() * 0.45, place.width(), 0)
        edge.setBottom(place.bottom())
        painter.drawPixmap(edge, pixmap, QRectF(pixmap.rect()))
        painter.setPen(QPen(QColor(sb.INK), 0.05))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(edge)
        return
    scale = min(place.width() / pixmap.width(), place.height() / pixmap.height())
    w, h = scale * pixmap.width(), scale * pixmap.height()
    middle = place.center()
    fitted = QRectF(middle.x() - w / 2, middle.y() - h / 2, w, h)
    painter.drawPixmap(fitted, pixmap, QRectF(pixmap.rect()))
