"""Marks behind words that were looked for, in one line or in several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTextLayout

from gridwar.ui.widgets.painting.themed_painter import NOTE, Voice, voice_font

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QTextLine

    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter


def mark_words(
    painter: ThemedPainter, box: QRectF, words: str, voice: Voice, marks: tuple[str, ...]
) -> None:
    """Lay a plate behind each place in one line of words where a mark stands."""
    for start, end in places(words, marks):
        left = box.left() + painter.width(words[:start], voice)
        right = min(box.right(), box.left() + painter.width(words[:end], voice))
        if left < right:
            _plate(
                painter,
                QRectF(left, box.center().y() - painter.px(8), right - left, painter.px(16)),
            )


def mark_wrapped(painter: ThemedPainter, box: QRectF, words: str, marks: tuple[str, ...]) -> None:
    """Lay plates behind marks in notes that run over several lines."""
    found = tuple(places(words, marks))
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


def places(words: str, marks: tuple[str, ...]) -> Iterator[tuple[int, int]]:
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
