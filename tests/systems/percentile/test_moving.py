"""Moves, changes of band and falls of the percentile rules."""

from __future__ import annotations

import pytest

from gridwar.engine.insight.places_asked import PlacesAsked
from gridwar.engine.insight.watch import WatchedExplorer, watching
from gridwar.engine.kit import NextTurn
from gridwar.engine.kit.questions_of_places import hearing
from gridwar.engine.odds.odds_outcomes import Limits
from gridwar.model.command import Adjustments
from gridwar.model.geometry import Cell
from gridwar.model.painted_layers import Layer
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import StandardAttack
from gridwar.systems.percentile.core.altitude_bands import band_of
from gridwar.systems.percentile.core.sheet import MoveModifier
from gridwar.systems.percentile.movement.distance_and_ground import squares_of
from gridwar.systems.percentile.turns.rounds_and_turns import EndRound
from tests.support.floors import BELOW_HATCH, HATCH, house
from tests.systems.percentile.people import ALONG, ada, fight, move, one, play, refusal, tor

UP = ("", "low", "high")


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


@pytest.mark.rule("PC-ALT-09")
@pytest.mark.parametrize("up", [0, 1])
def test_who_is_shot_dead_in_the_air_falls(up: int) -> None:
    """Who can no longer fly falls with that very shot; who is dead on the ground lies there."""
    flier = one("tor", (14, 5), wounds=3, can_fly=True).replace(altitude=up)
    shot = StandardAttack(actor="ada", target="tor", weapon="gun", replace_die=False)
    played = play(fight(ada(bs=60), flier), shot, 30, 9, evade="none")
    assert played.sheet("tor").dead
    assert played.sheet("tor").falling_from == (UP[up] or None)


def test_falls_are_told_by_who_is_in_the_air_wherever_it_is() -> None:
    """What a shot at a flier came to is true of it at another square, and not on the ground."""
    flier = one("tor", (14, 5), wounds=3, can_fly=True).replace(altitude=1)
    start = fight(ada(bs=60), flier)
    shot = StandardAttack(actor="ada", target="tor", weapon="gun")
    asked = PlacesAsked(start, ("tor",))
    with watching() as readers, hearing(asked):
        WatchedExplorer(SYSTEM, start, shot, {}, Limits()).run()
    assert not readers
    assert asked.are_true_for(start.with_combatant(flier.replace(pos=Cell(15, 5))))
    assert not asked.are_true_for(start.with_combatant(flier.replace(altitude=0)))


@pytest.mark.rule("PC-ALT-10")
def test_a_crash_may_be_rolled() -> None:
    """60 squares at 20 a die are 3d10: 4 + 5 + 6."""
    now = fight(
        one("ada", (5, 5), side="1", falling_from="low", wounds=30).replace(altitude=1),
        fall_damage="formula",
    )
    now = now.replace(settings=now.settings.replace(fall_squares_a_die=20))
    assert play(now, EndRound(), 4, 5, 6).sheet("ada").wounds == 15


@pytest.mark.rule("PC-ALT-10")
def test_a_fall_through_an_opening_is_a_crash_of_as_many_squares() -> None:
    """A storey of 3 m is 2 squares; nobody jumps unless the game master says so."""
    now = fight(one("ada", HATCH.shifted(-1, 0), side="1", wounds=30), tor(at=(3, 3)))
    now = now.replace(map=house(is_open=True))
    jump = move(HATCH)
    assert refusal(now, jump) == "opening"
    anyway = jump.replace(adjustments=Adjustments(waived=frozenset({"opening"})))
    fallen = play(now, anyway, crash={"damage": 5})
    assert fallen.encounter["ada"].pos == BELOW_HATCH
    assert fallen.sheet("ada").wounds == 25
    assert [step.after for step in fallen.trace("crashes").steps] == [2]
    stays = play(now, anyway, fall="stays")
    assert (stays.encounter["ada"].pos, stays.sheet("ada").wounds) == (HATCH, 30)


def test_next_turn_does_not_need_anybody_in_the_air() -> None:
    """A fight on the ground settles nothing of its own accord."""
    assert play(fight(ada(), tor()), NextTurn()).encounter.turn == "tor"


# --- where a move ends ----------------------------------------------------------------------------


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
