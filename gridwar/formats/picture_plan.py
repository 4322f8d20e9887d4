"""A picture that is still to be drawn: what lies where on it, without drawing it.

Formats whose maps are made of tiles come with such a plan; drawing needs Qt, so whoever has it
draws by the plan (``gridwar.ui.map.tile_painting``).
"""

from __future__ import annotations

from enum import Flag, auto
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator


class Flip(Flag):
    """How a part of a picture is turned over; the diagonal comes before the others."""

    ACROSS = auto()
    """Left and right are exchanged."""
    DOWN = auto()
    """Above and below are exchanged."""
    DIAGONAL = auto()
    """Columns and rows are exchanged."""


class Stamp(Struct, frozen=True):
    """One tile or picture to be drawn: a part of a picture into a box in pixels of the map.

    ``turn_deg`` turns it clockwise about ``pivot``; the flips come before. Without a picture it
    is a plain box, in the tone of that number.
    """

    picture: int | None
    part: tuple[int, int, int, int]
    box: tuple[float, float, float, float]
    flips: Flip = Flip(0)
    turn_deg: float = 0.0
    pivot: tuple[float, float] = (0.0, 0.0)
    tone: int = 0
    is_object: bool = False


class FlatLayer(Struct, frozen=True):
    """One layer: how opaque it is, and what it consists of in the order in which it is drawn."""

    opacity: float
    stamps: Iterator[Stamp]


class PicturePlan(Protocol):
    """All that is drawn."""

    @property
    def size_px(self) -> tuple[int, int]:
        """Return how large the picture is drawn."""
        ...

    @property
    def factor(self) -> float:
        """Return how many pixels of the drawn picture one of the file's becomes."""
        ...

    @property
    def background(self) -> str:
        """Return the colour below all; empty for none."""
        ...

    @property
    def pictures(self) -> tuple[bytes, ...]:
        """Return the files that parts are taken from."""
        ...

    @property
    def picture_sizes(self) -> tuple[tuple[int, int], ...]:
        """Return how large they are, in pixels."""
        ...

    @property
    def flat_layers(self) -> tuple[FlatLayer, ...]:
        """Return the layers, from the lowest up."""
        ...
