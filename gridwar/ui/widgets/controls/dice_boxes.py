"""A row of dice: faces typed so far, the next one waiting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.control.records.popover_records import DiceMode, DiceView
from gridwar.text import _
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.widgets.painting.themed_painter import DIE, RIGHT, STRONG, ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import Painted

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent

    from gridwar.ui.style.theme import Theme

_BIG_PX = 34
_SMALL_PX = 28
_GAP_PX = 8
_BIG_COUNT = 6
_MENU_SIDES = 20


class DiceBoxes(Painted):
    """Dice in rows; ``face_picked(face)`` from the menu, ``last_dropped()`` on a typed die."""

    face_picked = Signal(int)
    last_dropped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._dice = DiceView(1, 6)
        self._pending = ""
        self._active = True
        policy = QSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_dice(self, dice: DiceView, pending: str = "", *, active: bool = True) -> None:
        """Show dice; ``pending`` digits stand in the next one, which is marked when active."""
        self._dice, self._pending, self._active = dice, pending, active
        self.setAccessibleName(
            _("Dice: {faces}").format(faces=", ".join(map(str, dice.faces)) or "–")
        )
        self.updateGeometry()
        self.update()

    def _edge(self) -> int:
        return self.theme.px(_BIG_PX if self._dice.count <= _BIG_COUNT else _SMALL_PX)

    def _box(self, number: int, width: int) -> QRectF:
        edge, gap = self._edge(), self.theme.px(_GAP_PX)
        columns = max(1, (width + gap) // (edge + gap))
        row, column = divmod(number, columns)
        return QRectF(column * (edge + gap), row * (edge + gap), edge, edge)

    def sizeHint(self) -> QSize:
        """Return room for all in one row, as far as six go."""
        edge, gap = self._edge(), self.theme.px(_GAP_PX)
        shown = min(self._dice.count, _BIG_COUNT)
        return QSize(shown * (edge + gap) - gap, edge)

    def minimumSizeHint(self) -> QSize:
        """Return room for one."""
        return QSize(self._edge(), self._edge())

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows."""
        return round(self._box(max(0, self._dice.count - 1), width).bottom())

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the dice."""
        dice, width = self._dice, round(box.width())
        typed = dice.mode is DiceMode.TYPED
        painter.qpainter.setOpacity(1.0 if typed or dice.faces else 0.5)
        voice = DIE if dice.count <= _BIG_COUNT else STRONG
        for number in range(dice.count):
            waiting = typed and self._active and number == len(dice.faces)
            face = str(dice.faces[number]) if number < len(dice.faces) else ""
            where = self._box(number, width)
            painter.die(where, face, voice, waiting=waiting)
            if waiting and self._pending:
                digits = where.adjusted(0, 0, -where.width() / 2 - 2, 0)
                painter.text(digits, self._pending, voice, painter.colors.text3, RIGHT)
        painter.qpainter.setOpacity(1.0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Offer the faces, or take the last one back."""
        number = self._at(event.position())
        if number is None or event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
        elif number < len(self._dice.faces):
            self.last_dropped.emit()
        elif self._dice.sides <= _MENU_SIDES:
            menu = PopupMenu(self, passes=True)
            for face in range(1, self._dice.sides + 1):
                action = menu.addAction(str(face))
                action.triggered.connect(lambda _on=False, face=face: self.face_picked.emit(face))
            corner = self._box(number, self.width()).bottomLeft().toPoint()
            menu.popup(self.mapToGlobal(corner))

    def _at(self, place: QPointF) -> int | None:
        return next(
            (n for n in range(self._dice.count) if self._box(n, self.width()).contains(place)),
            None,
        )
