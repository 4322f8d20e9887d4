"""Walls of Foundry scenes: what they stop in every version, what is asked, what is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.errors import Cancelled, InputError
from gridwar.formats.reading_any_map import read_map
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.walls import DoorState, WallKind, WallSide, WallSight
from tests.support.scenes import (
    HIGH,
    WIDE,
    ends_of,
    old_scene,
    old_wall,
    only,
    reading,
    scene,
    wall,
)
from tests.support.uvtt import told

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Imported
    from gridwar.model.walls import Wall

NONE, LIMITED, FULL = WallSight.NONE, WallSight.LIMITED, WallSight.FULL


def stops(one: Wall) -> tuple[bool, WallSight, bool]:
    """Return what a wall stops: steps, sight, shots."""
    return one.blocks_movement, one.sight, one.blocks_effect


def read_one(folder: Path, **keys: Any) -> Imported:
    """Return a map of one wall of version 11."""
    return reading(folder, scene(walls=[wall(1, 1, 4, 1, **keys)]))


@pytest.mark.parametrize(
    ("move", "sight", "kind", "expected"),
    [
        (20, 20, WallKind.WALL, (True, FULL, True)),
        (20, 10, WallKind.WALL, (True, LIMITED, False)),
        (20, 0, WallKind.WALL, (True, NONE, False)),
        (20, 30, WallKind.WINDOW, (True, NONE, True)),
        (20, 40, WallKind.WINDOW, (True, NONE, True)),
        (0, 20, WallKind.CURTAIN, (False, FULL, False)),
        (0, 10, WallKind.CURTAIN, (False, LIMITED, False)),
        (0, 30, WallKind.CURTAIN, (False, LIMITED, False)),
    ],
)
def test_numbers_of_new_versions_are_read(
    tmp_path: Path, move: int, sight: int, kind: WallKind, expected: object
) -> None:
    """As walls, windows, curtains and veils."""
    one = only(read_one(tmp_path, move=move, sight=sight, light=sight))
    assert (one.kind, stops(one)) == (kind, expected)


@pytest.mark.parametrize(
    ("move", "sense", "kind", "expected"),
    [
        (1, 1, WallKind.WALL, (True, FULL, True)),
        (1, 2, WallKind.WALL, (True, LIMITED, False)),
        (1, 0, WallKind.WALL, (True, NONE, False)),
        (0, 1, WallKind.CURTAIN, (False, FULL, False)),
        (0, 2, WallKind.CURTAIN, (False, LIMITED, False)),
    ],
)
def test_numbers_of_old_versions_are_read(
    tmp_path: Path, move: int, sense: int, kind: WallKind, expected: object
) -> None:
    """One number for sight and light, up to 0.8."""
    data = old_scene(walls=[old_wall(1, 1, 4, 1, move=move, sense=sense)])
    one = only(reading(tmp_path, data))
    assert (one.kind, stops(one)) == (kind, expected)


@pytest.mark.parametrize(
    ("door", "ds", "state"),
    [
        (1, 0, DoorState.CLOSED),
        (1, 1, DoorState.OPEN),
        (1, 2, DoorState.LOCKED),
        (2, 0, DoorState.SECRET),
        (2, 1, DoorState.OPEN),
    ],
)
def test_doors_stand_as_they_did(tmp_path: Path, door: int, ds: int, state: DoorState) -> None:
    """Open, closed, locked, secret; a secret one that is open is no secret."""
    one = only(read_one(tmp_path, door=door, ds=ds))
    assert (one.kind, one.door) == (WallKind.DOOR, state)
    assert stops(one) == (True, FULL, True)


def test_a_door_that_is_seen_through_is_a_door(tmp_path: Path) -> None:
    """A portcullis; it stops steps and is not asked about."""
    found = read_one(tmp_path, door=1, sight=0, light=0)
    assert (only(found).kind, only(found).sight) == (WallKind.DOOR, NONE)
    assert found.report.checks == ()


@pytest.mark.parametrize(("number", "side"), [(1, WallSide.LEFT), (2, WallSide.RIGHT)])
def test_one_way_walls_are_read_and_not_asked(tmp_path: Path, number: int, side: WallSide) -> None:
    """Left is the left hand of whoever goes from the first end to the second."""
    found = read_one(tmp_path, dir=number)
    assert only(found).one_way is side
    above = Point(2 * SUBCELL, 0)
    assert only(found).stops_from(above) is (side is WallSide.LEFT)
    assert told(found.report.read)["one_way"] == "1"
    assert found.report.checks == ()


def test_thresholds_are_windows_and_told(tmp_path: Path) -> None:
    """From how near one sees through is not known here."""
    found = read_one(tmp_path, sight=30, light=30, threshold={"sight": 10, "light": 10})
    assert only(found).kind is WallKind.WINDOW
    assert told(found.report.mended)["thresholds"] == "1"


def test_light_that_goes_otherwise_than_sight_is_told(tmp_path: Path) -> None:
    """It goes as sight here."""
    assert told(read_one(tmp_path, light=0).report.mended)["other_light"] == "1"


@pytest.mark.parametrize(
    ("high", "foot", "top", "steps"),
    [
        ({"bottom": 0, "top": 10}, 0, 3.048, True),
        ({"bottom": None, "top": None}, 0, None, True),
        ({"bottom": 10, "top": 20}, 3.048, 6.096, False),
        ({"bottom": 3, "top": None}, 0.9144, None, True),
        ({"bottom": -10, "top": 5}, 0, 1.524, True),
    ],
)
def test_heights_are_read_where_somebody_wrote_them(
    tmp_path: Path, high: Any, foot: float, top: float | None, steps: bool
) -> None:
    """In metres above the ground; below a wall two metres up one walks."""
    one = only(read_one(tmp_path, flags={"wall-height": high}))
    assert one.foot_m == pytest.approx(foot)
    assert one.height_m == (None if top is None else pytest.approx(top))
    assert one.blocks_movement is steps


def test_walls_below_the_ground_are_left_out(tmp_path: Path) -> None:
    """A cellar drawn under the house."""
    found = read_one(tmp_path, flags={"wall-height": {"bottom": -20, "top": 0}})
    assert found.map.walls == ()
    assert told(found.report.left_out)["walls_below"] == "1"


def test_a_low_wall_that_hangs_is_low_above_its_foot(tmp_path: Path) -> None:
    """Eight feet up without an end, and taken as low: a metre high there, not below its foot."""
    found = read_one(tmp_path, sight=10, light=10, flags={"wall-height": {"bottom": 8}})
    one = only(found.answered("limited", "low"))
    assert (one.foot_m, one.height_m) == pytest.approx((2.4384, 3.4384))


def test_questions_come_once_a_kind(tmp_path: Path) -> None:
    """However many walls there are of it; each answer holds for all of them, and can be undone."""
    walls = [wall(1, n / 10, 4, n / 10, sight=10, light=10) for n in range(20)]
    walls += [wall(5, n / 10, 6, n / 10, sight=0, light=0) for n in range(10)]
    found = reading(tmp_path, scene(walls=walls))
    assert [(one.id, one.chosen) for one in found.report.checks] == [
        ("limited", "once"),
        ("steps", "only"),
    ]
    assert "20 walls" in found.report.checks[0].question
    assert "10 walls" in found.report.checks[1].question
    other = found.answered("limited", "full").answered("steps", "railing")
    kinds = [one.kind for one in other.map.walls]
    assert kinds.count(WallKind.FENCE) == 10
    assert sum(stops(one) == (True, FULL, True) for one in other.map.walls) == 20
    assert all(one.is_answered for one in other.report.checks)
    assert other.answered("limited", "once").answered("steps", "only").map == found.map
    for wrong in (("limited", "railing"), ("level", "0"), ("nobody", "1")):
        with pytest.raises(InputError):
            found.answered(*wrong)


@pytest.mark.parametrize(
    ("check", "choice", "expected"),
    [
        ("limited", "full", (WallKind.WALL, True, FULL, True)),
        ("limited", "low", (WallKind.FENCE, True, NONE, False)),
        ("limited", "nothing", None),
        ("steps", "railing", (WallKind.FENCE, True, NONE, False)),
        ("steps", "window", (WallKind.WINDOW, True, NONE, True)),
        ("steps", "nothing", None),
    ],
)
def test_every_answer_does_what_it_says(
    tmp_path: Path, check: str, choice: str, expected: tuple[object, ...] | None
) -> None:
    """Low walls and railings have cover behind them, and stop steps as the scene says."""
    sight = 10 if check == "limited" else 0
    found = read_one(tmp_path, sight=sight, light=sight).answered(check, choice)
    if expected is None:
        assert found.map.walls == ()
        return
    one = only(found)
    assert (one.kind, *stops(one)) == expected
    assert (one.cover is not None) is (one.kind is WallKind.FENCE)


def test_doubles_and_walls_of_no_length_are_mended(tmp_path: Path) -> None:
    """Whichever way they were drawn; another sort, or the other side, is another wall."""
    walls = [
        wall(1, 1, 4, 1),
        wall(4, 1, 1, 1),
        wall(1, 1, 4, 1, sight=10),
        wall(1, 2, 4, 2, dir=1),
        wall(4, 2, 1, 2, dir=2),
        wall(1, 2, 4, 2, dir=2),
        wall(3, 3, 3, 3),
    ]
    found = reading(tmp_path, scene(walls=walls))
    assert len(found.map.walls) == 4
    assert told(found.report.mended) == {"doubles": "2", "no_length": "1", "other_light": "1"}


def test_what_is_no_wall_is_left_out_and_counted(tmp_path: Path) -> None:
    """Without two ends, stopping nothing, beside the picture; what reaches out stays whole."""
    walls: list[Any] = [
        wall(1, 1, 4, 1, move=0, sight=0, light=0),
        wall(-3, -3, -1, -1),
        wall(WIDE + 1, 0, WIDE + 1, HIGH),
        wall(-1, 2, 2, 2),
        {"c": [1, 2, 3]},
        {"c": [1, 2, 3, float("nan")]},
        {"c": [1, 2, 3, 1e308]},
        {},
        7,
        None,
    ]
    found = reading(tmp_path, scene(walls=walls))
    assert ends_of(only(found)) == (-1, 2, 2, 2)
    assert told(found.report.left_out) == {
        "no_picture": "mill.png is not beside the scene: drop the two together",
        "walls_broken": "6",
        "walls_nothing": "1",
        "walls_beside": "2",
    }


def test_walls_that_are_no_list_are_told(tmp_path: Path) -> None:
    """The rest is read."""
    assert "walls_broken" in told(reading(tmp_path, scene(walls={"a": 1})).report.left_out)


def test_read_twice_it_is_the_same(tmp_path: Path) -> None:
    """Map, report and ids."""
    data = scene(walls=[wall(1, 1, 4, 1), wall(2, 2, 2, 5, sight=10), wall(5, 1, 6, 1, door=1)])
    first, second = reading(tmp_path, data), reading(tmp_path, data)
    assert first.map == second.map
    assert first.report == second.report


def test_reading_can_be_called_off(tmp_path: Path) -> None:
    """Between walls too."""
    reading(tmp_path, scene(walls=[wall(1, n / 700, 4, 1) for n in range(2000)]))
    asked = []

    def enough() -> bool:
        asked.append(1)
        return len(asked) > 4

    with pytest.raises(Cancelled):
        read_map(tmp_path / "scene.json", cancelled=enough)
