"""The heads of a sheet's steps, chips of which one is chosen, and what an attack is built of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.buttons_and_switches import TOUCH_PX
from gridwar.ui.widgets.painting.themed_painter import (
    LABEL,
    MIDDLE,
    NOTE,
    PANEL,
    RIGHT,
    SMALL,
    SMALL_STRONG,
    STRONG,
    advance,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton

if TYPE_CHECKING:
    from gridwar.engine.kit.command_draft import StageFigure
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_HEAD_PX = 34
_SIDES_PX = 12
_NOTE_GAP_PX = 6
_LINE_PX, _FIGURE_GAP_PX, _ROOM_PX = 22, 16, 384


class StepHead(PaintedButton):
    """The head of a step: its number, its title, and what it is about at the right.

    One that folds is a button; the others are none to mouse and keyboard.
    """

    def __init__(self, theme: Theme, title: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._number, self._title, self._note = "", title, ""
        self._is_open: bool | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(title)

    def show_number(self, number: int) -> None:
        """Show which of the steps it is: those with nothing in them are not counted."""
        self._number = str(number)
        self.update()

    def show_open(self, *, is_open: bool) -> None:
        """Let it fold its step, and show whether that is open."""
        self._is_open = is_open
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, on=False)
        self.update()

    def show_note(self, note: str) -> None:
        """Show other words at the right."""
        if note != self._note:
            self._note = note
            self.setAccessibleName(", ".join(filter(None, (self._title, note))))
            self.update()

    def sizeHint(self) -> QSize:
        """Return the height."""
        return QSize(self.theme.px(100), self.theme.px(_HEAD_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        colors, middle = painter.colors, box.center().y() + painter.px(1)
        if self._is_open is not None and self.underMouse():
            plate = box.adjusted(painter.px(6), 2, -painter.px(6), -1)
            painter.rounded_box(plate, 8, colors.raised)
        disc = QRectF(0, 0, painter.px(18), painter.px(18))
        disc.moveCenter(QPointF(painter.px(25), middle))
        painter.rounded_box(disc, 99, colors.control)
        painter.text(disc, self._number, SMALL_STRONG, colors.text2, MIDDLE)
        words = box.adjusted(painter.px(42), painter.px(1), -painter.px(18), 0)
        used = painter.text(words, self._title, PANEL, colors.text)
        if self._is_open is not None:
            icon = "chevron-down" if self._is_open else "chevron-right"
            at = QPointF(words.left() + used + painter.px(14), middle)
            painter.icon(icon, at, 14, colors.text2)
            used += painter.px(20)
        note = words.adjusted(used + painter.px(12), painter.px(1), 0, 0)
        painter.text(note, self._note, NOTE, colors.text3, RIGHT)


class ChoiceChip(PaintedButton):
    """One of several, or a yes that may be off: its words, and what it is worth."""

    def __init__(self, theme: Theme, words: str, parent: QWidget, note: str = "") -> None:
        super().__init__(theme, parent)
        self._note = note
        self.setText(words)
        self.setAccessibleName(" ".join(filter(None, (words, note))))
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def why_not(self, reason: str) -> None:
        """Bar it for a reason, or let it be chosen without one."""
        self.setEnabled(not reason)
        set_tip(self, reason)

    def nextCheckState(self) -> None:
        """Leave the checked state to whoever answers the click."""

    def sizeHint(self) -> QSize:
        """Return room for the words."""
        width = advance(self.text(), LABEL, self.theme) + 2 * _SIDES_PX * self.theme.scale
        if self._note:
            width += advance(self._note, NOTE, self.theme) + _NOTE_GAP_PX * self.theme.scale
        return QSize(round(width) + 1, self.theme.px(TOUCH_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        colors, is_chosen = painter.colors, self.isChecked()
        plate = box.adjusted(0, painter.px(1), 0, -painter.px(1))
        edge = colors.accent if is_chosen else colors.line2 if self.isEnabled() else colors.line
        hot = self.underMouse() and self.isEnabled()
        ground = colors.accent_ground if is_chosen else colors.raised if hot else None
        painter.rounded_box(plate, 99, ground, edge, 1.2)
        color = colors.accent if is_chosen else colors.text if self.isEnabled() else colors.text3
        side = painter.px(_SIDES_PX)
        words = box.adjusted(side, 0, -side, 0)
        used = painter.text(words, self.text(), LABEL, color)
        note = words.adjusted(used + painter.px(_NOTE_GAP_PX), 0, 0, 0)
        quiet = colors.text if is_chosen else colors.text2
        if self._note:
            painter.text(note, self._note, NOTE, quiet if self.isEnabled() else colors.text3)


class BuiltLine(Painted):
    """What an attack is built of in one line of figures; what does not fit goes on below."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._figures: tuple[StageFigure, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_figures(self, figures: tuple[StageFigure, ...]) -> None:
        """Show figures; nothing at all without any."""
        if figures != self._figures:
            self._figures = figures
            told = (f"{one.words}: {one.value}" for one in figures)
            self.setAccessibleName(", ".join(told))
            self.updateGeometry()
            self.update()
        self.setVisible(bool(figures))

    def sizeHint(self) -> QSize:
        """Return the height of as many lines as there are."""
        lines = len(self._lines(self.theme.px(_ROOM_PX)))
        return QSize(self.theme.px(100), self.theme.px(_LINE_PX) * max(1, lines))

    def _lines(self, room: float) -> list[list[tuple[StageFigure, float]]]:
        """Return the figures line by line, each with its width."""
        lines: list[list[tuple[StageFigure, float]]] = [[]]
        used, gap = 0.0, self.theme.px(_FIGURE_GAP_PX)
        for one in self._figures:
            wide = advance(f"{one.words}: ", NOTE, self.theme)
            wide += advance(one.value, STRONG, self.theme)
            if lines[-1] and used + wide > room:
                lines.append([])
                used = 0.0
            lines[-1].append((one, wide))
            used += wide + gap
        return lines

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw them."""
        colors, top = painter.colors, box.top()
        rules = dict.fromkeys(one.rule_id for one in self._figures if one.rule_id)
        for number, line in enumerate(self._lines(painter.px(_ROOM_PX))):
            row = QRectF(box.left(), top, box.width(), painter.px(_LINE_PX))
            if not number and rules:
                painter.text(row, next(iter(rules)), SMALL, colors.text3, RIGHT)
            for one, wide in line:
                used = painter.text(row, f"{one.words}: ", NOTE, colors.text2)
                value = row.adjusted(used, 0, 0, 0)
                painter.text(value, one.value, STRONG, colors.text)
                row = row.adjusted(wide + painter.px(_FIGURE_GAP_PX), 0, 0, 0)
            top += painter.px(_LINE_PX)


def draw_fold(painter: ThemedPainter, box: QRectF, *, is_open: bool, is_hot: bool) -> None:
    """Draw the ground and the arrow of a line that opens more lines."""
    if is_hot:
        plate = box.adjusted(painter.px(6), 1, -painter.px(6), -1)
        painter.rounded_box(plate, 8, painter.colors.raised)
    icon = "chevron-down" if is_open else "chevron-right"
    painter.icon(icon, QPointF(painter.px(26), box.center().y()), 14, painter.colors.text2)
