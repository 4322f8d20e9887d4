"""A setting of a prepared action: a number, things to be ticked or put in order, words.

Owns one widget a kind of setting; ``attack_choices_and_settings`` puts them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from gridwar.control.text_format import minus
from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.controls.buttons_and_switches import TOUCH_PX, IconButton
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.controls.number_fields import even_spin
from gridwar.ui.widgets.painting.themed_painter import LABEL, NOTE, ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, ThemedWidget, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from gridwar.engine.kit.command_draft import (
        CommandNumber,
        CommandOrder,
        CommandText,
        CommandTicks,
    )
    from gridwar.ui.style.theme import Theme

_TITLE_PX = 132
_TELLING = 30
"""Bounds that are so near each other stand beside a number; others are in its tooltip."""
_ENDS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)


class Setting(ThemedWidget):
    """A title with what it is worth, and room beside it for what is set."""

    changed = Signal(str, object)

    def __init__(self, theme: Theme, key: str, title: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.key = key
        self.tab_stops: list[QWidget] = []
        """What the keyboard can walk to."""
        line = QHBoxLayout(self)
        inset(line, theme, (0, 0, 0, 0), 8)
        head = QVBoxLayout()
        inset(head, theme, (0, 0, 0, 0), 0)
        words = label(title, "quiet", wrap=True)
        words.setMinimumHeight(theme.px(TOUCH_PX))
        self._note = label("", "note", wrap=True)
        head.addWidget(words)
        head.addWidget(self._note)
        head.addStretch(1)
        side = QWidget(self)
        side.setLayout(head)
        side.setFixedWidth(theme.px(_TITLE_PX))
        line.addWidget(side)
        self._body = QVBoxLayout()
        self._body.setSpacing(theme.px(2))
        beside = QVBoxLayout()
        beside.addLayout(self._body)
        beside.addStretch(1)
        line.addLayout(beside, 1)

    def _show_note(self, note: str) -> None:
        show_words(self._note, minus(note))


class _Spin(QSpinBox):
    """A number field that gives the keyboard back: Enter and Esc, and Space, which rolls."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take a key."""
        if event.key() in _ENDS or event.key() == Qt.Key.Key_Space:
            self.interpretText()
            self.left.emit()
            event.setAccepted(event.key() != Qt.Key.Key_Space)
        else:
            super().keyPressEvent(event)


class NumberSetting(Setting):
    """A number between bounds; ``changed(key, value)``."""

    changed = Signal(str, int)
    left = Signal()

    def __init__(self, theme: Theme, number: CommandNumber, parent: QWidget) -> None:
        super().__init__(theme, number.key, number.title, parent)
        self.spin = _Spin(self)
        self.tab_stops.append(self.spin)
        self.spin.setKeyboardTracking(False)
        self.spin.setAccessibleName(number.title)
        even_spin(self.spin, theme)
        self.spin.setFixedWidth(theme.px(96))
        self.spin.valueChanged.connect(lambda value: self.changed.emit(self.key, value))
        self.spin.left.connect(self.left)
        self._bounds = label("", "quiet")
        line = QHBoxLayout()
        line.setSpacing(theme.px(8))
        line.addWidget(self.spin)
        line.addWidget(self._bounds, 1)
        self._body.addLayout(line)

    def show_setting(self, number: CommandNumber) -> None:
        """Show the number and its bounds."""
        with QSignalBlocker(self.spin):
            self.spin.setRange(number.least, number.most)
            self.spin.setValue(number.value)
        bounds = _("{least} to {most}").format(least=number.least, most=number.most)
        tells = number.most - number.least <= _TELLING
        self._bounds.setText(minus(bounds) if tells else "")
        set_tip(self.spin, minus(bounds))
        self._show_note(number.note)


class TicksSetting(Setting):
    """Boxes of which any may be ticked; ``changed(key, frozenset of ids)``."""

    def __init__(self, theme: Theme, ticks: CommandTicks, parent: QWidget) -> None:
        super().__init__(theme, ticks.key, ticks.title, parent)
        plates = QWidget(self)
        flow = FlowLayout(plates, theme.px(10), theme.px(320))
        self.boxes: dict[str, QCheckBox] = {}
        for option, words in ticks.options:
            box = self.boxes[option] = QCheckBox(words, plates)
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.setMinimumHeight(theme.px(TOUCH_PX))
            box.toggled.connect(self._report)
            flow.addWidget(box)
            self.tab_stops.append(box)
        self._body.addWidget(plates)

    def _report(self) -> None:
        ticked = frozenset(one for one, box in self.boxes.items() if box.isChecked())
        self.changed.emit(self.key, ticked)

    def show_setting(self, ticks: CommandTicks) -> None:
        """Show which are ticked."""
        for option, box in self.boxes.items():
            with QSignalBlocker(box):
                box.setChecked(option in ticks.ticked)
        self._show_note(ticks.note)


