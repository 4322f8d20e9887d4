"""The stamps that come with Gridwar: what each is called, fills, and means to the rules.

Read from ``assets/props.toml``; what a stamp looks like is for who draws it (``ui.map.props``).
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Final

from pydantic import ValidationError

from gridwar.errors import ContentError
from gridwar.model.geometry import Cell, Size
from gridwar.model.props import Prop, PropTraits
from gridwar.model.record import Record
from gridwar.paths import data_dir

STAMPS_FILE: Final = "props.toml"
FIRST_STAMP: Final = "table"


class Stamp(Record):
    """One kind of prop, as a new one begins."""

    title: str
    size: Size
    words: str = ""
    """By which it is found too."""
    upright: PropTraits = PropTraits.constant()
    flipped: PropTraits | None = None

    def made(self, id: str, key: str, at: Cell) -> Prop:
        """Return such a prop, not turned.

        Args:
            id: What it is to be called by.
            key: The stamp's own.
            at: Its top left cell.
        """
        return Prop.constant(
            id=id,
            name=self.title,
            stamp=key,
            at=at,
            size=self.size,
            upright=self.upright,
            flipped=self.flipped,
        )


@cache
def stamps() -> dict[str, Stamp]:
    """Return all stamps by their keys, in the order of the file.

    Raises:
        ContentError: The file is not as it should be; it names the place.
    """
    path = data_dir("assets") / STAMPS_FILE
    try:
        with path.open("rb") as file:
            found = tomllib.load(file)
        return {key: Stamp.model_validate(value) for key, value in found.items()}
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise ContentError(f"{path}: {error}") from error


def stamp_of(key: str) -> Stamp | None:
    """Return a stamp; None where there is none of that key, or it came with another Gridwar."""
    return stamps().get(key)


def stamps_found(wanted: str) -> tuple[tuple[str, Stamp], ...]:
    """Return the stamps that have all words that were typed, in the order of the file."""
    parts = wanted.casefold().split()
    return tuple(
        (key, one)
        for key, one in stamps().items()
        if all(part in f"{one.title} {one.words}".casefold() for part in parts)
    )
