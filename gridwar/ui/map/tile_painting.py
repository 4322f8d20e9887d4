"""The picture of a map of tiles or floors, drawn by its plan: in any thread, without a window.

What lies where is the plan's (``gridwar.formats.picture_plan``); here it is only drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from gridwar.errors import MapError
from gridwar.formats.import_report import DraftToDraw, never, no_progress, stop_if
from gridwar.formats.maps_as_floors import FloorsDraft
from gridwar.formats.picture_headers_and_limits import MOST_BYTES
from gridwar.formats.picture_of_sheet import SheetPlan
from gridwar.formats.picture_plan import Flip
from gridwar.text import _
from gridwar.ui.map.picture_decoding import decoded_beside
from gridwar.ui.map.sheet_painting import packed, paint_sheet

if TYPE_CHECKING:
    from gridwar.formats.import_report import Cancel, Imported, Progress
    from gridwar.formats.picture_plan import PicturePlan, Stamp

_MOST_DECODED_PX = 150_000_000
"""Of all pictures of a map together, at 4 bytes a pixel."""
_ASK_EVERY = 2_000
_PLAIN = QColor("#8d8778")
"""Of tiles whose picture is missing; each number is a little lighter than the one before."""
_LIGHTER_BY = 5
_SEE_THROUGH = 0.55
"""How much of a plain box of an object is painted: they lie over each other."""


def drawn(
    imported: Imported, progress: Progress = no_progress, cancelled: Cancel = never
) -> Imported:
    """Return a map with its picture drawn, where it has a plan of one.

    Args:
        imported: The map as it was read.
        progress: Told how much is drawn.
        cancelled: Asked now and then whether to give up.

    Raises:
        MapError: There is not enough memory, or the picture is too large.
        Cancelled: Somebody asked to give up.
    """
    if isinstance(imported.draft, FloorsDraft):
        parts = (one.imported for one in imported.draft.parts)
        done = [drawn(one, progress, cancelled) for one in parts]
        imported = imported.draft.with_parts(done).imported()
    plan = imported.plan
    if plan is None:
        return imported
    if isinstance(plan, SheetPlan):
        progress(0.0, _("Laying the floors"))
        png = paint_sheet(plan.how, plan.files, cancelled)
    else:
        image = _Drawing(plan, progress, cancelled).image()
        progress(1.0, _("Packing the picture"))
        png = packed(image, cancelled)
    if png is None:
        text = _("{name}: its picture is larger than {most} MB. Cut the map, or make it smaller.")
        raise MapError(text.format(name=imported.map.name, most=MOST_BYTES >> 20))
    assert isinstance(imported.draft, DraftToDraw)
    return imported.draft.drawn_as(png)


class _Drawing:
    """One picture while it is drawn."""

    def __init__(self, plan: PicturePlan, progress: Progress, cancelled: Cancel) -> None:
        self._plan, self._progress, self._cancelled = plan, progress, cancelled
        self._pictures: dict[int, QImage] = {}
        self._parts: dict[tuple[int, tuple[int, int, int, int], Flip], QImage] = {}
        self._left_px = _MOST_DECODED_PX

    def image(self) -> QImage:
        plan = self._plan
        image = QImage(*plan.size_px, QImage.Format.Format_ARGB32_Premultiplied)
        if image.isNull():
            raise MapError(_("The map cannot be drawn: there is no memory for it."))
        image.fill(QColor(plan.background) if plan.background else Qt.GlobalColor.transparent)
        with QPainter(image) as painter:
            is_larger = plan.factor >= 1
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not is_larger)
            painter.scale(plan.factor, plan.factor)
            layers = plan.flat_layers
            for number, layer in enumerate(layers):
                self._progress(number / len(layers), _("Drawing the tiles"))
                painter.setOpacity(layer.opacity)
                for at, stamp in enumerate(layer.stamps):
                    if at % _ASK_EVERY == 0:
                        stop_if(self._cancelled)
                    self._draw(painter, stamp)
        return image

    def _draw(self, painter: QPainter, stamp: Stamp) -> None:
        box = QRectF(*stamp.box)
        if stamp.turn_deg:
            painter.save()
            painter.translate(*stamp.pivot)
            painter.rotate(stamp.turn_deg)
            painter.translate(-stamp.pivot[0], -stamp.pivot[1])
        part = self._part(stamp)
        if part is None or part.isNull():
            self._draw_plain(painter, stamp, box)
        else:
            painter.drawImage(box, part)
        if stamp.turn_deg:
            painter.restore()

    def _draw_plain(self, painter: QPainter, stamp: Stamp, box: QRectF) -> None:
        color = _PLAIN.lighter(100 + _LIGHTER_BY * stamp.tone)
        if stamp.is_object:
            color.setAlphaF(_SEE_THROUGH)
        painter.fillRect(box, color)

    def _part(self, stamp: Stamp) -> QImage | None:
        """Return a part of a picture with its flips; kept, for most tiles lie there many times."""
        if stamp.picture is None:
            return None
        key = (stamp.picture, stamp.part, stamp.flips)
        found = self._parts.get(key)
        if found is None:
            found = self._picture(stamp.picture).copy(QRect(*stamp.part))
            if Flip.DIAGONAL in stamp.flips:
                found = found.transformed(QTransform(0, 1, 1, 0, 0, 0))
            if Flip.ACROSS in stamp.flips:
                found = found.flipped(Qt.Orientation.Horizontal)
            if Flip.DOWN in stamp.flips:
                found = found.flipped(Qt.Orientation.Vertical)
            self._parts[key] = found
        return found

    def _picture(self, number: int) -> QImage:
        if number not in self._pictures:
            width, height = self._plan.picture_sizes[number]
            self._left_px -= width * height
            if self._left_px < 0:
                text = _("The pictures of the map's tiles are too large: more than {n} pixels.")
                raise MapError(text.format(n=f"{_MOST_DECODED_PX:,}"))
            data, form = self._plan.pictures[number], QImage.Format.Format_ARGB32_Premultiplied
            self._pictures[number] = decoded_beside(data, form, self._cancelled)
        return self._pictures[number]
