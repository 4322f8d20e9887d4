"""Attacks against a square: the square, everybody there, scatter, walls, criticals, fizzling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Refused
from gridwar.model.geometry import SUBCELL, Cell, Point, Size, cell_name
from gridwar.model.walls import Wall
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.attacks.area_attack import AreaAttack
from gridwar.systems.arrgs.attacks.area_attack_hits import AreaResult
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.attacks.repeated_attack import RepeatedAttack
from gridwar.systems.arrgs.attacks.scatter import scatter_dice, scattered
from gridwar.systems.arrgs.attacks.trip_disarm_reposition_sunder import Disarm, Sunder
from gridwar.systems.arrgs.core.weapon_and_item_records import Item, Weapon
from gridwar.systems.arrgs.positions.areas_and_occupants import AimPoint, area_cells, has_area
from tests.systems.arrgs.skirmish import AXE, BOW, accepted, board, fighter, session, sheet, traces

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.actions.offers import WeaponManoeuvre

POT = Weapon(
    id="pot", category="ranged", base_sv=6, types=("fire",), range_increment=3, area_radius=1
)
FIREBALL = Weapon(
    id="fireball",
    category="spell",
    base_sv=10,
    types=("fire",),
    range_increment=4,
    area_radius=1,
    spell_level=2,
    prepared=2,
)
AIM = Cell(9, 5)


def thrower(**fields: Any) -> Any:
    """Return somebody with a fire pot and a fireball at (2, 5)."""
    return fighter("A", (2, 5), weapons=(AXE, POT, FIREBALL), **fields)


def thrown(encounter: Encounter, *faces: int, weapon: str = "pot", at: Cell = AIM) -> Any:
    """Attack a square and return the fight and the result."""
    fight = session(encounter, *faces)
    outcome = accepted(fight.submit(AreaAttack(actor="A", weapon=weapon, square=at)))
    assert isinstance(outcome.result, AreaResult)
    return fight, outcome.result


def refused(encounter: Encounter, **fields: Any) -> str:
    """Return the reason against an attack on a square."""
    outcome = session(encounter).submit(AreaAttack(actor="A", **fields))
    assert isinstance(outcome, Refused), outcome
    return outcome.code


@pytest.mark.rule("AR-ARE-01", "AR-ARE-02", "AR-ARE-03", "AR-INC-03")
def test_one_check_finds_the_square_and_is_compared_with_everybody_there() -> None:
    """14 less 4 for seven squares is 10: on target; friend and foe suffer, a big one once."""
    fight, done = thrown(
        board(
            thrower(),
            fighter("B", (9, 5), "2"),
            fighter("C", (10, 6)),
            fighter("D", (12, 5), "2"),
            fighter("G", (8, 3), "2", mods={"reflex": 2}).replace(size=Size(2, 2)),
        ),
        14,
    )
    assert (done.increment, done.range_modifier, done.square_check) == (3, -4, 10)
    assert done.on_target
    assert {hit.who: hit.damage for hit in done.hits} == {"B": 6, "C": 6, "G": 4}
    assert sheet(fight.encounter, "A").current_vitality == 49


@pytest.mark.rule("AR-ARE-02")
def test_a_natural_one_never_finds_its_square() -> None:
    """1 and a bonus of 20 is well over 10, and yet the attack scatters."""
    _fight, done = thrown(board(thrower(mods={"ranged": 20})), 1, 3, 1, 1, 1, 10)
    assert (done.on_target, done.impact) == (False, Cell(12, 5))


@pytest.mark.rule("AR-ARE-02")
def test_graded_squares_are_found_like_targets() -> None:
    """By the house rule base 6 and a result of 5 (five short of 10) still finds the square."""
    _fight, done = thrown(board(thrower(), area_square_test="graded"), 9)
    assert (done.square_check, done.on_target) == (5, True)


@pytest.mark.rule("AR-ARE-04", "AR-ARE-05")
def test_scatter_rolls_direction_then_one_d4_an_increment_then_a_new_check() -> None:
    """8 less 4 misses; 5 is south, 2+1+2 squares: who stands there is met by 15 less 4."""
    fight, done = thrown(
        board(thrower(), fighter("B", (9, 5), "2"), fighter("C", (9, 10), "2")), 8, 5, 2, 1, 2, 15
    )
    assert done.flight is not None
    assert (done.flight.direction, done.flight.squares, done.impact) == ("S", 5, Cell(9, 10))
    assert [(hit.who, hit.results, hit.damage) for hit in done.hits] == [("C", (11,), 7)]
    assert sheet(fight.encounter, "A").points_used == 2


@pytest.mark.rule("AR-ARE-04")
def test_the_faces_go_round_either_way_and_fewer_dice_may_fly() -> None:
    """3 is east clockwise and west the other way; the first increment's die can be left out."""
    fight = board(thrower())
    assert scattered(fight, AIM, 3, 2).impact == Cell(11, 5)
    other = board(thrower(), scatter_rotation="counterclockwise")
    assert scattered(other, AIM, 3, 2).impact == Cell(7, 5)
    fewer = board(thrower(), scatter_dice="increments_after_first_min_1")
    assert [scatter_dice(fight, away, 3) for away in (0, 3, 4, 9)] == [1, 1, 2, 3]
    assert [scatter_dice(fewer, away, 3) for away in (0, 3, 4, 9)] == [1, 1, 1, 2]
    assert scatter_dice(fight, 9, None) == 1


