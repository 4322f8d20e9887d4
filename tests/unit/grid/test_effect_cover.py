"""Sight, effect and cover: which lines are tried, what stops them, what hides a target."""

from __future__ import annotations

import pytest

from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.cells.obstacle_reasons import ObstacleKind
from gridwar.grid.cells.wall_crossings import borders_run_along, cells_crossed, cells_touched
from gridwar.grid.lines.cover_of_many_targets import best_covers
from gridwar.grid.lines.cover_on_line import CoverFound, Unused, cover_facts
from gridwar.grid.lines.sight_and_effect import EFFECT, LineMode, LineRule, Stand, line_between
from gridwar.grid.lines.zones_on_line import zones_on_line
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.cover_kinds import Cover, CoverDegree, CoverForm, CoverKind, CoverObject
from gridwar.model.geometry import Cell, Size, centre_of, footprint
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.model.zones import SMOKE, Zone
from tests.unit.grid.drawn import point, walled

BLANK = BattleMap(width=12, height=8)
OPEN, FOG, PILLAR = (
    TerrainKind(name="open"),
    TerrainKind(name="fog", blocks_sight=True),
    TerrainKind(name="pillar", blocks_sight=True, blocks_effect=True),
)


def _stand(x: int, y: int, height_m: float = 0.0) -> Stand:
    return Stand((Cell(x, y),), height_m)


def _painted(**cells: int) -> BattleMap:
    kinds = BLANK.with_terrain_kinds((OPEN, FOG, PILLAR))
    return kinds.with_painted(
        LayerName.TERRAIN,
        {Cell(*map(int, at[1:].split("_"))): value for at, value in cells.items()},
    )


@pytest.mark.rule("AR-ATK-02")
def test_fog_stops_sight_and_not_effect_a_window_the_other_way_round() -> None:
    """Sight and effect have their own switches on ground and on walls."""
    fog = _painted(c3_1=1)
    window = BLANK.with_walls([Wall.window("w", point(4, 0), point(4, 3))])
    for battle_map, sight, effect in ((fog, False, True), (window, True, False)):
        assert line_between(battle_map, _stand(1, 1), _stand(6, 1)).clear is sight
        assert line_between(battle_map, _stand(1, 1), _stand(6, 1), EFFECT).clear is effect


@pytest.mark.rule("AR-ATK-02")
def test_touching_the_corner_of_a_blocking_square_does_not_block() -> None:
    """A diagonal look slips between two blocking squares; through one's inside it does not."""
    assert line_between(_painted(c2_1=2, c1_2=2), _stand(1, 1), _stand(2, 2)).clear
    blocked = line_between(_painted(c2_2=2), _stand(1, 1), _stand(3, 3))
    assert blocked.blocked_by is not None
    assert blocked.blocked_by.kind is ObstacleKind.CELL
    assert blocked.blocked_by.cell == Cell(2, 2)


def test_the_squares_of_the_two_tokens_never_block_their_own_line() -> None:
    """Somebody in the fog is seen by somebody next to it."""
    assert line_between(_painted(c3_1=1), _stand(2, 1), _stand(3, 1)).clear


def test_the_obstacle_reported_is_the_nearest_to_the_one_who_looks() -> None:
    """Each side is told of the wall before its own nose."""
    battle_map = walled(BLANK, ((3, 0), (3, 3)), ((6, 0), (6, 3)))
    there = line_between(battle_map, _stand(1, 1), _stand(8, 1)).blocked_by
    back = line_between(battle_map, _stand(8, 1), _stand(1, 1)).blocked_by
    assert there is not None
    assert back is not None
    assert there.wall == battle_map.walls[0]
    assert back.wall == battle_map.walls[1]
    assert str(there) == "a wall at D 2 is in the way"


@pytest.mark.rule("AR-ATK-02")
def test_a_mode_says_which_lines_are_tried() -> None:
    """One line between the middles, one for each pair of squares, sixteen between corners."""
    big = Stand(footprint(Cell(6, 1), Size(2, 2)))
    for mode, lines in ((LineMode.CENTRE, 1), (LineMode.SQUARES, 4), (LineMode.CORNERS, 64)):
        result = line_between(BLANK, _stand(1, 1), big, LineRule(mode=mode))
        assert len(result.lines) == lines
        assert result.clear
    corners = line_between(BLANK, _stand(1, 1), _stand(3, 1), LineRule(mode=LineMode.CORNERS))
    assert len(corners.lines) == 16


