"""UVTT files written: what MapTool's and Foundry's importers want, and what is left out."""

from __future__ import annotations

import base64
import hashlib
import json
import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from frozendict import frozendict

from gridwar.errors import MapError
from gridwar.formats.picture_headers_and_limits import look_at, map_from_picture
from gridwar.formats.uvtt import answer, read_uvtt, write_uvtt
from gridwar.formats.uvtt.uvtt_writing import picture_fits
from gridwar.formats.uvtt.wall_segments import joined_lines
from gridwar.model.battlemap import BattleMap, LayerName, Picture
from gridwar.model.cover_kinds import Cover, CoverDegree, CoverObject
from gridwar.model.foreign_map_data import KeptKeys
from gridwar.model.geometry import Cell, Point
from gridwar.model.scale import Scale
from gridwar.model.walls import DoorState, Wall, WallKind, WallSight
from gridwar.model.zones import Zone
from tests.support.uvtt import cropped, light, line, png, portal, reading, told, uvtt

if TYPE_CHECKING:
    from pathlib import Path


def at(x: float, y: float) -> Point:
    """Return a point by its cells."""
    return Point(round(x * 1024), round(y * 1024))


def wall(name: str, *ends: float, **changes: Any) -> Wall:
    """Return a wall between two places in cells."""
    return Wall(id=name, a=at(*ends[:2]), b=at(*ends[2:]), **changes)


def output(battle_map: BattleMap, picture: bytes | None = None) -> dict[str, Any]:
    """Write a map and read the JSON."""
    data: dict[str, Any] = json.loads(write_uvtt(battle_map, picture)[0])
    return data


@pytest.fixture
def hall(tmp_path: Path) -> tuple[BattleMap, bytes]:
    """Return a map with everything on it, as it was read from a cropped file."""
    found = reading(
        tmp_path,
        uvtt(
            (12, 5),
            resolution=cropped(30, 20, (12, 5)),
            line_of_sight=[line((31, 21), (34, 21), (34, 23)), line((34, 23), (34, 24.5))],
            objects_line_of_sight=[line((36, 22), (37, 22), (37, 23))],
            portals=[
                portal((34, 21), (35, 22)),
                portal((38, 21), (38, 22), closed=False),
                portal((40, 21), (40, 22), closed=False),
            ],
            lights=[light(33.5, 22)],
        ),
    )
    assert found.picture is not None
    return answer(found, "portal-3", "open").map, found.picture


def test_maptool_can_read_it(hall: tuple[BattleMap, bytes]) -> None:
    """MapTool wants format 0.2 or 0.3, whole pixels, an origin, and the parts in their form."""
    data = output(*hall)
    assert data["format"] in {0.2, 0.3}
    assert isinstance(data["format"], float)
    resolution = data["resolution"]
    assert isinstance(resolution["pixels_per_grid"], int)
    assert set(resolution["map_origin"]) == {"x", "y"}
    assert look_at(base64.b64decode(data["image"], validate=True)).format == "png"
    for key in ("line_of_sight", "objects_line_of_sight"):
        assert data[key]
        for points in data[key]:
            assert len(points) >= 2
            assert all(type(one[axis]) in {int, float} for one in points for axis in "xy")
    for door in data["portals"]:
        assert type(door["closed"]) is bool
        assert len(door["bounds"]) == 2
    assert type(data["environment"]["baked_lighting"]) is bool
    for lamp in data["lights"]:
        assert int(lamp["color"], 16) < 1 << 32
        assert type(lamp["shadows"]) is bool
        assert {"x", "y"} <= lamp["position"].keys()
        assert lamp["range"] > 0


def test_foundrys_importer_can_read_it(hall: tuple[BattleMap, bytes]) -> None:
    """Universal Battlemap Import wants image = size x pixels, every list, and eight digits.

    It takes coordinates as they are, without the origin: so that has to be 0, 0.
    """
    data = output(*hall)
    resolution, info = data["resolution"], look_at(base64.b64decode(data["image"]))
    pixels = resolution["pixels_per_grid"]
    size = resolution["map_size"]
    assert (size["x"] * pixels, size["y"] * pixels) == (info.width_px, info.height_px)
    assert resolution["map_origin"] == {"x": 0, "y": 0}
    assert all(
        isinstance(data[key], list)
        for key in ("line_of_sight", "objects_line_of_sight", "portals", "lights")
    )
    assert data["portals"][0]["bounds"] == line((4, 1), (5, 2))
    assert data["lights"][0]["position"] == {"x": 3.5, "y": 2}
    assert all(len(one["color"]) == 8 for one in data["lights"])
    assert len(data["environment"]["ambient_light"]) == 8


