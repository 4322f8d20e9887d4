"""UVTT files: how large the map is, where its crop begins, how its picture fits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.errors import MapError
from gridwar.model.geometry import Size
from tests.support.uvtt import (
    PIXELS,
    cropped,
    ends,
    image,
    light,
    line,
    portal,
    reading,
    told,
    uvtt,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_a_map_is_as_wide_and_high_as_it_says(tmp_path: Path) -> None:
    """Width and height are each taken from their own number: 12 by 5 is no 12 by 12."""
    found = reading(tmp_path, uvtt((12, 5)))
    assert found.map.size == Size(12, 5)
    assert found.map.picture is not None
    assert (found.map.picture.width_px, found.map.picture.height_px) == (120, 50)
    assert found.map.picture.pixels_per_cell == PIXELS
    assert (found.report.mended, found.report.left_out[:0]) == ((), ())


def test_the_origin_of_a_crop_is_taken_off_everything(tmp_path: Path) -> None:
    """Walls, doors and lights of a cropped file all lose the crop's origin."""
    found = reading(
        tmp_path,
        uvtt(
            resolution=cropped(30, 20),
            line_of_sight=[line((31, 21), (34, 21))],
            portals=[portal((34, 21), (35, 21))],
            lights=[light(33.25, 22.5)],
        ),
    )
    assert ends(found.map) == {((1, 1), (4, 1)), ((4, 1), (5, 1))}
    assert [(one.x_cells, one.y_cells) for one in found.map.lights] == [(3.25, 2.5)]


def test_a_crop_off_the_grid_moves_the_picture_not_the_grid(tmp_path: Path) -> None:
    """Walls on lines of the drawn grid stay on lines of ours; the picture begins inside a cell."""
    data = uvtt(
        resolution=cropped(2.25, 3.5), line_of_sight=[line((3, 4), (6, 4))], image=image(80, 60)
    )
    found = reading(tmp_path, data)
    assert ends(found.map) == {((1, 1), (4, 1))}
    picture = found.map.picture
    assert picture is not None
    assert (picture.offset_x_px, picture.offset_y_px) == (0.25 * PIXELS, 0.5 * PIXELS)
    assert found.map.size == Size(9, 7)  # 8.25 by 6.5 cells are touched
    assert "origin_off_grid" in told(found.report.mended)


@pytest.mark.parametrize("origin", [{"x": 2.9999999, "y": 0}, {"x": "3", "y": 0}, [3, 0]])
def test_an_origin_written_oddly_is_understood(tmp_path: Path, origin: object) -> None:
    """Noise behind a whole number, text and a list are an origin too."""
    resolution = {**cropped(0, 0), "map_origin": origin}
    data = uvtt(resolution=resolution, line_of_sight=[line((4, 1), (5, 1))])
    found = reading(tmp_path, data)
    assert ends(found.map) == {((1, 1), (2, 1))}
    assert found.map.size == Size(8, 6)


@pytest.mark.parametrize(
    ("gone", "code"),
    [("map_size", "size_missing"), ("pixels_per_grid", "pixels_missing")],
)
def test_what_is_missing_is_worked_out_from_the_picture(
    tmp_path: Path, gone: str, code: str
) -> None:
    """Size and pixels to a square each follow from the other and the picture."""
    for wrong in (None, 0, {"x": 0, "y": float("nan")}, "many"):
        resolution: dict[str, Any] = {**cropped(0, 0, (8, 6)), gone: wrong}
        found = reading(tmp_path, uvtt((8, 6), resolution=resolution))
        assert found.map.size == Size(8, 6)
        assert found.map.picture is not None
        assert found.map.picture.pixels_per_cell == PIXELS
        assert code in told(found.report.mended)


def test_without_picture_and_size_the_walls_tell_it(tmp_path: Path) -> None:
    """A file of walls alone is as large as they reach."""
    data = uvtt(resolution=..., image=..., line_of_sight=[line((1, 1), (9.5, 1), (9.5, 6))])
    found = reading(tmp_path, data)
    assert found.map.size == Size(10, 6)
    assert found.map.picture is None
    assert found.picture is None
    assert told(found.report.left_out)["no_picture"]


def test_a_size_with_a_fraction_is_rounded_up(tmp_path: Path) -> None:
    """Half a column at the border is a column."""
    found = reading(tmp_path, uvtt((8.5, 6)))
    assert found.map.size == Size(9, 6)
    assert told(found.report.mended) == {"size_rounded": "8.5 × 6"}


def test_a_picture_of_another_size_is_scaled(tmp_path: Path) -> None:
    """Twice the pixels on as many squares are twice the pixels to a square."""
    found = reading(tmp_path, uvtt((8, 6), image=image(160, 120)))
    assert found.map.size == Size(8, 6)
    assert found.map.picture is not None
    assert found.map.picture.pixels_per_cell == 2 * PIXELS
    assert told(found.report.mended) == {"picture_scaled": "160 × 120"}


def test_a_picture_of_another_shape_keeps_its_squares(tmp_path: Path) -> None:
    """What cannot be scaled to the squares stays as large as the file says, and is told."""
    found = reading(tmp_path, uvtt((8, 6), image=image(80, 90)))
    assert found.map.size == Size(8, 6)
    assert found.map.picture is not None
    assert found.map.picture.pixels_per_cell == PIXELS
    assert told(found.report.mended) == {"picture_shape": "80 × 90"}


def test_a_map_of_more_than_500_squares_is_refused(tmp_path: Path) -> None:
    """The bound is said, with the file and what helps; 500 are fine."""
    assert reading(tmp_path, uvtt((500, 500), image=...)).map.size == Size(500, 500)
    with pytest.raises(MapError, match=r"501 x 6 squares; at most 500 a side") as caught:
        reading(tmp_path, uvtt((501, 6), image=...))
    assert "hall.dd2vtt" in str(caught.value)


@pytest.mark.parametrize("form", [0.2, 0.3, "0.3", "0.2"])
def test_the_format_is_a_number_or_text(tmp_path: Path, form: object) -> None:
    """Both ways to write the usual formats are read without a word."""
    found = reading(tmp_path, uvtt(format=form))
    assert found.report.subtitle.startswith(f"Format {form}, 8 × 6 squares of 10 px")
    assert found.report.mended == ()


@pytest.mark.parametrize(
    ("form", "code"), [(1.0, "format_unknown"), (None, "format_missing"), ([], "format_missing")]
)
def test_other_formats_are_read_and_told(tmp_path: Path, form: object, code: str) -> None:
    """A format nobody has seen is read as the usual one."""
    assert code in told(reading(tmp_path, uvtt(format=form)).report.mended)


def test_the_fields_of_format_0_3_may_be_missing(tmp_path: Path) -> None:
    """A file of format 0.2 has no object outlines; portals, lights and environment may lack too."""
    data = uvtt(
        objects_line_of_sight=...,
        portals=...,
        lights=...,
        environment=...,
        line_of_sight=[line((1, 1), (2, 1))],
    )
    found = reading(tmp_path, data)
    assert ends(found.map) == {((1, 1), (2, 1))}
    assert (found.report.mended, found.report.left_out, found.report.checks) == ((), (), ())
