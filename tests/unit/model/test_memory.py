"""Points of a map as bits, what sides remember, and what of it a file may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from frozendict import frozendict
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from gridwar.errors import MapError
from gridwar.model.battlemap import BattleMap
from gridwar.model.encounter import Encounter
from gridwar.model.events_fog import CellsPinned, DoorSeen, DoorsSeen, Explored, Forgotten
from gridwar.model.events_map import MapSet, PageSet
from gridwar.model.events_sides_and_settings import SideRemoved
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.memory import CellPin, FogMode, Memory, Vision, points_per_cell
from gridwar.model.painted_layers import Layer
from gridwar.model.point_masks import PointMask
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.storage.json_codec import Codec, Misfit, encode
from gridwar.systems import find_system

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE = Size(40, 35)
CODEC = Codec(find_system("freeform"))
points = st.sets(
    st.tuples(st.integers(0, SIZE.w * 8 - 1), st.integers(0, SIZE.h * 8 - 1)), max_size=30
)
sizes = st.builds(Size, st.integers(1, 70), st.integers(1, 70))


def _rows(some: set[tuple[int, int]], size: Size = SIZE) -> NDArray[np.bool_]:
    per_cell = points_per_cell(size)
    rows = np.zeros((size.h * per_cell, size.w * per_cell), np.bool_)
    for x, y in some:
        rows[y, x] = True
    return rows


def _mask(some: set[tuple[int, int]]) -> PointMask:
    return PointMask.of_rows(_rows(some), SIZE)


def _set(mask: PointMask, size: Size = SIZE) -> set[tuple[int, int]]:
    return {(x, y) for y, x in np.argwhere(mask.rows(size)).tolist()}


@given(points, points)
def test_masks_are_sets_of_points(some: set[tuple[int, int]], more: set[tuple[int, int]]) -> None:
    """Union, difference, what both have, number and cells are those of plain sets."""
    one, other = _mask(some), _mask(more)
    assert _set(one.united(other)) == some | more
    assert _set(one.without(other)) == some - more
    assert _set(one.shared_with(other)) == some & more
    assert one.count() == len(some)
    assert one.cells() == {(x // 8, y // 8) for x, y in some}
    assert one.united(other) == other.united(one)
    assert one.united(one) is one
    for x, y in some | more:
        place = Point(x * SUBCELL // 8 + 60, y * SUBCELL // 8 + 60)
        assert one.has(place) is ((x, y) in some)


@given(points, sizes)
def test_a_smaller_map_keeps_the_points_on_it(some: set[tuple[int, int]], size: Size) -> None:
    """What lies beyond the new border is gone, everything else is as it was."""
    left = {(x, y) for x, y in some if x < size.w * 8 and y < size.h * 8}
    assert _set(_mask(some).cropped(size)) == left
    assert not _mask(some).cropped(size).problem_with(size)


@given(points)
def test_a_mask_is_written_and_read(some: set[tuple[int, int]]) -> None:
    """An event of new points comes back from text as it was."""
    event = Explored(side="1", points=_mask(some))
    assert CODEC.event(encode(event)) == event


def test_cells_are_all_of_their_points() -> None:
    """Whole cells and the whole map; what is off the map is left out."""
    mask = PointMask.of_cells((Cell(3, 2), Cell(39, 34), Cell(40, 0), Cell(-1, 5)), SIZE)
    assert mask.cells() == {Cell(3, 2), Cell(39, 34)}
    assert mask.count() == 2 * 64
    assert PointMask.whole(SIZE).count() == 40 * 35 * 64


def test_the_largest_maps_have_fewer_points() -> None:
    """From 256 cells a side on sixteen points are a cell; a coarse one needs all four fine ones."""
    assert [points_per_cell(Size(*size)) for size in ((255, 255), (256, 1), (1, 500))] == [8, 4, 4]
    fine = _mask({(x, y) for x in range(4) for y in range(4)} | {(8, 8)})
    coarse = fine.at(4)
    assert _set(coarse, Size(300, 40)) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert _set(coarse.at(8)) == {(x, y) for x in range(4) for y in range(4)}


@pytest.mark.parametrize(
    ("points", "message"),
    [
        (PointMask.of_cells([Cell(39, 0)], SIZE), "beyond the map of 30 x 20 cells"),
        (PointMask.whole(Size(300, 2)), "4 x 4 points a cell, where a map of 30 x 20 has 8 x 8"),
    ],
)
def test_a_memory_that_does_not_fit_the_map_is_refused(points: PointMask, message: str) -> None:
    """By the event and in a file, with what is wrong."""
    with pytest.raises(MapError, match=message):
        Explored(side="1", points=points).apply(Encounter())
    with pytest.raises(MapError, match=message):
        Forgotten(side="1", points=points).apply(Encounter())
    memories = frozendict({"1": Memory(points=points)})
    bad = find_system("freeform").new_encounter().replace(vision=Vision(memories=memories))
    with pytest.raises(Misfit, match=message):
        CODEC.encounter(encode(bad))


@pytest.mark.parametrize(
    "data",
    [
        {"per_cell": 8, "tiles": {"0,0": "eJxjYAAAAAEAAQ=="}},
        {"per_cell": 4, "tiles": {Cell(0, 0): bytes([1]) * 8192}},
        {"per_cell": 8, "tiles": {Cell(0, 0): bytes(8192)}},
        {"per_cell": 8, "tiles": {Cell(16, 0): bytes([1]) * 8192}},
        {"per_cell": 5, "tiles": {}},
    ],
)
def test_what_is_no_mask_is_not_read(data: object) -> None:
    """Tiles too short, of the other fineness, empty, off every map; another number of points."""
    with pytest.raises(ValidationError):
        PointMask.model_validate(data)


def test_pins_are_shown_or_covered_and_on_the_map() -> None:
    """Any other byte, or a cell beyond the map, is refused with the reason."""
    layer = Layer().with_cells({Cell(2, 2): CellPin.SHOWN, Cell(3, 3): CellPin.COVERED})
    after = CellsPinned(tiles=layer.tiles).apply(Encounter())
    assert after.vision.pinned == layer
    with pytest.raises(MapError, match="pinned cells are 0 to 2"):
        CellsPinned(tiles=Layer().with_cells({Cell(2, 2): 3}).tiles).apply(after)
    with pytest.raises(MapError, match="pinned beyond the map"):
        CellsPinned(tiles=Layer().with_cells({Cell(30, 2): 1}).tiles).apply(after)


def _explored(page: BattleMap) -> Encounter:
    fight = Encounter().replace(map=page)
    fight = Explored(side="1", points=PointMask.whole(page.size)).apply(fight)
    return fight.replace(vision=fight.vision.replace(mode=FogMode.BY_SIGHT))


@pytest.mark.parametrize("size", [(20, 12), (40, 20), (300, 20)])
def test_a_resized_map_crops_what_was_seen(size: tuple[int, int]) -> None:
    """Memory and pins end with the map; what is new has been seen by nobody."""
    fight = _explored(BattleMap(width=30, height=20))
    pinned = Layer().with_cells({Cell(1, 1): 1, Cell(25, 15): 2})
    fight = CellsPinned(tiles=pinned.tiles).apply(fight)
    after = PageSet(width=size[0], height=size[1]).apply(fight)
    assert not after.vision.problem_with(after.map.size)
    seen = after.vision.memory("1").points.cells()
    assert seen == {Cell(x, y) for x in range(min(30, size[0])) for y in range(min(20, size[1]))}
    assert (after.vision.pinned.get(Cell(25, 15)) == CellPin.COVERED) is (size[0] > 25)


def test_another_map_has_been_seen_by_nobody() -> None:
    """A new map begins with fog off; the same one laid again with a change keeps its memory."""
    walls = (Wall(id="w", a=Point(0, 0), b=Point(4096, 0)),)
    page = BattleMap(width=30, height=20).with_walls(walls)
    fight = _explored(page)
    assert MapSet(map=page.with_name("again")).apply(fight).vision == fight.vision
    for other in (BattleMap(width=30, height=20), page.resized(31, 20)):
        after = MapSet(map=other).apply(fight)
        assert after.vision.mode is FogMode.OFF
        assert not after.vision.memories


def test_doors_are_noted_and_forgotten_with_their_place() -> None:
    """Who forgets where a door was forgets how it stood; a side that goes takes all of it along."""
    door = Wall(id="d", a=Point(5120, 5120), b=Point(5120, 6144), kind=WallKind.DOOR)
    fight = _explored(BattleMap(width=30, height=20).with_walls((door,)))
    seen = DoorsSeen(side="1", doors=(DoorSeen(wall="d", state=DoorState.OPEN),))
    fight = seen.apply(fight)
    elsewhere = Forgotten(side="1", points=PointMask.of_cells([Cell(9, 9)], fight.map.size))
    assert elsewhere.apply(fight).vision.memory("1").doors == {"d": DoorState.OPEN}
    there = Forgotten(side="1", points=PointMask.of_cells([Cell(5, 5)], fight.map.size))
    assert not there.apply(fight).vision.memory("1").doors
    assert not Forgotten(side="1").apply(fight).vision.memories
    assert not SideRemoved(id="1").apply(fight).vision.memories


def test_fights_written_before_there_was_fog_open_without_it() -> None:
    """The field has a default, and what is default is no fog."""
    data = CODEC.encounter(encode(find_system("freeform").new_encounter()))
    assert data.vision == Vision()
    assert data.vision.mode is FogMode.OFF
