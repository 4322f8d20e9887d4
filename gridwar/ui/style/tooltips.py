"""The words of tooltips, as plain text: Qt would take a name for HTML and load what it refers to.

Text that Qt would read as HTML is escaped, whoever wrote it: a combatant's name in a file from a
stranger must not open pictures or connections. Qt is given the words for screen readers; what is
shown is our own (``tooltip_window``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import Qt

if TYPE_CHECKING:
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

_WORDS = "words of the tooltip"
_KEY = "key in the tooltip"
_SIGNS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
"""All that must be escaped between tags; the packaged program has no ``html``."""


def set_tip(part: QWidget | QAction, words: str, key: str = "") -> None:
    """Give a part a tooltip that says some words.

    Args:
        part: The part.
        words: What its tooltip says.
        key: The key that does the same, shown after the first line.
    """
    part.setToolTip(tip_text(with_key(words, key)))
    part.setProperty(_WORDS, words)
    part.setProperty(_KEY, key)


def tip_of(part: QWidget | QAction) -> str:
    """Return the words of a part's tooltip, its key in brackets."""
    words, key = tip_and_key(part)
    return with_key(words, key)


def tip_and_key(part: QWidget | QAction) -> tuple[str, str]:
    """Return the words of a part's tooltip and its key."""
    words = part.property(_WORDS)
    return str(part.toolTip() if words is None else words), str(part.property(_KEY) or "")


def with_key(words: str, key: str) -> str:
    """Return words with a key in brackets at the end of the first line."""
    first, *more = words.split("\n")
    return "\n".join((f"{first} ({key})" if key else first, *more))


def tip_text(words: str) -> str:
    """Return what Qt must be given for some words: they themselves, unless it may read HTML.

    Qt goes by the first line with a tag in it; any line that has one is taken for a reason.
    """
    if not any(map(Qt.mightBeRichText, words.split("\n"))):
        return words
    return f"<p>{'<br>'.join(words.translate(_SIGNS).split(chr(10)))}</p>"
