"""What is seen and lit of other floors through openings is what exact lines reach, nothing else."""

from __future__ import annotations

from math import hypot

from hypothesis import given
from hypothesis import strategies as st

from gridwar.engine.perception.exact_sight import what_hides
from gridwar.grid.areas.light_levels import light_levels, light_on
from gridwar.grid.areas.light_of_one_source import ShiningLight
from gridwar.grid.lines.cells_through_openings import Beam, cells_through_openings
from gridwar.grid.lines.sight_and_effect import SIGHT, Stand, line_across, middle_of
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Point, Size, cell_at, centre_of, footprint
from gridwar.model.zones import Light
from tests.support.drawn_houses import houses


def _reached(page: BattleMap, stand: Stand) -> frozenset[Cell]:
    beam = Beam(middle_of(stand.cells), stand, None)
    return frozenset(
        Cell(x + one.floor.at.x, y + one.floor.at.y)
        for one in cells_through_openings(page, beam)
        for y, row in enumerate(one.cells.tolist())
        for x, is_reached in enumerate(row)
        if is_reached
    )


@given(houses(), st.data())
def test_cells_reached_are_those_of_the_exact_lines(page: BattleMap, data: st.DataObject) -> None:
    """Of every cell of every other floor, whatever stands between, for small and large."""
    floor = data.draw(st.sampled_from(page.floors))
    size = data.draw(st.sampled_from((Size(1, 1), Size(2, 2))))
    corner = data.draw(st.sampled_from(footprint(floor.at, floor.size)))
    stand = Stand(footprint(corner, size), data.draw(st.sampled_from((0.0, 1.6))))
    if not all(map(floor.holds, stand.cells)):
        return
    expected = {
        cell
        for other in page.floors
        if other is not floor
        for cell in footprint(other.at, other.size)
        if what_hides(page, stand, Stand((cell,), page.ground_m(cell)), frozenset()) is None
    }
    assert _reached(page, stand) == expected


@st.composite
def _sources(draw: st.DrawFn, page: BattleMap) -> ShiningLight:
    floor = draw(st.sampled_from(page.floors))
    cell = draw(st.sampled_from(footprint(floor.at, floor.size)))
    inside = st.sampled_from((SUBCELL // 2, SUBCELL // 4, SUBCELL - 100))
    return ShiningLight(
        id="lamp",
        at=Point(cell.x * SUBCELL + draw(inside), cell.y * SUBCELL + draw(inside)),
        bright_cells=draw(st.sampled_from((0.0, 1.0, 3.0))),
        dim_cells=draw(st.sampled_from((2.0, 4.0, 8.0))),
        strength=draw(st.sampled_from((0, 0, 2, -1))),
        width_deg=draw(st.sampled_from((360.0, 360.0, 90.0))),
        facing_deg=draw(st.sampled_from((0.0, 90.0, 200.0))),
        casts_shadows=draw(st.booleans()),
        height_m=draw(st.sampled_from((0.0, 2.0))),
    )


@given(houses(), st.data())
def test_the_light_on_a_cell_is_the_same_asked_alone_and_with_all(
    page: BattleMap, data: st.DataObject
) -> None:
    """Of sources on any floor; of another only through an opening on an exact line, in range."""
    dark = page.with_light(Light.DARK)
    sources = data.draw(st.lists(_sources(dark), min_size=1, max_size=2))
    levels = light_levels(dark, sources)
    for floor in dark.floors:
        for cell in footprint(floor.at, floor.size):
            found = light_on(dark, sources, cell)
            assert levels.at(cell) is found.level
            one = found.source
            if one is None or dark.floor_at(cell_at(one.at)) is floor:
                assert found.through is None
                continue
            stand = Stand((cell_at(one.at),), dark.ground_m(cell_at(one.at)) + one.height_m)
            there = Stand((cell,), dark.ground_m(cell))
            own = dark.floor_at(stand.cells[0])
            assert own is not None
            ends = (one.at, centre_of(own.cell_of(floor.plan_of(cell))))
            bare = dark.replace(walls=(), terrain=BattleMap().terrain)
            assert line_across(dark if one.casts_shadows else bare, ends, stand, there, SIGHT).clear
            up = (floor.elevation_m - own.elevation_m - one.height_m) / dark.scale.cell_m
            run = [(b - a) / SUBCELL for a, b in zip(*ends, strict=True)]
            assert hypot(*run, up) <= one.reach_cells + 0.001
