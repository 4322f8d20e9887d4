"""Keys typed while another fight is being opened: held, and given to its window once it stands.

They are meant for the fight to come: the window that is about to go takes none of them. Escape
gives the opening up, and what was held is forgotten with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QWindow
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from gridwar.control.shortcuts import is_plain
from gridwar.ui.tasks.deferred_calls import soon
from gridwar.ui.window.window_actions import key_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.ui.window.main_window import MainWindow

MOST_HELD = 200


def _nothing_comes() -> bool:
    """Return that no other window is on its way."""
    return False


class HeldKeys(QObject):
    """Holds the keys of one window at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._window: MainWindow | None = None
        self._is_coming: Callable[[], bool] = _nothing_comes
        self._held: list[QKeyEvent] = []

    def hold(self, window: MainWindow, is_coming: Callable[[], bool]) -> None:
        """Hold what is typed in a window from now on.

        Args:
            window: The one that is about to go.
            is_coming: Whether another is still on its way; once it is not, nothing is held.
        """
        if self._window is None:
            self._application().installEventFilter(self)
        self._window, self._is_coming = window, is_coming

    def give_to(self, window: MainWindow | None) -> None:
        """Give what was held to a window, one key after the other; to nobody: forget it."""
        if self._window is not None:
            self._application().removeEventFilter(self)
        self._window, self._is_coming = None, _nothing_comes
        if window is None:
            self._held.clear()
        elif self._held:
            soon(self, lambda: self._give_next(window))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hold a key that is on its way to the window; a shortcut is held as the key it is."""
        if not isinstance(event, QKeyEvent) or not self._is_for_window(watched):
            return False
        if not self._is_coming():
            self.give_to(None)
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            window = self._window
            self.give_to(None)
            if window is not None:
                window.files.cancel()
        elif event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat():
            self._keep(event)
        return True

    def _keep(self, event: QKeyEvent) -> None:
        if len(self._held) < MOST_HELD:
            kind, key = QEvent.Type.KeyPress, event.key()
            self._held.append(QKeyEvent(kind, key, event.modifiers(), event.text()))

    def _is_for_window(self, watched: QObject) -> bool:
        window = self._window
        if window is None or not isValid(window):
            return False
        if isinstance(watched, QWidget):
            return watched.window() is window
        return isinstance(watched, QWindow) and watched is window.windowHandle()

    def _give_next(self, window: MainWindow) -> None:
        if not self._held or not isValid(window):
            self._held.clear()
            return
        event = self._held.pop(0)
        # What it does may ask for a file and wait there: the next key is then the dialog's.
        soon(self, lambda: self._give_next(window))
        in_front = QApplication.activeModalWidget() or QApplication.activePopupWidget()
        key = key_words(event)
        holder = window.window_actions.shortcuts.holder(key)
        if in_front is None and holder is not None and not is_plain(key):
            window.window_actions.action(holder.id).trigger()
            return
        place = in_front or window
        has: QWidget | None = place.focusWidget()
        if has is None:
            has = window.map if in_front is None else in_front
        QApplication.sendEvent(has, event)
        release = QKeyEvent(QEvent.Type.KeyRelease, event.key(), event.modifiers(), event.text())
        QApplication.sendEvent(has, release)

    def _application(self) -> QApplication:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        return application
