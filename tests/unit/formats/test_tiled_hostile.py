"""Maps of Tiled made to hurt: entities, bombs, depths, circles, numbers that are none."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.errors import MapError
from gridwar.formats.reading_any_map import read_map
from gridwar.formats.tiled.layers_and_page import OWN_KEY
from gridwar.model.scale import Scale
from tests.support.tiled import (
    infinite_layer,
    object_layer,
    packed,
    read,
    thing,
    tile_layer,
    tiled_map,
    tmx,
    told,
)

if TYPE_CHECKING:
    from pathlib import Path

_LAUGHS = '<!DOCTYPE map [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
_OUTSIDE = '<!DOCTYPE map SYSTEM "file:///etc/passwd">'


@pytest.mark.parametrize("declared", [_LAUGHS, _OUTSIDE, "<!DOCTYPE map>"])
def test_document_types_are_refused(tmp_path: Path, declared: str) -> None:
    """So there are no entities, neither of their own nor from elsewhere."""
    text = tmx('<layer name="&b;"/>').replace("<map ", declared + "<map ", 1)
    (tmp_path / "hall.tmx").write_text(text)
    with pytest.raises(MapError, match=r"hall\.tmx.*DOCTYPE"):
        read_map(tmp_path / "hall.tmx")


@pytest.mark.parametrize(
    "inner",
    [
        "<group>" * 70 + "</group>" * 70,
        "<group>",
        "\x01",
        "<layer/>" * 400_001,
        '<layer name="a" width="2000" height="2000"><data><tile gid="x"/></data></layer>',
    ],
)
def test_xml_that_is_too_deep_too_much_or_broken_is_refused(tmp_path: Path, inner: str) -> None:
    """The message names the file."""
    with pytest.raises(MapError, match=r"hall\.tmx"):
        read(tmp_path, tmx(inner), "hall.tmx")


@pytest.mark.parametrize("way", ["zlib", "gzip", ""])
def test_a_bomb_is_unpacked_as_far_as_its_layer_goes(tmp_path: Path, way: str) -> None:
    """Data that hold more tiles than the layer has are refused."""
    data = packed([0] * 4_000_000, way)
    layer = tile_layer("a", 4, 3, data=data, encoding="base64", compression=way)
    with pytest.raises(MapError, match="more than fit"):
        read(tmp_path, tiled_map(layer))


@pytest.mark.parametrize(
    "changes",
    [
        {"width": 501},
        {"width": 1e308},
        {"width": -4},
        {"width": None},
        {"tilewidth": 0},
        {"tilewidth": "NaN"},
        {"tileheight": 1e9},
        {"layers": [{"type": "group", "layers": []}] * 0, "infinite": True},
        {"layers": [infinite_layer("a") | {"chunks": [{"x": 10**9}]}], "infinite": True},
    ],
)
def test_sizes_that_are_none_are_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    """Neither nothing, nor more than a map has, nor what is no number."""
    with pytest.raises(MapError, match=r"hall\.tmj"):
        read(tmp_path, tiled_map(tile_layer("a", 4, 3)) | changes)


def test_groups_in_groups_end_somewhere(tmp_path: Path) -> None:
    """Thirty-two are read, a thousand are not."""
    inner: dict[str, Any] = tile_layer("a", 4, 3)
    for _n in range(60):
        inner = {"type": "group", "layers": [inner]}
    with pytest.raises(MapError, match="nested"):
        read(tmp_path, tiled_map(inner))


@pytest.mark.parametrize("value", [float("nan"), "1e999", -5, [], {}, "x", 1e300, True, None])
@pytest.mark.parametrize("key", ["x", "width", "rotation", "gid", "polygon", "template", "type"])
def test_objects_that_are_none_are_left_out(tmp_path: Path, key: str, value: object) -> None:
    """Whatever stands in a field: the map opens, or what is wrong is said."""
    one = thing(1, 1, width=8, height=8) | {key: value}
    path = tmp_path / "hall.tmj"
    path.write_text(json.dumps(tiled_map(object_layer("Walls", one))))
    found = read_map(path)
    assert found.map.size == (4, 3)


@pytest.mark.parametrize("value", [[], {}, "x", [1, 2], [[]], [None], 7])
@pytest.mark.parametrize("key", ["tilesets", "layers", "properties", "backgroundcolor"])
def test_parts_of_another_kind_do_no_harm(tmp_path: Path, key: str, value: object) -> None:
    """They are left out."""
    assert read(tmp_path, tiled_map(tile_layer("a", 4, 3)) | {key: value}).map.size == (4, 3)


def test_files_without_end_are_read_so_far(tmp_path: Path) -> None:
    """A thousand names are no reason to look for a thousand files, nor to tell of each."""
    sets = [{"firstgid": n + 1, "source": f"{n}.tsx"} for n in range(3000)]
    text = told(read(tmp_path, tiled_map(tile_layer("a", 4, 3), tilesets=sets)))
    assert len(text) < 2000
    assert "more" in text


def test_a_pipe_beside_the_map_is_not_waited_for(tmp_path: Path) -> None:
    """Only plain files are opened."""
    import os

    os.mkfifo(tmp_path / "own.tsx")
    data = tiled_map(tile_layer("a", 4, 3), tilesets=[{"firstgid": 1, "source": "own.tsx"}])
    assert "pipe" in told(read(tmp_path, data))


def test_what_stands_too_deep_in_an_object_of_gridwar_is_not_read(tmp_path: Path) -> None:
    """The object is taken as one of somebody else."""
    deep = {"name": OWN_KEY, "type": "string", "value": "[" * 9_000}
    wall = thing(0, 10, polyline=[{"x": 0, "y": 0}, {"x": 20, "y": 0}], type="wall")
    found = read(tmp_path, tiled_map(object_layer("Stuff", {**wall, "properties": [deep]})))
    assert len(found.map.walls) == 1


@pytest.mark.parametrize("size", [1e300, 1e-9, -1, 0, "wide", None])
def test_a_length_of_squares_that_no_map_has_is_none(tmp_path: Path, size: object) -> None:
    """Though Gridwar is said to have written it: they are as long as nobody had said it."""
    said = {OWN_KEY: "1", "cell_size": size, "unit": "m"}
    properties = [{"name": key, "value": value} for key, value in said.items()]
    found = read(tmp_path, tiled_map(tile_layer("ground", 4, 3), properties=properties))
    assert (found.map.scale, found.is_scale_said) == (Scale(), False)
