"""One Page Dungeons: every kind of door each way, round rooms, water, columns, pins, the report."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwar.errors import InputError
from gridwar.formats.import_report import Notes
from gridwar.formats.one_page_dungeon.dungeon_drawn import drawn
from gridwar.formats.one_page_dungeon.dungeon_values import RIM_CELLS, dungeon_of
from gridwar.formats.reading_any_map import read_maps
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.scale import Scale
from gridwar.model.sketch import EdgeKind, SketchThingKind
from gridwar.model.terrain_kinds import TerrainLook
from gridwar.model.walls import DoorState, WallKind
from tests.support.dungeons import (
    between,
    door,
    dungeon,
    edge,
    hangs_together,
    note,
    read,
    rect,
    sketch_of,
)
from tests.support.uvtt import png

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Imported, ReportLine

WAYS = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}
KINDS = {
    0: EdgeKind.NOTHING,
    1: EdgeKind.DOOR,
    2: EdgeKind.NOTHING,
    3: EdgeKind.NOTHING,
    4: EdgeKind.BARS,
    5: EdgeKind.DOUBLE_DOOR,
    6: EdgeKind.SECRET_DOOR,
    7: EdgeKind.DOOR,
    8: EdgeKind.NOTHING,
    9: EdgeKind.NOTHING,
}


def codes(lines: tuple[ReportLine, ...]) -> dict[str, str]:
    """Return what a part of a report says, by its codes."""
    return {one.code: one.value for one in lines}


def things(imported: Imported, kind: SketchThingKind) -> list[Cell]:
    """Return the cells of things of a kind, counted from the map's corner."""
    return [one.cell for one in sketch_of(imported).things if one.kind is kind]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_door_stands_behind_its_cell_and_opens_both_ends(
    tmp_path: Path, kind: int, way: str
) -> None:
    """On the edge towards the entrance, whichever way it leads; the sides of the cell are walls."""
    dx, dy = WAYS[way]
    found = read(tmp_path, between((dx, dy), kind))
    sketch, corner = sketch_of(found), Cell(min(0, 4 * dx), min(0, 4 * dy))
    own = Cell(1 + 2 * dx - corner.x + RIM_CELLS, 1 + 2 * dy - corner.y + RIM_CELLS)
    assert edge(sketch, own, own.shifted(-dx, -dy)) is KINDS[kind]
    assert edge(sketch, own, own.shifted(dx, dy)) is EdgeKind.NOTHING
    assert edge(sketch, own, own.shifted(dy, dx)) is EdgeKind.WALL
    assert edge(sketch, own, own.shifted(-dy, -dx)) is EdgeKind.WALL
    assert hangs_together(sketch)
    stairs = [one for one in sketch.things if one.kind is SketchThingKind.STAIRS]
    assert [one.cell for one in stairs] == ([own] if kind in (3, 8, 9) else [])
    assert all([(0, -1), (1, 0), (0, 1), (-1, 0)][one.turn] == (dx, dy) for one in stairs)


def test_walls_and_doors_are_those_that_rules_know(tmp_path: Path) -> None:
    """A secret door is one, a portcullis is bars; rock lies all round."""
    secret = read(tmp_path, between((1, 0), 6)).map.walls
    doors = [one for one in secret if one.kind is WallKind.DOOR]
    assert [one.door for one in doors] == [DoorState.SECRET]
    bars = [
        one for one in read(tmp_path, between((1, 0), 4)).map.walls if one.kind is WallKind.BARS
    ]
    assert len(bars) == 1
    page = read(tmp_path, dungeon()).map
    assert page.size == (7 + 2 * RIM_CELLS, 3 + 2 * RIM_CELLS)
    assert page.sketch is not None
    assert not page.sketch.floor[:RIM_CELLS].any()
    assert not page.sketch.floor[:, -RIM_CELLS:].any()


@pytest.mark.parametrize("side", [3, 5, 7])
@pytest.mark.parametrize("way", WAYS)
def test_a_round_room_is_a_cave_that_its_doors_open(tmp_path: Path, side: int, way: str) -> None:
    """Of the three sizes there are, from each side; its corners stay rock."""
    dx, dy = WAYS[way]
    half = side // 2
    x, y = half + dx * (half + 1), half + dy * (half + 1)
    room = rect(x + 2 * dx - 1, y + 2 * dy - 1, 3, 3)
    parts = [rect(0, 0, side, side, rotunda=True), room, rect(x, y)]
    found = read(tmp_path, dungeon(rects=parts, doors=[door(x, y, (dx, dy), 1)]))
    sketch = sketch_of(found)
    assert hangs_together(sketch)
    left, top = min(0, x + 2 * dx - 1), min(0, y + 2 * dy - 1)
    n, first = 4, Cell(RIM_CELLS - left, RIM_CELLS - top)
    assert not sketch.cave[first.y * n, first.x * n]
    assert sketch.cave[(first.y + half) * n : (first.y + half + 1) * n].any()
    assert not sketch.floor[first.y + half, first.x + half]
    assert codes(found.report.read)["round"] == "1"
    assert not found.report.mended


