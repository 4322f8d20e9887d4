"""Maps of Tiled: objects of every shape, their templates, and what they are taken for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from gridwar.formats.tiled.layers_and_page import Shape, TiledObject
from gridwar.formats.tiled.shapes import cells_in, middle_lines, outline_of
from gridwar.model.geometry import SUBCELL, Cell, Size
from gridwar.model.walls import WallKind
from tests.support.tiled import object_layer, read, thing, tile_layer, tiled_map, tmx, told

if TYPE_CHECKING:
    from pathlib import Path


def _rounded(one: TiledObject) -> list[tuple[int, int]]:
    return [(round(x), round(y)) for x, y in outline_of(one).points]


def test_objects_turn_clockwise_about_their_place() -> None:
    """A quarter turn lays the right side of a box below."""
    box = TiledObject(Shape.RECTANGLE, 10, 10, 6, 2, turn_deg=90)
    assert _rounded(box) == [(10, 10), (10, 16), (8, 16), (8, 10)]


def test_tiles_hang_up_from_their_lower_left_corner() -> None:
    """All other shapes hang down from their upper left one."""
    tile = TiledObject(Shape.TILE, 10, 20, 4, 8, gid=1)
    assert min(y for _x, y in _rounded(tile)) == 12
    assert max(y for _x, y in _rounded(tile)) == 20


def test_the_points_of_a_line_are_beside_its_place() -> None:
    """They are measured from it."""
    line = TiledObject(Shape.POLYLINE, 5, 5, points=((0, 0), (-5, 3)))
    assert _rounded(line) == [(5, 5), (0, 8)]


def test_a_door_runs_along_the_longer_side_of_its_box() -> None:
    """A square leaves both ways open."""
    wide = outline_of(TiledObject(Shape.RECTANGLE, 0, 0, 10, 2))
    assert middle_lines(wide) == (((0, 1), (10, 1)),)
    assert len(middle_lines(outline_of(TiledObject(Shape.RECTANGLE, 0, 0, 10, 10)))) == 2


def test_cells_count_whose_middle_lies_within() -> None:
    """Whatever the outline, and never beyond the map."""
    assert cells_in(((0, 0), (2, 0), (2, 1), (0, 1)), Size(9, 9)) == [Cell(0, 0), Cell(1, 0)]
    assert cells_in(((0.6, 0), (1.4, 0), (1.4, 1), (0.6, 1)), Size(9, 9)) == []
    assert len(cells_in(((-1e6, -1e6), (1e6, -1e6), (1e6, 1e6), (-1e6, 1e6)), Size(3, 2))) == 6


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("wall", WallKind.WALL),
        ("Door", WallKind.DOOR),
        ("secretDoor", WallKind.DOOR),
        ("window", WallKind.WINDOW),
        ("collision", WallKind.WALL),
        ("fence", WallKind.FENCE),
    ],
)
def test_the_class_of_an_object_says_what_it_is(tmp_path: Path, word: str, kind: WallKind) -> None:
    """Under either name that Tiled has had for it; the layer's name counts only after it."""
    ends = [{"x": 0, "y": 0}, {"x": 10, "y": 0}]
    for key in ("class", "type"):
        line = thing(0, 10, polyline=ends, **{key: word})
        found = read(tmp_path, tiled_map(object_layer("Water", line)))
        assert [one.kind for one in found.map.walls] == [kind]


def test_a_word_within_a_word_means_nothing(tmp_path: Path) -> None:
    """Wallpaper is no wall: it is asked."""
    line = thing(0, 10, polyline=[{"x": 0, "y": 0}, {"x": 10, "y": 0}])
    found = read(tmp_path, tiled_map(object_layer("Wallpaper", line)))
    assert found.map.walls == ()
    assert [one.question for one in found.report.checks] == [
        "What is 1 shape of layer \u201cWallpaper\u201d?"
    ]


def test_a_tile_hands_its_class_to_objects(tmp_path: Path) -> None:
    """A tile called door is one wherever it is put, in the size that it has."""
    tileset: dict[str, object] = {"firstgid": 1, "tilewidth": 10, "tileheight": 2, "columns": 2}
    tileset["tiles"] = [{"id": 1, "type": "door"}]
    tile = {"id": 1, "gid": 2, "x": 10, "y": 20}
    found = read(tmp_path, tiled_map(object_layer("Stuff", tile), tilesets=[tileset]))
    (door,) = found.map.walls
    assert door.kind is WallKind.DOOR
    assert {door.a.y, door.b.y} == {round(1.9 * SUBCELL)}


