"""What is set for the fog of a fight: its mode, and whether sight needs light."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from gridwar.model.record import Record

if TYPE_CHECKING:
    from gridwar.model.geometry import Size


class FogMode(StrEnum):
    """What the players' fog goes by."""

    OFF = "off"
    BY_HAND = "by_hand"
    BY_SIGHT = "by_sight"
    BY_SIGHT_WITHOUT_MEMORY = "by_sight_without_memory"


class Vision(Record):
    """What is set for the fog of a fight."""

    mode: FogMode = FogMode.OFF
    counts_light: bool = False
    """Whether whoever looks by eye needs light where the other stands."""


_LARGE_CELLS = 256


def points_per_cell(size: Size) -> int:
    """Return how many points of a mask lie along the side of a cell of a map of a size."""
    return 4 if max(size) >= _LARGE_CELLS else 8
