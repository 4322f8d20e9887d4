"""The rows of the library: choosing one or several of them, by mouse or key, and dragging them.

Where a drag is, and that it was let go, is only reported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from gridwar.control.library.combatant_library import LibraryRow
from gridwar.text import _
from gridwar.ui.style.row_heights import GROUP_ROW_PX, PERSON_ROW_PX
from gridwar.ui.tasks.deferred_calls import soon
from gridwar.ui.widgets.controls.labels import draw_heading
from gridwar.ui.widgets.figures.record_list import RecordList, RowState
from gridwar.ui.widgets.painting.themed_painter import NAME, NOTE, ThemedPainter, advance

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QWheelEvent

    from gridwar.ui.style.theme import Theme

_TOKEN_X_PX = 26
_NAME_X_PX = 47
_RIGHT_PX = 8

Row = LibraryRow | str
_SHIFT, _CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class LibraryList(RecordList[Row]):
    """The rows, and dragging those chosen onto the map.

    Signals: ``held(keys, global place)`` while dragging, ``dropped(keys, global place)``,
    ``let_go()``, ``put_down()`` when a drag ended either way, ``activated(keys)``,
    ``removed(key)``, ``picked_changed()``, ``left()`` by Escape with nobody chosen,
    ``menu_requested(key, global place)``.
    """

    held = Signal(tuple, QPoint)
    dropped = Signal(tuple, QPoint)
    let_go = Signal()
    put_down = Signal()
    activated = Signal(tuple)
    removed = Signal(str)
    picked_changed = Signal()
    left = Signal()
    menu_requested = Signal(str, QPoint)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _Painter(self), parent)
        self.picked: frozenset[str] = frozenset()
        """Those chosen, by key."""
        self._anchor = ""
        """From where Shift chooses."""
        self._pressed: LibraryRow | None = None
        self._pressed_at = QPoint()
        self._dragged = False
        self.setAccessibleName(_("Library"))

    @property
    def is_held(self) -> bool:
        """Return whether a row is held by the mouse: the list keeps still."""
        return self._pressed is not None

    def show_items(self, items: tuple[Row, ...]) -> None:
        """Show other rows; who is no longer there is no longer chosen."""
        super().show_items(items)
        self._pick(self.picked & {one.key for one in self._rows()})

    def row_at(self, place: QPoint) -> LibraryRow | None:
        """Return whom a point of the viewport shows."""
        index = self.indexAt(place)
        item = self.item(index.row()) if index.isValid() else None
        return item if isinstance(item, LibraryRow) else None

    # --- choosing --------------------------------------------------------------------------------

    def _rows(self) -> tuple[LibraryRow, ...]:
        return tuple(one for one in self.records.items if isinstance(one, LibraryRow))

    def _chosen(self, meant: LibraryRow) -> tuple[str, ...]:
        """Return the keys of those chosen, in their order; of the one meant where it is not."""
        if meant.key not in self.picked:
            return (meant.key,)
        return tuple(one.key for one in self._rows() if one.key in self.picked)

    def _pick(self, keys: frozenset[str]) -> None:
        if keys != self.picked:
            self.picked = keys
            self.viewport().update()
            self.picked_changed.emit()

    def _choose(self, row: LibraryRow, modifiers: Qt.KeyboardModifier) -> None:
        """Choose a row: alone, with Ctrl as well or no longer, with Shift all up to it."""
        keys = [one.key for one in self._rows()]
        if modifiers & _SHIFT and self._anchor in keys:
            a, b = sorted((keys.index(self._anchor), keys.index(row.key)))
            self._pick(frozenset(keys[a : b + 1]))
            return
        self._anchor = row.key
        self._pick(self.picked ^ {row.key} if modifiers & _CTRL else frozenset({row.key}))

    def begin_by_key(self) -> None:
        """Take the keyboard, with the first row chosen."""
        self.setFocus(Qt.FocusReason.TabFocusReason)
        self.by_keyboard = True
        self._step(-1, 1, Qt.KeyboardModifier.NoModifier)

    def _step(self, here: int, way: int, modifiers: Qt.KeyboardModifier) -> None:
        """Make the next row the current one, over headings, and choose it."""
        items = self.records.items
        at = here + way
        while 0 <= at < len(items) and isinstance(items[at], str):
            at += way
        row = items[at] if 0 <= at < len(items) else None
        if isinstance(row, LibraryRow):
            index = self.records.index(at)
            self.setCurrentIndex(index)
            self.scrollTo(index)
            if not modifiers & _CTRL:
                self._choose(row, modifiers)

    # --- mouse -----------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the row for a drag; the right button gives a drag up."""
        if event.button() is Qt.MouseButton.RightButton and self._dragged:
            self._give_up()
            return
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = row = self.row_at(event.position().toPoint())
            self._pressed_at = event.position().toPoint()
            if row is None:
                self._pick(frozenset())
            elif event.modifiers() & (_SHIFT | _CTRL) or row.key not in self.picked:
                self._choose(row, event.modifiers())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry what is chosen where the pointer is."""
        far = (event.position().toPoint() - self._pressed_at).manhattanLength()
        if self._pressed is not None and (self._dragged or far >= QApplication.startDragDistance()):
            if not self._dragged:
                self._dragged = True
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
                self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.held.emit(self._chosen(self._pressed), event.globalPosition().toPoint())
            return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of what is carried; a mere click on one of several chooses it alone."""
        super().mouseReleaseEvent(event)
        pressed, dragged = self._pressed, self._dragged
        if event.button() is Qt.MouseButton.LeftButton:
            if pressed is not None and dragged:
                keys = self._chosen(pressed)
                self.dropped.emit(keys, event.globalPosition().toPoint())
            elif pressed is not None and not event.modifiers() & (_SHIFT | _CTRL):
                self._choose(pressed, event.modifiers())
            self._end()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Report the row as activated."""
        row = self.row_at(event.position().toPoint())
        if row is not None and event.button() is Qt.MouseButton.LeftButton:
            self.activated.emit((row.key,))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the row's menu."""
        row = self.row_at(event.pos())
        if self._pressed is None:
            self.menu_requested.emit(row.key if row is not None else "", event.globalPos())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll, but never under a row that is held."""
        if not self.is_held:
            super().wheelEvent(event)

    # --- keys ------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Keep the keys of the window from doing anything while somebody is dragged."""
        if event.type() == QEvent.Type.ShortcutOverride and self._dragged:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with the arrows and Space, take with Enter, remove with Delete, give up, leave."""
        if self._dragged:
            if event.key() == Qt.Key.Key_Escape:
                self._give_up()
            return
        at = self.currentIndex().row()
        item = self.item(at) if 0 <= at < len(self.records.items) else None
        row = item if isinstance(item, LibraryRow) else None
        if event.key() in _STEPS:
            self.by_keyboard = True
            self._step(at, _STEPS[Qt.Key(event.key())], event.modifiers())
        elif event.key() == Qt.Key.Key_Escape:
            self._unpick()
        elif row is None or not self._key_of_row(event, row):
            super().keyPressEvent(event)

    def _key_of_row(self, event: QKeyEvent, row: LibraryRow) -> bool:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.activated.emit(self._chosen(row))
            case Qt.Key.Key_Space:
                self._choose(row, _CTRL)
            case Qt.Key.Key_Delete:
                self.removed.emit(row.key)
            case _:
                return False
        return True

    def _unpick(self) -> None:
        """Choose nobody; with nobody chosen the list is left."""
        if self.picked:
            self._pick(frozenset())
        else:
            self.left.emit()

    def _give_up(self) -> None:
        self._end()
        # The button may still be down: what follows of this drag means nothing.
        soon(self, self.let_go.emit)

    def _end(self) -> None:
        self._pressed, self._dragged = None, False
        self.viewport().unsetCursor()
        self.put_down.emit()


class _Painter:
    def __init__(self, view: LibraryList) -> None:
        self._view = view

    def height(self, item: Row, width_px: int) -> int:
        del width_px
        return self._view.theme.px(GROUP_ROW_PX if isinstance(item, str) else PERSON_ROW_PX)

    def words(self, item: Row) -> str:
        if isinstance(item, str):
            return item
        parts = filter(None, (item.name, *item.figures, item.found))
        return ", ".join(parts) + (_(", chosen") if item.key in self._view.picked else "")

    def tooltip(self, item: Row) -> str:
        return "" if isinstance(item, str) else ", ".join((item.name, *item.figures))

    def draw(self, painter: ThemedPainter, box: QRectF, item: Row, state: RowState) -> None:
        if isinstance(item, str):
            draw_heading(painter, box.adjusted(painter.px(14), 0, -painter.px(12), 0), item)
            return
        colors = painter.colors
        plate = box.adjusted(painter.px(6), 1, -painter.px(6), -1)
        if item.key in self._view.picked:
            painter.rounded_box(plate, 8, colors.accent_ground)
        elif state.hot:
            painter.rounded_box(plate, 8, colors.raised)
        if state.current:
            painter.focus_ring(plate)
        painter.token(
            QPointF(box.left() + painter.px(_TOKEN_X_PX), box.center().y()), 13.5, item.token
        )
        left, right = box.left() + painter.px(_NAME_X_PX), box.right() - painter.px(_RIGHT_PX)
        name = QRectF(left, box.top() + painter.px(3), right - left, painter.px(22))
        painter.text(name, item.name, NAME, colors.text)
        second = QRectF(left, box.top() + painter.px(24), right - left, painter.px(17))
        if item.found:
            painter.text(second, item.found, NOTE, colors.text2)
        else:
            figures = self._fitting(item.figures, second.width())
            painter.text(second, figures, NOTE, colors.text3)

    def _fitting(self, figures: tuple[str, ...], width_px: float) -> str:
        """Return as many figures as have room: none is cut."""
        for count in range(len(figures), 0, -1):
            words = ", ".join(figures[:count])
            if advance(words, NOTE, self._view.theme) <= width_px:
                return words
        return figures[0] if figures else ""
