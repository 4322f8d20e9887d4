"""UVTT files: walls and the outlines of objects, with the faults that real ones have."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from gridwar.errors import InputError, MapError
from gridwar.formats.uvtt import answer
from gridwar.model.geometry import Point
from gridwar.model.walls import WallKind
from tests.support.uvtt import cropped, ends, light, line, portal, reading, told, uvtt

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Imported

SQUARE = [(2, 2), (3, 2), (3, 3), (2, 3)]


def walls(tmp_path: Path, *lines: list[dict[str, float]]) -> Imported:
    """Read a map with some wall lines."""
    return reading(tmp_path, uvtt(line_of_sight=list(lines)))


def test_lines_become_segments(tmp_path: Path) -> None:
    """A line of n points is n - 1 walls; an open one stays open, a closed one closed."""
    found = walls(tmp_path, line((1, 1), (4, 1), (4, 3)), line(*SQUARE, SQUARE[0]))
    assert ends(found.map) == {
        ((1, 1), (4, 1)),
        ((4, 1), (4, 3)),
        ((2, 2), (3, 2)),
        ((3, 2), (3, 3)),
        ((2, 3), (3, 3)),
        ((2, 2), (2, 3)),
    }
    assert all(
        wall.stops_movement and wall.stops_sight and wall.stops_effect for wall in found.map.walls
    )
    assert told(found.report.read)["walls"] == "2 lines, 6 segments"
    assert found.report.mended == ()


def test_segments_of_no_length_are_dropped(tmp_path: Path) -> None:
    """Repeated points make no wall, and are counted; so does a line of one point."""
    found = walls(tmp_path, line((1, 1), (1, 1), (4, 1), (4, 1)), line((2, 2), (2, 2)))
    assert ends(found.map) == {((1, 1), (4, 1))}
    assert told(found.report.mended) == {"wall_no_length": "3"}


def test_walls_that_are_there_twice_are_dropped(tmp_path: Path) -> None:
    """The same wall in either direction, and once more as part of an object, is one wall."""
    data = uvtt(
        line_of_sight=[line((1, 1), (4, 1)), line((4, 1), (1, 1), (1, 3))],
        objects_line_of_sight=[line((1, 3), (1, 1))],
    )
    found = reading(tmp_path, data)
    assert ends(found.map) == {((1, 1), (4, 1)), ((1, 1), (1, 3))}
    assert told(found.report.mended) == {"doubles": "2"}


def cave(steps: int = 120) -> list[tuple[float, float]]:
    """Return a round cave drawn in tiny segments, closed."""
    turns = [2 * math.pi * at / steps for at in range(steps)]
    points = [(4 + 2 * math.cos(turn), 3 + 2 * math.sin(turn)) for turn in turns]
    return [*points, points[0]]


def test_tiny_segments_are_straightened(tmp_path: Path) -> None:
    """A cave of 120 tiny segments needs fewer, and no wall lies over 1/40 cell from its place."""
    found = walls(tmp_path, line(*cave()))
    count = len(found.map.walls)
    assert 12 < count < 60
    assert told(found.report.mended) == {"straightened": str(120 - count)}
    for wall in found.map.walls:
        middle = ((wall.a.x + wall.b.x) / 2048 - 4, (wall.a.y + wall.b.y) / 2048 - 3)
        assert 2 - math.hypot(*middle) <= 1 / 40 + 1 / 1024


def test_straightening_keeps_corners_long_walls_and_places_that_lines_share(
    tmp_path: Path,
) -> None:
    """Only points on the way of tiny segments go: not corners, ends, junctions, nor long walls."""
    tiny = [(1 + at / 10, 1.0) for at in range(11)]  # from 1 to 2, straight
    corner = [(2.0, 1 + at / 10) for at in range(1, 11)]  # then down
    branch = [(1.5, 1), (1.5, 3)]  # where somebody else begins
    long_bend = [(4, 1), (5, 1.01), (6, 1)]
    found = walls(tmp_path, line(*tiny, *corner), line(*branch), line(*long_bend))
    bent = round(1.01 * 1024) / 1024
    assert ends(found.map) == {
        ((1, 1), (1.5, 1)),
        ((1.5, 1), (2, 1)),
        ((2, 1), (2, 2)),
        ((1.5, 1), (1.5, 3)),
        ((4, 1), (5, bent)),
        ((5, bent), (6, 1)),
    }


def test_straightening_keeps_the_ends_of_long_walls(tmp_path: Path) -> None:
    """Where tiny segments go on from a long wall at a slight angle, the wall ends where it did."""
    bend = [(1, 5), (5, 5), *((5 + at / 8, 5 + at / 256) for at in range(1, 5))]
    found = walls(tmp_path, line(*bend))
    assert ends(found.map) == {((1, 5), (5, 5)), ((5, 5), (5.5, 5 + 4 / 256))}


def test_straightening_keeps_points_at_doors(tmp_path: Path) -> None:
    """Where a door ends, the wall keeps its point, however straight it runs on."""
    tiny = [(1 + at / 10, 1.0) for at in range(11)]
    data = uvtt(line_of_sight=[line(*tiny)], portals=[portal((1.3, 1), (1.3, 2))])
    found = reading(tmp_path, data)
    x = round(1.3 * 1024) / 1024
    assert ends(found.map) == {((1, 1), (x, 1)), ((x, 1), (2, 1)), ((x, 1), (x, 2))}


def test_open_outlines_of_objects_are_closed(tmp_path: Path) -> None:
    """A pillar's outline lacks its last side in the file; a line of two points is no outline."""
    data = uvtt(objects_line_of_sight=[line(*SQUARE), line((5, 1), (6, 1))])
    found = reading(tmp_path, data)
    assert len(found.map.walls) == 5
    assert ((2, 2), (2, 3)) in ends(found.map)
    assert told(found.report.mended) == {"object_closed": "1"}
    assert told(found.report.read)["objects"] == "2, 5 segments"


