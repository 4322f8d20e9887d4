"""The key of what is shown on the map: held it shows all layers, tapped it opens their list.

Owns how long is held; a key that another user chose for it works alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QKeyEvent

from gridwar.ui.window.window_actions import key_words

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.ui.window.window_actions import WindowActions

ACTION: Final = "view.layers"
_HELD_MS: Final = 220


class LayersKey(QObject):
    """Follows one key through a window."""

    def __init__(
        self, parent: QObject, controller: Controller, window_actions: WindowActions
    ) -> None:
        """Follow the key in a window, for a controller's map."""
        super().__init__(parent)
        self._controller = controller
        self._window_actions = window_actions
        self._down = ""
        """The key that is down; empty for none."""
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(_HELD_MS)
        self._wait.timeout.connect(self._show_all)
        parent.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the key from among those that nothing in the window has used (Qt's hook)."""
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress:
                return self._press(event)
            return event.type() == QEvent.Type.KeyRelease and self._release(event)
        if event.type() == QEvent.Type.WindowDeactivate:
            self._let_go()
        return super().eventFilter(watched, event)

    def _press(self, event: QKeyEvent) -> bool:
        """Begin to wait whether it is held; return whether it is the key."""
        key = key_words(event)
        if event.isAutoRepeat() and key == self._down:
            return True
        holder = self._window_actions.shortcuts.holder(key)
        if holder is None or holder.id != ACTION or self._controller.view.presenting:
            return False
        self._down = key
        self._wait.start()
        return True

    def _release(self, event: QKeyEvent) -> bool:
        """Show what is on again, or open the list or close it; return whether it was the key."""
        if not self._down or key_words(event) != self._down:
            return False
        if event.isAutoRepeat():
            return True
        was_tapped = self._wait.isActive()
        self._let_go()
        if was_tapped:
            self._window_actions.action(ACTION).trigger()
        return True

    def _let_go(self) -> None:
        """Forget that it is held, as when another window gets the keyboard."""
        self._down = ""
        self._wait.stop()
        if self._controller.view.shows_all:
            self._controller.layers.show_all(on=False)

    def _show_all(self) -> None:
        self._controller.layers.show_all(on=True)
