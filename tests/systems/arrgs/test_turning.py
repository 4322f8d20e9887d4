"""Manoeuvrability: turns of a way, in the search as on a way given; facing, arcs, waiting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwar.engine.kit.turn_and_move_commands import Move, NextTurn, TakeTurn
from gridwar.engine.play.play_outcome import Refused
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.mover_ground import Ground
from gridwar.grid.movement.reach import reach
from gridwar.grid.movement.routes import NoRoute, Route, find_route
from gridwar.grid.movement.step_rules import uniform
from gridwar.model.geometry import Cell
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.core.movement_speed import usual_category
from gridwar.systems.arrgs.movement.ground_and_step_costs import Paces
from gridwar.systems.arrgs.movement.movement_manoeuvre import MovementManoeuvre
from gridwar.systems.arrgs.movement.sidestep_and_standup import Sidestep
from gridwar.systems.arrgs.positions.turning_and_facing import Helm, Wheeling, turning_on
from tests.systems.arrgs.skirmish import (
    AXE,
    BOW,
    accepted,
    asked,
    board,
    fighter,
    line,
    session,
    sheet,
)
from tests.unit.grid.drawn import drawn

if TYPE_CHECKING:
    from gridwar.grid.movement.step_rules import State, StepRule
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

EAST, SOUTH = 90, 180


def cart(who: str = "V", at: tuple[int, int] = (10, 10), **fields: Any) -> Combatant:
    """Return something that turns slowly and faces east."""
    facing = fields.pop("facing_deg", EAST)
    return fighter(who, at, **{"manoeuvrability": 4, **fields}).replace(facing_deg=facing)


def code(encounter: Encounter, command: Any) -> str:
    """Return the reason of a refusal."""
    outcome = session(encounter).submit(command)
    assert isinstance(outcome, Refused), outcome
    return outcome.code


def bent(*corners: tuple[int, int]) -> tuple[Cell, ...]:
    """Return a way along straight lines between corners, the first one not included."""
    path: list[Cell] = []
    here = corners[0]
    for there in corners[1:]:
        while here != there:
            step = [(b > a) - (b < a) for a, b in zip(here, there, strict=True)]
            here = (here[0] + step[0], here[1] + step[1])
            path.append(Cell(*here))
    return tuple(path)


@pytest.mark.rule("AR-TRN-01", "AR-TRN-02", "AR-TRN-05")
def test_a_slow_mover_turns_as_often_as_its_manoeuvrability_less_its_speed() -> None:
    """At 4, base speed 10 and 12 squares (increment 2) two turns are allowed, a third is not."""
    ship = board(cart(base_speed=10))
    two = bent((10, 10), (16, 10), (16, 13), (19, 13))
    assert turning_on(ship, "V", two, "walking").legal
    three = bent((10, 10), (13, 10), (13, 13), (16, 13), (16, 16))
    found = turning_on(ship, "V", three, "walking")
    assert (found.increment, found.allowed, found.used, found.legal) == (2, 2, 3, False)


@pytest.mark.rule("AR-TRN-01", "AR-MNV-12")
def test_the_way_is_refused_or_walked_and_the_facing_stays() -> None:
    """A way with two turns is walked and ends facing south; a diagonal step is refused."""
    ship = board(cart(base_speed=10))
    assert code(ship, Move(actor="V", path=(Cell(11, 11),))) == "not_ahead"
    fight = session(ship)
    accepted(fight.submit(Move(actor="V", path=bent((10, 10), (12, 10), (12, 13)))))
    one = fight.encounter["V"]
    assert (one.pos, one.facing_deg) == (Cell(12, 13), SOUTH)
    assert sheet(fight.encounter, "V").turns_since_last_turn == 0


@pytest.mark.rule("AR-TRN-01", "AR-TRN-02")
def test_the_search_finds_only_ways_that_can_be_turned() -> None:
    """Beside a cart of Manoeuvrability 2 (one turn at speed 1) lies nothing that takes two."""
    ship = board(cart(base_speed=6, manoeuvrability=2))
    movement = SYSTEM.board.movement(ship, "V", "")
    found = reach(LazyGrid(movement.ground, movement.rule), Cell(10, 10), 6)
    assert Cell(13, 13) in found.costs
    assert Cell(10, 11) in found.costs, "a turn on the very first step"
    assert Cell(9, 10) not in found.costs, "a reversal is two turns"
    assert Cell(9, 12) not in found.costs, "south, and then west: two turns"


@pytest.mark.rule("AR-TRN-02")
def test_every_way_the_search_offers_is_a_legal_one() -> None:
    """Each way to each square in reach passes the judgement on whole ways."""
    ship = board(cart(base_speed=4, acceleration_rate=2, manoeuvrability=3))
    movement = SYSTEM.board.movement(ship, "V", "")
    found = reach(LazyGrid(movement.ground, movement.rule), Cell(10, 10), 8)
    assert len(found.costs) > 1
    for cell in found.costs:
        route = found.route_to(cell)
        assert not isinstance(route, NoRoute)
        if cell != Cell(10, 10):
            assert turning_on(ship, "V", route.cells[1:], "walking").legal, cell


@pytest.mark.rule("AR-TRN-03")
def test_below_zero_one_turn_in_so_many_of_its_own_turns() -> None:
    """At -1 and increment 1 (effective -2) a turn is allowed two own turns after the last one."""
    slow = [Helm(-1, base=10, facing=2, waited=waited) for waited in (0, 1, 2, None)]
    assert [helm.allowed(1) for helm in slow] == [0, 0, 1, 1]


@pytest.mark.rule("AR-TRN-03", "AR-TRN-05")
def test_own_turns_are_counted_since_the_last_turning() -> None:
    """Having turned in its turn it may not turn in the next (1), and may in the one after (2)."""
    barge = cart("V", base_speed=10, manoeuvrability=-1, initiative=9)
    fight = session(board(barge, fighter("B", (30, 30), "2", initiative=1)))
    accepted(fight.submit(TakeTurn(actor="V")))
    accepted(fight.submit(Move(actor="V", path=bent((10, 10), (11, 10), (11, 12)))))
    for waited, legal in ((1, False), (2, True)):
        accepted(fight.submit(NextTurn()))
        accepted(fight.submit(NextTurn()))
        assert sheet(fight.encounter, "V").turns_since_last_turn == waited
        here = fight.encounter["V"].pos
        assert here is not None
        way = (here.shifted(1, 0),)
        assert turning_on(fight.encounter, "V", way, "walking").legal is legal


@pytest.mark.rule("AR-TRN-02")
def test_an_effective_zero_turns_not_at_all_or_as_minus_one() -> None:
    """1 less increment 1 is 0: no turn; by the house rule one turn, as at -1."""
    way = bent((10, 10), (11, 10), (11, 12))
    assert not turning_on(board(cart(manoeuvrability=1)), "V", way, "walking").legal
    lenient = board(cart(manoeuvrability=1), manoeuvrability_zero="as_minus_one")
    assert turning_on(lenient, "V", way, "walking").legal


@pytest.mark.rule("AR-TRN-02")
def test_turning_early_is_easier_where_the_running_speed_counts() -> None:
    """At 3, a turn after 3 of 12 squares: none is left at increment 3, at increment 1 two are."""
    way = bent((10, 10), (13, 10), (13, 19))
    assert not turning_on(board(cart(manoeuvrability=3)), "V", way, "walking").legal
    running = board(cart(manoeuvrability=3), manoeuvrability_timing="running")
    assert turning_on(running, "V", way, "walking").legal


@pytest.mark.rule("AR-TRN-01")
def test_diagonals_are_half_turns_by_the_house_rule() -> None:
    """North-east and back to north, then east: four eighths, two turns."""
    fight = board(cart(facing_deg=0), tracked_diagonals="half_turn")
    way = bent((10, 10), (11, 9), (11, 8), (12, 8))
    found = turning_on(fight, "V", way, "walking")
    assert (found.used, found.legal, found.facing) == (2, True, 2)
    assert not turning_on(board(cart(facing_deg=0)), "V", way, "walking").legal


@pytest.mark.rule("AR-TRN-01")
def test_only_where_it_is_ticked_a_mover_goes_backwards() -> None:
    """A cart that may reverse goes one square back and still faces east."""
    back = (Cell(9, 10),)
    plain = board(cart(manoeuvrability=2))
    assert not turning_on(plain, "V", back, "walking").legal
    fight = session(board(cart(manoeuvrability=2, may_reverse=True)))
    accepted(fight.submit(MovementManoeuvre(actor="V", path=back)))
    assert fight.encounter["V"].facing_deg == EAST


@pytest.mark.rule("AR-TRN-04", "AR-ATK-05")
def test_weapons_of_what_turns_slowly_strike_through_their_arcs() -> None:
    """Facing east: ahead is hit, diagonals included, behind is not; a stern bow shoots behind."""
    stern = BOW.replace(id="stern", arcs=frozenset({"rear"}))
    ship = cart(weapons=(AXE, BOW, stern))
    foes = (
        fighter("E", (12, 10), "2"),
        fighter("D", (13, 13), "2"),
        fighter("W", (8, 10), "2"),
    )
    fight = board(ship, *foes)
    assert code(fight, Attack(actor="V", target="W", weapon="bow")) == "wrong_arc"
    assert code(fight, Attack(actor="V", target="E", weapon="stern")) == "wrong_arc"
    for target, weapon in (("E", "bow"), ("D", "bow"), ("W", "stern")):
        accepted(session(fight, 9).submit(Attack(actor="V", target=target, weapon=weapon)))
    loose = board(ship, *foes, default_arc="all_round")
    accepted(session(loose, 9).submit(Attack(actor="V", target="W", weapon="bow")))
    (shown,) = SYSTEM.board.overlays(fight, "V", "stern", None).arcs
    assert (shown.axis_deg, shown.whose) == (180, "V")


@pytest.mark.rule("AR-TRN-01")
def test_whoever_turns_freely_is_not_tracked() -> None:
    """Manoeuvrability 10: any way is legal, and several Movements make one move."""
    free = board(fighter("A", (5, 5)))
    assert turning_on(free, "A", bent((5, 5), (8, 8), (5, 8)), "walking").tracked is False
    assert len(SYSTEM.board.movement(free, "A", "").zones) == 3
    assert len(SYSTEM.board.movement(board(cart()), "V", "").zones) == 1
    assert accepted(session(free).submit(Move(actor="A", path=line((5, 5), 9)))).result.squares == 9


@pytest.mark.rule("AR-TRN-01")
def test_a_way_past_the_manoeuvre_is_none() -> None:
    """Beyond what one Movement covers the search gives up instead of looking everywhere."""
    ship = board(cart())
    movement = SYSTEM.board.movement(ship, "V", "")
    graph = LazyGrid(movement.ground, movement.rule)
    assert isinstance(find_route(graph, Cell(10, 10), Cell(25, 10)), NoRoute)


@pytest.mark.rule("AR-TRN-01", "AR-MNV-17")
def test_what_turns_slowly_does_not_slip_sideways() -> None:
    """A cart of Manoeuvrability 1 (effective 0) steps ahead, not to its side, not diagonally."""
    ship = board(cart(manoeuvrability=1))
    assert code(ship, Sidestep(actor="V", path=(Cell(10, 11),))) == "too_many_turns"
    assert code(ship, Sidestep(actor="V", path=(Cell(11, 11),))) == "not_ahead"
    accepted(session(ship).submit(Sidestep(actor="V", path=(Cell(11, 10),))))


@pytest.mark.rule("AR-MOV-01", "AR-TRN-01")
def test_an_airship_flies_without_being_told() -> None:
    """What cannot walk moves by its own category; a bird flies while it is in the air."""
    ship = cart(natural=frozenset(), speeds={"flying": 8}, last_category="flying")
    fight = session(board(ship), 10)
    done = accepted(fight.submit(Move(actor="V", path=bent((10, 10), (16, 10))))).result
    assert (done.squares, done.budget) == (6, 8)
    assert sheet(fight.encounter, "V").last_category == "flying"
    bird = fighter("B", (5, 5), speeds={"flying": 9}, natural=frozenset({"walking", "flying"}))
    assert usual_category(board(bird), "B") == "walking"
    assert usual_category(board(bird.replace(altitude=3)), "B") == "flying"


@pytest.mark.rule("AR-TRN-04", "AR-OPP-02")
def test_who_faces_elsewhere_cannot_answer_an_opportunity() -> None:
    """A walker behind a cart that faces east is let pass, one ahead of it is asked about."""
    guard = cart(aap_max=2, side="2")
    passed = board(guard, fighter("A", (9, 9)))
    accepted(session(passed).submit(Move(actor="A", path=(Cell(9, 10),))))
    ahead = session(board(guard, fighter("A", (11, 9))))
    assert asked(ahead.submit(Move(actor="A", path=(Cell(11, 10),)))) == "V"


@pytest.mark.rule("AR-TRN-01", "AR-MOV-01")
def test_manoeuvrability_may_differ_by_the_way_of_moving() -> None:
    """A wyrm walks as it likes and flies with 3: no diagonal, one turn less per increment."""
    wyrm = cart(
        base_speed=10,
        speeds={"flying": 10},
        natural=frozenset({"walking", "flying"}),
        manoeuvrability=10,
        manoeuvrabilities={"flying": 3},
    )
    ship, aside = board(wyrm), (Cell(11, 11),)
    accepted(session(ship).submit(MovementManoeuvre(actor="V", path=aside)))
    assert code(ship, MovementManoeuvre(actor="V", path=aside, mode="flying")) == "not_ahead"
    found = turning_on(ship, "V", bent((10, 10), (13, 10), (13, 13)), "flying")
    assert (found.tracked, found.allowed, found.used) == (True, 2, 1)
    assert not turning_on(ship, "V", aside, "walking").tracked


class _AskedStepByStep:
    """A rule of another that is asked step by step, as one that cannot say how it steers."""

    def __init__(self, rule: StepRule) -> None:
        self._rule = rule

    def start(self) -> State:
        """Return the state of a fresh path."""
        return self._rule.start()

    def step(self, a: Cell, b: Cell, state: State) -> tuple[int, State] | None:
        """Return the cost of a step and the state after it."""
        return self._rule.step(a, b, state)


@pytest.mark.rule("AR-TRN-01", "AR-TRN-02", "AR-TRN-03")
@settings(max_examples=12, deadline=None)
@given(
    facing=st.sampled_from((None, 0, 2, 3, 6)),
    manoeuvrability=st.integers(0, 5),
    squares=st.integers(0, 6),
    running=st.booleans(),
    half_turns=st.booleans(),
    reverses=st.booleans(),
    alternates=st.booleans(),
    mud=st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=12),
)
def test_a_mover_that_steers_gets_where_it_gets_step_by_step(
    facing: int | None,
    manoeuvrability: int,
    squares: int,
    running: bool,
    half_turns: bool,
    reverses: bool,
    alternates: bool,
    mud: set[tuple[int, int]],
) -> None:
    """Asked once for each way to be steered, a search finds the cells, costs and ways as before."""
    rows = ("".join("~" if (x, y) in mud else "." for x in range(9)) for y in range(9))
    ground = Ground(drawn(*rows))
    helm = Helm(
        manoeuvrability,
        squares,
        3,
        facing,
        running=running,
        half_turns=half_turns,
        reverses=reverses,
    )
    paces = Paces(ground, alternating=True) if alternates else uniform(ground, adds=True)
    rule, start = Wheeling(paces, helm, 6), Cell(4, 4)
    quick = reach(LazyGrid(ground, rule), start, 7)
    slow = reach(LazyGrid(ground, _AskedStepByStep(rule)), start, 7)
    assert quick.costs == slow.costs
    for cell in quick.costs:
        route, other = quick.route_to(cell), slow.route_to(cell)
        assert isinstance(route, Route)
        assert isinstance(other, Route)
        assert (route.cells, route.costs) == (other.cells, other.costs)
