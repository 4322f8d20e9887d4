"""Finding the printed grid of a picture: both axes together, the middle of a large one first.

What cannot be known from lines alone is whether bricks and tiles are the cell, so a finding is a
proposal, with a score.
"""

from __future__ import annotations

from itertools import product
from math import atan, degrees, hypot, sqrt
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.formats.grid_finding import GridFinding, GridVerdict
from gridwar.formats.import_report import never, no_progress
from gridwar.formats.printed_grid.folding_by_lengths import Period, periods_of, sharpened
from gridwar.formats.printed_grid.hexes_and_bricks import Middle
from gridwar.formats.printed_grid.line_profiles import bands_of
from gridwar.formats.printed_grid.settling_by_size import (
    EDGE_PX,
    LEAST_SCORE,
    SQUARE_WITHIN,
    STRETCHED_SCORE,
    SURE_SCORE,
    settled,
)
from gridwar.formats.printed_grid.tilts_of_bands import fine_tilt
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.formats.import_report import Cancel, Progress
    from gridwar.formats.printed_grid.line_profiles import Bands, Grey, Profile

MIDDLE_PX: Final = 2048
"""So much of each side is looked at first."""
_MOST_LINES_PX: Final = 4096
"""Along an axis no more is folded; across it all of the picture counts."""
_STRIP_PX: Final = 1024
"""Long lengths are measured on a strip so wide."""
LEAST_SIDE_PX: Final = 64
_LEAST_AXIS_SCORE: Final = 5.0
_SURE_AXIS_SCORE: Final = 6.0
"""Boards have lines one way, which are no grid."""
_FEWEST_LINES: Final = 5.3
"""Of both axes together: the four edges of one thing, and some noise, are no grid."""
_FEWEST_OF_AXIS: Final = 1.5
_MOST_STRETCHED: Final = 1.25
_LEAST_TILT: Final = 0.0005
_MOST_UNLIKE: Final = 0.5
"""By how much the tilts of both axes may differ, as a share of either."""
_SMALL_PX: Final = 20.0
"""Shorter cells are more often a texture, or the blocks of a codec; unless they fit the edges."""
_ECHOES: Final = (1, 2, 3)


class _Pair(Struct, frozen=True, order=True):
    """Lengths of both axes that may belong together."""

    score: float
    across: Period
    down: Period
    is_stretched: bool = False

    @property
    def weaker_score(self) -> float:
        """The score of the axis whose lines stand out less."""
        return min(self.across.score, self.down.score)

    @property
    def has_lines(self) -> bool:
        """Whether so many lines stand out that they are a grid."""
        lines = self.across.lines, self.down.lines
        return sum(lines) > _FEWEST_LINES and min(lines) > _FEWEST_OF_AXIS


class _Axes(Struct, frozen=True, eq=False):
    """What the two axes of a picture hold: upright lines across, level lines down.

    ``begins_px`` is where each begins in the whole picture.
    """

    bands: tuple[Bands, Bands]
    profiles: tuple[Profile, Profile]
    tilts: tuple[float, float]
    begins_px: tuple[int, int]

    def begins_with_line(self, pair: _Pair) -> bool:
        """Return whether a line lies on the left and the upper edge of the whole picture."""
        lines = zip((pair.across, pair.down), self.begins_px, strict=True)
        firsts = ((one.offset_px + begin) / one.length_px for one, begin in lines)
        return all(abs(at - round(at)) * pair.across.length_px < EDGE_PX for at in firsts)


