"""Buildings written and read again: equal but for what the report names, in every format.

Floors of any size and place, with walls and doors of every kind, lights, pins, and what leads on.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwar.formats.part_of_map import floor_alone
from gridwar.formats.reading_any_map import read_map
from gridwar.formats.writing_any_map import Target, export_map, format_of
from gridwar.model.battlemap import BattleMap
from gridwar.model.floors import Floor, FloorWays, Link, LinkKind, without_rims
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.lights import LightSource
from gridwar.model.pins import Pin
from gridwar.model.scale import Scale
from gridwar.model.walls import DoorState, Wall, WallKind, WallSide, WallSight
from tests.support.uvtt import png

if TYPE_CHECKING:
    from gridwar.formats.import_report import Imported, ImportReport

SIDES = st.integers(3, 6)
SHIFTS = st.builds(Cell, st.integers(-2, 2), st.integers(-2, 2))
STOREYS = st.lists(st.integers(-6, 8), min_size=3, max_size=3, unique=True)
"""In steps of a metre and a half."""


@st.composite
def buildings(draw: st.DrawFn) -> BattleMap:
    """Draw one to three floors side by side, with what stands on each and leads from it."""
    floors: list[Floor] = []
    left = 0
    heights = [1.5 * one for one in draw(STOREYS)]
    for number in range(draw(st.integers(1, 3))):
        size = Size(draw(SIDES), draw(SIDES))
        name = draw(st.sampled_from(("", "Hall", "Loft & roof", "Dach — oben")))
        floors.append(
            Floor(
                id=f"f{number}",
                name=name,
                at=Cell(left, draw(st.integers(0, 2))),
                size=size,
                over=draw(SHIFTS),
                elevation_m=heights[number],
            )
        )
        left = floors[-1].end.x + draw(st.integers(2, 3))
    page = BattleMap(
        width=floors[-1].end.x, height=max(one.end.y for one in floors), name="Inn"
    ).with_scale(draw(st.sampled_from((Scale(), Scale(cell_size=5, unit="ft")))))
    walls, lights, pins = [], [], []
    for floor in floors:
        walls += draw(_walls(floor))
        spot = draw(_points(floor))
        lights += [LightSource(id=f"l{floor.id}", at=spot, dim_cells=4, bright_cells=2)]
        pins += [Pin(id=f"p{floor.id}", point=draw(_points(floor)), label="1", text="Rats")]
    page = page.with_floors(floors, draw(_ways(floors)))
    page = page.with_walls((*page.walls, *walls)).with_light_sources(lights)
    return page.with_pins(pins)


def _cells(floor: Floor) -> st.SearchStrategy[Cell]:
    (x, y), (right, bottom) = floor.at, floor.end
    return st.builds(Cell, st.integers(x, right - 1), st.integers(y, bottom - 1))


def _points(floor: Floor) -> st.SearchStrategy[Point]:
    """Return places well within a floor, on quarters of a cell."""
    (x, y), (right, bottom) = floor.at, floor.end
    quarter = SUBCELL // 4
    axes = (st.integers(low * 4 + 1, high * 4 - 1) for low, high in ((x, right), (y, bottom)))
    return st.builds(Point, *(axis.map(lambda one: one * quarter) for axis in axes))


@st.composite
def _walls(draw: st.DrawFn, floor: Floor) -> list[Wall]:
    """Draw walls, doors and the like, each as its kind is made or with something changed."""
    found, taken = [], set[frozenset[Point]]()
    for number in range(draw(st.integers(0, 4))):
        a, b = draw(_points(floor)), draw(_points(floor))
        if a == b or frozenset((a, b)) in taken:
            continue
        taken.add(frozenset((a, b)))
        wall = Wall.of_kind(draw(st.sampled_from(WallKind)), f"{floor.id}.{number}", a, b)
        if wall.kind is WallKind.DOOR:
            wall = wall.with_door(draw(st.sampled_from(DoorState)))
        changes: dict[str, Any] = draw(
            st.sampled_from(
                (
                    {},
                    {"one_way": WallSide.LEFT},
                    {"sight": WallSight.LIMITED},
                    {"height_m": 2.5},
                    {"height_m": 4.0, "foot_m": 1.0},
                    {"points": 12, "hardness": 3},
                    {"name": "North wall"},
                )
            )
        )
        found.append(wall.replace(**changes))
    return found


@st.composite
def _ways(draw: st.DrawFn, floors: list[Floor]) -> FloorWays:
    links, openings = [], set[Cell]()
    for number, (low, high) in enumerate(pairwise(floors)):
        here, there = draw(_cells(low)), draw(_cells(high))
        kind, cost = draw(st.sampled_from(LinkKind)), draw(st.integers(1, 6))
        both = draw(st.booleans())
        links.append(
            Link(
                id=f"w{number}", here=(here,), there=(there,), kind=kind, cost=cost, both_ways=both
            )
        )
        openings |= draw(st.sets(_cells(high), max_size=3))
    return FloorWays(tuple(links), tuple(sorted(openings)))


def written_and_read(page: BattleMap, target: Target) -> tuple[Imported, ImportReport]:
    """Write a map in a folder with its pictures, and read it again; nothing new is asked.

    Levels may be floors or one of them, and lights of a file in use or not, whoever wrote it.
    """
    made = export_map(page, None, lambda one, px: png(one.width * px, one.height * px), target)
    with TemporaryDirectory() as place:
        path = Path(place) / f"inn{target.form.suffixes[0]}"
        path.write_text(made.text, encoding="utf-8")
        for name, data in made.beside:
            (Path(place) / name).write_bytes(data)
        found = read_map(path)
    assert {one.id for one in found.report.checks} <= {"level", "lights"}
    return found, made.report


def standing(page: BattleMap) -> set[Wall]:
    """Return the walls of a map without those that shut its floors off, called alike."""
    return {one.replace(id="") for one in without_rims(page.walls, page.floors)}


@settings(max_examples=15)
@given(buildings())
def test_levels_of_a_scene_come_back_as_they_were(page: BattleMap) -> None:
    """Floors, ways, openings, walls with all they know, lights and pins; what is ours is named."""
    found, report = written_and_read(page, Target("inn", format_of("foundry-14")))
    back = found.map
    assert set(back.floors) == set(page.floors)
    assert set(back.links) == set(page.links)
    assert (back.openings, back.size) == (page.openings, page.size)
    assert (back.scale, back.name) == (page.scale, page.name)
    assert standing(back) == standing(page)
    assert {one.replace(id="") for one in back.light_sources} == {
        one.replace(id="") for one in page.light_sources
    }
    assert {one.replace(id="") for one in back.pins} == {one.replace(id="") for one in page.pins}
    said = {one.code: one.value for one in report.left_out}
    assert said.get("openings", "0") == str(len(page.openings))


@pytest.mark.parametrize("form", ["foundry-11", "tiled"])
@settings(max_examples=10)
@given(page=buildings(), more=st.data())
def test_one_floor_comes_back_as_a_map_of_its_own(
    form: str, page: BattleMap, more: st.DataObject
) -> None:
    """All that stands on it, whatever kind it is; the other floors are named as left out."""
    floor = more.draw(st.sampled_from(page.floors))
    found, report = written_and_read(page, Target("inn", format_of(form), floor=floor.id))
    alone = floor_alone(page, floor)
    assert (found.map.size, found.map.floors) == (alone.size, ())
    assert standing(found.map) == standing(alone)
    assert {one.point for one in found.map.pins} == {one.point for one in alone.pins}
    assert {one.at for one in found.map.light_sources} == {one.at for one in alone.light_sources}
    others = [one.name or one.id for one in page.floors if one is not floor]
    said = {one.code: one.value for one in report.left_out}
    assert said.get("other_floors", "") == ", ".join(others)


@settings(max_examples=10)
@given(page=buildings(), more=st.data())
def test_one_floor_as_universal_vtt_differs_in_what_is_named(
    page: BattleMap, more: st.DataObject
) -> None:
    """What is no full wall, door or window is told; pins are left out, and told."""
    floor = more.draw(st.sampled_from(page.floors))
    found, report = written_and_read(page, Target("inn", format_of("uvtt"), floor=floor.id))
    alone = floor_alone(page, floor)
    told = {one.code for one in (*report.left_out, *report.mended)}
    if not told & {"full_walls", "one_way", "low_walls"}:
        assert {_plain(one) for one in standing(found.map)} == {
            _plain(one) for one in standing(alone)
        }
    assert found.map.pins == ()
    assert "pins" in told


def _plain(wall: Wall) -> tuple[object, ...]:
    """Return what the format has of a wall: where, what, and how a door stands."""
    return min(wall.a, wall.b), max(wall.a, wall.b), wall.kind, wall.door
