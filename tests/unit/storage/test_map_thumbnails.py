"""Small pictures of maps on disk: kept by file and time, bounded, damaged ones as good as none."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from gridwar.storage.fight_summary import FightSummary
from gridwar.storage.map_thumbnails import MapThumbnails
from tests.support.uvtt import png

if TYPE_CHECKING:
    from pathlib import Path

FOUND = FightSummary("Fight", "Inn", ("night",), "freeform", 3, 20, 10, picture=b"large")
IMAGE = png(30, 20)


@pytest.fixture
def thumbnails(tmp_path: Path) -> MapThumbnails:
    """Return an empty folder of them."""
    return MapThumbnails(tmp_path / "cache")


def a_map(tmp_path: Path, name: str = "inn.gridwar") -> Path:
    """Write something that stands for a map."""
    path = tmp_path / name
    path.write_bytes(b"a map")
    return path


def files(thumbnails: MapThumbnails) -> list[Path]:
    """Return what lies in the folder."""
    return sorted(thumbnails.folder.iterdir())


def test_what_was_kept_is_found_again(thumbnails: MapThumbnails, tmp_path: Path) -> None:
    """Its picture and what is told of it, without the large one."""
    path = a_map(tmp_path)
    assert thumbnails.kept(path) is None
    thumbnails.keep(path, FOUND, IMAGE)
    kept = thumbnails.kept(path)
    assert kept is not None
    assert kept[1] == IMAGE
    assert (kept[0].name, kept[0].tags, kept[0].width) == ("Inn", ("night",), 20)
    assert kept[0].picture == b""


def test_a_map_written_since_has_none(thumbnails: MapThumbnails, tmp_path: Path) -> None:
    """Its time, or its size, is another."""
    path = a_map(tmp_path)
    thumbnails.keep(path, FOUND, IMAGE)
    os.utime(path, ns=(1, 1))
    assert thumbnails.kept(path) is None


def test_one_map_is_not_taken_for_another(thumbnails: MapThumbnails, tmp_path: Path) -> None:
    """Files of one size and one time, in two places."""
    one, other = a_map(tmp_path), a_map(tmp_path, "mill.gridwar")
    for path in (one, other):
        os.utime(path, ns=(5, 5))
    thumbnails.keep(one, FOUND, IMAGE)
    assert thumbnails.kept(other) is None


@pytest.mark.parametrize("at", [0, 70, -40, -1])
def test_a_damaged_one_is_as_good_as_none(
    at: int, thumbnails: MapThumbnails, tmp_path: Path
) -> None:
    """A changed byte, in its hash, in what is told, in the picture; and it can be kept anew."""
    path = a_map(tmp_path)
    thumbnails.keep(path, FOUND, IMAGE)
    (there,) = files(thumbnails)
    data = bytearray(there.read_bytes())
    data[at] ^= 1
    there.write_bytes(data)
    assert thumbnails.kept(path) is None
    for bad in (b"", b"\n\n", bytes(data[:50])):
        there.write_bytes(bad)
        assert thumbnails.kept(path) is None
    thumbnails.keep(path, FOUND, IMAGE)
    assert thumbnails.kept(path) is not None


def test_those_wanted_longest_ago_make_way(tmp_path: Path) -> None:
    """So many bytes are kept; whatever else lies in the folder is left alone."""
    room = MapThumbnails(tmp_path / "cache", 3 * 800)
    paths = [a_map(tmp_path, f"{number}.gridwar") for number in range(6)]
    image = bytes(400)
    for number, path in enumerate(paths):
        room.keep(path, FOUND, image)
        place = room._place(path)
        assert place is not None
        os.utime(place, ns=(number, number))
    (room.folder / "other.txt").write_text("x", encoding="utf-8")
    assert room.kept(paths[3]) is not None  # wanted now
    last = a_map(tmp_path, "last.gridwar")
    room.keep(last, FOUND, image)
    there = [one for one in (*paths, last) if room.kept(one) is not None]
    assert last in there
    assert paths[3] in there
    assert paths[0] not in there
    assert sum(one.stat().st_size for one in files(room)) <= 3 * 800 + 1
    assert (room.folder / "other.txt").exists()


def test_where_nothing_can_be_kept_nothing_fails(tmp_path: Path) -> None:
    """A file stands where the folder is to be; the map itself is gone."""
    (tmp_path / "cache").write_bytes(b"")
    blocked = MapThumbnails(tmp_path / "cache")
    blocked.keep(a_map(tmp_path), FOUND, IMAGE)
    assert blocked.kept(a_map(tmp_path)) is None
    MapThumbnails(tmp_path / "more").keep(tmp_path / "gone.gridwar", FOUND, IMAGE)
    assert not (tmp_path / "more").exists()
