"""How one entry of the log is drawn: node on the spine, headline, reasons, dice, branches.

Owns their strokes and the marks behind words looked for; places are ``log_entry_geometry``'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPen, QTextLayout

from gridwar.control.records.panel_records import Tone
from gridwar.text import _
from gridwar.ui.panels.log_entry_geometry import (
    HEAD_LINE_PX,
    HEAD_PX,
    LINE_PX,
    RIGHT_PX,
    SPINE_X_PX,
    WORD_WRAP,
    WORDS_X_PX,
    LogGeometry,
    LogPart,
    LogPlace,
    die_px,
)
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.tone_colors import tone_color
from gridwar.ui.widgets.figures.value_table import table_text
from gridwar.ui.widgets.painting.themed_painter import (
    LABEL,
    NOTE,
    RIGHT,
    SMALL,
    STRONG,
    ThemedPainter,
    Voice,
    voice_font,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QTextLine

    from gridwar.control.records.log_records import LogEntry
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.figures.record_list import RowState


class LogPainter:
    """Draws entries."""

    def __init__(self, theme: Theme) -> None:
        self.hot: tuple[int, LogPart] | None = None
        self.named: tuple[int, str] | None = None
        """The entry and the rule of its line whose card is open."""
        self.marks: tuple[str, ...] = ()
        """Words looked for, in lower case: they are marked wherever they stand."""
        self._theme = theme
        self.geometry = LogGeometry(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take on a theme."""
        self._theme = theme
        self.geometry.set_theme(theme)

    def height(self, item: LogEntry, width_px: int) -> int:
        """Return how high an entry is at a width."""
        return self.geometry.height(item, width_px)

    def words(self, item: LogEntry) -> str:
        """Return the entry as text."""
        return as_text(item)

    def tooltip(self, item: LogEntry) -> str:
        """Return nothing: everything stands in the entry."""
        del item
        return ""

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
        for place in self.geometry.places(item, box):
            if self.named == (item.row_id, place.line.rule_id):
                plate = place.box.adjusted(-painter.px(6), 0, painter.px(6), 0)
                painter.rounded_box(plate, 6, colors.accent_ground)
            self._line(painter, place, hot, colors.text3 if item.undone else colors.text2)
        for layout, where in self.geometry.tables(item, box):
            layout.draw(painter, where, colors.text3 if item.undone else colors.text2)
        for number, branch in enumerate(item.branches):
            where = self.geometry.branch_box(item, box, number)
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
        x = box.left() + painter.px(SPINE_X_PX)
        node = QPointF(x, box.top() + painter.px(10))
        pen = QPen(qcolor(colors.line2 if item.undone else colors.line), 2)
        if item.undone:
            pen.setDashPattern([2, 2])
        qpainter.setPen(pen)
        qpainter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        qpainter.setPen(QPen(qcolor(colors.line), 2))
        qpainter.setBrush(Qt.BrushStyle.NoBrush)
        for number in range(len(item.branches)):
            end = self.geometry.branch_box(item, box, number)
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
        left = box.left() + painter.px(WORDS_X_PX)
        where = QRectF(
            left, box.top(), box.right() - painter.px(RIGHT_PX) - left, painter.px(HEAD_PX)
        )
        if hot is not None and hot.kind == "node":
            words = _("Forward to here") if item.undone else _("Back to here")
            painter.text(where, words, STRONG, colors.accent)
            return
        head = self.geometry.head(item, box)
        spots = self._signs(item, box) if pointed else ()
        tone = tone_color(colors, Tone.QUIET if item.undone else item.tone)
        for number, words in enumerate(head.lines):
            line = where.translated(0, painter.px(HEAD_LINE_PX) * number)
            mark_words(painter, line, words, STRONG, self.marks)
            painter.text(line, words, STRONG, colors.text3 if item.undone else colors.text)
        for number, words in enumerate(head.results, start=head.result_from):
            line = where.translated(0, painter.px(HEAD_LINE_PX) * number)
            shift = where.right() - spots[-1][2].left() if spots and number == 0 else 0.0
            free = where.width() - painter.width(head.lines[0], STRONG) - painter.px(10)
            if number > 0 or painter.width(words, STRONG) + shift <= free:
                line.setRight(line.right() - shift)
            painter.text(line, words, STRONG, tone, RIGHT)
        for kind, icon, spot in spots:
            over = hot is not None and hot.kind == kind
            ground = colors.raised if over else colors.panel
            painter.rounded_box(spot, 8, ground)
            painter.icon(icon, spot.center(), 14, colors.text if over else colors.text3)

    def _signs(self, item: LogEntry, box: QRectF) -> tuple[tuple[str, str, QRectF], ...]:
        """Return what can be done with an entry under the pointer, from the right."""
        pin = ("place", "map-pin", self.geometry.pin(item, box))
        pencil = ("pencil", "pencil", self.geometry.pencil(box))
        return (pencil, pin) if item.can_amend else (pin,)

    def _line(
        self, painter: ThemedPainter, place: LogPlace, hot: LogPart | None, tint: str
    ) -> None:
        line, colors = place.line, painter.colors
        right = place.box.right()
        first = QRectF(place.box.left(), place.box.top(), place.box.width(), painter.px(LINE_PX))
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
        if place.words.height() > painter.px(LINE_PX) + 1:
            mark_wrapped(painter, place.words, line.text, self.marks)
            painter.qpainter.setFont(voice_font(NOTE, self._theme))
            painter.qpainter.setPen(qcolor(tint))
            painter.qpainter.drawText(place.words, WORD_WRAP, line.text)
        else:
            words = place.words.translated(0, painter.px(2) if line.faces else 0)
            mark_words(painter, words, line.text, NOTE, self.marks)
            painter.text(words, line.text, NOTE, tint)

    def _dice(self, painter: ThemedPainter, place: LogPlace) -> None:
        x, line = place.box.left(), place.line
        for at, face in enumerate(line.faces):
            width = painter.px(die_px(face) - 1)
            box = QRectF(round(x), round(place.box.top() + painter.px(1)), width, painter.px(19))
            painter.die(box, str(face), (LABEL[0], 12, 600), waiting=at in line.ringed)
            if at in line.struck:
                painter.qpainter.setPen(QPen(qcolor(painter.colors.text), 1.6))
                painter.qpainter.drawLine(box.bottomLeft(), box.topRight())
            x += painter.px(die_px(face) + 5)


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


