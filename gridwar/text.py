"""User-facing text: the one door to gettext. English is the source language."""

from __future__ import annotations

import gettext
from functools import lru_cache
from pathlib import Path

_translation = gettext.translation(
    "gridwar", localedir=Path(__file__).parent / "locale", fallback=True
)


@lru_cache(maxsize=1 << 13)
def _(message: str) -> str:
    """Translate one message; the English text is its own key."""
    return _translation.gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """Translate a message that depends on a count."""
    return _translation.ngettext(singular, plural, count)
