"""Writes a picture of the map as pages to print, an inch a square, with marks to cut and glue by.

Owns what stands on a page beside the map: its name, the marks, the overview that comes first. Which
part is on which page is ``printed_pages``'. All of it may run in a thread.
"""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QLineF,
    QMarginsF,
    QPointF,
    QRect,
    QRectF,
    QSizeF,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QImage, QPageSize, QPainter, QPdfWriter, QPen

from gridwar.control.maps.printed_pages import INCH_MM, MARGIN_MM, OVERLAP_MM
from gridwar.errors import Cancelled, UnwritableFile
from gridwar.text import _
from gridwar.ui.map.ink.sketch_part import CellBox
from gridwar.ui.map.ink.sketch_picture import SketchLook, draw_sketch
from gridwar.ui.style.fonts import SANS, SERIF

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.maps.printed_pages import PrintedPage, PrintedPages
    from gridwar.control.records.ground_records import Box, GroundView

_DOTS_AN_INCH = 1200
"""Of what is drawn beside the map; the map itself has as many as its picture."""
_INK, _QUIET = QColor("#12171A"), QColor("#5D6668")
_HAIR_MM = 0.2
_MARK_MM, _GAP_MM = 5.0, 1.5
_WORDS_MM, _TITLE_MM, _NAME_MM, _PLATE_MM = 3.2, 7.0, 5.5, 4.0
_Voice = tuple[str, float, QColor]
_OVERVIEW_TOP_MM = 48.0
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_MIDDLE = Qt.AlignmentFlag.AlignCenter


def pdf_of(
    image: QImage,
    pages: PrintedPages,
    title: str,
    is_stopped: Callable[[], bool],
    below: GroundView | None = None,
) -> bytes:
    """Return the bytes of a PDF file with a picture of a map on its pages.

    Args:
        image: The part of the map that is printed.
        pages: Which part of that is on which page.
        title: What the fight is called.
        is_stopped: Asked before each page.
        below: The ground whose sketch is drawn below the picture, sharp at any size; None for none.

    Raises:
        Cancelled: It was to stop.
        UnwritableFile: There is not enough memory.
    """
    data = QByteArray()
    device = QBuffer(data)
    device.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(device)
    writer.setTitle(title)
    writer.setCreator("Gridwar")
    writer.setResolution(_DOTS_AN_INCH)
    size = QSizeF(pages.width_mm, pages.height_mm)
    writer.setPageSize(QPageSize(size, QPageSize.Unit.Millimeter, pages.paper.title))
    writer.setPageMargins(QMarginsF())
    painter = QPainter()
    if not painter.begin(writer):
        raise UnwritableFile(_("The pages cannot be drawn: there is no memory for them."))
    try:
        painter.scale(_DOTS_AN_INCH / INCH_MM, _DOTS_AN_INCH / INCH_MM)  # a unit is a millimetre
        sheets = _Sheets(painter, image, pages, title)
        sheets.below = below
        has_overview = len(pages.pages) > 1
        if has_overview:
            sheets.draw_overview()
        for number, page in enumerate(pages.pages):
            if is_stopped():
                raise Cancelled
            if number or has_overview:
                writer.newPage()
            sheets.draw_page(page, number + 1 + has_overview)
    finally:
        painter.end()
    return bytes(data.data())


