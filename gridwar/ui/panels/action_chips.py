"""Chips in the list of actions: one action each, side by side, in a row or below a heading.

Owns how chips are drawn and find their places; the rows of one action are in `action_rows`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.text import _
from gridwar.ui.panels.action_row_drawing import (
    GAP_PX,
    KEY_PX,
    SIDE_PX,
    WORDS_X_PX,
    PriceAndKey,
    draw_icon,
    row_height,
)
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import (
    BODY,
    LABEL,
    LEFT,
    MIDDLE,
    RIGHT,
    SMALL_STRONG,
    ThemedPainter,
    advance,
    pips_width,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton, ThemedWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from gridwar.control.records.action_list_records import ActionChip, ChipsLine, VariantsLine
    from gridwar.ui.style.theme import Theme

CHIP_PX = 22
_PITCH_PX = 26
_BETWEEN_PX = 5
_END_PX = 8
_LEAST_PX = 58
_MOST_CUT = 3
"""More chips than these are never cut, they take another line."""


class ChipButton(PaintedButton):
    """An action by a word or two; one that is impossible is quiet, and a click wants it anyway.

    Signals: ``chosen(id)`` for a possible one, ``wants_anyway(id)`` for an impossible one.
    """

    chosen = Signal(str)
    wants_anyway = Signal(str)

    def __init__(self, theme: Theme, chip: ActionChip, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self._on_click)
        self._is_active = self.is_short = False
        self.show_chip(chip)

    def show_chip(self, chip: ActionChip, active: str = "") -> None:
        """Show an action; ``active`` is the id of the one being planned."""
        self.chip, self._is_active = chip, chip.id == active
        self.setAccessibleName(chip.title)
        self.setAccessibleDescription(chip.said)
        hint = "" if chip.is_possible else _("Click to do it anyway.")
        set_tip(self, "\n".join(filter(None, (chip.title, chip.said, hint))))
        self.update()

    @property
    def full_px(self) -> int:
        """How wide it is with all its words, or with its price alone where it is short."""
        chip, theme = self.chip, self.theme
        width = 2 * theme.px(_END_PX) + 1.0
        if self.is_short:
            return round(width + pips_width(len(chip.price), theme) + 0.5)
        width += advance(chip.words, LABEL, theme)
        if chip.figure:
            width += advance(chip.figure, SMALL_STRONG, theme) + theme.px(5)
        if chip.price:
            width += pips_width(len(chip.price), theme) + theme.px(5)
        return round(width + 0.5)

    def sizeHint(self) -> QSize:
        """Return the size with all words."""
        return QSize(self.full_px, self.theme.px(CHIP_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw words, figure and price in a pill."""
        chip, colors = self.chip, painter.colors
        is_pointed = self.underMouse() or self.isDown()
        ground = colors.raised if is_pointed or self._is_active else None
        edge = colors.accent if self._is_active else colors.line2
        painter.rounded_box(box, 99, ground, edge)
        inner = box.adjusted(painter.px(_END_PX), 0, -painter.px(_END_PX), 0)
        if chip.price:
            width = pips_width(len(chip.price), self.theme)
            pips = [(kind, chip.is_possible) for kind in chip.price]
            painter.pips(inner.right() - width, box.center().y(), pips, colors.accent)
            inner.setRight(inner.right() - width - painter.px(5))
        if self.is_short:
            return
        color = colors.text if chip.is_possible else colors.text3
        if chip.figure:
            used = painter.text(inner, chip.figure, SMALL_STRONG, color, RIGHT)
            inner.setRight(inner.right() - used - painter.px(5))
            painter.text(inner, chip.words, LABEL, color)
        else:
            painter.text(inner, chip.words, LABEL, color, LEFT if chip.price else MIDDLE)

    def _on_click(self) -> None:
        (self.chosen if self.chip.is_possible else self.wants_anyway).emit(self.chip.id)


def chip_places(widths: Sequence[int], room_px: int, theme: Theme) -> list[QRect]:
    """Return where chips stand in a width: in one line if they fit when cut, else in several."""
    gap, pitch, height = theme.px(_BETWEEN_PX), theme.px(_PITCH_PX), theme.px(CHIP_PX)
    shared = room_px - gap * (len(widths) - 1)
    if sum(widths) > shared >= theme.px(_LEAST_PX) * len(widths) and len(widths) <= _MOST_CUT:
        widths = _cut(widths, shared)
    places: list[QRect] = []
    x = y = 0
    for width in widths:
        fitting = min(width, room_px)
        if x and x + fitting > room_px:
            x, y = 0, y + pitch
        places.append(QRect(x, y, fitting, height))
        x += fitting + gap
    return places


