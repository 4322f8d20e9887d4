"""Finding by a few typed letters: how well words match, and the best of many.

What is typed has to stand there as it is, or be made of beginnings of words in their order: "nt"
and "nextt" find "Next turn", and nothing that only has these letters somewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")
Rank = tuple[int, ...]

_START, _WORD, _OTHER, _NEXT = 12, 8, 7, 6
_WHOLE = 40
_LEAST_WITHIN = 3
"""Fewer letters than these are not looked for within words: they are in nearly all of them."""


class Searched(Struct, frozen=True):
    """The words of a thing, prepared to be searched."""

    text: str
    """What it is called."""
    starts: tuple[int, ...]
    """Where the words of it begin."""
    initials: str
    """The letters with which they begin."""
    beside: tuple[str, ...]
    """What else is said of it: only what stands there as typed counts, and less; the less the
    later it is said."""
    also: str
    """Other words for it: their beginnings are found nearly as well as what it is called."""
    rank: Rank
    """Of those that match as well the lower one stands first."""
    behind: bool
    """It stands behind all others that match as well, also behind those in which a later word
    begins so and not the first."""


def searched(
    words: str,
    *more: str,
    also: Iterable[str] = (),
    rank: Rank = (),
    behind: bool = False,
) -> Searched:
    """Return words prepared to be searched.

    Args:
        words: What a thing is called.
        more: What else is said of it, the first before the others.
        also: Other words for it.
        rank: Where it stands among those that match as well.
        behind: Whether it stands behind all others that match as well.
    """
    text = words.casefold()
    starts = tuple(at for at in range(len(text)) if _begins(text, at))
    initials = "".join(text[at] for at in starts)
    beside = tuple(one.casefold() for one in more)
    others = f" {' '.join(also).casefold()}" if also else ""
    return Searched(text, starts, initials, beside, others, rank, behind)


def match(typed: str, words: str, *more: str) -> int | None:
    """Return how well words match what was typed, or None where they do not.

    Every part between spaces has to be found, in any order.

    Args:
        typed: What was typed.
        words: What a thing is called.
        more: What else is said of it.
    """
    return _score(typed.casefold().split(), searched(words, *more))


class Finder(Generic[T]):
    """Finds the best of many things; a letter more is looked for only in what matched before it."""

    def __init__(self, things: Iterable[tuple[T, Searched]] = ()) -> None:
        """Begin with nothing typed.

        Args:
            things: Where to look, each with its words.
        """
        self._all = self._left = list(things)
        self._parts: list[str] = []

    def find(self, typed: str) -> list[T]:
        """Return the things that match, the best first; equals stay in their order.

        Args:
            typed: What was typed; nothing matches everything.
        """
        parts = typed.casefold().split()
        among = self._left if _narrows(self._parts, parts) else self._all
        self._parts, self._left = parts, []
        ranked = []
        for thing, words in among:
            score = _score(parts, words)
            if score is not None:
                self._left.append((thing, words))
                handicap = _START - _WORD if words.behind else 0
                ranked.append((handicap - score, words.behind, words.rank, len(words.text), thing))
        if parts:
            ranked.sort(key=lambda one: one[:4])
        return [thing for *_rank, thing in ranked]


def _narrows(before: list[str], parts: list[str]) -> bool:
    """Return whether what did not match before cannot match now.

    A part that grows long enough to be looked for within words finds what it did not find before.
    """
    return len(before) <= len(parts) and all(
        now.startswith(old) and (len(old) < _LEAST_WITHIN) == (len(now) < _LEAST_WITHIN)
        for old, now in zip(before, parts, strict=False)
    )


def _score(parts: list[str], words: Searched) -> int | None:
    total = 0
    for part in parts:
        found = _part(part, words)
        if words.also and f" {part}" in words.also:
            again = _WHOLE + len(part) * _NEXT + _OTHER
            found = again if found is None else max(again, found)
        if found is None:
            return None
        total += found
    return total


def _part(part: str, words: Searched) -> int | None:
    text, is_long = words.text, len(part) >= _LEAST_WITHIN
    whole = _place(part, text) if part in text else None
    if whole is not None and (is_long or not whole or not text[whole - 1].isalnum()):
        return _WHOLE + len(part) * _NEXT + (_START if whole == 0 else _word(text, whole))
    if part[0] in words.initials:
        pieces = _pieces(part, text, words.starts)
        if pieces is not None:
            return pieces * _WORD + (len(part) - pieces) * _NEXT
    if is_long:
        return next((-place for place, one in enumerate(words.beside) if part in one), None)
    return None


def _place(part: str, text: str) -> int:
    """Return where it stands, rather at the beginning of a word than within one."""
    whole = text.find(part)
    while whole > 0 and text[whole - 1].isalnum():
        later = text.find(part, whole + 1)
        if later < 0:
            break
        whole = later
    return whole


def _word(text: str, at: int) -> int:
    return 0 if text[at - 1].isalnum() else _WORD


def _pieces(part: str, text: str, starts: tuple[int, ...]) -> int | None:
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
