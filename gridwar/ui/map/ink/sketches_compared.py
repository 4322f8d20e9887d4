"""Where two sketches differ, cell by cell. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridwar.model.open_rims import PER_CELL, places_of
from gridwar.ui.map.ink.sketch_part import cells_of

if TYPE_CHECKING:
    from gridwar.model.point_masks import PointMask
    from gridwar.model.sketch import Sketch
    from gridwar.ui.map.ink.sketch_part import Marks


def changed_cells(old: Sketch, new: Sketch) -> Marks | None:
    """Return the cells in which or at whose edges two sketches differ.

    None is all of them: the size or the style is another one.
    """
    if old.style is not new.style or old.size != new.size:
        return None
    found = np.zeros((new.height, new.width), np.bool_)
    if old.floor_cells is not new.floor_cells:
        found |= old.floor != new.floor
    if old.cave_points is not new.cave_points:
        found |= cells_of(old.cave != new.cave)
    if old.open_rims is not new.open_rims:
        _mark_beside(found, old.open_rims, new.open_rims)
    if old.edges_across is not new.edges_across:
        across = old.across != new.across
        found |= across[:-1] | across[1:]
    if old.edges_down is not new.edges_down:
        down = old.down != new.down
        found |= down[:, :-1] | down[:, 1:]
    if old.things is not new.things:
        for one in {*old.things} ^ {*new.things}:
            found[one.cell.y, one.cell.x] = True
    return found


def _mark_beside(cells: Marks, old: PointMask, new: PointMask) -> None:
    """Mark the cells in which rims differ, on both sides where one lies between two."""
    for rims in (old.without(new), new.without(old)):
        for x, y in places_of(rims).tolist():
            rows, columns = ((max(0, at - 1) // PER_CELL, at // PER_CELL + 1) for at in (y, x))
            cells[slice(*rows), slice(*columns)] = True
