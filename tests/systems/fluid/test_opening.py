"""The four steps before the first round: flat-footed or not, distance, Initiative, surprise."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.gm.combatant_commands import AddCombatants
from gridwar.engine.kit import BeginFight, EndFight, NextTurn
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.lights import LightSource
from gridwar.model.walls import Wall, WallSide
from gridwar.model.zones import Light, Zone
from gridwar.systems.fluid.core.fight_state import state_of
from gridwar.systems.fluid.harm import EndFlatFooted, Injure
from gridwar.systems.fluid.positions.deployment_and_separation import (
    PlaceSide,
    longest_clear_line,
    separations,
    shift_to,
)
from gridwar.systems.fluid.positions.starting_distance import RollDistance
from gridwar.systems.fluid.turns.initiative import BoostCheck, RollInitiative
from gridwar.systems.fluid.turns.surprise import SettleSurprise
from gridwar.systems.fluid.views.map_overlays import areas, scenery, spacing
from gridwar.systems.fluid.views.steps_and_foreseen import flow
from tests.systems.fluid.table import FluidTable, action, code


def two(*dice: int, **switches: Any) -> FluidTable:
    """Return one of each side, a at (0, 0) and b at (1, 0), nothing begun."""
    table = FluidTable(*dice, **switches)
    table.add("a", "1", visual_ft=100, hearing_ft=50)
    table.add("b", "2", visual_ft=60, hearing_ft=80)
    return table


# --- the steps ------------------------------------------------------------------------------------


@pytest.mark.rule("FL-SEQ-01")
def test_the_steps_come_one_after_the_other() -> None:
    """Each step has the key for "go on"; one that is past is refused, and undo is the way back."""
    table = two(1, 1, 5, 9)
    seen = []
    for _step in range(5):
        strip = flow(table.now)
        seen.append(next(one.id for one in strip.phases if one.state == "now"))
        assert strip.next_step is not None
        table.done(strip.next_step.command, location="jungle")
    assert seen == ["setup", "distance", "initiative", "surprise", "round"]
    assert code(table.play(RollDistance(location="forest"))) == "distance_done"
    assert code(table.play(RollInitiative())) == "initiative_done"
    assert code(table.play(SettleSurprise(awareness="all"))) == "surprise_done"
    assert code(two().play(SettleSurprise(awareness="all"))) == "surprise_done"
    assert code(two().play(NextTurn())) == "not_begun"


@pytest.mark.rule("FL-SEQ-02")
def test_a_fight_goes_on_until_it_is_ended() -> None:
    """Rounds follow each other; ended, Counts and flags are gone, wounds and places stay."""
    table = two(12, 9)
    table.done(BeginFight(), Injure(target="a", wounds=3))
    for number in range(2, 12):
        table.round()
        assert table.now.round == number
    table.done(EndFight())
    assert (table.now.round, state_of(table.now).phase) == (0, "setup")
    assert table.fight("a").count is None
    assert not table.fight("b").flat_footed
    assert (table.sheet("a").wounds, table.now["a"].pos) == (97, Cell(0, 0))


# --- flat-footed ----------------------------------------------------------------------------------


@pytest.mark.rule("FL-FLT-01")
@pytest.mark.parametrize("purpose", [0, 1])
def test_who_comes_later_on_purpose_is_not_flat_footed(purpose: int) -> None:
    """Everybody is at the start; a latecomer is asked, and is unless it was on purpose."""
    table = two(12, 9, 4)
    table.done(BeginFight())
    assert table.fight("a").flat_footed
    assert table.fight("b").flat_footed
    table.join("c", purpose=purpose)
    assert table.fight("c").flat_footed is not bool(purpose)


@pytest.mark.rule("FL-FLT-02")
@pytest.mark.parametrize(
    ("clears", "acted", "hit"),
    [("acted_or_hit", False, False), ("acted", False, True), ("manual", True, True)],
)
def test_what_ends_being_flat_footed(clears: str, acted: bool, hit: bool) -> None:
    """A half action or a hit by the default; a free action never; the GM's word always."""
    table = two(12, 9, flat_footed_clears=clears)
    table.done(BeginFight(), action("a", "free_action"))
    assert table.fight("a").flat_footed
    table.done(action("a", "aim"), Injure(target="b", wounds=1))
    assert (table.fight("a").flat_footed, table.fight("b").flat_footed) == (acted, hit)
    table.done(Injure(target="b", wounds=1, attack=False), EndFlatFooted(target="b"))
    assert not table.fight("b").flat_footed


