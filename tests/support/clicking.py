"""Hands that click everything: each control of a window once, with the real mouse.

Owns finding what can be clicked, and clicking it. Which panels and sheets are opened is the
program's that uses it (``big_window``).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QMenu,
    QScrollArea,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LEFT = Qt.MouseButton.LeftButton
MOST = 60
"""Clicks at one place: there is always something new where a click makes more."""
MOST_ALIKE = 2
"""Controls of one name that are clicked, such as the crosses of many rows."""

Control = tuple[str, str, str]
"""What tells a control from others: what it is, what it says, where it belongs."""


def settle() -> None:
    """Let everything happen that a click has set going, deletions too."""
    for _round in range(2):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def controls(root: QWidget) -> Iterator[tuple[Control, QWidget, QPoint]]:
    """Yield all that can be clicked now, with the place to click."""
    alike: Counter[Control] = Counter()
    for one in root.findChildren(QWidget):
        if not (one.isVisible() and one.isEnabled()):
            continue
        if isinstance(one, QTabBar):
            for tab in range(one.count()):
                yield ("tab", one.tabText(tab), ""), one, one.tabRect(tab).center()
        elif isinstance(one, QAbstractButton | QComboBox):
            said = one.text() if isinstance(one, QAbstractButton) else one.currentText()
            name = said or one.accessibleName() or one.toolTip()
            owner = one.parentWidget()
            control = (type(one).__name__, name, type(owner).__name__)
            alike[control] += 1
            if alike[control] <= MOST_ALIKE:
                said = f"{control[2]} {alike[control]}"
                yield (*control[:2], said), one, one.rect().center()


def click_all(
    root: Callable[[], QWidget],
    open_: Callable[[], None],
    told: Callable[[str], None],
    left_alone: frozenset[str] = frozenset(),
) -> int:
    """Click everything there is, each control once; return how many were clicked.

    Args:
        root: Where to look; asked anew each time, for a click may take it away.
        open_: Opens what is to be clicked, before each click.
        told: Is told of each click, before it is done.
        left_alone: What is not clicked, by what it says.
    """
    seen: set[Control] = set()
    while len(seen) < MOST:
        open_()
        settle()
        found = (
            one for one in controls(root()) if one[0] not in seen and one[0][1] not in left_alone
        )
        control, widget, place = next(found, (None, None, None))
        if control is None or widget is None or place is None:
            break
        seen.add(control)
        told(", ".join(control))
        _bring_up(widget)
        QTest.mouseClick(widget, LEFT, pos=place)
        settle()
        close_popups(told)
    return len(seen)


def _bring_up(widget: QWidget) -> None:
    """Scroll to a control where it lies in something that scrolls."""
    frame = widget.parentWidget()
    while frame is not None:
        if isinstance(frame, QScrollArea):
            frame.ensureWidgetVisible(widget)
        frame = frame.parentWidget()


def close_popups(told: Callable[[str], None]) -> None:
    """Walk a menu that has come up once through, then leave it."""
    for _round in range(4):
        popup = QApplication.activePopupWidget()
        if popup is None or not isValid(popup):
            return
        told(f"leaves {type(popup).__name__}")
        if isinstance(popup, QMenu):
            QTest.keyClick(popup, Qt.Key.Key_Down)
        QTest.keyClick(popup, Qt.Key.Key_Escape)
        settle()
        if isValid(popup) and popup.isVisible():
            popup.close()
            settle()
