"""Folding a profile: lines that lie a cell apart come to lie on each other.

A length is judged by how far the best phase stands above the mean, in standard errors. Half the
true cell halves what stands out, twice the cell halves the number of lines: both come to 1/sqrt(2)
of the cell itself, so that no rule about multiples is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Self

import numpy as np
from msgspec import Struct

from gridwar.formats.grid_finding import LEAST_CELL_PX, MOST_CELL_PX
from gridwar.formats.import_report import stop_if
from gridwar.formats.printed_grid.fitting_lines import fitted, lines_there

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from gridwar.formats.import_report import Cancel
    from gridwar.formats.printed_grid.line_profiles import Profile

_FEWEST_CELLS: Final = 3.2
_COARSE_FROM_PX: Final = 40.0
_COARSE_STEP_PX: Final = 4
_STEP_SHARE: Final = 1.2
"""Of a pixel that a length grows by from the first line to the last."""
_ALIKE: Final = 0.01
_MOST_TRIED: Final = 400
_MOST_FITTED: Final = 14
_FINE_PX: Final = np.linspace(-6, 6, 25)
"""Pixels over the whole profile by which a rough length may be wrong."""
_STEPS_UNASKED: Final = 64


class Period(Struct, frozen=True, order=True):
    """A length by which a profile repeats; the first in order is the least likely.

    Attributes:
        score: how far its lines stand out, in standard errors.
        length_px: the length.
        offset_px: where its first line has its middle, from the edge of the picture.
        lines: how many of its lines stand out.
    """

    score: float
    length_px: float
    offset_px: float
    lines: float = 0.0


def periods_of(profile: Profile, cancelled: Cancel) -> tuple[Period, ...]:
    """Return the likeliest lengths of a profile, the best first, each apart from the others."""
    rough: list[float] = []
    for _score, length in sorted(_tried(profile, cancelled), reverse=True)[:_MOST_TRIED]:
        if all(abs(length / other - 1) > _ALIKE for other in rough):
            rough.append(length)
    found: list[Period] = []
    fitted_ones: list[Period] = []
    for length in rough[:_MOST_FITTED]:
        stop_if(cancelled)
        fitted_ones.append(_fine(profile, length))
    for one in sorted(fitted_ones, reverse=True):
        if all(abs(one.length_px / other.length_px - 1) > _ALIKE for other in found):
            found.append(one)
    return tuple(found)


def sharpened(profile: Profile, length_px: float) -> Period:
    """Return a length that is known already as a longer profile has it."""
    return _fine(profile, length_px)


def _tried(profile: Profile, cancelled: Cancel) -> Iterator[tuple[float, float]]:
    """Yield score and length of all lengths, dark lines and light ones; far ones coarsely."""
    most = min(MOST_CELL_PX, len(profile) / _FEWEST_CELLS)
    for signed in (profile, -profile):
        near = _near(signed)
        whole = len(near) // _COARSE_STEP_PX * _COARSE_STEP_PX
        coarse = near[:whole].reshape(-1, _COARSE_STEP_PX).max(1)
        for lines, step, least, last in (
            (near, 1, LEAST_CELL_PX, min(_COARSE_FROM_PX, most)),
            (coarse, _COARSE_STEP_PX, _COARSE_FROM_PX, most),
        ):
            growth = 1 + _STEP_SHARE / max(1, len(lines))
            folded = _Lines.of(lines)
            length, number = least / step, 0
            while length < last / step:
                number += 1
                if number % _STEPS_UNASKED == 0:
                    stop_if(cancelled)
                yield _score(folded, length)[0], length * step
                length *= growth


def _near(signed: Profile) -> Profile:
    """Return the lines of one sense, each as wide as its neighbours: half a pixel is no miss."""
    lines = np.maximum(signed, 0)
    return np.maximum(lines, np.maximum(np.roll(lines, 1), np.roll(lines, -1)))


class _Lines(Struct, frozen=True, eq=False):
    """Lines with what is the same of them whatever the length by which they are folded."""

    values: Profile
    numbers: NDArray[np.int64]
    mean: float
    deviation: float

    @classmethod
    def of(cls, lines: Profile) -> Self:
        """Look at lines once."""
        return cls(lines, np.arange(len(lines)), float(lines.mean()), float(lines.std()) + 1e-9)


def _score(lines: _Lines, length: float) -> tuple[float, float]:
    """Return how far the best phase stands out, in standard errors, and the phase."""
    bins = int(length)
    places = (lines.numbers * (bins / length)).astype(int) % bins
    means = np.bincount(places, lines.values, bins) / np.bincount(places, minlength=bins)
    best = int(means.argmax())
    apart = (float(means[best]) - lines.mean) / lines.deviation
    score = apart * np.sqrt(len(lines.values) / length)
    return float(score), float((best + 0.5) * length / bins)


def _fine(profile: Profile, length_px: float) -> Period:
    """Return a rough length with the best one beside it, fitted to the lines that are there."""
    best, used = Period(-1.0, length_px, 0.0), profile
    for signed in (profile, -profile):
        near = _Lines.of(_near(signed))
        for tried in length_px * (1 + _FINE_PX / len(profile)):
            score, offset = _score(near, tried)
            if score > best.score:
                best, used = Period(score, float(tried), offset), signed
    length, offset = fitted(used, best.length_px, best.offset_px)
    return Period(best.score, length, offset, lines_there(used, length, offset))
