"""Walls out of tiles: edges between tiles that are wall and tiles that are not, as long runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Edge = tuple[tuple[int, int], tuple[int, int]]
"""Both ends, at corners of tiles."""


def edges_round(solid: NDArray[np.bool_]) -> list[Edge]:
    """Return the border of all solid tiles; the rim of the map is none.

    Args:
        solid: Which tiles are wall, row by row.
    """
    across = solid[:-1] != solid[1:]
    down = solid[:, :-1] != solid[:, 1:]
    return [
        *(((start, row + 1), (stop, row + 1)) for row, start, stop in _runs(across)),
        *(((column + 1, start), (column + 1, stop)) for column, start, stop in _runs(down.T)),
    ]


def _runs(drawn: NDArray[np.bool_]) -> list[tuple[int, int, int]]:
    """Return the runs of each row: its number, where it begins, and behind its end."""
    steps = np.diff(np.pad(drawn, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    begins, ends = np.argwhere(steps == 1), np.argwhere(steps == -1)
    return [
        (row, start, stop)
        for (row, start), (_row, stop) in zip(begins.tolist(), ends.tolist(), strict=True)
    ]
