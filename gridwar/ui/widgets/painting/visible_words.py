"""Which words a widget shows whole: a tooltip need not say them again.

What draws itself is drawn once more, beside the screen, and its painter listened to; that is done
only while a tooltip is about to come.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPixmap
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QTabBar, QWidget

from gridwar.ui.widgets.painting.themed_painter import ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MNEMONIC = re.compile("&(?=.)")


def words_in_view(widget: QWidget, box: QRect | None = None) -> tuple[str, ...]:
    """Return the words that a widget shows whole, those of its parts too.

    Args:
        widget: The widget.
        box: The part of it that is asked for, where it is not all of it.
    """
    place = box or widget.rect()
    if place.isEmpty():
        return ()
    heard: list[str] = []
    before, ThemedPainter.heard = ThemedPainter.heard, heard
    try:
        picture = QPixmap(place.size())
        widget.render(picture, sourceRegion=place)
    finally:
        ThemedPainter.heard = before
    parts = (widget, *(one for one in widget.findChildren(QWidget) if one.isVisibleTo(widget)))
    return (*heard, *(words for part in parts for words in _written(part)))


def _written(part: QWidget) -> Iterator[str]:
    """Yield the words of a widget of Qt's own, where they have room."""
    if isinstance(part, QLabel):
        if part.wordWrap() or _wide(part, part.text()) <= part.contentsRect().width() + 1:
            yield part.text()
    elif isinstance(part, QTabBar):
        yield from (part.tabText(number) for number in range(part.count()))
    elif isinstance(part, QLineEdit):
        if _wide(part, part.text()) <= part.contentsRect().width():
            yield part.text()
    elif isinstance(part, QAbstractButton) and not isinstance(part, PaintedButton):
        words = _MNEMONIC.sub("", part.text())
        if _wide(part, words) <= part.width():
            yield words


def _wide(part: QWidget, words: str) -> float:
    flags = Qt.TextFlag.TextExpandTabs
    return QFontMetricsF(part.font()).boundingRect(QRectF(0, 0, 1e6, 1e6), flags, words).width()


def left_to_say(words: str, seen: Iterable[str]) -> str:
    """Return what of some words cannot be read in view.

    Lines that are in view go, and what leads a line: names come first in a sentence.

    Args:
        words: In lines.
        seen: What is in view.
    """
    known = sorted({_plain(one) for one in seen} - {""}, key=len, reverse=True)
    lines = (_rest_of(line, known) for line in words.split("\n"))
    return "\n".join(filter(None, lines))


def _rest_of(line: str, known: list[str]) -> str:
    parts = line.split(", ")
    leads = (n for n in range(len(parts), 0, -1) if _is_known(", ".join(parts[:n]), known))
    rest = ", ".join(parts[next(leads, 0) :])
    return rest[:1].upper() + rest[1:]


def _is_known(words: str, known: list[str]) -> bool:
    """Return whether nothing but signs is left of words without those that are in view."""
    rest = _plain(words)
    for one in known:
        rest = re.sub(rf"(?<!\w){re.escape(one)}(?!\w)", " ", rest)
    return not any(map(str.isalnum, rest))


def _plain(words: str) -> str:
    return " ".join(words.casefold().split()).strip(" .:,;·")
