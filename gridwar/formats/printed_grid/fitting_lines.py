"""Least squares: length and offset of a grid from the lines that are there.

Each line is laid against the mean of all of them, so that one that is several pixels thick counts
with both its edges and not with the stronger one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.formats.printed_grid.line_profiles import Profile

_AROUND: Final = np.arange(-6, 7)
"""Pixels around a line that show how it looks."""
_MOST_SHIFT_PX: Final = 3
"""How far a line may lie from where it is expected."""
_FEWEST_LINES: Final = 3
_ROUNDS: Final = 3
_FAINT: Final = 0.3
_LEAST_OFF_PX: Final = 0.6
_MOST_CHANGE: Final = 0.01
_PIXEL_MIDDLE: Final = 0.5


def fitted(profile: Profile, length_px: float, offset_px: float) -> tuple[float, float]:
    """Return length and offset of a grid, fitted to its lines.

    Args:
        profile: Lines of the sense that is looked for are positive.
        length_px: A cell, roughly.
        offset_px: Where the first line is, roughly.

    Returns:
        The length, and where the first line has its middle: a line that fills the first pixel
        lies at 0.5.
    """
    count = int((len(profile) - offset_px) // length_px) + 1
    numbers = np.arange(count, dtype=np.float64)
    length, first = length_px, offset_px
    look = np.zeros(len(_AROUND))
    for _round in range(_ROUNDS):
        expected = first + numbers * length
        look = _look(profile, expected)
        shifts, weights = _shifts(profile, expected, look)
        line = _line_through(numbers, expected + shifts, weights)
        if line is None or abs(line[0] / length_px - 1) > _MOST_CHANGE:
            break
        length, first = line
    dark = np.maximum(look, 0) ** 3
    middle = float((dark * _AROUND).sum() / (dark.sum() + 1e-9))
    return length, (first + middle + _PIXEL_MIDDLE) % length


def lines_there(profile: Profile, length_px: float, offset_px: float) -> float:
    """Return how many lines of a grid stand out: as many as there are where all do so alike.

    What stands no higher than half of all places is noise, and no line.

    Args:
        profile: Lines of the sense that is looked for are positive.
        length_px: A cell.
        offset_px: Where the first line is.
    """
    numbers = np.arange(int((len(profile) - offset_px) // length_px) + 1, dtype=np.float64)
    # Whole pixels: between two of them a thin line is gone in its own edges.
    places = np.rint(offset_px - _PIXEL_MIDDLE + numbers * length_px)
    near = np.arange(-_MOST_SHIFT_PX, _MOST_SHIFT_PX + 1, dtype=np.float64)
    heights = _sampled(profile, np.add.outer(places, near)).max(1)
    middles = np.arange(0, len(profile), len(near), dtype=np.float64)
    anywhere = _sampled(profile, np.add.outer(middles, near)).max(1)
    heights = np.maximum(heights - max(0.0, float(np.median(anywhere))), 0)
    return float(heights.sum() ** 2 / ((heights**2).sum() + 1e-9))


def _sampled(profile: Profile, places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a profile between its pixels; nothing beyond its ends."""
    return np.interp(places, np.arange(len(profile)), profile, left=0.0, right=0.0)


def _look(profile: Profile, expected: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how the lines look on the whole, smoothed by what each is off."""
    look: NDArray[np.float64] = _sampled(profile, expected[:, None] + _AROUND).mean(0)
    return look


def _shifts(
    profile: Profile, expected: NDArray[np.float64], look: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how far each line is from where it was expected, and how much of it there is."""
    tried = np.arange(-_MOST_SHIFT_PX - 1, _MOST_SHIFT_PX + 2)
    places = expected[:, None, None] + tried[:, None] + _AROUND
    alike = _sampled(profile, places) @ look
    best = np.clip(alike.argmax(1), 1, len(tried) - 2)
    rows = np.arange(len(expected))
    before, at, after = (alike[rows, best + step] for step in (-1, 0, 1))
    bend = before - 2 * at + after
    beside = np.where(bend < 0, 0.5 * (before - after) / np.where(bend < 0, bend, -1.0), 0.0)
    return tried[best] + np.clip(beside, -0.5, 0.5), np.maximum(at, 0)


def _line_through(
    numbers: NDArray[np.float64], where: NDArray[np.float64], weights: NDArray[np.float64]
) -> tuple[float, float] | None:
    """Return length and offset through the lines that are there; None where too few are."""
    kept = weights > np.median(weights) * _FAINT
    found = None
    for _round in range(_ROUNDS):  # lines that lie off the fit are something else
        if kept.sum() < _FEWEST_LINES:
            break
        at, line = numbers[kept].mean(), where[kept].mean()
        far = numbers[kept] - at
        slope = float((far * where[kept]).sum() / (far**2).sum())
        found = slope, float(line - slope * at)
        off = np.abs(where - found[1] - slope * numbers)
        kept &= off < max(_LEAST_OFF_PX, 2 * float(np.median(off[kept])))
    return found