@pytest.mark.rule("AR-ARE-04")
def test_what_scatters_stops_before_a_wall_and_at_the_edge_of_the_map() -> None:
    """A wall two squares east of the aim holds a flight of four; the house rule lets it through."""
    wall = Wall(id="w", a=Point(11 * SUBCELL, 0), b=Point(11 * SUBCELL, 12 * SUBCELL))
    walled = board(thrower())
    walled = walled.replace(map=walled.map.replace(walls=(wall,)))
    flight = scattered(walled, AIM, 3, 4)
    assert (flight.impact, flight.stopped, flight.squares) == (Cell(10, 5), True, 4)
    switches = walled.switches.replace(scatter_blocked="ignore_blockers")
    through = walled.replace(switches=switches)
    assert scattered(through, AIM, 3, 4).impact == Cell(13, 5)
    assert scattered(through, Cell(0, 5), 7, 3).impact == Cell(0, 5)


@pytest.mark.rule("AR-ARE-03")
def test_a_wall_shelters_from_a_burst_and_height_takes_out_of_it() -> None:
    """Behind a wall beside the middle nobody is met, nor a flyer five squares up."""
    wall = Wall(id="w", a=Point(10 * SUBCELL, 0), b=Point(10 * SUBCELL, 12 * SUBCELL))
    fight = board(thrower(), fighter("B", (10, 5), "2"), fighter("C", (8, 5), "2"))
    high = fight["C"].replace(altitude=5 * fight.map.scale.cell_size)
    walled = fight.replace(map=fight.map.replace(walls=(wall,)))
    assert [hit.who for hit in thrown(fight, 14)[1].hits] == ["B", "C"]
    assert [hit.who for hit in thrown(walled, 14)[1].hits] == ["C"]
    assert [hit.who for hit in thrown(fight.with_combatant(high), 14)[1].hits] == ["B"]


@pytest.mark.rule("AR-ARE-03", "AR-ARE-06", "AR-CRT-01", "AR-CRT-03")
def test_a_critical_is_followed_up_once_for_all_or_for_each() -> None:
    """20 chains with one shared roll, by the house rule with one for each; all gain Dying."""
    fight = board(thrower(), fighter("B", (9, 5), "2"), fighter("C", (10, 5), "2"))
    _shared, done = thrown(fight, 20, 18)
    assert [hit.success_value for hit in done.hits] == [12 + 10, 12 + 10]
    nimble = fight.with_combatant(fighter("C", (10, 5), "2", mods={"reflex": 40}))
    assert [hit.criticals for hit in thrown(nimble, 20, 18)[1].hits] == [1, 0]
    switches = fight.switches.replace(area_critical="roll_per_target")
    each, done = thrown(fight.replace(switches=switches), 20, 18, 16)
    assert [hit.success_value for hit in done.hits] == [12 + 10, 12 + 8]
    assert all(sheet(each.encounter, who).conditions["dying"] == 1 for who in ("B", "C"))


@pytest.mark.rule("AR-ARE-07", "AR-SPL-01", "AR-SPL-05", "AR-VIT-03")
def test_an_area_spell_scatters_first_and_then_has_to_be_cast() -> None:
    """7 misses the square, the new 11 misses 12: it fizzles; level 2 and one casting are gone."""
    start = board(thrower(), fighter("B", (6, 5), "2"))
    fight, done = thrown(start, 7, 1, 1, 11, weapon="fireball", at=Cell(6, 5))
    assert (done.fizzled, done.hits, done.impact) == (True, (), Cell(6, 4))
    after = sheet(fight.encounter, "A")
    assert after.current_vitality == 48
    assert after.weapons[2].prepared == 1
    strict = start.replace(switches=start.switches.replace(area_spell_order="fizzle_first"))
    _fight, done = thrown(strict, 7, weapon="fireball", at=Cell(6, 5))
    assert (done.fizzled, done.flight) == (True, None)


@pytest.mark.rule("AR-ARE-01")
def test_weapons_of_the_gargantuan_fill_more_than_a_square() -> None:
    """Two sizes below Gargantuan is Large: two squares a side; a Medium axe has no area."""
    giant = fighter("A", (2, 2), size="Gargantuan", threat_max=3, mods={"melee": 9})
    fight = board(giant.replace(size=Size(4, 4)), fighter("B", (7, 3), "2"))
    cells = area_cells(fight, "A", AXE, AimPoint(Cell(6, 2)))
    assert cells == {Cell(6, 2), Cell(7, 2), Cell(6, 3), Cell(7, 3)}
    _fight, done = thrown(fight, 10, weapon="axe", at=Cell(6, 2))
    assert [hit.who for hit in done.hits] == ["B"]
    assert refused(fight, weapon="axe", square=Cell(12, 2)) == "square_out_of_ring"
    small = board(fighter("A", (2, 2)))
    assert refused(small, weapon="axe", square=Cell(3, 2)) == "no_area"


