"""Menus and lists that open over the window: round where the desktop can, tooltips of our own.

Owns the menu of every button and place, the corners of the lists of choices and completions, and
the menu of text fields. How rows and ground look stands in ``style_sheet``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QStyledItemDelegate,
)

from gridwar.ui.style.shown_tooltip import Tip, hide_tip, show_tip
from gridwar.ui.style.tooltips import tip_and_key
from gridwar.ui.style.window_corners import round_corners

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractItemView, QCompleter, QMenuBar, QWidget

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
    """A field of choices whose list has the corners of a menu."""

    def showPopup(self) -> None:
        """Give the list its corners when it first opens: it is made then."""
        holder = self.view().window()
        if holder.property("round") is None:
            self.setItemDelegate(QStyledItemDelegate(self))  # the first one knows no style sheet
            _round_list(self.view(), holder)
        super().showPopup()


def round_completions(completer: QCompleter) -> None:
    """Let the list of completions have the corners of a menu."""
    popup = completer.popup()
    if popup is not None:
        _round_list(popup, popup)


def _round_list(view: QAbstractItemView, window: QWidget) -> None:
    window.setWindowFlag(Qt.WindowType.NoDropShadowWindowHint)
    round_corners(window)
    view.setProperty("role", "popup")
    view.setProperty("round", window.property("round"))


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
