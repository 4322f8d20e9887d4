"""A map written for Tiled, and read again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from gridwar.formats.tiled.tiled_reading import read_tiled
from gridwar.formats.tiled.tiled_writing import write_tmj
from gridwar.formats.writing_any_map import Target, export_map, format_of
from gridwar.model.battlemap import BattleMap, LayerName, Picture
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.lights import LightSource
from gridwar.model.pins import Pin
from gridwar.model.scale import Scale
from gridwar.model.walls import DoorState, Wall, WallKind, WallSide
from gridwar.model.zones import Light, Zone
from tests.support.uvtt import png

if TYPE_CHECKING:
    from pathlib import Path

_PICTURE = png(120, 90)


def _hall() -> BattleMap:
    """Return a map with everything on it that Tiled is told of."""
    at = [Point(round(x * SUBCELL / 7), SUBCELL) for x in range(9)]
    walls = (
        Wall.of_kind(WallKind.FENCE, "low", at[0], at[1]),
        Wall(id="wall-1", a=at[1], b=at[2], name="Bar", one_way=WallSide.LEFT, height_m=2.5),
        Wall.of_kind(WallKind.DOOR, "d", at[2], at[3]).replace(door=DoorState.SECRET),
        Wall.window("w", at[3], at[4]),
        Wall.of_kind(WallKind.CURTAIN, "c", at[4], at[5]),
        Wall.of_kind(WallKind.BARS, "b", at[5], at[6]),
        Wall(id="plain", a=at[6], b=at[7]),
    )
    ring = tuple(Cell(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1))
    zones = (
        Zone(id="s", kind="smoke", name="Smoke", cells=ring, strength=2, rounds=3),
        Zone(id="go", kind="deployment", side="a", cells=(Cell(5, 5),)),
        Zone(id="fog", kind="weather", everywhere=True),
    )
    made = BattleMap(width=12, height=9, name="The hall", light=Light.LOW, walls=walls)
    lamp = LightSource(id="lamp", at=at[4], bright_cells=2.0, dim_cells=4.0, name="Lamp")
    pin = Pin(id="p7", point=at[3], label="7", text="A trap.\nBeware")
    shown = Picture(sha256="0" * 64, pixels_per_cell=10, offset_x_px=3.5)
    made = made.with_zones(zones).with_light_sources((lamp,)).with_pins((pin,))
    return made.with_picture(shown).with_scale(Scale(cell_size=5, unit="ft"))


def _again(folder: Path, battle_map: BattleMap) -> BattleMap:
    text, _report = write_tmj(battle_map, _PICTURE, "hall.png")
    (folder / "hall.png").write_bytes(_PICTURE)
    (folder / "hall.tmj").write_text(text, encoding="utf-8")
    return read_tiled(folder / "hall.tmj").map


def _data(battle_map: BattleMap) -> Any:
    return json.loads(write_tmj(battle_map, _PICTURE, "hall.png")[0])


def test_a_map_comes_back_as_it_was(tmp_path: Path) -> None:
    """Walls, doors, zones, lights, pins, scale: equal, in the order in which they were."""
    hall = _hall()
    again = _again(tmp_path, hall)
    for name in type(hall).model_fields:
        if name != "picture":
            assert getattr(again, name) == getattr(hall, name), name
    assert again.picture is not None
    assert (again.picture.pixels_per_cell, again.picture.offset_x_px) == (10, 3.5)


def test_nothing_is_asked_of_a_map_of_our_own(tmp_path: Path) -> None:
    """It says itself what everything is."""
    _again(tmp_path, _hall())
    assert read_tiled(tmp_path / "hall.tmj").report.checks == ()


def test_others_find_classes_and_shapes() -> None:
    """Each kind has a layer of its class; a wall is a line of two points in pixels."""
    layers = {one["name"]: one for one in _data(_hall())["layers"]}
    assert layers["background"]["type"] == "imagelayer"
    assert [one["type"] for one in layers["spawn"]["objects"]] == ["spawn"]
    (wall, plain) = layers["walls"]["objects"]
    assert (wall["type"], wall["name"]) == ("wall", "Bar")
    assert wall["polyline"][0] == {"x": 0, "y": 0}
    assert plain["y"] == 10
    (door,) = layers["doors"]["objects"]
    assert {"name": "state", "type": "string", "value": "secret"} in door["properties"]


def test_objects_have_a_number_each_that_no_other_has() -> None:
    """Tiled goes on counting where we stopped."""
    data = _data(_hall())
    ids = [one["id"] for layer in data["layers"] for one in layer.get("objects", ())]
    assert len(set(ids)) == len(ids)
    assert data["nextobjectid"] == max(ids) + 1


def test_what_was_changed_in_tiled_is_taken(tmp_path: Path) -> None:
    """A wall that was moved, copied or drawn there is where it is now, with what it was."""
    hall = _hall()
    _again(tmp_path, hall)
    path = tmp_path / "hall.tmj"
    data = json.loads(path.read_text("utf-8"))
    walls = next(one for one in data["layers"] if one["name"] == "walls")["objects"]
    walls[0]["y"] += 20
    walls.append({**walls[0], "id": 900, "x": 0})
    walls.append({"id": 901, "x": 0, "y": 50, "polyline": [{"x": 0, "y": 0}, {"x": 20, "y": 0}]})
    path.write_text(json.dumps(data), encoding="utf-8")
    again = read_tiled(path).map
    moved, drawn = again.wall("wall-1"), again.walls[-1]
    (copied,) = [one for one in again.walls if one.a == Point(0, 3 * SUBCELL)]
    assert moved.a.y == 3 * SUBCELL
    assert (moved.one_way, copied.one_way) == (WallSide.LEFT, WallSide.LEFT)
    assert len({one.id for one in again.walls}) == len(hall.walls) + 2
    assert drawn.a.y == 5 * SUBCELL


def test_what_tiled_has_no_word_for_is_told() -> None:
    """Terrain is left out, and the report says so."""
    painted = _hall().with_painted(LayerName.TERRAIN, {Cell(1, 1): 1})
    _text, report = write_tmj(painted, _PICTURE, "hall.png")
    assert [one.code for one in report.left_out] == ["terrain"]


def test_a_map_without_a_picture_is_drawn() -> None:
    """Others need something to look at; the report says that it was drawn."""
    bare, target = _hall().with_picture(None), Target("hall", format_of("", ".tmj"))
    made = export_map(bare, None, lambda page, px: png(page.width * px, page.height * px), target)
    assert made.picture_name == "hall.png"
    assert [one.code for one in made.report.mended] == ["drawn"]
    assert json.loads(made.text)["layers"][0]["image"] == "hall.png"