def mark_words(
    painter: ThemedPainter, box: QRectF, words: str, voice: Voice, marks: tuple[str, ...]
) -> None:
    """Lay a plate behind each place in one line of words where a mark stands."""
    for start, end in mark_places(words, marks):
        left = box.left() + painter.width(words[:start], voice)
        right = min(box.right(), box.left() + painter.width(words[:end], voice))
        if left < right:
            _plate(
                painter,
                QRectF(left, box.center().y() - painter.px(8), right - left, painter.px(16)),
            )


def mark_wrapped(painter: ThemedPainter, box: QRectF, words: str, marks: tuple[str, ...]) -> None:
    """Lay plates behind marks in notes that run over several lines."""
    found = tuple(mark_places(words, marks))
    if not found:
        return
    layout = QTextLayout(words, voice_font(NOTE, painter.theme))
    layout.beginLayout()
    y = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(box.width())
        line.setPosition(QPointF(0, y))
        y += line.height()
        first, last = line.textStart(), line.textStart() + line.textLength()
        for start, end in found:
            if start < last and end > first:
                left = _x_in(line, max(start, first))
                right = _x_in(line, min(end, last))
                top = box.top() + line.y()
                _plate(painter, QRectF(box.left() + left, top, right - left, line.height()))
    layout.endLayout()


def mark_places(words: str, marks: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Find where marks stand in words, whatever the case of their letters."""
    text = words.lower()
    for mark in marks:
        at = text.find(mark) if len(text) == len(words) else -1
        while at >= 0:
            yield at, at + len(mark)
            at = text.find(mark, at + len(mark))


def _x_in(line: QTextLine, at: int) -> float:
    found = line.cursorToX(at)
    assert isinstance(found, tuple)  # Qt's out-parameter: the place, and the letter it fell on
    return float(found[0])


def _plate(painter: ThemedPainter, box: QRectF) -> None:
    painter.rounded_box(
        box.adjusted(-1, 0, 1, 0), 3, painter.colors.accent_ground, painter.colors.accent
    )
