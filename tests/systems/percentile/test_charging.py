"""Charges of the percentile rules: the run-up, where it may end, and what is done there."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from gridwar.control.moves.route_and_reach import RoutePlanner
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.charges.charge import Charge
from gridwar.systems.percentile.charges.run_up import movement
from gridwar.systems.percentile.core.fight_state import Grapple, PercentileState, state_of
from gridwar.systems.percentile.core.weapons import DamageDice, PercentileWeapon
from gridwar.systems.percentile.views.preview_and_odds import facts_of
from tests.support.exploring import explore
from tests.systems.percentile.people import ALONG, SWORD, ada, fight, one, play, refusal, tor

FAR = tor(at=(14, 5))
STRAIGHT = ALONG[:8]
KNIGHTLY = ((6, 5), (7, 6), (8, 6), (9, 7))


def charge(*path: tuple[int, int], **more: Any) -> Charge:
    """Return a charge of Ada's with the sword."""
    way = tuple(Cell(*at) for at in path)
    return Charge(actor="ada", path=way, **{"weapon": "sword", "replace_die": False, **more})


@pytest.mark.rule("PC-ACT-05")
@pytest.mark.rule("PC-MOV-03")
def test_a_charge_ends_with_four_straight_squares_and_a_blow() -> None:
    """WS 30 + 20; a hit on 50, a miss on 51; it takes the whole turn."""
    now = fight(ada(ws=30, ab=3), FAR)
    hit = play(now, charge(*STRAIGHT), 50, 5, evade="none")
    assert hit.encounter["ada"].pos == Cell(13, 5)
    assert hit.result.struck
    assert hit.sheet("ada").half_actions == 0
    assert not play(now, charge(*STRAIGHT), 51).result.struck
    bent = (*ALONG[:5], (11, 6), (12, 6), (13, 6))
    assert refusal(now, charge(*bent)) == "no_run_up"
    assert refusal(now, charge(*ALONG[:6])) == "no_foe_at_end"
    assert refusal(fight(ada(ws=30, ab=2), FAR), charge(*STRAIGHT)) == "move_too_far"


