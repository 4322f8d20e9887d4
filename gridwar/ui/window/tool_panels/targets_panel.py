"""The step "at whom?" while an action is aimed: head, targets, who is none, how it is done.

Owns what is shown where; what there is to show is a record. It knows nothing of its place.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.presenters.targets import present_targets
from gridwar.text import _
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.style.row_heights import SWITCH_ROW_PX
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.controls.buttons_and_switches import ChoiceButton, KeyButton
from gridwar.ui.widgets.controls.labels import Heading, hairline
from gridwar.ui.widgets.painting.themed_painter import (
    NOTE,
    STRONG,
    ThemedPainter,
    keycap_width,
    pips_width,
)
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, clear, inset
from gridwar.ui.window.tool_panels.target_rows import Reason, RefusedButton, TargetButton
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel, scrolled

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent

    from gridwar.control.records.target_records import TargetRow, TargetsView
    from gridwar.engine.kit.command_draft import CommandChoice
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.window.window_parts import Parts

_LEAST_PX = 300
MOST_CHIPS = 3
"""Of a choice with more options the chosen one is shown, and a menu of all comes with a click."""


class StepHead(PaintedButton):
    """The action that is aimed, with its note and price; a click leaves, as Escape does."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Begin empty."""
        super().__init__(theme, parent)
        self._view: TargetsView | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_view(self, view: TargetsView) -> None:
        """Show an action."""
        self._view = view
        self.setAccessibleName(_("{action}: back to the actions").format(action=view.title))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of the row."""
        return QSize(self.theme.px(200), self.theme.row_px(SWITCH_ROW_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw icon, words, price and key on brass ground."""
        view, colors = self._view, painter.colors
        if view is None:
            return
        painter.rounded_box(box, 8, colors.accent_ground, colors.accent, 1.4)
        middle, key = box.center().y(), _("Esc")
        painter.icon(view.icon, QPointF(box.left() + painter.px(19), middle), 16, colors.accent)
        painter.keycap(box.right() - painter.px(8), middle, key, colors.text2, right=True)
        right = box.right() - painter.px(16) - keycap_width(key, self.theme)
        if view.price:
            width = pips_width(len(view.price), self.theme)
            pips = [(kind, True) for kind in view.price]
            painter.pips(right - width, middle, pips, colors.accent)
            right -= width + painter.px(8)
        words = QRectF(box.left() + painter.px(36), box.top(), right, box.height())
        words.setRight(right)
        used = painter.text(words, view.title, STRONG, colors.text)
        painter.text(words.adjusted(used + painter.px(8), 0, 0, 0), view.note, NOTE, colors.text2)


