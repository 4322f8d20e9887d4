"""The ghost sheet: what the sheet would say of who is aimed at, in short, beside that target.

Owns where it lies: clear of the target, of the line to it and of the others, on the free side.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPen

from gridwar.text import _
from gridwar.ui.map.frame.voiced_plate import VoicedPlate
from gridwar.ui.style.colors import map_colors, qcolor
from gridwar.ui.style.fonts import SANS, SERIF

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint, QSize
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.ground_records import Point
    from gridwar.control.records.target_records import AimView, GhostSheet
    from gridwar.ui.map.frame.voiced_plate import Voice
    from gridwar.ui.style.theme import Theme

WIDTH_PX: Final = 334
FREE_PX: Final = 12.0
"""What it keeps clear of the target and of the line to it."""
_INSET_PX, _EDGE_PX, _RADIUS_PX = 14.0, 2.0, 8.0
_HEAD_PX, _FIGURES_PX, _LINE_PX, _KEYS_PX, _GAP_PX = 34.0, 49.0, 19.0, 34.0, 7.0
_KEYCAP_PX: Final = 18.0
_WORKING: Final = 0.5
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_ON_TARGET, _ON_LINE, _ON_OTHER, _FAR = 5000.0, 900.0, 260.0, 0.05
"""How bad a place is: on the target, on the line, on another token, by pixels away."""
_STEPS_OFF, _STEP_OFF_PX = 6, 60.0
"""How far off it goes where every place close by is on the line."""
_NAME: Voice = (SERIF, 15, 600, "text")
_BIG: Voice = (SANS, 24, 700, "text")
_SECOND: Voice = (SANS, 18, 600, "text2")
_STRONG: Voice = (SANS, 13, 600, "text")
_NOTE: Voice = (SANS, 12, 400, "text2")
_COVER: Voice = (SANS, 12, 500, "text")
_REFUSED: Voice = (SANS, 12, 500, "danger")
_KEY: Voice = (SANS, 11, 500, "text2")
_NUMBER: Voice = (SANS, 12, 700, "on_accent")


class GhostSheetPlate(VoicedPlate):
    """Shows one; hidden while nobody is aimed at."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        """Begin hidden."""
        super().__init__(parent, theme)
        self._sheet: GhostSheet | None = None
        self._others: tuple[QRectF, ...] = ()
        self.hide()

    def show_aim(self, aim: AimView | None) -> None:
        """Show the sheet of an aim, or none."""
        sheet = None if aim is None else aim.ghost
        tags = () if aim is None else aim.tags
        self._others = tuple(_around(tag.at, tag.reach) for tag in tags)
        if sheet != self._sheet:
            self._sheet = sheet
            self._fit()

    def sit(self, corner: QPoint, cell_px: float, plates: tuple[QRectF, ...] = ()) -> None:
        """Go beside the target.

        Args:
            corner: What is at the viewport's corner, in pixels from the map's corner.
            cell_px: Edge of a cell.
            plates: Where the legend and the like are, in pixels of the viewport.
        """
        sheet = self._sheet
        if sheet is None:
            return

        def on_screen(box: QRectF) -> QRectF:
            size = box.size() * cell_px
            return QRectF(box.topLeft() * cell_px - QPointF(corner), size)

        target = on_screen(QRectF(*sheet.at))
        line = None
        if sheet.start is not None:
            line = QLineF(QPointF(*sheet.start) * cell_px - QPointF(corner), target.center())
        others = (*map(on_screen, self._others), *plates)
        around = self.parentWidget()
        room = QRectF() if around is None else QRectF(around.rect()).adjusted(4, 4, -4, -4)
        self.move(best_place(self.size(), target, line, others, room).toPoint())

    def _fit(self) -> None:
        self.setVisible(self._sheet is not None)
        if self._sheet is None:
            return
        height = _HEAD_PX + _KEYS_PX + 2 * _GAP_PX
        if self._sheet.figures or self._sheet.is_working:
            height += _FIGURES_PX
        height += _LINE_PX * len(_rows(self._sheet)) + _GAP_PX * bool(_rows(self._sheet))
        self.resize(self._theme.px(WIDTH_PX), self._theme.px(round(height)))
        self.redraw()

    # --- drawing --------------------------------------------------------------------------------

    def draw(self, painter: QPainter) -> None:
        """Draw it: who, how likely, what counts, which keys."""
        sheet = self._sheet
        if sheet is None:
            return
        edge, box = self._px(_EDGE_PX), QRectF(self.rect())
        painter.setPen(QPen(qcolor(map_colors().intent), edge))
        painter.setBrush(qcolor(self._theme.palette.panel))
        half = edge / 2
        painter.drawRoundedRect(box.adjusted(half, half, -half, -half), _RADIUS_PX, _RADIUS_PX)
        inset, gap = self._px(_INSET_PX), self._px(_GAP_PX)
        inside = box.adjusted(inset, gap, -inset, -gap)
        y = self._draw_head(painter, sheet, inside)
        if sheet.figures or sheet.is_working:
            self._draw_figures(painter, sheet, QRectF(inside.left(), y, inside.width(), 0))
            y += self._px(_FIGURES_PX)
        self._draw_rows(painter, sheet, QRectF(inside.left(), y, inside.width(), 0))
        foot = inside.bottom() - self._px(_KEYS_PX - _GAP_PX)
        self._draw_keys(painter, sheet, QRectF(inside.left(), foot, inside.width(), 0))

    def _draw_head(self, painter: QPainter, sheet: GhostSheet, inside: QRectF) -> float:
        head = QRectF(inside.left(), inside.top(), inside.width(), self._px(_HEAD_PX - _GAP_PX))
        if sheet.number:
            disc = QRectF(0, 0, self._px(18), self._px(18))
            disc.moveCenter(QPointF(head.left() + self._px(9), head.center().y()))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(self._theme.palette.accent))
            painter.drawEllipse(disc)
            self._center(painter, disc, str(sheet.number), _NUMBER)
            head.setLeft(disc.right() + self._px(8))
        used = self._write(painter, head, sheet.name, _NAME)
        self._write_right(painter, head.adjusted(used + 10, 0, 0, 0), sheet.where, _NOTE)
        return head.bottom()

    def _draw_figures(self, painter: QPainter, sheet: GhostSheet, place: QRectF) -> None:
        """Draw the chances at the left, what is lost and how often it goes down at the right."""
        above = QRectF(place.left(), place.top(), place.width(), self._px(27))
        below = QRectF(place.left(), above.bottom(), place.width(), self._px(15))
        if not sheet.figures:
            painter.setOpacity(_WORKING)
            self._write(painter, above, _("working"), _SECOND)
            painter.setOpacity(1.0)
            return
        used = max(
            self._write_right(painter, above, sheet.loss, _STRONG),
            self._write_right(painter, below, sheet.down, _NOTE),
        )
        right, x = place.right() - used - self._px(8), place.left()
        for number, (figure, words) in enumerate(sheet.figures):
            one = QRectF(x, above.top(), right - x, above.height())
            wide = self._write(painter, one, figure, _SECOND if number else _BIG)
            one.moveTop(below.top())
            one.setHeight(below.height())
            x += max(wide, self._write(painter, one, words, _NOTE)) + self._px(14)

    def _draw_rows(self, painter: QPainter, sheet: GhostSheet, place: QRectF) -> None:
        rows = _rows(sheet)
        if rows:
            self._hairline(painter, place)
        y = place.top() + self._px(_GAP_PX)
        for words, value, voice in rows:
            line = QRectF(place.left(), y, place.width(), self._px(_LINE_PX))
            used = self._write_right(painter, line, value, _STRONG)
            self._write(painter, line.adjusted(0, 0, -used - self._px(8), 0), words, voice)
            y += line.height()

    def _draw_keys(self, painter: QPainter, sheet: GhostSheet, place: QRectF) -> None:
        colors, x = self._theme.palette, place.left()
        self._hairline(painter, place)
        middle = place.top() + self._px((_KEYS_PX - _GAP_PX) / 2 + 3)
        for key, words in sheet.keys:
            cap = QRectF(x, 0, self._width(key, _KEY) + self._px(10), self._px(_KEYCAP_PX))
            cap.moveTop(round(middle - cap.height() / 2))
            painter.setPen(QPen(qcolor(colors.line2), 1))
            painter.setBrush(qcolor(colors.control))
            painter.drawRoundedRect(cap.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            self._center(painter, cap, key, _KEY)
            x = cap.right() + self._px(7)
            line = QRectF(x, cap.top(), place.right() - x, cap.height())
            x += self._write(painter, line, words, _NOTE) + self._px(16)

    def _hairline(self, painter: QPainter, place: QRectF) -> None:
        line = QRectF(place.left(), round(place.top()), place.width(), 1)
        painter.fillRect(line, qcolor(self._theme.palette.line))


def _rows(sheet: GhostSheet) -> list[tuple[str, str, Voice]]:
    """Return the lines below the figures: words, what they count, how they are written."""
    rows = [(sheet.refusal, "", _REFUSED)] if sheet.refusal else []
    rows += [(sheet.cover, "", _COVER)] if sheet.cover else []
    rows += [(words, value, _NOTE) for words, value in sheet.lines]
    if sheet.rest or sheet.needs:
        rows.append((sheet.rest, sheet.needs, _NOTE))
    return rows


def _around(middle: Point, reach: Point) -> QRectF:
    return QRectF(middle[0] - reach[0], middle[1] - reach[1], 2 * reach[0], 2 * reach[1])


Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels: plain numbers, for it is reckoned anew at every scroll."""


