"""How much each column and row of a picture stands out as a line: the profile of its two axes.

Where a picture is turned a little, a line leaves its column on the way down. So the profile is
taken in bands, and the bands are shifted against each other until their sum is sharpest.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct

from gridwar.formats.import_report import stop_if

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.formats.import_report import Cancel

    Grey = NDArray[np.uint8]
    Profile = NDArray[np.float64]

MOST_BANDS: Final = 16
_LEAST_BAND_PX: Final = 48
_FEWEST_TURNED_BANDS: Final = 4
_LINE_WIDTHS_PX: Final = (1, 2)
"""Lines of one pixel, and of two or three."""
_PIECE_PIXELS: Final = 1 << 20
"""So many pixels are looked at between two questions whether to give up."""
_CUT_SHARE: Final = 0.8
"""Differences beyond this quantile count as it: no wall outshouts the printed lines."""
_LEAST_CUT: Final = 3
_TILTS: Final = np.linspace(-0.02, 0.02, 81)
"""Pixels sideways a pixel along the line: 1.1 degrees either way."""
_STRAIGHT_BONUS: Final = 1.02
_SLOW_PX: Final = 31
_RIM_PX: Final = 3
_FAR_DEVIATIONS: Final = 6.0
_MAD_TO_DEVIATION: Final = 1.4826


class Bands(Struct, frozen=True, eq=False):
    """The profile of one axis in bands across it.

    Attributes:
        lines: a row a band, a column a pixel along the axis; dark lines are positive.
        middles_px: where each band lies, from the middle of the picture.
    """

    lines: Profile
    middles_px: Profile

    def shifted(self, tilt: float) -> Profile:
        """Return the mean of the bands, for lines that lean by so many pixels a pixel."""
        moved = zip(self.lines, self.middles_px, strict=True)
        lines = np.array([np.roll(line, -round(tilt * at)) for line, at in moved])
        mean: Profile = lines.mean(0)
        return mean

    def sharpest(self, cancelled: Cancel) -> tuple[Profile, float]:
        """Return the mean of the bands where it is sharpest, and the tilt there.

        The tilt is in pixels sideways a pixel along the lines; straight ones win ties.
        """
        straight = self.shifted(0.0)
        best, tilt = _sharpness(straight) * _STRAIGHT_BONUS, 0.0
        if len(self.lines) < _FEWEST_TURNED_BANDS:
            return straight, tilt
        for tried in _TILTS:
            stop_if(cancelled)
            sharpness = _sharpness(self.shifted(tried))
            if sharpness > best:
                best, tilt = sharpness, float(tried)
        return self.shifted(tilt), tilt


def _sharpness(profile: Profile) -> float:
    return float((profile**4).sum())


def bands_of(grey: Grey, axis: int, cancelled: Cancel) -> Bands:
    """Return the profile of an axis in bands.

    Args:
        grey: Rows of grey bytes.
        axis: 1 for upright lines, a value a column; 0 for level ones, a value a row.
        cancelled: Asked every some pixels whether to give up.
    """
    across = grey.shape[1 - axis]
    count = max(1, min(MOST_BANDS, across // _LEAST_BAND_PX))
    edges = np.linspace(0, across, count + 1).astype(int)
    lines = np.array(
        [
            _flattened(_band(grey, axis, int(first), int(last), cancelled))
            for first, last in pairwise(edges)
        ]
    )
    return Bands(lines, (edges[1:] + edges[:-1]) / 2 - across / 2)


def _band(grey: Grey, axis: int, first: int, last: int, cancelled: Cancel) -> Profile:
    """Return how dark each place of a band is against both its neighbours, piece by piece."""
    length = grey.shape[axis]
    found = np.zeros(length)
    step = max(1, _PIECE_PIXELS // length)
    for begin in range(first, last, step):
        stop_if(cancelled)
        end = min(last, begin + step)
        piece = grey[begin:end] if axis else grey[:, begin:end].T
        found += _darkness(np.ascontiguousarray(piece, dtype=np.int16)) * (end - begin)
    return found / max(1, last - first)


def _darkness(piece: NDArray[np.int16]) -> Profile:
    found = np.zeros(piece.shape[1])
    for width in _LINE_WIDTHS_PX:
        if piece.shape[1] <= 2 * width:
            continue
        difference = piece[:, : -2 * width] + piece[:, 2 * width :] - 2 * piece[:, width:-width]
        sample = np.abs(difference[::4, ::4])
        cut = max(_LEAST_CUT, int(np.quantile(sample, _CUT_SHARE)))
        np.clip(difference, -cut, cut, out=difference)
        found[width:-width] += difference.mean(0) / cut
    return found


def _flattened(profile: Profile) -> Profile:
    """Take slow changes away, scale by the median, cut what is far out and the very rim.

    Each band is cut for itself: what is in all of them outlives what is in one.
    """
    padded = np.pad(profile, _SLOW_PX // 2, mode="edge")
    flat: Profile = profile - np.convolve(padded, np.ones(_SLOW_PX) / _SLOW_PX, "valid")
    flat[:_RIM_PX] = flat[-_RIM_PX:] = 0
    deviation = _MAD_TO_DEVIATION * np.median(np.abs(flat)) + 1e-9
    cut: Profile = np.clip(flat / deviation, -_FAR_DEVIATIONS, _FAR_DEVIATIONS)
    return cut
