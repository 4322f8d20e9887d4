"""All that can be set about a prepared action: its choices, and its settings one below the other.

Each change is reported at once, and what is shown then comes back from the rules. A choice is a row
of chips; one with too many values for that is a plate whose click opens their menu. How a setting
is set is ``attack_setting_fields``'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.text_format import minus
from gridwar.text import _
from gridwar.ui.popovers.attack_setting_fields import (
    NumberSetting,
    OrderSetting,
    Setting,
    TextSetting,
    TicksSetting,
)
from gridwar.ui.popovers.attack_steps_and_chips import ChoiceChip
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed_painter import LABEL, NOTE, advance
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, ThemedWidget, clear, inset

if TYPE_CHECKING:
    from gridwar.control.records.panel_records import Choice
    from gridwar.engine.kit.command_draft import CommandChoice, CommandOption, Draft
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

ROOM_PX = 446
"""How wide the sheet is between its insets, beside a scroll bar."""
MOST_CHIPS = 8
"""Options from which on a choice is a menu."""
_HEIGHT_PX, _GROUP_GAP_PX = 28, 10
_ARROW_PX = 24
_SIDES_PX = 10


class DraftSettings(ThemedWidget):
    """Numbers, ticks and orders, one below the other.

    Signals: ``number_set(key, value)``, ``ticks_set(key, frozenset of ids)``, ``order_set(key,
    tuple of ids)``, ``text_set(key, words)``, ``left()`` when a field gives the keyboard back.
    """

    number_set = Signal(str, int)
    ticks_set = Signal(str, object)
    order_set = Signal(str, object)
    text_set = Signal(str, str)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._column = QVBoxLayout(self)
        inset(self._column, theme, (0, 2, 0, 0), 4)
        self._shape: object = None
        self._numbers: list[NumberSetting] = []
        self._ticks: list[TicksSetting] = []
        self._orders: list[OrderSetting] = []
        self._texts: list[TextSetting] = []

    def show_settings(self, draft: Draft) -> None:
        """Show what can be set; nothing at all where nothing can."""
        shape = (
            tuple(one.key for one in draft.numbers),
            tuple((one.key, one.options) for one in draft.ticks),
            tuple((one.key, frozenset(one.rows)) for one in draft.orders),
            tuple(one.key for one in draft.texts),
        )
        if shape != self._shape:
            self._shape = shape
            self._rebuild(draft)
        for spin, number in zip(self._numbers, draft.numbers, strict=True):
            spin.show_setting(number)
        for boxes, ticks in zip(self._ticks, draft.ticks, strict=True):
            boxes.show_setting(ticks)
        for rows, order in zip(self._orders, draft.orders, strict=True):
            rows.show_setting(order)
        for field, text in zip(self._texts, draft.texts, strict=True):
            field.show_setting(text)
        self.setVisible(any(shape))
        self.updateGeometry()

    def _rebuild(self, draft: Draft) -> None:
        for row in self._settings():
            row.hide()
            row.deleteLater()
        self._numbers = [NumberSetting(self.theme, one, self) for one in draft.numbers]
        self._ticks = [TicksSetting(self.theme, one, self) for one in draft.ticks]
        self._orders = [OrderSetting(self.theme, one, self) for one in draft.orders]
        self._texts = [TextSetting(self.theme, one, self) for one in draft.texts]
        for spin in self._numbers:
            spin.changed.connect(self.number_set)
            spin.left.connect(self.left)
        for boxes in self._ticks:
            boxes.changed.connect(self.ticks_set)
        for rows in self._orders:
            rows.changed.connect(self.order_set)
        for field in self._texts:
            field.changed.connect(self.text_set)
            field.left.connect(self.left)
        for row in self._settings():
            self._column.addWidget(row)

    def tab_stops(self) -> list[QWidget]:
        """Return what the keyboard can walk to, from the top to the bottom."""
        return [stop for row in self._settings() for stop in row.tab_stops]

    def _settings(self) -> tuple[Setting, ...]:
        return (*self._numbers, *self._ticks, *self._orders, *self._texts)


class ChoiceRow(ThemedWidget):
    """The choices as chips, each behind its title; ``chosen(choice, option)``."""

    chosen = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._flow = FlowLayout(self, theme.px(6), theme.px(ROOM_PX))
        self._shape: tuple[object, ...] = ()
        self._parts: list[ChoiceChips | ChoiceMenuButton] = []

    def show_choices(self, choices: tuple[CommandChoice, ...]) -> None:
        """Show choices; nothing at all without any."""
        shape = tuple(_shape(one) for one in choices)
        if shape != self._shape:
            self._shape = shape
            clear(self._flow)
            self._parts = [self._made(one) for one in choices]
            for part in self._parts:
                part.chosen.connect(self.chosen)
                self._flow.addWidget(part)
                part.show()
        for part, choice in zip(self._parts, choices, strict=True):
            part.show_choice(choice)
        self.setVisible(bool(choices))
        self.updateGeometry()

    def _made(self, choice: CommandChoice) -> ChoiceChips | ChoiceMenuButton:
        if len(choice.options) > MOST_CHIPS:
            return ChoiceMenuButton(self.theme, self)
        return ChoiceChips(self.theme, choice, self)


def _shape(choice: CommandChoice) -> tuple[object, ...]:
    """Return what of a choice decides how its chips are made, but not which is chosen."""
    options = tuple((one.id, one.title, one.note) for one in choice.options)
    return choice.key, choice.title, options


class ChoiceChips(ThemedWidget):
    """One choice: its title and a chip an option; yes and no are one chip that is on or off."""

    chosen = Signal(str, str)

    def __init__(self, theme: Theme, choice: CommandChoice, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._choice = choice
        self._flow = FlowLayout(self, theme.px(6))
        self.chips: dict[str, ChoiceChip] = {}
        self.is_yes_no = tuple(one.title for one in choice.options) == (_("no"), _("yes"))
        if self.is_yes_no:
            yes = choice.options[1]
            self._add(yes.id, choice.title, minus(yes.note))
        else:
            words = label(choice.title, "quiet")
            words.setFixedHeight(theme.px(_HEIGHT_PX))
            self._flow.addWidget(words)
            for one in choice.options:
                self._add(one.id, one.title, minus(one.note))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return room for one line, or for as many as it needs in the width of the sheet."""
        room, gap = self.theme.px(ROOM_PX), self.theme.px(_GROUP_GAP_PX)
        items = [self._flow.itemAt(number).sizeHint() for number in range(self._flow.count())]
        wide = sum(one.width() + self.theme.px(6) for one in items) + gap
        wide = min(room, wide)
        return QSize(wide, self._flow.heightForWidth(wide))

    def minimumSizeHint(self) -> QSize:
        """Return that it is never smaller."""
        return self.sizeHint()

    def _add(self, id: str, words: str, note: str) -> None:
        chip = self.chips[id] = ChoiceChip(self.theme, words, self, note)
        said = "" if self.is_yes_no else f"{self._choice.title}: "
        chip.setAccessibleName(f"{said}{chip.accessibleName()}")
        chip.clicked.connect(lambda: self._choose(id))
        self._flow.addWidget(chip)

    def _choose(self, id: str) -> None:
        is_on = self.is_yes_no and self._choice.chosen == id
        self.chosen.emit(self._choice.key, self._choice.options[0].id if is_on else id)

    def show_choice(self, choice: CommandChoice) -> None:
        """Show which option holds, and which are barred."""
        self._choice = choice
        for one in choice.options:
            chip = self.chips.get(one.id)
            if chip is not None:
                chip.setChecked(one.id == choice.chosen)
                chip.why_not(one.why_not)


