"""Where everything stands in one entry of the log, for drawing and for the pointer.

Owns the heights of entries, by width.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics

from gridwar.ui.widgets.figures.value_table import TableLayout
from gridwar.ui.widgets.painting.themed_painter import (
    LABEL,
    NOTE,
    SMALL,
    STRONG,
    Voice,
    advance,
    voice_font,
    word_lines,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.records.log_records import LogEntry, LogLine
    from gridwar.ui.style.theme import Theme

SPINE_X_PX = 20
WORDS_X_PX = 36
RIGHT_PX = 14
HEAD_PX = 21
HEAD_LINE_PX = 17
_NODE_PX = 30
LINE_PX = 18
_DICE_PX = 25
_DIE_PX = 19
_DIGITS, _DIGIT_PX = 2, 7
_BRANCH_PX = 22
_GAP_PX = 10
_TABLE_GAP_PX = 6
_VALUE_PX = 34
_WIDTHS = 2  # with and without a scroll bar
WORD_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop


class LogPart(Struct, frozen=True):
    """What the pointer is on in an entry."""

    kind: Literal["none", "node", "pencil", "place", "rule", "branch"]
    text: str = ""
    row_id: int = 0


class LogPlace(Struct, frozen=True):
    """A line of an entry and where it stands."""

    line: LogLine
    box: QRectF
    words: QRectF
    """Where the words go, left of value and rule."""
    value_drop: float = 0.0
    """How far below the first line the value stands: beside the words there may be no room."""


class LogHead(Struct, frozen=True):
    """The headline of an entry in lines, its result in lines, and how high both are.

    ``result_from`` is the line of the head in which the result begins.
    """

    lines: tuple[str, ...]
    results: tuple[str, ...]
    result_from: int
    height: float


class LogGeometry:
    """Where the parts of entries stand in the boxes they are drawn in."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.heights: dict[int, dict[LogEntry, int]] = {}
        """By width, for the last few widths."""

    def set_theme(self, theme: Theme) -> None:
        """Measure by another theme."""
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
            bottom = self.head(item, box).height
            for place in self.places(item, box):
                bottom = place.box.bottom()
            for _layout, where in self.tables(item, box):
                bottom = where.bottom()
            known = round(bottom + self._px(_BRANCH_PX) * len(item.branches) + self._px(_GAP_PX))
            self.heights[width_px][item] = known
        return known

    def part_at(self, entry: LogEntry, box: QRectF, place: QPointF) -> LogPart:
        """Return what lies at a point of an entry drawn in a box."""
        sign = self._sign_at(entry, box, place)
        if sign is not None:
            return sign
        for spot in self.places(entry, box):
            if spot.line.rule_id:
                width = advance(spot.line.rule_id, SMALL, self._theme)
                rule = QRectF(spot.box.right() - width, spot.box.top(), width, self._px(LINE_PX))
                if rule.contains(place):
                    return LogPart("rule", spot.line.rule_id)
        for layout, where in self.tables(entry, box):
            if rule_id := layout.rule_at(where, place):
                return LogPart("rule", rule_id)
        for number, branch in enumerate(entry.branches):
            if self.branch_box(entry, box, number).contains(place):
                return LogPart("branch", branch.text, branch.row_id)
        return LogPart("none")

    def head(self, entry: LogEntry, box: QRectF) -> LogHead:
        """Return how the headline is broken: whole, and its result beside or below its last line.

        A head that has room in one line has it so.
        """
        width = box.width() - self._px(WORDS_X_PX + RIGHT_PX)
        lines = word_lines(entry.headline, STRONG, self._theme, width)
        results: tuple[str, ...] = ()
        start = len(lines) - 1
        if entry.result:
            results = word_lines(entry.result, STRONG, self._theme, width)
            used = self._width(lines[-1], STRONG) + self._width(results[0], STRONG)
            start += len(results) > 1 or used + self._px(_GAP_PX) > width
        count = max(len(lines), start + len(results))
        height = self._px(HEAD_PX) + self._px(HEAD_LINE_PX) * (count - 1)
        return LogHead(lines, results, start, height)

    def _px(self, size_px: float) -> float:
        return size_px * self._theme.scale

    def pencil(self, box: QRectF) -> QRectF:
        """Return where the pencil stands that amends an entry."""
        edge = self._px(22)
        top = box.top() - self._px(1)
        return QRectF(box.right() - edge - self._px(RIGHT_PX - 6), top, edge, edge)

    def _sign_at(self, entry: LogEntry, box: QRectF, place: QPointF) -> LogPart | None:
        """Return what lies at a point of the headline: node, pencil or pin."""
        node = QRectF(box.left(), box.top() - 2, self._px(WORDS_X_PX - 2), self._px(_NODE_PX))
        if node.contains(place):
            return LogPart("node")
        if entry.can_amend and self.pencil(box).contains(place):
            return LogPart("pencil")
        return LogPart("place") if self.pin(entry, box).contains(place) else None

    def pin(self, entry: LogEntry, box: QRectF) -> QRectF:
        """Return where the pin stands that shows the place of an entry on the map."""
        pencil = self.pencil(box)
        return pencil.translated(-pencil.width(), 0) if entry.can_amend else pencil

    def branch_box(self, entry: LogEntry, box: QRectF, number: int) -> QRectF:
        """Return where a branch stands, counted from the top."""
        bottom = box.bottom() - self._px(_GAP_PX - 2)
        top = bottom - self._px(_BRANCH_PX) * (len(entry.branches) - number)
        left = box.left() + self._px(WORDS_X_PX)
        return QRectF(left, top, box.right() - left - self._px(RIGHT_PX), self._px(_BRANCH_PX))

    def places(self, entry: LogEntry, box: QRectF) -> Iterator[LogPlace]:
        """Return the lines of an entry and where they stand."""
        top = box.top() + self.head(entry, box).height
        left = box.left() + self._px(WORDS_X_PX)
        right = box.right() - self._px(RIGHT_PX)
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
            words = QRectF(start, top, wide, self._px(LINE_PX))
            height = self._px(_DICE_PX if line.faces else LINE_PX)
            if line.text and self._width(line.text, NOTE) > words.width():
                words.setHeight(self._wrapped(line.text, words.width()))
                height = max(height, words.height() + self._px(2))
            drop = words.height() if is_below else 0.0
            height += self._px(LINE_PX) if is_below else 0.0
            yield LogPlace(line, QRectF(left, top, right - left, height), words, drop)
            top += height

    def line_of(self, entry: LogEntry, box: QRectF, rule_id: str) -> QRectF:
        """Return where the first line is that names a rule; the whole entry where none does."""
        places = (one.box for one in self.places(entry, box) if one.line.rule_id == rule_id)
        return next(places, box)

    def tables(self, entry: LogEntry, box: QRectF) -> Iterator[tuple[TableLayout, QRectF]]:
        """Return the tables of an entry below its lines, and where they stand."""
        if not entry.tables:
            return
        left = box.left() + self._px(WORDS_X_PX)
        right = box.right() - self._px(RIGHT_PX)
        top = max(
            [place.box.bottom() for place in self.places(entry, box)],
            default=box.top() + self.head(entry, box).height,
        )
        for table in entry.tables:
            layout = TableLayout(self._theme, table, right - left)
            yield layout, QRectF(left, top, right - left, layout.height)
            top += layout.height + self._px(_TABLE_GAP_PX)

    def _dice_width(self, line: LogLine) -> float:
        return self._px(sum(die_px(face) + 5 for face in line.faces) + 4) if line.faces else 0.0

    def _width(self, words: str, voice: Voice) -> float:
        return advance(words, voice, self._theme)

    def _wrapped(self, words: str, width: float) -> float:
        metrics = QFontMetrics(voice_font(NOTE, self._theme))
        box = metrics.boundingRect(QRect(0, 0, int(width), 10000), WORD_WRAP, words)
        return max(self._px(LINE_PX), box.height())


def die_px(face: int) -> int:
    """Return the width of a die: a hundred needs more room."""
    return _DIE_PX + _DIGIT_PX * max(0, len(str(face)) - _DIGITS)
