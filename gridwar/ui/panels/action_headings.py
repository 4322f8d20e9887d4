"""Headings in the list of actions, and groups that are folded into a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.text import _
from gridwar.ui.panels.action_row_drawing import (
    GAP_PX,
    ICON_X_PX,
    SIDE_PX,
    WORDS_X_PX,
    PriceAndKey,
    draw_note,
    draw_plate,
)
from gridwar.ui.style.row_heights import FOLD_ROW_PX, GROUP_ROW_PX
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import (
    LABEL,
    NOTE,
    RIGHT,
    SMALL,
    ThemedPainter,
    pips_width,
)
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton

if TYPE_CHECKING:
    from gridwar.control.records.action_list_records import FoldLine, HeadingLine
    from gridwar.ui.style.theme import Theme

_TITLE_SHARE = 0.5
"""So much of a folded row its words may take before they are cut, where there is a note."""


class HeadingRow(PaintedButton):
    """The words above a group; a click or Left folds it, where it can be folded.

    Signal: ``folds(folded)``.
    """

    folds = Signal(bool)

    def __init__(self, theme: Theme, line: HeadingLine, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._on_click)
        self.show_line(line)

    def show_line(self, line: HeadingLine, active: str = "") -> None:
        """Show a heading."""
        del active
        self.line = line
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if line.titles else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(line.words)
        self.setAccessibleDescription(_("unfolded") if line.titles else line.note)
        set_tip(self, _("Click to fold") if line.titles else line.note)
        self.update()

    def _on_click(self) -> None:
        if self.line.titles:
            self.folds.emit(True)

    def sizeHint(self) -> QSize:
        """Return a height of its own."""
        return QSize(self.theme.px(100), self.theme.px(GROUP_ROW_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw words and what pips mean; at other headings a hairline, and what chips cost."""
        line, colors = self.line, painter.colors
        inner = box.adjusted(painter.px(SIDE_PX), 0, -painter.px(SIDE_PX), 0)
        is_pointed = bool(line.titles) and self.underMouse()
        x = inner.left() + painter.text(
            inner, line.words, LABEL, colors.text if is_pointed else colors.text3
        )
        right = self._draw_right(painter, box, inner, is_pointed=is_pointed)
        if line.note:
            x += painter.px(GAP_PX)
            note = QRectF(x, inner.top(), max(0.0, right - painter.px(GAP_PX) - x), inner.height())
            x += draw_note(painter, note, line.note, line.rule_id)
        start, end = x + painter.px(GAP_PX), right - painter.px(GAP_PX)
        if line.titles and end > start:
            painter.hairline(start, end, inner.center().y())

    def _draw_right(
        self, painter: ThemedPainter, box: QRectF, inner: QRectF, *, is_pointed: bool
    ) -> float:
        """Draw what stands at the right end; return where it begins."""
        line, colors = self.line, painter.colors
        if line.price:
            columns = PriceAndKey(painter, box)
            columns.price(line.price)
            return columns.left + painter.px(GAP_PX)
        x = inner.right() + painter.px(GAP_PX)
        if is_pointed:
            center = QPointF(inner.right() - painter.px(7), inner.center().y())
            painter.icon("chevron-down", center, 14, colors.text2)
            return inner.right() - painter.px(14)
        for one in reversed(line.pips):
            width = pips_width(1, self.theme)
            x -= painter.px(GAP_PX) + width
            painter.pips(x, inner.center().y(), [(one.kind, True)], colors.accent)
            words = QRectF(
                inner.left(), inner.top(), x - painter.px(3) - inner.left(), inner.height()
            )
            x = words.right() - painter.text(words, one.words, SMALL, colors.text3, RIGHT)
        return x


class FoldRow(PaintedButton):
    """A folded group, or all that cannot be done for one reason: a click unfolds it.

    Signal: ``folds(folded)``.
    """

    folds = Signal(bool)

    def __init__(self, theme: Theme, line: FoldLine, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(lambda: self.folds.emit(self.line.is_open))
        self.show_line(line)

    def show_line(self, line: FoldLine, active: str = "") -> None:
        """Show a group."""
        del active
        self.line = line
        state = _("unfolded") if line.is_open else _("folded")
        self.setAccessibleName(f"{line.words}, {line.count}")
        self.setAccessibleDescription(", ".join(filter(None, (state, line.said or line.note))))
        set_tip(self, "\n".join(filter(None, (line.words, line.said or line.note))))
        self.update()

    def sizeHint(self) -> QSize:
        """Return a height of its own."""
        return QSize(self.theme.px(100), self.theme.px(FOLD_ROW_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw a chevron, the words, examples and the number."""
        line, colors = self.line, painter.colors
        draw_plate(painter, box, is_pointed=self.underMouse() or self.isDown())
        center = QPointF(painter.px(ICON_X_PX), box.center().y())
        name = "chevron-down" if line.is_open else "chevron-right"
        painter.icon(name, center, 14, colors.text2)
        right = box.right() - painter.px(SIDE_PX)
        number = QRectF(box.left(), box.top(), right - box.left(), box.height())
        used = painter.text(number, str(line.count), NOTE, colors.text3, RIGHT)
        left = painter.px(WORDS_X_PX)
        room = right - used - painter.px(GAP_PX) - left
        rule = painter.width(line.rule_id, SMALL) + 2 * painter.px(GAP_PX)
        title_px = max(room - rule, room * _TITLE_SHARE)  # the note is cut before the title is
        words = QRectF(left, box.top(), title_px, box.height())
        taken = painter.text(words, line.words, LABEL, colors.text2) + painter.px(GAP_PX)
        note = QRectF(left + taken, box.top(), max(0.0, room - taken), box.height())
        draw_note(painter, note, line.note, line.rule_id)
