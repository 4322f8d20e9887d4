"""A map written as a Foundry scene: what stands in it, and that it comes back as it was."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.errors import InputError
from gridwar.formats.foundry.scene_writing import SceneVersion
from gridwar.formats.reading_any_map import read_map
from gridwar.formats.writing_any_map import Target, export_map, format_of
from gridwar.model.battlemap import BattleMap, LayerName, Picture
from gridwar.model.foreign_map_data import MapLight
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.lights import LightSource
from gridwar.model.pins import Pin
from gridwar.model.scale import Scale
from gridwar.model.sketch import Sketch
from gridwar.model.walls import DoorState, Wall, WallKind, WallSide, WallSight
from gridwar.model.zones import Light
from tests.support.scenes import HIGH, PX, WIDE, old_scene, old_wall, picture, reading, scene, wall
from tests.support.uvtt import png, told

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Imported, ImportReport

VERSIONS = [f"foundry-{one}" for one in SceneVersion]


def segment(kind: WallKind, row: int, **more: object) -> Wall:
    """Return a wall of a kind in a row of its own."""
    ends = Point(SUBCELL, row * SUBCELL), Point(3 * SUBCELL, row * SUBCELL)
    return Wall.of_kind(kind, f"w{row}", *ends).replace(**more)


def laid(px: float, x: float = 0, y: float = 0, side: int = 70) -> tuple[Picture, bytes]:
    """Return a picture of so many pixels to a square that begins somewhere, and its file."""
    data = png(round(WIDE * px), round(HIGH * px)) if side == 70 else png(side, side)
    sha256 = hashlib.sha256(data).hexdigest()
    size = (round(WIDE * px), round(HIGH * px))
    return (
        Picture(
            sha256=sha256,
            pixels_per_cell=px,
            offset_x_px=x,
            offset_y_px=y,
            width_px=size[0],
            height_px=size[1],
        ),
        data,
    )


def there_and_back(
    folder: Path, version: str, battle_map: BattleMap, data: bytes | None
) -> tuple[Imported, dict[str, Any], ImportReport]:
    """Return a map read from the scene that was written of it, the scene, and what was told."""
    target = Target("mill", format_of(version))
    made = export_map(
        battle_map, data, lambda page, px: png(page.width * px, page.height * px), target
    )
    path = folder / "mill.json"
    path.write_text(made.text, encoding="utf-8")
    assert made.picture is not None
    (folder / made.picture_name).write_bytes(made.picture)
    return read_map(path), json.loads(made.text), made.report


def plain(battle_map: BattleMap) -> BattleMap:
    """Return a map without the ids of its parts."""
    return battle_map.replace(
        walls=tuple(one.replace(id=str(at)) for at, one in enumerate(battle_map.walls)),
        light_sources=tuple(
            one.replace(id=str(at)) for at, one in enumerate(battle_map.light_sources)
        ),
        pins=tuple(one.replace(id=str(at)) for at, one in enumerate(battle_map.pins)),
    )


def furnished() -> tuple[BattleMap, bytes]:
    """Return a map with one of everything that a scene has a word for, or our flags."""
    shown, data = laid(70)
    walls = [segment(kind, row) for row, kind in enumerate(WallKind)]
    walls += [segment(WallKind.DOOR, 6 + row, door=state) for row, state in enumerate(DoorState)]
    walls += [
        segment(WallKind.WALL, 10, sight=WallSight.LIMITED),
        segment(WallKind.WALL, 11, one_way=WallSide.LEFT),
        segment(WallKind.DOOR, 12, one_way=WallSide.RIGHT, name="Hatch"),
        segment(WallKind.WALL, 13, foot_m=2.0, height_m=3.0),
        Wall(id="slant", a=Point(1, 7), b=Point(5000, 4999)),
    ]
    lights = [
        LightSource(id="l1", at=Point(900, 901), bright_cells=2, dim_cells=5.5, on=False),
        LightSource(
            id="l2", name="Beam", at=Point(5, 5), dim_cells=3, width_deg=60, facing_deg=45, rounds=7
        ),
        LightSource(id="l3", at=Point(5, 5), dim_cells=3, strength=-2, casts_shadows=False),
    ]
    kept = MapLight(x_cells=1.25, y_cells=2.1, range_cells=3.3, intensity=0.4, rest='{"a":1}')
    made = BattleMap(width=WIDE, height=14, name="Mill", walls=tuple(walls), picture=shown)
    made = made.with_scale(Scale(cell_size=2, unit="m")).with_light(Light.LOW)
    made = made.with_lights([kept], None).with_light_sources(lights)
    pins = [
        Pin(id="p", point=Point(700, 701), label="A", text="Mind the step"),
        Pin(id="q", point=Point(1, 1)),
    ]
    return made.with_pins(pins).with_baked_lighting(is_baked=True), data


@pytest.mark.parametrize("version", VERSIONS)
def test_a_map_comes_back_as_it_was(tmp_path: Path, version: str) -> None:
    """Walls of every kind, lights, pins, picture, size, scale, light; nothing is asked."""
    battle_map, data = furnished()
    found, _scene, _report = there_and_back(tmp_path, version, battle_map, data)
    assert plain(found.map) == plain(battle_map)
    assert found.picture == data
    assert found.report.checks == ()


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("px", "x", "y"),
    [(70, 0, 0), (70, 20, -20), (70, -350, 140), (10, 3, 0), (70.37, 5.5, 0), (64.1, -1000, 2000)],
)
def test_wherever_the_picture_begins_it_comes_back(
    tmp_path: Path, version: str, px: float, x: float, y: float
) -> None:
    """Within a cell, many before the map or behind its edge; and so do walls."""
    shown, data = laid(px, x, y)
    walls = (segment(WallKind.WALL, 2), segment(WallKind.WINDOW, 3))
    battle_map = BattleMap(width=WIDE, height=HIGH, name="Mill", walls=walls, picture=shown)
    found, scene_, _report = there_and_back(tmp_path, version, battle_map, data)
    assert all(isinstance(at, int) for one in scene_["walls"] for at in one["c"])
    assert plain(found.map) == plain(battle_map)


def test_other_programs_find_what_they_know(tmp_path: Path) -> None:
    """Version 11 as it is documented: grid, background, numbers on walls, lights in units."""
    battle_map, data = furnished()
    _found, made, _report = there_and_back(tmp_path, "foundry-11", battle_map, data)
    assert made["background"]["src"] == "mill.png"
    assert made["grid"]["type"] == 1
    assert (made["grid"]["size"], made["grid"]["distance"], made["grid"]["units"]) == (70, 2, "m")
    assert (made["width"], made["height"]) == (WIDE * 70, HIGH * 70)
    assert "levels" not in made
    kinds = {
        (one["move"], one["sight"], one["door"], one["ds"], one["dir"]) for one in made["walls"]
    }
    assert {(20, 20, 0, 0, 0), (20, 20, 1, 2, 0), (20, 20, 2, 0, 0), (20, 20, 1, 1, 0)} <= kinds
    assert {(20, 10, 0, 0, 0), (0, 20, 0, 0, 0), (20, 20, 0, 0, 1), (20, 20, 1, 0, 2)} <= kinds
    beam = next(one for one in made["lights"] if one["config"]["angle"] == 60)
    assert (beam["config"]["dim"], beam["rotation"]) == (6, 225)
    assert made["notes"][0]["text"] == "Mind the step"
    ids = [one["_id"] for key in ("walls", "lights", "notes") for one in made[key]]
    assert all(len(one) == 16 and one.isalnum() for one in ids)
    assert len(set(ids)) == len(ids)


def test_version_14_has_its_picture_on_a_level(tmp_path: Path) -> None:
    """And the offset on the scene; everything stands on that level."""
    shown, data = laid(70, 20, 0)
    walls = (segment(WallKind.WALL, 2),)
    battle_map = BattleMap(width=WIDE, height=HIGH, name="Mill", walls=walls, picture=shown)
    _found, made, _report = there_and_back(tmp_path, "foundry-14", battle_map, data)
    (level,) = made["levels"]
    assert level["background"]["src"] == made["background"]["src"] == "mill.png"
    assert level["elevation"]["bottom"] == 0
    assert (made["shiftX"], made["shiftY"]) == (-20, 0)
    assert [one["levels"] for one in made["walls"]] == [[level["_id"]]]


def test_what_somebody_changed_in_foundry_holds(tmp_path: Path) -> None:
    """Our own flags count only where nothing beside them was changed since."""
    battle_map, data = furnished()
    _found, made, _report = there_and_back(tmp_path, "foundry-11", battle_map, data)
    for one in made["walls"]:
        one.update(move=20, sight=10, light=10, door=0, ds=0, dir=0)
    made["lights"] = [{**one, "hidden": False} for one in made["lights"]]
    made["notes"][0]["text"] = "Mended"
    (tmp_path / "mill.json").write_text(json.dumps(made))
    found = read_map(tmp_path / "mill.json")
    assert {one.sight for one in found.map.walls} == {WallSight.LIMITED}
    assert "limited" in [one.id for one in found.report.checks]
    assert found.map.pins[0].text == "Mended"


def test_a_door_that_was_opened_in_foundry_is_open(tmp_path: Path) -> None:
    """Even one with a trait of ours."""
    walls = (segment(WallKind.DOOR, 2, name="Hatch"),)
    shown, data = laid(70)
    battle_map = BattleMap(width=WIDE, height=HIGH, name="Mill", walls=walls, picture=shown)
    _found, made, _report = there_and_back(tmp_path, "foundry-11", battle_map, data)
    made["walls"][0]["ds"] = 1
    (tmp_path / "mill.json").write_text(json.dumps(made))
    (one,) = read_map(tmp_path / "mill.json").map.walls
    assert (one.door, one.name) == (DoorState.OPEN, "Hatch")


def test_what_a_scene_has_no_word_for_is_told(tmp_path: Path) -> None:
    """Paint, carried lights; a map without a picture is drawn."""
    battle_map = BattleMap(width=WIDE, height=HIGH).with_painted(LayerName.GROUND, {Cell(1, 1): 2})
    carried = LightSource(id="l", carried_by="orla", dim_cells=3)
    battle_map = battle_map.with_light_sources([carried]).with_walls([segment(WallKind.FENCE, 2)])
    found, made, report = there_and_back(tmp_path, "foundry-11", battle_map, None)
    assert told(report.left_out) == {"ground": "a scene has none", "carried": "1"}
    assert told(report.mended) == {"drawn": "", "low_walls": "1"}
    assert told(report.read)["picture"] == "560 × 420 PNG"
    assert made["name"] == "mill"
    assert found.map.size == battle_map.size


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    "data",
    [
        scene(walls=[wall(1, 1, 4, 1), wall(1, 2, 4, 2.01, sight=10), wall(1, 3, 4, 3, door=2)]),
        old_scene(walls=[old_wall(1, 1, 4, 1.3, sense=2), old_wall(1, 2, 4, 2, dir=1)]),
        scene(background={"src": "mill.png", "offsetX": -21, "offsetY": 3}, width=WIDE * PX + 17),
    ],
)
def test_a_scene_that_was_read_is_written_and_read_again(
    tmp_path: Path, version: str, data: Any
) -> None:
    """And is the same map, whatever version it came from."""
    picture(tmp_path)
    found = reading(tmp_path, data)
    again, _made, _report = there_and_back(tmp_path, version, found.map, found.picture)
    assert plain(again.map) == plain(found.map)


def test_there_are_no_other_formats() -> None:
    """Those that there are, are named."""
    assert format_of().id == "uvtt"
    with pytest.raises(InputError, match=r"uvtt, foundry-11, foundry-14"):
        format_of("roll20")


@pytest.mark.parametrize("form", ["uvtt", *VERSIONS])
def test_a_sketch_is_written_by_its_walls_and_its_picture(form: str) -> None:
    """The sketch itself stays with the fight; that is told, as are pins where there is no word."""
    sketch = Sketch.blank(Size(WIDE, HIGH))
    battle_map = BattleMap(width=WIDE, height=HIGH).with_sketch(sketch)
    battle_map = battle_map.with_pins([Pin(id="p", point=Point(1, 1))])
    drawn = png(WIDE * 70, HIGH * 70)
    made = export_map(battle_map, None, lambda *_: drawn, Target("mill", format_of(form)))
    left_out = told(made.report.left_out)
    assert left_out["sketch"] == "1"
    assert ("pins" in left_out) is (form == "uvtt")
