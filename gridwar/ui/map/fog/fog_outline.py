"""The line round what is known, from the values of the fog: smooth, and cut at no tile's edge.

Owns how a border of points becomes short straight pieces (marching squares over a field that is
blurred by a point). Who strokes them is the layer's business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QLineF

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.ui.map.fog.fog_mask import Points

_HALF: Final = 0.5
_NONE: Final = -1
_TOP, _RIGHT, _BOTTOM, _LEFT = range(4)
_PIECES: Final = np.array(
    [
        [_NONE, _NONE, _NONE, _NONE],
        [_LEFT, _TOP, _NONE, _NONE],
        [_TOP, _RIGHT, _NONE, _NONE],
        [_LEFT, _RIGHT, _NONE, _NONE],
        [_RIGHT, _BOTTOM, _NONE, _NONE],
        [_LEFT, _TOP, _RIGHT, _BOTTOM],
        [_TOP, _BOTTOM, _NONE, _NONE],
        [_LEFT, _BOTTOM, _NONE, _NONE],
        [_LEFT, _BOTTOM, _NONE, _NONE],
        [_TOP, _BOTTOM, _NONE, _NONE],
        [_TOP, _RIGHT, _LEFT, _BOTTOM],
        [_RIGHT, _BOTTOM, _NONE, _NONE],
        [_LEFT, _RIGHT, _NONE, _NONE],
        [_TOP, _RIGHT, _NONE, _NONE],
        [_LEFT, _TOP, _NONE, _NONE],
        [_NONE, _NONE, _NONE, _NONE],
    ]
)
"""Which edges of a square of four middles the line joins, by the corners that are known.

The bits are the corners from the upper left on, clockwise.
"""


def pieces_round(known: Points, step: int = 1) -> list[QLineF]:
    """Return the line round some points, in points from their corner.

    Args:
        known: Rows of points.
        step: Only every so many points are looked at, where they are small on screen.
    """
    if known.all() or not known.any():
        return []
    field = _blurred(known)[::step, ::step]
    corners = np.stack((field[:-1, :-1], field[:-1, 1:], field[1:, 1:], field[1:, :-1]), axis=-1)
    code = (corners > _HALF) @ np.array([1, 2, 4, 8])
    y, x = np.nonzero((code > 0) & (code < len(_PIECES) - 1))
    if not len(y):
        return []
    a, b, c, d = corners[y, x].T
    zero, one = np.zeros(len(y)), np.ones(len(y))
    across = np.stack((_where(a, b), one, _where(d, c), zero), axis=1) + x[:, None]
    down = np.stack((zero, _where(b, c), one, _where(a, d)), axis=1) + y[:, None]
    wanted = _PIECES[code[y, x]]
    found: list[QLineF] = []
    for begin, end in ((0, 1), (2, 3)):
        (rows,) = np.nonzero(wanted[:, begin] != _NONE)
        first, last = wanted[rows, begin], wanted[rows, end]
        ends = np.stack(
            (across[rows, first], down[rows, first], across[rows, last], down[rows, last]), axis=1
        )
        # The value of a point is that of its middle.
        found.extend(QLineF(*row) for row in (ends * step + _HALF).tolist())
    return found


def _blurred(known: Points) -> NDArray[np.float32]:
    padded = np.pad(known, 1, mode="edge").astype(np.float32)
    rows = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    blurred: NDArray[np.float32] = (rows[:-2] + rows[1:-1] + rows[2:]) / 9
    return blurred


def _where(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return how far from one corner to the other the line crosses; anything where it does not."""
    span = np.where(one == other, 1.0, other - one)
    crossed: NDArray[np.float64] = np.clip((_HALF - one) / span, 0.0, 1.0).astype(np.float64)
    return crossed
