"""Lines from any point, and the light that goes along them: all cells at once as one by one."""

from __future__ import annotations

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from gridwar.grid.areas.light_levels import light_levels, light_on
from gridwar.grid.areas.light_of_one_source import ShiningLight
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.lines.sight_and_effect import SIGHT, Stand, line_from_point
from gridwar.grid.outlines.sight_outline import outline_from
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import Cell, Point, cell_at
from gridwar.model.zones import LIGHT, Light, Zone
from tests.support.walled_maps import SIDE, maps, on_map, points

CELLS = [Cell(x, y) for y in range(SIDE) for x in range(SIDE)]


@given(maps(), points, st.sampled_from((0.0, 1.6)))
def test_lines_from_a_point_to_all_cells_are_those_to_each(
    page: BattleMap, point: Point, up: float
) -> None:
    """Ties and all: on borders, corners, ends of walls, on a wall itself, beside rock."""
    own = cell_at(point)
    assume(page.contains(own))
    stand = Stand((own,), up)
    field = line_field(page, stand, SIDE, SIGHT, point)
    for cell in CELLS:
        line = line_from_point(page, point, stand, Stand((cell,), page.ground_m(cell)), SIGHT)
        assert (cell in field) is line.clear
        assert (field.why_not(cell) is None) is line.clear


@given(maps(), points, st.sampled_from((0.0, 1.6)))
def test_an_outline_from_a_point_holds_the_cells_in_line(
    page: BattleMap, point: Point, up: float
) -> None:
    """As from the middle of a square, but for ties."""
    own = cell_at(point)
    assume(page.contains(own))
    outline = outline_from(page, point, Stand((own,), up), None)
    exact = line_field(page, Stand((own,), up), SIDE, SIGHT, point).mask
    assert not ((outline.cells != exact) & ~outline.ties).any()


sources = st.builds(
    ShiningLight,
    id=st.uuids().map(str),
    at=points,
    bright_cells=st.sampled_from((0.0, 1.0, 2.5, 4.0)),
    dim_cells=st.sampled_from((1.0, 3.0, 6.0)),
    facing_deg=st.sampled_from((0.0, 45.0, 90.0, 200.0, -30.0)),
    width_deg=st.sampled_from((360.0, 360.0, 90.0, 30.0)),
    strength=st.integers(-2, 3),
    casts_shadows=st.booleans(),
    height_m=st.sampled_from((0.0, 1.5)),
)
zones = st.builds(
    Zone,
    id=st.uuids().map(str),
    kind=st.just(LIGHT),
    cells=st.lists(on_map, max_size=4).map(tuple),
    strength=st.sampled_from(Light).map(int),
    everywhere=st.sampled_from((False, False, False, True)),
)


@given(maps(), st.lists(sources, max_size=4), st.lists(zones, max_size=2), st.sampled_from(Light))
def test_the_light_on_all_cells_is_that_on_each(
    page: BattleMap, shining: list[ShiningLight], painted: list[Zone], own: Light
) -> None:
    """Cones, darkness, magic, lamps without shadows, painted zones: no cell is apart."""
    lit = page.replace(light=own, zones=tuple(painted))
    field = light_levels(lit, shining)
    one_by_one = [light_on(lit, shining, cell).level for cell in CELLS]
    assert field.levels.ravel().tolist() == [int(level) for level in one_by_one]


@given(maps(), st.lists(sources, min_size=2, max_size=4), points)
def test_a_moved_light_leaves_nothing_behind(
    page: BattleMap, shining: list[ShiningLight], there: Point
) -> None:
    """What is kept of the others changes nothing: the same as on a map never looked at."""
    dark = page.replace(light=Light.DARK)
    light_levels(dark, shining)
    moved = [*shining[1:], ShiningLight("moved", there, 2.0, 4.0)]
    fresh = BattleMap.model_validate(dark.model_dump())
    assert np.array_equal(light_levels(dark, moved).levels, light_levels(fresh, moved).levels)
