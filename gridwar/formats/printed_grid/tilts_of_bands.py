"""By how much a grid is turned, finely: the phase of its lines from band to band."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from gridwar.formats.printed_grid.line_profiles import Bands

_HARMONICS: Final = np.arange(1, 7)
_BESIDE: Final = np.linspace(-0.001, 0.001, 81)
"""Pixels sideways a pixel along the lines, beside the rough tilt."""
_FEWEST_BANDS: Final = 4
_STRAIGHT_BONUS: Final = 1.01


def fine_tilt(bands: Bands, tilt: float, length_px: float) -> float:
    """Return the tilt at which the lines of a known length agree best over all bands.

    Args:
        bands: The profile of an axis.
        tilt: As it is known roughly, in pixels sideways a pixel along the lines.
        length_px: The length of a cell.
    """
    if len(bands.lines) < _FEWEST_BANDS:
        return tilt
    turns = 2 * np.pi * _HARMONICS / length_px
    waves = np.exp(-1j * np.outer(np.arange(bands.lines.shape[1]), turns))
    phases = bands.lines @ waves
    tried = np.append(tilt + _BESIDE, 0.0)
    shifts = np.exp(1j * tried[:, None, None] * bands.middles_px[None, :, None] * turns)
    strength = (np.abs((shifts * phases).sum(1)) ** 2).sum(1)
    straight, best = strength[-1] * _STRAIGHT_BONUS, int(strength[:-1].argmax())
    return 0.0 if straight >= strength[best] else float(tried[best])
