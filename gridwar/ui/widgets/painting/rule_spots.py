"""Where rule ids stand in words that a widget shows: there the pointer finds the rule's card.

Whatever draws with a `ThemedPainter` has its spots without doing anything for it; a plain label
is measured when the pointer is over it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QTextLayout

from gridwar.control.text_format import rule_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QLabel

_UNBOUND_PX = 1e6
_ROUND_PX = 4
_LINE_BREAK = "\u2028"
"""As a layout of text wants it."""


class RuleSpot(Struct, frozen=True):
    """A rule id, where it stands, or what it is of; ``said`` is told of that place anyway."""

    rule_id: str
    words_box: QRectF
    said: str = ""

    @property
    def box(self) -> QRectF:
        """Where the pointer is on it: it need not be hit to the pixel."""
        return self.words_box.adjusted(-_ROUND_PX, -_ROUND_PX, _ROUND_PX, _ROUND_PX)


def rule_spots(
    words: str, face: QFont, box: QRectF, align: Qt.AlignmentFlag, *, wraps: bool = False
) -> Iterator[RuleSpot]:
    """Yield the rule ids of words in a box.

    Args:
        words: As they are shown, in one line or, if they wrap, in several.
        face: Their font.
        box: Where they stand.
        align: How they stand in it.
        wraps: Whether lines are broken at the box's width.
    """
    places = tuple(rule_places(words))
    if not places:
        return
    layout = QTextLayout(words.replace("\n", _LINE_BREAK), face)
    height = _lay_out(layout, box.width() if wraps else _UNBOUND_PX)
    metrics, top = QFontMetricsF(face), box.top()
    if align & Qt.AlignmentFlag.AlignVCenter:
        top += (box.height() - height) / 2
    for rule_id, start, end in places:
        line = layout.lineForTextPosition(start)
        first, last = line.textStart(), line.textStart() + line.textLength()
        left = box.left() + _indent(box.width() - line.naturalTextWidth(), align)
        left += metrics.horizontalAdvance(words[first:start])
        width = metrics.horizontalAdvance(words[start : min(end, last)])
        yield RuleSpot(rule_id, QRectF(left, top + line.y(), width, line.height()))


def _lay_out(layout: QTextLayout, width_px: float) -> float:
    """Break words into lines; return their height."""
    y = 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width_px)
        line.setPosition(QPointF(0, y))
        y += line.height()
    layout.endLayout()
    return y


def _indent(spare_px: float, align: Qt.AlignmentFlag) -> float:
    if align & Qt.AlignmentFlag.AlignRight:
        return spare_px
    return spare_px / 2 if align & Qt.AlignmentFlag.AlignHCenter else 0.0


def label_spots(label: QLabel) -> Iterator[RuleSpot]:
    """Yield the rule ids of a plain label."""
    box = QRectF(label.contentsRect())
    return rule_spots(label.text(), label.font(), box, label.alignment(), wraps=label.wordWrap())


def spot_at(spots: Iterable[RuleSpot], place: QPointF) -> RuleSpot | None:
    """Return the spot at a place, or none."""
    return next((spot for spot in spots if spot.box.contains(place)), None)


def rule_at(spots: Iterable[RuleSpot], place: QPointF) -> str:
    """Return the rule whose id stands at a place, or nothing."""
    spot = spot_at(spots, place)
    return "" if spot is None else spot.rule_id
