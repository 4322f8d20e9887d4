"""The popover for a timed effect: first which condition, then badge, numbers, its end, a note.

A new effect begins with the conditions of the rules: typing finds one, a digit or Enter takes it.
What fits none of them is an effect of the GM's own. Escape goes back to the list, then closes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from gridwar.control.records.panel_records import KeyHint
from gridwar.control.records.popover_records import EffectView
from gridwar.model.combatant import EffectEnd, TimedEffect
from gridwar.text import _
from gridwar.ui.popovers.effect_conditions import ConditionList
from gridwar.ui.popovers.effect_fields import BadgeButton, NumberRows
from gridwar.ui.style.popup_menus import Choices
from gridwar.ui.widgets.containers.fitting_scroll_area import FitScroll
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.containers.popover_base import Popover
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton, KeyButton
from gridwar.ui.widgets.controls.labels import hairline, label
from gridwar.ui.widgets.controls.number_fields import even_spin
from gridwar.ui.widgets.painting.themed_widgets import clear, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from gridwar.control.records.popover_records import ConditionRow
    from gridwar.ui.style.theme import Theme

_MOST_ROUNDS = 999
_BADGES_PX = 456
_OF_TURN = ("turn_start", "turn_end")


_KEYS = (
    KeyHint(_("1\u20139"), _("condition")),
    KeyHint("\u2191\u2193", _("another one")),
    KeyHint(_("Enter"), _("take it, then begin it")),
    KeyHint(_("Esc"), _("back")),
)


class EffectPopover(Popover):
    """The popover; ``submitted(ids of those who get it, TimedEffect)`` and ``cancelled()``."""

    submitted = Signal(tuple, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("Effect"))
        self._view = EffectView("")
        self._badge = ""
        self._chosen: ConditionRow | None = None
        self._chooses = False
        """The list is there; otherwise what has been chosen is written."""
        self._title = label("", "title")
        self.name = QLineEdit(self)
        self.name.installEventFilter(self)
        self.conditions = ConditionList(theme, self)
        self._own = label("", "note", wrap=True)
        self._does = label("", "second", wrap=True)
        self._of_own = QWidget(self)
        """What only an effect of the GM's own has."""
        self._details = QWidget(self)
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
        self.name.textChanged.connect(self._on_typed)
        self.conditions.chosen.connect(self._take)

    def told(self) -> tuple[str, tuple[KeyHint, ...]]:
        """Return what it is called, and its keys."""
        return self.accessibleName(), _KEYS

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
        fields.addWidget(self.name)
        fields.addSpacing(theme.px(4))
        fields.addWidget(self.conditions)
        fields.addWidget(self._own)
        fields.addWidget(self._details)
        fields.addStretch(1)
        own = QVBoxLayout(self._of_own)
        inset(own, theme, (0, 0, 0, 8), 4)
        own.addWidget(label(_("Badge"), "quiet"))
        own.addWidget(self._badges)
        lines = QVBoxLayout(self._details)
        inset(lines, theme, (0, 0, 0, 0), 4)
        lines.addWidget(self._does)
        lines.addWidget(self._of_own)
        lines.addWidget(label(_("Lasts"), "quiet"))
        lines.addLayout(ending)
        lines.addWidget(self._after)
        lines.addWidget(self.ask)
        lines.addSpacing(theme.px(8))
        lines.addWidget(label(_("Numbers"), "quiet"))
        lines.addWidget(self.numbers)
        lines.addSpacing(theme.px(8))
        lines.addWidget(label(_("Note"), "quiet"))
        lines.addWidget(self.note)
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
        even_spin(self.rounds, theme)
        self.rounds.setRange(1, _MOST_ROUNDS)
        self.name.setAccessibleName(_("Name"))
        self.name.setPlaceholderText(_("Find a condition, or name one of your own"))
        self.ends.setAccessibleName(_("Lasts"))
        self.whose.setAccessibleName(_("Whose turn"))
        self.rounds.setAccessibleName(_("After how many"))
        self.note.setAccessibleName(_("Note"))

    # --- showing ---------------------------------------------------------------------------------

    def show_view(self, view: EffectView) -> None:
        """Begin with an effect as it is."""
        self._view, effect = view, view.effect
        self._title.setText(view.title)
        self.primary.set_words(view.primary or _("Set the effect"), "↵")
        self.ends.clear()
        for choice in view.ends:
            self.ends.addItem(choice.title, choice.id)
        self._chooses = not effect.name
        self.conditions.show_rows(view.conditions)
        self.name.setText(effect.name)
        self._chosen = self._known(effect.name)
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
        self._show_step()

    def _show_step(self) -> None:
        """Show the list, or what is written of what was chosen."""
        text, row = self.name.text().strip(), self._chosen
        self.conditions.setVisible(self._chooses)
        is_own = self._chooses and bool(text) and self.conditions.ahead is None
        own = _("No condition begins so: Enter makes \u201c{name}\u201d an effect of your own.")
        self._own.setText(own.format(name=text))
        self._own.setVisible(is_own)
        self._details.setVisible(not self._chooses)
        does = "" if row is None else "  ".join(filter(None, (row.does, row.rule_id)))
        self._does.setText(does)
        self._does.setVisible(bool(does))
        self._of_own.setVisible(row is None or not row.id)
        self.primary.setEnabled(bool(text))
        self.fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the name."""
        super().showEvent(event)
        self.name.selectAll()

    def _show_badges(self) -> None:
        clear(self._badge_flow)
        badges = {badge.id: badge.title for badge in self._view.badges}
        for badge in (*(() if self._badge in badges else (self._badge,)), *badges):
            words = badges.get(badge, _("as it is"))
            button = BadgeButton(self.theme, badge, words, self._badges)
            button.setChecked(badge == self._badge)
            button.clicked.connect(lambda _on=False, badge=badge: self._choose_badge(badge))
            self._badge_flow.addWidget(button)
            button.show()

    def _choose_badge(self, badge: str) -> None:
        self._badge = badge
        for button in self._badges.findChildren(BadgeButton):
            button.setChecked(button.badge == badge)

    # --- choosing --------------------------------------------------------------------------------

    def _known(self, name: str) -> ConditionRow | None:
        """Return the condition that is called so."""
        wanted = name.strip().casefold()
        rows = (one for one in self._view.conditions if one.title.casefold() == wanted)
        return next(rows, None)

    def _on_typed(self, text: str) -> None:
        self.conditions.narrow(text)
        self._chosen = self._known(text)
        self._show_step()

    def _take(self, row: ConditionRow | None) -> None:
        """Go on with a condition; with what was typed where there is none."""
        if row is not None:
            self.name.setText(row.title)
            self._badge = row.badge
        self._chosen, self._chooses = row, False
        self._show_badges()
        self._show_step()
        self.ends.setFocus(Qt.FocusReason.TabFocusReason)

    def _back(self) -> bool:
        """Go back to the list; return whether there was one."""
        if self._chooses or self._view.effect.name:
            return False
        self._chooses = True
        self.conditions.narrow(self.name.text())
        self._show_step()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)
        self.name.selectAll()
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Walk the list from the field; a digit takes its row while nothing is typed."""
        if (
            watched is self.name
            and self._chooses
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
        ):
            way = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
            if way is not None:
                self.conditions.step(way)
                return True
            row = None if self.name.text() else self.conditions.by_key(event.text())
            if row is not None:
                self._take(row)
                return True
        return super().eventFilter(watched, event)

    # --- what was written ------------------------------------------------------------------------

    def effect(self) -> TimedEffect:
        """Return the effect as it is written now; its name is its id."""
        name, ends = self.name.text().strip(), self._chosen_end()
        before = self._view.effect
        known = self._chosen.id if self._chosen is not None else ""
        return TimedEffect(
            id=before.id if before.id and name == before.name else known or name.casefold(),
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
        ends = get_args(EffectEnd)
        return next((end for end in ends if end == self.ends.currentData()), "never")

    def _on_ends(self) -> None:
        ends = self._chosen_end()
        self._of.setVisible(ends in _OF_TURN)
        self.whose.setVisible(ends in _OF_TURN)
        self._after.setVisible(ends != "never")
        self.ask.setVisible(ends != "never")
        self.fit()

    def _submit(self) -> None:
        if self.primary.isEnabled():
            self.submitted.emit(self._view.who, self.effect())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take a condition with Enter, then set the effect; Escape goes back to the list."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not self._chooses:
                self._submit()
            elif self.conditions.ahead is not None or self.name.text().strip():
                self._take(self.conditions.ahead)
            return
        if event.key() == Qt.Key.Key_Escape and self._back():
            return
        super().keyPressEvent(event)
