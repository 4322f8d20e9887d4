"""The rows of a rule card below its table: figures, traits, house rules, uses, ways to others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.text_format import minus
from gridwar.text import _
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.style.tone_colors import tone_color
from gridwar.ui.widgets.controls.buttons_and_switches import Switch
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed_painter import (
    BODY,
    LABEL,
    NOTE,
    RIGHT,
    SMALL,
    STRONG,
    ThemedPainter,
    advance,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton, ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.control.records.rule_card_records import RuleCard, SwitchLine, UseLine
    from gridwar.engine.kit.card_order_and_flow import Figure
    from gridwar.engine.kit.rule_reference import Trait
    from gridwar.ui.style.theme import Theme

_LINE_PX: Final = 24
_LINK_PX: Final = 26
_FIGURE_PX: Final = 130
_WHEN_PX: Final = 62
_VALUE_PX: Final = 44
_OUTCOME_SHARE: Final = 0.3


class FigureLine(Painted):
    """A figure of a weapon, of ground, of a zone: what it is, its value, a note, its rule."""

    def __init__(self, theme: Theme, figure: Figure, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._figure = figure
        words = (figure.label, figure.value, figure.hint, figure.rule_id)
        self.setAccessibleName(", ".join(filter(None, words)))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the height of a line."""
        return QSize(self.theme.px(200), self.theme.px(_LINE_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        figure, colors = self._figure, painter.colors
        right = box.right()
        if figure.rule_id:
            right -= painter.text(box, figure.rule_id, SMALL, colors.text3, RIGHT)
            right -= painter.px(10)
        name = QRectF(box.left(), box.top(), painter.px(_FIGURE_PX), box.height())
        painter.text(name, figure.label, NOTE, colors.text2)
        value = QRectF(name.right(), box.top(), right - name.right(), box.height())
        used = painter.text(value, minus(figure.value), STRONG, colors.text)
        rest = value.adjusted(used + painter.px(8), 0, 0, 0)
        if rest.width() > painter.px(24):
            painter.text(rest, minus(figure.hint), NOTE, colors.text3)


class TraitLine(Painted):
    """Something that a weapon is or can do, and its rule."""

    def __init__(self, theme: Theme, trait: Trait, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._trait = trait
        self.setAccessibleName(", ".join(filter(None, (trait.title, trait.rule_id))))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the height of a line."""
        return QSize(self.theme.px(200), self.theme.px(_LINE_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        trait, colors = self._trait, painter.colors
        right = box.right()
        if trait.rule_id:
            right -= painter.text(box, trait.rule_id, SMALL, colors.text3, RIGHT) + painter.px(10)
        painter.qpainter.setPen(Qt.PenStyle.NoPen)
        painter.qpainter.setBrush(qcolor(colors.text3))
        dot = QPointF(box.left() + painter.px(4), box.center().y())
        painter.qpainter.drawEllipse(dot, painter.px(2), painter.px(2))
        words = QRectF(box.left() + painter.px(14), box.top(), 0, box.height())
        words.setRight(right)
        painter.text(words, trait.title, NOTE, colors.text)


class FigureList(ThemedWidget):
    """The figures and traits of a card, line below line."""

    def __init__(self, theme: Theme, card: RuleCard, parent: QWidget) -> None:
        super().__init__(theme, parent)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        for figure in card.figures:
            rows.addWidget(FigureLine(theme, figure, self))
        for trait in card.traits:
            rows.addWidget(TraitLine(theme, trait, self))


class SwitchRow(ThemedWidget):
    """A house rule: a switch, or its value to choose from; ``chosen(name, value as JSON)``.

    ``form_wanted()``: its value is typed, which the form of the house rules does.
    """

    chosen = Signal(str, str)
    form_wanted = Signal()

    def __init__(self, theme: Theme, line: SwitchLine, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._line = line
        head = QHBoxLayout()
        inset(head, theme, (0, 0, 0, 0), 10)
        if line.is_on is not None:
            switch = Switch(theme, line.title, self)
            switch.setChecked(line.is_on)
            switch.clicked.connect(
                lambda on: self.chosen.emit(line.name, "true" if on else "false")
            )
            head.addWidget(switch)
        head.addWidget(label(line.title, "strong"), 1)
        if line.is_on is None:
            value = ValueButton(theme, line.now or _("none"), self)
            value.setAccessibleName(_("{name}: {value}").format(name=line.title, value=line.now))
            value.clicked.connect(lambda: self._choose(value))
            head.addWidget(value)
        head.addWidget(label(_("house rule"), "quiet"))
        head.addWidget(label(line.rule_id, "rule"))
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 2, 0, 2), 1)
        rows.addLayout(head)
        rows.addWidget(label(line.text, "note", wrap=True))
        if line.default:
            words = _("Changed for this fight; usually: {value}").format(value=line.default)
            rows.addWidget(label(words, "changed", wrap=True))

    def _choose(self, button: QWidget) -> None:
        if not self._line.options:
            self.form_wanted.emit()
            return
        menu = PopupMenu(self, passes=True)
        for one in self._line.options:
            action = menu.addAction(one.title)
            action.setCheckable(True)
            action.setChecked(one.title == self._line.now)
            action.triggered.connect(
                lambda _on=False, value=one.id: self.chosen.emit(self._line.name, value)
            )
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))


class ValueButton(PaintedButton):
    """A value that a click changes: its words and an arrow."""

    def __init__(self, theme: Theme, words: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setText(words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return room for the words and the arrow."""
        width = advance(self.text(), LABEL, self.theme) + 34 * self.theme.scale
        return QSize(round(width), self.theme.px(_LINK_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw them on the ground of a control."""
        colors = painter.colors
        edge = colors.text3 if self.underMouse() else colors.line2
        painter.rounded_box(box.adjusted(0, 1, 0, -1), 8, colors.control, edge)
        words = box.adjusted(painter.px(10), 0, -painter.px(22), 0)
        painter.text(words, self.text(), LABEL, colors.text)
        arrow = QPointF(box.right() - painter.px(13), box.center().y())
        painter.icon("chevron-down", arrow, 14, colors.text2)


class UseRow(PaintedButton):
    """Where a rule counted: when, what happened, its value, the outcome."""

    def __init__(self, theme: Theme, use: UseLine, when: str, parent: QWidget) -> None:
        """Show a use.

        Args:
            theme: How it looks.
            use: The use.
            when: When it was; empty where the row above says so.
            parent: What it lies in.
        """
        super().__init__(theme, parent)
        self._use = use
        self._when = when
        parts = (use.when, use.words, use.note, use.value, use.outcome)
        self.setAccessibleName(", ".join(filter(None, parts)))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the height of two short lines."""
        return QSize(self.theme.px(200), self.theme.px(_LINE_PX + 12))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        use, colors = self._use, painter.colors
        if self.underMouse():
            painter.rounded_box(box.adjusted(-painter.px(6), 0, painter.px(6), 0), 8, colors.raised)
        upper = QRectF(box.left(), box.top() + painter.px(2), box.width(), painter.px(18))
        lower = upper.translated(0, painter.px(16))
        painter.text(upper, self._when, NOTE, colors.text3)
        right = box.right()
        if use.outcome:
            most = QRectF(upper)
            most.setLeft(box.right() - box.width() * _OUTCOME_SHARE)
            used = painter.text(most, use.outcome, LABEL, tone_color(colors, use.tone), RIGHT)
            right -= used + painter.px(10)
        value = QRectF(right - painter.px(_VALUE_PX), upper.top(), 0, upper.height())
        value.setRight(right)
        if use.value:
            color = colors.danger if use.value.startswith("\u2212") else colors.text
            right = right - painter.text(value, use.value, STRONG, color, RIGHT) - painter.px(10)
        words = QRectF(upper)
        words.setLeft(box.left() + painter.px(_WHEN_PX))
        words.setRight(right)
        painter.text(words, use.words, BODY, colors.text)
        words.moveTop(lower.top())
        words.setRight(box.right())
        painter.text(words, use.note, NOTE, colors.text3)