def test_a_door_at_the_corner_of_a_round_room_gets_a_way(tmp_path: Path) -> None:
    """Where the circle does not reach it; the report says where."""
    parts = [rect(0, 0, 7, 7, rotunda=True), rect(7, 0), rect(8, 0, 2, 2)]
    found = read(tmp_path, dungeon(rects=parts, doors=[door(7, 0, (1, 0))]))
    assert hangs_together(sketch_of(found))
    assert [one.code for one in found.report.mended] == ["passage"]
    assert found.report.mended[0].place == Cell(7 + RIM_CELLS, RIM_CELLS)


def test_water_is_cut_at_the_walls(tmp_path: Path) -> None:
    """What lies in rock is left out and counted; the rest is water on the ground."""
    wet = [{"x": x, "y": 1} for x in range(-1, 5)]
    found = read(tmp_path, dungeon(water=[*wet, wet[0]]))
    cells = [Cell(x + RIM_CELLS, 1 + RIM_CELLS) for x in range(5)]
    assert things(found, SketchThingKind.WATER) == cells
    assert all(found.map.terrain_at(cell).look is TerrainLook.WATER for cell in cells)
    assert codes(found.report.left_out) == {"water": "1"}


def test_columns_stand_in_the_squares_they_are_nearest_to(tmp_path: Path) -> None:
    """Those of round rooms lie between squares; one in water takes its place, one in rock goes."""
    data = dungeon(
        columns=[{"x": 1, "y": 1}, {"x": 4.6, "y": 0.7}, {"x": 40, "y": 2}, {"x": 3, "y": 0}],
        water=[{"x": 1, "y": 1}],
    )
    found = read(tmp_path, data)
    wanted = [Cell(1 + RIM_CELLS, 1 + RIM_CELLS), Cell(5 + RIM_CELLS, 1 + RIM_CELLS)]
    assert sorted(things(found, SketchThingKind.PILLAR)) == wanted
    assert not things(found, SketchThingKind.WATER)
    assert codes(found.report.mended) == {"columns": "1"}
    assert codes(found.report.left_out) == {"columns": "2"}


def test_notes_become_pins_and_the_story_one_at_the_entrance(tmp_path: Path) -> None:
    """At the middle of their rooms, in half cells; the title is the map's name."""
    data = dungeon(
        doors=[door(3, 1, (1, 0)), door(1, 3, (0, -1), 3)],
        notes=[note("1", 1.5, 1, "A loose stone."), note("12345", 5.5, 1.5, "x" * 10_001)],
    )
    page = read(tmp_path, data).map
    assert page.name == "Den of Tests"
    story, first, second = page.pins
    assert story.cell == (1 + RIM_CELLS, 3 + RIM_CELLS)
    assert (story.label, story.text) == ("", "# Den of Tests\nSomebody dug here.")
    middle = Point(round((1.5 + RIM_CELLS) * SUBCELL), (1 + RIM_CELLS) * SUBCELL)
    assert (first.label, first.text, first.point) == ("1", "A loose stone.", middle)
    assert (second.label, len(second.text)) == ("1234", 10_000)


def test_notes_without_a_place_are_counted(tmp_path: Path) -> None:
    """None is silently lost; a file without title or story has neither."""
    lost = [{"text": "where?", "ref": "1"}, note("2", 90, 1, "beyond")]
    found = read(tmp_path, dungeon(notes=lost, title="", story=""), "crypt.json")
    assert (found.map.name, found.map.pins) == ("crypt", ())
    assert codes(found.report.left_out) == {"notes": "2"}


def test_the_length_of_a_square_is_asked(tmp_path: Path) -> None:
    """Nobody's answer is taken for said; both answers are, also that which ours are at first."""
    found = read(tmp_path, dungeon())
    (check,) = found.report.checks
    assert (check.id, check.chosen, check.is_answered) == ("scale", "", False)
    assert [one.id for one in check.choices] == ["1.5 m", "5 ft"]
    assert not found.is_scale_said
    feet = found.answered("scale", "5 ft")
    assert feet.map.scale == Scale(cell_size=5, unit="ft")
    metres = feet.answered("scale", "1.5 m")
    assert (metres.map.scale, metres.is_scale_said) == (Scale(), True)
    assert metres.report.checks[0].is_answered
    with pytest.raises(InputError):
        found.answered("scale", "7 leagues")
    with pytest.raises(InputError):
        found.answered("size", "5 ft")


