"""The picture of a map of tiles, drawn by its plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QColor, QImage

from gridwar.errors import Cancelled
from gridwar.formats.picture_of_sheet import SheetPlan
from gridwar.formats.tiled.layers_and_page import FLIP_ACROSS, FLIP_DIAGONAL, FLIP_DOWN
from gridwar.ui.map.tile_painting import drawn
from tests.support.tiled import object_layer, read, tile_layer, tiled_map

if TYPE_CHECKING:
    from pathlib import Path

_RED, _GREEN, _BLUE, _GREY = (
    QColor("#ff0000"),
    QColor("#00ff00"),
    QColor("#0000ff"),
    QColor("#888888"),
)


def _tileset(folder: Path) -> dict[str, object]:
    """Write a tile whose corners are red, green (right), blue (below) and grey; return its set."""
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    for x in range(10):
        for y in range(10):
            above, below = (_RED, _GREEN), (_BLUE, _GREY)
            image.setPixelColor(x, y, (above if y < 5 else below)[x >= 5])
    image.save(str(folder / "own.png"))
    size = {"tilewidth": 10, "tileheight": 10, "tilecount": 1, "columns": 1}
    return {"firstgid": 1, "image": "own.png", "imagewidth": 10, "imageheight": 10, **size}


def _corners(image: QImage, factor: float) -> list[QColor]:
    """Return the colours of the corners of the first tile: above, then below."""
    near, far = int(2 * factor), int(7 * factor)
    return [image.pixelColor(*at) for at in ((near, near), (far, near), (near, far), (far, far))]


@pytest.mark.parametrize(
    ("flips", "corners"),
    [
        (0, [_RED, _GREEN, _BLUE, _GREY]),
        (FLIP_ACROSS, [_GREEN, _RED, _GREY, _BLUE]),
        (FLIP_DOWN, [_BLUE, _GREY, _RED, _GREEN]),
        (FLIP_DIAGONAL, [_RED, _BLUE, _GREEN, _GREY]),
        (FLIP_DIAGONAL | FLIP_ACROSS, [_BLUE, _RED, _GREY, _GREEN]),
    ],
)
def test_tiles_are_turned_as_their_flips_say(
    tmp_path: Path, flips: int, corners: list[QColor]
) -> None:
    """The diagonal first; with the one across it is a quarter turn clockwise."""
    layer = tile_layer("Floor", 1, 1, [1 | flips])
    found = read(tmp_path, tiled_map(layer, size=(1, 1), tilesets=[_tileset(tmp_path)]))
    assert found.plan is not None
    assert not isinstance(found.plan, SheetPlan)
    made = drawn(found)
    assert made.picture is not None
    assert _corners(QImage.fromData(made.picture), found.plan.factor) == corners


def test_the_picture_fits_the_squares_and_is_the_same_each_time(tmp_path: Path) -> None:
    """Small tiles are drawn larger by a whole number; a square is as many pixels."""
    data = tiled_map(tile_layer("Floor", 4, 3), tilesets=[_tileset(tmp_path)])
    first, second = drawn(read(tmp_path, data)), drawn(read(tmp_path, data))
    assert first.picture == second.picture
    shown = first.map.picture
    assert shown is not None
    assert (shown.pixels_per_cell, shown.width_px, shown.height_px) == (50, 200, 150)
    assert (
        first.answered("layer-1", "nothing").map.picture == shown if first.report.checks else True
    )


def test_a_turned_tile_hangs_from_its_corner(tmp_path: Path) -> None:
    """A quarter turn about the lower left corner lays it right of it and below."""
    one = {"id": 1, "gid": 1, "x": 10, "y": 10, "width": 10, "height": 10, "rotation": 90}
    data = tiled_map(object_layer("Stuff", one), tilesets=[_tileset(tmp_path)])
    image = QImage.fromData(drawn(read(tmp_path, data)).picture or b"")
    assert image.pixelColor(75, 75).alpha() == 255
    assert image.pixelColor(25, 25).alpha() == 0


def test_drawing_can_be_called_off(tmp_path: Path) -> None:
    """It is asked before anything is drawn."""
    found = read(tmp_path, tiled_map(tile_layer("Floor", 4, 3)))
    with pytest.raises(Cancelled):
        drawn(found, cancelled=lambda: True)
