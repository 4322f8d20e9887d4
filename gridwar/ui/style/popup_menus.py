"""Menus and lists that open over the window, with rows of one height and tooltips of our own.

Owns the menu of every button and place, the lists of choices and completions, and the menu of
text fields. How rows and ground look stands in ``style_sheet``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFrame,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QStyledItemDelegate,
)

from gridwar.ui.style.theme import applied_theme
from gridwar.ui.style.tooltip_window import Tip, hide_tip, show_tip
from gridwar.ui.style.tooltips import tip_and_key
from gridwar.ui.style.window_corners import round_corners

if TYPE_CHECKING:
    from PySide6.QtWidgets import QCompleter, QMenuBar, QWidget

_ROOM_PX = 32
"""Beside the words of a list: its insets and a scroll bar."""
_HEARD = "text fields have our menu"


class PopupMenu(QMenu):
    """A menu; an entry that says more than it is called has our tooltip."""

    def __init__(self, parent: QWidget, title: str = "", *, passes: bool = False) -> None:
        """Make a menu.

        Args:
            parent: What it belongs to.
            title: What it is called in the menu or bar above it.
            passes: Whether it is gone once it is closed.
        """
        super().__init__(title, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, passes)
        round_corners(self)

    def event(self, event: QEvent) -> bool:
        """Say what an entry does, or why it cannot be chosen."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._tell(event)
            return True
        return super().event(event)

    def _tell(self, event: QHelpEvent) -> None:
        under = [one for one in self.actions() if self.actionGeometry(one).contains(event.pos())]
        for action in under:
            words, key = tip_and_key(action)
            if not key and words not in {"", action.text(), action.iconText()}:
                show_tip(event.globalPos(), Tip(words), self, self.actionGeometry(action))
                return
        hide_tip()  # what has a key shows it in the entry


def submenu(above: QMenu | QMenuBar, title: str) -> PopupMenu:
    """Add a menu to a menu, or to a menu bar."""
    made = PopupMenu(above, title)
    above.addMenu(made)
    return made


class Choices(QComboBox):
    """A field of choices whose list has the ground and the rows of a menu."""

    def showPopup(self) -> None:
        """Dress the list when it first opens: it is made then."""
        if not isinstance(self.itemDelegate(), QStyledItemDelegate):
            self.setItemDelegate(QStyledItemDelegate(self))  # the first one knows no style sheet
            holder = self.view().window()
            if isinstance(holder, QFrame):
                holder.setFrameShape(QFrame.Shape.NoFrame)
        room = applied_theme().px(_ROOM_PX)
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + room)
        super().showPopup()


def dress_completions(completer: QCompleter) -> None:
    """Let the list of completions have the ground and the rows of a menu.

    Its corners stay straight: a list that scrolls cannot have clear ones.
    """
    popup = completer.popup()
    if popup is not None:
        popup.setProperty("role", "popup")
        popup.installEventFilter(_WholeRows(completer, popup))


class _WholeRows(QObject):
    """Gives a list of completions room for its last row: what is around the rows is not counted.

    Else the row is cut, and the list scrolls by no more than its own edges.
    """

    def __init__(self, completer: QCompleter, popup: QAbstractItemView) -> None:
        super().__init__(popup)
        self._completer, self._popup = completer, popup

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Grow by the edges whenever the list is laid out."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show) and watched is self._popup:
            self._grow()
        return False

    def _grow(self) -> None:
        popup, known = self._popup, self._completer
        shown = min(known.completionModel().rowCount(), known.maxVisibleItems())
        height = popup.sizeHintForRow(0) * shown + 2 * popup.frameWidth()
        if shown and popup.height() != height:
            field, place = known.widget(), popup.geometry()
            is_above = place.top() < field.mapToGlobal(QPoint()).y()
            top = place.bottom() + 1 - height if is_above else place.top()
            popup.setGeometry(place.left(), top, place.width(), height)


def give_fields_our_menu() -> None:
    """Let the menu of each text field have the corners of the others, from its first focus on."""
    app = QApplication.instance()
    if isinstance(app, QApplication) and not app.property(_HEARD):
        app.setProperty(_HEARD, True)
        app.focusChanged.connect(_give_menu)


def _give_menu(_before: QWidget | None, field: QWidget | None) -> None:
    if not isinstance(field, QLineEdit | QPlainTextEdit):
        return
    has_own = type(field).contextMenuEvent not in (
        QLineEdit.contextMenuEvent,
        QPlainTextEdit.contextMenuEvent,
    )
    if field.contextMenuPolicy() is Qt.ContextMenuPolicy.DefaultContextMenu and not has_own:
        field.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        field.customContextMenuRequested.connect(lambda at: _show_menu(field, at))


def _show_menu(field: QLineEdit | QPlainTextEdit, at: QPoint) -> None:
    menu = field.createStandardContextMenu()
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    round_corners(menu)
    menu.popup(field.mapToGlobal(at))
