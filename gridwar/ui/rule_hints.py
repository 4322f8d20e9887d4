"""Tooltips that say what a rule means: wherever a widget names a rule id, resting on it tells.

Works on what widgets say of themselves (tooltip, accessible name, label), so that no panel has to
do anything for it. The log, which is one widget of many lines, is asked for the id under the
pointer.
"""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QLabel, QToolTip, QWidget

from gridwar.control.rule_words import rule_ids, rule_words
from gridwar.ui.panels.panel_log import LogList
from gridwar.ui.widgets.record_list import RecordList

if TYPE_CHECKING:
    from gridwar.control.controller import Controller

_LETTERS = 64


class RuleHints(QObject):
    """Watches an application for tooltips while a window is there."""

    def __init__(self, controller: Controller, window: QWidget) -> None:
        super().__init__(window)
        self._controller = controller
        self._window = window

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Add what the rules mean that a widget names."""
        if not isinstance(event, QHelpEvent) or event.type() != QEvent.Type.ToolTip:
            return False  # every event of the program comes by here: nothing more is done with it
        if not isinstance(watched, QWidget) or not self._window.isAncestorOf(watched):
            return super().eventFilter(watched, event)
        said, head = _said(watched, event.pos())
        found = [rule_words(self._controller, one) for one in rule_ids(said)]
        words = [one for one in found if one and one not in head]
        if not words:
            return super().eventFilter(watched, event)
        QToolTip.showText(event.globalPos(), as_html(head, words), watched)
        return True


def as_html(head: str, rules: list[str]) -> str:
    """Return a tooltip: what it said anyway, then each rule, its title in bold."""
    parts = [_wrapped(head)] if head else []
    for rule in rules:
        title, *more = rule.split("\n")
        parts.append("<br>".join((f"<b>{_wrapped(title)}</b>", *map(_wrapped, more))))
    return "".join(f'<p style="white-space: nowrap">{part}</p>' for part in parts)


def _wrapped(words: str) -> str:
    """Return words in lines of a readable length; Qt's own are too narrow."""
    return "<br>".join(escape(line) for one in words.split("\n") for line in wrap(one, _LETTERS))


def _said(widget: QWidget, at: QPoint) -> tuple[str, str]:
    """Return all that a widget says where the pointer is, and its own tooltip."""
    lists = widget.parentWidget()
    if isinstance(lists, LogList):
        found = lists.part_at(at)
        return (found[1].text if found is not None and found[1].kind == "rule" else ""), ""
    if isinstance(lists, RecordList):
        at_row = lists.indexAt(at)
        tip = at_row.data(Qt.ItemDataRole.ToolTipRole) if at_row.isValid() else None
        return str(tip or ""), str(tip or "")
    said = [widget.toolTip(), widget.accessibleName()]
    if isinstance(widget, QLabel):
        said.append(widget.text())
    return " ".join(said), widget.toolTip()
