"""From one place to many at once, as a system measures: fields of distances, and cells around."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.grid.areas.disc_ring_square_line import ring, ring_on_page
from gridwar.grid.areas.distance_and_fire_fields import distance_field
from gridwar.model.geometry import Cell

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gridwar.engine.kit.yardstick_and_distances import Spot, Yardstick
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Size


def distances_from(
    yardstick: Yardstick, token: tuple[Cell, Size], page: BattleMap
) -> NDArray[np.int64]:
    """Return the distances from a token to every cell of a map, as rows of columns, in cells.

    What `cells_apart` gives cell by cell, for rules that weigh many places at once; height does
    not count.

    Args:
        yardstick: How the system measures.
        token: Its top left cell and its footprint.
        page: The map; to cells of other floors it is measured on the plan.
    """
    (x, y), size = token
    field = distance_field(yardstick.metric, token, page.size)
    mine = page.floor_at(Cell(x + size.w // 2, y + size.h // 2))
    for floor in page.floors if mine is not None else ():
        if mine is not None and floor.shift != mine.shift:
            dx, dy = floor.shift[0] - mine.shift[0], floor.shift[1] - mine.shift[1]
            there = distance_field(yardstick.metric, (Cell(x + dx, y + dy), size), page.size)
            part = slice(floor.at.y, floor.end.y), slice(floor.at.x, floor.end.x)
            field[part] = there[part]
    return field


def cells_around(
    yardstick: Yardstick, spot: Spot, between: tuple[int, int], page: Size | None = None
) -> frozenset[Cell]:
    """Return the cells at some distance from a spot, at its own height.

    Where each cell round a spot is asked about, this is many times as fast as `cells_apart`.

    Args:
        yardstick: How the system measures.
        spot: What they lie around.
        between: Least and greatest distance, in cells; from 0 on its own cells are among them.
        page: Width and height of the map, where what lies off it is left out; what is on another
            floor than the spot is at another height, and always left out.
    """
    if page is None:
        found = ring(yardstick.metric, spot.cells, between)
    else:
        found = ring_on_page(yardstick.metric, spot.cells, between, page)
    return found if spot.floor is None else frozenset(filter(spot.floor.holds, found))
