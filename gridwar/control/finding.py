"""Finding by a few typed letters: how well words match, and the best of many.

Letters have to come in the typed order; those that begin words, or stand together, count more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")

_START, _WORD, _NEXT, _PLAIN = 12, 8, 6, 1
_GAP_MOST = 6
_WHOLE = 40


def match(typed: str, words: str) -> int | None:
    """Return how well words match what was typed, or None where they do not.

    Every part between spaces has to be found, in any order.
    """
    text = words.casefold()
    total = 0
    for part in typed.casefold().split():
        found = _part(part, text)
        if found is None:
            return None
        total += found
    return total


def best(typed: str, things: Iterable[T], words: Callable[[T], str]) -> list[T]:
    """Return the things that match, the best first; equals stay in their order.

    Args:
        typed: What was typed; nothing matches everything.
        things: Where to look.
        words: What stands for a thing.
    """
    scored = []
    for thing in things:
        text = words(thing)
        score = match(typed, text)
        if score is not None:
            scored.append((score, len(text), thing))
    if typed.strip():
        scored.sort(key=lambda one: (-one[0], one[1]))
    return [thing for _score, _length, thing in scored]


def _part(part: str, text: str) -> int | None:
    whole = text.find(part)
    while whole > 0 and text[whole - 1].isalnum():
        later = text.find(part, whole + 1)
        if later < 0:
            break
        whole = later
    if whole >= 0:
        at_word = whole == 0 or not text[whole - 1].isalnum()
        return _WHOLE + len(part) * _NEXT + (_START if whole == 0 else _WORD if at_word else 0)
    return _scattered(part, text)


def _scattered(part: str, text: str) -> int | None:
    """Return how well letters match that stand apart."""
    score, at, before = 0, 0, -2
    for letter in part:
        found = text.find(letter, at)
        if found < 0:
            return None
        begins = found == 0 or not text[found - 1].isalnum()
        score += _WORD if begins else _NEXT if found == before + 1 else _PLAIN
        score -= min(_GAP_MOST, found - at) if not begins else 0
        before, at = found, found + 1
    return score if score > 0 else None
