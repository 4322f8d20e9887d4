"""Tags of a map: words by which it is found again among others."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

MOST_TAGS: Final = 12
MOST_TAG_LETTERS: Final = 40

MapTags = Annotated[
    tuple[Annotated[str, Field(min_length=1, max_length=MOST_TAG_LETTERS)], ...],
    Field(max_length=MOST_TAGS),
]


def tags_of(words: str) -> tuple[str, ...]:
    """Return the tags that are typed with commas between; those beyond the bounds are cut off."""
    each = (" ".join(one.split())[:MOST_TAG_LETTERS].strip() for one in words.split(","))
    return tuple(dict.fromkeys(filter(None, each)))[:MOST_TAGS]


def tag_words(tags: tuple[str, ...]) -> str:
    """Return tags as they are typed."""
    return ", ".join(tags)
