"""Head and foot of the attack popover: who at whom, its dice, and the main button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.records.panel_records import Choice
from gridwar.control.records.popover_records import AttackView, DiceMode, DiceView
from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton, Segments
from gridwar.ui.widgets.controls.dice_boxes import DiceBoxes
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed_painter import NOTE, PANEL, TITLE
from gridwar.ui.widgets.painting.themed_widgets import Painted, ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_TITLE_PX = 120
_FOOT_ROOM_PX = 452


class DiceLine(ThemedWidget):
    """Whose dice, typed or rolled, and the dice."""

    mode_chosen = Signal(str)
    face_picked = Signal(int)
    last_dropped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        modes = (
            Choice(DiceMode.TYPED.value, _("Typed")),
            Choice(DiceMode.ROLLED.value, _("Rolled")),
        )
        self._title = label(_("Dice"))
        self._modes = Segments(theme, modes, self)
        self._modes.setAccessibleName(_("Where the dice come from"))
        self._boxes = DiceBoxes(theme, self)
        row = QHBoxLayout(self)
        inset(row, theme, (0, 0, 0, 0), 10)
        row.addWidget(self._title)
        row.addWidget(self._modes)
        row.addWidget(self._boxes)
        self._modes.chosen.connect(self.mode_chosen)
        self._boxes.face_picked.connect(self.face_picked)
        self._boxes.last_dropped.connect(self.last_dropped)

    def show_dice(self, dice: DiceView, pending: str = "") -> None:
        """Show the dice; ``pending`` digits stand in the next one."""
        metrics = self._title.fontMetrics()
        words = dice.title or _("Dice")
        room = self.theme.px(_TITLE_PX)
        self._title.setText(metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, room))
        set_tip(self._title, dice.hint)
        self._boxes.setAccessibleDescription(dice.hint)
        self._modes.setVisible(dice.mode is not DiceMode.FELL)
        self._modes.show_chosen(dice.mode.value)
        self._boxes.show_dice(dice, pending)


class PopoverFoot(ThemedWidget):
    """The dice, and the button that says what comes next; many dice have a line of their own."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.dice = DiceLine(theme, self)
        self.primary = KeyButton(theme, "", "primary", self)
        self._above = QHBoxLayout()
        self._row = QHBoxLayout()
        rows = QVBoxLayout(self)
        inset(rows, theme, (18, 10, 18, 12), 8)
        rows.addLayout(self._above)
        rows.addLayout(self._row)
        self._row.addWidget(self.dice)
        self._row.addStretch(1)
        self._row.addWidget(self.primary)

    def show_view(self, view: AttackView) -> None:
        """Show what the main button does, if it may."""
        self.primary.set_words(view.primary, "\u21b5")
        self.primary.setVisible(bool(view.primary))
        self.primary.setEnabled(view.problem is None)
        self.dice.setVisible(view.dice is not None)
        needed = self.dice.sizeHint().width() + self.primary.sizeHint().width()
        if needed > self.theme.px(_FOOT_ROOM_PX):
            self._above.insertWidget(0, self.dice)
            self._above.addStretch(1)
        else:
            self._row.insertWidget(0, self.dice)


class AttackHead(Painted):
    """Who at whom, with what, and how far."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._view: AttackView | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_view(self, view: AttackView) -> None:
        """Show an attack."""
        self._view = view
        set_tip(self, f"{view.title}\n{view.subtitle}")
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height."""
        return QSize(self.theme.px(200), self.theme.px(64))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        if self._view is None:
            return
        view, middle = self._view, box.center().y()
        left = painter.px(16)
        if view.attacker is not None:
            painter.token(QPointF(painter.px(34), middle), 17, view.attacker)
            left = painter.px(62)
        if view.target is not None:
            painter.icon("chevron-right", QPointF(painter.px(63), middle), 16, painter.colors.text3)
            painter.token(QPointF(painter.px(92), middle), 17, view.target)
            left = painter.px(122)
        width = box.right() - left
        title = QRectF(left, middle - painter.px(23), width, painter.px(26))
        fits = painter.width(view.title, TITLE) <= width
        painter.text(title, view.title, TITLE if fits else PANEL, painter.colors.text)
        second = QRectF(left, middle + painter.px(5), width, painter.px(17))
        painter.text(second, view.subtitle, NOTE, painter.colors.text3)
