"""The head of the inspector for several selected: their tokens, how many, and a bar for each.

Rows beyond the first ones are folded; a click on one selects that combatant alone.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from gridwar.text import _, ngettext
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import (
    MIDDLE,
    NOTE,
    RIGHT,
    STRONG,
    TITLE,
    ThemedPainter,
)
from gridwar.ui.widgets.painting.themed_widgets import (
    Painted,
    PaintedButton,
    ThemedWidget,
    clear,
    inset,
)

if TYPE_CHECKING:
    from gridwar.control.records.check_records import SeveralRow, SeveralView
    from gridwar.ui.style.theme import Theme

MOST_ROWS, SMALL_ROWS = 8, 3
_MOST_UNFOLDED: Final = 12
"""So many rows are in sight of those unfolded; the others are scrolled to."""
_LEAST_TOKENS, _MOST_TOKENS, _PLUS_PX = 2, 6, 44
_ROW_PX, _HEAD_PX, _SIGN_PX = 24, 48, 17
_TOKEN_PX, _STEP_PX = 34, 23


class SeveralTokens(Painted):
    """Overlapping tokens, how many they are, and who."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Begin with nobody."""
        super().__init__(theme, parent)
        self._view: SeveralView | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_view(self, view: SeveralView) -> None:
        """Show several."""
        self._view = view
        set_tip(self, "\n".join((view.who, *(row.name for row in view.rows))))
        self.setAccessibleName(f"{view.title}, {view.who}")
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height."""
        return QSize(self.theme.px(160), self.theme.px(_HEAD_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw them."""
        view, colors = self._view, painter.colors
        if view is None:
            return
        edge, step, middle = painter.px(_TOKEN_PX), painter.px(_STEP_PX), box.center().y()
        shown, more = self._shown(view, box.width(), painter)
        x = box.left() + edge / 2
        for row in shown:
            where = QPointF(x, middle)
            painter.token(where, _TOKEN_PX / 2 - 2, row.token)
            x += step
        x += edge / 2 - step + painter.px(2)
        if more > 0:
            words = f"+{more}"
            width = painter.width(words, STRONG) + painter.px(12)
            plate = QRectF(x, middle - painter.px(11), width, painter.px(22))
            painter.rounded_box(plate, 11, colors.control, colors.line2)
            painter.text(plate, words, STRONG, colors.text2, MIDDLE)
            x += width
        x += painter.px(8)
        width = box.right() - x
        painter.text(QRectF(x, box.top(), width, painter.px(28)), view.title, TITLE, colors.text)
        second = QRectF(x, box.top() + painter.px(27), width, painter.px(18))
        painter.text(second, view.who, NOTE, colors.text2)

    def _shown(
        self, view: SeveralView, width: float, painter: ThemedPainter
    ) -> tuple[tuple[SeveralRow, ...], int]:
        """Return whose tokens leave room for how many they are, and the number of the others."""
        edge, step = painter.px(_TOKEN_PX), painter.px(_STEP_PX)
        free = width - painter.width(view.title, TITLE) - painter.px(14) - edge
        number, least = len(view.rows), min(len(view.rows), _LEAST_TOKENS)
        plus = painter.px(_PLUS_PX)
        most = int(free // step) + 1
        if number > min(most, _MOST_TOKENS):
            most = min(int((free - plus) // step) + 1, _MOST_TOKENS)
        most = max(least, min(most, number))
        words = painter.width(view.who, NOTE) + painter.px(14) + edge
        roomy = int((width - words - plus) // step) + 1
        if roomy >= least:  # so many leave the words whole that say who they are
            most = min(most, roomy)
        return view.rows[:most], number - most


class SeveralRowButton(PaintedButton):
    """One of them: name, bar, figures, signs; a click selects that one alone."""

    def __init__(self, theme: Theme, row: SeveralRow, signs: int, parent: QWidget) -> None:
        """Show somebody, with room for so many signs."""
        super().__init__(theme, parent)
        self.row = row
        self._signs = signs
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.show_row(row)

    def show_row(self, row: SeveralRow) -> None:
        """Show another state."""
        self.row = row
        signs = ", ".join(one.text for one in row.signs)
        words = ", ".join(filter(None, (row.name, row.points, signs)))
        self.setAccessibleName(_("{words}: select alone").format(words=words))
        set_tip(self, words)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height."""
        return QSize(self.theme.px(160), self.theme.px(_ROW_PX))

    def minimumSizeHint(self) -> QSize:
        """Return the same height."""
        return self.sizeHint()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        row, colors, middle = self.row, painter.colors, box.center().y()
        if self.underMouse():
            painter.rounded_box(box, 6, colors.raised)
        x = box.right() - painter.px(2 + _SIGN_PX * self._signs)
        figures = QRectF(x - painter.px(58), box.top(), painter.px(54), box.height())
        for sign in row.signs:
            painter.icon(sign.icon, QPointF(x + painter.px(9), middle), 13, colors.text2)
            x += painter.px(_SIGN_PX)
        painter.text(figures, row.points, NOTE, colors.text, RIGHT)
        name_px = box.width() * 0.38
        name = QRectF(box.left() + painter.px(2), box.top(), name_px - painter.px(8), box.height())
        if row.share is None:
            name.setRight(figures.left() - painter.px(8))
        painter.text(name, row.name, STRONG, colors.text3 if row.token.out else colors.text)
        if row.share is not None:
            left = box.left() + name_px
            bar = QRectF(left, middle - painter.px(2.5), figures.left() - left, painter.px(5))
            painter.bar(bar, row.share)


class SeveralRows(ThemedWidget):
    """The rows. Signal: ``alone(id)`` of one clicked."""

    alone = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Begin with nobody."""
        super().__init__(theme, parent)
        self._view: SeveralView | None = None
        self._is_small = self._is_open = False
        self.buttons: list[SeveralRowButton] = []
        self.more = FoldButton(theme, self)
        self.more.clicked.connect(self._turn)
        self._body = QWidget()
        self._column = QVBoxLayout(self._body)
        inset(self._column, theme, (0, 0, 0, 0), 0)
        self._area = QScrollArea(self)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self._body)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        rows.addWidget(self._area)
        line = QHBoxLayout()
        line.addWidget(self.more)
        rows.addLayout(line)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_view(self, view: SeveralView) -> None:
        """Show several; other people begin folded."""
        old, self._view = self._view, view
        is_new = old is None or [one.id for one in old.rows] != [one.id for one in view.rows]
        if is_new:
            self._is_open = False
        if is_new or (old is not None and _most_signs(old) != _most_signs(view)):
            self._make()
        shown = view.rows[: len(self.buttons)]
        for button, row in zip(self.buttons, shown, strict=True):
            button.show_row(row)

    def set_small(self, is_small: bool) -> None:
        """Show fewer before the fold."""
        if is_small != self._is_small:
            self._is_small = is_small
            self._make()

    def _turn(self) -> None:
        self._is_open = not self._is_open
        self._make()

    def _make(self) -> None:
        view = self._view
        if view is None:
            return
        most = SMALL_ROWS if self._is_small else MOST_ROWS
        is_folding = len(view.rows) > most + 1
        rows = view.rows if self._is_open or not is_folding else view.rows[:most]
        clear(self._column)
        signs = _most_signs(view)
        self.buttons = [SeveralRowButton(self.theme, row, signs, self._body) for row in rows]
        for button in self.buttons:
            button.clicked.connect(partial(self.alone.emit, button.row.id))
            self._column.addWidget(button)
            button.show()
        left = len(view.rows) - most
        text = ngettext("and {n} more", "and {n} more", left).format(n=left)
        self.more.show_words(_("fewer") if self._is_open else text, is_open=self._is_open)
        self.more.setVisible(is_folding)
        self._measure()

    def _measure(self) -> None:
        seen = min(len(self.buttons), _MOST_UNFOLDED)
        self._area.setFixedHeight(self.theme.px(_ROW_PX) * seen)

    def on_theme(self) -> None:
        """Measure again, in the new scale."""
        self._measure()
        super().on_theme()


def _most_signs(view: SeveralView) -> int:
    """Return how many signs a row has at most."""
    return max((len(row.signs) for row in view.rows), default=0)


class FoldButton(PaintedButton):
    """Shows the rows that are folded, or folds them."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Begin without words."""
        super().__init__(theme, parent)
        self._is_open = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_words(self, words: str, *, is_open: bool) -> None:
        """Show how many are folded."""
        self._is_open = is_open
        self.setText(words)
        self.setAccessibleName(words)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height."""
        return QSize(self.theme.px(160), self.theme.px(_ROW_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the words with an arrow."""
        colors = painter.colors
        if self.underMouse():
            painter.rounded_box(box, 6, colors.raised)
        arrow = "chevron-up" if self._is_open else "chevron-down"
        at = QPointF(box.left() + painter.px(9), box.center().y())
        painter.icon(arrow, at, 14, colors.text3)
        words = box.adjusted(painter.px(22), 0, 0, 0)
        painter.text(words, self.text(), NOTE, colors.text2)
