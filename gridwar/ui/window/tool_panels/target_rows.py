"""The rows of the step "at whom?": a target with its chance, and those who cannot be chosen.

Owns how they are drawn, and that arrows and Tab walk from one to the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.text import _
from gridwar.ui.widgets.painting.themed_painter import (
    NOTE,
    STRONG,
    ThemedPainter,
    advance,
    word_lines,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton

if TYPE_CHECKING:
    from gridwar.control.records.target_records import ChanceView, RefusedTargets, TargetRow
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import Voice

_HEIGHT_PX, _PLAIN_PX = 76, 48
"""With a bar of the chance, and without."""
_WORDS_X_PX, _SIDE_PX, _BAR_PX = 40, 10, 5
_CHANCE: Voice = (STRONG[0], 20, 700)
_LINE_PX: Final = 18
_WORKING: Final = 0.5
_NEXT: Final = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}


class TargetButton(PaintedButton):
    """One target. Signals: ``stepped(+1 or -1)``, ``played()`` with Shift+Enter."""

    stepped = Signal(int)
    played = Signal()

    def __init__(self, theme: Theme, row: TargetRow, parent: QWidget) -> None:
        """Show a target."""
        super().__init__(theme, parent)
        self.row = row
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._name(row)

    def show_row(self, row: TargetRow) -> None:
        """Show another state, or another target."""
        if row != self.row:
            self.row = row
            self._name(row)
            self.updateGeometry()
            self.update()

    def _name(self, row: TargetRow) -> None:
        self.setAccessibleName(row.name)
        words = _("{n}. {target}").format(n=row.number, target=row.spoken)
        self.setAccessibleDescription(words)

    def sizeHint(self) -> QSize:
        """Return the height of the row."""
        has_bar = self.row.chance.share is not None or self.row.chance.is_working
        height = _HEIGHT_PX if has_bar or self.row.result else _PLAIN_PX
        return QSize(self.theme.px(200), self.theme.px(height))

    def minimumSizeHint(self) -> QSize:
        """Return the same height."""
        return self.sizeHint()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw token, number and name, the chance with its bar, where, and what comes of it."""
        row, colors = self.row, painter.colors
        plate = box.adjusted(0, 1, 0, -1)
        if row.is_pointed:
            painter.rounded_box(plate, 8, colors.accent_ground, colors.accent, 1.4)
        elif row.is_picked or self.underMouse() or self.isDown():
            painter.rounded_box(plate, 8, colors.raised)
        side, line = painter.px(_SIDE_PX), painter.px(_LINE_PX)
        middle_x = box.left() + side + painter.px(11)
        painter.token(QPointF(middle_x, box.top() + painter.px(20)), 11, row.token)
        if box.height() > painter.px(_PLAIN_PX):
            key, middle = str(row.number), box.top() + painter.px(52)
            painter.keycap(middle_x - painter.px(9), middle, key, colors.text2)
        left, right = box.left() + painter.px(_WORDS_X_PX), box.right() - side
        first = QRectF(left, box.top() + painter.px(7), right - left, painter.px(22))
        used = self._draw_figure(painter, first, row.chance)
        name = _("{name}, chosen").format(name=row.name) if row.is_picked else row.name
        painter.text(first.adjusted(0, 0, -used, 0), name, STRONG, colors.text)
        where = QRectF(left, first.bottom() - painter.px(2), right - left, line)
        painter.text(where, row.where, NOTE, colors.text2)
        if box.height() <= painter.px(_PLAIN_PX):
            return
        bar = QRectF(left, where.bottom() + painter.px(2), right - left, painter.px(_BAR_PX))
        _draw_bar(painter, bar, row.chance)
        last = QRectF(left, bar.bottom() + painter.px(2), right - left, line)
        used = painter.width(row.chance.least, NOTE)
        painter.text(
            last.adjusted(last.width() - used, 0, 0, 0), row.chance.least, NOTE, colors.text2
        )
        painter.text(last.adjusted(0, 0, -used - side, 0), row.result, NOTE, colors.text2)

    def _draw_figure(self, painter: ThemedPainter, line: QRectF, chance: ChanceView) -> float:
        """Draw the chance at the right end of a line; return what it takes of it."""
        words, voice = chance.figure, _CHANCE
        if chance.is_working:
            words, voice = _("working"), NOTE
        if not words:
            return 0.0
        width = painter.width(words, voice)
        painter.qpainter.setOpacity(_WORKING if chance.is_working else 1.0)
        painter.text(
            line.adjusted(line.width() - width, 0, 0, 0), words, voice, painter.colors.text
        )
        painter.qpainter.setOpacity(1.0)
        return width + painter.px(_SIDE_PX)

    def event(self, event: QEvent) -> bool:
        """Walk by Tab too: it is the order of the targets that it goes by."""
        tabs = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        is_pressed = event.type() == QEvent.Type.KeyPress
        if is_pressed and isinstance(event, QKeyEvent) and event.key() in tabs:
            self.keyPressEvent(event)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk, open the sheet with Enter, play at once with Shift+Enter."""
        key = Qt.Key(event.key())
        is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in _NEXT:
            self.stepped.emit(_NEXT[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if is_shifted:
                self.played.emit()
            else:
                self.click()
        else:
            event.ignore()  # the other keys are the aim's, wherever the keyboard is


def _draw_bar(painter: ThemedPainter, box: QRectF, chance: ChanceView) -> None:
    """Draw a chance as a bar; a dashed mark stands where it ends under the best reaction."""
    if chance.share is None:
        return
    colors = painter.colors
    painter.rounded_box(box, 99, colors.control)
    filled = QRectF(box)
    filled.setWidth(max(box.height(), box.width() * chance.share))
    painter.rounded_box(filled, 99, colors.text2)
    if chance.mark is not None:
        x = round(box.left() + box.width() * chance.mark)
        reach = painter.px(3)
        top, part = box.top() - reach, (box.height() + 2 * reach) / 5
        for number in range(0, 5, 2):
            dash = QRectF(x - painter.px(1), top + number * part, painter.px(2), part)
            painter.rounded_box(dash, 0, colors.text)


class RefusedButton(PaintedButton):
    """Somebody who cannot be chosen: a click says why, and selects nobody."""

    def __init__(self, theme: Theme, who: RefusedTargets, place: int, parent: QWidget) -> None:
        """Show one of those who cannot be chosen for a reason."""
        super().__init__(theme, parent)
        self.who, self._words, self._token = who.targets[place]
        self.setAccessibleName(self._words)
        self.setAccessibleDescription(who.reason)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        """Return room for token and name."""
        width = advance(self._words, NOTE, self.theme) + 36 * self.theme.scale
        return QSize(round(width), self.theme.px(28))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw them quietly."""
        if self.underMouse():
            painter.rounded_box(box, 8, painter.colors.raised)
        center = QPointF(box.left() + painter.px(14), box.center().y())
        painter.token(center, 9, self._token, quiet=True)
        words = box.adjusted(painter.px(28), 0, 0, 0)
        painter.text(words, self._words, NOTE, painter.colors.text3)


class Reason(Painted):
    """Words over several lines, with a rule behind them."""

    def __init__(self, theme: Theme, words: str, rule: str, parent: QWidget) -> None:
        """Show a reason."""
        super().__init__(theme, parent)
        self._words = f"{words}  {rule}".replace("-", "\u2011") if rule else words
        self.setAccessibleName(words)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:
        """Return the height of its lines."""
        side = self.theme.px(_SIDE_PX)
        lines = word_lines(self._words, NOTE, self.theme, width - 2 * side)
        return self.theme.px(6) + self.theme.px(_LINE_PX) * len(lines)

    def sizeHint(self) -> QSize:
        """Return its size at the present width."""
        return QSize(self.theme.px(200), self.heightForWidth(max(self.width(), self.theme.px(200))))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the lines."""
        side = painter.px(_SIDE_PX)
        inside = box.adjusted(side, painter.px(6), -side, 0)
        painter.wrapped(inside, self._words, NOTE, painter.colors.text2)