def best_place(
    size: QSize, target: QRectF, line: QLineF | None, others: tuple[QRectF, ...], room: QRectF
) -> QPointF:
    """Return where a plate lies best beside a target, all in pixels.

    Args:
        size: Of the plate.
        target: The target's token.
        line: The line to it, which stays free.
        others: Other tokens, hidden only where there is no better place.
        room: What is seen of the map: the plate is in it, whatever else.
    """
    width, height = size.width(), size.height()
    token, seen = _plain(target), _plain(room)
    bodies = [_plain(one) for one in others]
    way = None if line is None else (line.x1(), line.y1(), line.x2(), line.y2())
    best: tuple[float, float, float] = (0.0, 0.0, 0.0)
    for reach in (0, _STEPS_OFF):  # close by, else as far off as it takes
        rated = []
        for x in _offsets(token[0], token[2], width, reach):
            for y in _offsets(token[1], token[3], height, reach):
                left = max(seen[0], min(x, seen[2] - width))
                top = max(seen[1], min(y, seen[3] - height))
                box = (left, top, left + width, top + height)
                rated.append((_badness(box, token, way, bodies), left, top))
        best = min(rated)
        if best[0] < _ON_LINE:
            break
    return QPointF(best[1], best[2])


def _offsets(low: float, high: float, length: float, reach: int) -> list[float]:
    """Return where a length may begin beside, across or off a target that goes from low to high."""
    middle = (low + high) / 2
    across = [middle - length * share for share in (0.1, 0.5, 0.9)]
    off = [FREE_PX + step * _STEP_OFF_PX for step in range(reach + 1)]
    return [*across, *(high + far for far in off), *(low - far - length for far in off)]


