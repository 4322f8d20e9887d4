"""Moves, charges, changes of band and falls of the percentile rules."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from gridwar.control.drafts.move_planner import MovePlanner
from gridwar.engine.kit import Move, NextTurn
from gridwar.engine.odds.explorer import explore
from gridwar.engine.play.preview import preview
from gridwar.model.command import Adjustments, Answer
from gridwar.model.geometry import Cell
from gridwar.model.layers import Layer
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.charges.charging import Charge
from gridwar.systems.percentile.charges.run_up import movement
from gridwar.systems.percentile.core.sheet import MoveModifier
from gridwar.systems.percentile.core.state import Grapple, PercentileState, state_of
from gridwar.systems.percentile.core.weapons import DamageDice, PercentileWeapon
from gridwar.systems.percentile.movement.speeds import squares_of
from gridwar.systems.percentile.positions.squares import band_of
from gridwar.systems.percentile.turns.rounds import EndRound
from gridwar.systems.percentile.views.facts import facts_of
from tests.systems.percentile.people import SWORD, ada, fight, one, play, refusal, session, tor

WAIVED = Adjustments(waived=frozenset({"no_action_left"}))
ALONG = tuple((x, 5) for x in range(6, 30))
UP = ("", "low", "high")


def move(*path: tuple[int, int], mode: str = "", climbs: tuple[int, ...] = ()) -> Move:
    """Return a move of Ada."""
    return Move(actor="ada", path=tuple(Cell(*at) for at in path), mode=mode, climbs=climbs)


def charge(*path: tuple[int, int], **more: Any) -> Charge:
    """Return a charge of Ada's with the sword."""
    way = tuple(Cell(*at) for at in path)
    return Charge(actor="ada", path=way, **{"weapon": "sword", "replace_die": False, **more})


@pytest.mark.rule("PC-MOV-01")
@pytest.mark.rule("PC-MOV-02")
@pytest.mark.rule("PC-MOV-03")
@pytest.mark.rule("PC-MOV-04")
def test_four_moves_are_multiples_of_the_half_move() -> None:
    """AB 4 - 1 is 3, 6, 9 and 12 squares; below 0 it is none; a unit may be two squares."""
    slow = (MoveModifier(label="pack", squares=-1),)
    keys = ("half_move", "full_move", "charge", "run")
    now = fight(ada(ab=4, move_modifiers=slow))
    assert [squares_of(now, "ada", key) for key in keys] == [3, 6, 9, 12]
    stuck = fight(ada(ab=0, move_modifiers=slow))
    assert [squares_of(stuck, "ada", key) for key in keys] == [0, 0, 0, 0]
    assert squares_of(fight(ada(ab=4), move_unit=2), "ada", "run") == 32


@pytest.mark.rule("PC-MOV-01")
@pytest.mark.rule("PC-MOV-04")
@pytest.mark.rule("PC-MOV-05")
@pytest.mark.rule("PC-ALT-06")
def test_a_drag_takes_the_cheapest_move() -> None:
    """3 squares are a Half Move, 4 a Full Move, 7 a Run; 13 are too many."""
    now = fight(ada(ab=3))
    for squares, halves in ((3, 1), (4, 0), (7, 0)):
        moved = play(now, move(*ALONG[:squares]))
        assert moved.encounter["ada"].pos == Cell(5 + squares, 5)
        assert moved.sheet("ada").half_actions == halves
        assert moved.sheet("ada").half_move_made is (squares == 3)
    assert refusal(now, move(*ALONG[:13])) == "move_too_far"
    assert refusal(now, move(*ALONG[:4], mode="half_move")) == "move_too_far"
    tired = play(now, move(*ALONG[:3])).encounter
    assert refusal(tired, move((9, 5), mode="full_move")) == "no_action_left"
    assert SYSTEM.board.movement(now, "ada", "run").zones[0].limit == 12
    assert len(SYSTEM.board.movement(tired, "ada", "").zones) == 1
    labels = [zone.label for zone in SYSTEM.board.movement(now, "ada", "").zones]
    limits = [zone.limit for zone in SYSTEM.board.movement(now, "ada", "").zones]
    assert (len(labels), limits) == (4, [3, 6, 9, 12])


@pytest.mark.rule("PC-ALT-02")
def test_whoever_is_on_the_ground_has_no_tag() -> None:
    """Ground is the band of those of whom nothing is said; Low and High have a word."""
    now = fight(ada(), tor().replace(altitude=1))
    assert (band_of(now["ada"]), band_of(now["tor"])) == ("ground", "low")
    assert [level.tag for level in SYSTEM.board.levels] == ["", "LOW", "HIGH"]
    names = {badge.text for badge in SYSTEM.cards.card(now, "ada").badges}
    assert not names & {"Low", "High"}


