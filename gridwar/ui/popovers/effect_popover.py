"""The popover for a timed effect: name, badge, numbers, when it ends, a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QCompleter,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from gridwar.control.records.popover_records import EffectView
from gridwar.model.combatant import TimedEffect
from gridwar.text import _
from gridwar.ui.style.popup_menus import Choices, dress_completions
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.containers.fitting_scroll_area import FitScroll
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.containers.popover_base import Popover
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton, KeyButton
from gridwar.ui.widgets.controls.labels import hairline, label
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, ThemedWidget, clear, inset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QKeyEvent, QShowEvent

    from gridwar.model.combatant import EffectEnd
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_MOST_ROUNDS = 999
_MOST = 9999
_BADGES_PX = 456
_ENDS: Mapping[EffectEnd, str] = {
    "never": _("not by itself"),
    "turn_start": _("at the start of the turn"),
    "turn_end": _("at the end of the turn"),
    "round_start": _("at the start of the round"),
    "round_end": _("at the end of the round"),
    "fight_end": _("with the fight"),
}
_OF_TURN = ("turn_start", "turn_end")


class EffectPopover(Popover):
    """The popover; ``submitted(ids of those who get it, TimedEffect)`` and ``cancelled()``."""

    submitted = Signal(tuple, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("Effect"))
        self._view = EffectView("")
        self._badge = ""
        self._title = label("", "title")
        self.name = QLineEdit(self)
        self._badges = QWidget(self)
        self._badge_flow = FlowLayout(self._badges, 0, theme.px(_BADGES_PX))
        self.numbers = NumberRows(theme, self)
        self.ends = Choices(self)
        self.whose = Choices(self)
        self._of = label(_("of"), "note")
        self.rounds = QSpinBox(self)
        self._after = QWidget(self)
        self.ask = QCheckBox(_("Ask at that moment instead of ending it"), self)
        self.note = QLineEdit(self)
        self.primary = KeyButton(theme, "", "primary", self)
        self._lay_out(theme)
        self._fill(theme)
        self.setFocusProxy(self.name)
        self.primary.clicked.connect(self._submit)
        self.ends.currentIndexChanged.connect(self._on_ends)
        self.name.textChanged.connect(self._check)

    def _lay_out(self, theme: Theme) -> None:
        close = IconButton(theme, "x", _("Close"), self, 18)
        close.clicked.connect(self.cancelled)
        head = QHBoxLayout()
        inset(head, theme, (18, 10, 12, 8), 8)
        head.addWidget(self._title, 1)
        head.addWidget(close)
        self.rows.addLayout(head)
        self.rows.addWidget(hairline())
        body = QWidget(self)
        fields = QVBoxLayout(body)
        inset(fields, theme, (18, 12, 18, 8), 4)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._badges.setSizePolicy(policy)
        ending = QHBoxLayout()
        ending.setSpacing(theme.px(8))
        ending.addWidget(self.ends, 3)
        ending.addWidget(self._of)
        ending.addWidget(self.whose, 2)
        after = QHBoxLayout(self._after)
        inset(after, theme, (0, 0, 0, 0), 8)
        after.addWidget(label(_("after"), "note"))
        after.addWidget(self.rounds)
        after.addWidget(label(_("of these moments"), "note"), 1)
        for words, part in (
            (_("Name"), self.name),
            (_("Badge"), self._badges),
            (_("Numbers"), self.numbers),
        ):
            fields.addWidget(label(words, "quiet"))
            fields.addWidget(part)
            fields.addSpacing(theme.px(8))
        fields.addWidget(label(_("Ends"), "quiet"))
        fields.addLayout(ending)
        fields.addWidget(self._after)
        fields.addWidget(self.ask)
        fields.addSpacing(theme.px(8))
        fields.addWidget(label(_("Note"), "quiet"))
        fields.addWidget(self.note)
        fields.addStretch(1)
        self.rows.addWidget(FitScroll(body, self), 1)
        self.rows.addLayout(self._foot(theme))

    def _foot(self, theme: Theme) -> QHBoxLayout:
        cancel = KeyButton(theme, _("Cancel"), "plain", self)
        cancel.height_px = 38
        cancel.clicked.connect(self.cancelled)
        foot = QHBoxLayout()
        inset(foot, theme, (18, 4, 18, 14), 10)
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(self.primary)
        return foot

    def _fill(self, theme: Theme) -> None:
        for ends, words in _ENDS.items():
            self.ends.addItem(words, ends)
        even_spin(self.rounds, theme)
        self.rounds.setRange(1, _MOST_ROUNDS)
        self.name.setAccessibleName(_("Name"))
        self.ends.setAccessibleName(_("Ends"))
        self.whose.setAccessibleName(_("Whose turn"))
        self.rounds.setAccessibleName(_("After how many"))
        self.note.setAccessibleName(_("Note"))

    # --- showing ---------------------------------------------------------------------------------

    def show_view(self, view: EffectView) -> None:
        """Begin with an effect as it is."""
        self._view, effect = view, view.effect
        self._title.setText(view.title)
        self.primary.set_words(view.primary or _("Set the effect"), "↵")
        self.name.setText(effect.name)
        completer = QCompleter(list(view.names), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.name.setCompleter(completer)
        dress_completions(completer)
        self._badge = effect.badge
        self._show_badges()
        self.numbers.show_numbers(effect.numbers)
        self.whose.clear()
        for person in view.combatants:
            self.whose.addItem(person.title, person.id)
        self.whose.setCurrentIndex(max(0, self.whose.findData(effect.whose)))
        self.ends.setCurrentIndex(self.ends.findData(effect.ends))
        self.rounds.setValue(effect.rounds_left)
        self.ask.setChecked(effect.ask)
        self.note.setText(effect.note)
        self._on_ends()
        self._check()
        self.fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the name."""
        super().showEvent(event)
        self.name.selectAll()

    def _show_badges(self) -> None:
        clear(self._badge_flow)
        badges = self._view.badges
        if self._badge not in badges:
            badges = (self._badge, *badges)
        for badge in badges:
            button = _BadgeButton(self.theme, badge, self._badges)
            button.setChecked(badge == self._badge)
            button.clicked.connect(lambda _on=False, badge=badge: self._choose_badge(badge))
            self._badge_flow.addWidget(button)
            button.show()

    def _choose_badge(self, badge: str) -> None:
        self._badge = badge
        for button in self._badges.findChildren(_BadgeButton):
            button.setChecked(button.badge == badge)

    # --- what was written ------------------------------------------------------------------------

    def effect(self) -> TimedEffect:
        """Return the effect as it is written now; its name is its id."""
        name, ends = self.name.text().strip(), self._chosen_end()
        return TimedEffect(
            id=name.casefold(),
            name=name,
            badge=self._badge,
            numbers=self.numbers.numbers(),
            note=self.note.text().strip(),
            ends=ends,
            whose=self.whose.currentData() if ends in _OF_TURN else None,
            rounds_left=self.rounds.value() if ends != "never" else 1,
            ask=self.ask.isChecked() and ends != "never",
        )

    def _chosen_end(self) -> EffectEnd:
        return next(end for end in _ENDS if end == self.ends.currentData())

    def _on_ends(self) -> None:
        ends = self._chosen_end()
        self._of.setVisible(ends in _OF_TURN)
        self.whose.setVisible(ends in _OF_TURN)
        self._after.setVisible(ends != "never")
        self.ask.setVisible(ends != "never")
        self.fit()

    def _check(self) -> None:
        self.primary.setEnabled(bool(self.name.text().strip()))

    def _submit(self) -> None:
        if self.primary.isEnabled():
            self.submitted.emit(self._view.who, self.effect())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Set the effect with Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._submit()
            return
        super().keyPressEvent(event)