def test_every_field_of_the_format_is_there(hall: tuple[BattleMap, bytes]) -> None:
    """Readers that look for a field find it, also on an empty map without a picture."""
    fields = set(uvtt())
    assert fields <= output(*hall).keys()
    assert fields <= output(BattleMap()).keys()
    assert set(portal((1, 1), (2, 1))) <= output(*hall)["portals"][0].keys()


def test_segments_are_joined_to_lines(hall: tuple[BattleMap, bytes]) -> None:
    """Walls that meet are one line; the outline of an object comes closed."""
    data = output(*hall)
    assert data["line_of_sight"] == [line((1, 1), (4, 1), (4, 3), (4, 4.5))]
    (outline,) = data["objects_line_of_sight"]
    assert outline[0] == outline[-1]
    assert len(outline) == 4


def test_lines_go_once_along_every_segment() -> None:
    """A cross and a ring with a tail: as few lines as can be, no segment twice."""
    cross = [((0, 0), (1, 0)), ((1, 0), (2, 0)), ((1, 0), (1, 1)), ((1, 0), (1, -1))]
    ring = [((5, 5), (6, 5)), ((6, 5), (6, 6)), ((6, 6), (5, 5)), ((5, 5), (4, 4))]
    segments = [(Point(*a), Point(*b)) for a, b in (*cross, *ring)]
    lines = joined_lines(segments)
    assert len(lines) == 3
    walked = [frozenset(pair) for one in lines for pair in pairwise(one)]
    assert len(walked) == len(segments)
    assert set(walked) == {frozenset(pair) for pair in segments}


def test_doors_and_windows_are_portals(hall: tuple[BattleMap, bytes]) -> None:
    """A closed door is closed, windows and open doors are not; rotation goes with the ends."""
    door, window, opened = output(*hall)["portals"]
    assert (door["closed"], window["closed"], opened["closed"]) == (True, False, False)
    assert door["position"] == {"x": 4.5, "y": 1.5}
    assert door["rotation"] == pytest.approx(math.pi / 4, abs=1e-6)
    assert window["rotation"] == pytest.approx(math.pi / 2, abs=1e-6)


def test_what_the_format_cannot_tell_comes_back_to_us(tmp_path: Path) -> None:
    """Open, locked and secret doors and the length of a cell are as they were."""
    doors = [
        wall(str(state), 1 + at, 1, 1.9 + at, 1, kind=WallKind.DOOR, door=state)
        for at, state in enumerate(DoorState)
    ]
    battle_map = BattleMap(scale=Scale(cell_size=5, unit="ft"), walls=tuple(doors))
    text, report = write_uvtt(battle_map, None)
    path = tmp_path / "doors.uvtt"
    path.write_text(text)
    back = read_uvtt(path)
    assert [one.door for one in back.map.walls] == list(DoorState)
    assert back.map.scale == battle_map.scale
    assert back.report.checks == ()
    assert told(report.mended) == {"door_states": "2", "open_doors": "1"}


def test_bushes_stay_bushes(tmp_path: Path) -> None:
    """Objects that stop sight alone still do after an export."""
    found = reading(tmp_path, uvtt(objects_line_of_sight=[line((1, 1), (2, 1), (2, 2))]))
    bushes = answer(found, "objects", "sight")
    path = tmp_path / "again.uvtt"
    path.write_text(write_uvtt(bushes.map, bushes.picture)[0])
    back = read_uvtt(path)
    assert [one.blocks_movement for one in back.map.walls] == [False] * 3
    assert back.report.checks[0].chosen == "sight"


def test_what_is_left_out_is_told() -> None:
    """Low walls, terrain, height, cover and zones are counted; curtains become full walls."""
    battle_map = (
        BattleMap(
            walls=(
                Wall.low("parapet", at(1, 1), at(2, 1), Cover(degree=CoverDegree.HALF)),
                wall("fence", 3, 1, 4, 1, sight=WallSight.NONE),
                wall("curtain", 5, 1, 6, 1, blocks_movement=False),
                wall("hedge", 7, 1, 8, 1, height_m=1.5),
                wall("wall", 9, 1, 10, 1),
            ),
            zones=(Zone(id="z", kind="smoke", cells=(Cell(1, 1),)),),
            cover_objects=(
                CoverObject(id="cart", name="cart", degree=CoverDegree.HALF, cells=(Cell(2, 2),)),
            ),
        )
        .with_painted(LayerName.TERRAIN, {Cell(1, 1): 1})
        .with_painted(LayerName.GROUND, {Cell(1, 1): 4})
    )
    text, report = write_uvtt(battle_map, None)
    assert told(report.left_out).keys() == {
        "no_picture",
        "terrain",
        "ground",
        "low_walls",
        "cover_objects",
        "zones",
    }
    assert told(report.left_out)["low_walls"] == "2"
    assert told(report.mended) == {"full_walls": "2"}
    assert json.loads(text)["line_of_sight"] == [
        line((5, 1), (6, 1)),
        line((7, 1), (8, 1)),
        line((9, 1), (10, 1)),
    ]


