"""One check for all, as a step of the inspector; the same table asks for surprise and Initiative.

It shows what the controller tries; dice are typed into it from here as from the map.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from gridwar.control.memo import are_same
from gridwar.control.presenters.group_checks import present_checks
from gridwar.control.records.panel_records import Choice
from gridwar.control.tools.check_keys import take_check_key
from gridwar.text import _
from gridwar.ui.map.camera.mouse_and_keys import key_event
from gridwar.ui.popovers.attack_setting_fields import NumberSetting, TicksSetting
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.controls.buttons_and_switches import ChoiceButton, KeyButton, Segments
from gridwar.ui.widgets.controls.labels import hairline, label, show_words
from gridwar.ui.widgets.painting.themed_widgets import clear, inset
from gridwar.ui.window.tool_panels.check_heads import EDGE_PX, CheckHead, CheckTableHead
from gridwar.ui.window.tool_panels.check_rows import CheckRow, shape_of
from gridwar.ui.window.tool_panels.surprise_rows import SurpriseChips
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel, scrolled

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QHideEvent

    from gridwar.control.records.check_records import CheckRowView, ChecksView
    from gridwar.engine.kit.command_draft import CommandChoice
    from gridwar.ui.window.window_parts import Parts

_LEAST_PX = 300
_TYPED, _ROLLED = "typed", "rolled"


class ChecksPanel(ToolPanel):
    """The step."""

    def __init__(self, parts: Parts) -> None:
        """Show the table of a window's controller."""
        super().__init__(parts.theme)
        self._parts = parts
        self._checks = parts.controller.checks
        self._view: ChecksView | None = None
        self._made_from: tuple[object, ...] = ()
        self.head = CheckHead(parts.theme, self)
        self.head.clicked.connect(self._checks.close)
        self.settings = QWidget(self)
        self._settings = QVBoxLayout(self.settings)
        self.columns = CheckTableHead(parts.theme, self)
        self.rows: list[CheckRow] = []
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._area = scrolled(content)
        self.columns.stand_over(content)
        self._summary = label(" ", "note")
        self._problem = label("", "error", wrap=True)
        self.some = KeyButton(parts.theme, parent=self)
        self.primary = KeyButton(parts.theme, kind="primary", parent=self)
        self.primary.height_px = self.some.height_px
        self.some.clicked.connect(self._checks.apply)
        self.primary.clicked.connect(self._press_primary)
        self.surprise = SurpriseChips(parts.theme, self)
        self.surprise.chosen.connect(self._checks.surprise)
        self.mode = Segments(
            parts.theme, (Choice(_TYPED, _("Typed")), Choice(_ROLLED, _("Rolled"))), self
        )
        self.mode.chosen.connect(
            lambda key: parts.controller.answers.use_typed_dice(typed=key == _TYPED)
        )
        self._lay_out()

    def _lay_out(self) -> None:
        theme, rows = self.theme, QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        top, below, foot = QVBoxLayout(), QVBoxLayout(), QHBoxLayout()
        inset(top, theme, (10, 10, 10, 4), 6)
        inset(self._settings, theme, (4, 0, 4, 0), 4)
        for part in (self.head, self.settings, self.surprise):
            top.addWidget(part)
        inset(self._column, theme, (EDGE_PX, 0, EDGE_PX, 8), 0)
        inset(below, theme, (14, 6, 14, 0), 2)
        line = QHBoxLayout()
        line.addWidget(self.some)
        line.addStretch(1)
        line.addWidget(self.mode)
        self._summary.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        below.addWidget(self._summary)
        below.addLayout(line)
        below.addWidget(self._problem)
        inset(foot, theme, (14, 6, 14, 10), 10)
        foot.addStretch(1)
        foot.addWidget(self.primary)
        rows.addLayout(top)
        heads = QHBoxLayout()
        inset(heads, theme, (EDGE_PX, 0, EDGE_PX, 0), 0)
        heads.addWidget(self.columns)
        rows.addLayout(heads)
        rows.addWidget(self._area, 1)
        rows.addWidget(hairline())
        rows.addLayout(below)
        rows.addLayout(foot)
        self.setMinimumHeight(theme.px(_LEAST_PX))

    # --- showing ---------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the table as it is now; where it begins, the keyboard is on the map."""
        state = self._parts.controller.view
        made_from = (state.checks, state.typed_dice)
        if self._view is not None and are_same(made_from, self._made_from):
            return
        self._made_from = made_from
        view = present_checks(self._parts.controller)
        if view is None or view == self._view:
            return
        old, self._view = self._view, view
        self.head.show_title(view.title)
        if old is None or _settable(old) != _settable(view):
            self._fill_settings(view)
        self.surprise.show_sides(view.sides, view.surprised, view.proposal)
        self.mode.show_chosen(_TYPED if view.is_typed else _ROLLED)
        self.mode.setVisible(any(row.dice for row in view.rows))
        shape = shape_of(view.rows, view.total, self.theme)
        self.columns.show_columns(view.dice, view.total, shape)
        if [row.row.who for row in self.rows] != [row.who for row in view.rows]:
            self._fill(view.rows)
        for shown, row in zip(self.rows, view.rows, strict=True):
            shown.show_row(row, shape)
        self._summary.setText(view.summary or " ")  # a line of its own, so that nothing moves
        set_tip(self._summary, view.summary)
        is_told = any(row.problem for row in view.rows)
        show_words(self._problem, "" if is_told else view.problem)
        self.some.set_words(view.some, "")
        self.some.setVisible(bool(view.some))
        self.primary.set_words(view.primary, view.key)
        if old is None:
            self._area.verticalScrollBar().setValue(0)
            self._take_keyboard()
        self._follow()

    def _take_keyboard(self) -> None:
        """Let the map have the keyboard: the dice are typed there as here."""
        has = QApplication.focusWidget()
        if has is None or self._parts.inspector.isAncestorOf(has):
            self._parts.map.setFocus(Qt.FocusReason.OtherFocusReason)

    def _follow(self) -> None:
        current = next((row for row in self.rows if row.row.is_current), None)
        if current is not None:
            self._area.ensureWidgetVisible(current, 0, self.theme.px(8))

    def _fill(self, rows: tuple[CheckRowView, ...]) -> None:
        clear(self._column)
        self.rows = []
        for at, row in enumerate(rows):
            button = CheckRow(self.theme, row, self)
            button.clicked.connect(partial(self._on_row, at))
            button.face_picked.connect(partial(self._checks.type_face, at))
            button.dice_cleared.connect(partial(self._checks.clear, at))
            self._column.addWidget(button)
            self.rows.append(button)
        self._column.addStretch(1)

    def _on_row(self, at: int) -> None:
        """Type the dice of a line next; where it is asked, turn whether that one is surprised."""
        row = self.rows[at].row
        if row.surprised is not None and self._view is not None:
            kept = [who for who in self._view.surprised if who != row.who]
            self._checks.surprise(kept if row.surprised else [*kept, row.who])
        else:
            self._checks.go_to(at)

    def _press_primary(self) -> None:
        if self._view is not None and self._view.key == _("Space"):
            self._checks.roll_the_rest()
        else:
            self._checks.apply()

    # --- what is set for all ---------------------------------------------------------------------

    def _fill_settings(self, view: ChecksView) -> None:
        clear(self._settings)
        holder = QWidget(self.settings)
        flow = FlowLayout(holder, self.theme.px(6), self.theme.px(240))
        if view.kinds:
            titles = dict(view.kinds)
            flow.addWidget(
                self._menu_button(
                    _("What"), titles.get(view.kind, ""), view.kinds, self._checks.change_kind
                )
            )
        for choice in view.choices:
            flow.addWidget(self._choice(choice))
        if flow.count():
            self._settings.addWidget(holder)
        for number in view.numbers:
            setting = NumberSetting(self.theme, number, self.settings)
            setting.show_setting(number)
            setting.changed.connect(self._checks.set_number)
            setting.left.connect(self._parts.map.setFocus)
            self._settings.addWidget(setting)
        for ticks in view.ticks:
            boxes = TicksSetting(self.theme, ticks, self.settings)
            boxes.show_setting(ticks)
            boxes.changed.connect(self._checks.tick)
            self._settings.addWidget(boxes)
        self.settings.setVisible(self._settings.count() > 0)

    def _choice(self, choice: CommandChoice) -> ChoiceButton:
        options = tuple((one.id, f"{one.title} {one.note}".strip()) for one in choice.options)
        chosen = dict(options).get(choice.chosen, "")
        return self._menu_button(
            choice.title, chosen, options, partial(self._checks.choose, choice.key)
        )

    def _menu_button(
        self,
        title: str,
        chosen: str,
        options: tuple[tuple[str, str], ...],
        choose: Callable[[str], None],
    ) -> ChoiceButton:
        button = ChoiceButton(self.theme, f"{chosen} \u25be", self)
        button.setAccessibleName(f"{title}: {chosen}")
        button.clicked.connect(partial(self._open_menu, button, options, choose))
        return button

    def _open_menu(
        self,
        button: QAbstractButton,
        options: tuple[tuple[str, str], ...],
        choose: Callable[[str], None],
    ) -> None:
        button.setChecked(False)
        menu = PopupMenu(button, passes=True)
        for key, words in options:
            menu.addAction(words.replace("&", "&&"), partial(choose, key))
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    # --- keys ------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Keep the keys of the table from the window's shortcuts while they work here."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            has = QApplication.focusWidget()
            if event.text().isdecimal() and not isinstance(has, QAbstractSpinBox):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type dice, roll, apply, go from line to line."""
        if not take_check_key(self._parts.controller, key_event(event, pressed=True)):
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Let the map have the keyboard where it is here."""
        has = QApplication.focusWidget()
        if has is not None and self.isAncestorOf(has):
            self._parts.map.setFocus(Qt.FocusReason.OtherFocusReason)
        self._view = None
        super().hideEvent(event)


def _settable(view: ChecksView) -> object:
    """Return what has to be built anew when it is another."""
    choices = tuple((one.key, one.chosen, len(one.options)) for one in view.choices)
    numbers = tuple((one.key, one.value) for one in view.numbers)
    return view.kinds, view.kind, choices, numbers, tuple(one.ticked for one in view.ticks)