def find_grid(
    grey: Grey,
    named_px: tuple[float, ...] = (),
    progress: Progress = no_progress,
    cancelled: Cancel = never,
) -> GridFinding:
    """Find the grid of a picture.

    Args:
        grey: Rows of grey bytes.
        named_px: Lengths of a cell that the name of the file gives; they break ties.
        progress: Told how far it has come.
        cancelled: Asked all the time whether to give up.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    height, width = grey.shape
    if min(height, width) < LEAST_SIDE_PX:
        return GridFinding()
    words = _("Looking for the grid")
    progress(0.0, words)
    middle, left, top = _middle(grey, MIDDLE_PX, MIDDLE_PX)
    axes = _axes(middle, middle, (left, top), cancelled)
    found = _found(middle, axes, named_px, cancelled)
    is_whole = middle.shape == grey.shape
    if not is_whole and found.verdict in (GridVerdict.PROPOSED, GridVerdict.NONE):
        progress(0.3, words)
        found = max(found, _found_in_all(grey, named_px, cancelled), key=_certainty)
    if not is_whole and _has_lines(found):
        progress(0.8, words)
        found = _measured_on_strips(grey, found, cancelled)
    return settled(found, width, height, named_px)


def _certainty(finding: GridFinding) -> tuple[bool, float]:
    return finding.verdict is not GridVerdict.NONE, finding.score


def _has_lines(finding: GridFinding) -> bool:
    return finding.is_square or finding.verdict is GridVerdict.STRETCHED


def _middle(grey: Grey, most_high: int, most_wide: int) -> tuple[Grey, int, int]:
    """Return the middle of a picture, and how far it lies from the left and the top."""
    height, width = grey.shape
    top, left = max(0, (height - most_high) // 2), max(0, (width - most_wide) // 2)
    return grey[top : top + most_high, left : left + most_wide], left, top


def _axes(
    for_columns: Grey, for_rows: Grey, begins_px: tuple[int, int], cancelled: Cancel
) -> _Axes:
    bands = bands_of(for_columns, 1, cancelled), bands_of(for_rows, 0, cancelled)
    across, down = (one.sharpest(cancelled) for one in bands)
    return _Axes(bands, (across[0], down[0]), (across[1], down[1]), begins_px)


def _found_in_all(grey: Grey, named_px: tuple[float, ...], cancelled: Cancel) -> GridFinding:
    """Look at all of a large picture: each axis in its middle, over all that lies across it."""
    height, width = grey.shape
    for_columns, left, _top = _middle(grey, height, _MOST_LINES_PX)
    for_rows, _left, top = _middle(grey, _MOST_LINES_PX, width)
    axes = _axes(for_columns, for_rows, (left, top), cancelled)
    return _found(grey, axes, named_px, cancelled)


def _found(grey: Grey, axes: _Axes, named_px: tuple[float, ...], cancelled: Cancel) -> GridFinding:
    across, down = (periods_of(profile, cancelled) for profile in axes.profiles)
    pairs = tuple(_likely(_pairs(across, down), axes))
    middle = Middle(grey, cancelled)
    if not pairs or pairs[0].score < SURE_SCORE:
        lengths = ([one.length_px for one in axis] for axis in (across, down))
        hexes = middle.hexagons(*lengths)
        if hexes is not None:
            return hexes
    named = _named(axes, named_px)
    if named is not None:
        return _as_finding(named, axes, GridVerdict.SURE)
    if not pairs or pairs[0].score < LEAST_SCORE:
        return GridFinding(score=pairs[0].score if pairs else 0.0)
    best = pairs[0]
    if best.is_stretched:
        return _as_finding(best, axes, GridVerdict.STRETCHED)
    if best.score < SURE_SCORE or best.weaker_score < _SURE_AXIS_SCORE:
        return _as_finding(best, axes, GridVerdict.PROPOSED)
    return _unless_bricks(pairs, axes, middle)


def _unless_bricks(pairs: tuple[_Pair, ...], axes: _Axes, middle: Middle) -> GridFinding:
    """Return the best pair as sure, or the best that is no row of bricks as a proposal."""
    for pair in pairs:
        if pair.score < LEAST_SCORE or pair.is_stretched:
            continue
        if not middle.is_staggered(pair.across.length_px, pair.down.length_px):
            verdict = GridVerdict.SURE if pair is pairs[0] else GridVerdict.PROPOSED
            return _as_finding(pair, axes, verdict)
    return _as_finding(pairs[0], axes, GridVerdict.PROPOSED)


def _pairs(across: tuple[Period, ...], down: tuple[Period, ...]) -> Iterator[_Pair]:
    for one, other in product(across, down):
        is_square = abs(one.length_px / other.length_px - 1) < SQUARE_WITHIN
        if is_square and min(one.score, other.score) > _LEAST_AXIS_SCORE:
            yield _Pair(hypot(one.score, other.score) / sqrt(2), one, other)
    if across and down:
        weaker = min(across[0].score, down[0].score)
        ratio = across[0].length_px / down[0].length_px
        is_near = 1 / _MOST_STRETCHED < ratio < _MOST_STRETCHED
        if weaker > STRETCHED_SCORE and is_near and abs(ratio - 1) >= SQUARE_WITHIN:
            yield _Pair(weaker, across[0], down[0], is_stretched=True)


def _likely(pairs: Iterable[_Pair], axes: _Axes) -> Iterator[_Pair]:
    """Yield pairs, the best first, without textures, the blocks of codecs, and their multiples."""
    textures: list[float] = []
    for pair in sorted((one for one in pairs if one.has_lines), reverse=True):
        length = pair.across.length_px
        if length < _SMALL_PX and not axes.begins_with_line(pair):
            textures.append(length)
        elif not any(_is_multiple(length, texture) for texture in textures):
            yield pair


def _is_multiple(length: float, other: float) -> bool:
    """Return whether two lengths have every second or third line together, or all."""
    times = (length * parts / other for parts in _ECHOES)
    return any(abs(one / max(1, round(one)) - 1) < SQUARE_WITHIN / 4 for one in times)


def _named(axes: _Axes, named_px: tuple[float, ...]) -> _Pair | None:
    """Return the lines of a length that the name of the file gives, where there are such."""
    for length in named_px:
        across, down = (sharpened(profile, length) for profile in axes.profiles)
        pair = _Pair(hypot(across.score, down.score) / sqrt(2), across, down)
        is_it = all(abs(one.length_px / length - 1) < SQUARE_WITHIN for one in (across, down))
        has_both = pair.weaker_score > _LEAST_AXIS_SCORE and pair.has_lines
        if is_it and has_both and pair.score >= LEAST_SCORE:
            return pair
    return None


def _as_finding(pair: _Pair, axes: _Axes, verdict: GridVerdict) -> GridFinding:
    left, top = axes.begins_px
    return GridFinding(
        verdict,
        pair.across.length_px,
        pair.down.length_px,
        (pair.across.offset_px + left) % pair.across.length_px,
        (pair.down.offset_px + top) % pair.down.length_px,
        _tilt_deg(axes, (pair.across.length_px, pair.down.length_px)),
        pair.score,
        pair.weaker_score,
    )


def _tilt_deg(axes: _Axes, lengths: tuple[float, float]) -> float:
    """Return by how much both axes are turned clockwise; what does not fit together is no turn."""
    across, down = (
        fine_tilt(bands, tilt, length)
        for bands, tilt, length in zip(axes.bands, axes.tilts, lengths, strict=True)
    )
    tilt = (down - across) / 2
    is_turn = abs(down + across) < _LEAST_TILT + _MOST_UNLIKE * abs(tilt)
    return degrees(atan(tilt)) if is_turn else 0.0


def _measured_on_strips(grey: Grey, finding: GridFinding, cancelled: Cancel) -> GridFinding:
    """Measure the lengths again from one edge to the other: a hundredth of a pixel adds up."""
    height, width = grey.shape
    for_columns = _middle(grey, _STRIP_PX, width)[0]
    for_rows = _middle(grey, height, _STRIP_PX)[0]
    axes = _axes(for_columns, for_rows, (0, 0), cancelled)
    lengths = finding.cell_x_px, finding.cell_y_px
    across, down = (
        sharpened(profile, length) for profile, length in zip(axes.profiles, lengths, strict=True)
    )
    is_same = all(
        abs(one.length_px / length - 1) < SQUARE_WITHIN / 2 and one.score > _LEAST_AXIS_SCORE
        for one, length in zip((across, down), lengths, strict=True)
    )
    if not is_same:
        return finding
    return replace(
        finding,
        cell_x_px=across.length_px,
        cell_y_px=down.length_px,
        offset_x_px=across.offset_px,
        offset_y_px=down.offset_px,
    )
