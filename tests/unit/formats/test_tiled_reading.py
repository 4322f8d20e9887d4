"""Maps of Tiled: tiles and layers, one quirk at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.errors import MapError
from gridwar.formats.reading_any_map import read_map, read_maps
from gridwar.formats.tiled.layers_and_page import FLIP_ACROSS, FLIP_DIAGONAL
from gridwar.formats.tiled.map_from_tiled import CELL_SIZE, TiledDraft
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.terrain_kinds import TerrainLook
from gridwar.model.walls import DoorState, WallKind
from tests.support import tiled
from tests.support.tiled import object_layer, packed, read, thing, tile_layer, tiled_map, tmx, told
from tests.support.uvtt import png

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Imported
    from gridwar.formats.tiled.tile_plan import TilePlan

_ROUND_MIDDLE = {
    ((1, 1), (2, 1)),
    ((1, 2), (2, 2)),
    ((1, 1), (1, 2)),
    ((2, 1), (2, 2)),
}


def _ends(found: Imported) -> set[tuple[tuple[float, float], tuple[float, float]]]:
    return {
        (
            (one.a.x / SUBCELL, one.a.y / SUBCELL),
            (one.b.x / SUBCELL, one.b.y / SUBCELL),
        )
        for one in found.map.walls
    }


def _plan(found: Imported) -> TilePlan:
    assert isinstance(found.draft, TiledDraft)
    plan = found.draft.contents.plan
    assert plan is not None
    return plan


@pytest.mark.parametrize("way", ["", "zlib", "gzip"])
def test_packed_tiles_are_read_as_they_were(tmp_path: Path, way: str) -> None:
    """Base64 is read plain, and packed by zlib or gzip."""
    tiles = [0, 0, 0, 0, 1, 0, 0, 0, 0]
    layer = tile_layer("Walls", 3, 3, encoding="base64", compression=way)
    layer["data"] = packed(tiles, way)
    assert _ends(read(tmp_path, tiled_map(layer, size=(3, 3)))) == _ROUND_MIDDLE


def test_tiles_in_xml_are_read_as_csv_and_as_elements(tmp_path: Path) -> None:
    """XML has tiles as text with line breaks, or as an element each."""
    csv = '<layer name="Walls" width="3" height="3"><data encoding="csv">\n0,0,0,\n0,1,0,\n0,0,0\n'
    one = '<tile gid="0"/>' * 4 + '<tile gid="1"/>' + "<tile/>" * 4
    for text in (csv + "</data></layer>", f'<layer name="Walls" width="3" height="3"><data>{one}'):
        whole = text if text.endswith("</layer>") else text + "</data></layer>"
        found = read(tmp_path, tmx(whole, width="3", height="3"), "hall.tmx")
        assert _ends(found) == _ROUND_MIDDLE


def test_zstd_is_refused_with_the_way_round(tmp_path: Path) -> None:
    """What cannot be unpacked says where in Tiled it is changed."""
    layer = tile_layer("Walls", 3, 3, data="KLUv", encoding="base64", compression="zstd")
    with pytest.raises(MapError, match=r"hall\.tmj.*Walls.*zstd.*Tile Layer Format"):
        read(tmp_path, tiled_map(layer, size=(3, 3)))


@pytest.mark.parametrize("orientation", ["isometric", "staggered", "hexagonal"])
def test_other_grids_are_refused_by_name(tmp_path: Path, orientation: str) -> None:
    """Only orthogonal maps lie on squares."""
    with pytest.raises(MapError, match=orientation):
        read(tmp_path, tiled_map(tile_layer("a", 4, 3), orientation=orientation))


def test_an_infinite_map_is_as_large_as_its_tiles(tmp_path: Path) -> None:
    """Pieces left of and above the corner count; empty ones do not."""
    found = read(tmp_path, tiled_map(tiled.infinite_layer("Walls"), infinite=True))
    assert found.map.size == (3, 3)
    assert ((0, 1), (2, 1)) in _ends(found)


def test_walls_of_tiles_are_joined_into_runs_and_leave_the_rim_open(tmp_path: Path) -> None:
    """A whole row of wall has one edge, on the side where there is no wall."""
    found = read(tmp_path, tiled_map(tile_layer("Walls", 4, 3, [1] * 4 + [0] * 8)))
    assert _ends(found) == {((0, 1), (4, 1))}


def test_flips_are_no_part_of_a_tile_s_number(tmp_path: Path) -> None:
    """The upper bits say how a tile is turned; it is the same tile."""
    turned = 7 | FLIP_ACROSS | FLIP_DIAGONAL
    found = read(tmp_path, tiled_map(tile_layer("Floor", 1, 1, [turned]), size=(1, 1)))
    plan = _plan(found)
    (layer,) = plan.flat_layers
    (stamp,) = layer.stamps
    assert [one.name for one in stamp.flips] == ["ACROSS", "DIAGONAL"]
    assert stamp.box == (0, 0, tiled.TILE, tiled.TILE)


def test_groups_move_fade_and_hide_their_layers(tmp_path: Path) -> None:
    """What a group says holds for all in it, groups in groups too."""
    inner = {"type": "group", "name": "b", "offsetx": 10, "opacity": 0.5}
    inner["layers"] = [tile_layer("Walls", 3, 3)]
    outer = {"type": "group", "name": "a", "offsety": 10, "opacity": 0.5, "layers": [inner]}
    found = read(tmp_path, tiled_map(outer, size=(4, 4)))
    assert ((2, 2), (3, 2)) in _ends(found)
    assert [one.opacity for one in _plan(found).flat_layers] == [0.25]
    hidden = read(tmp_path, tiled_map(outer | {"visible": False}, size=(4, 4)))
    assert _ends(hidden) == _ends(found)
    assert hidden.plan is None
    assert "Hidden layers: not painted: 1" in told(hidden)


def test_a_tileset_lies_beside_the_map_or_below(tmp_path: Path) -> None:
    """Its picture is looked for from where the tileset is."""
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "own.png").write_bytes(png(43, 21))
    tsx = '<tileset name="own" tilewidth="10" tileheight="10" spacing="1" margin="0">'
    (tmp_path / "sets" / "own.tsx").write_text(f'{tsx}<image source="own.png"/></tileset>')
    data = tiled_map(
        tile_layer("Floor", 4, 3), tilesets=[{"firstgid": 1, "source": "sets/own.tsx"}]
    )
    data["layers"][0]["data"][0] = 6
    plan = _plan(read(tmp_path, data))
    assert plan.tiles[6].look.box == (11, 11, 10, 10)
    assert plan.tiles[6].look.picture == 0


@pytest.mark.parametrize("source", ["gone.tsx", "../up.tsx", "/etc/passwd", "C:\\a.tsx", "a\0.tsx"])
def test_a_map_opens_without_its_tilesets(tmp_path: Path, source: str) -> None:
    """What is missing, or lies elsewhere, is told and painted plain."""
    (tmp_path / "map").mkdir()
    (tmp_path / "up.tsx").write_text('<tileset tilewidth="3" tileheight="3"/>')
    data = tiled_map(tile_layer("Floor", 4, 3), tilesets=[{"firstgid": 1, "source": source}])
    found = read(tmp_path / "map", data)
    assert source.split("\0", maxsplit=1)[0] in told(found)
    known = _plan(found).tiles[1]
    assert (known.look.picture, known.width) == (None, tiled.TILE)


def test_a_link_does_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    """Where a name leads counts, not what it says."""
    (tmp_path / "map").mkdir()
    (tmp_path / "secret.tsx").write_text('<tileset tilewidth="3" tileheight="3"/>')
    (tmp_path / "map" / "own.tsx").symlink_to(tmp_path / "secret.tsx")
    data = tiled_map(tile_layer("Floor", 4, 3), tilesets=[{"firstgid": 1, "source": "own.tsx"}])
    assert "not opened" in told(read(tmp_path / "map", data))


def test_a_tileset_that_came_along_is_taken_wherever_it_lies(tmp_path: Path) -> None:
    """Dropped with the map, it needs no folder of its own."""
    (tmp_path / "map").mkdir()
    tileset = tmp_path / "own.tsx"
    tileset.write_text('<tileset tilewidth="30" tileheight="30" tilecount="4"/>')
    source = {"firstgid": 1, "source": "../sets/own.tsx"}
    read(tmp_path / "map", tiled_map(tile_layer("Floor", 4, 3), tilesets=[source]))
    found = read_maps((tileset, tmp_path / "map" / "hall.tmj"))
    assert _plan(found).tiles[1].width == 30


def test_tiles_that_are_no_squares_are_asked_about(tmp_path: Path) -> None:
    """A fight has squares: as wide as a tile, or as high."""
    data = tiled_map(tile_layer("Walls", 4, 4), size=(4, 4), tilewidth=20, tileheight=10)
    found = read(tmp_path, data)
    (check,) = [one for one in found.report.checks if one.id == CELL_SIZE]
    assert (check.chosen, found.map.size) == ("20", (4, 2))
    assert found.answered(CELL_SIZE, "10").map.size == (8, 4)


def test_layers_without_a_meaning_are_asked_once_each(tmp_path: Path) -> None:
    """Their tiles are painted whatever is said; walls come when they are wanted."""
    found = read(tmp_path, tiled_map(tile_layer("Bits", 3, 3), tile_layer("Floor", 3, 3)))
    (check,) = found.report.checks
    assert "Bits" in check.question
    assert found.map.walls == ()
    assert len(found.answered(check.id, "wall").map.walls) == 4
    assert len(found.answered(check.id, "spawn").map.zones) == 1


def test_a_missing_square_is_a_door_turned_as_its_walls_lie(tmp_path: Path) -> None:
    """The tile of a door stands between two of wall, whichever way they go."""
    column = [0, 1, 0, 0, 0, 0, 0, 1, 0]
    door = [0, 0, 0, 0, 1, 0, 0, 0, 0]
    layers = (tile_layer("Walls", 3, 3, column), tile_layer("Doors", 3, 3, door))
    found = read(tmp_path, tiled_map(*layers, size=(3, 3)))
    (made,) = [one for one in found.map.walls if one.kind is WallKind.DOOR]
    assert {made.a, made.b} == {
        Point(SUBCELL * 3 // 2, SUBCELL),
        Point(SUBCELL * 3 // 2, 2 * SUBCELL),
    }


def test_water_is_painted_and_named(tmp_path: Path) -> None:
    """Of tiles as of shapes; it is a kind of ground of its own."""
    pond = thing(0, 20, width=20, height=10, type="water")
    found = read(tmp_path, tiled_map(tile_layer("Water", 4, 3), object_layer("Stuff", pond)))
    wet = {
        Cell(x, y)
        for x in range(4)
        for y in range(3)
        if found.map.terrain_at(Cell(x, y)).look is TerrainLook.WATER
    }
    assert wet == {Cell(2, 1), Cell(0, 2), Cell(1, 2)}


def test_doors_say_how_they_stand_by_usual_words(tmp_path: Path) -> None:
    """A switch, or a word, of those that games use."""
    ends = [{"x": 0, "y": 0}, {"x": 10, "y": 0}]
    said = [
        [{"name": "locked", "type": "bool", "value": True}],
        [{"name": "state", "value": "open"}],
        [],
    ]
    doors = [thing(0, 10 * at, polyline=ends, properties=one) for at, one in enumerate(said)]
    found = read(tmp_path, tiled_map(object_layer("Doors", *doors)))
    states = [one.door for one in found.map.walls]
    assert states == [DoorState.LOCKED, DoorState.OPEN, DoorState.CLOSED]


def test_a_lone_picture_stays_the_file_it_is(tmp_path: Path) -> None:
    """With nothing painted over it, it is not drawn anew."""
    (tmp_path / "hall.png").write_bytes(png(60, 40))
    layer = {"type": "imagelayer", "name": "b", "image": "hall.png", "offsetx": -10}
    found = read(tmp_path, tiled_map(layer))
    assert found.plan is None
    assert found.picture == png(60, 40)
    assert found.map.picture is not None
    assert found.map.picture.offset_x_px == -10


def test_a_map_read_twice_is_equal(tmp_path: Path) -> None:
    """Nothing of it is left to chance."""
    data = tiled_map(tile_layer("Walls", 4, 3), tiled.all_shapes("Stuff"))
    first, second = read(tmp_path, data), read(tmp_path, data)
    assert (first.map, first.report) == (second.map, second.report)


def test_parallax_tints_and_animations_are_told(tmp_path: Path) -> None:
    """They are left out: nothing moves on a table."""
    layer = tile_layer("Floor", 4, 3, parallaxx=0.5, tintcolor="#ff0000")
    tileset: dict[str, object] = {"firstgid": 1, "tilewidth": 10, "tileheight": 10}
    tileset["tiles"] = [{"id": 0, "animation": [{"tileid": 0, "duration": 1}]}]
    text = told(read(tmp_path, tiled_map(layer, tilesets=[tileset])))
    assert all(word in text for word in ("Parallax", "tint", "Animated tiles"))


def test_the_front_door_knows_both_kinds(tmp_path: Path) -> None:
    """By what they hold, whatever they are called."""
    for text in (tmx(tiled.TMX_LAYERS), "\ufeff" + tmx("")):
        path = tmp_path / "hall.dd2vtt"
        path.write_text(text, encoding="utf-8")
        assert read_map(path).map.size == (4, 3)


@pytest.mark.parametrize("text", ["<tileset/>", '{"type": "tileset", "tilewidth": 1, "layers": 1}'])
def test_a_tileset_alone_is_no_map(tmp_path: Path, text: str) -> None:
    """It is said which file to open instead."""
    path = tmp_path / "own.tmx"
    path.write_text(
        text if text.startswith("<") else text.replace('"layers": 1', '"tiledversion": 1')
    )
    with pytest.raises(MapError, match="open the map that uses it"):
        read_map(path)
