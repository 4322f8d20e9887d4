"""How one entry of the log is drawn: node on the spine, headline, reasons, dice, branches.

Owns the geometry of an entry, for drawing and for finding what the pointer is on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainterPath, QPen

from gridwar.control.records.panel_records import Tone
from gridwar.text import _
from gridwar.ui.panels.log_marks import mark_words, mark_wrapped
from gridwar.ui.style.palette import qcolor
from gridwar.ui.widgets.figures.value_table import TableLayout, table_text
from gridwar.ui.widgets.painting.themed_painter import (
    LABEL,
    NOTE,
    RIGHT,
    SMALL,
    STRONG,
    ThemedPainter,
    Voice,
    advance,
    tone_color,
    voice_font,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.records.panel_records import LogEntry, LogLine
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.figures.record_list import RowState

_SPINE_X_PX = 20
_WORDS_X_PX = 36
_RIGHT_PX = 14
_HEAD_PX = 21
_NODE_PX = 30
_LINE_PX = 18
_DICE_PX = 25
_DIE_PX = 19
_DIGITS, _DIGIT_PX = 2, 7
_BRANCH_PX = 22
_GAP_PX = 10
_TABLE_GAP_PX = 6
_VALUE_PX = 34
_WIDTHS = 2  # with and without a scroll bar
_WORD_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop


class LogPart(Struct, frozen=True):
    """What the pointer is on in an entry."""

    kind: Literal["none", "node", "pencil", "rule", "branch"]
    text: str = ""
    row_id: int = 0


class _Place(Struct, frozen=True):
    line: LogLine
    box: QRectF
    words: QRectF
    """Where the words go, left of value and rule."""
    value_drop: float = 0.0
    """How far below the first line the value stands: beside the words there may be no room."""


class LogPainter:
    """Draws entries and remembers their heights."""

    def __init__(self, theme: Theme) -> None:
        self.hot: tuple[int, LogPart] | None = None
        self.marks: tuple[str, ...] = ()
        """Words looked for, in lower case: they are marked wherever they stand."""
        self._theme = theme
        self.heights: dict[int, dict[LogEntry, int]] = {}
        """By width, for the last few widths."""

    def set_theme(self, theme: Theme) -> None:
        """Take on a theme."""
        self._theme = theme
        self.heights.clear()

    def height(self, item: LogEntry, width_px: int) -> int:
        """Return how high an entry is at a width."""
        if width_px not in self.heights:
            while len(self.heights) >= _WIDTHS:
                del self.heights[next(iter(self.heights))]
            self.heights[width_px] = {}
        known = self.heights[width_px].get(item)
        if known is None:
            box = QRectF(0, 0, width_px, 0)
            bottom = self._px(_HEAD_PX)
            for place in self._places(item, box):
                bottom = place.box.bottom()
            for _layout, where in self._tables(item, box):
                bottom = where.bottom()
            known = round(bottom + self._px(_BRANCH_PX) * len(item.branches) + self._px(_GAP_PX))
            self.heights[width_px][item] = known
        return known

    def words(self, item: LogEntry) -> str:
        """Return the entry as text."""
        return as_text(item)

    def tooltip(self, item: LogEntry) -> str:
        """Return nothing: everything stands in the entry."""
        del item
        return ""

    def part_at(self, entry: LogEntry, box: QRectF, place: QPointF) -> LogPart:
        """Return what lies at a point of an entry drawn in a box."""
        node = QRectF(box.left(), box.top() - 2, self._px(_WORDS_X_PX - 2), self._px(_NODE_PX))
        if node.contains(place):
            return LogPart("node")
        if entry.can_amend and self._pencil(box).contains(place):
            return LogPart("pencil")
        for spot in self._places(entry, box):
            if spot.line.rule_id:
                width = advance(spot.line.rule_id, SMALL, self._theme)
                rule = QRectF(spot.box.right() - width, spot.box.top(), width, self._px(_LINE_PX))
                if rule.contains(place):
                    return LogPart("rule", spot.line.rule_id)
        for layout, where in self._tables(entry, box):
            if rule_id := layout.rule_at(where, place):
                return LogPart("rule", rule_id)
        for number, branch in enumerate(entry.branches):
            if self._branch_box(entry, box, number).contains(place):
                return LogPart("branch", branch.text, branch.row_id)
        return LogPart("none")

    # --- geometry --------------------------------------------------------------------------------

    def _px(self, size_px: float) -> float:
        return size_px * self._theme.scale

    def _pencil(self, box: QRectF) -> QRectF:
        edge = self._px(28)
        top = box.top() - self._px(2)
        return QRectF(box.right() - edge - self._px(_RIGHT_PX - 6), top, edge, edge)

    def _branch_box(self, entry: LogEntry, box: QRectF, number: int) -> QRectF:
        bottom = box.bottom() - self._px(_GAP_PX - 2)
        top = bottom - self._px(_BRANCH_PX) * (len(entry.branches) - number)
        left = box.left() + self._px(_WORDS_X_PX)
        return QRectF(left, top, box.right() - left - self._px(_RIGHT_PX), self._px(_BRANCH_PX))

    def _places(self, entry: LogEntry, box: QRectF) -> Iterator[_Place]:
        top = box.top() + self._px(_HEAD_PX)
        left = box.left() + self._px(_WORDS_X_PX)
        right = box.right() - self._px(_RIGHT_PX)
        for line in entry.lines:
            start = left + self._dice_width(line)
            room = right - start
            if line.rule_id:
                room -= advance(line.rule_id, SMALL, self._theme) + self._px(10)
            beside = room
            if line.value:
                beside -= max(self._px(_VALUE_PX), self._width(line.value, LABEL) + self._px(8))
            longest = max((self._width(word, NOTE) for word in line.text.split()), default=0.0)
            is_below = beside < longest
            wide = room if is_below else max(self._px(40), beside)
            words = QRectF(start, top, wide, self._px(_LINE_PX))
            height = self._px(_DICE_PX if line.faces else _LINE_PX)
            if line.text and self._width(line.text, NOTE) > words.width():
                words.setHeight(self._wrapped(line.text, words.width()))
                height = max(height, words.height() + self._px(2))
            drop = words.height() if is_below else 0.0
            height += self._px(_LINE_PX) if is_below else 0.0
            yield _Place(line, QRectF(left, top, right - left, height), words, drop)
            top += height

    def _tables(self, entry: LogEntry, box: QRectF) -> Iterator[tuple[TableLayout, QRectF]]:
        """Return the tables of an entry below its lines, and where they stand."""
        if not entry.tables:
            return
        left = box.left() + self._px(_WORDS_X_PX)
        right = box.right() - self._px(_RIGHT_PX)
        top = max(
            [place.box.bottom() for place in self._places(entry, box)],
            default=box.top() + self._px(_HEAD_PX),
        )
        for table in entry.tables:
            layout = TableLayout(self._theme, table, right - left)
            yield layout, QRectF(left, top, right - left, layout.height)
            top += layout.height + self._px(_TABLE_GAP_PX)

    def _dice_width(self, line: LogLine) -> float:
        return self._px(sum(_die_px(face) + 5 for face in line.faces) + 4) if line.faces else 0.0

    def _width(self, words: str, voice: Voice) -> float:
        return advance(words, voice, self._theme)

    def _wrapped(self, words: str, width: float) -> float:
        metrics = QFontMetrics(voice_font(NOTE, self._theme))
        box = metrics.boundingRect(QRect(0, 0, int(width), 10000), _WORD_WRAP, words)
        return max(self._px(_LINE_PX), box.height())

    # --- drawing ---------------------------------------------------------------------------------

    def draw(self, painter: ThemedPainter, box: QRectF, item: LogEntry, state: RowState) -> None:
        """Draw an entry."""
        colors = painter.colors
        hot = self.hot[1] if self.hot is not None and self.hot[0] == item.row_id else None
        if state.current:
            painter.rounded_box(
                box.adjusted(painter.px(28), 0, -painter.px(6), -painter.px(4)),
                8,
                None,
                colors.accent,
            )
        self._spine(painter, box, item, hot)
        self._headline(painter, box, item, hot, pointed=state.hot)
        for place in self._places(item, box):
            self._line(painter, place, hot, colors.text3 if item.undone else colors.text2)
        for layout, where in self._tables(item, box):
            layout.draw(painter, where, colors.text3 if item.undone else colors.text2)
        for number, branch in enumerate(item.branches):
            where = self._branch_box(item, box, number)
            over = hot is not None and hot.kind == "branch" and hot.row_id == branch.row_id
            color = colors.text if over else colors.text2
            painter.icon(
                "git-branch", QPointF(where.left() + painter.px(7), where.center().y()), 14, color
            )
            painter.text(where.adjusted(painter.px(20), 0, 0, 0), branch.text, NOTE, color)

    def _spine(
        self, painter: ThemedPainter, box: QRectF, item: LogEntry, hot: LogPart | None
    ) -> None:
        colors, qpainter = painter.colors, painter.qpainter
        x = box.left() + painter.px(_SPINE_X_PX)
        node = QPointF(x, box.top() + painter.px(10))
        pen = QPen(qcolor(colors.line2 if item.undone else colors.line), 2)
        if item.undone:
            pen.setDashPattern([2, 2])
        qpainter.setPen(pen)
        qpainter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        qpainter.setPen(QPen(qcolor(colors.line), 2))
        qpainter.setBrush(Qt.BrushStyle.NoBrush)
        for number in range(len(item.branches)):
            end = self._branch_box(item, box, number)
            fork = QPainterPath(QPointF(x, end.top() - painter.px(4)))
            fork.quadTo(QPointF(x, end.center().y()), QPointF(end.left(), end.center().y()))
            qpainter.drawPath(fork)
        if hot is not None and hot.kind == "node":
            qpainter.setPen(Qt.PenStyle.NoPen)
            qpainter.setBrush(qcolor(colors.accent_ground))
            qpainter.drawEllipse(node, painter.px(11), painter.px(11))
            painter.icon("history", node, 14, colors.accent)
            return
        qpainter.setPen(QPen(qcolor(colors.panel), 3))
        qpainter.setBrush(qcolor(colors.accent if item.current else colors.line2))
        if item.undone or item.is_open:
            qpainter.setPen(QPen(qcolor(colors.line2 if item.undone else colors.accent), 1.6))
            qpainter.setBrush(qcolor(colors.panel))
        qpainter.drawEllipse(node, painter.px(5), painter.px(5))

    def _headline(
        self,
        painter: ThemedPainter,
        box: QRectF,
        item: LogEntry,
        hot: LogPart | None,
        *,
        pointed: bool,
    ) -> None:
        colors = painter.colors
        left = box.left() + painter.px(_WORDS_X_PX)
        where = QRectF(
            left, box.top(), box.right() - painter.px(_RIGHT_PX) - left, painter.px(_HEAD_PX)
        )
        if hot is not None and hot.kind == "node":
            words = _("Forward to here") if item.undone else _("Back to here")
            painter.text(where, words, STRONG, colors.accent)
            return
        if pointed and item.can_amend:
            spot = self._pencil(box)
            over = hot is not None and hot.kind == "pencil"
            if over:
                painter.rounded_box(spot, 8, colors.raised)
            painter.icon("pencil", spot.center(), 14, colors.text if over else colors.text3)
            where.setRight(spot.left() - painter.px(2))
        used = 0.0
        if item.result:
            tone = Tone.QUIET if item.undone else item.tone
            used = painter.text(where, item.result, STRONG, tone_color(colors, tone), RIGHT)
            used += painter.px(10)
        where.setRight(where.right() - used)
        mark_words(painter, where, item.headline, STRONG, self.marks)
        painter.text(where, item.headline, STRONG, colors.text3 if item.undone else colors.text)

    def _line(self, painter: ThemedPainter, place: _Place, hot: LogPart | None, tint: str) -> None:
        line, colors = place.line, painter.colors
        right = place.box.right()
        first = QRectF(place.box.left(), place.box.top(), place.box.width(), painter.px(_LINE_PX))
        if line.faces:
            self._dice(painter, place)
            first.moveTop(first.top() + painter.px(2))
        if line.rule_id:
            over = hot is not None and hot.kind == "rule" and hot.text == line.rule_id
            color = colors.text if over else colors.text3
            width = painter.width(line.rule_id, SMALL)
            spot = QRectF(first.right() - width, first.top(), width, first.height())
            mark_words(painter, spot, line.rule_id, SMALL, self.marks)
            right -= painter.text(first, line.rule_id, SMALL, color, RIGHT) + painter.px(10)
        if line.value:
            first.setRight(place.box.right() if place.value_drop else right)
            first.translate(0, place.value_drop)
            painter.text(first, line.value, (LABEL[0], 12, 600), tint, RIGHT)
        if place.words.height() > painter.px(_LINE_PX) + 1:
            mark_wrapped(painter, place.words, line.text, self.marks)
            painter.qpainter.setFont(voice_font(NOTE, self._theme))
            painter.qpainter.setPen(qcolor(tint))
            painter.qpainter.drawText(place.words, _WORD_WRAP, line.text)
        else:
            words = place.words.translated(0, painter.px(2) if line.faces else 0)
            mark_words(painter, words, line.text, NOTE, self.marks)
            painter.text(words, line.text, NOTE, tint)

    def _dice(self, painter: ThemedPainter, place: _Place) -> None:
        x, line = place.box.left(), place.line
        for at, face in enumerate(line.faces):
            width = painter.px(_die_px(face) - 1)
            box = QRectF(round(x), round(place.box.top() + painter.px(1)), width, painter.px(19))
            painter.die(box, str(face), (LABEL[0], 12, 600), waiting=at in line.ringed)
            if at in line.struck:
                painter.qpainter.setPen(QPen(qcolor(painter.colors.text), 1.6))
                painter.qpainter.drawLine(box.bottomLeft(), box.topRight())
            x += painter.px(_die_px(face) + 5)


def _die_px(face: int) -> int:
    """Return the width of a die: a hundred needs more room."""
    return _DIE_PX + _DIGIT_PX * max(0, len(str(face)) - _DIGITS)


def as_text(entry: LogEntry) -> str:
    """Return an entry as lines of text, for search, copy and screen readers."""
    lines = [" ".join(part for part in (entry.headline, entry.result) if part)]
    for line in entry.lines:
        faces = " ".join(f"[{face}]" for face in line.faces)
        lines.append(
            "  ".join(part for part in (faces, line.text, line.value, line.rule_id) if part)
        )
    lines.extend(map(table_text, entry.tables))
    lines.extend(branch.text for branch in entry.branches)
    return "\n".join(lines)