class _Words(QLineEdit):
    """A field for words that gives the keyboard back with Enter and Esc."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take a key."""
        if event.key() in _ENDS:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class TextSetting(Setting):
    """Words of one's own; ``changed(key, words)`` once they are written."""

    changed = Signal(str, str)
    left = Signal()

    def __init__(self, theme: Theme, text: CommandText, parent: QWidget) -> None:
        super().__init__(theme, text.key, text.title, parent)
        self.field = _Words(self)
        self.field.setMaxLength(text.most)
        self.field.setAccessibleName(text.title)
        self.field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.field.textEdited.connect(lambda words: self.changed.emit(self.key, words))
        self.field.left.connect(self.left)
        self.tab_stops.append(self.field)
        self._body.addWidget(self.field)

    def show_setting(self, text: CommandText) -> None:
        """Show the words; those being written stay as they are."""
        if self.field.text() != text.value:
            with QSignalBlocker(self.field):
                self.field.setText(text.value)
        self._show_note(text.note)


class OrderSetting(Setting):
    """Rows that can be moved up and down; ``changed(key, tuple of ids)``."""

    def __init__(self, theme: Theme, order: CommandOrder, parent: QWidget) -> None:
        super().__init__(theme, order.key, order.title, parent)
        self.rows: list[OrderRow] = []
        self._ids: tuple[str, ...] = ()
        for _one in order.rows:
            row = OrderRow(theme, self)
            row.moved.connect(self._move)
            self._body.addWidget(row)
            self.rows.append(row)
            self.tab_stops += (row.words, row.up, row.down)

    def _move(self, which: str, by: int) -> None:
        ids = list(self._ids)
        at = ids.index(which)
        to = at + by
        if not 0 <= to < len(ids):
            return
        keeps_focus = self.rows[at].words.hasFocus()
        ids.insert(to, ids.pop(at))
        self.changed.emit(self.key, tuple(ids))
        if keeps_focus:
            self.rows[to].words.setFocus()

    def show_setting(self, order: CommandOrder) -> None:
        """Show the rows as they stand."""
        self._ids = tuple(one for one, _words in order.rows)
        last = len(order.rows) - 1
        for place, (row, (one, words)) in enumerate(zip(self.rows, order.rows, strict=True)):
            row.show_row(one, words, place, is_last=place == last)
        self._show_note(order.note)


class OrderRow(ThemedWidget):
    """One row with its place; ``moved(id, -1 or +1)`` by its buttons and Alt with the arrows."""

    moved = Signal(str, int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._id = ""
        self.words = _OrderWords(theme, self)
        self.up = IconButton(theme, "chevron-up", _("Up"), self)
        self.down = IconButton(theme, "chevron-down", _("Down"), self)
        line = QHBoxLayout(self)
        inset(line, theme, (0, 0, 0, 0), 2)
        line.addWidget(self.words, 1)
        for button, by in ((self.up, -1), (self.down, 1)):
            button.clicked.connect(lambda _on=False, by=by: self.moved.emit(self._id, by))
            line.addWidget(button)
        self.words.moved.connect(lambda by: self.moved.emit(self._id, by))

    def show_row(self, which: str, words: str, place: int, *, is_last: bool) -> None:
        """Show what stands here."""
        self._id = which
        self.words.show_words(words, place)
        self.up.setEnabled(place > 0)
        self.down.setEnabled(not is_last)


class _OrderWords(PaintedButton):
    moved = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._place = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        set_tip(self, _("Alt with the arrows moves it up and down"))

    def show_words(self, words: str, place: int) -> None:
        self._place = str(place + 1)
        self.setText(words)
        self.setAccessibleName(f"{self._place}: {words}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(120), self.theme.px(TOUCH_PX))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        step = steps.get(Qt.Key(event.key()), 0)
        if step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.moved.emit(step)
        else:
            event.ignore()  # Enter and Space are the popover's

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        colors = painter.colors
        painter.rounded_box(box, 8, colors.control if self.underMouse() else colors.raised)
        words = box.adjusted(painter.px(10), 0, -painter.px(6), 0)
        used = painter.text(words, self._place, LABEL, colors.text3) + painter.px(8)
        painter.text(words.adjusted(used, 0, 0, 0), self.text(), NOTE, colors.text)
