"""How large the numbers of sheets, settings and house rules may be.

Every number of theirs has a lower and an upper bound, far beyond what any rulebook prints and near
enough that nothing that counts, draws or adds up with it runs on without an end. A field says by
its type what it may be; one that needs closer bounds says so itself. Heights are here too, because
map, combatants and commands share them.
"""

from __future__ import annotations

from math import isnan
from typing import Annotated, Final

from annotated_types import Ge, Le

MOST: Final = 100_000
"""What any whole number may come to."""
MOST_LARGE: Final = 10**9
"""What money, weights and metres may come to."""
SMALLEST: Final = 0.001
"""What a length by which others are divided comes to at least."""
HIGHEST: Final = 100_000.0
"""How high or deep anybody may be, in map units."""
HIGHEST_STEP_M: Final = 1000.0
"""How high a step of the ground may be."""

Number = Annotated[int, Ge(-MOST), Le(MOST)]
"""A whole number, also a negative one: a modifier, a score, what is left of something."""
Amount = Annotated[int, Ge(0), Le(MOST)]
"""A whole number of which there cannot be fewer than none."""
AtLeastOne = Annotated[int, Ge(1), Le(MOST)]
"""A whole number of which there is always one."""
LargeAmount = Annotated[int, Ge(0), Le(MOST_LARGE)]
"""Money or weight."""
Rounds = Annotated[int, Ge(0), Le(MOST_LARGE)]
"""Rounds that have gone by or are to come; hours and weeks may be counted in them."""
RoundNumber = Annotated[int, Ge(-MOST_LARGE), Le(MOST_LARGE)]
"""Which round it was; negative before the fight."""
Metres = Annotated[float, Ge(0), Le(MOST_LARGE)]
"""A distance."""
Offset = Annotated[float, Ge(-MOST_LARGE), Le(MOST_LARGE)]
"""A place on a picture or a map, which may lie beyond its edge."""
GroundStep = Annotated[float, Ge(SMALLEST), Le(HIGHEST_STEP_M)]
"""The height of one step of painted ground, in metres."""
Bearing = Annotated[float, Ge(-360.0), Le(360.0)]
"""A direction in degrees: 0 up, clockwise."""
RowId = Annotated[int, Ge(0), Le(1 << 48)]
"""The number of a row of a journal."""
Height = Annotated[float, Ge(-HIGHEST), Le(HIGHEST)]
"""A height in map units, or a change of it."""


def height_within(value: float) -> float:
    """Return the nearest height that anybody may have; 0 for what is no number."""
    return 0.0 if isnan(value) else max(-HIGHEST, min(HIGHEST, value))


def ground_step_within(value: float) -> float:
    """Return the nearest height that a step of the ground may have, in metres."""
    return max(SMALLEST, min(HIGHEST_STEP_M, value))