def _plain(box: QRectF) -> Box:
    return box.left(), box.top(), box.right(), box.bottom()


def _badness(box: Box, target: Box, way: Box | None, bodies: list[Box]) -> float:
    free = FREE_PX - 1
    around = (box[0] - free, box[1] - free, box[2] + free, box[3] + free)
    bad = _ON_TARGET * _meet(around, target)
    if way is not None and _crosses(way, around):
        bad += _ON_LINE
    bad += _ON_OTHER * sum(_meet(box, one) for one in bodies)
    dx = (box[0] + box[2] - target[0] - target[2]) / 2
    dy = (box[1] + box[3] - target[1] - target[3]) / 2
    return bad + _FAR * math.hypot(dx, dy)


def _meet(one: Box, other: Box) -> bool:
    is_level = one[0] < other[2] and other[0] < one[2]
    return is_level and one[1] < other[3] and other[1] < one[3]


def _crosses(way: Box, box: Box) -> bool:
    """Return whether a line, from its first to its second point, goes through a box."""
    x, y, end_x, end_y = way
    first, last = 0.0, 1.0
    for start, run, low, high in ((x, end_x - x, box[0], box[2]), (y, end_y - y, box[1], box[3])):
        if not run:
            if not low < start < high:
                return False
            continue
        shares = sorted(((low - start) / run, (high - start) / run))
        first, last = max(first, shares[0]), min(last, shares[1])
    return first < last