def test_an_object_takes_from_its_template_what_it_does_not_say(tmp_path: Path) -> None:
    """In XML and in JSON; tiles are numbered as the template's own tileset is."""
    text = '<template><object type="wall" width="10" height="10"/></template>'
    (tmp_path / "box.tx").write_text(text)
    like = {"type": "template", "object": {"gid": 2, "width": 10, "height": 10, "type": "door"}}
    like["tileset"] = {"firstgid": 1, "source": "own.tsx"}
    (tmp_path / "door.tj").write_text(json.dumps(like))
    (tmp_path / "own.tsx").write_text('<tileset tilewidth="10" tileheight="10" tilecount="4"/>')
    data = tiled_map(
        object_layer(
            "Stuff",
            {"id": 1, "template": "box.tx", "x": 0, "y": 0},
            {"id": 2, "template": "door.tj", "x": 20, "y": 20},
            {"id": 3, "template": "gone.tx", "x": 20, "y": 20},
        )
    )
    found = read(tmp_path, data)
    kinds = [one.kind for one in found.map.walls]
    assert sorted(kinds) == ["door", "wall", "wall", "wall", "wall"]
    assert "Objects that cannot be read: 1" in told(found)
    assert "gone.tx" in told(found)


def test_a_template_that_names_itself_is_followed_once(tmp_path: Path) -> None:
    """No circle is gone round."""
    text = '<template><object type="wall" template="box.tx" width="10" height="10"/></template>'
    (tmp_path / "box.tx").write_text(text)
    layer = '<objectgroup name="a"><object template="box.tx" x="0" y="0"/></objectgroup>'
    assert len(read(tmp_path, tmx(layer), "hall.tmx").map.walls) == 4


def test_words_become_pins(tmp_path: Path) -> None:
    """They are notes for whoever leads the game."""
    words = thing(10, 20, width=30, height=5, text={"text": " Mind\nthe step "})
    found = read(tmp_path, tiled_map(object_layer("Notes", words)))
    (pin,) = found.map.pins
    assert (pin.text, pin.point) == ("Mind\nthe step", (SUBCELL, 2 * SUBCELL))


def test_words_beside_the_map_become_pins_at_its_edge(tmp_path: Path) -> None:
    """There they can be read and moved."""
    words = [thing(x, 20, width=30, height=5, text={"text": "Legend"}) for x in (-15, 40, 70)]
    found = read(tmp_path, tiled_map(object_layer("Notes", *words)))
    assert [pin.cell for pin in found.map.pins] == [(0, 2), (3, 2), (3, 2)]


def test_walls_are_cut_where_doors_stand(tmp_path: Path) -> None:
    """A door in the middle of a wall parts it."""
    wall = thing(0, 10, polyline=[{"x": 0, "y": 0}, {"x": 40, "y": 0}], type="wall")
    door = thing(10, 9, width=10, height=2, type="door")
    found = read(tmp_path, tiled_map(object_layer("Stuff", wall, door)))
    spans = sorted((one.kind, one.a.x / SUBCELL, one.b.x / SUBCELL) for one in found.map.walls)
    assert spans == [("door", 1, 2), ("wall", 0, 1), ("wall", 2, 4)]


def test_what_lies_outside_is_asked_about(tmp_path: Path) -> None:
    """It is kept until somebody has it clipped."""
    wall = thing(0, 10, polyline=[{"x": -10, "y": 0}, {"x": 20, "y": 0}], type="wall")
    found = read(tmp_path, tiled_map(object_layer("Stuff", wall)))
    assert [one.id for one in found.report.checks] == ["outside"]
    (clipped,) = found.answered("outside", "clip").map.walls
    assert min(clipped.a.x, clipped.b.x) == 0


def test_too_many_walls_are_left_out_and_told(tmp_path: Path) -> None:
    """Single tiles far and wide would make more walls than a map can hold."""
    side = 150
    tiles = [x % 2 * (y % 2) for y in range(side) for x in range(side)]
    found = read(tmp_path, tiled_map(tile_layer("Walls", side, side, tiles), size=(side, side)))
    assert found.map.walls == ()
    assert "All walls" in told(found)