def test_kept_keys_come_back() -> None:
    """Unknown keys stand where they stood; ours and the format's own win over them."""
    battle_map = BattleMap(walls=(wall("d", 1, 1, 2, 1, kind=WallKind.DOOR),)).with_lights(
        (),
        KeptKeys(
            file='{"software":"X","format":9,"resolution":{"dpi":300},"environment":{"fog":1}}',
            walls=frozendict({"d": '{"freestanding":true,"lock":3}', "gone": '{"a":1}'}),
        ),
    )
    data = output(battle_map)
    assert data["software"] == "X"
    assert data["format"] == 0.3
    assert data["resolution"]["dpi"] == 300
    assert data["environment"] == {
        "baked_lighting": True,
        "ambient_light": "ffffffff",
        "fog": 1,
    }
    assert data["portals"][0]["freestanding"] is True
    assert data["portals"][0]["lock"] == 3


def test_a_picture_off_the_grid_is_written_by_the_origin(tmp_path: Path) -> None:
    """The fraction of a cell that the picture is moved by becomes the origin again."""
    data = uvtt(resolution=cropped(2.25, 3.5), line_of_sight=[line((3, 4), (6, 4))])
    found = reading(tmp_path, data)
    again = output(found.map, found.picture)
    assert again["resolution"]["map_origin"] == {"x": 0.25, "y": 0.5}
    assert again["resolution"]["map_size"] == {"x": 8, "y": 6}
    # Both readers: (coordinate - origin) x pixels is where the wall is on the picture.
    assert again["line_of_sight"] == [line((1, 1), (4, 1))]


def test_a_picture_moved_left_or_up_keeps_walls_on_their_places() -> None:
    """Whatever the offset, walls less the origin lie where they lay on the picture."""
    picture = png(120, 50)
    laid, _sha256 = map_from_picture(picture, 10)
    assert laid.picture is not None
    moved = laid.with_picture(laid.picture.replace(offset_x_px=-25.0, offset_y_px=32.0))
    data = output(moved.with_walls([wall("w", 1, 4, 2, 4)]), picture)
    origin, first = data["resolution"]["map_origin"], data["line_of_sight"][0][0]
    assert (first["x"] - origin["x"], first["y"] - origin["y"]) == pytest.approx((1 + 2.5, 4 - 3.2))
    assert all(0 <= origin[axis] < 1 for axis in "xy")


def test_a_picture_on_a_grid_of_broken_pixels_keeps_its_walls() -> None:
    """Pixels to a square are whole in the file; walls still lie where they lay on the picture."""
    picture = png(125, 50)
    laid, sha256 = map_from_picture(picture, 12.5)
    assert laid.picture == Picture(sha256=sha256, pixels_per_cell=12.5, width_px=125, height_px=50)
    assert not picture_fits(laid)
    text, report = write_uvtt(laid.with_walls([wall("w", 2, 1, 4, 1)]), picture)
    data = json.loads(text)
    pixels = data["resolution"]["pixels_per_grid"]
    assert isinstance(pixels, int)
    assert data["resolution"]["map_size"]["x"] * pixels == pytest.approx(125)
    assert data["line_of_sight"][0][1]["x"] * pixels == pytest.approx(4 * 12.5)
    assert "stretched" in told(report.mended)


def test_a_map_without_a_picture_can_be_written(tmp_path: Path) -> None:
    """It is told that most programs want one; the size comes back all the same."""
    text, report = write_uvtt(BattleMap(width=7, height=9), None)
    assert "no_picture" in told(report.left_out)
    path = tmp_path / "blank.uvtt"
    path.write_text(text)
    assert tuple(read_uvtt(path).map.size) == (7, 9)


def test_a_picture_that_is_none_is_refused() -> None:
    """Nothing that other programs cannot show is put into a file."""
    with pytest.raises(MapError, match="The map's picture"):
        write_uvtt(BattleMap(), b"GIF89a")


def test_an_export_is_not_the_picture_s_recoding(hall: tuple[BattleMap, bytes]) -> None:
    """The picture goes out byte for byte as it came."""
    battle_map, picture = hall
    assert battle_map.picture is not None
    written = base64.b64decode(output(battle_map, picture)["image"])
    assert hashlib.sha256(written).hexdigest() == battle_map.picture.sha256
