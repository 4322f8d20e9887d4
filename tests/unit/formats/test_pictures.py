"""Pictures as maps: told apart by content, measured by header, bounded before anything else."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage, QImageWriter

from gridwar.control.presenters.ground_walls_zones import present_ground
from gridwar.control.records.ground_records import PictureView
from gridwar.errors import MapError
from gridwar.formats.picture_headers_and_limits import (
    MOST_BYTES,
    MOST_PIXELS,
    MOST_SIDE_PX,
    look_at,
    look_at_start,
    map_from_picture,
    read_picture,
)
from gridwar.model.battlemap import BattleMap, Picture
from gridwar.model.scale import Scale

if TYPE_CHECKING:
    from pathlib import Path


def drawn(width_px: int, height_px: int, form: str, quality: int = -1) -> bytes:
    """Draw a picture of some size into a file in memory."""
    image = QImage(width_px, height_px, QImage.Format.Format_RGB32)
    image.fill(0x336699)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, form.encode())
    writer.setQuality(quality)
    assert writer.write(image)
    return bytes(buffer.data().data())


def png_of(width_px: int, height_px: int) -> bytes:
    """Make a PNG file that claims some size, of nothing but its beginning and its end."""
    start = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width_px, height_px)
    return start + bytes(9) + b"\0\0\0\0IEND\xae\x42\x60\x82"


@pytest.mark.parametrize("quality", [50, 100])
@pytest.mark.parametrize(("form", "name"), [("PNG", "png"), ("JPG", "jpeg"), ("WEBP", "webp")])
def test_size_is_read_from_the_header(form: str, name: str, quality: int) -> None:
    """Format and size of each kind are those it was drawn with, lossy or not."""
    found = look_at(drawn(301, 147, form, quality))
    assert (found.format, found.width_px, found.height_px) == (name, 301, 147)


def test_extended_webp_has_its_size_in_24_bits() -> None:
    """A WebP file with the extended header is measured by that."""
    flags, size = b"\x10\0\0\0", (4199).to_bytes(3, "little") + (2799).to_bytes(3, "little")
    found = look_at(b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0" + flags + size)
    assert (found.width_px, found.height_px) == (4200, 2800)


def test_jpeg_is_measured_behind_other_segments() -> None:
    """Comments, tables and filling bytes before the size of a JPEG are passed over."""
    whole = drawn(90, 60, "JPG")
    comment = b"\xff\xfe" + struct.pack(">H", 2 + 6) + b"\xff\xc0 \xff\xc0" + b"\xff\xff"
    found = look_at(whole[:2] + comment + whole[2:])
    assert (found.width_px, found.height_px) == (90, 60)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"GIF89a" + bytes(40), "not a PNG, JPEG or WebP"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not a PNG, JPEG or WebP"),
        (b"\x89PNG\r\n\x1a\n\0\0", "cut off"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "cut off"),
        (b"\xff\xd8" + b"\xff" * 20_000, "cut off"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "cut off"),
        (png_of(0, 10), "damaged"),
        (png_of(MOST_SIDE_PX + 1, 10), "Scale it down"),
        (png_of(MOST_SIDE_PX, MOST_PIXELS // MOST_SIDE_PX + 1), "Scale it down"),
    ],
)
def test_what_is_no_usable_picture_is_refused(data: bytes, words: str) -> None:
    """The message names the file and says what is wrong, before anything is decoded."""
    with pytest.raises(MapError, match=words) as caught:
        look_at(data, "cellar.png")
    assert "cellar.png" in str(caught.value)


@pytest.mark.parametrize("form", ["PNG", "JPG", "WEBP"])
def test_a_picture_that_is_cut_off_is_refused(form: str) -> None:
    """A file that lacks its end is named and refused; its size alone can still be told."""
    whole = drawn(301, 147, form)
    for length in (len(whole) - 1, len(whole) * 2 // 3):
        assert look_at_start(whole[:length]).width_px == 301
        with pytest.raises(MapError, match=r"hall\.img is cut off: its end is missing"):
            look_at(whole[:length], "hall.img")


@pytest.mark.parametrize("form", ["PNG", "JPG", "WEBP"])
def test_bytes_behind_a_picture_do_no_harm(form: str) -> None:
    """What cameras and programs append after the end is passed over."""
    assert look_at(drawn(90, 60, form) + b"appended" * 50).height_px == 60


def test_the_preview_in_a_jpeg_is_not_its_end() -> None:
    """A cut-off photograph is found out although a whole small one is in its header."""
    small, large = drawn(16, 16, "JPG"), drawn(90, 60, "JPG")
    preview = b"\xff\xe1" + struct.pack(">H", 2 + len(small)) + small
    photograph = large[:2] + preview + large[2:]
    assert look_at(photograph).width_px == 90
    with pytest.raises(MapError, match="cut off"):
        look_at(photograph[:-40])


def test_the_largest_picture_is_accepted() -> None:
    """The bounds themselves are within them."""
    assert look_at(png_of(MOST_SIDE_PX, MOST_PIXELS // MOST_SIDE_PX)).width_px == MOST_SIDE_PX


def test_files_are_read_within_bounds(tmp_path: Path) -> None:
    """A file that is too large, a folder and a missing file are refused by name."""
    huge = tmp_path / "huge.png"
    with huge.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    for path in (huge, tmp_path, tmp_path / "none.png"):
        with pytest.raises(MapError) as caught:
            read_picture(path)
        assert str(path) in str(caught.value)
    good = tmp_path / "misnamed.jpg"
    good.write_bytes(drawn(70, 70, "PNG"))
    assert look_at(read_picture(good)).format == "png"


@pytest.mark.parametrize(
    ("pixels", "cells"), [((2100, 1400), (30, 20)), ((2103, 1366), (30, 20)), ((20, 175), (1, 3))]
)
def test_a_map_has_the_nearest_number_of_cells(
    pixels: tuple[int, int], cells: tuple[int, int]
) -> None:
    """Half a cell at the border counts as one, less does not, and there is at least one."""
    scale = Scale(cell_size=5, unit="ft")
    made, sha256 = map_from_picture(png_of(*pixels), 70, scale)
    assert tuple(made.size) == cells
    assert made.scale == scale
    assert made.picture == Picture(
        sha256=sha256, pixels_per_cell=70, width_px=pixels[0], height_px=pixels[1]
    )


def test_a_map_has_at_most_500_cells_a_side() -> None:
    """A cell too small for the picture is refused with the size that fits."""
    with pytest.raises(MapError, match=r"at most 500 a side: 11 pixels a cell"):
        map_from_picture(png_of(5401, 300), 10)
    assert map_from_picture(png_of(5401, 300), 11)[0].width == 491
    for size in (0.0, float("nan"), float("inf")):
        with pytest.raises(MapError, match="at least 1 pixel"):
            map_from_picture(png_of(100, 100), size)


def test_a_picture_lies_on_the_grid_by_its_own_size() -> None:
    """A picture wider than its map hangs over; one of unknown size covers the map."""
    made, sha256 = map_from_picture(png_of(2120, 1400), 70)
    assert present_ground(made).picture == PictureView(sha256, (0, 0, 2120 / 70, 20))
    assert made.picture is not None
    moved = made.with_picture(made.picture.replace(offset_x_px=-35.0, offset_y_px=14.0))
    assert present_ground(moved).picture == PictureView(sha256, (-0.5, 0.2, 2120 / 70, 20))
    unknown = BattleMap(width=9, height=7, picture=Picture(sha256=sha256, pixels_per_cell=70))
    assert present_ground(unknown).picture == PictureView(sha256, (0, 0, 9, 7))