def test_a_picture_dropped_with_it_is_decoration(tmp_path: Path) -> None:
    """The map is drawn from the file alone, and the report says so."""
    (tmp_path / "den.png").write_bytes(png(30, 30))
    read(tmp_path, dungeon())
    found = read_maps([tmp_path / "den.png", tmp_path / "den.json"])
    assert found.picture is None
    assert found.map.picture is None
    assert codes(found.report.left_out) == {"picture": "den.png"}


def test_the_report_counts_what_was_read(tmp_path: Path) -> None:
    """Rooms without the cells of doors, doors by their kind."""
    data = dungeon(
        rects=[rect(0, 0, 3, 3), rect(4, 0, 3, 3), rect(3, 1), rect(7, 1), rect(-1, 1)],
        doors=[door(3, 1, (1, 0), 6), door(7, 1, (1, 0), 8), door(-1, 1, (1, 0), 3)],
        notes=[note("1", 1.5, 1.5, "x")],
    )
    said = codes(read(tmp_path, data).report.read)
    assert said["size"] == "13 × 7"
    assert (said["rooms"], said["secret"], said["down"], said["entrances"]) == ("2", "1", "1", "1")
    assert (said["pins"], said["story"]) == ("1", "a pin at the entrance")
    assert "doors" not in said


def test_what_is_odd_is_mended_and_said(tmp_path: Path) -> None:
    """Rooms that overlap, a door of no known type, one without a square, two in one."""
    data = dungeon(
        rects=[rect(0, 0, 3, 3), rect(2, 0, 3, 3), rect(6, 0, 2, 2)],
        doors=[door(5, 1, (1, 0), 77), door(5, 1, (1, 0), "x")],
    )
    found = read(tmp_path, data)
    assert hangs_together(sketch_of(found))
    assert set(codes(found.report.mended)) == {"shared", "twins", "type", "no_cell"}
    assert codes(found.report.mended)["shared"] == "3"


def test_a_door_is_shut_off_from_rooms_beside_it(tmp_path: Path) -> None:
    """A door between two rooms that lies along a third has no way into that."""
    third = rect(3, 2, 1, 3)
    found = read(tmp_path, dungeon(rects=[*dungeon()["rects"], third]))
    own = Cell(3 + RIM_CELLS, 1 + RIM_CELLS)
    assert edge(sketch_of(found), own, own.shifted(0, 1)) is EdgeKind.WALL


def test_doors_side_by_side_keep_what_each_has(tmp_path: Path) -> None:
    """The wall of one is not put over the leaf of the other, in whichever order they stand."""
    cells = [rect(3, 1), rect(4, 1), rect(5, 0, 3, 3)]
    doors = [door(3, 1, (1, 0), 6), door(4, 1, (1, 0), 1)]
    for order in itertools.permutations(doors):
        found = read(tmp_path, dungeon(rects=[rect(0, 0, 3, 3), *cells], doors=list(order)))
        own = Cell(3 + RIM_CELLS, 1 + RIM_CELLS)
        assert edge(sketch_of(found), own, own.shifted(-1, 0)) is EdgeKind.SECRET_DOOR
        assert edge(sketch_of(found), own, own.shifted(1, 0)) is EdgeKind.DOOR


def test_read_twice_it_is_the_same_map(tmp_path: Path) -> None:
    """Ids and all, so that undo and import again agree."""
    data = dungeon(notes=[note("1", 1.5, 1.5, "x")], water=[{"x": 1, "y": 1}])
    assert read(tmp_path, data).map == read(tmp_path, data).map


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(list(WAYS.values())), st.integers(0, 9), st.booleans())))
def test_whatever_is_dug_hangs_together(steps: list[tuple[tuple[int, int], int, bool]]) -> None:
    """Rooms, square or round, one behind the other through any doors, winding and overlapping."""
    x, y = 0, 0
    rooms, doors = [rect(-1, -1, 3, 3)], []
    for (dx, dy), kind, is_round in steps:
        cell = (x + 2 * dx, y + 2 * dy)
        doors.append(door(*cell, (dx, dy), kind))
        x, y = x + 4 * dx, y + 4 * dy
        more = {"rotunda": True} if is_round else {}
        rooms += [rect(*cell), rect(x - 1, y - 1, 3, 3, **more)]
    made = drawn(dungeon_of(dungeon(rects=rooms, doors=doors)), Notes())
    assert hangs_together(made)
