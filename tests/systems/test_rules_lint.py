"""The rules lint reads every table of every system as the program does."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.content import rules_folder as folder_module
from gridwar.headless.rules_lint import problems_of_tables
from gridwar.paths import data_dir
from gridwar.systems import find_system, system_ids

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


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


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the rulebooks, from which the systems read."""
    copy = tmp_path / "rules"
    shutil.copytree(data_dir("rules"), copy)
    monkeypatch.setattr(folder_module, "data_dir", lambda _name: copy)
    return copy


@pytest.mark.usefixtures("rules")
def test_what_is_shipped_is_sound() -> None:
    """No system finds a fault in its own tables and samples."""
    assert list(problems_of_tables()) == []


@pytest.mark.parametrize(
    ("table", "old", "new", "told"),
    [
        ("arrgs/manoeuvres.toml", "points =", "pionts =", "pionts: unknown key"),
        ("arrgs/manoeuvres.toml", 'provokes = "always"', 'provokes = "allways"', "'allways'"),
        ("arrgs/manoeuvres.toml", "points = 1", "points = -1", "greater than or equal to 0"),
        ("arrgs/combatants.toml", '"sword", "fist"', '"swrod", "fist"', "swrod"),
        ("cepheus/combatants.toml", '"auto_pistol"', '"auto_pistl"', "auto_pistl"),
        ("percentile/actions.toml", 'cost = "half"', 'cost = "haf"', "'haf'"),
        ("drive/combatants.toml", '"longsword"', '"longswrod"', "longswrod"),
        ("fluid/combatants.toml", '"rifle", "knife"', '"riffle", "knife"', "riffle"),
    ],
)
def test_what_the_program_would_refuse_is_a_problem(
    rules: Path, table: str, old: str, new: str, told: str
) -> None:
    """A key, a word, a price or a name of a weapon that is wrong fails the lint."""
    file = rules / table
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    (problem,) = problems_of_tables()
    assert told in problem


def test_no_table_is_left_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file of a rulebook but its index and manifest is opened by its system."""
    read: set[tuple[str, str]] = set()
    real = folder_module.read_toml

    def noted(file: Path) -> Any:
        read.add((file.parent.name, file.name))
        return real(file)

    monkeypatch.setattr(folder_module, "read_toml", noted)
    for system_id in system_ids():
        find_system(system_id).read_tables()
    there = {
        (system_id, file.name)
        for system_id in system_ids()
        for file in (data_dir("rules") / system_id).glob("*.toml")
        if file.name not in {"manifest.toml", "index.toml", "chapters.toml"}
    }
    assert there - read == set()
