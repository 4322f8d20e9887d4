"""Which of many cells a line reaches from one place: sight and effect, as if each were tried.

Owns no rule of its own: ``sight_and_effect`` decides. Most lines are told at once by whole numbers,
for all cells together; those that graze a wall or may pass over one are tried one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gridwar.grid.lines.sight_and_effect import (
    LineMode,
    LineRule,
    Purpose,
    Stand,
    is_clear_between,
    opaque_kinds,
    stopper,
)
from gridwar.model.geometry import SUBCELL, Cell, centre_of
from gridwar.model.walls import WallSight

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from numpy.typing import NDArray

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Point
    from gridwar.model.walls import Wall

    Bits = NDArray[np.bool_]
    Whole = NDArray[np.int64]


def cells_in_line(
    battle_map: BattleMap, stand: Stand, cells: Collection[Cell], up_m: tuple[float, ...] = (0.0,)
) -> frozenset[Cell]:
    """Return the cells to which there is a line of sight and one of effect.

    Args:
        battle_map: The map with its walls and terrain.
        stand: From where.
        cells: To which cells; somebody of one cell is thought to stand there.
        up_m: At which heights above the ground there, in metres; one that is reached is enough.
    """
    found: set[Cell] = set()
    for up in up_m:
        left = tuple(cell for cell in cells if cell not in found)
        for purpose in Purpose:
            left = _reached(battle_map, stand, left, (purpose, up))
        found.update(left)
    return frozenset(found)


class _Stop(NamedTuple):
    """A segment that may be in the way; ``always``: whatever crosses it is stopped.

    ``one_way`` is the wall where it stops one side only.
    """

    ax: int
    ay: int
    bx: int
    by: int
    always: bool
    one_way: Wall | None = None


def _reached(
    page: BattleMap, stand: Stand, cells: tuple[Cell, ...], wanted: tuple[Purpose, float]
) -> tuple[Cell, ...]:
    purpose, up = wanted
    stops = tuple(_stops(page, stand, cells, purpose))
    if not stops or not cells:
        return cells
    at = np.array([centre_of(cell) for cell in cells], dtype=np.int64)
    clear = np.zeros(len(cells), np.bool_)
    unsure = np.zeros(len(cells), np.bool_)
    for own in stand.cells:
        blocked, grazed = _met(centre_of(own), at, stops)
        clear |= ~blocked & ~grazed
        unsure |= ~blocked & grazed
    rule = LineRule(purpose, LineMode.SQUARES)
    return tuple(
        cell
        for cell, is_clear, is_unsure in zip(cells, clear.tolist(), unsure.tolist(), strict=True)
        if is_clear
        or (
            is_unsure
            and is_clear_between(page, stand, Stand((cell,), page.ground_m(cell) + up), rule)
        )
    )


def _stops(
    page: BattleMap, stand: Stand, cells: tuple[Cell, ...], purpose: Purpose
) -> Iterator[_Stop]:
    """Yield the walls and, as their diagonals, the cells between here and there."""
    everywhere = (*stand.cells, *cells)
    left, right = (side(cell.x for cell in everywhere) for side in (min, max))
    top, bottom = (side(cell.y for cell in everywhere) for side in (min, max))
    stops = stopper(purpose)
    for wall in page.walls:
        xs, ys = sorted((wall.a.x, wall.b.x)), sorted((wall.a.y, wall.b.y))
        beside = xs[1] < left * SUBCELL or xs[0] > (right + 1) * SUBCELL
        above = ys[1] < top * SUBCELL or ys[0] > (bottom + 1) * SUBCELL
        if stops(wall) and not beside and not above:
            is_limited = purpose is Purpose.SIGHT and wall.sight is WallSight.LIMITED
            always = wall.height_m is None and not wall.foot_m and not is_limited
            one_way = None if wall.one_way is None else wall
            yield _Stop(wall.a.x, wall.a.y, wall.b.x, wall.b.y, always, one_way)
    opaque = opaque_kinds(page.terrain_kinds, purpose)
    if not opaque or not page.terrain.tiles:
        return
    for x in range(left, right + 1):
        for y in range(top, bottom + 1):
            if page.terrain.get(Cell(x, y)) in opaque and Cell(x, y) not in stand.cells:
                x0, y0 = x * SUBCELL, y * SUBCELL
                yield _Stop(x0, y0, x0 + SUBCELL, y0 + SUBCELL, True)
                yield _Stop(x0 + SUBCELL, y0, x0, y0 + SUBCELL, True)


def _met(start: Point, at: Whole, stops: tuple[_Stop, ...]) -> tuple[Bits, Bits]:
    """Return which lines are stopped for certain, and which of the others have to be tried."""
    blocked = np.zeros(len(at), np.bool_)
    grazed = np.zeros(len(at), np.bool_)
    dx, dy = at[:, 0] - start.x, at[:, 1] - start.y
    for stop in stops:
        if stop.one_way is not None and not stop.one_way.stops_from(start):
            continue
        a = np.sign(dx * (stop.ay - start.y) - dy * (stop.ax - start.x))
        b = np.sign(dx * (stop.by - start.y) - dy * (stop.bx - start.x))
        ex, ey = stop.bx - stop.ax, stop.by - stop.ay
        p = np.sign(ex * (start.y - stop.ay) - ey * (start.x - stop.ax))
        q = np.sign(ex * (at[:, 1] - stop.ay) - ey * (at[:, 0] - stop.ax))
        across, between = a * b, p * q
        crossed = (across < 0) & (between < 0)
        touched = (across <= 0) & (between <= 0) & ~crossed
        blocked |= crossed if stop.always else False
        grazed |= touched if stop.always else touched | crossed
    return blocked, grazed
