"""Several maps of one import: in which order they lie, as floors or one of them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from gridwar.errors import InputError, MapError
from gridwar.formats.floor_names import order_of_floors
from gridwar.formats.maps_as_floors import FloorsDraft
from gridwar.formats.picture_of_sheet import SheetPlan
from gridwar.formats.reading_any_map import read_maps
from gridwar.model.floors import MOST_FLOORS, without_rims
from gridwar.model.geometry import Cell
from gridwar.model.scale import Scale
from tests.support import scenes
from tests.support.uvtt import line, png, portal, told, uvtt, written

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Imported


@pytest.mark.parametrize(
    ("names", "order", "heights"),
    [
        (["inn-1.dd2vtt", "inn-0.dd2vtt"], [1, 0], [0, 3]),
        (["inn-10.uvtt", "inn-9.uvtt", "inn-8.uvtt"], [2, 1, 0], [0, 3, 6]),
        (["Upper floor.png", "Ground floor.png", "Cellar.png"], [2, 1, 0], [-3, 0, 3]),
        (["2F.png", "B1F.png", "1F.png", "B2.png"], [3, 1, 2, 0], [-6, -3, 0, 3]),
        (["keep-roof.png", "keep-2nd-floor.png", "keep-first.png"], [2, 1, 0], [0, 3, 6]),
        (["inn 1 30x20.png", "inn 0 40x20.png"], [1, 0], [0, 3]),
        (["mill-0-4096.png", "mill-1-4096.png"], [0, 1], [0, 3]),
    ],
)
def test_names_tell_the_order_of_floors(
    names: list[str], order: list[int], heights: list[float]
) -> None:
    """By words, by what is usual on plans, by the number in which they differ."""
    found = order_of_floors(names)
    assert found.is_told
    assert list(found.order) == order
    assert list(found.heights_m) == heights


def test_names_that_tell_nothing_are_sorted() -> None:
    """So that the same files are the same map in whatever order they come."""
    found = order_of_floors(["b.png", "a.png"])
    assert (found.order, found.ground, found.is_told) == ((1, 0), 0, False)


def inn(folder: Path) -> list[Path]:
    """Write an inn of two floors, of which the upper has a door."""
    low = uvtt((4, 3), line_of_sight=[line((1, 1), (3, 1))])
    door = portal((2, 2), (3, 2), closed=True)
    high = uvtt((5, 4), line_of_sight=[line((1, 3), (4, 3))], portals=[door])
    return [written(folder, high, "inn-1.dd2vtt"), written(folder, low, "inn-0.dd2vtt")]


def test_two_maps_are_floors(tmp_path: Path) -> None:
    """Each a page with its walls, a storey apart; read in either order they are equal."""
    files = inn(tmp_path)
    found = read_maps(files)
    low, high = found.map.floors
    assert [(one.name, one.size, one.elevation_m) for one in (low, high)] == [
        ("inn-0", (4, 3), 0.0),
        ("inn-1", (5, 4), 3.0),
    ]
    standing = without_rims(found.map.walls, found.map.floors)
    assert [low.holds(Cell(one.a.x // 1024, one.a.y // 1024)) for one in standing] == [
        True,
        False,
        False,
    ]
    assert isinstance(found.plan, SheetPlan)
    assert [part.box[:2] for part in found.plan.how.parts] == [low.at, high.at]
    assert read_maps(files[::-1]).map == found.map
    assert told(found.report.read)["floor"].startswith(("4 × 3", "5 × 4"))


def test_one_of_them_alone_is_as_if_it_had_come_alone(tmp_path: Path) -> None:
    """With its own picture and questions, and the others named as left out."""
    files = inn(tmp_path)
    found = read_maps(files).answered("as_floors", "1")
    alone = read_maps(files[:1])
    assert (found.map, found.picture) == (alone.map, alone.picture)
    assert told(found.report.left_out)["other_maps"] == "1"
    assert found.answered("as_floors", "up").map == read_maps(files).map
    for check, choice in (("as_floors", "7"), ("7:cell_size", "70"), ("nothing", "up")):
        with pytest.raises(InputError):
            found.answered(check, choice)


def test_pictures_are_floors_too(tmp_path: Path) -> None:
    """Whose names tell no order may be turned over; their squares are asked once where alike."""
    for name in ("b", "a"):
        (tmp_path / f"{name}.png").write_bytes(png(140, 280))
    found = read_maps([tmp_path / "b.png", tmp_path / "a.png"])
    assert [one.name for one in found.map.floors] == ["a", "b"]
    floors, size = found.report.checks
    assert [one.id for one in floors.choices] == ["up", "down", "0", "1"]
    assert (size.id, size.chosen) == ("0,1:cell_size", "70")
    turned = found.answered("as_floors", "down")
    assert [one.name for one in turned.map.floors] == ["b", "a"]
    large = turned.answered(size.id, "140")
    assert [one.size for one in large.map.floors] == [(1, 2), (1, 2)]


def test_questions_are_asked_once_and_places_are_of_the_sheet(tmp_path: Path) -> None:
    """What both leave open in the same way is one question, whose answer goes to both."""
    paths = []
    for at in range(2):
        walls = [scenes.wall(1, 1, 4, 1, sight=10)]
        data = scenes.scene(name=f"Mill {at}", walls=walls, background={"src": f"mill-{at}.png"})
        paths.append(written(tmp_path, data, f"mill-{at}.json"))
        paths.append(scenes.picture(tmp_path, f"mill-{at}.png"))
    found = read_maps(paths)
    assert all(one.picture is not None for one in (_part(found, 0), _part(found, 1)))
    (limited,) = (one for one in found.report.checks if one.id.endswith(":limited"))
    low = found.answered(limited.id, "low")
    assert len({one.kind for one in low.map.walls if "wall-1" in one.id}) == 1
    assert {one.kind.value for one in low.map.walls if "wall-1" in one.id} == {"fence"}
    assert low.map.scale == Scale(cell_size=5, unit="ft")


def _part(found: Imported, at: int) -> Imported:
    assert isinstance(found.draft, FloorsDraft)
    return found.draft.parts[at].imported


def test_maps_that_do_not_go_together_are_one_or_the_other(tmp_path: Path) -> None:
    """Why stands at the question; nothing is refused."""
    grids = ({"distance": 5, "units": "ft"}, {"distance": 2, "units": "m"})
    paths = [
        written(
            tmp_path,
            scenes.scene(grid={"type": 1, "size": scenes.PX, **grid}),
            f"mill-{at}.json",
        )
        for at, grid in enumerate(grids)
    ]
    found = read_maps(paths)
    assert found.map.floors == ()
    check = found.report.checks[0]
    assert [one.id for one in check.choices] == ["0", "1"]
    assert "cells are 2 m long" in check.note


def test_more_maps_than_floors_are_refused(tmp_path: Path) -> None:
    """Before any is read."""
    names = [tmp_path / f"inn-{at}.png" for at in range(MOST_FLOORS + 1)]
    for one in names:
        one.write_bytes(png(70, 70))
    with pytest.raises(MapError, match="51 maps are more than a building has floors"):
        read_maps(names)


def test_what_has_a_place_is_told_where_it_lies_on_the_sheet(tmp_path: Path) -> None:
    """A question of an upper floor points at its page."""
    loose = portal((2, 2), (3, 2), closed=False)
    data = uvtt((5, 4), portals=[loose])
    paths = [written(tmp_path, data, f"inn-{at}.uvtt") for at in range(2)]
    found = read_maps(paths)
    alone = read_maps(paths[:1]).report
    places = [one.place for one in alone.checks if one.place is not None]
    shifted = found.map.floors[1].at
    shown = {one.place for one in found.report.checks if one.place is not None}
    assert places
    assert set(places) <= shown
    assert {Cell(x + shifted.x, y + shifted.y) for x, y in places} <= shown


def test_imported_twice_is_equal(tmp_path: Path) -> None:
    """The map, the report, and what the picture is to be."""
    files = inn(tmp_path)
    once, again = read_maps(files), read_maps(files)
    assert (once.map, once.report, once.plan) == (again.map, again.report, again.plan)
    digest = hashlib.sha256(once.map.model_dump_json().encode()).hexdigest()
    assert digest == hashlib.sha256(again.map.model_dump_json().encode()).hexdigest()
