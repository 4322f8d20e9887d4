"""A call that is coalesced: asked for any number of times in an event, it is made once after it.

Owns when that is: as a posted event, so before the next paint (Qt posts its own request to paint
with low priority; a timer of zero milliseconds would come after it). Clicks and keys that are
queued behind the event do not overtake the call either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject

if TYPE_CHECKING:
    from collections.abc import Callable

_CALL = QEvent.Type(QEvent.registerEventType())
_COMES_BEFORE = frozenset(
    {
        QEvent.Type.UpdateRequest,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.Wheel,
        QEvent.Type.ShortcutOverride,
        QEvent.Type.KeyPress,
        QEvent.Type.KeyRelease,
        QEvent.Type.TouchBegin,
        QEvent.Type.TabletPress,
        QEvent.Type.Drop,
    }
)
"""What must not meet a window that is out of date. Moves of the pointer may: they are many."""


class CoalescedCall(QObject):
    """Makes a call once in a turn of the event loop; it is dropped with its owner."""

    def __init__(self, owner: QObject, act: Callable[[bool], object]) -> None:
        """Prepare a call.

        Args:
            owner: Lives in the window's thread; with it the call is dropped.
            act: What is called; told whether it is to be painted at once: not where a key or a
                click follows, which must find the window up to date and need not wait for a paint.
        """
        super().__init__(owner)
        self._act = act
        self._is_wanted = False

    def ask(self) -> None:
        """Request the call; it is made once, after the present event."""
        app = QCoreApplication.instance()
        if not self._is_wanted and app is not None:
            self._is_wanted = True
            app.installEventFilter(self)  # only until then: it sees every event
            QCoreApplication.postEvent(self, QEvent(_CALL))

    def _call(self, *, at_once: bool = False) -> None:
        app = QCoreApplication.instance()
        if self._is_wanted and app is not None:
            self._is_wanted = False
            app.removeEventFilter(self)
            QCoreApplication.removePostedEvents(self, _CALL.value)
            self._act(at_once)

    def event(self, event: QEvent) -> bool:
        """Make the call."""
        if event.type() is not _CALL:
            return super().event(event)
        self._call(at_once=True)
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Make the call before something that must not come first."""
        del watched
        if event.type() in _COMES_BEFORE:
            self._call(at_once=event.type() is QEvent.Type.UpdateRequest)
        return False
