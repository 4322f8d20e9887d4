"""The card of a chart: the square that is pointed at in words, on its free side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, QTimer

from gridwar.control.records.chart_records import WAITING
from gridwar.control.records.scene_records import TokenView
from gridwar.ui.map.frame.beside_square import Around, Edges, place_beside
from gridwar.ui.map.frame.voiced_plate import VoicedPlate
from gridwar.ui.map.tokens.token_paint import draw_mini_token
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.fonts import SANS, SERIF

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.chart_records import Box, ChartCard, ChartLine, ChartView
    from gridwar.ui.map.frame.voiced_plate import Voice
    from gridwar.ui.style.theme import Theme

_INSET_PX, _GAP_PX = 12.0, 8.0
_CARD_PX: Final = 330.0
_HEAD_PX, _ROW_PX, _MORE_PX, _FOOT_PX = 30.0, 36.0, 17.0, 17.0
_NAME_PX = 26.0
"""A line with a name alone."""
_TOKEN_PX: Final = 11.0
_REST_MS: Final = 60
"""The wheel rests once it has not turned for so long."""
_TITLE: Voice = (SANS, 13, 600, "text")
_NOTE: Voice = (SANS, 12, 400, "text2")
_QUIET: Voice = (SANS, 12, 400, "text3")
_PLACE: Voice = (SERIF, 15, 600, "text")
_BIG: Voice = (SANS, 20, 700, "text")
_FIGURE: Voice = (SANS, 14, 700, "text")


class _Surroundings(NamedTuple):
    """What a place is found by.

    Attributes:
        card: What is told.
        size: Of the plate.
        corner: What is at the viewport's corner, in pixels from the map's corner.
        cell_px: Edge of a cell.
        plates: What else lies upon the map.
        room: What is seen of the map.
    """

    card: ChartCard
    size: QSize
    corner: tuple[int, int]
    cell_px: float
    plates: tuple[Edges, ...]
    room: Edges

    def is_scrolled_from(self, before: _Surroundings) -> bool:
        """Return whether nothing but the map's place differs."""
        return before.card is self.card and before._replace(corner=self.corner) == self

    def edges_of(self, box: Box) -> Edges:
        """Return where a box of cells is seen."""
        x, y = box[0] * self.cell_px - self.corner[0], box[1] * self.cell_px - self.corner[1]
        return Edges(x, y, x + box[2] * self.cell_px, y + box[3] * self.cell_px)


