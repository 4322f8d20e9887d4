"""Numbers as texts, with real minus signs."""

from __future__ import annotations

import re


def signed(value: int) -> str:
    """Return a number with its sign; 0 has none, minus is a minus."""
    if value == 0:
        return "0"
    return f"+{value}" if value > 0 else f"\u2212{-value}"


_HYPHEN = re.compile(r"(?<![\w\u2212-])-(?=\d)")


def minus(text: str) -> str:
    """Return a text with real minus signs before its negative numbers."""
    return _HYPHEN.sub("\u2212", text)
