"""Rolls whose dice are wanted: a row each, one of which takes the digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.die_keys import DieKeys
from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton
from gridwar.ui.widgets.controls.dice_boxes import DiceBoxes
from gridwar.ui.widgets.painting.themed_painter import NOTE, STRONG
from gridwar.ui.widgets.painting.themed_widgets import Painted, ThemedWidget, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent

    from gridwar.control.records.popover_records import DiceWantedView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter


class DicePage(ThemedWidget):
    """Rolls whose dice are wanted, a row each; one of them takes the digits."""

    die_typed = Signal(str, int)
    die_cleared = Signal(str)
    roll_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._views: tuple[DiceWantedView, ...] = ()
        self._active = ""
        self._keys = DieKeys()
        self._shown: list[DiceRow] = []
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (6, 8, 6, 8), 2)

    def show_rows(self, views: tuple[DiceWantedView, ...]) -> None:
        """Show rolls; the active one stays active until its dice are full."""
        self._views = views
        active = self._view()
        if active is None or len(active.dice.faces) >= active.dice.count:
            waiting = [one for one in views if len(one.dice.faces) < one.dice.count]
            self._active = waiting[0].key if waiting else ""
            self._keys.drop()
        active = self._view()
        self._keys.use(active.dice.sides if active is not None else 6)
        while len(self._shown) < len(views):
            row = DiceRow(self.theme, self)
            row.activated.connect(self._activate)
            for name in ("die_typed", "die_cleared", "roll_requested"):
                getattr(row, name).connect(getattr(self, name))
            self._rows.addWidget(row)
            self._shown.append(row)
        for number, row in enumerate(self._shown):
            row.setVisible(number < len(views))
            if number < len(views):
                view = views[number]
                is_active = view.key == self._active
                row.show_view(view, self._keys.pending if is_active else "", active=is_active)

    def _view(self) -> DiceWantedView | None:
        return next((one for one in self._views if one.key == self._active), None)

    def _activate(self, key: str) -> None:
        self._keys.drop()
        self._active = key
        self.show_rows(self._views)

    def step(self, *, forward: bool) -> bool:
        """Make the next roll active; return False past the last one."""
        keys = [one.key for one in self._views]
        here = keys.index(self._active) if self._active in keys else -1
        there = here + (1 if forward else -1)
        if not 0 <= there < len(keys):
            return False
        self._activate(keys[there])
        return True

    def on_key(self, key: Qt.Key, text: str) -> bool:
        """Take digits, Backspace and Enter for the active roll."""
        view = self._view()
        if view is None:
            return False
        if text.isdecimal() and text.isascii():
            self._give(view.key, self._keys.feed(text))
        elif key == Qt.Key.Key_Backspace:
            if not self._keys.drop():
                self.die_cleared.emit(view.key)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            face = self._keys.flush()
            self._give(view.key, (face,) if face else ())
        else:
            return False
        self.show_rows(self._views)
        return True

    def _give(self, key: str, faces: tuple[int, ...]) -> None:
        for face in faces:
            self.die_typed.emit(key, face)


class DiceRow(ThemedWidget):
    """One roll: who, what for, the dice, and a button that rolls them."""

    die_typed = Signal(str, int)
    die_cleared = Signal(str)
    roll_requested = Signal(str)
    activated = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._key = ""
        self._words = _DiceWords(theme, self)
        self._boxes = DiceBoxes(theme, self)
        self._roll = IconButton(theme, "dices", _("Roll this for me"), self, 18)
        row = QHBoxLayout(self)
        inset(row, theme, (12, 6, 12, 6), 12)
        row.addWidget(self._words, 1)
        row.addWidget(self._boxes, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._roll)
        self._boxes.face_picked.connect(lambda face: self.die_typed.emit(self._key, face))
        self._boxes.last_dropped.connect(lambda: self.die_cleared.emit(self._key))
        self._roll.clicked.connect(lambda: self.roll_requested.emit(self._key))

    def show_view(self, view: DiceWantedView, pending: str, *, active: bool) -> None:
        """Show a roll; the active one takes the digits."""
        self._key = view.key
        self._words.show_view(view, active=active)
        self._boxes.show_dice(view.dice, pending, active=active)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Make this roll the active one."""
        self.activated.emit(self._key)
        event.ignore()


class _DiceWords(Painted):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._view: DiceWantedView | None = None
        self._active = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_view(self, view: DiceWantedView, *, active: bool) -> None:
        self._view, self._active = view, active
        words = "  ".join(filter(None, (view.title, view.notation)))
        self.setAccessibleName(f"{view.owner}: {words}")
        set_tip(self, "\n".join(filter(None, (words, view.dice.hint))))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(160), self.theme.px(42))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        view = self._view
        if view is None:
            return
        left = box.left()
        if view.token is not None:
            painter.token(QPointF(left + painter.px(15), box.center().y()), 14, view.token)
            left += painter.px(40)
        width = box.right() - left
        first = QRectF(left, box.top() + painter.px(2), width, painter.px(19))
        color = painter.colors.accent if self._active else painter.colors.text
        words = "  ".join(filter(None, (view.title, view.notation)))
        painter.text(first, words, STRONG, color)
        words = "  ·  ".join(part for part in (view.owner, view.dice.hint) if part)
        second = QRectF(left, box.top() + painter.px(21), width, painter.px(18))
        painter.text(second, words, NOTE, painter.colors.text3)