class TargetsPanel(ToolPanel):
    """Shows the targets of the action being aimed; the aim itself moves in the controller."""

    def __init__(self, parts: Parts) -> None:
        """Aim for a window's controller."""
        super().__init__(parts.theme)
        self._parts = parts
        self._aiming = parts.controller.aiming
        self._made_from: tuple[object, ...] = ()
        self._view: TargetsView | None = None
        self.head = StepHead(parts.theme, self)
        self.head.clicked.connect(parts.controller.cancel)
        self.rows: list[TargetButton] = []
        content = QWidget()
        self._column = QVBoxLayout(content)
        inset(self._column, parts.theme, (8, 4, 8, 8), 0)
        self._area = scrolled(content)
        self.at_once = KeyButton(parts.theme, parent=self)
        self.sheet = KeyButton(parts.theme, kind="primary", parent=self)
        self.sheet.height_px = self.at_once.height_px
        self.at_once.clicked.connect(lambda: self._aiming.play_at_once(self._pointed))
        self.sheet.clicked.connect(lambda: self._aiming.take(self._pointed))
        self._lay_out()

    def _lay_out(self) -> None:
        theme, rows = self.theme, QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        top, foot = QVBoxLayout(), QHBoxLayout()
        inset(top, theme, (10, 10, 10, 4), 0)
        top.addWidget(self.head)
        inset(foot, theme, (14, 8, 14, 10), 10)
        self._foot = QWidget(self)
        self._foot.setLayout(foot)
        self._line = hairline()
        foot.addWidget(self.at_once)
        foot.addStretch(1)
        foot.addWidget(self.sheet)
        rows.addLayout(top)
        rows.addWidget(self._area, 1)
        rows.addWidget(self._line)
        rows.addWidget(self._foot)
        self.setMinimumHeight(theme.px(_LEAST_PX))

    @property
    def _pointed(self) -> str:
        return self._aiming.targets.pointed

    def refresh(self) -> None:
        """Show the aim as it is now; where it begins the keyboard comes here, or is on the map."""
        controller, targets = self._parts.controller, self._aiming.targets
        targets.choosable()  # whatever was asked before is settled now
        state = controller.view
        made_from = (targets.edition, targets.pointed, state.draft is None, state.picked)
        if self._view is not None and made_from == self._made_from:
            return
        self._made_from = made_from
        view = present_targets(controller)
        if view is None or view == self._view:
            return
        old, self._view = self._view, view
        is_new = old is None or (old.title, old.note) != (view.title, view.note)
        had_focus = any(row.hasFocus() for row in self.rows)
        self.head.show_view(view)
        if old is None or _shape(old) != _shape(view):
            self._fill(view)
        else:
            for shown, row in zip(self.rows, (*view.targets, *view.others), strict=True):
                shown.show_row(row)
        self.at_once.set_words(view.at_once or _("Do it at once"), _("\u21e7Enter"))
        self.sheet.set_words(_("Sheet"), _("Enter"))
        for button in (self.at_once, self.sheet):
            button.setEnabled(bool(view.at_once))
        for part in (self._line, self._foot):  # nobody to choose: neither key does anything
            part.setVisible(bool(view.targets))
        if is_new:
            self._area.verticalScrollBar().setValue(0)
        takes = is_new and self._take_keyboard()
        self._follow_pointed(take=had_focus or takes)

    def _take_keyboard(self) -> bool:
        """Return whether the keyboard comes here: it does where the list of actions had it.

        From the head or the sheet it goes to the map, where all keys of the aim are.
        """
        has, parts = QApplication.focusWidget(), self._parts
        if has is not None and any(
            one.isAncestorOf(has) for one in (parts.inspector.head, parts.sheet)
        ):
            parts.map.setFocus(Qt.FocusReason.OtherFocusReason)
        return has is not None and parts.actions.isAncestorOf(has)

    def hideEvent(self, event: QHideEvent) -> None:
        """Let the map have the keyboard where it is here."""
        has = QApplication.focusWidget()
        if has is not None and self.isAncestorOf(has):
            self._parts.map.setFocus(Qt.FocusReason.OtherFocusReason)
        self._view = None
        super().hideEvent(event)

    def _follow_pointed(self, *, take: bool) -> None:
        """Keep the row of who is aimed at in sight; with ``take`` give it the keyboard."""
        pointed = next((row for row in self.rows if row.row.is_pointed), None)
        row = pointed or (self.rows[0] if self.rows and take else None)
        if row is None:
            return
        if take:
            row.setFocus(Qt.FocusReason.OtherFocusReason)
        self._area.ensureWidgetVisible(row, 0, self.theme.px(8))

    # --- what stands in it ----------------------------------------------------------------------

    def _fill(self, view: TargetsView) -> None:
        clear(self._column)
        self.rows = []
        self._column.addWidget(Heading(self.theme, view.ask, self))
        self._add_rows(view.targets)
        if view.others:
            self._column.addWidget(Heading(self.theme, view.others_title, self))
            self._add_rows(view.others)
        for group in view.refused:
            self._column.addWidget(Reason(self.theme, group.reason, group.rule, self))
            buttons = [
                RefusedButton(self.theme, group, place, self) for place in range(len(group.targets))
            ]
            for button in buttons:
                button.clicked.connect(partial(self._aiming.take, button.who))
            self._add_flow(buttons)
        if view.choices:
            self._column.addWidget(Heading(self.theme, _("How it is done"), self))
        for number, choice in enumerate(view.choices):
            self._add_choice(choice, is_first=number == 0)
        if view.ground:
            self._column.addWidget(Reason(self.theme, view.ground, "", self))
        self._column.addStretch(1)

    def _add_rows(self, rows: tuple[TargetRow, ...]) -> None:
        for row in rows:
            button = TargetButton(self.theme, row, self)
            button.clicked.connect(partial(self._take, button))
            button.played.connect(partial(self._play, button))
            button.stepped.connect(self._step)
            self._column.addWidget(button)
            self.rows.append(button)

    def _take(self, button: TargetButton) -> None:
        self._aiming.point_at(button.row.who)
        self._aiming.take(button.row.who)

    def _play(self, button: TargetButton) -> None:
        self._aiming.point_at(button.row.who)
        self._aiming.play_at_once(button.row.who)

    def _step(self, by: int) -> None:
        self._aiming.step(by)

    def _add_flow(self, widgets: list[RefusedButton] | list[ChoiceButton]) -> None:
        holder = QWidget(self)
        flow = FlowLayout(holder, self.theme.px(6), self.theme.px(240))
        inset(flow, self.theme, (8, 2, 8, 4), 6)
        for widget in widgets:
            flow.addWidget(widget)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        holder.setSizePolicy(policy)
        self._column.addWidget(holder)

    def _add_choice(self, choice: CommandChoice, *, is_first: bool) -> None:
        """Show a choice as chips, or as one with a menu where there are many."""
        chosen = next((one.title for one in choice.options if one.id == choice.chosen), "")
        key = f" ({_('X')})" if is_first else ""
        if len(choice.options) > MOST_CHIPS:
            words = _("{choice}: {option}").format(choice=choice.title, option=chosen)
            button = ChoiceButton(self.theme, words + key, self)
            button.setChecked(True)
            button.clicked.connect(partial(self._open_menu, button, choice))
            self._add_flow([button])
            return
        self._column.addWidget(Reason(self.theme, choice.title + key, "", self))
        chips = []
        for option in choice.options:
            chip = ChoiceButton(self.theme, option.title, self)
            chip.setChecked(option.id == choice.chosen)
            chip.setEnabled(not option.why_not)
            chip.setAccessibleName(f"{choice.title}: {option.title}")
            chip.clicked.connect(partial(self._choose, choice.key, option.id))
            chips.append(chip)
        self._add_flow(chips)

    def _choose(self, key: str, option: str) -> None:
        self._aiming.choose(key, option)

    def _open_menu(self, button: ChoiceButton, choice: CommandChoice) -> None:
        button.setChecked(True)
        menu = PopupMenu(button, passes=True)
        for option in choice.options:
            entry = menu.addAction(option.title, partial(self._choose, choice.key, option.id))
            entry.setCheckable(True)
            entry.setChecked(option.id == choice.chosen)
            entry.setEnabled(not option.why_not)
            set_tip(entry, option.why_not)
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))


def _shape(view: TargetsView) -> object:
    """Return what has to be built anew when it is another: all but what rows draw themselves."""
    choices = tuple((one.key, one.chosen, len(one.options)) for one in view.choices)
    counts = (len(view.targets), len(view.others), view.others_title)
    return view.ask, counts, view.refused, choices, view.ground
