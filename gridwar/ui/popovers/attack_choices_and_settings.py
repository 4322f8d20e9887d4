"""All that can be set about a prepared action: its choices, and its settings one below the other.

Each change is reported at once, and what is shown then comes back from the rules. A choice is a
plate with its title and the chosen value; a click opens the menu of its values. How a setting is
set is ``attack_setting_fields``'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QMenu, QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.text_format import minus
from gridwar.ui.popovers.attack_setting_fields import (
    NumberSetting,
    OrderSetting,
    Setting,
    TextSetting,
    TicksSetting,
)
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.painting.themed_painter import LABEL, NOTE, advance
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.engine.kit.command_draft import CommandChoice, CommandOption, Draft
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_HEIGHT_PX = 30
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
        inset(self._column, theme, (16, 8, 16, 4), 8)
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
    """The choices side by side; ``chosen(choice, option)``."""

    chosen = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        column = QVBoxLayout(self)
        inset(column, theme, (16, 8, 16, 4), 0)
        plates = QWidget(self)
        self._flow = FlowLayout(plates, theme.px(8), theme.px(460))
        column.addWidget(plates)
        self._boxes: list[ChoiceMenuButton] = []

    def show_choices(self, choices: tuple[CommandChoice, ...]) -> None:
        """Show choices; nothing at all without any."""
        while len(self._boxes) < len(choices):
            plate = ChoiceMenuButton(self.theme, self)
            plate.chosen.connect(self.chosen)
            self._flow.addWidget(plate)
            self._boxes.append(plate)
        for number, plate in enumerate(self._boxes):
            if number < len(choices):
                plate.show_choice(choices[number])
            plate.setVisible(number < len(choices))
        self.setVisible(bool(choices))
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
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
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