# --- distance -------------------------------------------------------------------------------------


@pytest.mark.rule("FL-ENC-01")
@pytest.mark.parametrize(
    ("location", "dice", "feet"),
    [
        ("aquatic", 6, 20),
        ("plains", 6, 20),
        ("desert", 6, 20),
        ("arctic", 4, 10),
        ("forest", 4, 10),
        ("outdoor_urban", 4, 10),
        ("jungle", 2, 10),
        ("swamp", 2, 10),
        ("mountains", 6, 5),
        ("underwater", 6, 5),
    ],
)
def test_each_place_has_its_dice(location: str, dice: int, feet: int) -> None:
    """The dice of the row, added up, times its feet; squares of 5 ft."""
    table = FluidTable(*range(1, dice + 1))
    table.add("a", "1", visual_ft=5000)
    table.add("b", "2")
    table.done(RollDistance(location=location))
    (found,) = state_of(table.now).distances
    total = dice * (dice + 1) // 2
    assert (found.rolled_ft, found.squares) == (total * feet, total * feet // 5)
    assert table.left == ()


@pytest.mark.rule("FL-ENC-02")
@pytest.mark.parametrize(
    ("switch", "cap", "who", "sense"),
    [("max_any", 100, "a", "visual"), ("min_of_maxima", 80, "b", "hearing")],
)
def test_the_longest_sense_bounds_the_distance(switch: str, cap: int, who: str, sense: str) -> None:
    """440 ft are cut to the longest range of anybody, who is named, or of the shorter sense."""
    table = two(4, 4, 4, 4, 3, 3, sense_cap=switch)
    table.done(RollDistance(location="plains"))
    state = state_of(table.now)
    (found,) = state.distances
    assert (found.rolled_ft, found.cap_ft, found.distance_ft) == (440, cap, cap)
    assert (state.cap_by, state.cap_sense) == (who, sense)


@pytest.mark.rule("FL-ENC-03")
def test_indoors_the_longest_clear_line_is_proposed() -> None:
    """A wall between the areas leaves the longest line past it; the GM may say another number."""
    table = FluidTable()
    table.add("a", "1")
    table.add("b", "2")
    zones = (
        Zone(id="one", kind="deployment", side="1", cells=(Cell(2, 2), Cell(2, 5))),
        Zone(id="two", kind="deployment", side="2", cells=(Cell(12, 2), Cell(14, 5))),
    )
    a, b = Point(8 * SUBCELL, 4 * SUBCELL), Point(8 * SUBCELL, 9 * SUBCELL)
    page = table.now.map.replace(zones=zones, walls=(Wall(id="w", a=a, b=b),))
    table.encounter = table.now.replace(map=page)
    line = longest_clear_line(table.now, "1", "2")
    assert line is not None
    assert (line.start, line.end, line.squares) == (Cell(2, 2), Cell(14, 5), 12)
    table.done(RollDistance(location="indoors"))
    (found,) = state_of(table.now).distances
    assert (found.rolled_ft, found.distance_ft) == (None, 60)
    drawn = {area.key: area.cells for area in areas(table.now)}["sight 1 2"]
    assert {Cell(2, 2), Cell(14, 5)} <= drawn
    table.done(RollDistance(location="indoors", line_of_sight_ft=35))
    assert state_of(table.now).distances[0].squares == 7
    table.done(RollDistance(location="indoors"), answers={"line of sight": {"feet": 20}})
    assert state_of(table.now).distances[0].squares == 4
    table.switch(indoor_los="manual")
    table.done(RollDistance(location="indoors"))
    assert state_of(table.now).distances[0].squares == 0


@pytest.mark.rule("FL-ENC-03")
@pytest.mark.parametrize(
    ("side", "start", "end"),
    [(WallSide.LEFT, Cell(2, 2), Cell(14, 5)), (WallSide.RIGHT, Cell(14, 5), Cell(2, 2))],
)
def test_one_side_that_sees_is_enough_for_the_longest_line(
    side: WallSide, start: Cell, end: Cell
) -> None:
    """Through a wall of one side the line begins with those who look through it."""
    table = FluidTable()
    table.add("a", "1")
    table.add("b", "2")
    zones = (
        Zone(id="one", kind="deployment", side="1", cells=(Cell(2, 2),)),
        Zone(id="two", kind="deployment", side="2", cells=(Cell(12, 2), Cell(14, 5))),
    )
    a, b = Point(8 * SUBCELL, 0), Point(8 * SUBCELL, 20 * SUBCELL)
    wall = Wall(id="w", a=a, b=b, one_way=side)
    table.encounter = table.now.replace(map=table.now.map.replace(zones=zones, walls=(wall,)))
    for one, other in (("1", "2"), ("2", "1")):
        line = longest_clear_line(table.now, one, other)
        assert line is not None
        assert (line.start, line.end, line.squares) == (start, end, 12)


@pytest.mark.rule("FL-ENC-04")
def test_darkness_bounds_sight_and_not_hearing() -> None:
    """With sight limited to 30 ft the longest sense is the hearing range of 80 ft."""
    table = two(6, 6, 6, 6)
    table.setting(visual_limit_ft=30)
    table.done(RollDistance(location="forest"))
    assert state_of(table.now).distances[0].distance_ft == 80
    table = two(6, 6, 6, 6)
    table.setting(visual_limit_ft=90)
    table.done(RollDistance(location="forest"))
    assert state_of(table.now).distances[0].distance_ft == 90


@pytest.mark.rule("FL-ENC-04")
def test_the_light_on_foes_bounds_sight_where_the_game_master_says_how_far() -> None:
    """In the dark to 30 ft, by the torch that b carries to 90; without a figure as far as ever."""
    torch = LightSource(id="t", name="Torch", carried_by="b", dim_cells=4)
    for dark, light, feet in ((30, (), 80), (30, (torch,), 90), (None, (), 100)):
        table = two(6, 6, 6, 6)
        night = table.now.map.with_light(Light.DARK).with_light_sources(light)
        table.encounter = table.encounter.replace(map=night)
        table.setting(dark_limit_ft=dark, low_light_limit_ft=90)
        table.done(RollDistance(location="forest"))
        assert state_of(table.now).distances[0].distance_ft == feet


@pytest.mark.rule("FL-ENC-05")
def test_a_side_is_set_at_the_distance() -> None:
    """67 ft are 13 squares; the side is shifted there, the map says so, and nothing is forced."""
    table = FluidTable(6, 6)
    table.add("a", "1", visual_ft=67, hearing_ft=0)
    table.add("b", "2", visual_ft=10, hearing_ft=0)
    table.add("c", "2", visual_ft=10, hearing_ft=0)
    table.done(RollDistance(location="jungle"))
    ties, (ring, *_lines) = scenery(table.now).ties, areas(table.now)
    assert [(tie.a, tie.b, tie.broken) for tie in ties] == [("a", "b", True)]
    assert all(max(cell) == 13 for cell in ring.cells)
    assert spacing(table.now, "b", "a") == 13
    table.done(PlaceSide(target="b"))
    assert [one.deviation for one in separations(table.now)] == [0]
    assert not scenery(table.now).ties[0].broken
    b, c = table.now["b"].pos, table.now["c"].pos
    assert b is not None
    assert c == b.shifted(1, 0)


@pytest.mark.rule("FL-ENC-05")
def test_a_map_too_small_places_the_rest_beyond_its_edge() -> None:
    """Where the map has no room the side stands at its distance from everybody, off the map."""
    table = FluidTable(6, 6, 6, 6, 6, 6)
    table.add("a", "1", visual_ft=5000)
    table.add("b", "2")
    table.done(RollDistance(location="plains"), PlaceSide(target="b"))
    one = table.now["b"]
    assert one.pos is None
    assert one.distance_m == pytest.approx(720 * 0.3048, abs=0.01)
    assert [(found.squares, found.wanted) for found in separations(table.now)] == [(144, 144)]


def _apart(table: FluidTable, shift: tuple[int, int]) -> int:
    """Return by how much sides 1 and 2 are too far apart with side 2 shifted."""
    moved = table.now
    for who in ("b", "c"):
        one = moved[who]
        assert one.pos is not None
        moved = moved.with_combatant(one.replace(pos=one.pos.shifted(*shift)))
    return next(separations(moved)).deviation


@pytest.mark.rule("FL-ENC-05")
@pytest.mark.parametrize("metric", ["chebyshev", "alternating", "euclid_floor"])
@pytest.mark.parametrize("size", [Size(1, 1), Size(2, 3)])
def test_a_side_is_shifted_no_farther_than_it_must(metric: str, size: Size) -> None:
    """Large bodies too end where the nearest two are as far apart as wanted, by the least shift."""
    table = FluidTable(1, 1, grid_metric=metric)
    for who, side in (("a", "1"), ("b", "2"), ("c", "2")):
        table.add(who, side, visual_ft=30, hearing_ft=0)
        table.encounter = table.encounter.with_combatant(table.now[who].replace(size=size))
    table.put("a", 8, 6)
    table.put("b", 9, 7)
    table.put("c", 12, 4)
    table.done(RollDistance(location="jungle"))
    found = shift_to(table.now, "2")
    assert found is not None
    before = table.now["b"].pos
    assert before is not None
    dx, dy = found[0][1].x - before.x, found[0][1].y - before.y
    assert _apart(table, (dx, dy)) == 0
    least = max(abs(dx), abs(dy))
    assert least > 0
    nearer = range(1 - least, least)
    assert all(_apart(table, (x, y)) != 0 for x in nearer for y in nearer)


@pytest.mark.rule("FL-ENC-05")
@pytest.mark.parametrize(("metric", "squares"), [("alternating", 15), ("euclid_floor", 14)])
def test_diagonals_count_as_the_house_rule_says(metric: str, squares: int) -> None:
    """Ten squares across and ten down are 15 by turns, 14 in a straight line."""
    table = FluidTable(5, 5, grid_metric=metric)
    table.add("a", "1")
    table.add("b", "2")
    table.done(RollDistance(location="jungle"))
    table.put("b", 10, 10)
    assert [one.squares for one in separations(table.now)] == [squares]


@pytest.mark.rule("FL-ENC-05")
def test_each_pair_may_have_a_roll_of_its_own() -> None:
    """By the house rule three sides that are enemies get three distances."""
    table = FluidTable(1, 1, 2, 2, 3, 3, multi_group_distance="per_pair")
    for number, who in enumerate("abc", start=1):
        table.add(who, str(number), visual_ft=5000)
    table.done(RollDistance(location="swamp"))
    found = [(one.between, one.squares) for one in state_of(table.now).distances]
    assert found == [("1:2", 4), ("1:3", 8), ("2:3", 12)]
    assert spacing(table.now, "c", "b") == 12


# --- Initiative -----------------------------------------------------------------------------------


@pytest.mark.rule("FL-INI-01")
@pytest.mark.rule("FL-INI-02")
def test_a_check_is_a_die_and_the_bonus() -> None:
    """1d20 and the bonus, once; 20 and 1 mean nothing special."""
    table = FluidTable(20, 1)
    table.add("a", "1", init_bonus=2)
    table.add("b", "2", init_bonus=-3)
    table.done(RollInitiative())
    assert table.counts() == {"a": 22, "b": -2}
    assert code(table.play(RollInitiative())) == "all_checked"


@pytest.mark.rule("FL-INI-01")
@pytest.mark.rule("FL-RND-02")
def test_counts_set_by_hand_make_an_order() -> None:
    """Dice of the table may be entered as Counts: no die falls, and those of 0 or less stay."""
    table = FluidTable()
    for who, count in (("a", -3), ("b", 12), ("c", 0)):
        table.add(who, who)
        table.set(who, count=count)
    table.done(RollInitiative())
    assert state_of(table.now).order == ("b", "c", "a")
    table.state(order=(), phase="distance")
    table.done(BeginFight())
    assert state_of(table.now).order == ("b", "c", "a")
    assert table.counts() == {"a": -3, "b": 12, "c": 0}
    assert not any(table.fight(who).reeling for who in "abc")


@pytest.mark.rule("FL-INI-03")
@pytest.mark.parametrize(
    ("how", "die", "acts_now"),
    [
        ("if_not_passed", 9, True),
        ("if_not_passed", 18, False),
        ("next_round", 9, False),
        ("at_once", 1, True),
    ],
)
def test_latecomers_act_unless_the_order_is_past_them(how: str, die: int, acts_now: bool) -> None:
    """The Count decides whether a latecomer still acts in this round, or the house rule does."""
    table = two(15, 5, die, joiner_acts=how)
    table.done(BeginFight())  # a's turn, at 15; b waits at 5
    table.join("c")
    assert table.fight("c").count == die
    acts = "c" not in state_of(table.now).acted
    assert acts is acts_now
    table.done(NextTurn())
    assert table.now.turn == ("c" if acts_now else "b")


@pytest.mark.rule("FL-INI-03")
@pytest.mark.parametrize(("switch", "count"), [("keep", 15), ("reroll", 3)])
def test_whoever_comes_back_keeps_the_count(switch: str, count: int) -> None:
    """The check belongs to the first time in the fight, unless the house rule has it made anew."""
    table = two(15, 5, 3, reentry_count=switch)
    table.done(BeginFight())
    gone = table.now["a"]
    table.encounter = table.now.without(["a"])
    table.done(AddCombatants(combatants=(gone,), rolls=True))
    assert table.fight("a").count == count


@pytest.mark.rule("FL-INI-04")
@pytest.mark.parametrize(
    ("switch", "bonus"), [("lowest", 1), ("highest", 6), ("average_down", 3), ("leader", 4)]
)
def test_a_group_makes_one_check(switch: str, bonus: int) -> None:
    """One die and one bonus for all of a group; inside it each one's own bonus leads."""
    table = FluidTable(10, 12, group_check_bonus=switch)
    table.add("hero", "1", init_bonus=0)
    for who, own in {"x": 4, "y": 6, "z": 1}.items():
        table.add(who, "2", group="gang", init_bonus=own)
    outcome = table.done(RollInitiative())
    assert table.counts() == {"hero": 10, **dict.fromkeys("xyz", 12 + bonus)}
    assert state_of(table.now).order == ("y", "x", "z", "hero")
    assert any("One check stands for all" in one for one in table.told(outcome))
    assert code(table.play(BoostCheck(target="x", points=3))) == "check_made"


@pytest.mark.rule("FL-INI-05")
def test_action_dice_raise_a_check_and_never_a_count() -> None:
    """Points are added before the check, also a latecomer's; afterwards they are refused."""
    table = two(10, 9, 4)
    table.done(BoostCheck(target="a", points=5), BoostCheck(target="b"), BeginFight())
    assert table.counts() == {"a": 15, "b": 9}
    assert code(table.play(BoostCheck(target="a", points=5))) == "check_made"
    table.join("c", boost=6)
    assert table.fight("c").count == 10
