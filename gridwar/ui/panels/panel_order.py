"""The order panel: who acts when, whose turn it is, who is paused or out.

Owns the list and its gestures; a drag to another place is only reported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from gridwar.control.panel_records import OrderRow, OrderView
from gridwar.text import _
from gridwar.ui.look.palette import qcolor
from gridwar.ui.widgets.buttons import KeyButton
from gridwar.ui.widgets.faces import Faces
from gridwar.ui.widgets.ink import NAME, NUMBER, RIGHT, SMALL, Ink
from gridwar.ui.widgets.record_list import RecordList, RowState
from gridwar.ui.widgets.themed import Panel, inset
from gridwar.ui.widgets.words import PanelTitle, draw_heading

if TYPE_CHECKING:
    from gridwar.control.scene_records import PictureSource
    from gridwar.ui.look.theme import Theme

_ROW_PX = 46
_NAME_SHARE, _BAR_SHARE = 16 / 46, 29 / 46
"""Where the name's middle and the bar's upper edge are, in a row of any height."""
_HEADING_PX = 28
_NAME_X_PX = 73
_TOKEN_X_PX = 51
_FACE_PX = 64
_COUNT_RIGHT_PX = 31
_BAR_TEXT_PX = 46

Row = OrderRow | str
"""A combatant, or the words of a separator."""


class OrderPanel(Panel):
    """The order.

    Signals: ``selected(id, add)``, ``activated(id)`` (double click, Enter), ``moved(id,
    before_id)`` (empty: to the end), ``menu_requested(id, global place)`` with an empty id for the
    panel's own menu, ``add_requested()``, ``next_requested()``.
    """

    selected = Signal(str, bool)
    activated = Signal(str)
    moved = Signal(str, str)
    menu_requested = Signal(str, QPoint)
    add_requested = Signal()
    next_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._title = PanelTitle(theme, _("Order"), self)
        add = self._title.add("circle-plus", _("Add to the fight"))
        more = self._title.add("ellipsis", _("More"))
        self.list = OrderList(theme, self)
        self._next = KeyButton(theme, "", "plain", self)
        self._next.hide()
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 8), 0)
        rows.addWidget(self._title)
        rows.addWidget(self.list, 1)
        rows.addWidget(self._next, 0, Qt.AlignmentFlag.AlignHCenter)
        add.clicked.connect(self.add_requested)
        more.clicked.connect(
            lambda: self.menu_requested.emit("", more.mapToGlobal(more.rect().bottomLeft()))
        )
        self._next.clicked.connect(self.next_requested)
        self.list.activated_row.connect(self.activated)
        for name in ("selected", "moved", "menu_requested"):
            getattr(self.list, name).connect(getattr(self, name))

    @property
    def pictures(self) -> PictureSource | None:
        """Where the picture of a token is found."""
        return self.list.faces.source

    @pictures.setter
    def pictures(self, pictures: PictureSource | None) -> None:
        self.list.faces.source = pictures

    def show_view(self, view: OrderView) -> None:
        """Show an order."""
        self.list.note = view.note
        self.list.show_items(tuple(_with_headings(view.rows)))
        self._next.set_words(view.next_label, view.next_key)
        self._next.setVisible(bool(view.next_label))


def _with_headings(rows: tuple[OrderRow, ...]) -> list[Row]:
    made: list[Row] = []
    section = ""
    for row in rows:
        if row.section != section:
            section = row.section
            made.append(section)
        made.append(row)
    return made


class OrderList(RecordList[Row]):
    """The rows, their clicks, and dragging one to another place."""

    selected = Signal(str, bool)
    activated_row = Signal(str)
    moved = Signal(str, str)
    menu_requested = Signal(str, QPoint)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _OrderPainter(self), parent)
        self._pressed: OrderRow | None = None
        self._pressed_at = QPoint()
        self._drop: int | None = None
        self.faces = Faces(_FACE_PX)
        self.note = ""
        """Said where there are no rows."""
        self.setAccessibleName(_("Order"))

    def row_at(self, place: QPoint) -> OrderRow | None:
        """Return the combatant under a point of the viewport."""
        index = self.indexAt(place)
        item = self.item(index.row()) if index.isValid() else None
        return item if isinstance(item, OrderRow) else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the row, for a click or a drag."""
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self.row_at(event.position().toPoint())
            self._pressed_at = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show where a dragged row would go."""
        place = event.position().toPoint()
        far = (place - self._pressed_at).manhattanLength() >= QApplication.startDragDistance()
        if self._pressed is not None and (far or self._drop is not None):
            self._drop = self._drop_row(place)
            self.viewport().update()
            return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select the row, or report where it was dragged."""
        super().mouseReleaseEvent(event)
        pressed, drop = self._pressed, self._drop
        self._pressed = self._drop = None
        self.viewport().update()
        if pressed is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if drop is not None:
            self._report_move(pressed, drop)
        elif self.row_at(event.position().toPoint()) is not None:
            keys = event.modifiers()
            add = bool(
                keys & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier)
            )
            self.selected.emit(pressed.id, add)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Report the row as activated."""
        row = self.row_at(event.position().toPoint())
        if row is not None:
            self.activated_row.emit(row.id)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the row's menu."""
        row = self.row_at(event.pos())
        self.menu_requested.emit(row.id if row is not None else "", event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select with the arrows, activate with Enter, move with Ctrl and the arrows."""
        row = self.currentIndex().row()
        item = self.item(row) if row >= 0 else None
        if isinstance(item, OrderRow):
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.activated_row.emit(item.id)
                return
            shift = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 2}.get(Qt.Key(event.key()))
            if shift and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self._report_move(item, max(0, row + shift))
                return
        super().keyPressEvent(event)
        now = self.currentIndex().row()
        if now not in (row, -1) and isinstance(found := self.item(now), OrderRow):
            self.selected.emit(found.id, False)

    def _drop_row(self, place: QPoint) -> int:
        for number in range(len(self.records.items)):
            box = self.visualRect(self.records.index(number))
            if place.y() < box.center().y():
                return number
        return len(self.records.items)

    def _report_move(self, moved: OrderRow, to: int) -> None:
        items = self.records.items
        here = items.index(moved)
        if to in (here, here + 1):
            return
        before = next((one.id for one in items[to:] if isinstance(one, OrderRow)), "")
        if before != moved.id:
            self.moved.emit(moved.id, before)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows, a word when there are none, and where a dragged row would go."""
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            ink = Ink(painter, self.theme)
            if not self.records.items:
                room = QRectF(self.viewport().rect()).adjusted(ink.px(14), ink.px(6), -ink.px(8), 0)
                ink.wrapped(room, self.note, SMALL, ink.colors.text3)
            if self._drop is not None:
                y = self._drop_y(self._drop)
                painter.setPen(QPen(qcolor(ink.colors.accent), 2))
                painter.drawLine(
                    QPointF(ink.px(8), y), QPointF(self.viewport().width() - ink.px(8), y)
                )

    def _drop_y(self, row: int) -> float:
        if row < len(self.records.items):
            return max(1.0, float(self.visualRect(self.records.index(row)).top()))
        return float(self.visualRect(self.records.index(row - 1)).bottom())


class _OrderPainter:
    def __init__(self, view: OrderList) -> None:
        self._view = view

    def height(self, item: Row, width_px: int) -> int:
        del width_px
        return self._view.theme.row_px(_HEADING_PX if isinstance(item, str) else _ROW_PX)

    def words(self, item: Row) -> str:
        if isinstance(item, str):
            return item
        parts = [item.count, item.name, item.bar_text]
        parts += [_("whose turn it is")] if item.is_turn else []
        parts += [_("has acted")] if item.acted else []
        parts += [_("acts simultaneously with others")] if item.bracket else []
        return ", ".join(part for part in (*parts, *(one.text for one in item.badges)) if part)

    def tooltip(self, item: Row) -> str:
        return self.words(item) if isinstance(item, OrderRow) else ""

    def draw(self, ink: Ink, box: QRectF, item: Row, state: RowState) -> None:
        if isinstance(item, str):
            draw_heading(ink, box.adjusted(ink.px(14), 0, -ink.px(12), 0), item)
            return
        self._ground(ink, box, item, state)
        self._bracket(ink, box, item)
        colors = ink.colors
        count = QRectF(box.left(), box.top(), ink.px(_COUNT_RIGHT_PX), box.height())
        quiet = item.acted or item.token.out
        color = colors.accent if item.is_turn else colors.text3 if quiet else colors.text2
        ink.text(count, item.count or "–", NUMBER, color, RIGHT)
        ink.painter.setOpacity(0.55 if quiet or item.hidden else 1.0)
        middle = QPointF(box.left() + ink.px(_TOKEN_X_PX), box.center().y())
        ink.token(middle, 13.5, item.token, self._view.faces.of(item.token))
        ink.painter.setOpacity(1.0)
        right = self._marks(ink, box, item)
        self._name_and_bar(ink, box, item, right)

    def _ground(self, ink: Ink, box: QRectF, item: OrderRow, state: RowState) -> None:
        colors = ink.colors
        plate = box.adjusted(ink.px(6), 1, -ink.px(6), -1)
        if item.is_turn:
            ink.plate(plate, 8, colors.accent_ground, colors.line2 if state.hot else None)
            edge = QRectF(box.left(), box.top() + ink.px(7), ink.px(3), box.height() - ink.px(14))
            ink.painter.fillRect(edge, qcolor(colors.accent))
        elif state.hot:
            ink.plate(plate, 8, colors.raised)
        if item.selected:
            ink.plate(plate, 8, None, colors.accent if item.is_turn else colors.line2, 1.4)
        if state.current:
            ink.focus_ring(plate)

    def _bracket(self, ink: Ink, box: QRectF, item: OrderRow) -> None:
        if not item.bracket:
            return
        items = self._view.records.items
        here = items.index(item)
        above, below = (
            isinstance(other, OrderRow) and other.bracket == item.bracket
            for other in (
                items[here - 1] if here else None,
                items[here + 1] if here + 1 < len(items) else None,
            )
        )
        x, turn = box.left() + ink.px(5.5), ink.px(4)
        top = box.top() if above else box.top() + ink.px(9)
        bottom = box.bottom() if below else box.bottom() - ink.px(9)
        ink.painter.setPen(QPen(qcolor(ink.colors.text2), 1.6))
        ink.painter.drawLine(QPointF(x, top), QPointF(x, bottom))
        if not above:
            ink.painter.drawLine(QPointF(x, top), QPointF(x + turn, top))
        if not below:
            ink.painter.drawLine(QPointF(x, bottom), QPointF(x + turn, bottom))

    def _marks(self, ink: Ink, box: QRectF, item: OrderRow) -> float:
        """Draw badges and tick from the right edge; return where they begin."""
        x = box.right() - ink.px(14)
        names = [badge.icon for badge in item.badges[:2]]
        names += ["eye-off"] if item.hidden else []
        names += ["check"] if item.acted else []
        for name in names:
            color = ink.colors.text3 if name == "check" else ink.colors.text2
            ink.icon(name, QPointF(x - ink.px(8), box.center().y()), 16, color)
            x -= ink.px(20)
        return x - (ink.px(2) if names else 0)

    def _name_and_bar(self, ink: Ink, box: QRectF, item: OrderRow, right: float) -> None:
        colors = ink.colors
        left = box.left() + ink.px(_NAME_X_PX)
        quiet = item.acted or item.token.out
        has_bar = item.bar is not None
        middle = box.top() + box.height() * (_NAME_SHARE if has_bar else 0.5)
        words = QRectF(left, middle - ink.px(12), right - left, ink.px(24))
        ink.text(words, item.name, NAME, colors.text2 if quiet else colors.text)
        if item.bar is None:
            return
        y = box.top() + box.height() * _BAR_SHARE
        width = max(ink.px(24), right - left - ink.px(_BAR_TEXT_PX))
        ink.bar(QRectF(left, y, width, ink.px(5)), item.bar)
        number = QRectF(left + width + ink.px(8), y - ink.px(8), ink.px(60), ink.px(17))
        ink.text(number, item.bar_text, SMALL, colors.text3)
