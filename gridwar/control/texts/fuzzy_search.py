"""Finding by a few typed letters: how well words match, and the best of many.

What is typed has to stand there as it is, or be made of beginnings of words in their order: "nt"
and "nextt" find "Next turn", and nothing that only has these letters somewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")

_START, _WORD, _NEXT = 12, 8, 6
_WHOLE = 40
_LEAST_WITHIN = 3
"""Fewer letters than these are not looked for within words: they are in nearly all of them."""


def match(typed: str, words: str, *more: str) -> int | None:
    """Return how well words match what was typed, or None where they do not.

    Every part between spaces has to be found, in any order.

    Args:
        typed: What was typed.
        words: What a thing is called.
        more: What else is said of it: only what stands there as typed counts, and less; the less
            the later it is said.
    """
    text, beside = words.casefold(), tuple(one.casefold() for one in more)
    total = 0
    for part in typed.casefold().split():
        found = _part(part, text)
        if found is None and len(part) >= _LEAST_WITHIN:
            found = next((-place for place, one in enumerate(beside) if part in one), None)
        if found is None:
            return None
        total += found
    return total


def best(
    typed: str,
    things: Iterable[T],
    words: Callable[[T], str],
    more: Callable[[T], Iterable[str]] = lambda _thing: (),
    behind: Callable[[T], bool] = lambda _thing: False,
) -> list[T]:
    """Return the things that match, the best first; equals stay in their order.

    Args:
        typed: What was typed; nothing matches everything.
        things: Where to look.
        words: What a thing is called.
        more: What else is said of it, the first before the others.
        behind: Whether it stands behind all others that match as well, also behind those in which
            a later word begins so and not the first.
    """
    scored = []
    for thing in things:
        text = words(thing)
        score = match(typed, text, *more(thing))
        if score is not None:
            is_behind = behind(thing)
            handicap = _START - _WORD if is_behind else 0
            scored.append((score - handicap, is_behind, len(text), thing))
    if typed.strip():
        scored.sort(key=lambda one: (-one[0], *one[1:3]))
    return [thing for *_rank, thing in scored]


def _part(part: str, text: str) -> int | None:
    whole = _place(part, text)
    if whole is None:
        return _scattered(part, text)
    if whole and text[whole - 1].isalnum() and len(part) < _LEAST_WITHIN:
        return _scattered(part, text)
    return _WHOLE + len(part) * _NEXT + (_START if whole == 0 else _word(text, whole))


def _place(part: str, text: str) -> int | None:
    """Return where it stands, rather at the beginning of a word than within one."""
    whole = text.find(part)
    while whole > 0 and text[whole - 1].isalnum():
        later = text.find(part, whole + 1)
        if later < 0:
            break
        whole = later
    return None if whole < 0 else whole


def _word(text: str, at: int) -> int:
    return 0 if text[at - 1].isalnum() else _WORD


def _scattered(part: str, text: str) -> int | None:
    """Return how well beginnings of words match: each letter begins one or follows the last."""
    starts = [at for at, _one in enumerate(text) if _begins(text, at)]
    pieces = _pieces(part, text, starts)
    return None if pieces is None else pieces * _WORD + (len(part) - pieces) * _NEXT


def _pieces(part: str, text: str, starts: list[int]) -> int | None:
    """Return how few beginnings of words, in their order, make up what was typed."""
    if not part:
        return 0
    found = []
    for number, at in enumerate(starts):
        length = 0
        while length < len(part) and text[at + length : at + length + 1] == part[length]:
            length += 1
            rest = _pieces(part[length:], text, starts[number + 1 :])
            if rest is not None:
                found.append(rest + 1)
    return min(found, default=None)


def _begins(text: str, at: int) -> bool:
    return text[at].isalnum() and (at == 0 or not text[at - 1].isalnum())
