"""The rows of the step "where could I stand?": a square, what a chip costs, a chip to be added."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy

from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import (
    BODY,
    MIDDLE,
    NAME,
    NOTE,
    RIGHT,
    SMALL_STRONG,
    STRONG,
    ThemedPainter,
    advance,
    keycap_width,
    word_lines,
)
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QResizeEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.stand_records import AddRow, StandRow, WithoutRow
    from gridwar.ui.style.theme import Theme

_NAME_PX, _LINE_PX, _FOOT_PX = 30, 17, 6
_DISC_PX, _WORDS_X_PX, _SIDE_PX = 9.0, 36, 10
_GAPS_PX: Final = 18
"""Between name, figures and key."""
_ROW_PX: Final = 27
MOST_LINES: Final = 4


class StandButton(PaintedButton):
    """One of the best squares: its number, its name, in what it differs.

    ``pointed()`` when the pointer moves on it: resting where it appears is no hand.
    """

    pointed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Begin empty."""
        super().__init__(theme, parent)
        self.row: StandRow | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_row(self, row: StandRow) -> None:
        """Show a square."""
        if row != self.row:
            self.row = row
            self.setAccessibleName(row.spoken)
            set_tip(self, "\n".join(filter(None, (row.shot, *row.differs))))
            self.updateGeometry()
            self.update()

    def _lines(self) -> tuple[str, ...]:
        if self.row is None:
            return ()
        room = max(self.width() - self.theme.px(_WORDS_X_PX + _SIDE_PX), self.theme.px(120))
        said = self.row.differs if self._shot_fits else (self.row.shot, *self.row.differs)
        some = (word_lines(words, NOTE, self.theme, room) for words in said)
        return tuple(line for lines in some for line in lines)

    @property
    def _shot_fits(self) -> bool:
        """Whether what could be done from there finds room behind the name: figures stay whole."""
        if self.row is None or not self.row.shot:
            return True
        used = advance(self.row.name, NAME, self.theme) + advance(self.row.shot, STRONG, self.theme)
        key = keycap_width(str(self.row.number), self.theme)
        gaps = self.theme.px(_WORDS_X_PX + _SIDE_PX + _GAPS_PX)
        return used + key + gaps <= self.width()

    def sizeHint(self) -> QSize:
        """Return room for the name and the lines below it."""
        lines = min(MOST_LINES, len(self._lines()))
        height = _NAME_PX + lines * _LINE_PX + (_FOOT_PX if lines else 0)
        return QSize(self.theme.px(200), self.theme.px(height))

    def minimumSizeHint(self) -> QSize:
        """Return the same."""
        return self.sizeHint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell that the pointer moves here (Qt's hook)."""
        super().mouseMoveEvent(event)
        self.pointed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the words anew (Qt's hook)."""
        super().resizeEvent(event)
        self.updateGeometry()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw number, name, key, and what differs."""
        row, colors = self.row, painter.colors
        if row is None:
            return
        plate = box.adjusted(0, 1, 0, -1)
        if row.is_pointed:
            painter.rounded_box(plate, 8, colors.accent_ground, colors.accent, 1.4)
        elif self.underMouse() or self.isDown():
            painter.rounded_box(plate, 8, colors.raised)
        side, first = painter.px(_SIDE_PX), painter.px(_NAME_PX)
        middle = QPointF(box.left() + side + painter.px(9), box.top() + first / 2)
        radius = painter.px(_DISC_PX)
        painter.qpainter.setPen(Qt.PenStyle.NoPen)
        painter.qpainter.setBrush(qcolor(colors.accent))
        painter.qpainter.drawEllipse(middle, radius, radius)
        disc = QRectF(middle - QPointF(radius, radius), middle + QPointF(radius, radius))
        painter.text(disc, str(row.number), SMALL_STRONG, colors.on_accent, MIDDLE)
        key, right = str(row.number), box.right() - side
        painter.keycap(right, middle.y(), key, colors.text2, right=True)
        left = box.left() + painter.px(_WORDS_X_PX)
        words = QRectF(left, box.top(), 0, first)
        words.setRight(right - keycap_width(key, self.theme) - painter.px(8))
        used = painter.text(words, row.name, NAME, colors.text)
        if self._shot_fits:
            shot = words.adjusted(used + painter.px(10), 0, 0, 0)
            painter.text(shot, row.shot, STRONG, colors.text)
        lines = self._lines()
        shown = list(lines[:MOST_LINES])
        if len(lines) > MOST_LINES:
            shown[-1] = " ".join(lines[MOST_LINES - 1 :])
        for at, said in enumerate(shown):
            line = painter.px(_LINE_PX)
            there = QRectF(left, box.top() + first - painter.px(3) + at * line, 0, line)
            there.setRight(right)
            painter.text(there, said, NOTE, colors.text2)


class _Line(PaintedButton):
    """A row of one line with words at the left and a figure at the right."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Begin empty."""
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QSize:
        """Return the height of a row."""
        return QSize(self.theme.px(200), self.theme.px(_ROW_PX))


class WithoutButton(_Line):
    """What a chip costs; a click takes it out."""

    def __init__(self, theme: Theme, row: WithoutRow, parent: QWidget) -> None:
        """Show a chip."""
        super().__init__(theme, parent)
        self.row = row
        self.setAccessibleName(f"{row.text}: {row.count}")
        set_tip(self, row.text)

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the words, and how many squares there would be."""
        colors, side = painter.colors, painter.px(_SIDE_PX)
        if self.underMouse() or self.isDown():
            painter.rounded_box(box.adjusted(0, 1, 0, -1), 6, colors.raised)
        inside = box.adjusted(side, 0, -side, 0)
        used = painter.width(self.row.count, BODY)
        painter.text(inside, self.row.count, BODY, colors.text, RIGHT)
        words = inside.adjusted(0, 0, -used - painter.px(10), 0)
        painter.text(words, self.row.text, NOTE, colors.text2)


class AddButton(_Line):
    """A chip that can be added."""

    def __init__(self, theme: Theme, row: AddRow, parent: QWidget) -> None:
        """Show a chip."""
        super().__init__(theme, parent)
        self.row = row
        self.setAccessibleName(row.text)
        self.setAccessibleDescription(row.hint)
        set_tip(self, row.hint)

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the words."""
        colors, side = painter.colors, painter.px(_SIDE_PX)
        plate = box.adjusted(0, 1, 0, -1)
        if self.row.is_pointed:
            painter.rounded_box(plate, 6, colors.accent_ground, colors.accent, 1.4)
        elif self.underMouse() or self.isDown():
            painter.rounded_box(plate, 6, colors.raised)
        painter.text(box.adjusted(side, 0, -side, 0), self.row.text, BODY, colors.text)
