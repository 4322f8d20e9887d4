"""The map: layers, walls, cover, zones, and what reading a map refuses."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from gridwar.errors import MapError
from gridwar.model.battlemap import BattleMap, LayerName, Picture
from gridwar.model.cover_kinds import Cover, CoverDegree, CoverKind, CoverObject
from gridwar.model.geometry import Cell, Point, Size, cell_at, centre_of, footprint_centre
from gridwar.model.lights import LightSource
from gridwar.model.painted_layers import Layer
from gridwar.model.pins import Pin, next_label, next_pin_id
from gridwar.model.scale import Scale
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.model.zones import SMOKE, Light, Zone

WALL = Wall(id="w", a=Point(0, 0), b=Point(2048, 0))


def _full_map() -> BattleMap:
    """Return a map with something of everything."""
    return (
        BattleMap(
            width=70,
            height=40,
            name="Docks",
            light=Light.LOW,
            scale=Scale(cell_size=5, unit="ft"),
        )
        .with_cover_kinds((BattleMap().cover_kinds[0], CoverKind(name="woods")))
        .with_painted(LayerName.TERRAIN, {Cell(69, 39): 1, Cell(0, 0): 2})
        .with_painted(LayerName.GROUND, {Cell(5, 5): -3})
        .with_painted(LayerName.COVER, {Cell(33, 1): 1})
        .with_walls([WALL, Wall.low("l", Point(0, 0), Point(0, 99), Cover(height_m=1.2))])
        .with_cover_objects([CoverObject(id="k", name="crate", cells=(Cell(2, 2),))])
        .with_zones([Zone(id="z", kind=SMOKE, cells=(Cell(1, 1), Cell(0, 1)), rounds=3)])
        .with_pins(
            [Pin(id="p", point=Point(512, 700), label="7b", text="the hatch is nailed shut")]
        )
        .with_picture(Picture(sha256="0" * 64, pixels_per_cell=70))
        .with_light_sources([LightSource(id="t", at=Point(512, 512), dim_cells=8.0, rounds=2)])
    )


def test_a_blank_page_needs_only_its_size() -> None:
    """A new map is open ground in bright light without walls."""
    page = BattleMap(width=30, height=20)
    assert page.size == Size(30, 20)
    assert page.terrain_at(Cell(3, 3)).name == "open"
    assert page.cover_at(Cell(3, 3)) is None
    assert page.light is Light.BRIGHT
    assert not page.contains(Cell(30, 0))
    assert page.contains(Cell(29, 19))


def test_a_map_with_everything_comes_back_from_json_the_same() -> None:
    """Writing and reading a map is the identity, also for the hash and in JSON of its defaults."""
    before = _full_map()
    after = BattleMap.model_validate_json(before.model_dump_json())
    assert after == before
    assert hash(after) == hash(before)
    short = before.model_dump_json(exclude_defaults=True)
    assert BattleMap.model_validate_json(short) == before
    assert BattleMap.model_validate(before.model_dump()) == before


def test_cells_and_points_are_pairs_in_json() -> None:
    """A point is written as [x, y], a size as [w, h]."""
    written = json.loads(WALL.model_dump_json())
    assert written["a"] == [0, 0]
    assert written["b"] == [2048, 0]


def test_ground_may_lie_below_zero() -> None:
    """Ground is painted in signed steps of half a metre."""
    assert _full_map().ground_m(Cell(5, 5)) == -1.5
    assert _full_map().ground_m(Cell(6, 5)) == 0


def test_a_scale_in_feet_knows_its_metres() -> None:
    """Five feet are 1.524 metres."""
    assert Scale(cell_size=5, unit="ft").cell_m == pytest.approx(1.524)


def test_strokes_off_the_map_are_left_out() -> None:
    """A brush that overlaps the border paints only the cells inside."""
    page = BattleMap(width=4, height=4)
    assert page.with_painted(LayerName.TERRAIN, {Cell(4, 0): 1}) == page


def test_a_smaller_map_loses_what_lies_outside() -> None:
    """Cutting a map off clears the paint outside, so that growing it again brings back none."""
    small = _full_map().resized(10, 10).resized(70, 40)
    assert small.terrain.get(Cell(69, 39)) == 0
    assert small.terrain.get(Cell(0, 0)) == 2
    assert small.cover == Layer()
    assert [wall.id for wall in small.walls] == ["w", "l"]
    full, far = _full_map(), Wall(id="far", a=Point(9000, 0), b=Point(9000, 99))
    tiny = full.with_walls([*full.walls, far]).resized(2, 1)
    assert tiny.wall("w") == WALL
    assert "far" not in [wall.id for wall in tiny.walls]
    assert not tiny.zones
    assert not tiny.cover_objects
    assert [pin.id for pin in tiny.pins] == ["p"]
    beyond = full.with_pins([*full.pins, Pin(id="q", point=Point(3000, 0))])
    assert [pin.id for pin in beyond.resized(2, 1).pins] == ["p"]


def _many_pins(count: int, text: str) -> list[dict[str, object]]:
    return [{"id": str(number), "point": [1, 1], "text": text} for number in range(count)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"width": 501}, "less than or equal to 500"),
        ({"walls": [WALL.model_dump(mode="json")] * 2}, "'w' is used twice"),
        ({"walls": [{"id": "p", "a": [1, 1], "b": [1, 1]}]}, "'p' has no length"),
        ({"terrain": {"tiles": {"0,0": "no"}}}, "not base64 of zlib"),
        ({"terrain": {"tiles": {"16,0": "eJw="}}}, "outside 0..15"),
        ({"terrain": {"tiles": {"0;0": "eJw="}}}, 'named "column,row"'),
        ({"terrain_kinds": [], "colour": 1}, "Extra inputs"),
        ({"cover_kinds": [{"name": "hedge"}]}, "first cover kind must be no cover"),
        ({"zones": [{"id": "z", "kind": "light", "strength": 3}]}, "not 0, 1 or 2"),
        ({"picture": {"sha256": "x", "pixels_per_cell": 1}}, "should match pattern"),
        ({"pins": [{"id": "p", "point": [1, 1]}] * 2}, "'p' is used twice"),
        ({"pins": [{"id": "p", "point": [1, 1], "label": "12345"}]}, "at most 4 characters"),
        ({"pins": [{"id": "p", "point": [1 << 40, 1]}]}, "less than or equal to"),
        ({"pins": _many_pins(1001, "")}, "1,001 pins are too many"),
        ({"pins": _many_pins(101, "a" * 10_000)}, "1,010,000 letters"),
        ({"terrain": {"tiles": "all"}}, "tiles must be an object"),
    ],
)
def test_a_wrong_map_is_refused_with_the_reason(change: dict[str, object], message: str) -> None:
    """Reading names what is wrong with a map."""
    with pytest.raises(ValidationError, match=message):
        BattleMap.model_validate_json(json.dumps({"width": 9, "height": 9} | change))


def test_a_painted_kind_must_exist() -> None:
    """A cell cannot name a kind of terrain that the table lacks, painted or read."""
    with pytest.raises(MapError, match="only 3 kinds"):
        BattleMap().with_painted(LayerName.TERRAIN, {Cell(0, 0): 3})
    poor = BattleMap().with_painted(LayerName.TERRAIN, {Cell(0, 0): 2})
    written = poor.model_dump() | {"terrain_kinds": (TerrainKind(name="open"),)}
    with pytest.raises(ValidationError, match="names kind 2"):
        BattleMap.model_validate(written)


def test_unknown_walls_and_wrong_sizes_are_map_errors() -> None:
    """Asking for a wall that is not there, or an impossible size, is answered in words."""
    with pytest.raises(MapError, match="no wall 'x'"):
        BattleMap().wall("x")
    with pytest.raises(MapError, match="1 to 500"):
        BattleMap().resized(0, 5)
    with pytest.raises(MapError, match="used twice"):
        BattleMap().with_walls([WALL, WALL])


def test_only_an_open_door_lets_things_through() -> None:
    """Closed, locked and secret doors stop steps, sight and effect; an open one none of them."""
    door = WALL.replace(kind=WallKind.DOOR)
    for state in DoorState:
        stands = door.with_door(state)
        stops = (stands.stops_movement, stands.stops_sight, stands.stops_effect)
        assert stops == (state is not DoorState.OPEN,) * 3
    with pytest.raises(MapError, match="not a door"):
        WALL.with_door(DoorState.OPEN)


def test_windows_are_seen_through_and_low_walls_stop_nothing() -> None:
    """A window stops all but sight, a low wall gives only cover."""
    window = Wall.window("w", Point(0, 0), Point(1, 0))
    low = Wall.low("l", Point(0, 0), Point(1, 0), Cover(degree=CoverDegree.HALF))
    assert (window.stops_movement, window.stops_sight, window.stops_effect) == (True, False, True)
    assert (low.stops_movement, low.stops_sight, low.stops_effect) == (False, False, False)


def test_degrees_of_cover_have_an_order() -> None:
    """None, quarter, half, three quarters and full rank from 0 to 4."""
    assert [degree.rank for degree in CoverDegree] == [0, 1, 2, 3, 4]


def test_middles_of_cells_and_tokens_are_exact() -> None:
    """The middle of a cell is half a cell in; that of a token of two lies on a border."""
    assert centre_of(Cell(1, 0)) == Point(1536, 512)
    assert footprint_centre(Cell(1, 0), Size(2, 1)) == Point(2048, 512)
    assert cell_at(Point(2048, 1023)) == Cell(2, 0)


def test_the_map_has_a_json_schema() -> None:
    """The headless scripts can describe maps to their readers."""
    assert "terrain" in BattleMap.model_json_schema()["properties"]


def test_a_new_pin_takes_the_lowest_number_that_is_free() -> None:
    """Letters are no numbers, and an id is never taken twice."""
    there = [
        Pin(id=f"pin-{n}", point=Point(0, 0), label=label) for n, label in ((2, "1"), (3, "A"))
    ]
    assert next_label(there) == "2"
    assert next_label([*there, Pin(id="x", point=Point(0, 0), label="2")]) == "3"
    assert next_pin_id(there) == "pin-4"


def test_a_pin_lies_in_the_cell_of_its_point() -> None:
    """A point on a line belongs to the cell right of it and below."""
    assert Pin(id="p", point=Point(1024, 1023)).cell == (1, 0)
