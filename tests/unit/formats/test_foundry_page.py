"""Foundry scenes on our grid: versions, padding, offset, scale, no squares, pictures, levels."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.errors import MapError
from gridwar.model.geometry import Size
from gridwar.model.scale import Scale
from tests.support.scenes import (
    HIGH,
    PX,
    WIDE,
    at,
    ends_of,
    level,
    line,
    new_scene,
    old_scene,
    old_wall,
    only,
    picture,
    reading,
    scene,
    wall,
)
from tests.support.uvtt import png, told

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("data", "version"),
    [
        (scene(walls=[wall(1, 1, 4, 1)]), "11.315"),
        (old_scene(walls=[old_wall(1, 1, 4, 1)]), "0.7.9"),
        (old_scene(walls=[old_wall(1, 1, 4, 1)], flags=...), "before 10"),
        (scene(walls=[wall(1, 1, 4, 1)], _stats=...), "10 or later"),
        (new_scene(walls=[wall(1, 1, 4, 1)]), "14.353"),
        (new_scene(walls=[wall(1, 1, 4, 1)], _stats={}), "14 or later"),
    ],
)
def test_every_version_lies_on_its_grid(tmp_path: Path, data: Any, version: str) -> None:
    """The padding is taken off, the size and the scale are those of the scene."""
    found = reading(tmp_path, data)
    assert found.map.size == Size(WIDE, HIGH)
    assert ends_of(only(found)) == (1, 1, 4, 1)
    assert found.map.scale == Scale(cell_size=5, unit="ft")
    assert found.is_scale_said
    assert version in found.report.subtitle


@pytest.mark.parametrize(
    ("padding", "cells"), [(0, 0), (0.1, 1), (0.25, 2), (0.3, 3), (0.5, 4), (7, 4), ("no", 2)]
)
def test_padding_is_whole_cells_rounded_up(tmp_path: Path, padding: Any, cells: int) -> None:
    """Of 8 cells a tenth is one; nonsense is a quarter, which is usual, and half is the most."""
    ends = [(cells + 1) * PX, 4 * PX, (cells + 3) * PX, 4 * PX]
    found = reading(tmp_path, scene(padding=padding, walls=[wall(1, 1, 1, 1, c=ends)]))
    assert ends_of(only(found))[::2] == (1, 3)


@pytest.mark.parametrize("new", [False, True])
def test_an_offset_moves_the_picture_and_not_the_grid(tmp_path: Path, new: bool) -> None:
    """The picture begins at the padding less the offset; walls stay on the grid of the canvas."""
    picture(tmp_path, "a.png" if new else "mill.png")
    off = {"offsetX": -20, "offsetY": -10}
    walls = [wall(1, 1, 4, 1)]
    data = scene(background={"src": "mill.png", **off}, walls=walls)
    if new:
        data = new_scene(shiftX=-20, shiftY=-10, walls=walls)
    found = reading(tmp_path, data)
    laid = found.map.picture
    assert laid is not None
    assert (laid.offset_x_px, laid.offset_y_px) == (20, 10)
    assert ends_of(only(found)) == (1, 1, 4, 1)
    assert found.map.size == Size(WIDE + 1, HIGH + 1)


def test_a_sliver_of_the_picture_makes_no_column(tmp_path: Path) -> None:
    """Two pixels beyond a line are none; then the picture reaches beyond the map by so much."""
    picture(tmp_path)
    found = reading(tmp_path, scene(background={"src": "mill.png", "offsetX": 2, "offsetY": -2}))
    laid = found.map.picture
    assert laid is not None
    assert (laid.offset_x_px, laid.offset_y_px) == (-2, 2)
    assert found.map.size == Size(WIDE, HIGH)


def test_a_picture_of_another_size_is_laid_as_wide_as_the_scene(tmp_path: Path) -> None:
    """Foundry stretches it; ours has as many more pixels to a square, and the same walls."""
    picture(tmp_path, side=140)
    found = reading(tmp_path, scene(walls=[wall(1, 1, 4, 1)]))
    laid = found.map.picture
    assert laid is not None
    assert laid.pixels_per_cell == 140
    assert laid.size_cells(found.map.size) == (WIDE, HIGH)
    assert ends_of(only(found)) == (1, 1, 4, 1)
    assert "picture_shape" not in told(found.report.mended)


def test_a_picture_of_another_shape_is_told(tmp_path: Path) -> None:
    """It is laid at the upper left, as wide as the scene."""
    (tmp_path / "mill.png").write_bytes(png(WIDE * PX, 2 * HIGH * PX))
    assert "picture_shape" in told(reading(tmp_path, scene()).report.mended)


@pytest.mark.parametrize(
    ("grid", "scale"),
    [
        ({"distance": 1.5, "units": "m"}, Scale()),
        ({"distance": 2, "units": "Meters"}, Scale(cell_size=2, unit="m")),
        ({"distance": 5, "units": "ft."}, Scale(cell_size=5, unit="ft")),
        ({"distance": 2, "units": "yd"}, Scale(cell_size=6, unit="ft")),
        ({"distance": 1, "units": "km"}, Scale(cell_size=1000, unit="m")),
    ],
)
def test_a_length_is_read(tmp_path: Path, grid: Any, scale: Scale) -> None:
    """In metres or feet, whatever unit it is written in; then nobody is asked."""
    found = reading(tmp_path, scene(grid={"type": 1, "size": PX, **grid}))
    assert found.map.scale == scale
    assert found.is_scale_said
    assert found.report.checks == ()


def test_what_is_no_length_is_asked(tmp_path: Path) -> None:
    """As the fight has it until somebody says otherwise."""
    found = reading(tmp_path, scene(grid={"type": 1, "size": PX, "distance": 1, "units": "sq"}))
    (check,) = found.report.checks
    assert (check.id, check.chosen) == ("scale", "as_it_is")
    assert not found.is_scale_said
    feet = found.answered("scale", "5 ft")
    assert feet.map.scale == Scale(cell_size=5, unit="ft")
    assert feet.is_scale_said


@pytest.mark.parametrize(("kind", "word"), [(0, "no grid"), (2, "hexes"), (5, "hexes")])
def test_a_scene_without_squares_asks_how_large_one_is(
    tmp_path: Path, kind: int, word: str
) -> None:
    """Walls, picture and scale go along; the first guess is what the scene measures by."""
    picture(tmp_path)
    grid = {"type": kind, "size": PX, "distance": 2, "units": "m"}
    found = reading(tmp_path, scene(grid=grid, walls=[wall(1, 1, 4, 1)]))
    (check,) = found.report.checks
    assert check.id == "cell"
    assert word in check.question
    assert check.chosen == f"{PX}"
    assert ends_of(only(found)) == (1, 1, 4, 1)
    half = found.answered("cell", f"{PX / 2:g}")
    assert half.map.size == Size(2 * WIDE, 2 * HIGH)
    assert ends_of(only(half)) == (2, 2, 8, 2)
    assert half.map.scale == Scale(cell_size=1, unit="m")
    laid = half.map.picture
    assert laid is not None
    assert laid.pixels_per_cell == PX / 2
    assert half.answered("cell", f"{PX}").map == found.map


def test_a_size_with_many_places_is_taken_as_well(tmp_path: Path) -> None:
    """What is shown of it is rounded; the map is as large as it was offered."""
    picture(tmp_path)
    grid = {"type": 0, "size": PX + 1 / 3, "distance": 2, "units": "m"}
    found = reading(tmp_path, scene(grid=grid))
    (check,) = found.report.checks
    for choice in check.choices:
        answered = found.answered("cell", choice.id)
        (asked,) = answered.report.checks
        assert asked.chosen == choice.id
        assert choice.label.startswith(f"{answered.map.width} × {answered.map.height}")


def test_a_scene_without_squares_begins_at_its_picture(tmp_path: Path) -> None:
    """There is no grid to keep, so nothing is cut off by an offset."""
    picture(tmp_path)
    background = {"src": "mill.png", "offsetX": -20, "offsetY": 0}
    grid = {"type": 0, "size": PX, "distance": 5, "units": "ft"}
    found = reading(tmp_path, scene(grid=grid, background=background))
    laid = found.map.picture
    assert laid is not None
    assert (laid.offset_x_px, laid.offset_y_px) == (0, 0)
    assert found.map.size == Size(WIDE, HIGH)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"width": ...}, "does not say its width and height"),
        ({"height": float("nan")}, "does not say its width and height"),
        ({"width": 1e308}, "does not say its width and height"),
        ({"width": 90_000}, "1,800 x 6 squares; at most 500"),
        ({"walls": [{}] * 80_001}, "80,001 walls; a map has at most 20,000"),
        (
            {"walls": [wall(1 + n % 150 / 100, 1, 4, 1 + n // 150 / 100) for n in range(20_001)]},
            "are too many: a map has at most 20,000",
        ),
    ],
)
def test_what_is_no_map_is_refused(tmp_path: Path, changes: Any, words: str) -> None:
    """By file, place and way out."""
    with pytest.raises(MapError, match=words) as caught:
        reading(tmp_path, scene(**changes))
    assert str(tmp_path / "scene.json") in str(caught.value)


# --- the picture -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("worlds/a/maps/mill.png", "mill.png"),
        ("maps/old%20mill.png", "old mill.png"),
        ("https://example.org/maps/mill.png?1234#a", "mill.png"),
        ("..\\..\\mill.png", "mill.png"),
        ("maps/MILL.png", "mill.png"),
        ("maps/mill.webp", "mill.png"),
    ],
)
def test_the_picture_is_found_by_its_name(tmp_path: Path, source: str, name: str) -> None:
    """Whatever path or address leads to it: among what came with the scene."""
    folder = tmp_path / "dropped"
    folder.mkdir()
    there = picture(folder, name)
    found = reading(tmp_path, scene(background={"src": source}), there)
    assert found.picture == there.read_bytes()


def test_the_picture_is_found_beside_the_scene(tmp_path: Path) -> None:
    """In its own folder, also as another kind of picture; nothing need be dropped with it."""
    there = picture(tmp_path)
    assert reading(tmp_path, scene()).picture == there.read_bytes()
    found = reading(tmp_path, scene(background={"src": "a/mill.webp"}))
    assert found.picture == there.read_bytes()
    assert "picture_name" not in told(found.report.mended)


def test_one_picture_that_came_with_it_can_be_no_other(tmp_path: Path) -> None:
    """Whatever it is called; of two that fit by no name, none is taken."""
    one, other = picture(tmp_path, "photo.png"), picture(tmp_path, "photo2.png")
    found = reading(tmp_path, scene(), one)
    assert found.picture == one.read_bytes()
    assert told(found.report.mended)["picture_name"] == "photo.png"
    both = reading(tmp_path, scene(), one, other)
    assert both.picture is None
    assert told(both.report.left_out)["unused"] == "photo.png, photo2.png"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("maps/inn.webp", "inn.webp is not beside the scene: drop the two together"),
        ("maps/inn.webm", "it moves"),
        ("", "the scene names none"),
        (None, "the scene names none"),
        (7, "the scene names none"),
        ("maps/..", "the scene names none"),
        ("maps/scene.json", "scene.json is not beside"),
    ],
)
def test_a_picture_that_is_not_there_is_told(tmp_path: Path, source: Any, words: str) -> None:
    """The map opens without it."""
    found = reading(tmp_path, scene(background={"src": source}, walls=[wall(1, 1, 4, 1)]))
    assert found.picture is None
    assert found.map.picture is None
    assert words in told(found.report.left_out)["no_picture"]
    assert ends_of(only(found)) == (1, 1, 4, 1)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    """What lies elsewhere is not opened, whatever stands beside the scene under its name."""
    here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    here.mkdir()
    elsewhere.mkdir()
    (here / "mill.png").symlink_to(picture(elsewhere))
    assert reading(here, scene()).picture is None


def test_a_tile_as_large_as_the_map_is_its_picture_where_it_has_none(tmp_path: Path) -> None:
    """It lies where the tile does."""
    there = picture(tmp_path)
    tile = {"texture": {"src": "x/mill.png"}, **at(0.5, 0), "width": WIDE * PX, "height": HIGH * PX}
    small = {**tile, "texture": {"src": "x/barrel.png"}, "width": PX}
    found = reading(tmp_path, scene(background={"src": None}, tiles=[small, tile]))
    assert found.picture == there.read_bytes()
    laid = found.map.picture
    assert laid is not None
    assert (laid.offset_x_px, laid.offset_y_px) == (PX / 2, 0)
    assert "picture_tile" in told(found.report.mended)


# --- levels ------------------------------------------------------------------------------------


def test_one_of_several_levels_is_chosen(tmp_path: Path) -> None:
    """Walls and pictures of the others are not on the map."""
    for name in ("b", "g"):
        picture(tmp_path, f"{name}.png")
    levels = (level("u", 20, 40), level("g", 0, 20), level("b", -20, 0))
    walls = [
        wall(1, 1, 2, 1, levels=["g"]),
        wall(1, 2, 2, 2, levels=["b"]),
        wall(1, 3, 2, 3, levels=["b", "g"]),
        wall(1, 4, 2, 4),
    ]
    found = reading(tmp_path, new_scene(*levels, walls=walls)).answered("level", "1")
    assert {ends_of(one)[1] for one in found.map.walls} == {1, 3, 4}
    (check,) = found.report.checks
    assert [one.label for one in check.choices] == [
        "All, as floors",
        "Level b",
        "Level g",
        "Level u",
    ]
    assert told(found.report.left_out)["levels"] == "2"
    below = found.answered("level", check.choices[1].id)
    assert {ends_of(one)[1] for one in below.map.walls} == {2, 3, 4}
    assert below.picture is not None
    above = found.answered("level", check.choices[3].id)
    assert above.picture is None
    assert "u.png is not beside" in told(above.report.left_out)["no_picture"]
    assert above.answered("level", check.chosen).map == found.map


def test_a_wall_on_no_level_of_the_scene_is_on_none(tmp_path: Path) -> None:
    """An id that nobody has is no level here."""
    found = reading(tmp_path, new_scene(walls=[wall(1, 1, 2, 1, levels=["gone"])]))
    assert found.map.walls == ()


def test_ends_of_walls_are_where_they_were(tmp_path: Path) -> None:
    """To a fraction of a pixel, and no end is pulled to another."""
    ends = line(1.013, 1, 4, 1.25)
    found = reading(tmp_path, scene(walls=[wall(0, 0, 1, 1, c=ends), wall(1, 1, 2, 2)]))
    assert ends_of(found.map.walls[0]) == pytest.approx((1.013, 1, 4, 1.25), abs=1 / 1024)
