"""The order panel: phases, who acts when, whose turn it is, who is paused or out.

Owns the list and its gestures; a drag to another place is only reported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from gridwar.control.records.panel_records import OrderRow, OrderView
from gridwar.text import _
from gridwar.ui.panels.order_row_motion import RowsGliding
from gridwar.ui.panels.order_row_painting import OrderPainter, Row, action_boxes
from gridwar.ui.panels.phase_strip import PhaseStrip
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import PanelTitle, label
from gridwar.ui.widgets.figures.record_list import RecordList, with_headings
from gridwar.ui.widgets.painting.themed_painter import SMALL, ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import Panel, inset

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from gridwar.control.records.panel_records import RowAction
    from gridwar.ui.style.theme import Theme


class OrderPanel(Panel):
    """The order.

    Signals: ``menu_requested(id, global place)`` with an empty id for the panel's own menu,
    ``add_requested()``, ``next_requested()``; others are the list's.
    """

    menu_requested = Signal(str, QPoint)
    add_requested = Signal()
    next_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._title = PanelTitle(theme, _("Order"), self)
        add = self._title.add("circle-plus", _("Add to the fight"))
        more = self._title.add("ellipsis", _("More"))
        self._is_strip = False
        self._view = OrderView()
        self._phases = PhaseStrip(theme, self)
        self.list = OrderList(theme, self)
        self._next = KeyButton(theme, "", "plain", self)
        self._next.hide()
        self._note = label("", "note")
        self._note.setWordWrap(True)
        self._note.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._note.setContentsMargins(theme.px(12), theme.px(4), theme.px(12), theme.px(4))
        self._note.hide()
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 8), 0)
        rows.addWidget(self._title)
        rows.addWidget(self._phases)
        rows.addWidget(self.list, 1)
        rows.addWidget(self._note)
        rows.addWidget(self._next, 0, Qt.AlignmentFlag.AlignHCenter)
        add.clicked.connect(self.add_requested)
        more.clicked.connect(
            lambda: self.menu_requested.emit("", more.mapToGlobal(more.rect().bottomLeft()))
        )
        self._next.clicked.connect(self.next_requested)
        self.list.menu_requested.connect(self.menu_requested)

    def set_strip(self, is_strip: bool) -> None:
        """Be a strip in a small window: number, token and bar; the name is said on hover."""
        if is_strip != self._is_strip:
            self._is_strip = is_strip
            self._title.setVisible(not is_strip)
            self.list.set_strip(is_strip)
            self.show_view(self._view)

    def show_view(self, view: OrderView) -> None:
        """Show an order."""
        self._view = view
        self._phases.show_phases(() if self._is_strip else view.phases)
        self.list.note = "" if self._is_strip else view.note
        self.list.show_items(tuple(with_headings(view.rows)))
        key = view.next_key if self._is_strip and view.next_key else view.next_label
        self._next.set_words(key, "" if self._is_strip else view.next_key)
        self._next.setAccessibleName(view.next_label)
        self._next.set_kind("primary" if view.is_next_lit else "plain")
        set_tip(self._next, view.next_label if self._is_strip else "")
        self._next.setVisible(bool(view.next_label))
        note = "" if self._is_strip else view.next_note
        self._note.setText(note)
        self._note.setVisible(bool(note))


class OrderList(RecordList[Row]):
    """The rows, their clicks, and dragging one to another place.

    Signals: ``selected(id, add)`` and, by the mouse, then ``clicked_row()``, ``activated_row(id)``
    (double click, Enter), ``moved(id, before_id)`` (empty: to the end), ``action_wanted(id,
    action id)``, ``menu_requested(id, global place)``.
    """

    selected = Signal(str, bool)
    clicked_row = Signal()
    activated_row = Signal(str)
    moved = Signal(str, str)
    action_wanted = Signal(str, str)
    menu_requested = Signal(str, QPoint)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        painter = OrderPainter(self, lambda row: self.gliding.offset(row.id))
        super().__init__(theme, painter, parent)
        self._painter = painter
        self._pressed: OrderRow | None = None
        self._pressed_action: RowAction | None = None
        self._pressed_at = QPoint()
        self._drop: int | None = None
        self.note = ""
        """Said where there are no rows."""
        self.gliding = RowsGliding(self.viewport().update, self)
        self.setAccessibleName(_("Order"))

    def set_strip(self, is_strip: bool) -> None:
        """Draw rows as a strip, or whole."""
        self._painter.is_strip = is_strip
        self.scheduleDelayedItemsLayout()

    def show_items(self, items: tuple[Row, ...]) -> None:
        """Show other rows; those who change places among each other glide there."""
        old = [one.id for one in self.records.items if isinstance(one, OrderRow)]
        new = [one.id for one in items if isinstance(one, OrderRow)]
        moves = old != new and set(old) & set(new) and not self.theme.reduce_motion
        before = self._tops() if moves and self.isVisible() else {}
        heights = [self._height(one) for one in self.records.items]
        super().show_items(items)
        if heights != [self._height(one) for one in items]:
            self.scheduleDelayedItemsLayout()
        if before:
            self.gliding.begin(before, self._tops())
        elif old != new:
            self.gliding.stop()

    def _height(self, item: Row) -> int:
        return self._painter.height(item, self.viewport().width())

    def _tops(self) -> dict[Hashable, float]:
        """Return where each row begins in the viewport."""
        rows = enumerate(self.records.items)
        return {
            one.id: float(self.visualRect(self.records.index(row)).top())
            for row, one in rows
            if isinstance(one, OrderRow)
        }

    def row_at(self, place: QPoint) -> OrderRow | None:
        """Return the combatant under a point of the viewport."""
        index = self.indexAt(place)
        item = self.item(index.row()) if index.isValid() else None
        return item if isinstance(item, OrderRow) else None

    def action_at(self, place: QPoint) -> RowAction | None:
        """Return the button under a point of the viewport."""
        row = self.row_at(place)
        if row is None:
            return None
        box = QRectF(self.visualRect(self.indexAt(place)))
        boxes = [] if self._painter.is_strip else action_boxes(self.theme, box, row)
        return next((action for action, at in boxes if at.contains(QPointF(place))), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the row, for a click or a drag."""
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()
            self._pressed = self.row_at(self._pressed_at)
            self._pressed_action = self.action_at(self._pressed_at)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show where a dragged row would go."""
        place = event.position().toPoint()
        far = (place - self._pressed_at).manhattanLength() >= QApplication.startDragDistance()
        if self._pressed_action is not None:
            return
        if self._pressed is not None and (far or self._drop is not None):
            self._drop = self._drop_row(place)
            self.viewport().update()
            return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select the row, or report where it was dragged."""
        super().mouseReleaseEvent(event)
        pressed, drop, action = self._pressed, self._drop, self._pressed_action
        self._pressed = self._drop = self._pressed_action = None
        self.viewport().update()
        if pressed is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if action is not None:
            if self.action_at(event.position().toPoint()) == action:
                self.action_wanted.emit(pressed.id, action.id)
        elif drop is not None:
            self._report_move(pressed, drop)
        elif self.row_at(event.position().toPoint()) is not None:
            keys = event.modifiers()
            add = bool(
                keys & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier)
            )
            self.selected.emit(pressed.id, add)
            self.clicked_row.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Report the row as activated."""
        place = event.position().toPoint()
        row = self.row_at(place)
        if row is not None and self.action_at(place) is None:
            self.activated_row.emit(row.id)

    def tip_at(self, at: QPoint) -> str:
        """Return what a button does, else more about the row."""
        action = self.action_at(at)
        return super().tip_at(at) if action is None else action.text

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
        with QPainter(self.viewport()) as qpainter:
            painter = ThemedPainter(qpainter, self.theme)
            for row, item in self._rising():
                index = self.records.index(row)
                box = QRectF(self.visualRect(index))
                self._painter.draw(painter, box, item, self.state_of(index))
            if not self.records.items:
                room = QRectF(self.viewport().rect()).adjusted(
                    painter.px(14), painter.px(6), -painter.px(8), 0
                )
                painter.wrapped(room, self.note, SMALL, painter.colors.text3)
            if self._drop is not None:
                y = self._drop_y(self._drop)
                qpainter.setPen(QPen(qcolor(painter.colors.accent), 2))
                qpainter.drawLine(
                    QPointF(painter.px(8), y), QPointF(self.viewport().width() - painter.px(8), y)
                )

    def _rising(self) -> Iterator[tuple[int, OrderRow]]:
        """Yield the rows on their way up, the first last: they go above those they pass."""
        items = self.records.items if self.gliding.is_under_way else ()
        for row in reversed(range(len(items))):
            item = items[row]
            if isinstance(item, OrderRow) and self.gliding.offset(item.id) > 0:
                yield row, item

    def _drop_y(self, row: int) -> float:
        if row < len(self.records.items):
            return max(1.0, float(self.visualRect(self.records.index(row)).top()))
        return float(self.visualRect(self.records.index(row - 1)).bottom())
