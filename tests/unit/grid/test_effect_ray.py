"""A line that goes on until something stops it."""

from __future__ import annotations

import pytest

from gridwar.grid.lines.sight_and_effect import cells_until_stopped
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.geometry import SUBCELL, Cell, Point, centre_of
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import Wall

OPEN = BattleMap(width=12, height=8)


def _wall(name: str, x: float, top: float, bottom: float) -> Wall:
    a, b = (Point(round(x * SUBCELL), round(y * SUBCELL)) for y in (top, bottom))
    return Wall(id=name, a=a, b=b)


@pytest.mark.parametrize("x", [5.0, 5.5])
def test_a_wall_ends_the_line_in_the_cell_before_it(x: float) -> None:
    """A wall on the border of a cell, or inside it, lets the line come as far as the wall."""
    page = OPEN.with_walls([_wall("w", x, 0, 8)])
    found = cells_until_stopped(page, Cell(1, 3), centre_of(Cell(11, 3)))
    assert found == tuple(Cell(n, 3) for n in range(1, 5 if x == 5.0 else 6))


def test_a_wall_beside_the_line_does_not_stop_it() -> None:
    """A stub that ends short of the line leaves it alone, however near cells are to it."""
    page = OPEN.with_walls([_wall("w", 5, 0, 3)])
    found = cells_until_stopped(page, Cell(1, 3), centre_of(Cell(11, 3)))
    assert found[-1] == Cell(11, 3)


def test_ground_that_stops_shots_ends_it() -> None:
    """Rock in the way ends the line before its cell; it may also end off the map."""
    rock = TerrainKind(name="rock", blocks_effect=True)
    page = OPEN.with_terrain_kinds((*OPEN.terrain_kinds, rock))
    page = page.with_painted(LayerName.TERRAIN, {Cell(6, 3): 3})
    found = cells_until_stopped(page, Cell(1, 3), centre_of(Cell(30, 3)))
    assert found == tuple(Cell(n, 3) for n in range(1, 6))