@pytest.mark.rule("PC-ALT-01")
@pytest.mark.rule("PC-MOV-04")
def test_those_on_other_bands_share_a_square() -> None:
    """A foe blocks the way on one's own band alone."""
    now = fight(ada(ab=3), tor())
    assert refusal(now, move((6, 5))) == "blocked"
    friend = fight(ada(ab=3), one("kim", (6, 5), side="1"))
    assert refusal(friend, move((6, 5))) == "square_taken"
    assert play(friend, move((6, 5), (7, 5))).encounter["ada"].pos == Cell(7, 5)
    high = now.with_combatant(now["tor"].replace(altitude=2))
    assert play(high, move((6, 5))).encounter["ada"].pos == high["tor"].pos


@pytest.mark.rule("PC-ALT-03")
@pytest.mark.rule("PC-MOV-04")
def test_above_the_ground_nothing_stands_in_the_way() -> None:
    """Chimneys and walls stop whoever walks, not whoever flies on Low."""
    now = fight(ada(ab=3, can_fly=True))
    page = now.map.replace(terrain=now.map.terrain.painted(Layer.marking([Cell(6, 5)]), 2))
    walks = now.replace(map=page)
    assert refusal(walks, move((6, 5))) == "blocked"
    flies = walks.with_combatant(walks["ada"].replace(altitude=1))
    assert play(flies, move((6, 5))).encounter["ada"].pos == Cell(6, 5)


@pytest.mark.rule("PC-ALT-06")
@pytest.mark.rule("PC-ALT-07")
@pytest.mark.rule("PC-ALT-08")
def test_flyers_change_one_band_with_a_half_move_and_two_with_more() -> None:
    """Two bands make a Full Move of one square; those who cannot fly stay."""
    flyer = fight(ada(ab=3, can_fly=True))
    low = play(flyer, move((5, 5), climbs=(1,)))
    assert (low.encounter["ada"].altitude, low.sheet("ada").half_actions) == (1, 1)
    high = play(flyer, move((6, 5), (7, 5), climbs=(1, 1)))
    assert (high.encounter["ada"].altitude, high.sheet("ada").half_actions) == (2, 0)
    assert refusal(flyer, move((5, 5), (5, 5), mode="half_move", climbs=(1, 1))) == (
        "too_many_bands"
    )
    assert refusal(fight(ada(ab=3)), move((5, 5), climbs=(1,))) == "no_climb"
    stays = [zone.climbs for zone in SYSTEM.board.movement(fight(ada(ab=3)), "ada", "").zones]
    assert stays == [0, 0, 0, 0]
    flies = [zone.climbs for zone in SYSTEM.board.movement(flyer, "ada", "").zones]
    assert flies == [1, 2, 2, 2]
    again = play(low.encounter, move((5, 5), climbs=(1,)))
    assert again.encounter["ada"].altitude == 2


@pytest.mark.rule("PC-ALT-06")
def test_a_band_may_cost_squares() -> None:
    """By house rule 2 squares a band leave 1 of a Half Move of 3."""
    flyer = fight(ada(ab=3, can_fly=True), altitude_cost=2)
    assert refusal(flyer, move(*ALONG[:2], mode="half_move", climbs=(1,))) == "move_too_far"
    play(flyer, move(*ALONG[:1], mode="half_move", climbs=(1,)))


# --- falling --------------------------------------------------------------------------------------


@pytest.mark.rule("PC-ALT-09")
@pytest.mark.rule("PC-ALT-10")
@pytest.mark.rule("PC-SEQ-07")
@pytest.mark.parametrize(("start", "squares", "rounds"), [(2, 200, 2), (1, 60, 1)])
def test_whoever_cannot_fly_sinks_a_band_a_round(start: int, squares: int, rounds: int) -> None:
    """From High it takes two rounds; the GM says what 200 or 60 squares do."""
    now = fight(one("ada", (5, 5), side="1", wounds=30).replace(altitude=start), tor(at=(20, 5)))
    played = play(now, EndRound())
    assert played.sheet("ada").falling_from == UP[start]  # the fall began with the first command
    for _round in range(rounds - 1):
        assert played.encounter["ada"].altitude == start
        played = played.next(EndRound())
    assert played.encounter["ada"].altitude == start - (rounds - 1)
    crashed = played.next(EndRound(), crash={"damage": 12})
    assert crashed.encounter["ada"].altitude == 0
    assert crashed.sheet("ada").wounds == 18
    assert crashed.sheet("ada").falling_from is None
    assert [step.after for step in crashed.trace("crashes").steps] == [squares]


@pytest.mark.rule("PC-ALT-09")
def test_flight_regained_stops_a_fall() -> None:
    """Who flies again stays on the band reached."""
    falling = fight(one("ada", (5, 5), side="1", falling_from="high").replace(altitude=1))
    saved = falling.with_combatant(
        falling["ada"].replace(sheet=falling["ada"].sheet.replace(can_fly=True))
    )
    played = play(saved, EndRound())
    assert played.sheet("ada").falling_from is None
    assert played.encounter["ada"].altitude == 1


