"""How the usual rows of the list of actions are chosen: by drag, by a menu, by Ctrl and an arrow.

Owns the gesture and the mark where a row would go; what is kept is the signal's receiver's to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QWidget

from gridwar.control.user_settings import MOST_USUAL
from gridwar.text import _
from gridwar.ui.panels.action_chips import VariantsRow
from gridwar.ui.panels.action_rows import ActionRow
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.widgets.painting.themed_widgets import Painted

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_MARK_PX = 3


class UsualRows(QObject):
    """Watches the rows of a list. Signal: ``changed(keys)``, the rows that shall stand first."""

    changed = Signal(tuple)

    def __init__(self, theme: Theme, body: QWidget) -> None:
        super().__init__(body)
        self._body = body
        self._rows: list[ActionRow | VariantsRow] = []
        self._pressed: QPoint | None = None
        self._dragged: ActionRow | VariantsRow | None = None
        self.mark = _Mark(theme, body)
        self.scrolls: Callable[[QPoint], None] = lambda _at: None
        """Brings a place of the body into sight while a row is dragged."""

    def watch(self, rows: list[ActionRow | VariantsRow]) -> None:
        """Watch other rows."""
        self._end()
        self._rows = rows
        for row in rows:
            if row.line.key:
                row.installEventFilter(self)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the usual rows, from the top."""
        return tuple(row.line.key for row in self._rows if row.line.is_usual)

    # --- by mouse --------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow a drag that begins on a row, and open its menu."""
        if isinstance(watched, ActionRow | VariantsRow):
            if isinstance(event, QMouseEvent):
                return self._on_mouse(watched, event)
            if isinstance(event, QContextMenuEvent):
                self.open_menu(watched, event.globalPos())
                return True
        return super().eventFilter(watched, event)

    def _on_mouse(self, row: ActionRow | VariantsRow, event: QMouseEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()
        elif kind == QEvent.Type.MouseMove and self._pressed is not None:
            far = (event.position().toPoint() - self._pressed).manhattanLength()
            if self._dragged is None and far >= QApplication.startDragDistance():
                self._dragged = row
                row.setCursor(Qt.CursorShape.ClosedHandCursor)
            if self._dragged is not None:
                self._drag_to(row.mapTo(self._body, event.position().toPoint()))
                return True
        elif kind == QEvent.Type.MouseButtonRelease:
            was, at = self._dragged, row.mapTo(self._body, event.position().toPoint())
            self._end()
            if was is not None:
                if isinstance(row, QAbstractButton):
                    row.setDown(False)
                self._drop(was, at)
                return True
        return False

    def _end(self) -> None:
        if self._dragged is not None:
            self._dragged.unsetCursor()
        self._pressed = self._dragged = None
        self.mark.hide()

    def _drag_to(self, at: QPoint) -> None:
        self.scrolls(at)
        place = self._place(at)
        self.mark.setVisible(place is not None)
        if place is not None:
            usual = [row for row in self._rows if row.line.is_usual]
            y = usual[place].y() if place < len(usual) else usual[-1].geometry().bottom() + 1
            self.mark.show_at(y)

    def _place(self, at: QPoint) -> int | None:
        """Return before which usual row a place is; None where it is not among them."""
        usual = [row for row in self._rows if row.line.is_usual]
        if not usual or at.y() > usual[-1].geometry().bottom() + usual[-1].height() // 2:
            return None
        return sum(at.y() > row.geometry().center().y() for row in usual)

    def _drop(self, row: ActionRow | VariantsRow, at: QPoint) -> None:
        place = self._place(at)
        if place is not None:
            self._put(row.line.key, place)
        elif row.line.is_usual:
            self._take_away(row.line.key)

    # --- what is chosen --------------------------------------------------------------------------

    def _put(self, key: str, place: int) -> None:
        """Let a row stand at a place among the usual ones."""
        before = list(self.keys)
        if key in before:
            place -= before.index(key) < place
            before.remove(key)
        before.insert(place, key)
        self._tell(tuple(before))

    def _take_away(self, key: str) -> None:
        self._tell(tuple(one for one in self.keys if one != key))

    def _tell(self, keys: tuple[str, ...]) -> None:
        if keys != self.keys:
            self.changed.emit(keys)

    def step(self, row: ActionRow | VariantsRow, by: int) -> bool:
        """Move a usual row up or down by one; return whether it is one."""
        if not row.line.is_usual:
            return False
        at = self.keys.index(row.line.key) + by
        if 0 <= at < len(self.keys):
            self._put(row.line.key, at + (by > 0))
        return True

    def menu(self, row: ActionRow | VariantsRow) -> QMenu:
        """Return what can be done with a row."""
        menu, keys, key = PopupMenu(row), self.keys, row.line.key
        if not row.line.is_usual:
            menu.addAction(_("Usual: keep here"), lambda: self._keep(key))
        else:
            at = keys.index(key)
            up = menu.addAction(_("Usual: up"), lambda: self.step(row, -1))
            up.setEnabled(at > 0)
            down = menu.addAction(_("Usual: down"), lambda: self.step(row, 1))
            down.setEnabled(at + 1 < len(keys))
            menu.addAction(_("Usual: take away"), lambda: self._take_away(key))
        menu.addSeparator()
        menu.addAction(_("Usual: as at first"), lambda: self.changed.emit(()))
        return menu

    def _keep(self, key: str) -> None:
        """Keep a row among the usual ones, in the last place where they are full."""
        kept = self.keys[: MOST_USUAL - 1]
        self._tell((*kept, key))

    def open_menu(self, row: ActionRow | VariantsRow, at: QPoint) -> None:
        """Open the menu of a row."""
        menu = self.menu(row)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)


class _Mark(Painted):
    """A brass line where the row that is dragged would go."""

    def __init__(self, theme: Theme, body: QWidget) -> None:
        super().__init__(theme, body)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_at(self, y: int) -> None:
        """Stand across the body at a height."""
        parent = self.parentWidget()
        if parent is not None:
            thick, side = self.theme.px(_MARK_PX), self.theme.px(8)
            self.setGeometry(QRect(side, y - thick // 2, parent.width() - 2 * side, thick))
            self.raise_()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the line."""
        painter.rounded_box(box, 2, painter.colors.accent)