@pytest.mark.rule("PC-ACT-05")
@pytest.mark.rule("PC-MOV-03")
def test_the_search_finds_the_legal_way() -> None:
    """To a foe off the row the way bends first and then runs four squares straight."""
    now = fight(ada(ab=4), tor(at=(11, 8)))
    actions = {one.id: one for one in _actions(now)}
    planner = RoutePlanner(SYSTEM, now, "ada", actions["charge:sword"])
    reach = planner.reach()
    assert reach is not None
    assert Cell(10, 8) in reach.ends
    assert Cell(7, 5) not in reach.ends
    plan = planner.plan((Cell(5, 5),), Cell(10, 8))
    assert not planner.judged(plan).problem
    last = plan.cells[-5:]
    assert len({(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(last)}) == 1


def _actions(now: Any) -> Any:
    from gridwar.engine.play.offered_actions_and_drafts import actions_of

    return actions_of(SYSTEM, now, "ada")


@pytest.mark.rule("PC-ACT-05")
@pytest.mark.parametrize(
    ("geometry", "path", "foe", "code"),
    [
        ("eight_directions", KNIGHTLY, (10, 8), "no_run_up"),
        ("any_angle", KNIGHTLY, (10, 8), ""),
        ("any_angle", ((6, 5), (7, 5), (8, 6), (9, 7)), (10, 8), "no_run_up"),
        ("toward_target", ALONG[:4], (10, 6), "not_toward"),
        ("toward_target", ALONG[:4], (10, 5), ""),
        ("strict_range", ALONG[:6], (12, 5), "foe_too_far"),
        ("strict_range", ALONG[:5], (11, 5), ""),
    ],
)
def test_every_reading_of_the_line(
    geometry: str, path: tuple[tuple[int, int], ...], foe: tuple[int, int], code: str
) -> None:
    """The four squares lie in one of eight directions, on any line, or point at the foe.

    By the strict reading the foe's own square lies within the Charge Move of 6.
    """
    now = fight(ada(ab=2), tor(at=foe), charge_geometry=geometry)
    if code:
        assert refusal(now, charge(*path)) == code
    else:
        assert preview(SYSTEM, now, charge(*path)).refusal is None


@pytest.mark.rule("PC-ACT-05")
@pytest.mark.rule("PC-ACT-14")
def test_a_hold_or_a_knock_down_in_place_of_the_blow() -> None:
    """Plain WS 30 takes hold, plain Strength 30 fells; by house rule at +20."""
    now = fight(ada(ws=30, s=30, ab=3), FAR)
    held = play(now, charge(*STRAIGHT, instead="grapple"), 30, evade="none")
    assert state_of(held.encounter).grapples[0].controller == "ada"
    assert not state_of(play(now, charge(*STRAIGHT, instead="grapple"), 31).encounter).grapples
    felled = play(now, charge(*STRAIGHT, instead="knock_down"), 30, 99)
    assert felled.has("tor", "prone")
    plus = fight(ada(ws=30, s=30, ab=3), FAR, charge_bonus_on_substitute=True)
    held = play(plus, charge(*STRAIGHT, instead="grapple"), 50, evade="none")
    assert state_of(held.encounter).grapples


@pytest.mark.rule("PC-ACT-05")
@pytest.mark.rule("PC-MOV-03")
@pytest.mark.rule("PC-ATK-01")
def test_what_stands_against_a_charge() -> None:
    """The turn of another, an ally where it ends, a foe out of the weapon's own reach."""
    now = fight(ada(ws=30, ab=3), FAR)
    assert refusal(now.replace(turn="tor"), charge(*STRAIGHT)) == "not_your_turn"
    taken = fight(ada(ws=30, ab=3), FAR, one("kim", STRAIGHT[-1], side="1"))
    assert refusal(taken, charge(*STRAIGHT)) == "square_taken"
    pike = PercentileWeapon(id="pike", reach_cells=2)
    armed = fight(ada(SWORD, pike, ab=3), FAR)
    assert refusal(armed, charge(*STRAIGHT[:7])) == "no_foe_at_end"
    assert preview(SYSTEM, armed, charge(*STRAIGHT[:7], weapon="pike")).refusal is None
    tied = Grapple(controller="kim", restrained="tor")
    held = fight(ada(ws=30, ab=3), FAR, one("kim", (15, 5), side="1"))
    held = held.replace(rules=PercentileState(grapples=(tied,)))
    assert refusal(held, charge(*STRAIGHT, instead="grapple")) == "grappled_already"


@pytest.mark.rule("PC-ACT-05")
def test_a_line_points_at_a_foe_two_squares_on() -> None:
    """Down to the right with a pike: the foe on the diagonal is met, one beside it is not."""
    pike = PercentileWeapon(id="pike", reach_cells=2)
    path = ((6, 6), (7, 7), (8, 8), (9, 9))
    for foe, code in (((11, 11), ""), ((11, 10), "not_toward")):
        now = fight(ada(pike, ab=2), tor(at=foe), charge_geometry="toward_target")
        run = charge(*path, weapon="pike")
        if code:
            assert refusal(now, run) == code
        else:
            assert preview(SYSTEM, now, run).refusal is None


@pytest.mark.rule("PC-ACT-05")
def test_a_charger_who_does_not_arrive_has_no_success() -> None:
    """Killed on the way by 30 of 100 strikes: 0.7 of the runs arrive, and 0.5 of these hit."""
    deadly = SWORD.replace(damage=DamageDice(count=1, sides=2, flat=50))
    guard = one("kim", (7, 6), weapons=(deadly,), ws=20)
    start = fight(
        ada(at=(5, 5), ab=3, ws=30, wounds=5, reactions=0),
        guard,
        tor(at=(13, 5), dodge=1, reactions=0),
    )
    run = charge(*((x, 5) for x in range(6, 13)))
    strikes = {"walk/step 4/opportunity of kim/strike": Answer(option="sword")}
    assert explore(SYSTEM, start, run, strikes).success == pytest.approx(0.7 * 0.5)
    struck = play(start, run, 20, 1, strike="sword")
    assert struck.sheet("ada").dead
    assert facts_of(start, struck.encounter, struck.result).success is False


@pytest.mark.rule("PC-ACT-05")
@pytest.mark.rule("PC-ATK-01")
def test_a_hold_at_the_end_of_a_charge_has_the_reach_of_bare_hands() -> None:
    """Two squares off with a pike: the blow reaches, the hold is refused before the run."""
    pike = PercentileWeapon(id="pike", reach_cells=2)
    now = fight(ada(pike, at=(5, 5), ab=3), tor(at=(11, 5)))
    run = charge(*((x, 5) for x in range(6, 10)), weapon="pike")
    assert preview(SYSTEM, now, run).refusal is None
    assert refusal(now, run.replace(instead="grapple")) == "no_foe_at_end"


@pytest.mark.rule("PC-ACT-05")
def test_where_a_charge_may_not_end_the_reason_is_told() -> None:
    """No foe in reach, no straight line, or somebody stands there: never merely no way."""
    way = movement(
        fight(ada(ab=3), tor(at=(9, 5)), one("kim", (8, 5), side="1")), "ada", "charge:sword"
    )
    assert way.why_no_end is not None
    assert way.why_no_end(Cell(5, 8)) == "no foe is in reach from there"
    assert way.why_no_end(Cell(8, 4)) == "no four squares in a straight line lead there"
    assert way.why_no_end(Cell(8, 5)) == "somebody stands there"
