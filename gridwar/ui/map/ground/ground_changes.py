"""Where the ground looks different from one state to the next: a brush changes a few cells of it.

Owns the comparison only. No Qt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from gridwar.model.painted_layers import TILE
from gridwar.ui.map.ink.sketches_compared import changed_cells

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from gridwar.control.records.ground_records import Box, GroundView
    from gridwar.model.geometry import Cell
    from gridwar.model.painted_layers import Layer

_EMPTY = bytes(TILE * TILE)


def changed_box(old: GroundView, new: GroundView) -> Box | None:
    """Return the part of the map that looks different: x, y, width, height in cells.

    A part without width is nothing; None is the whole map. Walls are left out, for they are drawn
    upon the ground.
    """
    if _frame(old) != _frame(new) or _styles(old) != _styles(new):
        return None
    sketched = _sketched(old, new)
    if sketched is None:
        return None
    boxes = sketched + [
        box
        for before, after in zip(_layers(old), _layers(new), strict=True)
        if before is not after
        for box in _differing(before.tiles, after.tiles)
    ]
    boxes += _opened(old, new)
    boxes += _other_props(old, new)
    if not boxes:
        return (0.0, 0.0, 0.0, 0.0)
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    # A cell around: the edge between two cells is drawn in both.
    return (left - 1.0, top - 1.0, right - left + 2.0, bottom - top + 2.0)


def _opened(old: GroundView, new: GroundView) -> list[tuple[int, int, int, int]]:
    """Return left, top, right and bottom of what is open, or was, where another floor is shown."""
    if old.floor == new.floor:
        return []
    floors = filter(None, (old.floor, new.floor))
    cells = [
        cell for one in floors for cell in (*(here for here, _below in one.openings), *one.dark)
    ]
    return [(x, y, x + 1, y + 1) for x, y in cells]


def _other_props(old: GroundView, new: GroundView) -> list[tuple[int, int, int, int]]:
    """Return left, top, right and bottom of the props that are there once only, or moved."""
    if old.props == new.props:
        return []
    others = set(old.props) ^ set(new.props)
    if not others:  # in another order: which one lies on top
        others = set(new.props)
    boxes = (tuple(map(int, one.box)) for one in others)
    return [(x, y, x + w, y + h) for x, y, w, h in boxes]


def _sketched(old: GroundView, new: GroundView) -> list[tuple[int, int, int, int]] | None:
    """Return left, top, right and bottom of what differs in two sketches; None is all."""
    if old.sketch is new.sketch:
        return []
    if old.sketch is None or new.sketch is None:
        return None
    cells = changed_cells(old.sketch, new.sketch)
    return None if cells is None else [_box_of(cells)] if cells.any() else []


def _frame(view: GroundView) -> GroundView:
    """Return a ground with nothing painted on it, and no walls, whatever floor is shown."""
    bare = replace(view, walls=(), editing=False, paint=(), heights=None, sketch=None, props=())
    return replace(bare, floor=None)


def _styles(view: GroundView) -> tuple[object, ...]:
    """Return how each layer is drawn."""
    heights = view.heights
    how = None if heights is None else (heights.step, heights.every, heights.faint)
    return (*((one.looks, one.faint) for one in view.paint), how)


def _layers(view: GroundView) -> Iterator[Layer]:
    yield from (one.layer for one in view.paint)
    if view.heights is not None:
        yield view.heights.layer


def _differing(
    old: Mapping[Cell, bytes], new: Mapping[Cell, bytes]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield left, top, right and bottom of what differs in each tile of two layers."""
    for place in {*old, *new}:
        before, after = old.get(place, _EMPTY), new.get(place, _EMPTY)
        if before == after:
            continue
        cells = np.frombuffer(before, np.uint8) != np.frombuffer(after, np.uint8)
        x, y = place[0] * TILE, place[1] * TILE
        left, top, right, bottom = _box_of(cells.reshape(TILE, TILE))
        yield x + left, y + top, x + right, y + bottom


def _box_of(marks: NDArray[np.bool_]) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of what is marked."""
    rows, columns = np.nonzero(marks)
    return int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1
