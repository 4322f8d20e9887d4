"""The panel of the tool for pins: all of them to find and go to, and what can be done with one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gridwar.control.presenters.pins import present_rows
from gridwar.control.state.map_layers import Layer
from gridwar.control.tools.pins.pins_tool import PinsTool
from gridwar.text import _, ngettext
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton, Switch
from gridwar.ui.widgets.controls.labels import hairline, label, show_words
from gridwar.ui.widgets.forms.form_inputs_and_keys import ENTER
from gridwar.ui.widgets.painting.themed_widgets import inset
from gridwar.ui.window.pins_shown import go_to_pin
from gridwar.ui.window.tool_panels.kind_list import KindRows, KindView
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel, lay_out

if TYPE_CHECKING:
    from gridwar.control.presenters.pins import PinRow
    from gridwar.ui.window.window_parts import Parts

_MOST_ROWS = 200
"""More are found by their words: a row a pin takes its time to be made."""


class PinsPanel(ToolPanel):
    """A search, the pins that have it, what is done with the one that is chosen."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        tool = parts.tools.tools[PinsTool.info.id]
        assert isinstance(tool, PinsTool)
        self._tool, self._parts, self._controller = tool, parts, parts.controller
        theme = parts.theme
        self.search = PinSearch(self)
        self.search.textChanged.connect(tool.find)
        self.search.entered.connect(self._go_to_first)
        self.search.stepped.connect(self._step)
        self.search.ended.connect(lambda: parts.map.setFocus(Qt.FocusReason.OtherFocusReason))
        self._note = label("", "note", wrap=True)
        self.pins = KindRows(theme, self)
        self.pins.chosen.connect(self._choose)
        self.delete = KeyButton(theme, "", "quiet", self)
        self.delete.set_words(_("Take away"), _("Del"), "trash-2")
        self.delete.clicked.connect(self._delete)
        self.open = KeyButton(theme, "", "plain", self)
        self.open.set_words(_("Open"), _("\u21b5"))
        self.open.clicked.connect(self._open)
        self.shown = Switch(theme, _("Show pins in play"), self)
        self.shown.clicked.connect(lambda: parts.controller.layers.turn(Layer.PINS))
        above = QWidget(self)
        line = QHBoxLayout(above)
        inset(line, theme, (14, 0, 14, 8), 0)
        line.addWidget(self.search)
        lay_out(self, parts, _("Pins"), (above, self._body()), (self.delete, self.open))

    def _body(self) -> QWidget:
        theme, body = self.theme, QWidget(self)
        column = QVBoxLayout(body)
        inset(column, theme, (0, 0, 0, 8), 4)
        words = QHBoxLayout()
        inset(words, theme, (18, 0, 18, 6), 0)
        words.addWidget(self._note)
        column.addLayout(words)
        column.addWidget(self.pins)
        column.addWidget(hairline())
        shown = QHBoxLayout()
        inset(shown, theme, (18, 6, 18, 4), 8)
        shown.addWidget(label(_("Show in play"), "quiet"))
        shown.addStretch(1)
        shown.addWidget(self.shown)
        column.addLayout(shown)
        return body

    def refresh(self) -> None:
        """Show the pins that are looked for, and which one is chosen."""
        tool, chosen = self._tool, self._tool.chosen
        rows = present_rows(self._controller, tool.wanted)
        if self.search.text() != tool.wanted:
            self.search.setText(tool.wanted)
        self.search.setEnabled(bool(tool.page.pins))
        show_words(self._note, self._words(rows))
        views = tuple(
            KindView(one.id, one.name, one.line or _("nothing is written yet"), sign=one.label)
            for one in rows[:_MOST_ROWS]
        )
        self.pins.show_kinds(views, "" if chosen is None else chosen.id)
        for button in (self.delete, self.open):
            button.setVisible(chosen is not None)
        self.shown.setChecked(Layer.PINS in self._controller.view.layers)

    def _words(self, rows: tuple[PinRow, ...]) -> str:
        if not self._tool.page.pins:
            return _("Click on the map to put a pin. What you write on it only you see.")
        if not rows:
            return _("No pin has these words.")
        more = len(rows) - _MOST_ROWS
        if more > 0:
            text = ngettext("{n} more: look for words.", "{n} more: look for words.", more)
            return text.format(n=more)
        return ""

    def _choose(self, pin_id: str) -> None:
        """Go to a pin; one that is chosen already opens."""
        chosen = self._tool.chosen
        if chosen is not None and chosen.id == pin_id:
            self._tool.open(pin_id)
        else:
            go_to_pin(self._parts, pin_id)

    def _go_to_first(self) -> None:
        """Go to the pin that stands first, or open it where the map is there already."""
        listed, chosen = self._tool.listed(), self._tool.chosen
        ids = [one.id for one in listed]
        if chosen is not None and chosen.id in ids:
            self._tool.open(chosen.id)
        elif ids:
            go_to_pin(self._parts, ids[0])

    def _step(self, by: int) -> None:
        """Go to the next pin of the list, or the one before."""
        ids = [one.id for one in self._tool.listed()]
        if ids:
            chosen = self._controller.view.pin_chosen
            at = ids.index(chosen) + by if chosen in ids else min(by, 0)
            go_to_pin(self._parts, ids[at % len(ids)])

    def _open(self) -> None:
        chosen = self._tool.chosen
        if chosen is not None:
            self._tool.open(chosen.id)

    def _delete(self) -> None:
        chosen = self._tool.chosen
        if chosen is not None:
            self._tool.remove(chosen.id)


class PinSearch(QLineEdit):
    """Where words of pins are looked for.

    Signals: ``entered()`` by Enter, ``stepped(by)`` by the arrows, ``ended()`` by Escape with
    nothing typed.
    """

    entered = Signal()
    stepped = Signal(int)
    ended = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setPlaceholderText(_("Find a pin by number or words"))
        self.setAccessibleName(_("Find a pin"))
        self.setClearButtonEnabled(True)

    def event(self, event: QEvent) -> bool:
        """Keep Escape from the window while something is typed."""
        is_key = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride
        if is_key and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on with Enter, through the list with the arrows; Escape takes back what is typed."""
        match event.key():
            case Qt.Key.Key_Escape if self.text():
                self.clear()
            case Qt.Key.Key_Escape:
                self.ended.emit()
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self.stepped.emit(1 if event.key() == Qt.Key.Key_Down else -1)
            case key if key in ENTER:
                self.entered.emit()
            case _:
                super().keyPressEvent(event)
