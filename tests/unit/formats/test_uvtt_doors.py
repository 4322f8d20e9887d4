"""UVTT files: doors, windows and openings, and how they sit in walls."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.formats.uvtt import answer
from gridwar.model.geometry import Cell, Point
from gridwar.model.walls import DoorState, Wall, WallKind
from tests.support.uvtt import cropped, ends, line, portal, reading, told, uvtt

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Imported


def doors(tmp_path: Path, *portals: object, **changes: Any) -> Imported:
    """Read a map with some doors."""
    return reading(tmp_path, uvtt(portals=list(portals), **changes))


def only(found: Imported) -> Wall:
    """Return the one wall, door or window of a map."""
    (wall,) = found.map.walls
    return wall


@pytest.mark.parametrize("closed", [True, ..., None, "yes"])
def test_a_door_is_closed_unless_the_file_says_open(tmp_path: Path, closed: object) -> None:
    """A door of which the file does not say how it stands is closed."""
    door = {**portal((1, 1), (2, 1)), "closed": closed}
    found = doors(tmp_path, {key: one for key, one in door.items() if one is not ...})
    wall = only(found)
    assert (wall.kind, wall.door) == (WallKind.DOOR, DoorState.CLOSED)
    assert wall.stops_movement
    assert wall.stops_sight
    assert found.report.checks == ()
    assert told(found.report.read)["portals_door"] == "1"


@pytest.mark.parametrize("closed", [False, "false", 0])
def test_an_opening_is_asked_about(tmp_path: Path, closed: object) -> None:
    """``closed: false`` is a window, an open door or nothing: asked, with its place."""
    found = doors(tmp_path, portal((5, 2), (6, 2), closed=closed))
    (check,) = found.report.checks
    assert check.id == "portal-1"
    assert check.place == Cell(5, 2)
    assert check.question == "Opening at F 3 does not stop light"
    assert [one.id for one in check.choices] == ["window", "open", "nothing"]
    assert check.chosen == "window"
    window = only(found)
    assert (window.kind, window.stops_movement, window.stops_sight) == (
        WallKind.WINDOW,
        True,
        False,
    )
    door = only(answer(found, "portal-1", "open"))
    assert (door.kind, door.door, door.stops_movement) == (WallKind.DOOR, DoorState.OPEN, False)
    assert answer(found, "portal-1", "nothing").map.walls == ()


def test_openings_are_answered_one_by_one_or_all_at_once(tmp_path: Path) -> None:
    """Where there are several, one question sets them all; afterwards each can differ."""
    places = [portal((x, 1), (x + 1, 1), closed=False) for x in (1, 3, 5)]
    found = doors(tmp_path, *places, portal((1, 4), (2, 4)))
    assert [one.id for one in found.report.checks] == [
        "openings",
        "portal-1",
        "portal-2",
        "portal-3",
    ]
    assert found.report.checks[0].chosen == "window"
    opened = answer(found, "openings", "open")
    assert [wall.is_open for wall in opened.map.walls] == [True, True, True, False]
    mixed = answer(opened, "portal-2", "window")
    assert [wall.is_open for wall in mixed.map.walls] == [True, False, True, False]
    assert mixed.report.checks[0].chosen == ""
    assert told(mixed.report.read)["portals_open"] == "2"


def test_a_door_the_file_is_sure_of_can_be_retagged(tmp_path: Path) -> None:
    """It is not asked about, but answered like a question it becomes a window or an opening."""
    found = doors(tmp_path, portal((1, 1), (2, 1)))
    assert found.report.checks == ()
    (check,) = found.report.retaggable
    assert [one.id for one in check.choices] == ["door", "window", "open", "nothing"]
    assert only(answer(found, check.id, "window")).kind is WallKind.WINDOW
    assert only(answer(found, check.id, "open")).is_open


def test_a_diagonal_door_stands_where_its_ends_are(tmp_path: Path) -> None:
    """A door at 45 degrees keeps both ends, and is told of as diagonal."""
    found = doors(tmp_path, portal((2, 2), (3, 3), rotation=math.pi / 4), portal((5, 1), (6, 1)))
    assert ends(found.map) == {((2, 2), (3, 3)), ((5, 1), (6, 1))}
    assert told(found.report.read)["portals_door"] == "2, 1 diagonal"


def test_the_anchor_of_a_door_is_the_middle_of_its_ends(tmp_path: Path) -> None:
    """A position at an end of the door does not move the door by half; it is told."""
    found = doors(tmp_path, portal((2, 2), (4, 2), position={"x": 2, "y": 2}, closed=False))
    assert ends(found.map) == {((2, 2), (4, 2))}
    assert found.report.checks[0].place == Cell(3, 2)
    assert told(found.report.mended) == {"portal_position": "1"}


@pytest.mark.parametrize("bounds", [None, [], [{"x": 1, "y": 1}], [None, None], "wide"])
def test_a_door_without_ends_is_one_cell_wide(tmp_path: Path, bounds: object) -> None:
    """Position and rotation are enough for a door: one cell wide, turned about its middle."""
    door = portal((2, 2), (4, 2), bounds=bounds, rotation=math.pi / 2)
    found = doors(tmp_path, door)
    assert ends(found.map) == {((3, 1.5), (3, 2.5))}
    assert told(found.report.mended) == {"portal_bounds": "1"}


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        7,
        "door",
        [],
        {},
        portal((2, 2), (2, 2)),
        portal((0, 0), (70, 0)),
        portal((2, 2), (math.nan, 2), position=None),
    ],
)
def test_what_is_no_door_is_left_out_by_its_number(tmp_path: Path, wrong: object) -> None:
    """Doors without a place, a length or a sensible one are named; the others are read."""
    found = doors(tmp_path, portal((1, 1), (2, 1)), wrong)
    assert ends(found.map) == {((1, 1), (2, 1))}
    assert told(found.report.left_out)["portals_broken"] == "2"


def test_doors_that_are_there_twice_are_dropped(tmp_path: Path) -> None:
    """The same two ends, in either order, are one door."""
    found = doors(tmp_path, portal((1, 1), (2, 1)), portal((2, 1), (1, 1), closed=False))
    assert only(found).id == "portal-1"
    assert told(found.report.mended) == {"portal_doubles": "1"}


def test_portals_that_are_no_list_are_left_out(tmp_path: Path) -> None:
    """The rest of the file is read."""
    found = reading(tmp_path, uvtt(portals={"1": 2}, line_of_sight=[line((1, 1), (2, 1))]))
    assert len(found.map.walls) == 1
    assert told(found.report.left_out)["portals_broken"] == "they are not a list"


def test_door_ends_are_joined_to_walls_within_0_05_cells(tmp_path: Path) -> None:
    """An end 0.04 cells from the end of a wall goes there; one at 0.06 stays."""
    walls = [line((1, 1), (2, 1)), line((3, 1), (4, 1))]
    found = doors(tmp_path, portal((2.04, 1), (2.94, 1)), line_of_sight=walls)
    door = found.map.wall("portal-1")
    assert door.a == Point(2048, 1024)
    assert door.b == Point(round(2.94 * 1024), 1024)
    assert told(found.report.mended) == {"portal_joined": "1"}


def test_a_wall_that_runs_through_a_door_is_cut(tmp_path: Path) -> None:
    """The wall ends at the door on both sides, and the place is told."""
    found = doors(tmp_path, portal((3, 1), (4, 1)), line_of_sight=[line((1, 1), (6, 1))])
    assert ends(found.map) == {((1, 1), (3, 1)), ((3, 1), (4, 1)), ((4, 1), (6, 1))}
    assert found.map.wall("portal-1").kind is WallKind.DOOR
    (line_told,) = found.report.mended
    assert (line_told.code, line_told.place) == ("door_cut", Cell(3, 1))


@pytest.mark.parametrize(
    "wall",
    [
        [(3, 1), (4, 1)],  # just the door's own length
        [(3.2, 1), (3.8, 1)],  # shorter
        [(3, 1.02), (4, 0.98)],  # a little slanted
        [(4, 1), (3, 1)],  # the other way round
        [(3 + at / 50, 1) for at in range(51)],  # in tiny steps
        [(3.4, 1), (3.5, 1.04)],  # a short piece, tilted
    ],
)
def test_a_wall_inside_a_door_goes(tmp_path: Path, wall: list[tuple[float, float]]) -> None:
    """A wall along the door's own length would block it when it opens."""
    found = doors(tmp_path, portal((3, 1), (4, 1)), line_of_sight=[line(*wall)])
    assert [one.id for one in found.map.walls] == ["portal-1"]