@pytest.mark.rule("AR-ARE-01")
def test_cones_and_lines_begin_at_the_attacker() -> None:
    """A cone of 3 to the east takes in what lies within 45 degrees, a line one row."""
    cone = POT.replace(id="cone", area_form="cone", area_radius=3)
    ray = POT.replace(id="ray", area_form="line", area_radius=4)
    fight = board(fighter("A", (5, 5), weapons=(cone, ray)))
    east = AimPoint(Cell(8, 5))
    assert area_cells(fight, "A", ray, east) == {Cell(x, 5) for x in range(6, 10)}
    cells = area_cells(fight, "A", cone, east)
    assert {Cell(6, 5), Cell(7, 6), Cell(7, 4), Cell(8, 5)} <= cells
    assert Cell(5, 6) not in cells
    assert Cell(4, 5) not in cells


@pytest.mark.rule("AR-ARE-03")
def test_the_map_shows_what_the_attack_would_take_in() -> None:
    """The blast drawn while aiming has the squares and the victims of the attack itself."""
    fight = board(thrower(), fighter("B", (9, 5), "2"), fighter("C", (12, 5), "2"))
    blast = SYSTEM.board.overlays(fight, "A", "pot", AIM).blast
    assert blast is not None
    assert [one.who for one in blast.caught] == ["B"]
    assert blast.zones[0].cells == area_cells(fight, "A", POT, AimPoint(AIM))
    assert SYSTEM.board.overlays(fight, "A", "axe", AIM).blast is None


@pytest.mark.rule("AR-ARE-04")
def test_the_log_says_where_it_went_astray() -> None:
    """The line of the attack points from the square aimed at to where it came down."""
    fight = session(board(thrower()), 8, 5, 2, 1, 2, 15)
    _paid, told, *_hits = traces(fight.submit(AreaAttack(actor="A", weapon="pot", square=AIM)))
    assert (told.came_from, told.cell) == (AIM, Cell(9, 10))
    assert told.result == f"scatters 5 squares south to {cell_name(9, 10)}"


@pytest.mark.rule("AR-ARE-03", "AR-ARE-04")
def test_odds_of_an_attack_at_a_square_are_those_of_its_dice() -> None:
    """A square of its own is found on 10 and more, and Reflex 16 less base 6 is hurt on 11."""
    bomb = POT.replace(area_radius=0, critical_range=21, range_increment=None)
    foe = fighter("B", (9, 5), "2", mods={"reflex": 6})
    fight = board(fighter("A", (2, 5), weapons=(bomb,)), foe)
    found = odds(SYSTEM, fight, AreaAttack(actor="A", weapon="pot", square=AIM))
    outcomes = found.columns[0].outcomes
    assert outcomes is not None
    chance = sum(part for facts, part in outcomes.items if facts.success)
    assert chance == pytest.approx(10 / 20)


@pytest.mark.rule("AR-ARE-01", "AR-MNV-02", "AR-MNV-08", "AR-MNV-15", "AR-MNV-19", "AR-ATK-03")
def test_whoever_strikes_squares_strikes_nobody_singly() -> None:
    """A Gargantuan's axe is aimed at squares; no Attack, series, Disarm or Sunder, but a Trip."""
    held = Item(name="shield", held=True)
    encounter = board(
        fighter("A", (4, 4), size="Gargantuan", threat_max=2, mods={"melee": 9}).replace(
            size=Size(4, 4)
        ),
        fighter("B", (8, 5), "2", items=(held,)),
    )
    single: tuple[tuple[type[WeaponManoeuvre], str], ...] = (
        (Attack, "strikes_area"),
        (RepeatedAttack, "strikes_area"),
        (Disarm, "area"),
        (Sunder, "area"),
    )
    for kind, code in single:
        outcome = session(encounter, 10).submit(kind(actor="A", target="B", weapon="axe"))
        assert isinstance(outcome, Refused), kind
        assert outcome.code == code
    ids = {one.id for one in actions_of(SYSTEM, encounter, "A") if one.refusal is None}
    assert "area:axe" in ids
    assert "trip" in ids
    assert not ids & {"attack:axe", "attack", "repeated_attack", "disarm", "sunder"}


@pytest.mark.rule("AR-ARE-01")
def test_a_giants_bow_strikes_squares_and_one_alone_where_its_area_says_so() -> None:
    """Two squares a side without an area of its own; with 0 squares around, the one aimed at."""
    giant = board(fighter("A", (2, 2), size="Gargantuan"))
    for bow, cells in ((BOW, 4), (BOW.replace(area_radius=0), 1)):
        assert has_area(giant, "A", bow)
        assert len(area_cells(giant, "A", bow, AimPoint(Cell(9, 9)))) == cells
