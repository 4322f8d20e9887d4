"""What arrives: a strip of figures a result, what is chosen for it, and all stages of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.records.popover_records import OutcomeView
from gridwar.text import _
from gridwar.ui.popovers.attack_choices_and_settings import ChoiceRow
from gridwar.ui.popovers.attack_steps_and_chips import draw_fold
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.figures.value_table import ValueTableView
from gridwar.ui.widgets.painting.themed_painter import (
    BODY,
    LABEL,
    MIDDLE,
    NOTE,
    RIGHT,
    SMALL,
    STRONG,
    Voice,
)
from gridwar.ui.widgets.painting.themed_widgets import (
    Painted,
    PaintedButton,
    ThemedWidget,
    clear,
    inset,
)

if TYPE_CHECKING:
    from gridwar.control.records.popover_records import AttackView
    from gridwar.engine.kit.command_draft import StageFigure
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_HEAD_PX = 20
_FIGURES_PX = 40
_FOLD_PX = 28
_SIDE_PX = 18
_INSET_PX = 10
_ARROW_PX = 14
_VALUE: Voice = (LABEL[0], 17, 700)


class Strip(Painted):
    """One result: its name with its chance, and the figures from what is built to what is left."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._title, self._chance = "", ""
        self._figures: tuple[StageFigure, ...] = ()
        self._is_chosen = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_outcome(self, outcome: OutcomeView) -> None:
        """Show the figures of an outcome; one that something is chosen for is edged."""
        self._title, self._chance = outcome.title, outcome.chance
        self._figures, self._is_chosen = outcome.figures, outcome.is_chosen
        told = (f"{one.value} {one.words}" for one in outcome.figures)
        self.setAccessibleName(", ".join(filter(None, (outcome.title, outcome.chance, *told))))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height: figures, and above them the name where there is one."""
        high = _FIGURES_PX + 10 + (_HEAD_PX if self._title else 0)
        return QSize(self.theme.px(100), self.theme.px(high))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        colors = painter.colors
        plate = box.adjusted(painter.px(_SIDE_PX), 1, -painter.px(_SIDE_PX), -1)
        edge = colors.accent if self._is_chosen else colors.line
        painter.rounded_box(plate, 8, colors.window, edge, 1.5 if self._is_chosen else 1)
        inner = plate.adjusted(painter.px(_INSET_PX), painter.px(4), -painter.px(_INSET_PX), 0)
        top = inner.top()
        if self._title:
            head = QRectF(inner.left(), top, inner.width(), painter.px(_HEAD_PX))
            used = painter.text(head, self._chance, NOTE, colors.text2, RIGHT) + painter.px(8)
            painter.text(head.adjusted(0, 0, -used, 0), self._title, STRONG, colors.text)
            top = head.bottom()
        self._draw_figures(
            painter, QRectF(inner.left(), top, inner.width(), painter.px(_FIGURES_PX))
        )

    def _draw_figures(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the figures, each as wide as its words and the rest shared out between them."""
        colors, figures = painter.colors, self._figures
        if not figures:
            return
        wide = [
            max(painter.width(one.value, _VALUE), painter.width(one.words, SMALL))
            for one in figures
        ]
        arrow = painter.px(_ARROW_PX)
        spare = box.width() - sum(wide) - arrow * (len(figures) - 1)
        gap = max(0.0, spare) / max(1, 2 * (len(figures) - 1))
        squeeze = min(1.0, (box.width() - arrow * (len(figures) - 1)) / max(1.0, sum(wide)))
        x = box.left()
        for number, (one, room) in enumerate(zip(figures, wide, strict=True)):
            if number:
                at = QPointF(x + gap + arrow / 2, box.top() + painter.px(12))
                painter.icon("chevron-right", at, 12, colors.text3)
                x += 2 * gap + arrow
            column = QRectF(x, box.top(), room * squeeze + 1, painter.px(22))
            color = colors.danger if one.tone == "harm" else colors.text
            painter.text(column, one.value, _VALUE, color, MIDDLE)
            words = QRectF(x, column.bottom() - painter.px(2), column.width(), painter.px(16))
            painter.text(words, one.words, SMALL, colors.text2, MIDDLE)
            painter.leads_to(one.rule_id, column.united(words), f"{one.value} {one.words}")
            x += room * squeeze


