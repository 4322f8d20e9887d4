"""Which props lie in sight, and what a side comes to remember of them: as it saw them last.

A prop is seen where the middle of any of its cells is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gridwar.caches import Same, kept_of_fight
from gridwar.model.events_fog import PropsSeen
from gridwar.model.point_masks import points_per_cell

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.model.geometry import Size
    from gridwar.model.memory import Memory
    from gridwar.model.point_masks import Bits
    from gridwar.model.props import Prop

_OCTET = 8


def props_in(props: tuple[Prop, ...], bits: Bits, size: Size) -> tuple[Prop, ...]:
    """Return the props of which something lies among some points.

    Args:
        props: Those asked about.
        bits: Rows of the map's points, eight a byte.
        size: The map's width and height in cells.
    """
    if not props:
        return ()
    places = _places(Same(props), size)
    columns, rows = places.columns, places.rows
    octets = bits[rows, columns // _OCTET]
    return _picked(props, places, ((octets >> (7 - columns % _OCTET)) & 1).astype(np.bool_))


def props_among(props: tuple[Prop, ...], points: NDArray[np.bool_], size: Size) -> tuple[Prop, ...]:
    """Return the same for rows of points, one value each."""
    if not props:
        return ()
    places = _places(Same(props), size)
    return _picked(props, places, points[places.rows, places.columns])


class _Places(NamedTuple):
    """The middles of the cells of all props one after another, and where each one's begin."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    firsts: NDArray[np.int64]


def _picked(props: tuple[Prop, ...], places: _Places, hits: NDArray[np.bool_]) -> tuple[Prop, ...]:
    found = np.logical_or.reduceat(hits, places.firsts)
    return tuple(props[at] for at in np.flatnonzero(found).tolist())


@kept_of_fight(16)
def _places(props: Same[tuple[Prop, ...]], size: Size) -> _Places:
    per_cell = points_per_cell(size)
    cells = [cell for one in props.it for cell in one.cells]
    counts = [one.size.w * one.size.h for one in props.it]
    middles = np.array(cells, np.int64) * per_cell + per_cell // 2
    columns = np.clip(middles[:, 0], 0, size.w * per_cell - 1)
    rows = np.clip(middles[:, 1], 0, size.h * per_cell - 1)
    return _Places(rows, columns, np.cumsum([0, *counts[:-1]]))


def noted_props(
    side: str, memory: Memory, props: tuple[Prop, ...], seen: Bits, size: Size
) -> PropsSeen | None:
    """Return what a side notes of props; None where it is as it remembers.

    Args:
        side: Who looks.
        memory: What it remembers.
        props: Those of the map as they stand.
        seen: What it has seen, rows of points, eight a byte.
        size: The map's width and height in cells.
    """
    now = props_in(props, seen, size)
    there = {one.id for one in now}
    fresh = tuple(one for one in now if memory.props.get(one.id) != one)
    # Where one was and is looked at again, it is known to be there no more.
    missed = tuple(one for key, one in memory.props.items() if key not in there)
    gone = tuple(one.id for one in props_in(missed, seen, size))
    return PropsSeen(side=side, seen=fresh, gone=gone) if fresh or gone else None
