"""One Page Dungeons made to hurt: refused by file, place and what helps, and soon."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwar.errors import Cancelled, MapError
from gridwar.formats.import_report import no_progress
from gridwar.formats.one_page_dungeon.dungeon_values import MOST_DOORS, MOST_ROOMS, dungeon_of
from gridwar.formats.reading_any_map import read_map
from gridwar.model.geometry import MAX_SIDE_CELLS
from gridwar.model.map_limits import MOST_PINS
from tests.support.dungeons import door, dungeon, note, read, rect

if TYPE_CHECKING:
    from pathlib import Path

HUGE, NOT_A_NUMBER = 1e308, float("nan")
WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "no list": ({"doors": 3}, r"doors is 3, not a list"),
    "no object": ({"rects": [7]}, r"rects\[0\] is 7, not an object"),
    "no room": ({"rects": [], "doors": []}, r"no rooms"),
    "not a number": ({"rects": [rect(0, 0) | {"x": NOT_A_NUMBER}]}, r"rects\[0\]\.x is nan"),
    "endless": ({"rects": [rect(0, 0) | {"w": float("inf")}]}, r"rects\[0\]\.w is inf"),
    "huge": ({"rects": [rect(0, 0), rect(0, 0) | {"h": HUGE}]}, r"rects\[1\]\.h is 1e\+308"),
    "wide": ({"rects": [rect(0, 0, 10**9, 1)]}, r"rects\[0\]\.w is 1000000000"),
    "far": ({"rects": [rect(0, 0), rect(10**12, 0)]}, r"rects\[1\]\.x is"),
    "beyond all numbers": ({"rects": [rect(10**400, 0)]}, r"rects\[0\]\.x is 1000"),
    "far apart": ({"rects": [rect(0, 0), rect(90_000, 0)]}, r"squares large, a map at most 500"),
    "no width": ({"rects": [rect(0, 0, 0, 3)]}, r"rects\[0\]\.w is 0"),
    "half a cell": ({"rects": [rect(0, 0) | {"y": 0.5}]}, r"rects\[0\]\.y is 0\.5"),
    "words": ({"rects": [rect(0, 0) | {"x": "1"}]}, r"rects\[0\]\.x is '1'"),
    "yes": ({"rects": [rect(0, 0) | {"x": True}]}, r"rects\[0\]\.x is True"),
    "door without a way": ({"doors": [{"x": 1, "y": 1, "type": 1}]}, r"doors\[0\]\.dir is None"),
    "door aslant": ({"doors": [door(3, 1, (1, 1))]}, r"doors\[0\]\.dir is '1, 1'"),
    "note nowhere": ({"notes": [note("1", HUGE, 0, "x")]}, r"notes\[0\]\.pos\.x"),
    "column nowhere": ({"columns": [{"x": 1}]}, r"columns\[0\]\.y is None"),
    "water nowhere": ({"water": [{"x": NOT_A_NUMBER, "y": 0}]}, r"water\[0\]\.x is nan"),
    "very many rooms": ({"rects": [rect(0, 0)] * (MOST_ROOMS + 1)}, r"rects has 5,001 entries"),
    "very many doors": (
        {"doors": [door(0, 0, (1, 0))] * (MOST_DOORS + 1)},
        r"doors has 5,001 entries",
    ),
    "rooms upon rooms": (
        {"rects": [rect(0, 0, 400, 400)] * 5, "doors": []},
        r"800,000 squares in all",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_is_refused_with_file_place_and_fix(tmp_path: Path, what: str) -> None:
    """Each message names the file, where in it, and what to do."""
    parts, said = WRONG[what]
    with pytest.raises(MapError, match=rf"den\.json: .*{said}.*(Download|Make)"):
        read(tmp_path, dungeon(**parts))


def test_a_million_doors_are_refused_before_one_is_looked_at(tmp_path: Path) -> None:
    """By the count of values, as any JSON is."""
    path = tmp_path / "den.json"
    one = json.dumps(door(0, 0, (1, 0)))
    path.write_text(f'{{"rects": [], "doors": [{", ".join([one] * 10**6)}]}}', encoding="utf-8")
    with pytest.raises(MapError, match=r"den\.json"):
        read_map(path)


def test_doubled_keys_and_deep_ones_do_no_harm(tmp_path: Path) -> None:
    """The last of two counts; what is nested without end is refused as damaged."""
    path = tmp_path / "den.json"
    text = json.dumps(dungeon())
    path.write_text(text.replace('"x": 0', '"x": 0, "x": 1', 1), encoding="utf-8")
    assert read_map(path).map.width > 0
    deep = "[" * 100_000 + "]" * 100_000
    path.write_text(f'{{"rects": [], "doors": {deep}}}', encoding="utf-8")
    with pytest.raises(MapError, match=r"den\.json is damaged"):
        read_map(path)


def test_the_largest_that_is_read_is_read(tmp_path: Path) -> None:
    """A map of the largest size, checked with rooms and as many notes as it holds pins."""
    side, rim = MAX_SIDE_CELLS, 4
    cells = [rect(x, y, 3, 3) for x in range(0, 480, 16) for y in range(0, 480, 16)]
    corners = [rect(0, 0), rect(side - rim - 1, side - rim - 1)]
    notes = [note(str(n), 1.5, 1.5, "x" * 990) for n in range(MOST_PINS + 5)]
    found = read(tmp_path, dungeon(rects=[*cells, *corners], doors=[], notes=notes, story=""))
    assert found.map.size == (side, side)
    assert len(found.map.pins) == MOST_PINS


def test_more_walls_than_a_map_holds_are_refused(tmp_path: Path) -> None:
    """Cells like a chess board have four walls each."""
    chess = [rect(2 * (n % 100), 2 * (n // 100)) for n in range(5000)]
    fine = read(tmp_path, dungeon(rects=chess, doors=[], water=[]))
    assert len(fine.map.walls) <= 20_000
    columns = [{"x": 2 * (n % 100), "y": 2 * (n // 100)} for n in range(5000)]
    with pytest.raises(MapError, match=r"den\.json: .*too many"):
        read(tmp_path, dungeon(rects=chess, doors=[], columns=columns))


def test_reading_can_be_called_off(tmp_path: Path) -> None:
    """Before the dungeon is drawn, and before its walls are put up."""
    read(tmp_path, dungeon())
    asked = 0

    def soon() -> bool:
        nonlocal asked
        asked += 1
        return asked > 4

    with pytest.raises(Cancelled):
        read_map(tmp_path / "den.json", no_progress, soon)


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["x", "y", "w", "h", "dir", "type", "pos"]), inner)
    ),
    max_leaves=8,
)


@settings(max_examples=200)
@given(st.dictionaries(st.sampled_from(list(dungeon())), ANY))
def test_whatever_stands_in_it_is_read_or_refused(parts: dict[str, Any]) -> None:
    """Nothing else comes of it."""
    try:
        dungeon_of(dungeon(**parts))
    except MapError:
        return