def _cut(widths: Sequence[int], room_px: int) -> list[int]:
    """Return widths that fit together: the widest are cut to the same."""
    left, found = room_px, dict[int, int]()
    for rank, at in enumerate(sorted(range(len(widths)), key=widths.__getitem__)):
        found[at] = min(widths[at], left // (len(widths) - rank))
        left -= found[at]
    return [found[at] for at in range(len(widths))]


class ChipsRow(ThemedWidget):
    """Chips below a heading, in as many lines as they need.

    Signals: those of its chips.
    """

    chosen = Signal(str)
    wants_anyway = Signal(str)

    def __init__(self, theme: Theme, line: ChipsLine, parent: QWidget) -> None:
        super().__init__(theme, parent)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.chips = [ChipButton(theme, one, self) for one in line.chips]
        for chip in self.chips:
            chip.chosen.connect(self.chosen)
            chip.wants_anyway.connect(self.wants_anyway)

    def show_line(self, line: ChipsLine, active: str = "") -> None:
        """Show as many chips as before."""
        for widget, chip in zip(self.chips, line.chips, strict=True):
            widget.show_chip(chip, active)
        self._place()
        self.updateGeometry()

    def _places(self, width: int) -> list[QRect]:
        room = width - 2 * self.theme.px(SIDE_PX)
        return chip_places([one.full_px for one in self.chips], room, self.theme)

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines."""
        lines = {place.y() for place in self._places(width)}
        return self.theme.px(_PITCH_PX) * len(lines) + self.theme.px(2)

    def sizeHint(self) -> QSize:
        """Return the size at the present width."""
        return QSize(self.theme.px(200), self.heightForWidth(max(self.width(), self.theme.px(200))))

    def minimumSizeHint(self) -> QSize:
        """Return the height at the present width: chips are never cut off."""
        return QSize(0, self.theme.px(_PITCH_PX))

    def _place(self) -> None:
        left, top = self.theme.px(SIDE_PX), self.theme.px(2)
        for chip, place in zip(self.chips, self._places(self.width()), strict=True):
            chip.setGeometry(place.translated(left, top))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the chips into their places."""
        super().resizeEvent(event)
        self._place()

    def on_theme(self) -> None:
        """Measure again, in the new scale."""
        self._place()
        super().on_theme()


class VariantsRow(Painted):
    """Variants of one offer as chips beside their common words.

    Signals: those of its chips.
    """

    chosen = Signal(str)
    wants_anyway = Signal(str)

    def __init__(self, theme: Theme, line: VariantsLine, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.is_dense = False
        self.line = line
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.chips = [ChipButton(theme, one, self) for one in line.chips]
        for chip in self.chips:
            chip.chosen.connect(self.chosen)
            chip.wants_anyway.connect(self.wants_anyway)

    def show_line(self, line: VariantsLine, active: str = "") -> None:
        """Show as many variants as before."""
        self.line = line
        self.setAccessibleName(line.title)
        for widget, chip in zip(self.chips, line.chips, strict=True):
            widget.show_chip(chip, active)
        self._place()
        self.updateGeometry()
        self.update()

    @property
    def _left(self) -> int:
        words = advance(self.line.title, BODY, self.theme)
        return self.theme.px(WORDS_X_PX + GAP_PX) + round(words)

    def _places(self, width: int) -> list[QRect]:
        right = self.theme.px(SIDE_PX + KEY_PX + GAP_PX)
        if self.line.price:
            right += round(pips_width(len(self.line.price), self.theme)) + self.theme.px(GAP_PX)
        room = max(self.theme.px(60), width - self._left - right)
        return chip_places([one.full_px for one in self.chips], room, self.theme)

    def heightForWidth(self, width: int) -> int:
        """Return the height of a row, or of as many lines of chips as there are."""
        foot = max((place.bottom() + 1 for place in self._places(width)), default=0)
        one = row_height(self.theme, dense=self.is_dense)
        return one + max(0, foot - self.theme.px(CHIP_PX))

    def sizeHint(self) -> QSize:
        """Return the size at the present width."""
        return QSize(self.theme.px(200), self.heightForWidth(max(self.width(), self.theme.px(200))))

    def minimumSizeHint(self) -> QSize:
        """Return the height of a row."""
        return QSize(0, row_height(self.theme, dense=self.is_dense))

    def _place(self) -> None:
        top = (row_height(self.theme, dense=self.is_dense) - self.theme.px(CHIP_PX)) // 2
        for chip, place in zip(self.chips, self._places(self.width()), strict=True):
            chip.setGeometry(place.translated(self._left, top))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the chips into their places."""
        super().resizeEvent(event)
        self._place()

    def on_theme(self) -> None:
        """Measure again, in the new scale."""
        self._place()
        super().on_theme()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw icon, words and price in the first line."""
        first = QRectF(box.left(), box.top(), box.width(), self.minimumSizeHint().height())
        draw_icon(painter, first, self.line.icon, painter.colors.text2)
        words = first.adjusted(painter.px(WORDS_X_PX), 0, 0, 0)
        painter.text(words, self.line.title, BODY, painter.colors.text)
        PriceAndKey(painter, first).price(self.line.price)
