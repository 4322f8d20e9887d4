"""The picture of what is seen: corners, faces, slits, doors; drawn cases with known figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from gridwar.grid.lines.sight_and_effect import Stand
from gridwar.grid.outlines.segments import segments_of
from gridwar.grid.outlines.sight_outline import seen_by_any, sight_outline
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import DoorState, Wall, WallKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLANK = BattleMap(width=20, height=10)
KINDS = (TerrainKind(name="open"), TerrainKind(name="rock", blocks_sight=True))
ROOM = (("n", (2, 2, 8, 2)), ("e", (8, 2, 8, 7)), ("s", (8, 7, 2, 7)), ("w", (2, 7, 2, 2)))
INSIDE = Stand((Cell(4, 4),))


def _wall(
    name: str, ends: tuple[float, float, float, float], kind: WallKind = WallKind.WALL
) -> Wall:
    ax, ay, bx, by = (round(one * SUBCELL) for one in ends)
    return Wall(id=name, a=Point(ax, ay), b=Point(bx, by), kind=kind)


def _room(**kinds: WallKind) -> BattleMap:
    return BLANK.with_walls(
        _wall(name, ends, kinds.get(name, WallKind.WALL)) for name, ends in ROOM
    )


def _area(polygon: NDArray[np.float64]) -> float:
    x, y = polygon.T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


@pytest.mark.parametrize("radius_cells", [None, 9.0])
def test_a_shut_room_is_all_that_is_seen_in_it(radius_cells: float | None) -> None:
    """Thirty square cells, and the four walls from end to end."""
    outline = sight_outline(_room(), INSIDE, radius_cells)
    assert _area(outline.polygon) == pytest.approx(30)
    assert len(outline.polygon) <= 10
    faces = outline.faces
    lengths = np.abs(faces.ends[:, :2] - faces.ends[:, 2:]).sum(axis=1)
    by_wall = np.bincount(faces.walls, lengths)
    assert by_wall == pytest.approx([6, 5, 6, 5])
    assert int(outline.cells.sum()) == 30


def test_an_open_map_is_seen_to_its_corners_or_to_the_rim() -> None:
    """The whole map is a rectangle; a radius makes a disc of steps of three degrees."""
    whole = sight_outline(BLANK, INSIDE)
    corners = {tuple(place) for place in np.round(whole.polygon, 6).tolist()}
    assert corners >= {(0.0, 0.0), (20.0, 0.0), (20.0, 10.0), (0.0, 10.0)}
    assert _area(whole.polygon) == pytest.approx(200)
    assert not len(whole.faces.walls)
    disc = sight_outline(BLANK, INSIDE, 3.0).polygon
    assert np.hypot(*(disc - 4.5).T) == pytest.approx(3.0)
    assert _area(disc) == pytest.approx(np.pi * 9, rel=0.002)


def test_a_doorway_lets_a_wedge_out_as_far_as_the_map() -> None:
    """A gap of one cell, three and a half cells off, on a map of twenty: similar triangles."""
    page = BLANK.with_walls([_wall("a", (8, 0, 8, 4)), _wall("b", (8, 5, 8, 10))])
    outline = sight_outline(page, INSIDE)
    far = 15.5 / 3.5
    assert _area(outline.polygon) == pytest.approx(80 + (1 + far) / 2 * 12)


def test_a_slit_between_walls_that_were_meant_to_meet_is_left_out_of_the_picture() -> None:
    """A gap of a hundredth of a cell, three and a half off, is no view; one of a tenth is."""
    narrow, wide = (
        sight_outline(
            BLANK.with_walls([_wall("a", (8, 0, 8, 4.5)), _wall("b", (8, end, 8, 10))]), INSIDE
        )
        for end in (4.51, 4.6)
    )
    assert narrow.polygon[:, 0].max() == pytest.approx(8)
    assert wide.polygon[:, 0].max() == pytest.approx(20)


def test_a_slit_that_straddles_the_seam_of_the_turn_is_one() -> None:
    """Straight left, where angles jump from half a turn to its negative, gaps are no wider."""
    place = Stand((Cell(11, 4),))
    narrow, wide = (
        sight_outline(
            BLANK.with_walls([_wall("a", (8, 0, 8, 4.5 - gap)), _wall("b", (8, 4.5 + gap, 8, 10))]),
            place,
        )
        for gap in (0.008, 0.012)
    )
    assert narrow.polygon[:, 0].min() == pytest.approx(8)
    assert wide.polygon[:, 0].min() == pytest.approx(0)


def test_an_opened_door_switches_its_row_and_is_seen_through() -> None:
    """The segments are not split anew: the very same pieces, and one more room is seen."""
    shut = _room(e=WallKind.DOOR)
    before = segments_of(shut)
    walls = [one.with_door(DoorState.OPEN) if one.id == "e" else one for one in shut.walls]
    opened = shut.with_walls(walls)
    after = segments_of(opened)
    assert after.pieces is before.pieces
    assert sight_outline(shut, INSIDE).polygon[:, 0].max() == pytest.approx(8)
    assert sight_outline(opened, INSIDE).polygon[:, 0].max() == pytest.approx(20)
    moved = shut.with_walls([*shut.walls[:3], _wall("w", (1, 7, 1, 2))])
    assert segments_of(moved).pieces is not before.pieces


def test_a_square_of_rock_is_seen_and_what_lies_behind_it_is_not() -> None:
    """Its far sides end the view, so that its own middle is inside the outline."""
    page = BattleMap(width=20, height=10, terrain_kinds=KINDS).with_painted(
        LayerName.TERRAIN, {Cell(8, 4): 1, Cell(9, 4): 1}
    )
    outline = sight_outline(page, INSIDE)
    assert outline.cells[4, 8]
    assert not outline.cells[4, 9:].any()
    assert set(outline.faces.walls.tolist()) == {-1}
    assert outline.faces.ends[:, [0, 2]].max() == pytest.approx(9)


def test_one_who_stands_in_rock_looks_out_of_it() -> None:
    """One's own square hides nothing, the four beside it do, however deep one stands."""
    rock = {Cell(x, y): 1 for x in range(2, 9) for y in range(2, 9)}
    page = BattleMap(width=20, height=10, terrain_kinds=KINDS).with_painted(LayerName.TERRAIN, rock)
    deep = sight_outline(page, Stand((Cell(5, 5),)))
    assert _area(deep.polygon) == pytest.approx(5)
    assert np.argwhere(deep.cells & ~deep.ties).tolist() == [[4, 5], [5, 4], [5, 5], [5, 6], [6, 5]]