def test_any_corner_sees_past_a_wall_that_hides_the_centre() -> None:
    """A wall across the centre line but not across all of the target hides only its centre."""
    battle_map = walled(BLANK, ((4, 0), (4, 1.75)))
    assert not line_between(battle_map, _stand(1, 1), _stand(6, 1)).clear
    assert line_between(
        battle_map, _stand(1, 1), _stand(6, 1), LineRule(mode=LineMode.CORNERS)
    ).clear


def test_corners_do_not_see_through_the_wall_they_stand_against() -> None:
    """A wall on the border of two squares hides one from the other by every line."""
    battle_map = walled(BLANK, ((2, 0), (2, 3)))
    rule = LineRule(mode=LineMode.CORNERS)
    assert not line_between(battle_map, _stand(1, 1), _stand(2, 1), rule).clear


def test_a_line_on_a_border_is_stopped_only_by_squares_on_both_sides() -> None:
    """Between big tokens the middle line may run on a grid line: it needs a gap on one side."""
    a, b = (Stand(footprint(Cell(x, 1), Size(2, 2))) for x in (0, 6))
    assert line_between(_painted(c4_1=2), a, b).clear
    assert not line_between(_painted(c4_1=2, c4_2=2), a, b).clear
    assert len(borders_run_along(point(1, 2), point(4, 2))) == 3


def test_open_doors_and_lines_above_low_walls_are_clear() -> None:
    """A door blocks until it is opened; a wall two metres high is overlooked from above."""
    door = Wall(id="d", a=point(4, 0), b=point(4, 3), kind=WallKind.DOOR, door=DoorState.LOCKED)
    shut = BLANK.with_walls([door])
    assert not line_between(shut, _stand(1, 1), _stand(6, 1)).clear
    assert line_between(
        shut.with_walls([door.with_door(DoorState.OPEN)]), _stand(1, 1), _stand(6, 1)
    ).clear
    low = BLANK.with_walls([Wall(id="w", a=point(4, 0), b=point(4, 3), height_m=2)])
    assert not line_between(low, _stand(1, 1), _stand(6, 1)).clear
    assert not line_between(low, _stand(1, 1, 4), _stand(6, 1)).clear
    assert line_between(low, _stand(1, 1, 5.1), _stand(6, 1)).clear
    raised = low.with_painted(LayerName.GROUND, {Cell(3, 1): 2, Cell(4, 1): 2})
    assert not line_between(raised, _stand(1, 1, 5.1), _stand(6, 1)).clear


@pytest.mark.parametrize(
    ("a", "b", "crossed"),
    [
        ((0, 0), (3, 0), [(0, 0), (1, 0), (2, 0), (3, 0)]),
        ((0, 0), (2, 2), [(0, 0), (1, 1), (2, 2)]),
        ((0, 0), (3, 1), [(0, 0), (1, 0), (2, 1), (3, 1)]),
        ((0, 0), (1, 2), [(0, 0), (0, 1), (1, 1), (1, 2)]),
        ((0, 2), (1, 0), [(0, 2), (0, 1), (1, 1), (1, 0)]),
        ((2, 0), (2, 2), [(2, 0), (2, 1), (2, 2)]),
        ((1, 1), (1, 1), [(1, 1)]),
    ],
)
def test_a_line_crosses_cells_in_order(
    a: tuple[int, int], b: tuple[int, int], crossed: list[tuple[int, int]]
) -> None:
    """The cells whose inside the line passes through, from its start, and the same backwards."""
    p, q = centre_of(Cell(*a)), centre_of(Cell(*b))
    assert cells_crossed(p, q) == tuple(crossed)
    assert cells_crossed(q, p) == tuple(reversed(crossed))


def test_a_segment_touches_the_cells_on_both_sides_of_its_border() -> None:
    """A wall on a grid line belongs to both sides, with its ends to the corner cells too."""
    assert cells_touched(point(2, 1), point(2, 2)) == {
        Cell(x, y) for x in (1, 2) for y in (0, 1, 2)
    }


