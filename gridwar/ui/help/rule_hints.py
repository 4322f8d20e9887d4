"""Tooltips that say what a rule means: wherever a widget names a rule id, resting on it tells.

Works on what widgets say of themselves (tooltip, accessible name, label), so that no panel has to
do anything for it. The log, which is one widget of many lines, is asked for the id under the
pointer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QChildEvent, QEvent, QObject, QPoint
from PySide6.QtGui import QEnterEvent, QHelpEvent
from PySide6.QtWidgets import QLabel, QWidget

from gridwar.control.views.rule_words import rule_ids, rule_words
from gridwar.ui.panels.log import LogList
from gridwar.ui.style.tooltips import show_rule_tip, tip_of
from gridwar.ui.widgets.record_list import RecordList

if TYPE_CHECKING:
    from gridwar.control.controller import Controller


class RuleHints(QObject):
    """Watches the part of a window that the pointer is over for tooltips; the map names no rules.

    Every event of what is watched comes by here. So of each part only its outermost widget is
    watched, for the pointer to enter it, and until it leaves again all that is within.
    """

    def __init__(self, controller: Controller, window: QWidget, besides: QWidget) -> None:
        """Watch a window.

        Args:
            controller: Knows the rules.
            window: Its parts are watched, those too that come later.
            besides: What of it is left alone.
        """
        super().__init__(window)
        self._controller = controller
        self._besides = besides
        self._over: QWidget | None = None
        """The part that the pointer is over; it may be deleted."""
        self._watch_parts(window)

    def _watch_parts(self, frame: QWidget) -> None:
        """Watch what lies in a frame around the map, each part by itself."""
        frame.installEventFilter(self)
        for child in frame.children():
            if isinstance(child, QWidget):
                self._watch_part(child)

    def _watch_part(self, part: QWidget) -> None:
        if part is self._besides or part.isWindow():  # such as a tooltip
            return
        if part.isAncestorOf(self._besides):
            self._watch_parts(part)
        else:
            part.installEventFilter(self)

    def _is_part(self, widget: QWidget) -> bool:
        frame = widget.parentWidget()
        return frame is not None and frame.isAncestorOf(self._besides)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Add what the rules mean that a widget names; watch what has come."""
        if not isinstance(watched, QWidget):
            return False
        if isinstance(event, QHelpEvent):
            return event.type() == QEvent.Type.ToolTip and self._tell(watched, event)
        if isinstance(event, QChildEvent):
            child = event.child() if event.polished() else None  # sooner it is not made yet
            if isinstance(child, QWidget):
                self._see(child, watched)
        elif isinstance(event, QEnterEvent) and self._is_part(watched):
            self._over = watched
            for widget in watched.findChildren(QWidget):
                widget.installEventFilter(self)
        elif event.type() == QEvent.Type.Leave and self._is_part(watched):
            self._over = None
            for widget in watched.findChildren(QWidget):
                widget.removeEventFilter(self)
        return False

    def _see(self, child: QWidget, parent: QWidget) -> None:
        """Watch what has come: a part, or something within the one that the pointer is over."""
        if self._is_part(child):
            self._watch_part(child)
        elif not child.isWindow() and (parent is self._over or not self._is_part(parent)):
            for widget in (child, *child.findChildren(QWidget)):
                widget.installEventFilter(self)

    def _tell(self, widget: QWidget, event: QHelpEvent) -> bool:
        """Show a tooltip for a widget that names rules; return whether it does."""
        said, head = _said(widget, event.pos())
        found = [rule_words(self._controller, one) for one in rule_ids(said)]
        words = [one for one in found if one and one not in head]
        if words:
            show_rule_tip(event.globalPos(), head, words, widget)
        return bool(words)


def _said(widget: QWidget, at: QPoint) -> tuple[str, str]:
    """Return all that a widget says where the pointer is, and its own tooltip."""
    lists = widget.parentWidget()
    if isinstance(lists, LogList):
        found = lists.part_at(at)
        return (found[1].text if found is not None and found[1].kind == "rule" else ""), ""
    if isinstance(lists, RecordList):
        tip = lists.tip_at(at)
        return tip, tip
    said = [tip_of(widget), widget.accessibleName()]
    if isinstance(widget, QLabel):
        said.append(widget.text())
    return " ".join(said), tip_of(widget)
