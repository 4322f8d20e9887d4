"""A map read to be a floor beside another: how long its cells are, and its picture."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from gridwar.errors import MapError
from gridwar.formats.import_report import never, no_progress
from gridwar.formats.reading_any_map import read_maps
from gridwar.model.battlemap import BattleMap
from gridwar.model.floors import without_rims
from gridwar.model.geometry import Size
from gridwar.model.scale import Scale
from gridwar.model.walls import WallKind
from gridwar.ui.window.floor_from_map import floor_beside
from tests.support.scenes import PX, level, new_scene, picture, scene, wall
from tests.support.tiled import tile_layer, tiled_map

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Imported

LONG = Scale(cell_size=2, unit="m")
PAGE = BattleMap(width=10, height=10).with_scale(LONG)


def read(path: Path, data: Any) -> Imported:
    """Write a map and read it to lie beside another."""
    path.write_text(json.dumps(data), encoding="utf-8")
    return floor_beside(PAGE, None, read_maps([path]), no_progress, never)


@pytest.mark.parametrize(
    ("distance", "units", "scale"),
    [(1.5, "m", Scale()), (5, "ft", Scale(cell_size=5, unit="ft")), (1, "sq", LONG)],
)
def test_its_cells_are_as_long_as_its_file_says(
    tmp_path: Path, distance: float, units: str, scale: Scale
) -> None:
    """Those of a file that does not say it are as long as those it is laid beside."""
    grid = {"type": 1, "size": PX, "distance": distance, "units": units}
    if scale != LONG:
        with pytest.raises(MapError, match="set the scale of one first"):
            read(tmp_path / "scene.json", scene(grid=grid))
        return
    found = read(tmp_path / "scene.json", scene(grid=grid))
    assert found.map.scale == scale
    assert len(found.map.floors) == 2


def test_it_comes_with_its_picture(tmp_path: Path) -> None:
    """That of a scene as it is; that of a map of tiles drawn; on the page of the new floor."""
    picture(tmp_path)
    grid = {"type": 1, "size": PX, "distance": 2, "units": "m"}
    for path, data, size in (
        (tmp_path / "scene.json", scene(grid=grid), (8, 6)),
        (tmp_path / "hall.tmj", tiled_map(tile_layer("ground", 4, 3)), (4, 3)),
    ):
        found = read(path, data)
        floor, laid = found.map.floors[1], found.map.picture
        assert laid is not None
        assert laid.size_cells(found.map.size) == tuple(found.map.size)
        assert floor.size == size
        assert found.picture is not None
        assert sha256(found.picture).hexdigest() == laid.sha256


def test_questions_of_a_floor_are_asked_and_answered(tmp_path: Path) -> None:
    """As those of any import; the map below stays as it is."""
    grid = {"type": 1, "size": PX, "distance": 2, "units": "m"}
    found = read(tmp_path / "a.json", scene(grid=grid, walls=[wall(1, 1, 4, 1, sight=10)]))
    (check,) = found.report.checks
    fence = found.answered(check.id, "low").map
    (made,) = without_rims(fence.walls, fence.floors)
    assert made.kind is WallKind.FENCE
    assert fence.floors == found.map.floors


def test_of_several_levels_one_is_the_floor(tmp_path: Path) -> None:
    """The first, and any other by the question; all of them do not go on one page."""
    data = new_scene(
        level("g", 0, 10), level("u", 10, 20), grid={"type": 1, "size": PX, "units": "sq"}
    )
    found = read(tmp_path / "a.json", data)
    assert [one.elevation_m for one in found.map.floors] == [0, 3]
    (check, *_more) = found.report.checks
    assert check.chosen == "0"
    with pytest.raises(MapError, match="floors of its own"):
        found.answered(check.id, "floors")


def test_a_sure_grid_of_a_picture_is_laid_and_still_asked(tmp_path: Path) -> None:
    """So that the floor lies right at once; its question stays open with what else it may be."""
    lines = QImage(700, 420, QImage.Format.Format_RGB32)
    lines.fill(QColor("#b8a888"))
    with QPainter(lines) as painter:
        for at in range(0, 700, 70):
            painter.drawLine(at, 0, at, 420)
            painter.drawLine(0, at, 700, at)
    path = tmp_path / "cave.png"
    lines.save(str(path))
    found = floor_beside(PAGE, None, read_maps([path]), no_progress, never)
    assert found.map.floors[1].size == Size(10, 6)
    (check,) = found.report.checks
    assert (check.chosen, check.is_answered) == ("found", False)
