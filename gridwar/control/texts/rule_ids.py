"""Rule ids within words: which are named, and where they stand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_RULE_ID: Final = re.compile(r"\b[A-Z]{2,4}[-\u2011][A-Z]{2,5}[-\u2011]\d{2,3}\b")
"""As people read them; a hyphen that does not break counts as one."""


def rule_ids(words: str) -> tuple[str, ...]:
    """Return the rule ids that words name, each once, in their order."""
    return tuple(dict.fromkeys(rule_id for rule_id, _start, _end in rule_places(words)))


def rule_places(words: str) -> Iterator[tuple[str, int, int]]:
    """Yield each rule id in words, with where it starts and ends."""
    for found in _RULE_ID.finditer(words):
        yield found[0].replace("\u2011", "-"), *found.span()
