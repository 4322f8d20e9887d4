"""House versions of every table of every system: whatever is in them, fights are opened."""

from __future__ import annotations

import json
import sys
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwar import cli
from gridwar.content.house_versions import notes
from gridwar.paths import data_dir, user_rules_dir
from gridwar.storage.new_open_and_sample_fights import open_fight, sample_fights
from gridwar.systems import find_system, system_ids

if TYPE_CHECKING:
    from collections.abc import Iterator

SYSTEMS = system_ids()
FILES = [
    (system, file.name)
    for system in SYSTEMS
    for file in sorted((data_dir("rules") / system).glob("*.toml"))
    if file.name not in {"manifest.toml", "index.toml", "chapters.toml"}
]
OURS = {
    (system, name): tomllib.loads((data_dir("rules") / system / name).read_text("utf-8"))
    for system, name in FILES
}


def _forget() -> None:
    """Let tables be read anew."""
    for name, module in tuple(sys.modules.items()):
        if name.startswith("gridwar.systems."):
            for held in vars(module).values():
                if hasattr(held, "cache_clear"):
                    held.cache_clear()


@pytest.fixture(autouse=True)
def _read_anew() -> Iterator[None]:
    """Read tables in each test, and leave none behind."""
    _forget()
    yield
    _forget()


def _lay(system: str, name: str, text: str) -> None:
    place = user_rules_dir() / system / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8", errors="replace")


def _toml(value: Any) -> str:
    """Write plain data as TOML, tables inline."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


def _file(data: dict[str, Any]) -> str:
    return "\n".join(f"{json.dumps(key)} = {_toml(value)}" for key, value in data.items())


def test_a_band_table_that_lacks_a_weapon_type_is_completed() -> None:
    """A house version from before a weapon type was added goes on, and the fight says what came."""
    old = OURS["cepheus", "bands.toml"]
    without = {key: row for key, row in old["difficulty"].items() if key != "close_quarters"}
    _lay("cepheus", "bands.toml", _file({**old, "difficulty": {**without, "pistol": {"close": 9}}}))
    fight = open_fight(sample_fights()[0], find_system)
    assert any("lacks difficulty.close_quarters" in line for line in fight.report)
    from gridwar.systems.cepheus.positions.range_bands import range_dm

    assert range_dm("close_quarters", "personal") == 0
    assert range_dm("pistol", "close") == 9
    assert range_dm("pistol", "long") is None  # what a row says of itself is the GM's
    assert fight.journal is not None
    fight.journal.close()


def test_the_command_line_tells_of_a_wrong_house_version(
    capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    """A fight is drawn by the rules that come with Gridwar, and the file is named."""
    _lay("cepheus", "bands.toml", "a = " + "[" * 3000)
    target = str(tmp_path / "map.png")
    assert cli.main(["render", str(sample_fights()[0]), "-o", target, "--cell", "4"]) == 0
    assert "bands.toml: nested too deeply" in capsys.readouterr().err


def test_armour_beyond_what_a_sheet_holds_is_told() -> None:
    """A value that fits its own table and no sheet sets the versions concerned aside."""
    _lay("cepheus", "armor.toml", _file({"armor": {"cloth": 100_000}}))
    assert find_system("cepheus").data.samples()
    assert any("armor.toml" in line for line in notes(user_rules_dir()))


@pytest.mark.long
@pytest.mark.parametrize(("system", "name"), FILES)
def test_a_table_of_which_anything_is_missing_is_completed_or_told(system: str, name: str) -> None:
    """Without any one of its rows a table is whole again, smaller by will, or set aside."""
    ours, found = OURS[system, name], find_system(system)
    for key, value in ours.items():
        rows = list(value) if isinstance(value, dict | list) else []
        for at, row in enumerate(rows[:40]):
            less: Any = (
                {one: value[one] for one in value if one != row}
                if isinstance(value, dict)
                else value[:at] + value[at + 1 :]
            )
            _lay(system, name, _file({**ours, key: less}))
            _forget()
            found.read_tables()
            assert found.data.samples()


_ODD = st.one_of(
    st.booleans(),
    st.integers(-(10**6), 10**6),
    st.floats(-1e6, 1e6),
    st.text(max_size=4),
    st.sampled_from([10**40, "", [], {}, [[]], {"id": "x"}, [1, 2], [0, 0], -1, 0]),
)


def _places(data: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = list(data.items() if isinstance(data, dict) else enumerate(data))
    found = [(*way, key) for key, _value in inner]
    for key, value in inner:
        if isinstance(value, dict | list):
            found += _places(value, (*way, key))
    return found


@pytest.mark.long
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_a_table_with_anything_in_it_stops_nothing(data: st.DataObject) -> None:
    """Whatever stands in the place of one value, tables are read and samples are made."""
    system, name = data.draw(st.sampled_from(FILES))
    made = json.loads(json.dumps(OURS[system, name]))
    *way, last = data.draw(st.sampled_from(_places(made)))
    inner = made
    for one in way:
        inner = inner[one]
    inner[last] = data.draw(_ODD)
    _lay(system, name, _file(made))
    _forget()
    found = find_system(system)
    found.read_tables()
    assert isinstance(found.data.samples(), tuple)
    (user_rules_dir() / system / name).unlink()
