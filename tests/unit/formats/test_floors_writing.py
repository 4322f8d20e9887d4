"""Maps of floors written: as levels of a scene, or the floor in view; and read again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from gridwar.formats.picture_of_sheet import SheetPlan
from gridwar.formats.reading_any_map import read_map
from gridwar.formats.writing_any_map import Target, export_map, format_of
from gridwar.model.battlemap import BattleMap
from gridwar.model.floors import Floor, FloorWays, Link, without_rims
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.lights import LightSource
from gridwar.model.pins import Pin
from gridwar.model.scale import Scale
from gridwar.model.walls import DoorState, Wall, WallKind
from tests.support.uvtt import png, told

if TYPE_CHECKING:
    from pathlib import Path

TARGET = Target("inn", format_of("foundry-14"))


def inn() -> BattleMap:
    """Return a house of three floors of different sizes, one shifted, with what leads on."""
    floors = (
        Floor(id="hall", name="Hall", at=Cell(0, 0), size=Size(8, 6)),
        Floor(
            id="loft",
            name="Loft",
            at=Cell(10, 0),
            size=Size(6, 5),
            over=Cell(1, -1),
            elevation_m=3.25,
        ),
        Floor(id="den", name="", at=Cell(0, 9), size=Size(4, 4), elevation_m=-2.5),
    )
    up = Link(id="up", here=(Cell(2, 2),), there=(Cell(11, 3),))
    well = Link(id="well", here=(Cell(3, 3),), there=(Cell(1, 10),), both_ways=False)
    page = BattleMap(width=20, height=14, name="Inn").with_scale(Scale(cell_size=5, unit="ft"))
    page = page.with_floors(floors, FloorWays((up, well), (Cell(12, 2),)))
    walls = (
        Wall(id="hall", a=Point(SUBCELL, 2 * SUBCELL), b=Point(3 * SUBCELL, 2 * SUBCELL)),
        Wall.of_kind(
            WallKind.DOOR, "door", Point(11 * SUBCELL, SUBCELL), Point(12 * SUBCELL, SUBCELL + 7)
        ).replace(door=DoorState.OPEN),
        Wall(id="low", a=Point(SUBCELL, 10 * SUBCELL), b=Point(SUBCELL, 12 * SUBCELL)),
    )
    light = LightSource(id="l", at=Point(12 * SUBCELL, 900), dim_cells=5, bright_cells=2)
    pin = Pin(id="p", point=Point(900, 10 * SUBCELL), label="1", text="Rats")
    return page.with_walls(walls).with_light_sources([light]).with_pins([pin])


def test_floors_are_written_as_levels_and_come_back(tmp_path: Path) -> None:
    """Pages, heights, links, openings, walls, lights and pins; their pictures are drawn anew."""
    page = inn()
    drawn: list[tuple[Size, int]] = []

    def paint(one: BattleMap, px: int) -> bytes:
        drawn.append((one.size, px))
        return png(one.width * px, one.height * px)

    made = export_map(page, None, paint, Target("inn", format_of("foundry-14")))
    (tmp_path / "inn.json").write_text(made.text, encoding="utf-8")
    for name, data in made.beside:
        (tmp_path / name).write_bytes(data)
    assert [size for size, _px in drawn] == [Size(8, 7)] * 3
    scene_ = json.loads(made.text)
    assert [(one["name"], one["elevation"]["bottom"]) for one in scene_["levels"]] == [
        ("den", pytest.approx(-2.5 / 0.3048)),
        ("Hall", 0),
        ("Loft", pytest.approx(3.25 / 0.3048)),
    ]
    (stairs,) = scene_["regions"]
    assert stairs["behaviors"][0]["type"] == "changeLevel"
    left = told(made.report.left_out)
    assert (left["links_apart"], left["openings"]) == ("1", "1")
    found = read_map(tmp_path / "inn.json")
    back = found.map
    assert {one.id: one for one in back.floors} == {one.id: one for one in page.floors}
    assert (back.links, back.openings, back.size) == (page.links, page.openings, page.size)
    assert (back.scale, back.name) == (page.scale, page.name)
    ends = {(one.a, one.b, one.kind, one.door) for one in without_rims(page.walls, page.floors)}
    assert {
        (one.a, one.b, one.kind, one.door) for one in without_rims(back.walls, back.floors)
    } == ends
    assert [one.at for one in back.light_sources] == [one.at for one in page.light_sources]
    assert [(one.point, one.text) for one in back.pins] == [(page.pins[0].point, "Rats")]
    assert isinstance(found.plan, SheetPlan)
    assert len(found.plan.how.parts) == 3


def test_levels_changed_in_foundry_are_read_as_theirs(tmp_path: Path) -> None:
    """A level that was added is a floor; stairs that were kept are there still."""
    made = export_map(inn(), None, lambda one, px: png(one.width * px, one.height * px), TARGET)
    scene_ = json.loads(made.text)
    scene_["levels"].append({**scene_["levels"][2], "_id": "new", "name": "Roof"})
    path = tmp_path / "inn.json"
    path.write_text(json.dumps(scene_), encoding="utf-8")
    back = read_map(path).map
    assert [one.name for one in back.floors] == ["den", "Hall", "Loft", "Roof"]
    assert {one.size for one in back.floors} == {Size(8, 7)}
    assert len(back.links) == 1


@pytest.mark.parametrize("form", ["uvtt", "foundry-11", "tiled"])
@pytest.mark.parametrize(("floor", "size"), [("loft", Size(6, 5)), ("", Size(8, 6))])
def test_other_formats_write_the_floor_in_view(
    tmp_path: Path, form: str, floor: str, size: Size
) -> None:
    """The others are named as left out; it comes back as a map of its own."""
    kind = format_of(form)
    target = Target("inn", kind, floor=floor)
    made = export_map(inn(), None, lambda one, px: png(one.width * px, one.height * px), target)
    path = tmp_path / f"inn{kind.suffixes[0]}"
    path.write_text(made.text, encoding="utf-8")
    for name, data in made.beside:
        (tmp_path / name).write_bytes(data)
    back = read_map(path).map
    assert (back.size, back.floors) == (size, ())
    assert [one.kind for one in back.walls] == [WallKind.DOOR if floor else WallKind.WALL]
    line = next(one for one in made.report.left_out if one.code == "other_floors")
    assert line.value == ("Hall, den" if floor else "Loft, den")
