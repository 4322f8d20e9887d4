"""Settings: kept, mended where a value is wrong, set aside where nothing can be read."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwar import cli
from gridwar.control.user_settings import (
    FILE_NAME,
    MOST_BYTES,
    MOST_RECENT,
    UserSettings,
    load_settings,
    reset_settings,
)
from gridwar.paths import user_config_dir

if TYPE_CHECKING:
    from pathlib import Path


def _file() -> Path:
    folder = user_config_dir()
    folder.mkdir(parents=True, exist_ok=True)
    return folder / FILE_NAME


def test_what_is_set_is_there_at_the_next_start() -> None:
    """Each change is written at once."""
    load_settings().change(theme="light", scale_pct=125)
    found = load_settings()
    assert (found.now.theme, found.now.scale_pct) == ("light", 125)
    assert found.problem == ""


def test_a_file_that_is_no_json_is_set_aside_and_told() -> None:
    """The start goes on with the defaults, and the file is kept beside."""
    _file().write_text("{ theme", encoding="utf-8")
    found = load_settings()
    assert found.now == UserSettings()
    assert "settings-damaged.json" in found.problem
    assert _file().with_name("settings-damaged.json").read_text(encoding="utf-8") == "{ theme"
    assert not _file().exists()


def test_one_wrong_value_costs_only_itself() -> None:
    """A scale that cannot be is told by name; the theme beside it stays."""
    _file().write_text(json.dumps({"theme": "light", "scale_pct": 900}), encoding="utf-8")
    found = load_settings()
    assert found.now == UserSettings(theme="light")
    assert "scale_pct" in found.problem


def test_keys_of_a_newer_gridwar_are_passed_over() -> None:
    """They are no damage."""
    _file().write_text(json.dumps({"theme": "light", "ears": 2}), encoding="utf-8")
    found = load_settings()
    assert found.now == UserSettings(theme="light")
    assert found.problem == ""


def test_the_newest_fight_stands_first_and_once(tmp_path: Path) -> None:
    """A fight opened again goes to the head; the list ends at twelve."""
    keeper = load_settings()
    paths = [tmp_path / f"{number}.gridwar" for number in range(MOST_RECENT + 3)]
    for path in (*paths, paths[5]):
        keeper.remember(path)
    assert keeper.now.recent[0] == str(paths[5])
    assert keeper.now.recent.count(str(paths[5])) == 1
    assert len(keeper.now.recent) == MOST_RECENT


def test_settings_that_cannot_be_written_still_hold(tmp_path: Path) -> None:
    """They are in effect until the end, and it is told that they are not kept."""
    (tmp_path / "wall").touch()
    keeper = load_settings(tmp_path / "wall" / "settings.json")
    keeper.problem = ""
    keeper.change(theme="light")
    assert keeper.now.theme == "light"
    assert keeper.problem


def test_a_reset_keeps_what_was_set_beside() -> None:
    """Theme, size and keys are as at first; the list of fights and the tour are no settings."""
    keeper = load_settings()
    keeper.change(theme="light", keys={"file.open": ("F4",)}, recent=("/a",), tour_seen=True)
    aside = keeper.reset()
    assert keeper.now == UserSettings(recent=("/a",), tour_seen=True)
    assert load_settings().now == keeper.now
    assert aside is not None
    assert json.loads(aside.read_text(encoding="utf-8"))["theme"] == "light"


DAMAGED = {
    "nested deep": b"[" * 100_000,
    "half a character": b'{"theme": "light", "recent": ["\\ud800"]}',
    "half a key": b'{"theme": "light", "keys": {"\\ud800": []}}',
    "a long number": b'{"scale_pct": ' + b"9" * 5000 + b"}",
    "no UTF-8": b'{"theme": "\xff"}',
    "a list": b"[1]",
    "wrong on two floors": b'{"keys": {"a": 3}, "layouts": 4, "theme": null, "recent": "x"}',
    "too large": b" " * (MOST_BYTES + 1),
}


@pytest.mark.parametrize("raw", DAMAGED.values(), ids=DAMAGED)
def test_nothing_in_the_file_stops_a_start_or_a_reset(raw: bytes) -> None:
    """Whatever is in it, the program starts, says so in text that can be shown, and keeps it."""
    _file().write_bytes(raw)
    found = load_settings()
    assert "settings-damaged.json" in found.problem
    assert found.problem.encode("utf-8")
    assert _file().with_name("settings-damaged.json").read_bytes() == raw
    _file().write_bytes(raw)
    assert "settings-before-reset.json" in reset_settings().problem
    assert _file().with_name("settings-before-reset.json").read_bytes() == raw
    assert load_settings().now == UserSettings()


def test_half_a_character_costs_only_its_own_value() -> None:
    """The theme beside a list of fights that nobody can write stays."""
    _file().write_bytes(DAMAGED["half a character"])
    assert load_settings().now == UserSettings(theme="light")


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
_KEYS = st.sampled_from([*UserSettings.model_fields, "ears"])


@settings(max_examples=80, deadline=None)
@given(held=_JSON | st.dictionaries(_KEYS, _JSON), ascii_only=st.booleans())
def test_any_json_gives_settings(held: object, *, ascii_only: bool) -> None:
    """Whatever JSON somebody wrote, there are sound settings, and they can be written."""
    text = json.dumps(held, ensure_ascii=ascii_only)
    _file().write_text(text, encoding="utf-8", errors="replace")
    keeper = load_settings()
    keeper.change(compact=True)
    assert load_settings().now == keeper.now


@settings(max_examples=100, deadline=None)
@given(raw=st.binary(max_size=60))
def test_any_bytes_give_settings(raw: bytes) -> None:
    """Whatever bytes the file holds, the program starts."""
    _file().write_bytes(raw)
    keeper = load_settings()
    assert keeper.now == UserSettings() or not keeper.problem


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_a_pipe_in_the_place_of_the_file_is_set_aside() -> None:
    """Nobody is waited for at the start."""
    os.mkfifo(_file())
    assert "it is a pipe" in load_settings().problem


def test_a_reset_that_cannot_keep_the_old_says_so() -> None:
    """Where the name to keep them under is taken by a folder, the reset tells of it."""
    load_settings().change(theme="light")
    _file().with_name("settings-before-reset.json").mkdir()
    assert "cannot be kept" in reset_settings().problem


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are text")
def test_a_name_that_is_no_text_is_not_kept(tmp_path: Path) -> None:
    """A fight whose name is bytes without a meaning is opened, and settings are still written."""
    keeper = load_settings()
    keeper.remember(tmp_path / os.fsdecode(b"fight-\xff.gridwar"))
    keeper.change(theme="light")
    assert keeper.problem == ""
    assert load_settings().now == UserSettings(theme="light")


def test_the_command_line_says_where_the_old_settings_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--reset-settings`` sets damaged settings aside too, and names the file."""
    _file().write_bytes(DAMAGED["nested deep"])
    monkeypatch.setattr(cli, "why_no_window", lambda _env: "there is none")
    cli.main(["--reset-settings"])
    assert "settings-before-reset.json" in capsys.readouterr().err
    assert load_settings().now == UserSettings()
