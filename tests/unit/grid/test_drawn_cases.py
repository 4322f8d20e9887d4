"""The one table of walls against steps and lines: what touches, grazes, crosses, runs along."""

from __future__ import annotations

import pytest

from gridwar.grid.lines.sight_and_effect import Stand, line_between
from gridwar.grid.movement.mover_ground import Corners, Ground
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import Cell
from tests.unit.grid.drawn import WallEnds, walled

# Each row: what is drawn; the walls; from; to; does it stop the step; does it stop the look.
CASES: list[tuple[str, list[WallEnds], Cell, Cell, bool, bool]] = [
    ("nothing", [], Cell(1, 1), Cell(2, 1), False, False),
    ("across the border", [((2, 1), (2, 2))], Cell(1, 1), Cell(2, 1), True, True),
    ("on another border", [((1, 1), (1, 2))], Cell(1, 1), Cell(2, 1), False, False),
    ("end on the line from above", [((2, 0), (2, 1.5))], Cell(1, 1), Cell(2, 1), True, False),
    ("end on the line from below", [((2, 1.5), (2, 3))], Cell(1, 1), Cell(2, 1), True, False),
    ("just short of the line", [((2, 0), (2, 1.499))], Cell(1, 1), Cell(2, 1), False, False),
    ("just over the line", [((2, 0), (2, 1.501))], Cell(1, 1), Cell(2, 1), True, True),
    (
        "two ends meeting on the line from both sides",
        [((2, 0), (2, 1.5)), ((2, 1.5), (2, 3))],
        Cell(1, 1),
        Cell(2, 1),
        True,
        True,
    ),
    (
        "a corner touching the line from one side",
        [((1.8, 0), (2, 1.5)), ((2, 1.5), (2.2, 0))],
        Cell(1, 1),
        Cell(2, 1),
        True,
        False,
    ),
    ("along the line", [((1.7, 1.5), (2.3, 1.5))], Cell(1, 1), Cell(2, 1), True, True),
    (
        "along, beginning past the end",
        [((2.6, 1.5), (3, 1.5))],
        Cell(1, 1),
        Cell(2, 1),
        False,
        False,
    ),
    ("end on the target's centre", [((2.5, 1.5), (2.5, 3))], Cell(1, 1), Cell(2, 1), True, False),
    ("through the target's centre", [((2.5, 0), (2.5, 3))], Cell(1, 1), Cell(2, 1), True, False),
    ("through the start's centre", [((1.5, 0), (1.5, 3))], Cell(1, 1), Cell(2, 1), False, False),
    ("end at the corner of a diagonal", [((2, 2), (2, 3))], Cell(1, 1), Cell(2, 2), True, False),
    (
        "beside a diagonal, short of the corner",
        [((2, 0), (2, 1.9))],
        Cell(1, 1),
        Cell(2, 2),
        False,
        False,
    ),
    ("through the corner", [((2, 1), (2, 3))], Cell(1, 1), Cell(2, 2), True, True),
    ("across a diagonal", [((1, 3), (3, 1))], Cell(1, 1), Cell(2, 2), True, True),
    (
        "joint on the corner of a diagonal",
        [((1, 3), (2, 2)), ((2, 2), (3, 1))],
        Cell(1, 1),
        Cell(2, 2),
        True,
        True,
    ),
    ("along a diagonal", [((1, 1), (3, 3))], Cell(1, 1), Cell(2, 2), True, True),
    ("a curve's short piece", [((1.9, 1.3), (2.1, 1.6))], Cell(1, 1), Cell(2, 1), True, True),
]


@pytest.mark.parametrize(
    ("walls", "a", "b", "stops_step", "stops_look"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_a_drawn_wall_stops_steps_and_looks_as_the_table_says(
    walls: list[WallEnds], a: Cell, b: Cell, stops_step: bool, stops_look: bool
) -> None:
    """Touching a wall stops a step; a look only ends at what it crosses or runs along."""
    battle_map = walled(BattleMap(width=4, height=4), *walls)
    assert (Ground(battle_map).why_blocked(a, b) is not None) is stops_step
    assert line_between(battle_map, Stand((a,)), Stand((b,))).clear is not stops_look
    assert line_between(battle_map, Stand((b,)), Stand((a,))).clear is not stops_look


def test_free_corners_let_a_diagonal_pass_the_bare_end_of_a_wall() -> None:
    """With free corners only a joint of walls, not a single end, stops a diagonal step."""
    blank = BattleMap(width=4, height=4)
    bare = walled(blank, ((2, 2), (2, 3)))
    joint = walled(blank, ((2, 2), (2, 3)), ((2, 2), (3, 2)))
    assert Ground(bare, corners=Corners.FREE).why_blocked(Cell(1, 1), Cell(2, 2)) is None
    assert Ground(joint, corners=Corners.FREE).why_blocked(Cell(1, 1), Cell(2, 2)) is not None
