"""What is said of a way before it is gone: turns, speed, its shock, the die that is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.model.geometry import Cell
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.movement.withdraw import Withdraw
from tests.systems.arrgs.skirmish import board, fighter, line

if TYPE_CHECKING:
    from gridwar.model.command import Command

FAST = "Movement Increment 2: -2 on its checks and on those against it"


def said(command: Command, **fields: Any) -> list[str]:
    """Return what is foreseen of what somebody at (5, 5) is about to do, a foe west of it."""
    foe = fighter("B", (4, 5), "2")
    encounter = board(fighter("A", (5, 5), **fields), foe)
    return [one.text for one in SYSTEM.draft(encounter, command).foreseen]


@pytest.mark.rule("AR-INC-01", "AR-INC-02", "AR-INC-04")
def test_a_way_past_the_first_increment_says_what_it_takes_off() -> None:
    """Six squares at base 5, or five after one, are increment 2; five alone say nothing."""
    assert said(Move(actor="A", path=line((5, 5), 6)), mods={"movement": 1}) == [FAST]
    assert said(Move(actor="A", path=line((5, 5), 5))) == []
    assert said(Withdraw(actor="A", path=line((5, 5), 5)), squares_moved=1) == [FAST]


@pytest.mark.rule("AR-ACC-01")
def test_the_shock_of_a_sudden_change_is_told_before() -> None:
    """From 0 to increment 3 in a round is 5 times 3; with increment 1 before it is nothing."""
    way = Move(actor="A", path=line((5, 5), 1))
    shock = "A will suffer 15 Force at End of Round"
    assert shock in said(way, squares_moved=10)
    assert shock not in said(way, squares_moved=10, previous_increment=1)


@pytest.mark.rule("AR-TRN-01", "AR-TRN-02")
def test_turns_used_and_allowed_are_told() -> None:
    """Manoeuvrability 3 at increment 1 allows two turns."""
    way = Move(actor="A", path=(Cell(5, 6), Cell(6, 6)))
    assert said(way, manoeuvrability=3) == ["Turns: 1 of 2 (Manoeuvrability 2)"]


@pytest.mark.rule("AR-MOV-02", "AR-MOV-03")
@pytest.mark.parametrize(
    ("squares", "mod", "words"),
    [
        (3, 0, "A rolls: 11 or more goes all the way"),
        (3, -5, "A rolls: 16 or more goes all the way"),
        (1, -9, "A rolls: 1 or more goes all the way"),
        (9, -5, "A rolls: only a critical may go all the way"),
    ],
)
def test_the_die_that_a_rolled_movement_needs_is_told(squares: int, mod: int, words: str) -> None:
    """Climbing at 2: die and modifier over 10 are added; one square is always possible."""
    way = Move(actor="A", path=line((5, 5), squares), mode="climbing")
    assert words in said(way, speeds={"climbing": 2}, mods={"movement": mod})


@pytest.mark.rule("AR-MOV-02", "AR-MOV-03")
def test_the_zone_of_a_twenty_counts_from_what_a_ten_leaves_below_nothing() -> None:
    """2-5 squares with a 10 are raised to one; with a 20 it is 2-5+10, not 1+10."""
    one = fighter("A", (5, 5), speeds={"climbing": 2}, mods={"movement": -5})
    zones = SYSTEM.board.movement(board(one), "A", "climbing").zones
    assert [zone.limit for zone in zones] == [1, 7]
