"""The front door for maps: pictures and UVTT files told apart by what they hold."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from gridwar.errors import Cancelled, InputError, MapError
from gridwar.formats.picture_headers_and_limits import MOST_BYTES
from gridwar.formats.reading_any_map import read_map, read_maps
from gridwar.formats.uvtt import answer
from gridwar.model.geometry import Size
from tests.support.uvtt import image, line, png, told, uvtt, written

if TYPE_CHECKING:
    from pathlib import Path


def test_a_map_is_told_by_its_content(tmp_path: Path) -> None:
    """A picture named .dd2vtt is a picture, a UVTT file named .png a UVTT file."""
    picture, file = tmp_path / "a.dd2vtt", tmp_path / "b.png"
    picture.write_bytes(png(210, 140))
    file.write_text("\n " + json.dumps(uvtt(line_of_sight=[line((1, 1), (2, 1))])))
    assert read_map(picture).map.size == Size(3, 2)
    assert read_map(picture).picture == png(210, 140)
    assert len(read_map(file).map.walls) == 1


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "is empty"),
        (b"notes", "not a PNG, JPEG or WebP"),
        (b"SQLite format 3\0" + bytes(100), "a database, not a map"),
        (png(70, 70)[:-5], "cut off"),
        (b"[1]", "no map that Gridwar reads"),
    ],
)
def test_what_is_no_map_is_refused_by_name(tmp_path: Path, raw: bytes, words: str) -> None:
    """The message names the file and what it is instead, or what helps."""
    path = tmp_path / "thing.bin"
    path.write_bytes(raw)
    with pytest.raises(MapError, match=words) as caught:
        read_map(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("name", "pixels", "size"),
    [
        ("tavern", (210, 140), (3, 2)),  # 70 divides both
        ("tavern", (300, 200), (3, 2)),  # 100 does, 70 does not
        ("tavern [30x20]", (960, 640), (30, 20)),  # the name says it
        ("tavern 20x30", (960, 640), (15, 10)),  # not this name: another shape; 64 divides
        ("tavern 1920x1280", (210, 140), (3, 2)),  # pixels, not squares
        ("tavern", (211, 139), (3, 2)),  # nothing divides: 70
    ],
)
def test_the_size_of_a_square_is_guessed(
    tmp_path: Path, name: str, pixels: tuple[int, int], size: tuple[int, int]
) -> None:
    """From the file's name, else a usual size that divides the picture, else 70."""
    path = tmp_path / f"{name}.png"
    path.write_bytes(png(*pixels))
    found = read_map(path)
    assert found.map.size == Size(*size)
    assert found.map.name == name
    (check,) = found.report.checks
    assert check.chosen in {one.id for one in check.choices}


def test_the_size_of_a_square_can_be_answered(tmp_path: Path) -> None:
    """The question lists the usual sizes; another answer gives another map on the same picture."""
    path = tmp_path / "hall.png"
    path.write_bytes(png(2800, 1400))
    found = read_map(path)
    (check,) = found.report.checks
    assert (check.id, check.chosen) == ("cell_size", "70")
    assert "140" in [one.id for one in check.choices]
    larger = answer(found, "cell_size", "140")
    assert larger.map.size == Size(20, 10)
    assert larger.report.checks[0].chosen == "140"
    assert larger.picture == found.picture
    assert answer(larger, "cell_size", "70").map == found.map
    assert not check.is_answered
    assert larger.report.checks[0].is_answered
    for wrong in (("cell_size", "3"), ("walls", "70")):
        with pytest.raises(InputError):
            answer(found, *wrong)


def test_a_large_picture_has_at_most_500_squares(tmp_path: Path) -> None:
    """Where 70 pixels would make too many, the guess is the least that fits."""
    path = tmp_path / "world.png"
    path.write_bytes(png(19_997, 100))
    assert read_map(path).map.size == Size(286, 1)
    path.write_bytes(png(500, 19_999))
    assert max(read_map(path).map.size) <= 500


def test_reading_a_picture_can_be_called_off(tmp_path: Path) -> None:
    """Asked to give up, nothing is made."""
    path = tmp_path / "hall.png"
    path.write_bytes(png(70, 70))
    with pytest.raises(Cancelled):
        read_map(path, cancelled=lambda: True)


def test_the_report_on_a_picture_tells_its_size(tmp_path: Path) -> None:
    """Width, height and kind are read."""
    path = tmp_path / "hall.png"
    path.write_bytes(png(70, 140))
    assert told(read_map(path).report.read) == {"picture": "70 × 140 PNG"}


def test_a_picture_that_is_too_large_is_told_the_bound_of_pictures(tmp_path: Path) -> None:
    """Not that of maps, which would send the user home with a file that is still too large."""
    path = tmp_path / "huge.png"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(MapError, match=f"larger than {MOST_BYTES >> 20} MB"):
        read_map(path)


def put(folder: Path, **files: bytes) -> list[Path]:
    """Write files, whose names have a double underscore where the dot is."""
    paths = [folder / name.replace("__", ".") for name in files]
    for path, data in zip(paths, files.values(), strict=True):
        path.write_bytes(data)
    return paths


