"""Head and foot of the attack popover: who at whom, its dice, who reacts, and the buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from gridwar.control.records.panel_records import Choice
from gridwar.control.records.popover_records import AttackView, DiceMode, DiceView, ReactsView
from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton, Segments
from gridwar.ui.widgets.controls.dice_boxes import DiceBoxes
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.painting.themed_painter import NOTE, PANEL, TITLE, ThemedPainter, advance
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton, ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter


class DiceLine(ThemedWidget):
    """Typed or rolled, the dice, and what is needed."""

    mode_chosen = Signal(str)
    face_picked = Signal(int)
    last_dropped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        modes = (
            Choice(DiceMode.TYPED.value, _("Typed")),
            Choice(DiceMode.ROLLED.value, _("Rolled")),
        )
        self._modes = Segments(theme, modes, self)
        self._boxes = DiceBoxes(theme, self)
        self._hint = label("", "quiet", wrap=True)
        row = QHBoxLayout(self)
        inset(row, theme, (18, 12, 18, 8), 14)
        row.addWidget(label(_("Dice")))
        row.addWidget(self._modes)
        row.addWidget(self._boxes)
        row.addWidget(self._hint, 1)
        self._modes.chosen.connect(self.mode_chosen)
        self._boxes.face_picked.connect(self.face_picked)
        self._boxes.last_dropped.connect(self.last_dropped)

    def show_dice(self, dice: DiceView, pending: str = "") -> None:
        """Show the dice; ``pending`` digits stand in the next one."""
        self._modes.show_chosen(dice.mode.value)
        self._boxes.show_dice(dice, pending)
        show_words(self._hint, dice.hint)


class PopoverFoot(ThemedWidget):
    """How others react, and the two buttons."""

    reacts_changed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._reacts: ReactsView | None = None
        self._reacts_button = MenuWords(theme, self)
        self.cancel = KeyButton(theme, _("Cancel"), "plain", self)
        self.cancel.height_px = 38
        self.primary = KeyButton(theme, "", "primary", self)
        row = QHBoxLayout(self)
        inset(row, theme, (12, 4, 18, 14), 10)
        row.addWidget(self._reacts_button)
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.primary)
        self._reacts_button.clicked.connect(self._open_menu)

    def show_view(self, view: AttackView) -> None:
        """Show the standing answer and what the main button does, if it may."""
        self._reacts = view.reacts
        self._reacts_button.setVisible(view.reacts is not None)
        if view.reacts is not None:
            self._reacts_button.show_words(view.reacts.text)
        self.primary.set_words(view.primary, "↵")
        self.primary.setVisible(bool(view.primary))
        self.primary.setEnabled(view.problem is None)

    def _open_menu(self) -> None:
        if self._reacts is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for choice in self._reacts.options:
            action = menu.addAction(choice.title)
            action.setCheckable(True)
            action.setChecked(choice.id == self._reacts.chosen)
            action.triggered.connect(lambda _on=False, key=choice.id: self.reacts_changed.emit(key))
        button = self._reacts_button
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))


class MenuWords(PaintedButton):
    """Quiet words with an arrow: they open a menu."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_words(self, words: str) -> None:
        """Show other words."""
        self.setText(words)
        self.setAccessibleName(words)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return room for words and arrow."""
        width = advance(self.text(), NOTE, self.theme) + 34 * self.theme.scale
        return QSize(round(width), self.theme.px(30))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw them."""
        colors = painter.colors
        if self.underMouse():
            painter.rounded_box(box, 8, colors.raised)
        words = box.adjusted(painter.px(6), 0, -painter.px(22), 0)
        used = painter.text(words, self.text(), NOTE, colors.text2)
        arrow = QPointF(words.left() + used + painter.px(12), words.center().y())
        painter.icon("chevron-down", arrow, 16, colors.text2)


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