EDGE = Wall.low("low", point(5, 0), point(5, 8), Cover(degree=CoverDegree.HALF, height_m=1))


def _only(found: tuple[CoverFound, ...]) -> CoverFound:
    (one,) = found
    return one


@pytest.mark.rule("CE-COV-05")
@pytest.mark.parametrize(
    ("attacker", "target", "unused"),
    [
        ((1, 1), (5, 1), None),  # right behind it, half a square off
        ((1, 1), (6, 1), None),  # the line meets it one and a half squares off
        ((1, 1), (7, 1), Unused.TOO_FAR),
        ((4, 1), (5, 1), Unused.ATTACKER_BEHIND),
        ((3, 1), (5, 1), None),  # a square between attacker and edge
        ((4, 1), (6, 1), Unused.ATTACKER_BEHIND),
    ],
)
def test_an_edge_covers_a_target_close_behind_it(
    attacker: tuple[int, int], target: tuple[int, int], unused: Unused | None
) -> None:
    """Edges serve within one and a half squares, unless the attacker is right behind them."""
    battle_map = BLANK.with_walls([EDGE])
    facts = cover_facts(battle_map, _stand(*attacker), _stand(*target))
    assert _only(facts.found + facts.unused).unused is unused
    assert (facts.best is None) is (unused is not None)


@pytest.mark.rule("CE-COV-05")
def test_an_edge_with_a_height_is_ignored_by_a_line_above_it() -> None:
    """From three metres up four squares away the line passes under, from ten above the edge."""
    battle_map = BLANK.with_walls([EDGE])
    low = cover_facts(battle_map, _stand(1, 1, 3), _stand(5, 1)).found
    assert _only(low).source == "low"
    high = cover_facts(battle_map, _stand(1, 1, 10), _stand(5, 1))
    assert not high.found
    assert _only(high.unused).unused is Unused.BELOW_LINE
    endless = BLANK.with_walls([EDGE.replace(cover=Cover(degree=CoverDegree.FULL))])
    assert cover_facts(endless, _stand(1, 1, 10), _stand(5, 1)).found


@pytest.mark.rule("CE-COV-05")
def test_an_area_serves_from_every_direction_whoever_stands_in_it() -> None:
    """Woods cover those in them, not those behind them, and big tokens only when all inside."""
    woods = CoverKind(name="woods", degree=CoverDegree.QUARTER, hard=False)
    none = BLANK.cover_kinds[0]
    battle_map = BLANK.with_cover_kinds((none, woods)).with_painted(
        LayerName.COVER, {Cell(5, 1): 1, Cell(6, 1): 1}
    )
    for attacker in ((1, 1), (5, 7), (4, 1), (6, 1)):
        found = _only(cover_facts(battle_map, _stand(*attacker), _stand(5, 1)).found)
        assert (found.name, found.degree, found.hard) == ("woods", CoverDegree.QUARTER, False)
        assert found.form is CoverForm.AREA
    assert not cover_facts(battle_map, _stand(1, 1), _stand(7, 1)).found
    wide = Stand(footprint(Cell(5, 1), Size(2, 1)))
    tall = Stand(footprint(Cell(5, 1), Size(1, 2)))
    assert cover_facts(battle_map, _stand(1, 1), wide).found
    assert not cover_facts(battle_map, _stand(1, 1), tall).found


@pytest.mark.rule("CE-COV-05")
def test_objects_cover_what_is_behind_them_painted_or_single() -> None:
    """A crate before the target covers it; one far away, or beside the attacker too, does not."""
    crate = CoverKind(name="crate", degree=CoverDegree.HALF, form=CoverForm.OBJECT)
    painted = BLANK.with_cover_kinds((BLANK.cover_kinds[0], crate)).with_painted(
        LayerName.COVER, {Cell(4, 1): 1}
    )
    single = BLANK.with_cover_objects(
        [CoverObject(id="k", name="crate", degree=CoverDegree.HALF, cells=(Cell(4, 1),))]
    )
    for battle_map, source in ((painted, "4,1"), (single, "k")):
        found = _only(cover_facts(battle_map, _stand(0, 1), _stand(5, 1)).found)
        assert (found.source, found.name, found.distance_cells) == (source, "crate", 0.5)
        far = cover_facts(battle_map, _stand(0, 1), _stand(8, 1))
        assert _only(far.unused).unused is Unused.TOO_FAR
        across = cover_facts(battle_map, _stand(3, 1), _stand(5, 1))
        assert _only(across.unused).unused is Unused.ATTACKER_BEHIND
        assert not cover_facts(battle_map, _stand(0, 3), _stand(5, 3)).found