def test_objects_stop_steps_unless_told_otherwise(tmp_path: Path) -> None:
    """Pillars stop everything; the answer can make bushes of them, or nothing, and back."""
    found = reading(tmp_path, uvtt(objects_line_of_sight=[line(*SQUARE)]))
    (check,) = found.report.checks
    assert (check.id, check.chosen) == ("objects", "stop")
    assert [choice.id for choice in check.choices] == ["stop", "sight", "nothing"]
    assert all(wall.stops_movement and wall.stops_sight for wall in found.map.walls)
    bushes = answer(found, "objects", "sight")
    assert not any(wall.stops_movement for wall in bushes.map.walls)
    assert all(wall.stops_sight and wall.stops_effect for wall in bushes.map.walls)
    assert bushes.report.checks[0].chosen == "sight"
    assert answer(found, "objects", "nothing").map.walls == ()
    assert answer(bushes, "objects", "stop") == answer(found, "objects", "stop")


def test_points_outside_of_the_map_are_kept_or_clipped(tmp_path: Path) -> None:
    """They are counted and kept hidden; clipped, walls end at the border, the rest goes."""
    data = uvtt(
        line_of_sight=[line((-2, 1), (4, 1)), line((9, 1), (12, 1)), line((1, -0.5), (1, 3))],
        portals=[portal((7, 2), (9, 2)), portal((8.5, 1), (8.5, 2))],
        lights=[light(20, 2), light(2, 2)],
    )
    found = reading(tmp_path, data)
    check, lights = found.report.checks
    assert (check.id, check.chosen, lights.id) == ("outside", "keep", "lights")
    assert check.question == "7 wall points and 1 light lie outside of the map"
    assert len(found.map.walls) == 5
    assert len(found.map.lights) == 2
    clipped = answer(found, "outside", "clip")
    assert ends(clipped.map) == {((0, 1), (4, 1)), ((1, 0), (1, 3)), ((7, 2), (8, 2))}
    assert [wall.kind for wall in clipped.map.walls].count(WallKind.DOOR) == 1
    assert [one.x_cells for one in clipped.map.lights] == [2]
    assert answer(clipped, "outside", "keep").map == found.map


