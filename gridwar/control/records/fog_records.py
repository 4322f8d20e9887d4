"""What players know of the map, as points: what of it is covered, dimmed or seen, and how.

A cell has ``points`` by ``points`` of them. Nothing here knows Qt, colours or pixels.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

if TYPE_CHECKING:
    from numpy.typing import NDArray


class FogStyle(StrEnum):
    """For whom it is drawn."""

    PLAYERS = "players"
    """The unknown is covered, the remembered dimmed."""
    GAME_MASTER = "game_master"
    """All is shown: the unknown hatched, the remembered dotted, a line round what is known."""


class FogPart(StrEnum):
    """What the legend names of it."""

    UNKNOWN = "unknown"
    REMEMBERED = "remembered"


class FogView(Struct, frozen=True, eq=False):
    """The fog over a map; compared point by point where it is not the same object.

    Attributes:
        known: what has been seen or revealed, row by row of points, never written to.
        seen: what of it is in sight now.
        points: points to a cell's side.
        style: how it is drawn.
    """

    known: NDArray[np.bool_]
    seen: NDArray[np.bool_]
    points: int
    style: FogStyle = FogStyle.PLAYERS

    def __eq__(self, other: object) -> bool:
        """Return whether two fogs look the same."""
        if self is other:
            return True
        if not isinstance(other, FogView) or self.style is not other.style:
            return False
        pairs = ((self.known, other.known), (self.seen, other.seen))
        return self.points == other.points and all(np.array_equal(a, b) for a, b in pairs)

    def __hash__(self) -> int:
        """Return what equal fogs have in common."""
        return hash((self.points, self.style, self.known.shape))
