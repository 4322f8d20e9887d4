"""Which cells of a line lie so near to its target that things in them are cover."""

from __future__ import annotations

import pytest

from gridwar.grid.cells.wall_crossings import cells_crossed, part_inside
from gridwar.grid.lines.cover_reach import COVER_REACH_CELLS, last_steps
from gridwar.model.geometry import Cell, centre_of


@pytest.mark.rule("CE-COV-05")
def test_they_are_those_of_the_whole_line_that_it_enters_within_reach() -> None:
    """The formula finds what walking the line finds, wherever the target lies."""
    start = centre_of(Cell(0, 0))
    for target in (Cell(x, y) for x in range(-12, 13) for y in range(-12, 13)):
        length = (target.x**2 + target.y**2) ** 0.5
        walked = [
            cell
            for cell in cells_crossed(start, centre_of(target))
            if cell == target
            or part_inside(*target, *cell).after * length <= float(COVER_REACH_CELLS) + 1e-9
        ]
        assert list(last_steps(*target)) == walked, target
