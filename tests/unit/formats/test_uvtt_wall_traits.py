"""What walls know that UVTT has no word for: it comes back to us, and others' keys are read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.formats.uvtt import read_uvtt, write_uvtt
from gridwar.formats.uvtt.doors_and_windows import OWN_KEY
from gridwar.model.battlemap import BattleMap
from gridwar.model.cover_kinds import Cover, CoverDegree
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.walls import DoorState, Wall, WallKind, WallSide, WallSight
from tests.support.uvtt import line, portal, reading, told, uvtt

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Imported

HALF = Cover(degree=CoverDegree.HALF)
SORTS: dict[str, Any] = {
    "full": {},
    "hedge": {"sight": WallSight.LIMITED},
    "mirror": {"one_way": WallSide.LEFT},
    "gallery": {"foot_m": 2.0, "height_m": 3.0},
    "low": {"sight": WallSight.NONE, "blocks_effect": False, "cover": HALF, "height_m": 1.2},
    "named": {"name": "South wall"},
}


def segment(kind: WallKind, at: int, **more: object) -> Wall:
    """Return a wall across one square."""
    ends = Point(at * SUBCELL, SUBCELL), Point((at + 1) * SUBCELL, SUBCELL)
    return Wall.of_kind(kind, f"w{at}", *ends).replace(**more)


def there_and_back(folder: Path, *walls: Wall) -> tuple[Imported, dict[str, Any], dict[str, str]]:
    """Return a map read from the file that was written of it, the file, and what was told."""
    text, report = write_uvtt(BattleMap(width=20, height=9, walls=walls), None)
    path = folder / "walls.uvtt"
    path.write_text(text)
    return read_uvtt(path), json.loads(text), told((*report.mended, *report.left_out))


@pytest.mark.parametrize("sort", SORTS)
def test_walls_come_back_as_they_were(tmp_path: Path, sort: str) -> None:
    """Beside a plain wall of the same line, which stays plain."""
    walls = (segment(WallKind.WALL, 3, **SORTS[sort]), segment(WallKind.WALL, 4))
    found, _data, _told = there_and_back(tmp_path, *walls)
    assert {one.replace(id="") for one in found.map.walls} == {one.replace(id="") for one in walls}
    assert len({one.id for one in found.map.walls}) == 2


@pytest.mark.parametrize("kind", WallKind)
@pytest.mark.parametrize("more", [{}, {"one_way": WallSide.RIGHT, "sight": WallSight.LIMITED}])
def test_every_kind_comes_back(tmp_path: Path, kind: WallKind, more: dict[str, Any]) -> None:
    """Doors and windows too, of one side or seen through once; nothing has to be asked."""
    wall = segment(kind, 3, **more)
    found, _data, _told = there_and_back(tmp_path, wall)
    assert [one.replace(id="w3") for one in found.map.walls] == [wall]
    assert found.report.checks == ()


def test_other_programs_read_what_is_nearest(tmp_path: Path) -> None:
    """Curtains are closed doors to them, bars windows; the rest are walls, or left out; told."""
    walls = (
        segment(WallKind.CURTAIN, 1),
        segment(WallKind.BARS, 3, one_way=WallSide.LEFT),
        segment(WallKind.FENCE, 5),
        segment(WallKind.WALL, 7, sight=WallSight.LIMITED),
        segment(WallKind.WALL, 9, one_way=WallSide.LEFT),
    )
    _found, data, said = there_and_back(tmp_path, *walls)
    assert data["line_of_sight"] == [line((7, 1), (8, 1)), line((9, 1), (10, 1))]
    assert [one["closed"] for one in data["portals"]] == [True, False]
    assert said == {
        "no_picture": "there is none; most programs want one",
        "curtains": "1",
        "bars": "1",
        "one_way": "1",
        "full_walls": "2",
        "low_walls": "1",
    }


@pytest.mark.parametrize(
    "row",
    [
        7,
        {"kind": "wall"},
        {"kind": "moat", "a": {"x": 1, "y": 1}, "b": {"x": 2, "y": 1}},
        {"kind": "wall", "a": {"x": 1, "y": 1}, "b": {"x": 1, "y": 1}},
        {"kind": "wall", "a": {"x": 1, "y": 1}, "b": {"x": 2, "y": 1}, "sight": "blind"},
        {"kind": "wall", "a": {"x": 1, "y": 1}, "b": {"x": 2, "y": 1}, "colour": "red"},
        {"kind": "wall", "a": {"x": 1, "y": 1}, "b": {"x": 2, "y": 1}, "foot_m": 9, "height_m": 1},
    ],
)
def test_what_is_damaged_under_our_own_key_is_left_out(tmp_path: Path, row: object) -> None:
    """The walls for other programs are still there, as full walls."""
    data = uvtt(line_of_sight=[line((1, 1), (2, 1))])
    data[OWN_KEY] = {"version": 1, "walls": [row]}
    found = reading(tmp_path, data)
    assert [one.sight for one in found.map.walls] == [WallSight.FULL]
    assert told(found.report.left_out)["own_walls_broken"] == "1"


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"door": 1, "ds": 1}, {"kind": WallKind.DOOR, "door": DoorState.OPEN}),
        ({"door": 1, "ds": 2, "dir": 1}, {"door": DoorState.LOCKED, "one_way": WallSide.LEFT}),
        ({"door": 2, "ds": 0}, {"door": DoorState.SECRET}),
        ({"door": 0, "move": 20, "sight": 0}, {"kind": WallKind.WINDOW}),
        ({"door": 0, "move": 20, "sight": 30}, {"kind": WallKind.WINDOW}),
        ({"door": 0, "move": 0, "sight": 20}, {"kind": WallKind.CURTAIN}),
        (
            {"door": 0, "move": 20, "sight": 10, "dir": 2},
            {"kind": WallKind.WALL, "sight": WallSight.LIMITED, "one_way": WallSide.RIGHT},
        ),
    ],
)
def test_keys_of_others_say_what_an_opening_is(
    tmp_path: Path, keys: dict[str, int], expected: dict[str, object]
) -> None:
    """Then nobody is asked; what stands in its place is as they say."""
    found = reading(tmp_path, uvtt(portals=[portal((2, 2), (3, 2), **keys)]))
    (wall,) = found.map.walls
    assert {name: getattr(wall, name) for name in expected} == expected
    assert found.report.checks == ()


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"flags": {"foundry_sense": {"door": 1, "sight": 20}, "foundry_door_state": 2}}, "locked"),
        ({"flags": {"foundry_sense": {"door": 2, "sight": 20}}}, "secret"),
        ({"secret": True}, "secret"),
    ],
)
def test_keys_of_others_may_stand_deeper(
    tmp_path: Path, keys: dict[str, Any], expected: str
) -> None:
    """Below flags, under longer names; or one word for a secret door."""
    found = reading(tmp_path, uvtt(portals=[portal((2, 2), (3, 2), **keys)]))
    (wall,) = found.map.walls
    assert (wall.kind, wall.door) == (WallKind.DOOR, DoorState(expected))
    assert found.report.checks == ()


def other(*places: tuple[float, float], **keys: Any) -> dict[str, Any]:
    """Return a wall as others write it beside the plain lines."""
    return {"points": [{"x": x, "y": y} for x, y in places], **keys}


@pytest.mark.parametrize("key", ["walls", "foundry_terrain_walls", "line_of_sight"])
def test_walls_of_others_know_what_they_stop(tmp_path: Path, key: str) -> None:
    """In lists of their own, or as objects among the lines, which stay plain."""
    walls: list[Any] = [
        other((1, 1), (2, 1), (2, 2), move=20, sight=10),
        other((3, 1), (4, 1), move=20, sight=0, dir=1),
        other((5, 1), (6, 1), move=0, sight=20),
        other((5, 2), (6, 2), door=1, ds=1),
        other((5, 3), (6, 3), move=20, sight=30, threshold={"sight": 10}),
    ]
    lines = [line((1, 4), (2, 4))]
    plain = uvtt(line_of_sight=lines)
    data = {**plain, key: [*plain.get(key, ()), *walls]}
    found = reading(tmp_path, data)
    sorts = {
        (one.a.x // SUBCELL, one.a.y // SUBCELL): (
            one.kind,
            one.blocks_movement,
            one.sight,
            one.blocks_effect,
            one.one_way,
        )
        for one in found.map.walls
    }
    wall_, curtain, door, window = (
        WallKind.WALL,
        WallKind.CURTAIN,
        WallKind.DOOR,
        WallKind.WINDOW,
    )
    limited = (wall_, True, WallSight.LIMITED, False, None)
    assert sorts == {
        (1, 4): (wall_, True, WallSight.FULL, True, None),
        (1, 1): limited,
        (2, 1): limited,
        (3, 1): (wall_, True, WallSight.NONE, False, WallSide.LEFT),
        (5, 1): (curtain, False, WallSight.FULL, False, None),
        (5, 2): (door, True, WallSight.FULL, True, None),
        (5, 3): (window, True, WallSight.NONE, True, None),
    }
    assert sum(one.is_open for one in found.map.walls) == 1


def test_walls_of_others_that_cannot_be_read_are_counted(tmp_path: Path) -> None:
    """Without two ends, or with a place that is none; the rest is read."""
    walls: list[Any] = [other((1, 1)), other((1, 1), (float("nan"), 2)), 7, other((1, 1), (2, 1))]
    found = reading(tmp_path, uvtt(walls=walls))
    assert len(found.map.walls) == 1
    assert told(found.report.left_out)["foreign_walls_broken"] == "3"


@pytest.mark.parametrize("number", [0.1, 0.4, 1, 1.0, "2", 17])
def test_a_file_of_any_number_is_read(tmp_path: Path, number: object) -> None:
    """Programs count on; what they write is the same."""
    found = reading(tmp_path, uvtt(format=number, line_of_sight=[line((1, 4), (2, 4))]))
    assert len(found.map.walls) == 1
    assert f"Format {float(str(number)):g}" in found.report.subtitle
