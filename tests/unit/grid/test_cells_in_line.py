"""Which of many cells a line reaches: the same as if each line were tried by itself."""

from __future__ import annotations

import random

import pytest

from gridwar.grid.lines.sight_and_effect import LineMode, LineRule, Purpose, Stand, is_clear_between
from gridwar.grid.lines.sight_to_many_cells import cells_in_line
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Point, Size, footprint
from gridwar.model.painted_layers import Layer
from gridwar.model.walls import Wall, WallSide, WallSight

SIZE = 12
PLAIN = 6
"""So many maps have plain walls only."""


def chance_map(seed: int) -> BattleMap:
    """Return a map with walls on the grid and across it, low ones among them, and dark ground.

    From the seventh on some stop one side only, are seen through once, or hang above the ground.
    """
    dice = random.Random(seed)
    page = BattleMap(width=SIZE, height=SIZE)
    unit = SUBCELL if seed % 2 else SUBCELL // 2
    last = SIZE * SUBCELL // unit
    walls = [
        Wall(
            id=f"w{number}",
            a=Point(dice.randrange(last) * unit, dice.randrange(last) * unit),
            b=Point(dice.randrange(last) * unit, dice.randrange(last) * unit),
            height_m=dice.choice((None, None, 1.0)),
        ).replace(**_sort(dice, seed))
        for number in range(5)
    ]
    dark = next(
        (n for n, kind in enumerate(page.terrain_kinds) if kind.blocks_sight or kind.blocks_effect),
        0,
    )
    ground = frozenset(Cell(dice.randrange(SIZE), dice.randrange(SIZE)) for _n in range(6))
    page = page.with_walls([wall for wall in walls if wall.a != wall.b])
    return page.replace(terrain=page.terrain.painted(Layer.marking(ground), dark))


def _sort(dice: random.Random, seed: int) -> dict[str, object]:
    if seed < PLAIN:
        return {}
    return {
        "sight": dice.choice((WallSight.FULL, WallSight.LIMITED)),
        "one_way": dice.choice((None, *WallSide)),
        "foot_m": dice.choice((0.0, 0.0, 0.5)),
    }


@pytest.mark.parametrize("seed", range(18))
def test_all_at_once_is_what_one_by_one_is(seed: int) -> None:
    """Cells behind walls, on their ends, along borders, for bodies of one cell and of four."""
    page = chance_map(seed)
    body = footprint(Cell(5, 5), Size(1 + seed % 2, 1 + seed % 2))
    here = Stand(tuple(body), page.ground_m(Cell(5, 5)))
    cells = [Cell(x, y) for x in range(SIZE) for y in range(SIZE) if Cell(x, y) not in body]
    one_by_one = {
        cell
        for cell in cells
        if all(
            is_clear_between(
                page, here, Stand((cell,), page.ground_m(cell)), LineRule(purpose, LineMode.SQUARES)
            )
            for purpose in Purpose
        )
    }
    assert cells_in_line(page, here, cells) == one_by_one
    assert 0 < len(one_by_one) <= len(cells) - (seed < PLAIN)