@pytest.mark.rule("CE-COV-05")
def test_an_object_counts_where_it_stands_between_even_if_its_other_end_is_at_hand() -> None:
    """A long counter beside the attacker hides a target at its far end, round the corner."""
    counter = (*(Cell(x, 2) for x in range(5)), Cell(4, 1))
    battle_map = BLANK.with_cover_objects([CoverObject(id="k", name="counter", cells=counter)])
    assert _only(cover_facts(battle_map, _stand(0, 1), _stand(5, 1)).found).source == "k"


@pytest.mark.rule("CE-COV-05")
def test_of_several_covers_all_are_listed_and_the_highest_is_the_best() -> None:
    """A hedge and a wall both hide the target; nothing is added up."""
    hedge = Wall.low(
        "hedge", point(4, 0), point(4, 8), Cover(degree=CoverDegree.QUARTER, hard=False)
    )
    facts = cover_facts(BLANK.with_walls([hedge, EDGE]), _stand(0, 1), _stand(5, 1))
    assert [one.source for one in facts.found] == ["low", "hedge"]
    assert facts.best is not None
    assert facts.best.source == "low"


def test_smoke_counts_when_the_line_touches_one_of_its_squares() -> None:
    """Smoke between, or at either end, is on the line; beside it is not."""
    smoky = BLANK.with_zones([Zone(id="s", kind=SMOKE, cells=(Cell(4, 1),), strength=2)])
    for a, b, touched in (((1, 1), (6, 1), 1), ((4, 1), (9, 1), 1), ((1, 3), (6, 3), 0)):
        assert len(zones_on_line(smoky, SMOKE, _stand(*a), _stand(*b))) == touched
    assert not zones_on_line(smoky, "light", _stand(1, 1), _stand(6, 1))


def test_nothing_is_between_two_in_one_square() -> None:
    """A low wall beside a square covers nobody in it from somebody in the same square."""
    here = Stand((Cell(0, 0),))
    for ends in (((0, 1), (1, 1)), ((0.5, 0.2), (0.5, 0.9))):
        a, b = (point(*end) for end in ends)
        low = Wall.low("low", a, b, Cover(degree=CoverDegree.HALF))
        battle_map = BattleMap(width=3, height=3).with_walls([low])
        assert cover_facts(battle_map, here, here).found == ()


def test_a_field_ends_at_a_joint_and_goes_on_past_a_bare_end() -> None:
    """Exactly behind the corner of two walls nothing is seen; behind the end of one all is."""
    one, other = ((2.0, 1.0), (2.0, 2.0)), ((2.0, 2.0), (1.0, 3.0))
    for walls, is_clear in (((one,), True), ((other,), True), ((one, other), False)):
        battle_map = walled(BattleMap(width=5, height=5), *walls)
        field = line_field(battle_map, Stand((Cell(0, 0),)), 4)
        assert (Cell(3, 3) in field) is is_clear
        assert (field.why_not(Cell(3, 3)) is None) is is_clear


@pytest.mark.parametrize(("crate", "is_covered"), [(3, True), (2, True), (1, False)])
def test_the_glance_reaches_as_far_as_cover_does(crate: int, is_covered: bool) -> None:
    """A crate whose far side is half a cell or one and a half off serves, one farther off not."""
    kinds = (
        CoverKind(name="", degree=CoverDegree.NONE, hard=False),
        CoverKind(name="crate", degree=CoverDegree.HALF, form=CoverForm.OBJECT),
    )
    battle_map = BattleMap(width=9, height=1, cover_kinds=kinds).with_painted(
        LayerName.COVER, {Cell(crate, 0): 1}
    )
    targets = [Stand((Cell(4, 0),)), Stand((Cell(8, 0),))]
    found = best_covers(battle_map, Stand((Cell(0, 0),)), targets)
    assert [one is not None for one in found] == [is_covered, False]
