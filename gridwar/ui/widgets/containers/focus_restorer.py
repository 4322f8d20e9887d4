"""Who had the keyboard before something came up, and gets it back when that goes.

Left to itself Qt gives the keyboard of a part that goes to whatever comes next in its order of
tabs; there it may walk on through a list, or to the next token.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class FocusBefore:
    """The keyboard's way back from one part that comes and goes."""

    def __init__(self, part: QWidget) -> None:
        """Belong to a part."""
        self.home: QWidget | None = None
        """Who gets the keyboard where the one before is no longer there."""
        self._part = part
        self._before: QWidget | None = None

    def note(self) -> None:
        """Note who has the keyboard; to be called before the part comes up.

        In a window that takes the place of another it is still somebody in that one, who goes.
        """
        has = QApplication.focusWidget()
        is_here = has is not None and has.window() is self._part.window()
        if has is not None and is_here and not self._is_inside(has):
            self._before = has

    def give_back(self) -> None:
        """Give the keyboard back, unless it is elsewhere; to be called before the part goes."""
        has, before = QApplication.focusWidget(), self._before
        self._before = None
        if has is not None and not self._is_inside(has):
            return
        wanted = (before, self.home or self._part.parentWidget())
        goal = next((one for one in wanted if one is not None and _can_have_it(one)), None)
        if goal is not None:
            goal.setFocus(Qt.FocusReason.OtherFocusReason)

    def _is_inside(self, widget: QWidget) -> bool:
        return widget is self._part or self._part.isAncestorOf(widget)


def _can_have_it(widget: QWidget) -> bool:
    return isValid(widget) and widget.isVisible() and widget.isEnabled()
