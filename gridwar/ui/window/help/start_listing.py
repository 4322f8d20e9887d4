"""What the start page lists in place of its doors."""

from __future__ import annotations

from enum import Enum, auto


class Listing(Enum):
    """Nothing, so that the doors are shown; all samples; or the shelf of maps."""

    NOTHING = auto()
    SAMPLES = auto()
    MAPS = auto()
