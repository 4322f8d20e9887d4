"""Tooltips, as plain text: Qt would take a name for HTML and load what it refers to.

Text that Qt would read as HTML is escaped, whoever wrote it: a combatant's name in a file from a
stranger must not open pictures or connections. Nothing else calls Qt's tooltips; a test checks
that.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from PySide6.QtGui import Qt
from PySide6.QtWidgets import QToolTip

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

_PLAIN = "plain_tip"
_LETTERS = 64


def set_tip(part: QWidget | QAction, words: str) -> None:
    """Give a part a tooltip that says some words."""
    shown = tip_text(words)
    part.setToolTip(shown)
    part.setProperty(_PLAIN, words if shown != words else None)


def tip_of(part: QWidget | QAction) -> str:
    """Return the words of a part's tooltip."""
    return str(part.property(_PLAIN) or part.toolTip())


def show_tip(at: QPoint, words: str, over: QWidget) -> None:
    """Show a tooltip now, or none.

    Args:
        at: Where on the screen.
        words: What it says.
        over: The widget whose it is: it goes when the pointer leaves that.
    """
    QToolTip.showText(at, tip_text(words), over)


def show_rule_tip(at: QPoint, head: str, rules: list[str], over: QWidget) -> None:
    """Show a tooltip that says some words, then what rules mean.

    Args:
        at: Where on the screen.
        head: What it said anyway.
        rules: Each rule; its first line is its title.
        over: The widget whose it is.
    """
    QToolTip.showText(at, _as_html(head, rules), over)


def hide_tip() -> None:
    """Take away a tooltip that is shown."""
    QToolTip.hideText()


def tip_text(words: str) -> str:
    """Return what Qt must be given for some words: they themselves, unless it may read HTML.

    Qt goes by the first line with a tag in it; any line that has one is taken for a reason.
    """
    has_tag = any(map(Qt.mightBeRichText, words.split("\n")))
    return _as_html(words, []) if has_tag else words


def _as_html(head: str, rules: list[str]) -> str:
    """Return a tooltip: what it said anyway, then each rule, its title in bold."""
    parts = [_wrapped(head)] if head else []
    for rule in rules:
        title, *more = rule.split("\n")
        parts.append("<br>".join((f"<b>{_wrapped(title)}</b>", *map(_wrapped, more))))
    return "".join(f'<p style="white-space: nowrap">{part}</p>' for part in parts)


def _wrapped(words: str) -> str:
    """Return words in lines of a readable length; Qt's own are too narrow."""
    from html import escape  # its tables are long, and no start needs them

    return "<br>".join(escape(line) for one in words.split("\n") for line in wrap(one, _LETTERS))