class _BadgeButton(PaintedButton):
    def __init__(self, theme: Theme, badge: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.badge = badge
        self.setCheckable(True)
        set_tip(self, badge)
        self.setAccessibleName(badge)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def nextCheckState(self) -> None:
        """Leave the checked state to the popover: one is always chosen."""

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(32), self.theme.px(32))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        colors = painter.colors
        if self.isChecked():
            painter.rounded_box(box, 8, colors.accent_ground, colors.accent, 1.4)
        elif self.underMouse():
            painter.rounded_box(box, 8, colors.raised)
        painter.icon(
            self.badge, box.center(), 18, colors.text if self.isChecked() else colors.text2
        )


def even_spin(spin: QSpinBox, theme: Theme) -> None:
    """Give the number in a spin box the inset of other fields."""
    spin.lineEdit().setTextMargins(theme.px(4), 0, 0, 0)


class NumberRows(ThemedWidget):
    """Named numbers, as many as wanted; an empty one is always ready."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._lines: list[tuple[QLineEdit, QSpinBox]] = []
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (0, 0, 0, 0), 4)

    def show_numbers(self, numbers: Mapping[str, int]) -> None:
        """Show numbers."""
        for name, value in self._lines:
            for part in (name, value):
                part.hide()
                part.deleteLater()
        self._lines.clear()
        for key, number in (*numbers.items(), ("", 0)):
            self._add(key, number)

    def numbers(self) -> frozendict[str, int]:
        """Return the numbers that have a name."""
        pairs = ((name.text().strip(), value.value()) for name, value in self._lines)
        return frozendict(pair for pair in pairs if pair[0])

    def _add(self, key: str, number: int) -> None:
        name = QLineEdit(key, self)
        name.setPlaceholderText(_("What it counts"))
        name.setAccessibleName(_("What it counts"))
        value = QSpinBox(self)
        even_spin(value, self.theme)
        value.setRange(-_MOST, _MOST)
        value.setValue(number)
        value.setAccessibleName(_("Number"))
        line = QHBoxLayout()
        line.setSpacing(self.theme.px(8))
        line.addWidget(name, 3)
        line.addWidget(value, 1)
        self._rows.addLayout(line)
        self._lines.append((name, value))
        name.textChanged.connect(self._grow)

    def _grow(self) -> None:
        if self._lines and self._lines[-1][0].text().strip():
            self._add("", 0)
