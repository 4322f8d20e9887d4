"""What a wall keeps from whom: one question for whoever strikes, grips, feints, helps or reacts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.kit import Move
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Accepted
from gridwar.model.encounter import Ruling
from gridwar.model.geometry import Cell, Size, centre_of
from gridwar.model.walls import WallSide
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.burst_and_flurry import Flurry
from gridwar.systems.percentile.attacks.kill_zones import squares_within
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import StandardAttack
from gridwar.systems.percentile.charges.charge import Charge
from gridwar.systems.percentile.charges.run_up import movement
from gridwar.systems.percentile.checks.opposed import helpers_at_hand
from gridwar.systems.percentile.core.weapons import PercentileWeapon
from gridwar.systems.percentile.grapples.beginning_and_ending import InitiateGrapple
from gridwar.systems.percentile.manoeuvres.aim_feint_and_guard_mode import Feint
from gridwar.systems.percentile.manoeuvres.disarm_and_pick_up import Disarm
from gridwar.systems.percentile.manoeuvres.knock_down import KnockDown
from gridwar.systems.percentile.manoeuvres.take_down import TakeDown
from gridwar.systems.percentile.positions.reach_and_sight import can_strike, is_engaged
from tests.systems.percentile.people import (
    GUN,
    SWORD,
    ada,
    fight,
    one,
    refusal,
    session,
    tor,
    walled,
)

if TYPE_CHECKING:
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

SKILLED = frozenset({"takedown", "disarm"})
AT_TOR: tuple[Command, ...] = (
    StandardAttack(actor="ada", target="tor", weapon="sword"),
    Flurry(actor="ada", target="tor", weapon="sword"),
    TakeDown(actor="ada", target="tor", weapon="sword"),
    InitiateGrapple(actor="ada", target="tor"),
    Feint(actor="ada", target="tor"),
    Disarm(actor="ada", target="tor"),
    KnockDown(actor="ada", target="tor"),
)


def side_by_side(**switches: Any) -> Encounter:
    """Return Ada and Tor in neighbouring squares with a wall between them."""
    return walled(fight(ada(talents=SKILLED), tor(weapons=(SWORD,)), **switches), 6)


@pytest.mark.rule("PC-ATK-01")
@pytest.mark.parametrize("command", AT_TOR, ids=lambda command: type(command).__name__)
def test_nothing_of_melee_goes_through_a_wall(command: Command) -> None:
    """Refused with the wall as the reason, never marked, and allowed by the house rule."""
    now = side_by_side()
    assert refusal(now, command) in ("no_line", "not_in_melee")
    open_house = session(side_by_side(require_los=False), *([99] * 4)).submit(command)
    assert not hasattr(open_house, "code")
    for action in actions_of(SYSTEM, now, "ada"):
        if action.candidates is not None and action.weapon != "gun":
            assert not action.candidates().who


@pytest.mark.rule("PC-ACT-08")
@pytest.mark.rule("PC-TST-05")
def test_behind_a_wall_nobody_is_engaged_and_nobody_helps() -> None:
    """No Attack of Opportunity through the wall, and no help against whom a wall hides."""
    now = side_by_side()
    assert not is_engaged(now, "tor", "ada")
    assert is_engaged(side_by_side(require_los=False), "tor", "ada")
    away = session(now)
    assert isinstance(away.submit(Move(actor="ada", path=(Cell(4, 5),))), Accepted)
    helper = one("kim", (7, 5), side="1")
    assert helpers_at_hand(fight(ada(), tor(), helper), "ada", "tor") == ("kim",)
    assert helpers_at_hand(walled(fight(ada(), tor(), helper), 7), "ada", "tor") == ()


@pytest.mark.rule("PC-ACT-05")
def test_a_charge_does_not_end_at_a_foe_behind_a_wall() -> None:
    """Five squares along the row to the wall: no foe there, and no end is shown either."""
    start = fight(ada(at=(1, 5), ab=3), tor(at=(6, 5)))
    path = tuple(Cell(x, 5) for x in range(2, 6))
    run = Charge(actor="ada", weapon="sword", path=path)
    assert refusal(walled(start, 6), run) == "no_foe_at_end"
    line = ((1, 0),) * 4
    may_end = movement(walled(start, 6), "ada", "charge:sword").may_end
    assert may_end is not None
    assert not may_end(Cell(5, 5), (0, line))
    free = movement(start, "ada", "charge:sword").may_end
    assert free is not None
    assert free(Cell(5, 5), (0, line))


@pytest.mark.rule("PC-ATK-01")
def test_the_line_lies_between_the_nearest_squares() -> None:
    """One clear line of several equally near is enough; the GM's word stands above walls."""
    ogre = one("tor", (6, 5)).replace(size=Size(1, 2))
    beside = fight(ada(at=(5, 5), ws=30), ogre)
    assert can_strike(walled(beside, 6, top=6), "ada", "tor", 1)
    assert not can_strike(walled(beside, 6), "ada", "tor", 1)
    aloft = [person.replace(altitude=1) for person in (ada(), tor())]
    assert can_strike(walled(fight(*aloft), 6), "ada", "tor", 1)
    ruled = side_by_side()
    word = Ruling(line="clear", places=(Cell(5, 5), Cell(6, 5)))
    assert can_strike(ruled.replace(rulings={"ada>tor": word}), "ada", "tor", 1)


@pytest.mark.rule("PC-ATK-01")
@pytest.mark.rule("PC-ACT-08")
@pytest.mark.parametrize("side", WallSide)
def test_through_a_wall_of_one_side_one_strikes_and_is_not_struck(side: WallSide) -> None:
    """Whoever is engaged by a foe need not engage it."""
    here = walled(fight(ada(at=(5, 5), ws=30), one("tor", (6, 5))), 6)
    (wall,) = here.map.walls
    here = here.replace(map=here.map.with_walls((wall.replace(one_way=side),)))
    ada_strikes = wall.replace(one_way=side).stops_from(centre_of(Cell(6, 5)))
    assert can_strike(here, "ada", "tor", 1) is ada_strikes
    assert can_strike(here, "tor", "ada", 1) is not ada_strikes
    assert is_engaged(here, "ada", "tor") is ada_strikes
    assert is_engaged(here, "tor", "ada") is not ada_strikes


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.rule("PC-ACT-11")
def test_squares_that_nobody_can_hit_are_in_no_kill_zone() -> None:
    """Behind the wall there is no zone, whole or wedge; a gap lets fire through."""
    start = fight(ada(GUN), tor(at=(12, 5)))
    assert Cell(12, 5) in squares_within(start, "ada", "gun")
    shut = walled(start, 10, top=0, bottom=40)
    assert Cell(9, 5) in squares_within(shut, "ada", "gun")
    assert not any(cell.x >= 10 for cell in squares_within(shut, "ada", "gun"))
    assert not any(cell.x >= 10 for cell in squares_within(shut, "ada", "gun", (90.0, 30.0)))
    gap = walled(start, 10, top=8, bottom=40)
    assert Cell(12, 5) in squares_within(gap, "ada", "gun")
    assert Cell(12, 12) not in squares_within(gap, "ada", "gun")


def test_a_pike_does_not_threaten_squares_behind_a_wall() -> None:
    """What is drawn as threatened is what could be struck."""
    pike = PercentileWeapon(id="pike", reach_cells=2)
    shown = SYSTEM.board.overlays(walled(fight(ada(pike), tor()), 6), "ada", "", None)
    assert Cell(4, 5) in shown.threat
    assert not any(cell.x >= 6 for cell in shown.threat)
