"""All that can be set about a prepared action, one below the other.

Each change is reported at once, and what is shown then comes back from the rules. How one of them
is set is ``attack_settings``'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gridwar.ui.popovers.attack_settings import (
    NumberSetting,
    OrderSetting,
    Setting,
    TextSetting,
    TicksSetting,
)
from gridwar.ui.widgets.painting.themed import ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.engine.kit.draft import Draft
    from gridwar.ui.style.theme import Theme


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
