"""Maps made to hurt: of next to no size, of walls without end, pictures of a thousand passes."""

from __future__ import annotations

import base64
import contextlib
import copy
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage, QImageWriter

from gridwar.errors import MapError
from gridwar.formats.picture_headers_and_limits import MOST_SCANS, has_many_scans, look_at
from gridwar.formats.reading_any_map import read_map
from gridwar.ui.map.picture_decoding import decoded
from tests.support.uvtt import line, uvtt

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Imported


def _read(folder: Path, data: Any) -> Imported:
    path = folder / "hall.dd2vtt"
    path.write_text(json.dumps(data), encoding="utf-8")
    return read_map(path)


def _progressive() -> bytes:
    """Return a small JPEG in several passes."""
    image = QImage(64, 48, QImage.Format.Format_RGB32)
    image.fill(0x335577)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"jpg")
    writer.setProgressiveScanWrite(True)
    assert writer.write(image)
    return bytes(buffer.data().data())


def _with_scans(times: int) -> bytes:
    """Return the same with its last pass repeated."""
    raw = _progressive()
    last = raw[raw.rindex(b"\xff\xda") : -2]
    return raw[:-2] + last * times + raw[-2:]


@pytest.mark.parametrize("size", [1e-8, 4e-5, 1e-320])
def test_a_map_of_next_to_no_size_is_as_large_as_its_picture(tmp_path: Path, size: float) -> None:
    """A size that is rounded to nothing is none, and is worked out instead."""
    picture = base64.b64encode(_progressive()).decode()
    resolution = {"map_size": {"x": size, "y": size}, "pixels_per_grid": 16}
    found = _read(tmp_path, uvtt(resolution=resolution, image=picture))
    assert found.map.size == (4, 3)
    assert "size_missing" in {one.code for one in found.report.mended}


@pytest.mark.parametrize("pixels", [100_001, 1e300, 1e-9])
def test_a_square_of_impossible_pixels_is_refused_by_name(tmp_path: Path, pixels: float) -> None:
    """No picture is so large: the words name the file and the entry to correct."""
    picture = base64.b64encode(_progressive()).decode()
    with pytest.raises(MapError, match=r"hall\.dd2vtt.*pixels_per_grid"):
        _read(tmp_path, uvtt(resolution={"pixels_per_grid": pixels}, image=picture))


def test_a_jpeg_of_very_many_passes_is_refused(tmp_path: Path) -> None:
    """Each takes a pass over the whole picture in next to no bytes; the words say what helps."""
    many = tmp_path / "map.jpg"
    many.write_bytes(_with_scans(MOST_SCANS))
    with pytest.raises(MapError, match=r"map\.jpg is a JPEG of more than 100 passes.*WebP"):
        read_map(many)
    found = _read(tmp_path, uvtt(image=base64.b64encode(_with_scans(MOST_SCANS)).decode()))
    assert found.picture is None
    assert "passes" in found.report.text()
    assert decoded(_with_scans(MOST_SCANS)).isNull()  # in a fight that somebody else made


def test_usual_jpegs_are_not_taken_for_such() -> None:
    """Passes are counted where a decoder finds them: not before, behind or within."""
    plain = _progressive()
    assert look_at(plain).format == "jpeg"
    assert not decoded(plain).isNull()
    comment = b"\xff\xfe\x03\x02" + b"\xff\xda" * 384
    for raw in (plain + b"\xff\xda" * 500, plain[:2] + comment + plain[2:], plain[:-2], b"\x89PNG"):
        assert not has_many_scans(raw)


def test_more_walls_than_a_map_may_hold_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Walls are counted as they come out, doubles taken out, and the words say what helps."""
    monkeypatch.setattr("gridwar.model.map_limits.MOST_WALLS", 10)
    lines = [line((0, at), (3, at)) for at in range(10)]
    assert len(_read(tmp_path, uvtt(line_of_sight=[*lines, *lines])).map.walls) == 10
    with pytest.raises(MapError, match=r"hall.*11 walls.*at most 10\. Simplify"):
        _read(tmp_path, uvtt(line_of_sight=[*lines, line((5, 5), (6, 6))]))


def test_a_list_of_single_lines_without_end_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is worked out for lines that are too many whatever comes of them."""
    monkeypatch.setattr("gridwar.formats.uvtt.polylines.MOST_LINES", 20)
    with pytest.raises(MapError, match=r"more than 20 wall lines\. Simplify"):
        _read(tmp_path, uvtt(line_of_sight=[line((0, at), (3, at)) for at in range(21)]))


_ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(
        [
            2**63,
            10**40,
            1e308,
            1e-320,
            1e17,
            "NaN",
            "\ud800",
            [],
            {},
            [[]],
            {"x": 1},
            [0, 0],
            {"x": 1e-9, "y": 1e-9},
            {"x": -1, "y": 1e9},
        ]
    ),
)


def _places(data: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = list(data.items() if isinstance(data, dict) else enumerate(data))
    found = [(*way, key) for key, _value in inner]
    for key, value in inner:
        if isinstance(value, dict | list):
            found += _places(value, (*way, key))
    return found


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_map_with_anything_in_it_is_read_or_refused(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever stands in the place of one or two values, a map comes out, or our own words."""
    picture = base64.b64encode(_progressive()).decode()
    made = uvtt(
        line_of_sight=[line((1, 1), (2, 1), (2, 3))],
        image=picture,
        portals=[
            {
                "position": {"x": 1.5, "y": 1},
                "bounds": [{"x": 1, "y": 1}, {"x": 2, "y": 1}],
                "rotation": 0.0,
                "closed": True,
                "freestanding": False,
            }
        ],
    )
    made = json.loads(json.dumps(made))
    for _time in range(data.draw(st.integers(1, 2))):
        *way, last = data.draw(st.sampled_from(_places(made)))
        inner = made
        for one in way:
            inner = inner[one]
        inner[last] = copy.deepcopy(data.draw(_ODD))  # one list may come twice
    with contextlib.suppress(MapError):
        found = _read(tmp_path_factory.getbasetemp(), made)
        assert type(found.map).model_validate_json(found.map.model_dump_json()) == found.map
