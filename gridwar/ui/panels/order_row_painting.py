"""The rows of the order: how somebody's place in it is drawn, and where its buttons are."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPen

from gridwar.control.records.panel_records import OrderRow
from gridwar.model.silhouettes import silhouette_of
from gridwar.text import _
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.row_heights import GROUP_ROW_PX, PERSON_ROW_PX
from gridwar.ui.widgets.controls.labels import draw_heading
from gridwar.ui.widgets.painting.themed_painter import (
    NAME,
    NUMBER,
    RIGHT,
    SMALL,
    STRONG,
    advance,
    word_lines,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.records.panel_records import RowAction
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.figures.record_list import RecordList, RowState
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_LINE_PX = 19
"""What a note, or a line of flags, adds to the height of a row."""
_CHIP_PX, _CHIP_PAD_PX = 17, 6
_NAME_SHARE, _BAR_SHARE = 16 / 46, 29 / 46
"""Where the name's middle and the bar's upper edge are, in a row of any height."""
_STRIP_HEADING_PX = 13
"""Of a strip: a line without words."""
_STRIP_TOKEN_PX = 11.5
_NAME_X_PX = 73
_TOKEN_X_PX = 51
_COUNT_RIGHT_PX = 31
_BAR_TEXT_PX, _LEAST_BAR_PX = 46, 12
_DEED_PX, _DEED_GAP_PX = 26, 4

Row = OrderRow | str
"""A combatant, or the words of a separator."""


def action_boxes(theme: Theme, box: QRectF, row: OrderRow) -> list[tuple[RowAction, QRectF]]:
    """Return the buttons of a row and where they are, from the right edge of its box."""
    found: list[tuple[RowAction, QRectF]] = []
    edge, right = theme.px(_DEED_PX), box.right() - theme.px(12)
    for action in row.actions:
        place = QRectF(right - edge, box.center().y() - edge / 2, edge, edge)
        found.append((action, place))
        right -= edge + theme.px(_DEED_GAP_PX)
    return found


class Plate(NamedTuple):
    """A flag on its plate: its icon, its words line by line, its box from the row's left edge."""

    icon: str
    lines: tuple[str, ...]
    box: QRectF


def plates(theme: Theme, row: OrderRow, width_px: float) -> list[Plate]:
    """Return the flags of a row one after the other, whole: what has no room goes below.

    Args:
        theme: Fonts and scale.
        row: The row.
        width_px: How wide it is.
    """
    found: list[Plate] = []
    first, right = theme.px(_NAME_X_PX), width_px - theme.px(12)
    around, line = theme.px(_CHIP_PAD_PX + 16 + 4), theme.px(_CHIP_PX)
    x, y = float(first), 0.0
    for flag in row.flags:
        lines = word_lines(flag.text, SMALL, theme, right - first - around)
        wide = max(advance(one, SMALL, theme) for one in lines) + around + 1
        if x > first and x + wide > right:
            x, y = first, max(one.box.bottom() for one in found) + theme.px(2)
        box = QRectF(x, y, min(wide, right - first), line * len(lines))
        found.append(Plate(flag.icon, lines, box))
        x = box.right() + theme.px(4)
    return found