class Arrivals(ThemedWidget):
    """A strip a result, the choices that a result leaves, and the stages behind a click.

    Signals: ``chosen(choice, option)``, ``folded()`` when the stages are opened or closed.
    """

    chosen = Signal(str, str)
    folded = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._strips: list[Strip] = []
        self.choices = ChoiceRow(theme, self)
        self.stages = Stages(theme, self)
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (0, 0, 0, 2), 4)
        choices = QVBoxLayout()
        inset(choices, theme, (_SIDE_PX, 2, _SIDE_PX, 0), 0)
        choices.addWidget(self.choices)
        self._rows.addLayout(choices)
        self._rows.addWidget(self.stages)
        self.choices.chosen.connect(self.chosen)
        self.stages.folded.connect(self.folded)

    def show_view(self, view: AttackView) -> None:
        """Show the results of an attack; nothing at all where there is nothing to tell."""
        told = [one for one in view.outcomes if one.figures]
        if not told and view.arrives:
            told = [OutcomeView("", figures=view.arrives)]
        while len(self._strips) < len(told):
            strip = Strip(self.theme, self)
            self._rows.insertWidget(len(self._strips), strip)
            self._strips.append(strip)
        for number, strip in enumerate(self._strips):
            if number < len(told):
                strip.show_outcome(told[number])
            strip.setVisible(number < len(told))
        self.choices.show_choices(tuple(one for out in view.outcomes for one in out.choices))
        self.stages.show_view(view)
        self.setVisible(bool(told or view.outcomes))


class Stages(ThemedWidget):
    """What the log would tell of each outcome: behind a click, tables as wide as the sheet."""

    folded = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._view: AttackView | None = None
        self._shown: tuple[OutcomeView, ...] = ()
        self.is_open = False
        self.fold = StagesFold(theme, self)
        self._page = QWidget(self)
        self._lines = QVBoxLayout(self._page)
        inset(self._lines, theme, (_SIDE_PX, 0, _SIDE_PX, 4), 6)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        rows.addWidget(self.fold)
        rows.addWidget(self._page)
        self._page.hide()
        self.fold.clicked.connect(self.turn)

    def turn(self) -> None:
        """Open the stages, or fold them again."""
        self.is_open = not self.is_open
        if self._view is not None:
            self.show_view(self._view)
        self.folded.emit()

    def show_view(self, view: AttackView) -> None:
        """Show what there is to open; nothing at all without outcomes."""
        self._view = view
        self.setVisible(bool(view.outcomes))
        is_certain = len(view.outcomes) == 1
        self.fold.setVisible(not is_certain)
        is_open = self.is_open or is_certain
        self.fold.show_words(view.expected, is_open=is_open)
        self._page.setVisible(is_open)
        if is_open and view.outcomes != self._shown:
            self._shown = view.outcomes
            self._fill()

    def _fill(self) -> None:
        clear(self._lines)
        for outcome in self._shown:
            parts: list[QWidget] = []
            if outcome.name:
                parts.append(label(outcome.title, "second"))
            tables = (ValueTableView(self.theme, one, self._page) for one in outcome.tables)
            parts += (*tables, *(label(words, "note", wrap=True) for words in outcome.words))
            for part in parts:
                self._lines.addWidget(part)
                # Shown at once: what is hidden counts for nothing when the sheet is measured.
                part.show()


class StagesFold(PaintedButton):
    """The line that opens the stages; at its right what is lost on average."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._expected, self._is_open = "", False
        self.setText(_("all stages of the rules"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_words(self, expected: str, *, is_open: bool) -> None:
        """Show what is expected, and whether the stages are open."""
        self._expected, self._is_open = expected, is_open
        told = _("expected {n}").format(n=expected) if expected else ""
        self.setAccessibleName(", ".join(filter(None, (self.text(), told))))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of the line."""
        return QSize(self.theme.px(200), self.theme.px(_FOLD_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        colors = painter.colors
        draw_fold(painter, box, is_open=self._is_open, is_hot=self.underMouse())
        words = box.adjusted(painter.px(42), 0, -painter.px(_SIDE_PX), 0)
        right = 0.0
        if self._expected:
            right = painter.text(words, self._expected, STRONG, colors.text, RIGHT) + painter.px(6)
            before = words.adjusted(0, 0, -right, 0)
            right += painter.text(before, _("expected"), NOTE, colors.text2, RIGHT)
        painter.text(words.adjusted(0, 0, -right, 0), self.text(), BODY, colors.text2)
