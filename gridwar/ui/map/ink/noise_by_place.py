"""Noise that is the same at the same place: what was drawn stays when something is added."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int_]

_SIDE: Final = 256
# By the library of Python: numpy's is no part of the packages.
_TABLE: Final = np.frombuffer(Random(5).randbytes(_SIDE * _SIDE * 4), np.uint32).reshape(
    (_SIDE, _SIDE)
) / (1 << 32)
_ACROSS, _DOWN = 17.3, 5.7
"""How far apart the places are from which noise of another salt is taken."""


def chance(i: Whole, j: Whole) -> Floats:
    """Return 0 to 1 for whole places, as if thrown by dice, the same at the same place."""
    found: Floats = _TABLE[j % _SIDE, i % _SIDE]
    return found


def noise(x: Floats, y: Floats, salt: int = 0) -> Floats:
    """Return -1 to 1, smooth from place to place.

    Args:
        x: where; a unit is how far apart hills and hollows are.
        y: the same downwards.
        salt: another one is another noise.
    """
    x, y = x + salt * _ACROSS, y + salt * _DOWN
    left, top = np.floor(x), np.floor(y)
    u, v = x - left, y - top
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    i, j = left.astype(np.int_), top.astype(np.int_)
    upper = chance(i, j) * (1 - u) + chance(i + 1, j) * u
    lower = chance(i, j + 1) * (1 - u) + chance(i + 1, j + 1) * u
    found: Floats = (upper * (1 - v) + lower * v) * 2 - 1
    return found