class OrderPainter:
    """Draws the rows of one list; those next to each other may be joined by a bracket."""

    def __init__(self, view: RecordList[Row], offset: Callable[[OrderRow], float]) -> None:
        """Draw the rows of a view.

        Args:
            view: The list.
            offset: How far below its place a row is drawn now, in pixels, on the way there.
        """
        self._view = view
        self._offset = offset
        self.is_strip = False
        """Whether rows are only number, token and bar."""

    def height(self, item: Row, width_px: int) -> int:
        """Return how high a row or a heading is."""
        theme = self._view.theme
        if isinstance(item, str):
            return theme.row_px(GROUP_ROW_PX) if not self.is_strip else theme.px(_STRIP_HEADING_PX)
        if self.is_strip:
            return theme.row_px(PERSON_ROW_PX)
        note = theme.px(_LINE_PX) if item.note else 0
        below = max((one.box.bottom() for one in plates(theme, item, width_px)), default=-2.0)
        return theme.row_px(PERSON_ROW_PX) + round(note + below + theme.px(2))

    def _upper(self, box: QRectF) -> QRectF:
        """Return the part of a row above its note and flags."""
        return QRectF(box.left(), box.top(), box.width(), self._view.theme.row_px(PERSON_ROW_PX))

    def words(self, item: Row) -> str:
        """Return a row in words."""
        if isinstance(item, str):
            return item
        parts = [item.count, item.name, item.bar_text]
        parts += [_("whose turn it is")] if item.is_turn else []
        parts += [_("has acted")] if item.acted else []
        parts += [_("hidden")] if item.hidden else []
        parts += [_("acts simultaneously with others")] if item.bracket else []
        parts += [one.text for one in item.actions]
        parts += [item.note, *(one.text for one in item.flags)]
        return ", ".join(part for part in (*parts, *(one.text for one in item.badges)) if part)

    def tooltip(self, item: Row) -> str:
        """Return a row in words, with the rule of its place; a heading says what it says."""
        if not isinstance(item, OrderRow):
            return ""
        return "\n".join(filter(None, (self.words(item), item.rule_id)))

    def draw(self, painter: ThemedPainter, box: QRectF, item: Row, state: RowState) -> None:
        """Draw a row or a heading."""
        if isinstance(item, str) and self.is_strip:
            sides = painter.px(10)
            painter.hairline(box.left() + sides, box.right() - sides, box.center().y())
            return
        if isinstance(item, str):
            draw_heading(painter, box.adjusted(painter.px(14), 0, -painter.px(12), 0), item)
            return
        away = self._offset(item)
        if away:  # on its way it covers those it passes, so that one of the two is read
            box = box.translated(0, away)
            painter.qpainter.fillRect(box, qcolor(painter.colors.panel))
        self._ground(painter, box, item, state)
        self._bracket(painter, box, item)
        if self.is_strip:
            self._draw_strip(painter, box, item)
            return
        self._note_and_flags(painter, box, item)
        box = self._upper(box)
        colors = painter.colors
        count = QRectF(box.left(), box.top(), painter.px(_COUNT_RIGHT_PX), box.height())
        quiet = item.acted or item.token.out
        color = colors.accent if item.is_turn else colors.text3 if quiet else colors.text2
        painter.text(count, item.count or "–", NUMBER, color, RIGHT)
        middle = QPointF(box.left() + painter.px(_TOKEN_X_PX), box.center().y())
        painter.token(middle, 13.5, item.token, quiet=quiet)
        right = self._marks(painter, box, item, hot=state.hot)
        self._name_and_bar(painter, box, item, right)

    def _draw_strip(self, painter: ThemedPainter, box: QRectF, item: OrderRow) -> None:
        """Draw number and token, and the bar below both."""
        colors, quiet = painter.colors, item.acted or item.token.out
        middle = box.center().y() - painter.px(3)
        count = QRectF(box.left(), middle - painter.px(10), painter.px(24), painter.px(20))
        color = colors.accent if item.is_turn else colors.text3 if quiet else colors.text2
        painter.text(count, item.count or "\u2013", STRONG, color, RIGHT)
        token = QPointF(box.left() + painter.px(46), middle)
        shown = item.token
        if silhouette_of(shown.picture) is not None:
            shown = replace(shown, picture=None)  # no name stands beside it: letters say more
        painter.token(token, _STRIP_TOKEN_PX, shown, quiet=quiet)
        if item.bar is not None:
            left, right = box.left() + painter.px(26), box.right() - painter.px(10)
            y = box.bottom() - painter.px(9)
            painter.bar(QRectF(left, y, right - left, painter.px(4)), item.bar)

    def _ground(self, painter: ThemedPainter, box: QRectF, item: OrderRow, state: RowState) -> None:
        colors = painter.colors
        plate = box.adjusted(painter.px(6), 1, -painter.px(6), -1)
        if item.is_turn:
            painter.rounded_box(plate, 8, colors.accent_ground, colors.line2 if state.hot else None)
            edge = QRectF(
                box.left(), box.top() + painter.px(7), painter.px(3), box.height() - painter.px(14)
            )
            painter.qpainter.fillRect(edge, qcolor(colors.accent))
        elif state.hot:
            painter.rounded_box(plate, 8, colors.raised)
        if item.selected:
            painter.rounded_box(
                plate, 8, None, colors.accent if item.is_turn else colors.line2, 1.4
            )
        if state.current:
            painter.focus_ring(plate)

    def _note_and_flags(self, painter: ThemedPainter, box: QRectF, item: OrderRow) -> None:
        """Draw the note below name and bar, and the flags as plates with icon and words."""
        colors, left = painter.colors, box.left() + painter.px(_NAME_X_PX)
        right, line = box.right() - painter.px(12), painter.px(_LINE_PX)
        y = self._upper(box).bottom() - painter.px(6)
        if item.note:
            painter.text(QRectF(left, y, right - left, line), item.note, SMALL, colors.text2)
            y += line
        for one in plates(painter.theme, item, box.width()):
            plate = one.box.translated(box.left(), y)
            painter.rounded_box(plate, 6, colors.raised, colors.line2)
            line = painter.px(_CHIP_PX)
            at = QPointF(plate.left() + painter.px(_CHIP_PAD_PX + 6), plate.top() + line / 2)
            painter.icon(one.icon, at, 13, colors.accent)
            words = plate.adjusted(painter.px(_CHIP_PAD_PX + 16), 0, -painter.px(4), 0)
            for number, words_of_line in enumerate(one.lines):
                place = QRectF(words.left(), words.top() + number * line, words.width(), line)
                painter.text(place, words_of_line, SMALL, colors.text)

    def _bracket(self, painter: ThemedPainter, box: QRectF, item: OrderRow) -> None:
        if not item.bracket:
            return
        items = self._view.records.items
        here = items.index(item)
        above, below = (
            isinstance(other, OrderRow) and other.bracket == item.bracket
            for other in (
                items[here - 1] if here else None,
                items[here + 1] if here + 1 < len(items) else None,
            )
        )
        x, turn = box.left() + painter.px(5.5), painter.px(4)
        top = box.top() if above else box.top() + painter.px(9)
        bottom = box.bottom() if below else box.bottom() - painter.px(9)
        painter.qpainter.setPen(QPen(qcolor(painter.colors.text2), 1.6))
        painter.qpainter.drawLine(QPointF(x, top), QPointF(x, bottom))
        if not above:
            painter.qpainter.drawLine(QPointF(x, top), QPointF(x + turn, top))
        if not below:
            painter.qpainter.drawLine(QPointF(x, bottom), QPointF(x + turn, bottom))

    def _marks(self, painter: ThemedPainter, box: QRectF, item: OrderRow, *, hot: bool) -> float:
        """Draw buttons and badges from the right edge; return where they begin."""
        x = box.right() - painter.px(14)
        for action, place in action_boxes(painter.theme, box, item):
            is_loud = hot or bool(item.section)
            painter.rounded_box(
                place, 7, painter.colors.raised if hot else None, painter.colors.line2
            )
            color = painter.colors.accent if is_loud else painter.colors.text3
            painter.icon(action.icon, place.center(), 16, color)
            x = place.left() - painter.px(5)
        names = [badge.icon for badge in item.badges[:2]]
        for name in names:
            middle = QPointF(x - painter.px(8), box.center().y())
            painter.icon(name, middle, 16, painter.colors.text2)
            x -= painter.px(20)
        return x - (painter.px(2) if names or item.actions else 0)

    def _name_and_bar(
        self, painter: ThemedPainter, box: QRectF, item: OrderRow, right: float
    ) -> None:
        colors = painter.colors
        left = box.left() + painter.px(_NAME_X_PX)
        quiet = item.acted or item.token.out
        has_bar = item.bar is not None
        middle = box.top() + box.height() * (_NAME_SHARE if has_bar else 0.5)
        words = QRectF(left, middle - painter.px(12), right - left, painter.px(24))
        painter.text(words, item.name, NAME, colors.text2 if quiet else colors.text)
        if item.bar is None:
            return
        y = box.top() + box.height() * _BAR_SHARE
        gap = painter.px(8)
        room = max(painter.px(_BAR_TEXT_PX), gap + painter.width(item.bar_text, SMALL))
        width = max(0.0, right - left - room)
        if width >= painter.px(_LEAST_BAR_PX):
            painter.bar(QRectF(left, y, width, painter.px(5)), item.bar)
        else:  # the figure alone, where marks have taken the room
            width = -gap
        number = QRectF(left + width + gap, y - gap, room, painter.px(17))
        painter.text(number, item.bar_text, SMALL, colors.text3)
