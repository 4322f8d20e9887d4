"""Importing is given up at once: between two questions little is done, and nothing is kept.

What is counted is calls, not time: a tenth of a second is some hundred thousand of them.
"""

from __future__ import annotations

import base64
import json
import sys
import threading
from typing import TYPE_CHECKING

import pytest
from pydantic_core import from_json

from gridwar.errors import Cancelled, MapError
from gridwar.formats import foreign_map_file
from gridwar.formats.import_report import no_progress
from gridwar.formats.reading_any_map import read_maps
from gridwar.ui.map import picture_decoding
from gridwar.ui.map.ground.printed_grid_search import made_ready
from gridwar.ui.map.tile_painting import drawn
from tests.support import scenes, tiled, uvtt
from tests.support.dungeons import dungeon, rect
from tests.support.grid_pictures import Squares, clouds, printed
from tests.support.pdf_files import Page, pdf, printed_grid

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import FrameType

MOST_CALLS = 60_000
"""Between two questions: some fifty thousandths of a second."""
_WALLS = 400
_SIDE_PX = 320
pytestmark = pytest.mark.usefixtures("qapp")


class Stopwatch:
    """Asked whether to give up, it counts the calls since it was asked before."""

    def __init__(self, after: int = sys.maxsize) -> None:
        """Give up when asked for the last time.

        Args:
            after: So often it is asked until it says so.
        """
        self.asked, self.longest, self._calls, self._after = 0, 0, 0, after

    def __call__(self) -> bool:
        """Answer."""
        self.longest = max(self.longest, self._calls)
        self._calls = 0
        self.asked += 1
        return self.asked > self._after

    def count(self, _frame: FrameType, event: str, _what: object) -> None:
        """Count a call."""
        self._calls += event in {"call", "c_call"}


def _picture(folder: Path) -> list[Path]:
    from PySide6.QtGui import QImage

    grey = printed(clouds(_SIDE_PX, _SIDE_PX), Squares(20, 20))
    path = folder / "hall.png"
    form = QImage.Format.Format_Grayscale8
    QImage(grey.tobytes(), _SIDE_PX, _SIDE_PX, _SIDE_PX, form).save(str(path))
    return [path]


