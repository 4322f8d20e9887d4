"""Moving: what a move action buys, in which stance, over which ground."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.kit.turn_and_move_commands import Move, NextTurn
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.reach import reach
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus.actions.check_action import OtherAction
from gridwar.systems.cepheus.actions.stance import ChangeStance
from gridwar.systems.cepheus.attacks.target_dms import movement_dm
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.person_records import Budget
from gridwar.systems.cepheus.views.move_and_weapon_overlays import movement_of, overlays_of
from tests.support.cepheus import Fight, person
from tests.systems.cepheus.firefight import done, fight, refused
from tests.systems.cepheus.firefight import person as shooter

DIFFICULT = 1


def _row(length: int, start: int = 1) -> tuple[Cell, ...]:
    return tuple(Cell(x, 0) for x in range(start, start + length))


def _mud(*squares: int) -> BattleMap:
    return BattleMap(width=60, height=40).with_painted(
        LayerName.TERRAIN, {Cell(x, 0): DIFFICULT for x in squares}
    )


def _reach(fight: Fight, moves: int) -> int:
    """Return how far A gets straight on with some move actions."""
    movement = movement_of(fight.now, "A")
    limit = movement.zones[moves - 1].limit
    costs = reach(LazyGrid(movement.ground, movement.rule), Cell(0, 0), limit).costs
    return max(cell.x for cell in costs if cell.y == 0)


@pytest.mark.rule("CE-MIN-06", "CE-MIN-07", "CE-MIN-08", "CE-STA-01", "CE-STA-02")
@pytest.mark.parametrize(
    ("stance", "mud", "moves", "squares"),
    [
        ("standing", (), 1, 4),
        ("standing", (), 3, 12),
        ("crouched", (), 1, 2),
        ("crouched", range(60), 1, 1),
        ("standing", (2,), 1, 3),
        ("standing", range(60), 1, 2),
    ],
)
def test_reach_by_stance_and_ground(stance: str, mud: Any, moves: int, squares: int) -> None:
    """Four squares a move; crouching and difficult ground each double what a step costs."""
    fight = Fight(person("A", stance=stance), board=_mud(*mud))
    assert _reach(fight, moves) == squares


@pytest.mark.rule("CE-MIN-06")
def test_squares_of_a_move_that_are_left_cost_nothing_more() -> None:
    """Two squares of four are walked, nothing is left to spend: two more are free, a third not."""
    here = fight(shooter("A", budget=Budget(minor=1, significant=0)))
    here = done(here, Move(actor="A", path=_row(2))).encounter
    assert sheet_of(here["A"]).budget == Budget(minor=0, significant=0)
    refused(here, Move(actor="A", path=_row(3, 3)))
    here = done(here, Move(actor="A", path=_row(2, 3))).encounter
    assert here["A"].pos == Cell(4, 0)


@pytest.mark.rule("CE-MIN-09", "CE-STA-03")
@pytest.mark.parametrize(
    ("rule", "mud", "squares"),
    [("crawl_one_square", (), 2), ("crawl_one_square", range(60), 2), ("half", (), 4)],
)
def test_crawling(rule: str, mud: Any, squares: int) -> None:
    """Prone one square a move whatever the ground; by house rule half."""
    fight = Fight(person("A", stance="prone"), board=_mud(*mud), prone_move=rule)
    assert _reach(fight, 2) == squares


@pytest.mark.rule("CE-MIN-09")
def test_by_house_rule_nobody_moves_lying_down() -> None:
    """With ``prone_move`` none the move is refused, and no zone is shown."""
    fight = Fight(person("A", stance="prone", initiative_base=5), prone_move="none")
    fight.do(NextTurn())
    assert fight.refused(Move(actor="A", path=_row(1))) == "prone"
    assert movement_of(fight.now, "A").zones == ()


@pytest.mark.rule("CE-MIN-06", "CE-MIN-01")
def test_a_path_is_paid_by_as_many_minor_actions_as_it_takes() -> None:
    """Five squares take two moves, so the significant action goes; three squares stay paid for."""
    fight = Fight(person("A", initiative_base=5))
    fight.do(NextTurn(), Move(actor="A", path=_row(5)))
    sheet = fight.sheet("A")
    assert (sheet.budget.minor, sheet.budget.significant, sheet.move_left) == (1, 0, 30)
    fight.do(Move(actor="A", path=_row(3, 6)))
    assert fight.sheet("A").budget.minor == 1, "the moves of one turn are one path"
    assert fight.refused(Move(actor="A", path=_row(5, 9))) == "no_minor"
    fight.do(Move(actor="A", path=_row(4, 9)))
    assert fight.sheet("A").budget.minor == 0


@pytest.mark.rule("CE-MIN-06")
@pytest.mark.parametrize(("rule", "tenths"), [("alternating", 60), ("one", 40), ("euclid", 56)])
def test_diagonals_by_house_rule(rule: str, tenths: int) -> None:
    """Four diagonal steps cost 1, 2, 1, 2; 1 each; or 1.4 each."""
    fight = Fight(person("A", initiative_base=5), move_diagonal=rule)
    fight.do(NextTurn(), Move(actor="A", path=tuple(Cell(n, n) for n in range(1, 5))))
    paid = 40 * (1 if tenths <= 40 else 2)
    assert fight.sheet("A").move_left == paid - tenths
    assert fight.sheet("A").moved_m == pytest.approx(tenths * 0.15)


@pytest.mark.rule("CE-MIN-06")
def test_the_cycle_of_diagonals_goes_on_within_a_turn() -> None:
    """A second move of the same turn goes on with the dear diagonal after a cheap one."""
    fight = Fight(person("A", initiative_base=5))
    fight.do(NextTurn(), Move(actor="A", path=(Cell(1, 1),)))
    assert fight.sheet("A").move_left == 30
    fight.do(Move(actor="A", path=(Cell(2, 2),)))
    assert fight.sheet("A").move_left == 10
    assert fight.sheet("A").moved_m == 4.5


@pytest.mark.rule("CE-SIG-10")
@pytest.mark.parametrize(
    ("squares", "metres", "dm"), [(6, 9, 0), (7, 10.5, -1), (9, 13.5, -1), (12, 18, -1)]
)
def test_metres_moved_count_against_attackers(squares: int, metres: float, dm: int) -> None:
    """-1 for each full 10 m walked in the latest turn, until a turn passes without a step."""
    fight = Fight(person("A", initiative_base=5), person("B", (50, 9), initiative_base=1))
    fight.do(NextTurn(), Move(actor="A", path=_row(squares)))
    assert fight.sheet("A").moved_m == metres
    assert movement_dm(fight.sheet("A").moved_m) == dm
    fight.do(NextTurn(), NextTurn())
    assert fight.sheet("A").moved_m == metres, "what counts is his latest turn"
    fight.do(NextTurn(), NextTurn())
    assert fight.sheet("A").moved_m == 0
    assert fight.now.combatants["A"].trail == ()


@pytest.mark.rule("CE-SIG-10")
def test_difficult_ground_does_not_lengthen_the_way() -> None:
    """Two squares of mud cost four, but are 3 m."""
    fight = Fight(person("A", initiative_base=5), board=_mud(1, 2))
    fight.do(NextTurn(), Move(actor="A", path=_row(2)))
    assert (fight.sheet("A").move_left, fight.sheet("A").moved_m) == (0, 3.0)


@pytest.mark.rule("CE-MIN-04", "CE-MIN-08")
def test_stance_changes_what_is_left_of_a_move() -> None:
    """Three squares left of a move are one square and a half for who crouches."""
    fight = Fight(person("A", initiative_base=5))
    fight.do(NextTurn(), Move(actor="A", path=_row(1)), ChangeStance(actor="A", to="crouched"))
    fight.do(Move(actor="A", path=_row(1, 2)))
    assert fight.sheet("A").move_left == 10
    assert fight.refused(ChangeStance(actor="A", to="crouched")) == "stance"


def test_walls_stop_a_path_with_their_reason() -> None:
    """A path that the map does not allow is refused by name."""
    fight = Fight(person("A", initiative_base=5))
    fight.do(NextTurn())
    assert fight.refused(Move(actor="A", path=(Cell(-1, 0),))) == "blocked"
    assert fight.refused(Move(actor="A", path=())) == "no_path"


@pytest.mark.rule("CE-MIN-06")
def test_zones_shrink_with_what_is_spent() -> None:
    """After another minor action two moves are left, both at the price of the significant one."""
    fight = Fight(person("A", initiative_base=5))
    fight.do(NextTurn())
    assert [zone.limit for zone in movement_of(fight.now, "A").zones] == [40, 80, 120]
    fight.do(OtherAction(actor="A"))
    zones = movement_of(fight.now, "A").zones
    assert [zone.limit for zone in zones] == [40, 80]
    assert all("given up" in zone.note for zone in zones)


@pytest.mark.rule("CE-RNG-05", "CE-RNG-01")
def test_rings_and_melee_reach() -> None:
    """Rings at 0, 2, 8, 34, 166 and 334 squares with the weapon's DM; melee reaches two squares."""
    fight = Fight(person("A", (10, 10)))
    shown = overlays_of(fight.now, "A", "rifle")
    assert [ring.radius for ring in shown.rings] == [0, 2, 8, 34, 166, 334]
    told = [(ring.label, ring.note) for ring in shown.rings]
    assert told[:3] == [("Personal", "-4"), ("Close", "-2"), ("Short", "0")]
    assert Cell(12, 10) in shown.threat
    assert Cell(12, 12) not in shown.threat, "2.83 squares are 3"
    assert Cell(11, 12) in shown.threat


@pytest.mark.rule("CE-RNG-03")
def test_bands_end_where_no_attack_is_possible() -> None:
    """With a blade the last band is Close: the table has no DM for it beyond."""
    fight = Fight(person("A", (10, 10)))
    rings = overlays_of(fight.now, "A", "blade").rings
    assert [ring.label for ring in rings] == ["Personal", "Close"]
