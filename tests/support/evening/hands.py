"""A mouse and a keyboard at the window system's door: whatever is under the pointer is clicked.

Owns how a gesture becomes events. What lies where, and what a gesture means, is the evening's.
"""

from __future__ import annotations

import time
import weakref
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeySequence, QWheelEvent, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import invalidate

if TYPE_CHECKING:
    from collections.abc import Callable

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
PATIENCE_S = 8.0
"""How long anything may take; a machine with much to do is no fault of the window's."""


def idle() -> None:
    """Let the window do what it has to do now, and throw away what it has put aside."""
    for _round in range(3):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def until(is_so: Callable[[], object], what: str) -> None:
    """Wait until something is so and shown, and no longer than is reasonable."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, f"waited in vain: {what}"
        idle()
        time.sleep(0.002)
    idle()  # what came last may have been told and not shown yet


class Hands:
    """Point at places of the screen; press the keys of whatever window is in front."""

    def __init__(self, front: Callable[[], QWidget]) -> None:
        """Work at a window.

        Args:
            front: The window in front, unless a menu is open.
        """
        self._front = front
        self.touched: weakref.ref[QWidget] | None = None
        """What was clicked last: a click may give it the keyboard."""
        self.acts = 0
        """Clicks, drags and keys so far, letters of words not counted."""
        self.letters = 0
        """Letters of words typed so far."""

    def _settle(self) -> None:
        """Let the window do what it has to do, and have the keyboard back from a menu that closed.

        The offscreen platform gives the keyboard to every window that opens, and never back. A
        window proper that comes and goes still takes the keyboard along, as it may with others.
        """
        idle()
        active = QApplication.activeWindow()
        if active is not None and active.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating):
            self._front().activateWindow()  # the players' window takes no keyboard elsewhere
            idle()
        window = QGuiApplication.focusWindow()
        passing = (Qt.WindowType.Popup, Qt.WindowType.ToolTip)
        # PySide may know somebody else by the address, who is long gone.
        if type(window) is not QWindow or window.isVisible():
            return
        if window.flags() & Qt.WindowType.WindowType_Mask in passing:
            self._front().activateWindow()
            idle()

    def _door(self, place: QPoint | None = None) -> QWindow | QWidget:
        """Return what gets the events: the window in front, as the window system knows it.

        PySide may know the window by its address as something that is long gone: that is forgotten.
        Where it still is something else, it is the widget under the pointer.
        """
        widget = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        front = widget or self._front()
        handle = front.windowHandle()
        if type(handle) is not QWindow:
            invalidate(handle)
            handle = front.windowHandle()
        if type(handle) is QWindow:
            return handle
        child = None if place is None else front.childAt(front.mapFromGlobal(place))
        return child or front

    # --- the mouse ------------------------------------------------------------------------------

    def click(
        self, place: QPoint, button: Qt.MouseButton = LEFT, held: Qt.KeyboardModifier = NONE
    ) -> None:
        """Go to a place of the screen and click.

        No hand rests on the very point: what has come under a pointer that does not move at all is
        not told that it is there, as of the window before, whose last click was at that place.
        """
        self.acts += 1
        self.move(place + QPoint(1, 0))
        self.move(place)
        self.touched = _seen(self._front().childAt(self._front().mapFromGlobal(place)))
        door = self._door(place)
        at = door.mapFromGlobal(place)
        QTest.mouseClick(door, button, held, at)
        if button is RIGHT and isinstance(door, QWidget):
            # Qt asks for the menu only where the press came through the window.
            asks = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, place, held)
            QApplication.sendEvent(door, asks)
        self._settle()

    def double_click(self, place: QPoint) -> None:
        """Click twice, as fast as a hand does."""
        self.acts += 1
        self.move(place)
        door = self._door(place)
        QTest.mouseDClick(door, LEFT, NONE, door.mapFromGlobal(place))
        self._settle()

    def move(self, place: QPoint) -> None:
        """Go to a place of the screen."""
        door = self._door(place)
        QTest.mouseMove(door, door.mapFromGlobal(place))
        self._settle()

    def hold(self, *places: QPoint) -> None:
        """Press at the first place and go to the others."""
        self.acts += 1
        self.move(places[0])
        door = self._door(places[0])
        QTest.mousePress(door, LEFT, NONE, door.mapFromGlobal(places[0]))
        for place in places[1:]:
            self.move(place)

    def let_go(self, place: QPoint) -> None:
        """Let go of what is held."""
        door = self._door(place)
        QTest.mouseRelease(door, LEFT, NONE, door.mapFromGlobal(place))
        self._settle()

    def drag(self, *places: QPoint) -> None:
        """Press at the first place, go through the others, let go at the last."""
        self.hold(*places)
        self.let_go(places[-1])

    def turn_wheel(self, place: QPoint, notches: int, held: Qt.KeyboardModifier = NONE) -> None:
        """Turn the wheel over a place, away from oneself or (less than 0) towards."""
        self.move(place)
        under = QApplication.widgetAt(place) or self._front()
        event = QWheelEvent(
            QPointF(under.mapFromGlobal(place)),
            QPointF(place),
            QPoint(),
            QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton,
            held,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(under, event)
        self._settle()

    # --- the keys -------------------------------------------------------------------------------

    def press(self, keys: str) -> None:
        """Press one key or chord, written as ``Ctrl+Shift+Z``."""
        self.acts += 1
        chord = QKeySequence(keys)[0]  # type: ignore[index]  # the stubs do not know it
        door = self._door()
        if isinstance(door, QWidget) and door is self._front():
            door = QApplication.focusWidget() or door
        QTest.keyClick(door, chord.key(), chord.keyboardModifiers())
        self._settle()

    def write(self, text: str) -> None:
        """Type letters, digits and signs, one after the other."""
        self.letters += len(text)
        for sign in text:
            goes_to = QApplication.activePopupWidget() or QApplication.focusWidget()
            QTest.keyClicks(goes_to or self._front(), sign)
        self._settle()


def _seen(widget: QWidget | None) -> weakref.ref[QWidget] | None:
    return None if widget is None else weakref.ref(widget)


def place_of(widget: QWidget, at: QPoint | None = None) -> QPoint:
    """Return a place of a widget (its middle when left out) on the screen."""
    return widget.mapToGlobal(at if at is not None else widget.rect().center())