HALL = json.dumps(uvtt(line_of_sight=[line((1, 1), (2, 1))])).encode()


@pytest.mark.parametrize(
    ("name", "raw", "words"),
    [
        ("camp.cmpgn", b"PK\x03\x04rest", "MapTool's own.*Screenshot"),
        ("map.rpmap", b"PK\x03\x04rest", "MapTool's own"),
        ("maps.bin", b"PK\x03\x04rest", "is a zip. Unpack it"),
        ("a.dungeondraft_map", b'{"header": {}, "world": {}}', "Dungeondraft's own.*Universal VTT"),
        ("pack.json", b'{"scenes": [], "actors": []}', "several scenes.*Export Data"),
        ("scenes.db", b'{"_id": 1}\n{"_id": 2}\n', "compendium of Foundry"),
        ("000005.ldb", b"\x00\x01binary", "compendium of Foundry.*Export Data"),
        ("inn.mp4", b"\0\0\0\x20ftypisom", "is a film"),
        ("inn.webm", b"\x1aE\xdf\xa3rest", "is a film"),
        ("notes.json", b'{"hello": 1}', "no map that Gridwar reads. It reads: .*Universal VTT"),
        ("many.json", b'{"a": [' + b"0," * 4_000_001 + b"0]}", "more than 4,000,000 values"),
    ],
)
def test_what_nobody_else_can_read_is_refused_with_a_way_round(
    tmp_path: Path, name: str, raw: bytes, words: str
) -> None:
    """Told by its content, and by its name only where the content tells nothing."""
    path = tmp_path / name
    path.write_bytes(raw)
    with pytest.raises(MapError, match=words) as caught:
        read_map(path)
    assert str(path) in str(caught.value)


def test_the_folder_of_a_compendium_is_refused_with_a_way_round(tmp_path: Path) -> None:
    """It may be dropped like a file; any other folder is no file."""
    (tmp_path / "CURRENT").write_text("MANIFEST-000001")
    with pytest.raises(MapError, match=r"compendium of Foundry.*Export Data"):
        read_map(tmp_path)


def test_a_map_is_found_among_the_files_that_came_with_it(tmp_path: Path) -> None:
    """In whatever order they come; what is no map goes along with it."""
    files = put(tmp_path, tree__png=png(70, 70), hall__dd2vtt=HALL, notes__txt=b"hello")
    assert read_maps(files).map == read_maps(files[::-1]).map
    assert len(read_maps(files).map.walls) == 1


def test_one_file_alone_is_read_as_what_it_is(tmp_path: Path) -> None:
    """A picture too."""
    assert read_maps(put(tmp_path, a__png=png(70, 70))).map.size == Size(1, 1)


def test_no_map_is_refused(tmp_path: Path) -> None:
    """By its name, with what to do."""
    with pytest.raises(MapError, match=r"a.txt.*not a PNG, JPEG or WebP"):
        read_maps(put(tmp_path, a__txt=b"x", b__txt=b"y"))


def test_a_file_without_a_picture_takes_the_one_that_came_with_it(tmp_path: Path) -> None:
    """Laid as its own would be, and told; of several only one that is called as the file is."""
    file = written(tmp_path, uvtt(image=""), "hall.uvtt")
    came, other = tmp_path / "HALL.png", tmp_path / "other.png"
    came.write_bytes(png(80, 60))
    other.write_bytes(png(40, 30))
    found = read_maps([came, file])
    assert found.picture == png(80, 60)
    assert found.map.picture is not None
    assert found.map.picture.pixels_per_cell == 10
    assert "picture_beside" in told(found.report.mended)
    assert read_maps([file, other]).picture == png(40, 30)
    both = read_maps([other, file, came])
    assert both.picture == png(80, 60)
    assert told(both.report.left_out)["unused"] == "other.png"
    came.rename(tmp_path / "more.png")
    unsure = read_maps([other, file, tmp_path / "more.png"])
    assert unsure.picture is None
    assert told(unsure.report.left_out)["unused"] == "other.png, more.png"


def test_a_picture_that_came_for_nothing_is_told(tmp_path: Path) -> None:
    """The file has one of its own, which stays."""
    file = written(tmp_path, uvtt(image=image(80, 60)), "hall.uvtt")
    came = tmp_path / "hall.png"
    came.write_bytes(png(40, 30))
    found = read_maps([came, file])
    assert found.picture == png(80, 60)
    assert told(found.report.left_out)["unused"] == "hall.png"


def test_a_picture_that_came_with_a_file_and_is_damaged_is_told(tmp_path: Path) -> None:
    """The map is laid without it."""
    file, came = written(tmp_path, uvtt(image=""), "hall.uvtt"), tmp_path / "hall.png"
    came.write_bytes(png(80, 60)[:-5])
    found = read_maps([came, file])
    assert found.picture is None
    assert "cut off" in told(found.report.left_out)["picture_broken"]
