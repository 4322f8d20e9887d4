"""Which floor of a building a map is, as near as the names of its files tell."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from gridwar.formats.floors_put_together import STOREY_M

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOP = 1_000
_WORDS: tuple[tuple[str, int], ...] = (
    (r"sub-?(?:basement|cellar)", -2),
    (r"cellars?|basement|keller|sous-?sol|ug|undercroft", -1),
    (r"ground|erdgeschoss|eg|rdc|main", 0),
    (r"first|upper|upstairs|og", 1),
    (r"second", 2),
    (r"third", 3),
    (r"fourth", 4),
    (r"fifth", 5),
    (r"attic|loft|dachgeschoss|dg", _TOP),
    (r"roof|rooftop|dach", _TOP + 1),
)
_NUMBERED_BELOW = re.compile(r"\b(?:b|ug|basement|cellar|keller)[ .]?(\d{1,2})f?\b")
_NUMBERED = re.compile(r"\b(?:(\d{1,2})(?:f|st|nd|rd|th)|(?:f|l)(\d{1,2}))\b")
_SIZE = re.compile(r"\d+\s*[x\u00d7]\s*\d+")
_NUMBER = re.compile(r"\d+")


class FloorOrder(NamedTuple):
    """In which order some maps lie, the lowest first, by their numbers among those that came.

    ``ground`` is the place in that order of the one at height 0; ``is_told`` whether the names say
    so, else they are merely sorted.
    """

    order: tuple[int, ...]
    ground: int
    is_told: bool

    @property
    def heights_m(self) -> tuple[float, ...]:
        """Return the height of each, in that order."""
        return tuple(STOREY_M * (place - self.ground) for place in range(len(self.order)))


def order_of_floors(file_names: Sequence[str]) -> FloorOrder:
    """Return the order of the floors that some files are, as far as their names tell it."""
    stems = [PurePath(one).stem.lower() for one in file_names]
    levels = _by_words(stems) or _by_numbers(stems)
    numbers = range(len(stems))
    if levels is None:
        return FloorOrder(tuple(sorted(numbers, key=lambda at: _natural(stems[at]))), 0, False)
    order = tuple(sorted(numbers, key=lambda at: levels[at]))
    ground = next((place for place, at in enumerate(order) if levels[at] >= 0), 0)
    return FloorOrder(order, ground, True)


def _by_words(stems: Sequence[str]) -> list[int] | None:
    """Return the level of each by a word such as cellar or 2F; None where one tells none."""
    found = [_word_level(re.sub(r"[-_]+", " ", _SIZE.sub(" ", stem))) for stem in stems]
    levels = [one for one in found if one is not None]
    return levels if len(set(levels)) == len(stems) else None


def _word_level(name: str) -> int | None:
    if below := _NUMBERED_BELOW.search(name):
        return -int(below[1])
    if told := _NUMBERED.search(name):
        return int(told[1] or told[2])
    for word, level in _WORDS:
        if re.search(rf"\b(?:{word})\b", name) or re.search(rf"(?:{word})\s?floor", name):
            return level
    return None


def _by_numbers(stems: Sequence[str]) -> list[int] | None:
    """Return a number that differs in each name, the last such; None where there is none."""
    all_numbers = [[int(one) for one in _NUMBER.findall(_SIZE.sub(" ", stem))] for stem in stems]
    for back in range(1, min(map(len, all_numbers)) + 1):
        column = [numbers[-back] for numbers in all_numbers]
        if len(set(column)) == len(stems):
            return column
    return None


def _natural(stem: str) -> tuple[tuple[int, str], ...]:
    """Return a key by which 2 comes before 10."""
    parts = re.findall(r"\d+|\D+", stem)
    return tuple((int(one), "") if one.isdecimal() else (-1, one) for one in parts)
