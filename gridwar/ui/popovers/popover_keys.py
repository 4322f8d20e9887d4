"""Keys pressed beside a popover that are for it all the same.

A click on the map, in the order or the log takes the keyboard from a popover that stays open. Its
question is still answered by the digits that stand in it, and Escape closes it before it would
unselect anybody. What is under way on the map has its keys first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit

from gridwar.control.tools.select_tool import SelectTool

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from gridwar.control.controller.controller import Controller
    from gridwar.ui.widgets.containers.popover_base import Popover

_FIELDS = (QLineEdit, QPlainTextEdit)


class PopoverKeys(QObject):
    """Offers the keys of a window to the popover that came last, where nothing else wants them."""

    def __init__(
        self,
        window: QWidget,
        the_map: QWidget,
        controller: Controller,
        popovers: Callable[[], tuple[Popover, ...]],
    ) -> None:
        """Watch a window and its map.

        Args:
            window: It sees the keys that nothing in it has used.
            the_map: It uses keys of its own before they come to the window.
            controller: Knows what is under way.
            popovers: Returns those of the window, shown or not.
        """
        super().__init__(window)
        self._controller = controller
        self._popovers = popovers
        window.installEventFilter(self)
        the_map.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take a key for a popover; return whether it was used."""
        is_key = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if is_key and isinstance(event, QKeyEvent) and self._is_used(event):
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def _is_used(self, event: QKeyEvent) -> bool:
        shown = self._open()
        if not shown or self._is_under_way():
            return False
        is_step = self._controller.view.is_in_step
        if event.key() == Qt.Key.Key_Escape and not is_step:
            shown[-1].leave()
            return True
        is_plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        is_digit = event.text().isdecimal()
        is_asked = is_plain and (is_digit or not is_step)
        return is_asked and any(one.take_from_beside(event) for one in reversed(shown))

    def _is_under_way(self) -> bool:
        """Return whether a tool, a move or a button of the mouse has the keys first."""
        view = self._controller.view
        is_held = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        is_moved = view.plan is not None or view.placing is not None
        return is_held or is_moved or view.tool != SelectTool.info.id or view.presenting

    def _open(self) -> list[Popover]:
        """Return the popovers from the back, unless one of them or a field has the keyboard."""
        has = QApplication.focusWidget()
        shown = [one for one in self._popovers() if one.isVisible() and not one.is_loose]
        if not shown or isinstance(has, _FIELDS) or any(_is_in(one, has) for one in shown):
            return []
        return sorted(shown, key=_place_above)


def _place_above(popover: Popover) -> int:
    """Return how far above its siblings a popover lies."""
    parent = popover.parentWidget()
    return 0 if parent is None else parent.children().index(popover)


def _is_in(popover: Popover, has: QWidget | None) -> bool:
    return has is not None and (has is popover or popover.isAncestorOf(has))