class WayRow(ThemedWidget):
    """The weapons that something may be done with, a chip each; ``chosen(id)``."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._flow = FlowLayout(self, theme.px(6), theme.px(ROOM_PX))
        self._ways: tuple[Choice, ...] = ()
        self.chips: dict[str, ChoiceChip] = {}

    def show_ways(self, ways: tuple[Choice, ...], way: str) -> None:
        """Show weapons, one of them chosen; nothing at all without any."""
        if ways != self._ways:
            self._ways = ways
            clear(self._flow)
            self.chips = {one.id: ChoiceChip(self.theme, one.title, self) for one in ways}
            for id, chip in self.chips.items():
                chip.clicked.connect(lambda _on=False, id=id: self.chosen.emit(id))
                self._flow.addWidget(chip)
                chip.show()
        for id, chip in self.chips.items():
            chip.setChecked(id == way)
        self.setVisible(bool(ways))
        self.updateGeometry()


class ChoiceMenuButton(PaintedButton):
    """One choice; ``chosen(choice, option)``."""

    chosen = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._choice: CommandChoice | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._open_menu)

    def show_choice(self, choice: CommandChoice) -> None:
        """Show a choice and what is chosen."""
        self._choice = choice
        found = (one.title for one in choice.options if one.id == choice.chosen)
        self.setText(next(found, choice.chosen))
        self.setAccessibleName(f"{choice.title}: {self.text()}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for title, value and arrow."""
        if self._choice is None:
            return QSize(0, self.theme.px(_HEIGHT_PX))
        words = advance(self._choice.title, LABEL, self.theme)
        words += advance(self.text(), NOTE, self.theme)
        rest = (2 * _SIDES_PX + 8 + _ARROW_PX) * self.theme.scale
        return QSize(round(words + rest), self.theme.px(_HEIGHT_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw them."""
        if self._choice is None:
            return
        colors = painter.colors
        painter.rounded_box(box, 8, colors.control if self.underMouse() else colors.raised)
        words = box.adjusted(painter.px(_SIDES_PX), 0, -painter.px(_ARROW_PX), 0)
        used = painter.text(words, self._choice.title, LABEL, colors.text3) + painter.px(8)
        painter.text(words.adjusted(used, 0, 0, 0), self.text(), NOTE, colors.text)
        arrow = QPointF(box.right() - painter.px(14), box.center().y())
        painter.icon("chevron-down", arrow, 16, colors.text2)

    def _open_menu(self) -> None:
        choice = self._choice
        if choice is None:
            return
        menu = PopupMenu(self, passes=True)
        for one in choice.options:
            action = menu.addAction(_option_words(one))
            action.setCheckable(True)
            action.setChecked(one.id == choice.chosen)
            action.setEnabled(not one.why_not)
            set_tip(action, one.why_not)
            action.triggered.connect(
                lambda _on=False, key=choice.key, option=one.id: self.chosen.emit(key, option)
            )
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))


def _option_words(option: CommandOption) -> str:
    """Return what a menu says of a value: its title, and what it is worth or why it is not."""
    note = option.why_not or minus(option.note)
    return f"{option.title}    {note}" if note else option.title