class ChartCardPlate(VoicedPlate):
    """The square under the pointer; hidden while none is."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        """Begin hidden."""
        super().__init__(parent, theme)
        self._card: ChartCard | None = None
        self._foot: list[list[str]] = []
        """The sentences at the foot, each broken into lines."""
        self._seen: _Surroundings | None = None
        """What its place was found by: it is asked for with every frame."""
        self._offset: tuple[float, float] = (0.0, 0.0)
        """How far its corner is from the square's."""
        self._at = QPoint()
        """Where it is: what lies upon the viewport goes with its pixels otherwise."""
        self._is_free = False
        """Whether it hides nothing there: then it does not hop about as squares are passed."""
        self._placed: tuple[tuple[int, int], float] = ((0, 0), 0.0)
        """Its size and the edge of a cell when it was placed."""
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._place)
        self.hide()

    def show_chart(self, chart: ChartView | None) -> None:
        """Show the card of a chart, or none."""
        before, card = self._card, None if chart is None else chart.card
        if card == before:
            return
        self._card = card
        if before is None or card is None or card.said != before.said:
            self._fit()

    def sit(self, corner: QPoint, cell_px: float, plates: tuple[QRectF, ...]) -> None:
        """Go beside the square, to its free side.

        Args:
            corner: What is at the viewport's corner, in pixels from the map's corner.
            cell_px: Edge of a cell.
            plates: What else lies upon the map, in pixels of the viewport.
        """
        around, card = self.parentWidget(), self._card
        if card is None or around is None:
            return
        room = Edges(4.0, 4.0, around.width() - 4.0, around.height() - 4.0)
        edges = tuple(Edges(one.left(), one.top(), one.right(), one.bottom()) for one in plates)
        left, top = corner.x(), corner.y()
        before, seen = (
            self._seen,
            _Surroundings(card, self.size(), (left, top), cell_px, edges, room),
        )
        if seen == before:
            return
        self._seen = seen
        if before is not None and before.card is card and before.cell_px != cell_px:
            self._rest.start()  # the wheel turns: it stays where it is, though the map goes on
            self.move(self._at)
        elif not (before is not None and seen.is_scrolled_from(before) and self._follows(seen)):
            self._place()

    def _follows(self, seen: _Surroundings) -> bool:
        """Go with its square where the map is scrolled; return whether it can."""
        square = seen.edges_of(seen.card.at)
        x, y = square.left + self._offset[0], square.top + self._offset[1]
        box = Edges(x, y, x + self.width(), y + self.height())
        if not seen.room.holds(box) or any(box.meets(one) for one in seen.plates):
            return False
        self._go_to(x, y)
        return True

    def _place(self) -> None:
        """Go to the best place."""
        seen, card = self._seen, self._card
        if seen is None or card is None:
            return
        self._rest.stop()
        square, size = seen.edges_of(card.at), (self.width(), self.height())
        tokens, near = (tuple(map(seen.edges_of, some)) for some in (card.tokens, card.near))
        kept = self._offset if self._is_free and self._placed == (size, seen.cell_px) else None
        found = place_beside(size, square, Around(tokens, seen.plates, near), seen.room, kept)
        self._offset, self._is_free = (found.x - square.left, found.y - square.top), found.is_free
        self._placed = size, seen.cell_px
        self._go_to(found.x, found.y)

    def _go_to(self, x: float, y: float) -> None:
        self._at = QPoint(round(x), round(y))
        self.move(self._at)

    def _fit(self) -> None:
        card = self._card
        self.setVisible(card is not None)
        if card is None:
            return
        wide, high = _CARD_PX, _HEAD_PX + sum(map(_height_px, card.lines))
        if card.figure == WAITING:  # it says nothing else, and hides nothing that need not be
            wide = self._width(card.figure, _BIG) / self._theme.scale + 2 * _INSET_PX
        room = self._px(_CARD_PX - 2 * _INSET_PX)
        self._foot = [self._broken(words, room) for words in card.foot]
        lines = sum(map(len, self._foot))
        high += 2 * _GAP_PX + (lines * _FOOT_PX + _GAP_PX if lines else 0)
        self.resize(QSize(round(self._px(wide)), round(self._px(high))))
        self.redraw()

    def _broken(self, words: str, room_px: float) -> list[str]:
        lines = [""]
        for word in words.split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self._width(longer, _NOTE) > room_px:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def draw(self, painter: QPainter) -> None:
        """Draw the square, a line a foe, and what else there is to say."""
        card = self._card
        if card is None:
            return
        inset, gap = self._px(_INSET_PX), self._px(_GAP_PX)
        head = QRectF(inset, gap, self.width() - 2 * inset, self._px(_HEAD_PX - 4))
        right = self._write_right(painter, head, card.of, _NOTE) if card.of else 0.0
        box = head.adjusted(0, 0, -right - (gap / 2 if right else 0), 0)
        self._write_right(painter, box, card.figure, _BIG)
        used = self._write(painter, head, card.title, _PLACE)
        self._write(painter, head.adjusted(used + gap, 0, 0, 0), card.note, _NOTE)
        y = gap + self._px(_HEAD_PX)
        for line in card.lines:
            y = self._draw_line(painter, line, QRectF(inset, y, head.width(), 0))
        if self._foot:
            if card.lines:
                hair = QRectF(inset, round(y + gap / 2), head.width(), 1)
                painter.fillRect(hair, qcolor(self._theme.palette.line))
            y += gap
        for some in self._foot:
            for words in some:
                self._write(painter, QRectF(inset, y, head.width(), self._px(16)), words, _NOTE)
                y += self._px(_FOOT_PX)

    def _draw_line(self, painter: QPainter, line: ChartLine, place: QRectF) -> float:
        """Draw a foe's line, and return where it ends."""
        is_name = not (line.where or line.odds)
        place.setHeight(self._px(_NAME_PX if is_name else _ROW_PX))
        radius = self._px(_TOKEN_PX)
        middle = QPointF(place.left() + radius, place.top() + place.height() / 2)
        token = TokenView("", (0.0, 0.0), line.token.initials, side=line.token.side)
        draw_mini_token(painter, middle, radius, token, None)
        half = place.height() / (1 if is_name else 2)
        above = QRectF(place.left() + 2 * radius + 8, place.top(), 0, half)
        above.setRight(place.right())
        used = self._write_right(painter, above, line.figure, _FIGURE)
        figure = max(used, self._px(26)) + self._px(_GAP_PX) if line.figure else 0.0
        words = above.adjusted(0, 0, -figure, 0)
        name = self._write(painter, words, line.name, _TITLE)
        weapon = words.adjusted(name + self._px(5), 0, 0, 0)
        self._write(painter, weapon, line.weapon, _NOTE)
        below = above.translated(0, half)
        right = self._write_right(painter, below, line.odds, _NOTE) + self._px(_GAP_PX)
        self._write(painter, below.adjusted(0, 0, -right, 0), line.where, _QUIET)
        if not line.more:
            return place.bottom()
        more = QRectF(below.left(), place.bottom() - 1, below.width(), self._px(_MORE_PX))
        self._write(painter, more, line.more, _QUIET)
        return place.bottom() + self._px(_MORE_PX)


def _height_px(line: ChartLine) -> float:
    """Return how high a foe's line is at 100 %."""
    if not (line.where or line.odds):
        return _NAME_PX
    return _ROW_PX + (_MORE_PX if line.more else 0.0)