class _Sheets:
    """Draws one sheet after the other; the painter's unit is the millimetre."""

    def __init__(self, painter: QPainter, image: QImage, pages: PrintedPages, title: str) -> None:
        self._painter, self._image, self._pages, self._title = painter, image, pages, title
        self._cell_px = image.width() / pages.box[2]
        self.below: GroundView | None = None
        """Whose sketch lies below the picture, which is then seen through."""

    def draw_page(self, page: PrintedPage, number: int) -> None:
        """Draw a part of the map, the marks around it, and what it is called."""
        width, height = (side * INCH_MM for side in page.box[2:])
        area = QRectF(MARGIN_MM, MARGIN_MM, width, height)
        self._draw_below(self._painter, area, page.box)
        self._painter.drawImage(area, self._image.copy(self._in_pixels(page)))
        self._draw_marks(page, area)
        whole = self._pages.width_mm - 2 * MARGIN_MM
        line = QRectF(MARGIN_MM, 1.5, whole, MARGIN_MM - 2 * _GAP_MM - 1)
        several = len(self._pages.pages) > 1
        if several:
            self._words(line, page.name, (SANS, _NAME_MM, _INK), _MIDDLE)
        inner = line.adjusted(_MARK_MM + 2, 0, -_MARK_MM - 2, 0)
        shown = inner.adjusted(0, 0, -whole / 2 - 8 if several else 0, 0)
        self._words(shown, self._title, (SERIF, _WORDS_MM + 0.6, _QUIET), _LEFT)
        if several:
            said = _("page {n} of {count}").format(n=number, count=self._pages.count)
            self._words(inner, said, (SANS, _WORDS_MM, _QUIET), _RIGHT)

    def _draw_below(self, painter: QPainter, area: QRectF, box: Box) -> None:
        """Draw the sketch of a part of the map, by the same strokes as in the window."""
        ground = self.below
        if ground is None or ground.sketch is None:
            return
        left, top, width, height = box
        cells = CellBox(floor(left), floor(top), ceil(left + width), ceil(top + height))
        painter.save()
        painter.setClipRect(area)
        painter.translate(area.topLeft())
        painter.scale(area.width() / width, area.height() / height)
        painter.translate(-left, -top)
        draw_sketch(painter, ground.sketch, cells, SketchLook(has_grid=ground.grid))
        painter.restore()

    def _in_pixels(self, page: PrintedPage) -> QRect:
        x, y, width, height = page.box
        left, top = x - self._pages.box[0], y - self._pages.box[1]
        place = QPointF(left, top) * self._cell_px
        return QRectF(place, QSizeF(width, height) * self._cell_px).toRect()

    def _draw_marks(self, page: PrintedPage, area: QRectF) -> None:
        """Draw where to cut: at the corners, and where the next page begins."""
        self._pen(_INK)
        xs, ys = [area.left(), area.right()], [area.top(), area.bottom()]
        near, far = _GAP_MM, _GAP_MM + _MARK_MM
        for x in xs:
            self._painter.drawLine(QLineF(x, area.top() - far, x, area.top() - near))
            self._painter.drawLine(QLineF(x, area.bottom() + near, x, area.bottom() + far))
        for y in ys:
            self._painter.drawLine(QLineF(area.left() - far, y, area.left() - near, y))
            self._painter.drawLine(QLineF(area.right() + near, y, area.right() + far, y))
        self._pen(_QUIET, dashed=True)
        if page.has_right:
            x = area.right() - OVERLAP_MM
            self._painter.drawLine(QLineF(x, area.top() - far, x, area.top() - near))
            self._painter.drawLine(QLineF(x, area.bottom() + near, x, area.bottom() + far))
        if page.has_below:
            y = area.bottom() - OVERLAP_MM
            self._painter.drawLine(QLineF(area.left() - far, y, area.left() - near, y))
            self._painter.drawLine(QLineF(area.right() + near, y, area.right() + far, y))

    def draw_overview(self) -> None:
        """Draw the whole small, with the pages on it and how they are put together."""
        pages, painter = self._pages, self._painter
        room = QRectF(
            MARGIN_MM,
            _OVERVIEW_TOP_MM,
            pages.width_mm - 2 * MARGIN_MM,
            pages.height_mm - _OVERVIEW_TOP_MM - MARGIN_MM,
        )
        line = QRectF(room.left(), MARGIN_MM, room.width(), 10)
        self._words(line, self._title, (SERIF, _TITLE_MM, _INK), _LEFT)
        for number, said in enumerate(self._told()):
            below = QRectF(room.left(), MARGIN_MM + 12 + 5.4 * number, room.width(), 5)
            self._words(below, said, (SANS, _WORDS_MM + 0.4, _QUIET), _LEFT)
        width, height = pages.box[2:]
        scale = min(room.width() / width, room.height() / height, INCH_MM)
        shown = QRectF(room.topLeft(), QSizeF(width, height) * scale)
        dots = (shown.size() * (300 / INCH_MM)).toSize()
        smooth = Qt.TransformationMode.SmoothTransformation
        ratio = Qt.AspectRatioMode.IgnoreAspectRatio
        small = QImage(dots, QImage.Format.Format_RGB32)
        with QPainter(small) as whole:
            self._draw_below(whole, QRectF(small.rect()), pages.box)
            whole.drawImage(0, 0, self._image.scaled(dots, ratio, smooth))
        painter.drawImage(shown, small)
        for page in pages.pages:
            corner = QPointF(page.box[0] - pages.box[0], page.box[1] - pages.box[1]) * scale
            box = QRectF(shown.topLeft() + corner, QSizeF(*page.box[2:]) * scale)
            painter.setPen(QPen(QColor("#FFFFFF"), 3 * _HAIR_MM))
            painter.drawRect(box)
            self._pen(_INK)
            painter.drawRect(box)
            plate = QRectF(box.topLeft() + QPointF(1, 1), QSizeF(5 + 2.4 * len(page.name), 6.4))
            painter.fillRect(plate, QColor("#FFFFFF"))
            self._words(plate, page.name, (SANS, _PLATE_MM, _INK), _MIDDLE)

    def _told(self) -> tuple[str, ...]:
        text = _("{n} pages {paper}: {columns} across, {rows} down. A square is an inch (25.4 mm).")
        sizes = text.format(
            n=len(self._pages.pages),
            paper=self._pages.paper.title,
            columns=self._pages.columns,
            rows=self._pages.rows,
        )
        return (
            sizes,
            _("Print at 100 %, without fitting to the page."),
            _("Cut B1, C1 \u2026 at the left along the solid marks, and A2, A3 \u2026 at the top."),
            _("Lay each over the page before it, its edge at the dashed marks: they share 5 mm."),
        )

    def _pen(self, color: QColor, *, dashed: bool = False) -> None:
        pen = QPen(color, _HAIR_MM)
        pen.setStyle(Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine)
        self._painter.setPen(pen)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)

    def _words(
        self,
        box: QRectF,
        words: str,
        voice: _Voice,
        where: Qt.AlignmentFlag,
    ) -> None:
        """Draw words; a font's unit is a hundredth of a millimetre, as its sizes are whole."""
        family, size_mm, color = voice
        font = QFont(family)
        font.setPixelSize(round(size_mm * 100))
        font.setWeight(QFont.Weight.Medium if color is _QUIET else QFont.Weight.DemiBold)
        painter = self._painter
        painter.save()
        painter.translate(box.topLeft())
        painter.scale(0.01, 0.01)
        painter.setFont(font)
        painter.setPen(color)
        whole = QRectF(QPointF(), box.size() * 100)
        shown = painter.fontMetrics().elidedText(
            words, Qt.TextElideMode.ElideRight, int(whole.width())
        )
        painter.drawText(whole, where, shown)
        painter.restore()
