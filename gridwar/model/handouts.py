"""Handouts: pictures that the game master lays before the players, with a caption.

Owns what is kept of them in a fight. Which one lies there now is not part of the fight.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from gridwar.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_CAPTION = 200
MOST_HANDOUTS = 200


class Handout(Record):
    """One picture: a blob of the file by its hash, and how it is shown."""

    id: str
    picture: str = Field(pattern="^[0-9a-f]{64}$")
    caption: str = Field(default="", max_length=MOST_CAPTION)
    beside: bool = False
    """It stands beside the map, which stays in view; else over it."""


def next_handout_id(there: Iterable[Handout]) -> str:
    """Return an id that none of some handouts has."""
    taken = {one.id for one in there}
    number = len(taken) + 1
    while f"handout-{number}" in taken:
        number += 1
    return f"handout-{number}"