def test_several_see_together_what_each_of_them_does() -> None:
    """Two rooms, one looker in each: both rooms and nothing else."""
    east = [_wall(f"x{name}", (x + 8, y, u + 8, v)) for name, (x, y, u, v) in ROOM]
    page = BLANK.with_walls([*_room().walls, *east])
    outlines = [sight_outline(page, one, 8.0) for one in (INSIDE, Stand((Cell(12, 4),)))]
    seen = seen_by_any(page, outlines)
    assert seen[2:7, 2:8].all()
    assert seen[2:7, 10:16].all()
    assert int(seen.sum()) == 60


def test_what_stands_behind_a_low_wall_is_seen_whole_or_not_at_all() -> None:
    """A wall of one metre ends the view from the ground, and no view from far above it."""
    low = _wall("l", (8, 0, 8, 10)).replace(height_m=1.0)
    page = BLANK.with_walls([low])
    from_ground, from_above = (sight_outline(page, Stand((Cell(4, 4),), up)) for up in (0.5, 30.0))
    assert from_above.polygon[:, 0].max() == pytest.approx(20)
    assert from_ground.polygon[:, 0].max() == pytest.approx(8)
    assert not from_ground.cells[:, 8:].any()
    assert from_above.cells.all()


@pytest.mark.parametrize("other_end", [(6, 9), (9, 6)])
def test_past_a_bare_end_one_sees_and_is_told_that_lines_decide(other_end: tuple[int, int]) -> None:
    """A ray through a corner grazes the end of a wall, on its left or on its right."""
    outline = sight_outline(BLANK.with_walls([_wall("w", (6, 6, *other_end))]), INSIDE)
    assert [bool(outline.ties[n, n]) for n in (3, 4, 6, 8)] == [False, False, True, True]
    assert outline.cells[8, 8]


def test_behind_a_wall_seen_edge_on_lines_decide() -> None:
    """It hides nothing but what lies exactly in line with it: no outline shows that."""
    outline = sight_outline(BLANK.with_walls([_wall("w", (6.25, 4.5, 6.75, 4.5))]), INSIDE)
    assert outline.ties[4, 7:].all()
    assert not outline.ties[4, :5].any()
    assert _area(outline.polygon) == pytest.approx(200)


@pytest.mark.parametrize("near", [(55, 4.5, 55, 10), (55, 0, 55, 4.5)])
def test_a_far_wall_across_the_seam_of_the_turn_is_found(
    near: tuple[float, float, float, float],
) -> None:
    """Straight left, forty cells off, with a near wall before either half of it."""
    page = BattleMap(width=64, height=10).with_walls(
        [_wall("n", near), _wall("f", (20, 0, 20, 10))]
    )
    outline = sight_outline(page, Stand((Cell(60, 4),)))
    assert 1 in outline.faces.walls
    assert outline.polygon[:, 0].min() == pytest.approx(20)