def test_a_cropped_file_holds_the_whole_building(tmp_path: Path) -> None:
    """What lies beyond the crop is kept, as it is asked, and named in the question."""
    data = uvtt(
        resolution=cropped(100, 50),
        line_of_sight=[
            line((101, 51), (104, 51)),
            line((3, 4), (5, 4)),
            line((200, 90), (210, 90)),
        ],
    )
    found = reading(tmp_path, data)
    assert len(found.map.walls) == 3
    assert found.report.checks[0].question == "4 wall points lie outside of the map"
    assert ends(answer(found, "outside", "clip").map) == {((1, 1), (4, 1))}


def test_what_is_farther_than_the_largest_map_is_left_out(tmp_path: Path) -> None:
    """Walls are kept up to 500 cells round the map: cut there, or gone if they are beyond."""
    found = walls(tmp_path, line((4, 1), (90_000, 1)), line((700, 1), (800, 1)))
    assert ends(found.map) == {((4, 1), (508, 1))}
    assert told(found.report.left_out)["far_outside"] == "1"


@pytest.mark.parametrize(
    "wrong",
    [
        {"x": math.nan, "y": 1},
        {"x": math.inf, "y": 1},
        {"x": 1e300, "y": 1},
        {"x": 10**400, "y": 1},
        {"x": None, "y": 1},
        {"x": True, "y": 1},
        {"x": 1},
        {"x": "far", "y": 1},
        None,
        5,
        [1],
        [1, 2, 3],
    ],
)
def test_a_point_that_is_no_place_parts_its_line(tmp_path: Path, wrong: object) -> None:
    """Nobody knows where the wall went there, so none is made up across; it is counted."""
    broken = [*line((1, 1), (2, 1)), wrong, *line((5, 1), (6, 1))]
    found = reading(tmp_path, uvtt(line_of_sight=[broken]))
    assert ends(found.map) == {((1, 1), (2, 1)), ((5, 1), (6, 1))}
    assert told(found.report.left_out)["wall_points"] == "1"


def test_lines_of_another_kind_are_left_out(tmp_path: Path) -> None:
    """Numbers, text and objects in the place of lines are counted; the rest is read."""
    found = reading(tmp_path, uvtt(line_of_sight=[5, "wall", {}, None, line((1, 1), (2, 1))]))
    assert len(found.map.walls) == 1
    assert told(found.report.left_out)["walls_broken"] == "4"
    found = reading(tmp_path, uvtt(line_of_sight={"a": 1}, objects_line_of_sight="none"))
    assert found.map.walls == ()
    codes = told(found.report.left_out).keys()
    assert {"walls_broken", "objects_broken"} <= codes


def test_too_many_points_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound is said with what helps, before anything is worked out."""
    monkeypatch.setattr("gridwar.formats.uvtt.polylines.MOST_POINTS", 1_000)
    many = line(*((at % 7, at % 5) for at in range(1_001)))
    assert len(walls(tmp_path, many[:-1]).map.walls) > 20
    with pytest.raises(MapError, match=r"more than 1,000 wall points\. Simplify") as caught:
        walls(tmp_path, many)
    assert "hall.dd2vtt" in str(caught.value)


def test_coordinates_are_exact_to_1_1024_of_a_cell(tmp_path: Path) -> None:
    """Places become the nearest of our points, and neighbours still share theirs."""
    found = walls(tmp_path, line((1.3333, 2.71828), (3.14159, 2.71828), (3.14159, 5)))
    first, second = found.map.walls
    assert first.a == Point(round(1.3333 * 1024), round(2.71828 * 1024))
    assert first.b == second.a
    assert all(one.b == other.a for one, other in pairwise(found.map.walls))


def test_an_answer_to_nothing_is_refused(tmp_path: Path) -> None:
    """Unknown questions and choices are named, with the choices there are."""
    found = reading(tmp_path, uvtt(objects_line_of_sight=[line(*SQUARE)]))
    with pytest.raises(InputError, match="no question 'walls'"):
        answer(found, "walls", "stop")
    with pytest.raises(InputError, match=r"objects: there is no answer 'fly'; there are: stop,"):
        answer(found, "objects", "fly")