def _universal(folder: Path) -> list[Path]:
    lines = [uvtt.line((x % 30, x // 30), (x % 30 + 0.8, x // 30)) for x in range(_WALLS)]
    return [uvtt.written(folder, uvtt.uvtt((32, 32), line_of_sight=lines))]


def _scene(folder: Path) -> list[Path]:
    walls = [scenes.wall(x % 7, x // 70, x % 7 + 0.5, x // 70 + 0.3) for x in range(_WALLS)]
    path = folder / "scene.json"
    path.write_text(json.dumps(scenes.scene(walls=walls)), encoding="utf-8")
    return [path, scenes.picture(folder)]


def _dungeon(folder: Path) -> list[Path]:
    rooms = [rect(x * 6, y * 6, 5, 5) for x in range(6) for y in range(6)]
    path = folder / "crypt.json"
    path.write_text(json.dumps(dungeon(rects=rooms, doors=[])), encoding="utf-8")
    return [path]


def _tiled(folder: Path) -> list[Path]:
    layer = tiled.tile_layer("Floor", 40, 40, [1] * 1600)
    path = folder / "hall.tmj"
    path.write_text(json.dumps(tiled.tiled_map(layer, size=(40, 40))), encoding="utf-8")
    return [path]


def _tiled_xml(folder: Path) -> list[Path]:
    path = folder / "hall.tmx"
    path.write_text(tiled.tmx(tiled.TMX_LAYERS), encoding="utf-8")
    return [path]


def _book(folder: Path) -> list[Path]:
    path = folder / "book.pdf"
    path.write_bytes(pdf([Page(printed_grid(36, 5, 5), (240, 240))]))
    return [path]


FORMATS: tuple[Callable[[Path], list[Path]], ...] = (
    _picture,
    _universal,
    _scene,
    _dungeon,
    _tiled,
    _tiled_xml,
    _book,
)


def _import(paths: list[Path], cancelled: Stopwatch) -> None:
    made_ready(
        drawn(read_maps(paths, no_progress, cancelled), no_progress, cancelled),
        no_progress,
        cancelled,
    )


@pytest.mark.parametrize("made", FORMATS, ids=lambda one: one.__name__)
def test_it_is_asked_all_the_time_whether_to_give_up(
    made: Callable[[Path], list[Path]], tmp_path: Path
) -> None:
    """From the first byte to the last no stretch of work is long."""
    paths, watch = made(tmp_path), Stopwatch()
    _import(paths, watch)  # what is imported or made once is there
    watch = Stopwatch()
    before = sys.getprofile()
    sys.setprofile(watch.count)
    try:
        _import(paths, watch)
    finally:
        sys.setprofile(before)
    watch()
    assert watch.longest < MOST_CALLS
    assert watch.asked > 3


@pytest.mark.parametrize("made", FORMATS, ids=lambda one: one.__name__)
def test_whenever_it_is_given_up_nothing_comes_of_it(
    made: Callable[[Path], list[Path]], tmp_path: Path
) -> None:
    """At the first question, in the middle, and at the last one."""
    paths, watch = made(tmp_path), Stopwatch()
    _import(paths, watch)
    least = watch.asked if made is not _book else 6  # a process is waited for
    for after in {0, 1, least // 2}:
        with pytest.raises(Cancelled):
            _import(paths, Stopwatch(after))


def test_a_large_picture_in_json_is_asked_about_piece_by_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its text is no part of what is taken apart as JSON, and is the same picture."""
    parsed: list[int] = []

    def looked_at(raw: bytearray, **_said: object) -> object:
        parsed.append(len(raw))
        return from_json(raw)

    data = uvtt.uvtt((8, 6))
    paths = [uvtt.written(tmp_path, data)]
    before = read_maps(paths)
    monkeypatch.setattr(foreign_map_file, "_LONG_BYTES", 16)
    monkeypatch.setattr(foreign_map_file, "from_json", looked_at)
    after = read_maps(paths)
    assert (after.map, after.picture) == (before.map, before.picture)
    assert after.picture == base64.b64decode(data["image"])
    assert parsed == [pytest.approx(len(json.dumps({**data, "image": "x" * 64})), abs=1)]


@pytest.mark.parametrize(
    "text",
    [
        '{"tiles": {"image": "%s"}, "format": 0.3, "line_of_sight": []}',
        '{"x\\"image": "%s", "format": 0.3, "line_of_sight": []}',
        '{"image": "%s\\/", "format": 0.3, "line_of_sight": []}',
        '{"name": "\\"image\\": \\"%s", "format": 0.3, "line_of_sight": []}',
        '{"image": "%s',
        '{"image" "%s"}',
    ],
)
def test_what_only_looks_like_a_picture_in_json_is_read_as_json(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of something else, a name with a quote, an escaped letter, words, damaged text."""
    path = tmp_path / "hall.dd2vtt"
    path.write_text(text % ("QUJD" * 20), encoding="utf-8")

    def said() -> object:
        try:
            file = foreign_map_file.open_map_file(path)
        except MapError as error:
            return str(error)
        return file.data

    before = said()
    monkeypatch.setattr(foreign_map_file, "_LONG_BYTES", 16)
    assert said() == before


def test_a_picture_that_is_decoded_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Qt cannot be stopped: it is left to itself, and what comes of it is wanted by nobody."""
    may_end, began = threading.Event(), threading.Event()

    def slow(_data: bytes) -> picture_decoding.Sizes:
        began.set()
        may_end.wait(10)
        return ()

    monkeypatch.setattr(picture_decoding, "_sizes", slow)
    try:
        with pytest.raises(Cancelled):
            picture_decoding.decode("x", b"", began.is_set)
        assert not picture_decoding.is_under_way("x")
    finally:
        may_end.set()
