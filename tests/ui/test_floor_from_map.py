"""A map read to be a floor beside another: how long its cells are, and its picture."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.formats.import_report import never, no_progress
from gridwar.model.battlemap import BattleMap
from gridwar.model.scale import Scale
from gridwar.ui.window.floor_from_map import map_beside
from tests.support.scenes import PX, picture, scene
from tests.support.tiled import tile_layer, tiled_map

if TYPE_CHECKING:
    from pathlib import Path

LONG = Scale(cell_size=2, unit="m")
PAGE = BattleMap(width=10, height=10).with_scale(LONG)


def read(path: Path, data: Any) -> tuple[BattleMap, bytes | None]:
    """Write a map and read it to lie beside another."""
    path.write_text(json.dumps(data), encoding="utf-8")
    return map_beside(PAGE, (path,), no_progress, never)


@pytest.mark.parametrize(
    ("distance", "units", "scale"),
    [(1.5, "m", Scale()), (5, "ft", Scale(cell_size=5, unit="ft")), (1, "sq", LONG)],
)
def test_its_cells_are_as_long_as_its_file_says(
    tmp_path: Path, distance: float, units: str, scale: Scale
) -> None:
    """Those of a file that does not say it are as long as those it is laid beside."""
    grid = {"type": 1, "size": PX, "distance": distance, "units": units}
    found, _picture = read(tmp_path / "scene.json", scene(grid=grid))
    assert found.scale == scale


def test_it_comes_with_its_picture(tmp_path: Path) -> None:
    """That of a scene as it is; that of a map of tiles drawn."""
    laid = picture(tmp_path)
    scened, data = read(tmp_path / "scene.json", scene())
    assert scened.picture is not None
    assert data == laid.read_bytes()
    tiled, drawn = read(tmp_path / "hall.tmj", tiled_map(tile_layer("ground", 4, 3)))
    assert tiled.picture is not None
    assert tiled.picture.size_cells(tiled.size) == (4, 3)
    assert drawn is not None
    assert drawn.startswith(b"\x89PNG")
