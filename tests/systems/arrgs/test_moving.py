"""Movement: budgets, ground, ends, several manoeuvres in a row, and standing up."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.control.moves.route_and_reach import RoutePlanner
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.play.play_outcome import Accepted, Asking, Refused
from gridwar.grid.movement.routes import Route
from gridwar.model.battlemap import LayerName
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import Wall
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.core.sheet import CATEGORIES
from gridwar.systems.arrgs.movement import path_costs
from gridwar.systems.arrgs.movement.movement_budget import MovementCheck
from gridwar.systems.arrgs.movement.movement_manoeuvre import Dash, MovementManoeuvre
from gridwar.systems.arrgs.movement.sidestep_and_standup import Sidestep, Standup
from tests.systems.arrgs.skirmish import accepted, board, fighter, line, pos, reply, session, sheet

if TYPE_CHECKING:
    from gridwar.grid.movement.reach import Reach
    from gridwar.model.encounter import Encounter

DIFFICULT, IMPASSABLE = 1, 2
"""Kinds of terrain of a blank map."""


def painted(encounter: Encounter, ground: dict[tuple[int, int], TerrainKind]) -> Encounter:
    """Return the fight with single cells of other ground."""
    page = encounter.map
    kinds = [*page.terrain_kinds, *ground.values()]
    first = len(page.terrain_kinds)
    cells = {Cell(*at): first + n for n, at in enumerate(ground)}
    page = page.with_terrain_kinds(kinds).with_painted(LayerName.TERRAIN, cells)
    return encounter.replace(map=page)


def code(encounter: Encounter, command: Any) -> str:
    """Return the reason of a refusal."""
    outcome = session(encounter).submit(command)
    assert isinstance(outcome, Refused), outcome
    return outcome.code


def test_out_of_turn_the_zones_are_those_of_a_turn() -> None:
    """Whoever is looked at while another acts shows how far it could get, not "no AP"."""
    fight = board(fighter("A", (0, 5)), fighter("B", (9, 9)))
    own = SYSTEM.board.movement(fight.replace(turn="A"), "A", "").zones
    assert SYSTEM.board.movement(fight.replace(turn="B"), "A", "").zones == own
    assert own[0].limit > 0


@pytest.mark.rule("AR-MOV-02", "AR-INC-01", "AR-INC-04", "AR-ACT-03", "AR-MNV-12")
def test_a_long_move_takes_several_manoeuvres() -> None:
    """18 squares at 5 and +3 are three Movement manoeuvres of 8, 6 and 4; a 19th is too far."""
    fast = board(fighter("A", (0, 5), mods={"movement": 3}, total_vitality=60))
    assert path_costs.zone_limits(fast, "A", "walking") == (8, 14, 18)
    assert [zone.limit for zone in SYSTEM.board.movement(fast, "A", "").zones] == [8, 14, 18]
    fight = session(fast)
    done = accepted(fight.submit(Move(actor="A", path=line((0, 5), 18)))).result
    assert (done.squares, done.increment) == (18, 4)
    assert sheet(fight.encounter, "A").ap == 0
    assert sheet(fight.encounter, "A").current_vitality == 57
    assert code(fast, Move(actor="A", path=line((0, 5), 19))) == "points_end_before"
    assert code(fast, MovementManoeuvre(actor="A", path=line((0, 5), 9))) == "too_far"


@pytest.mark.rule("AR-MOV-01", "AR-MOV-03", "AR-MOV-04", "AR-ACC-04", "AR-CRT-01")
def test_unnatural_categories_are_rolled() -> None:
    """Climbing at 2 with +1 and a 15 gives 2 + 6 squares; a 20 chains, unless only attacks do."""
    one = fighter("A", (0, 5), mods={"movement": 1}, speeds={"climbing": 2}, acceleration_rate=2)
    check = MovementCheck(actor="A", category="climbing")
    assert accepted(session(board(one), 15).submit(check)).result == 4 + 6
    assert accepted(session(board(one), 20, 12).submit(check)).result == 4 + 11 + 4 + 3
    only = board(one, crit_scope="attacks_only")
    assert accepted(session(only, 20).submit(check)).result == 4 + 11
    assert accepted(session(board(one, movement_sv="flat_5"), 9).submit(check)).result == 10
    fight = session(board(one), 5)
    done = accepted(fight.submit(Move(actor="A", path=line((0, 5), 4), mode="climbing"))).result
    # 5 + 1 is 4 short of 10, so 4 - 4, and one square is always possible.
    assert (done.squares, done.budget) == (1, 1)


@pytest.mark.rule("AR-TER-01", "AR-TER-02", "AR-TER-03")
def test_difficult_ground_costs_more() -> None:
    """Each difficult square costs its number more, or only the worst once; flyers feel none."""
    rubble = TerrainKind(name="rubble", difficulty=2, affects=frozenset({"walking"}))
    base = fighter("A", (0, 5), natural=frozenset({"walking", "flying"}))
    ground = {(1, 5): rubble, (2, 5): rubble}
    rough = painted(board(base), ground)
    assert path_costs.path_costs(rough, "A", line((0, 5), 3), "walking") == (3, 6, 7)
    assert path_costs.path_costs(rough, "A", line((0, 5), 3), "flying") == (1, 2, 3)
    once = painted(board(base, difficult_stacking="highest_once"), ground)
    assert path_costs.path_costs(once, "A", line((0, 5), 3), "walking") == (3, 4, 5)
    assert code(rough, MovementManoeuvre(actor="A", path=line((0, 5), 2))) == "too_far"
    steep = painted(board(base), {(1, 5): TerrainKind(name="scree", difficulty=9)})
    assert (
        accepted(
            session(steep).submit(MovementManoeuvre(actor="A", path=line((0, 5), 1)))
        ).result.cost
        == 10
    )


@pytest.mark.rule("AR-TER-02")
def test_one_square_may_depend_on_the_ground() -> None:
    """With a budget below 1 a square is possible, or by house rule it is not."""
    lame = fighter("A", (0, 5), base_speed=1, mods={"movement": -3})
    step = MovementManoeuvre(actor="A", path=line((0, 5), 1))
    assert accepted(session(board(lame)).submit(step)).result.budget == 1
    assert code(board(lame, min_one_square="difficult_only"), step) == "too_far"


@pytest.mark.rule("AR-TER-02", "AR-MNV-12")
def test_the_map_shows_the_square_that_is_always_possible() -> None:
    """With budgets of 1 and 1, dear ground is within reach as the one square of either movement."""
    scree = TerrainKind(name="scree", difficulty=9)
    lame = fighter("A", (2, 5), base_speed=1, ap=2)
    start = painted(board(lame), {(3, 5): scree, (2, 3): scree})
    zones = [cells for _label, cells in RoutePlanner(SYSTEM, start, "A").zones()]
    assert (Cell(3, 5) in zones[0], Cell(2, 3) in zones[1]) == (True, True)
    for path in (((3, 5),), ((2, 4), (2, 3))):
        accepted(session(start).submit(Move(actor="A", path=tuple(Cell(*one) for one in path))))


@pytest.mark.rule("AR-INC-01", "AR-TER-01", "AR-MNV-12")
def test_the_map_shows_how_far_one_gets_who_has_waded() -> None:
    """Two movements over mud are 4 squares: no second increment, so the third has 4, not 2."""
    rock, mud = TerrainKind(name="rock", impassable=True), TerrainKind(name="mud", difficulty=1)
    walls = {(x, y): rock for x in range(14) for y in (4, 6)}
    start = painted(board(fighter("A", (2, 5), base_speed=4, ap=3)), walls)
    zones = [cells for _label, cells in RoutePlanner(SYSTEM, start, "A").zones()]
    assert max(cell.x for cell in zones[2]) == 2 + 4 + 4 + 2
    muddy = painted(start, {(x, 5): mud for x in range(3, 7)})
    planner = RoutePlanner(SYSTEM, muddy, "A")
    assert max(cell.x for _label, cells in planner.zones() for cell in cells) == 2 + 2 + 2 + 4
    way = tuple(Cell(x, 5) for x in range(3, 12))
    accepted(session(muddy).submit(Move(actor="A", path=way[:-1])))
    assert code(muddy, Move(actor="A", path=way)) == "points_end_before"


@pytest.mark.rule("AR-MOV-06", "AR-TER-01", "AR-TER-04")
def test_corners_walls_and_others_in_the_way() -> None:
    """Impassable ground is closed, so is the corner between two; others may be passed, or not."""
    rock = TerrainKind(name="rock", impassable=True)
    here = fighter("A", (4, 4))
    shut = painted(board(here), {(5, 4): rock, (4, 5): rock})
    slip = MovementManoeuvre(actor="A", path=(Cell(5, 5),))
    assert code(shut, slip) == "blocked"
    assert code(shut, MovementManoeuvre(actor="A", path=(Cell(5, 4),))) == "blocked"
    one_side = painted(board(here), {(5, 4): rock})
    assert accepted(session(one_side).submit(slip)).result.squares == 1
    strict = painted(board(here, corner_cutting="block_if_any"), {(5, 4): rock})
    assert code(strict, slip) == "blocked"
    foe, past = fighter("B", (5, 4), "2"), MovementManoeuvre(actor="A", path=line((4, 4), 2))
    assert accepted(session(board(here, foe)).submit(past)).result.cost == 2
    assert code(board(here, foe, pass_through="allies_only"), past) == "blocked"
    assert code(board(here, foe.replace(side="1"), pass_through="blocked"), past) == "blocked"
    assert (
        accepted(session(board(here, foe, pass_through="difficult")).submit(past)).result.cost == 3
    )


@pytest.mark.rule("AR-MOV-07")
def test_a_move_ends_on_a_free_square() -> None:
    """It may end among those three sizes apart, at another height, or on the dead; else not."""
    end = MovementManoeuvre(actor="A", path=line((4, 4), 1))
    here = fighter("A", (4, 4))
    assert code(board(here, fighter("B", (5, 4))), end) == "occupied"
    for other in (
        fighter("B", (5, 4), size="Diminutive"),
        fighter("B", (5, 4)).replace(altitude=3.0),
        fighter("B", (5, 4), conditions={"dead": 1}, current_vitality=-60),
    ):
        assert accepted(session(board(here, other)).submit(end)).result.squares == 1


@pytest.mark.rule("AR-MOV-05", "AR-THR-05", "AR-THR-03")
def test_measuring_is_a_house_rule() -> None:
    """Diagonals, heights and big tokens are measured as the house rules have it."""
    from gridwar.systems.arrgs.positions.distances import between, threatened_cells

    one, other = fighter("A", (1, 1)), fighter("B", (5, 4), "2").replace(altitude=9.0)
    assert between(board(one, other), "A", "B") == 6
    assert between(board(one, other, altitude_in_distance="add"), "A", "B") == 10
    assert between(board(one, other, altitude_in_distance="ignore"), "A", "B") == 4
    flat = board(one, fighter("B", (5, 4), "2"), distance_metric="alternating")
    assert between(flat, "A", "B") == 5
    assert path_costs.path_costs(flat, "A", (Cell(2, 2), Cell(3, 3)), "walking") == (1, 3)
    euclid = board(one, fighter("B", (4, 5), "2"), distance_metric="euclid_floor")
    assert between(euclid, "A", "B") == 5
    giant = fighter("G", (10, 10), threat_min=2, threat_max=2).replace(size=type(one.size)(3, 3))
    assert len(threatened_cells(board(giant), "G")) == 24
    near = board(giant, fighter("B", (13, 11)))
    assert between(near, "G", "B") == 1
    centres = board(giant, fighter("B", (13, 11)), token_distance="centres")
    assert between(centres, "G", "B") == 2
    # Two squares from the middle one: (2 * 2 + 1)^2 - (2 * 2 - 1)^2.
    assert len(threatened_cells(centres, "G")) == 16
    assert Cell(13, 11) in threatened_cells(centres, "G")


@pytest.mark.rule("AR-THR-02", "AR-ATK-02")
def test_the_threat_that_is_drawn_ends_at_a_wall() -> None:
    """Nobody can be struck through a wall, so the squares behind it are not drawn as threatened."""
    here = board(fighter("A", (5, 4)))
    whole = SYSTEM.board.overlays(here, "A", "", None).threat
    assert len(whole) == 8
    wall = Wall(id="w", a=Point(6 * SUBCELL, 0), b=Point(6 * SUBCELL, 9 * SUBCELL))
    walled = here.replace(map=here.map.with_walls([wall]))
    assert SYSTEM.board.overlays(walled, "A", "", None).threat == {
        cell for cell in whole if cell.x < 6
    }


@pytest.mark.rule("AR-MNV-17", "AR-CND-01")
def test_a_sidestep_is_one_free_square() -> None:
    """Two squares, an immobile mover or an occupied square are refused; rough ground is not."""
    free = painted(board(fighter("A", (4, 4))), {(5, 4): TerrainKind(name="bog", difficulty=9)})
    assert (
        accepted(session(free).submit(Sidestep(actor="A", path=line((4, 4), 1)))).result.cost == 1
    )
    assert code(free, Sidestep(actor="A", path=line((4, 4), 2))) == "not_one_square"
    for condition in ("immobile", "helpless"):
        stuck = board(fighter("A", (4, 4), conditions={condition: 1}))
        assert code(stuck, Sidestep(actor="A", path=line((4, 4), 1))) in ("immobile", "cannot_act")


@pytest.mark.rule("AR-MNV-18", "AR-CND-08", "AR-OPP-01")
def test_standing_up_provokes_and_ends_prone() -> None:
    """Those who threaten are asked first; who is not prone has nothing to do."""
    fight = session(
        board(fighter("A", (3, 3), conditions={"prone": 1}), fighter("B", (4, 4), "2", aap_max=2))
    )
    assert isinstance(fight.submit(Standup(actor="A")), Asking)
    accepted(reply(fight, "pass"))
    assert sheet(fight.encounter, "A").conditions == {}
    assert isinstance(fight.submit(Standup(actor="A")), Refused)


@pytest.mark.rule("AR-MOV-01")
@pytest.mark.parametrize("kind", [Dash, MovementCheck])
def test_a_category_that_the_book_has_not_is_told_at_once(kind: type[Dash | MovementCheck]) -> None:
    """The six of the book are read, and a misspelt one names them."""
    for category in CATEGORIES:
        assert kind.model_validate({"actor": "A", "category": category}).category == category
    with pytest.raises(ValueError, match="'swimming', 'climbing' or 'space'"):
        kind.model_validate({"actor": "A", "category": "swiming"})


@pytest.mark.rule("AR-INC-04")
def test_movement_without_a_map_counts_squares() -> None:
    """Squares of all manoeuvres of a round add up, and hamper the next Movement check."""
    fight = session(board(fighter("A", (3, 3), mods={"movement": 1})))
    squares = [
        accepted(fight.submit(Dash(actor="A", squares=n))).result.budget for n in (3, None, 4)
    ]
    assert squares == [6, 6, 4]
    assert sheet(fight.encounter, "A").squares_moved == 13


def test_a_move_that_ends_between_manoeuvres_keeps_what_it_walked() -> None:
    """The mover stands where its last manoeuvre ended, and its trail shows the way."""
    fight = session(board(fighter("A", (0, 5))))
    accepted(fight.submit(Move(actor="A", path=line((0, 5), 7))))
    assert pos(fight.encounter, "A") == (7, 5)
    assert len(fight.encounter.combatants["A"].trail) == 8


@pytest.mark.rule("AR-MNV-12", "AR-TER-01")
@pytest.mark.parametrize("seed", [2, 4, 9])
def test_a_square_that_only_a_way_without_waste_reaches_is_shown(seed: int) -> None:
    """Over broken ground what is left of a Movement is lost: each square shown can be walked to.

    Of equal ways the one that fits into the Movements is planned, at what its squares cost: 1,
    difficult ones 2.
    """
    chance = random.Random(seed)
    cells = (Cell(x, y) for x in range(1, 16) for y in range(12) if chance.random() < 0.5)
    ground = {cell: chance.choice((DIFFICULT, DIFFICULT, IMPASSABLE)) for cell in cells}
    start = board(fighter("A", (0, 5))).replace(turn="A")
    start = start.replace(map=start.map.with_painted(LayerName.TERRAIN, ground))
    planner = RoutePlanner(SYSTEM, start, "A")
    shown = frozenset[Cell]().union(*(cells for _label, cells in planner.zones()))
    without = {cell for cell in shown if not _is_walked(start, planner.reach(), cell)}
    assert without, "the cheapest ways lead everywhere: nothing is tried"
    for cell in sorted(without):
        plan = planner.plan((Cell(0, 5),), cell)
        accepted(session(start).submit(planner.command(plan)))
        prices = [2 if start.map.terrain.get(one) else 1 for one in plan.cells[1:]]
        assert plan.costs[-1] == sum(prices)


def _is_walked(start: Encounter, found: Reach | None, cell: Cell) -> bool:
    """Tell whether the cheapest way to a square can be walked."""
    route = None if found is None else found.route_to(cell)
    assert isinstance(route, Route)
    walk = Move(actor="A", path=route.cells[1:])
    return isinstance(session(start).submit(walk), Accepted)
