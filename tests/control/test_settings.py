"""Settings: kept, mended where a value is wrong, set aside where nothing can be read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from gridwar.control.settings import FILE_NAME, MOST_RECENT, Settings, load_settings
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
    assert found.now == Settings()
    assert "settings-damaged.json" in found.problem
    assert _file().with_name("settings-damaged.json").read_text(encoding="utf-8") == "{ theme"
    assert not _file().exists()


def test_one_wrong_value_costs_only_itself() -> None:
    """A scale that cannot be is told by name; the theme beside it stays."""
    _file().write_text(json.dumps({"theme": "light", "scale_pct": 900}), encoding="utf-8")
    found = load_settings()
    assert found.now == Settings(theme="light")
    assert "scale_pct" in found.problem


def test_keys_of_a_newer_gridwar_are_passed_over() -> None:
    """They are no damage."""
    _file().write_text(json.dumps({"theme": "light", "ears": 2}), encoding="utf-8")
    found = load_settings()
    assert found.now == Settings(theme="light")
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
    assert keeper.now == Settings(recent=("/a",), tour_seen=True)
    assert load_settings().now == keeper.now
    assert aside is not None
    assert json.loads(aside.read_text(encoding="utf-8"))["theme"] == "light"