@pytest.mark.rule("PC-ALT-10")
def test_a_crash_may_be_rolled() -> None:
    """60 squares at 20 a die are 3d10: 4 + 5 + 6."""
    now = fight(
        one("ada", (5, 5), side="1", falling_from="low", wounds=30).replace(altitude=1),
        fall_damage="formula",
    )
    now = now.replace(settings=now.settings.replace(fall_squares_a_die=20))
    assert play(now, EndRound(), 4, 5, 6).sheet("ada").wounds == 15


# --- charging -------------------------------------------------------------------------------------

FAR = tor(at=(14, 5))
STRAIGHT = ALONG[:8]


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
    planner = MovePlanner(SYSTEM, now, "ada", actions["charge:sword"])
    reach = planner.reach()
    assert reach is not None
    assert Cell(10, 8) in reach.ends
    assert Cell(7, 5) not in reach.ends
    plan = planner.plan((Cell(5, 5),), Cell(10, 8))
    assert not planner.judged(plan).problem
    last = plan.cells[-5:]
    assert len({(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(last)}) == 1


def _actions(now: Any) -> Any:
    from gridwar.engine.play.offers import actions_of

    return actions_of(SYSTEM, now, "ada")


KNIGHTLY = ((6, 5), (7, 6), (8, 6), (9, 7))


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


@pytest.mark.rule("PC-ALT-01")
@pytest.mark.rule("PC-MOV-04")
@pytest.mark.rule("PC-ALT-06")
def test_a_square_is_taken_on_the_band_where_the_move_ends() -> None:
    """Whoever rises over Kim on the ground may stop there; whoever rises to her may not."""
    flyer = ada(ab=3, can_fly=True)
    rises = move((6, 5), climbs=(1,))
    below = fight(flyer, one("kim", (6, 5), side="1"))
    assert play(below, rises).encounter["ada"].altitude == 1
    beside = below.with_combatant(below["kim"].replace(altitude=1))
    assert refusal(beside, rises) == "square_taken"


# --- leaving a fight ------------------------------------------------------------------------------


def leaving(*path: tuple[int, int], **more: Any) -> Any:
    """Return a session in which Ada moves away from Tor, who is asked or not."""
    table = session(fight(ada(ab=3, can_fly=True), tor(weapons=(SWORD,), ws=30)), 40, 5)
    table.submit(move(*path, **more))
    return table


@pytest.mark.rule("PC-ACT-08")
def test_leaving_a_reach_draws_an_attack_on_the_last_square() -> None:
    """Sliding along it does not; 40 hits at 30 + 10; 5 + 2 + 3 less 3 leave 3 of 10."""
    table = leaving((6, 6), (6, 7))
    (asked,) = table.wanted
    assert (asked.recipient, asked.window, asked.at) == ("tor", "opportunity", Cell(6, 6))
    table.answer(asked.key, asked.default.replace(option="sword"))
    while table.wanted:
        table.answer(table.wanted[0].key, table.wanted[0].default)
    after = table.encounter
    assert (after["ada"].pos, after["ada"].sheet.wounds) == (Cell(6, 7), 3)
    assert "tor" in state_of(after).attacked


@pytest.mark.rule("PC-ACT-08")
@pytest.mark.rule("PC-MOV-05")
def test_disengage_draws_none_and_a_change_of_band_does() -> None:
    """A band left in one's own square is leaving; Disengage goes one Half Move."""
    assert not leaving((4, 5), mode="disengage").wanted
    assert leaving((5, 5), climbs=(1,)).wanted
    now = fight(ada(ab=3), tor())
    assert refusal(now, move((4, 5), (3, 5), (2, 5), (1, 5), mode="disengage")) == "move_too_far"


@pytest.mark.rule("PC-ACT-08")
@pytest.mark.rule("PC-ECO-08")
def test_one_opportunity_in_any_one_turn() -> None:
    """Whoever struck at one who left has used the Attack action of that turn."""
    start = fight(ada(ab=3, wounds=40), tor(weapons=(SWORD,), ws=30))
    table = session(start, 99)
    table.submit(move((4, 5)))
    table.answer(table.wanted[0].key, Answer(option="sword"))
    back = session(table.encounter)
    back.submit(move((5, 5)))
    back.submit(Move(actor="ada", path=(Cell(4, 5),), adjustments=WAIVED))
    assert not back.wanted
    fresh = session(start)
    fresh.submit(move((4, 5)))
    assert fresh.wanted


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


@pytest.mark.rule("PC-ACT-08")
def test_entering_may_draw_one_too() -> None:
    """By the house rule the step into a reach is met as well, and a long pike is met earlier."""
    pike = PercentileWeapon(id="pike", reach_cells=2)
    for timing, asks in (("leaving", False), ("entering_or_leaving", True)):
        start = fight(ada(ab=3), tor(at=(9, 5), weapons=(pike,)), aoo_timing=timing)
        table = session(start)
        table.submit(move((6, 5), (7, 5)))
        assert bool(table.wanted) is asks


def test_next_turn_does_not_need_anybody_in_the_air() -> None:
    """A fight on the ground settles nothing of its own accord."""
    assert play(fight(ada(), tor()), NextTurn()).encounter.turn == "tor"


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
