"""One question as a page: who is asked, what, the options with price and effect, fields, standing.

Owns how an answer is put together; when it is complete it is handed over as an `Answer`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.records.panel_records import Choice
from gridwar.model.command import Answer
from gridwar.text import _
from gridwar.ui.popovers.question_numbers import NumberRow, YesNoRow
from gridwar.ui.popovers.question_option_card import OptionCard, is_bare
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton, Segments
from gridwar.ui.widgets.controls.labels import hairline, label
from gridwar.ui.widgets.figures.value_table import ValueTableView
from gridwar.ui.widgets.painting.themed_painter import NOTE, RIGHT, TITLE, ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import Painted, ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.control.records.popover_records import QuestionView, StandingView
    from gridwar.ui.style.theme import Theme

_COLUMNS = 3
_MANY = 9
"""Options from which on those of one line each stand in pairs."""


class QuestionPage(ThemedWidget):
    """A question.

    Signals: ``answered(Answer)``, ``standing_changed(scope, policy)``.
    """

    answered = Signal(object)
    standing_changed = Signal(str, str)

    def __init__(self, theme: Theme, view: QuestionView, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.view = view
        self._option = ""
        self._number = ""
        self.cards: list[OptionCard] = []
        self.numbers: dict[str, NumberRow | YesNoRow] = {}
        self._rest = label("", "note")
        self.note = QLineEdit(self)
        self.note.setPlaceholderText(view.note_label)
        self.note.setAccessibleName(view.note_label)
        self.note.setVisible(bool(view.note_label))
        self.answer = KeyButton(theme, _("Answer"), "primary", self)
        self.answer.set_words(_("Answer"), "↵")
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (18, 12, 18, 12), 10)
        self._add_head()
        if view.note_label:
            self._rows.addWidget(self.note)
        self._add_options()
        self._add_fields()
        self._add_answer()
        self._add_standing()
        self._rows.addStretch(1)
        self._check()

    @property
    def needs_answer_button(self) -> bool:
        """Return whether something is to be filled in: a click on an option is not all then."""
        return bool(self.view.numbers or self.view.place)

    def _add_head(self) -> None:
        view = self.view
        self.head = QuestionHead(self.theme, view, self)
        self._rows.addWidget(self.head)
        if view.text:
            self._rows.addWidget(label(view.text, "second", wrap=True))
        for table in view.tables:
            self._rows.addWidget(ValueTableView(self.theme, table, self))

    def _add_options(self) -> None:
        options = self.view.options
        if not options:
            return
        column = len(options) <= _COLUMNS
        lines = QGridLayout()
        lines.setSpacing(self.theme.px(8 if column else 6))
        are_short = len(options) > _MANY and all(map(is_bare, options))
        across = len(options) if column else 1 + are_short
        for place, option in enumerate(options):
            card = OptionCard(self.theme, option, place + 1, column=column, parent=self)
            card.show_chance(self.view.chances.get(option.id, ""))
            card.clicked.connect(lambda _on=False, key=option.id: self.choose(key))
            lines.addWidget(card, *divmod(place, across))
            self.cards.append(card)
        self._rows.addLayout(lines)

    def _add_fields(self) -> None:
        if self.view.place:
            words = _("Click a square on the map, or take {place}.")
            self._rows.addWidget(label(words.format(place=self.view.place), "second", wrap=True))
        for field in self.view.numbers:
            kind = YesNoRow if field.yes_no else NumberRow
            row = kind(self.theme, field, self)
            row.changed.connect(self._check)
            row.touched.connect(self.mark_number)
            self._rows.addWidget(row)
            self.numbers[field.key] = row
        if self.view.numbers:
            self._rows.addWidget(label(self._number_keys(), "note", wrap=True))

    def _number_keys(self) -> str:
        """Return in words what the keys do with the numbers here."""
        words = [_("\u2190 \u2192 change it")]
        if not self.view.options and not all(one.yes_no for one in self.view.numbers):
            words.insert(0, _("digits type the number"))
        if len(self.view.numbers) > 1 and not self.view.options:
            words.append(_("\u2191 \u2193 go to another"))
        words.append(_("Enter answers"))
        return "  \u00b7  ".join(words)

    def _add_answer(self) -> None:
        self.answer.setVisible(self.needs_answer_button)
        if self.needs_answer_button:  # else the words stay nobody's, and are not shown
            line = QHBoxLayout()
            line.addWidget(self._rest, 1)
            line.addWidget(self.answer)
            self._rows.addLayout(line)
        self.answer.clicked.connect(self.give)

    def _add_standing(self) -> None:
        if not self.view.standing:
            return
        self._rows.addWidget(hairline())
        self._rows.addWidget(label(_("Questions like this one, from now on"), "quiet"))
        for standing in self.view.standing:
            row = StandingRow(self.theme, standing, self)
            row.changed.connect(self.standing_changed)
            self._rows.addWidget(row)

    # --- answering -------------------------------------------------------------------------------

    def choose(self, option: str) -> None:
        """Choose an option; that is the answer unless something has to be filled in."""
        if not any(one.id == option and one.enabled for one in self.view.options):
            return
        self.mark(option)
        if not self.needs_answer_button:
            self.give()

    def mark(self, option: str) -> None:
        """Mark an option without answering."""
        self._option = option
        for card in self.cards:
            card.setChecked(card.option.id == option)
        self._check()

    def choose_place(self, place: int) -> bool:
        """Choose an option by its place from 1 on; return whether there is one."""
        if not 1 <= place <= len(self.view.options):
            return False
        self.choose(self.view.options[place - 1].id)
        return True

    def nudge(self, step: int) -> None:
        """Change the marked number by a step; without numbers, mark the next option."""
        row = self.numbers.get(self._number)
        if row is not None:
            row.step(step)
        elif self.numbers and not self.view.options:
            self._walk_numbers(1)
        else:
            self.walk(step)

    def write(self, digit: str) -> bool:
        """Type a digit into the marked number, or the first; return whether numbers are typed."""
        if self.view.options or not self.numbers:
            return False
        if self._number not in self.numbers:
            self._walk_numbers(1)
        row = self.numbers.get(self._number)
        if row is not None:
            row.write(digit)
        return row is not None

    def _walk_numbers(self, step: int) -> None:
        able = [one.key for one in self.view.numbers if one.maximum > one.minimum]
        if not able:
            return
        here = able.index(self._number) if self._number in able else -1 if step > 0 else 0
        self.mark_number(able[(here + step) % len(able)])

    def mark_number(self, key: str) -> None:
        """Choose the number that digits and arrows change: by a click on its row, or the keys."""
        self._number = key
        for one, row in self.numbers.items():
            row.mark(current=one == key)

    def walk(self, step: int) -> None:
        """Mark the next possible option; without options, the next number."""
        if not self.view.options:
            self._walk_numbers(step)
            return
        able = [one.id for one in self.view.options if one.enabled]
        if able:
            here = able.index(self._option) if self._option in able else -1 if step > 0 else 0
            self.mark(able[(here + step) % len(able)])

    @property
    def is_complete(self) -> bool:
        """Return whether the answer could be given now."""
        if self.view.options and not self._option:
            return False
        wanted = self.view.numbers_sum
        return wanted is None or self._sum() == wanted

    def give(self) -> None:
        """Give the answer if it is complete."""
        if self.is_complete:
            numbers = frozendict({key: row.value for key, row in self.numbers.items()})
            cell, words = self.view.proposed.cell, self.note.text().strip()
            texts = (words,) if words else ()
            answer = Answer(option=self._option, numbers=numbers, cell=cell, texts=texts)
            self.answered.emit(answer)

    def _sum(self) -> int:
        return sum(row.value for row in self.numbers.values())

    def _check(self) -> None:
        wanted = self.view.numbers_sum
        self.answer.setEnabled(self.is_complete)
        if wanted is None or not self.numbers:
            self._rest.setText("")
            return
        left = wanted - self._sum()
        if left > 0:
            words = _("{left} of {whole} left to place").format(left=left, whole=wanted)
        elif left < 0:
            words = _("{over} too many; {whole} in all").format(over=-left, whole=wanted)
        else:
            words = _("all {whole} placed").format(whole=wanted)
        self._rest.setText(words)
        role = "note" if left == 0 else "error"
        if self._rest.property("role") != role:
            self._rest.setProperty("role", role)
            self._rest.style().polish(self._rest)


class QuestionHead(Painted):
    """Who is asked, and what."""

    def __init__(self, theme: Theme, view: QuestionView, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._view = view
        self.right_px = 0
        """Room at its right for the cross of a popover without a bar of its own."""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{view.recipient}: {view.title}")

    def sizeHint(self) -> QSize:
        """Return the height."""
        return QSize(self.theme.px(100), self.theme.px(46))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        view, left = self._view, box.left()
        if view.token is not None:
            painter.token(QPointF(left + painter.px(20), box.center().y()), 18, view.token)
            left += painter.px(52)
        width = box.right() - left - painter.px(self.right_px)
        first = QRectF(left, box.top() + painter.px(2), width, painter.px(17))
        rules = painter.text(
            first, ", ".join(view.rule_ids), (NOTE[0], 11, 500), painter.colors.text3, RIGHT
        )
        first.setWidth(width - rules - painter.px(8))
        painter.text(first, _("For {name}").format(name=view.recipient), NOTE, painter.colors.text3)
        title = QRectF(left, box.top() + painter.px(18), width, painter.px(27))
        painter.text(title, view.title, TITLE, painter.colors.text)


class StandingRow(ThemedWidget):
    """A standing answer for one scope; ``changed(scope, policy)``."""

    changed = Signal(str, str)

    def __init__(self, theme: Theme, view: StandingView, parent: QWidget) -> None:
        super().__init__(theme, parent)
        ask = Choice("ask", _("Ask"))
        choices = (
            (ask, Choice("never", _("As proposed")))
            if view.is_proposal
            else (ask, Choice("always", _("Always")), Choice("never", _("Never")))
        )
        segments = Segments(theme, choices, self)
        segments.show_chosen(view.policy)
        row = QHBoxLayout(self)
        inset(row, theme, (0, 1, 0, 1), 8)
        row.addWidget(label(view.label, "note"), 1)
        row.addWidget(segments)
        segments.chosen.connect(lambda policy: self.changed.emit(view.scope, policy))