@pytest.mark.parametrize(
    "wall",
    [
        [(3.5, 0), (3.5, 2)],  # across
        [(1, 1), (3, 1)],  # up to it
        [(3, 1.2), (4, 1.2)],  # beside it
        [(3, 1), (3, 1.04)],  # a stub at its end
    ],
)
def test_other_walls_at_a_door_stay(tmp_path: Path, wall: list[tuple[float, float]]) -> None:
    """Only what runs along the door is cut."""
    found = doors(tmp_path, portal((3, 1), (4, 1)), line_of_sight=[line(*wall)])
    assert len(found.map.walls) == 2
    assert "door_cut" not in told(found.report.mended)


def test_a_wall_through_a_diagonal_door_is_cut(tmp_path: Path) -> None:
    """Cutting works at any angle, and the pieces end exactly at the door."""
    found = doors(tmp_path, portal((2, 2), (3, 3)), line_of_sight=[line((1, 1), (5, 5))])
    assert ends(found.map) == {((1, 1), (2, 2)), ((2, 2), (3, 3)), ((3, 3), (5, 5))}


def test_many_cuts_are_told_by_some_places_and_a_number(tmp_path: Path) -> None:
    """A report stays readable: six places, then how many more."""
    found = reading(
        tmp_path,
        uvtt(
            (40, 6),
            line_of_sight=[line((0, 1), (40, 1))],
            portals=[portal((x, 1), (x + 1, 1)) for x in range(0, 40, 4)],
        ),
    )
    cut = [one for one in found.report.mended if one.code == "door_cut"]
    assert [one.place for one in cut] == [*(Cell(x, 1) for x in range(0, 24, 4)), None]
    assert cut[-1].value == "4"


def test_a_door_beyond_the_crop_has_no_place_on_the_map(tmp_path: Path) -> None:
    """It is asked about without a cell that nobody could centre."""
    opening = portal((1, 1), (2, 1), closed=False)
    found = doors(tmp_path, opening, resolution=cropped(20, 10))
    check = found.report.checks[0]
    assert check.place is None
    assert check.question == "Opening beyond the edge does not stop light"


def test_a_freestanding_door_is_a_door(tmp_path: Path) -> None:
    """A door in no wall still opens and closes; that it stands free is kept."""
    found = doors(tmp_path, portal((1, 1), (2, 1), freestanding=True))
    assert only(found).kind is WallKind.DOOR
    assert found.map.kept is not None
    assert found.map.kept.walls["portal-1"] == '{"freestanding":true}'
