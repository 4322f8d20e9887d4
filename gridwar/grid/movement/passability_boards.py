"""What a mover may enter in an extent of the map, as bit boards by price and by direction.

Terrain, impassable corners, walls, occupied cells and the footprint are all settled here, with the
answers of ``LazyGrid``; the search itself is in ``flood``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.cells.bitboards import Extent, anchors_on, board_of, crop, packed, shifted
from gridwar.grid.movement.mover_ground import DIRECTIONS, FIRST_DIAGONAL, Corners
from gridwar.grid.movement.wall_blocked_steps import shut_steps
from gridwar.model.geometry import ONE_CELL

if TYPE_CHECKING:
    from gridwar.grid.movement.mover_ground import Ground
    from gridwar.grid.movement.step_rules import Steps
    from gridwar.model.geometry import Size
    from gridwar.model.painted_layers import Layer
    from gridwar.model.terrain_kinds import TerrainKind

Priced = list[tuple[int, int]]
"""Boards of the cells that cost the same to enter, each with the price."""
Masks = tuple[int, ...]
"""By direction: the cells that may be entered by a step in it."""
Way = tuple[int, int, Priced]
"""The state after some steps, where they lead, and what entering costs."""
Worth = tuple[int, int]
"""Multiplier and difficulty of a kind of ground, as far as the mover and the rule mind them."""


class Classes:
    """The ground in classes that cost the same: a plane of the map for each, impassable first.

    ``worths`` are those of the other planes; ``least`` is the price of the cheapest step.
    """

    def __init__(self, ground: Ground, rule: Steps) -> None:
        page, met = ground.battle_map.size, ground.battle_map.in_play
        kinds, category = met.terrain_kinds, ground.category
        worths = [_worth(kind, category, rule) for kind in kinds]
        self.worths = tuple(dict.fromkeys(worth for worth in worths if worth is not None))
        number = {worth: count for count, worth in enumerate(self.worths, start=1)}
        lookup = np.array([0 if worth is None else number[worth] for worth in worths], np.uint8)
        numbers = np.arange(len(self.worths) + 1, dtype=np.uint8)[None, :, None]
        by_cell = lookup[met.terrain.view(*page)]
        # Plane within row within map: what an extent needs then lies close together.
        self.planes = (by_cell[:, None, :] == numbers).transpose(1, 0, 2)
        self.least = min((min(rule.prices_at(*worth)) for worth in self.worths), default=1)


def _worth(kind: TerrainKind, category: str, rule: Steps) -> Worth | None:
    """Return what a kind of ground is worth to a mover; None for impassable."""
    if not kind.hinders(category):
        return 1, 0
    if kind.impassable:
        return None
    return kind.multiplier if rule.multiplies else 1, kind.difficulty if rule.adds else 0


@kept_of_fight(32)
def _kept(
    key: tuple[Same[Layer], Same[tuple[TerrainKind, ...]], Size, str],
    prices: tuple[int, tuple[int, ...], bool, bool, int],
) -> list[Classes]:
    """Return the place where the classes of some ground and some prices are kept."""
    return []


def classes_for(ground: Ground, rule: Steps) -> Classes:
    """Return the classes of the ground; kept for as long as the ground stays as it is."""
    page = ground.battle_map
    met = page.in_play
    key = (Same(met.terrain), Same(met.terrain_kinds), page.size, ground.category)
    prices = (rule.orthogonal, rule.diagonals, rule.multiplies, rule.adds, rule.unit)
    kept = _kept(key, prices)
    if not kept:
        kept.append(Classes(ground, rule))
    return kept[0]


class Openings:
    """What may be entered in an extent: by price, and by direction where walls or corners shut one.

    Prices are those of straight steps, then of each diagonal of the cycle.
    """

    def __init__(self, ground: Ground, rule: Steps, classes: Classes, extent: Extent) -> None:
        self._width = extent.width
        self.cycle = len(rule.diagonals)
        solid, *boards = packed(crop(classes.planes, extent))
        priced = list(zip(classes.worths, boards, strict=True))
        if ground.size != ONE_CELL:
            solid, priced = _under_footprint(solid, priced, ground.size, extent)
        taken = _taken(ground, extent)
        self.open = 0
        self._prices: tuple[Priced, ...] = tuple([] for _column in range(1 + self.cycle))
        for worth, board in priced:
            free = board & ~taken
            self.open |= free
            if free:
                for column, price in zip(self._prices, rule.prices_at(*worth), strict=True):
                    column.append((price, free))
        masks = _masks(ground, extent, solid, self.open)
        self._straight = masks[:FIRST_DIAGONAL] if masks else None
        self._diagonal = masks[FIRST_DIAGONAL:] if masks else None
        self._are_alike = self.cycle == 1 and self._prices[0] == self._prices[1]

    def ways(self, board: int, state: int) -> tuple[Way, ...]:
        """Return where steps from a board lead in a state of the path, shut cells among them."""
        if self._are_alike:
            return ((0, self._all_from(board), self._prices[0]),)
        straight = self._straight_from(board)
        if not self.cycle:
            return ((state, straight, self._prices[0]),)
        diagonal = self._diagonal_from(board)
        after = (state + 1) % self.cycle
        return (state, straight, self._prices[0]), (after, diagonal, self._prices[1 + state])

    def _all_from(self, board: int) -> int:
        """Return where steps in all directions lead; in one expression, as most steps are such."""
        width = self._width
        if self._straight is None or self._diagonal is None:
            row = board | board >> 1 | board << 1
            return row >> width | row | row << width
        up, back, on, down = self._straight
        up_back, up_on, down_back, down_on = self._diagonal
        return (
            board >> width & up
            | board >> 1 & back
            | board << 1 & on
            | board << width & down
            | board >> width + 1 & up_back
            | board >> width - 1 & up_on
            | board << width - 1 & down_back
            | board << width + 1 & down_on
        )

    def _straight_from(self, board: int) -> int:
        width = self._width
        if self._straight is None:
            return board >> width | board >> 1 | board << 1 | board << width
        up, back, on, down = self._straight
        return board >> width & up | board >> 1 & back | board << 1 & on | board << width & down

    def _diagonal_from(self, board: int) -> int:
        width = self._width
        if self._diagonal is None:
            row = board >> 1 | board << 1
            return row >> width | row << width
        up_back, up_on, down_back, down_on = self._diagonal
        return (
            board >> width + 1 & up_back
            | board >> width - 1 & up_on
            | board << width - 1 & down_back
            | board << width + 1 & down_on
        )


def _under_footprint(
    solid: int, priced: list[tuple[Worth, int]], size: Size, extent: Extent
) -> tuple[int, list[tuple[Worth, int]]]:
    """Return the same by anchor: the worst multiplier and difficulty under the footprint."""
    width = extent.width
    inside = solid
    for _worth_of, board in priced:
        inside |= board
    off_map = ~inside & ((1 << width * extent.height) - 1)
    shut = anchors_on(solid | off_map, size, width)
    covered = [(worth, anchors_on(board, size, width) & ~shut) for worth, board in priced]
    by_axis: list[dict[int, int]] = []
    for axis in (0, 1):
        rest, worst = ~0, dict[int, int]()
        for value in sorted({worth[axis] for worth, _board in covered}, reverse=True):
            board = 0
            for worth, part in covered:
                if worth[axis] == value:
                    board |= part
            worst[value] = board & rest
            rest &= ~board
        by_axis.append(worst)
    multipliers, difficulties = by_axis
    mixed = [
        ((multiplier, difficulty), one & other)
        for multiplier, one in multipliers.items()
        for difficulty, other in difficulties.items()
        if one & other
    ]
    return anchors_on(solid, size, width) & ~anchors_on(off_map, size, width), mixed


def _taken(ground: Ground, extent: Extent) -> int:
    """Return the anchors at which the mover would stand on a blocked cell, or fall."""
    taken = board_of(ground.blocked, extent)
    if taken and ground.size != ONE_CELL:
        taken = anchors_on(taken, ground.size, extent.width)
    return taken | board_of(ground.holes, extent) if ground.holes else taken


def _masks(ground: Ground, extent: Extent, solid: int, free: int) -> Masks | None:
    """Return by direction what may be entered; None where walls and corners close nothing."""
    width, shut = extent.width, _shut(ground, extent)
    by_corner = solid and ground.corners is not Corners.FREE
    if shut is None and not by_corner:
        return None
    masks: list[int] = []
    for number, (dx, dy) in enumerate(DIRECTIONS):
        closed = shifted(shut[number], dy * width + dx) if shut else 0
        if by_corner and number >= FIRST_DIAGONAL:
            one, other = shifted(solid, dx), shifted(solid, dy * width)
            closed |= one | other if ground.corners is Corners.ANY else one & other
        masks.append(free & ~closed)
    return tuple(masks)


def _shut(ground: Ground, extent: Extent) -> list[int] | None:
    """Return by direction the anchors where a wall closes it."""
    walls = shut_steps(ground)
    if walls is None:
        return None
    if ground.size == ONE_CELL:
        return walls.boards(extent)
    boards = walls.boards_off_map(extent)
    return [anchors_on(board, ground.size, extent.width) for board in boards]
