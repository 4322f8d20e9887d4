"""The wording of reasons."""

from __future__ import annotations

import pytest

from gridwar.grid.cells.obstacle_reasons import Obstacle, ObstacleKind
from gridwar.model.geometry import Cell, Point
from gridwar.model.walls import Wall, WallKind

GATE = Wall(id="7", a=Point(0, 0), b=Point(1, 0), kind=WallKind.DOOR, name="the gate")


@pytest.mark.parametrize(
    ("obstacle", "words"),
    [
        (Obstacle(ObstacleKind.WALL, wall=GATE), "the gate is in the way"),
        (Obstacle(ObstacleKind.WALL, wall=GATE.replace(name="")), "a door at A 1 is in the way"),
        (Obstacle(ObstacleKind.WALL), "a wall is in the way"),
        (Obstacle(ObstacleKind.CELL, Cell(1, 2), note="rock"), "rock at B 3 is in the way"),
        (Obstacle(ObstacleKind.CELL, Cell(1, 2)), "blocked ground at B 3 is in the way"),
        (Obstacle(ObstacleKind.OCCUPIED, Cell(1, 2)), "somebody stands at B 3"),
        (Obstacle(ObstacleKind.RULE, note="prone"), "prone"),
        (Obstacle(ObstacleKind.NO_WAY, Cell(1, 2)), "there is no way to B 3"),
    ],
)
def test_a_reason_names_the_wall_or_cell(obstacle: Obstacle, words: str) -> None:
    """What stops a step or a look is told by its name or its place."""
    assert str(obstacle) == words


@pytest.mark.parametrize("kind", ObstacleKind)
def test_every_kind_of_obstacle_has_words(kind: ObstacleKind) -> None:
    """No reason is empty, whatever is known about it."""
    assert str(Obstacle(kind))
