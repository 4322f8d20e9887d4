"""The project around the program: what is promised to whoever installs or changes it."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement

import gridwar

ROOT = Path(gridwar.__file__).parents[1]


@pytest.fixture(scope="module")
def pyproject() -> dict[str, Any]:  # TOML: whatever is written there
    """Read ``pyproject.toml``."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Build the wheel and list its files."""
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("wheel")))
    assert f"gridwar-{gridwar.__version__}-" in built
    return set(zipfile.ZipFile(built).namelist())


@pytest.mark.parametrize("folder", ["rules", "assets"])
def test_wheel_holds_the_data(wheel: set[str], folder: str) -> None:
    """Every file of rules and assets is installed with the program."""
    files = [file for file in (ROOT / folder).rglob("*") if file.is_file()]
    data = {f"gridwar/_data/{file.relative_to(ROOT).as_posix()}" for file in files}
    assert files
    assert data <= wheel


def test_wheel_holds_the_program_alone(wheel: set[str]) -> None:
    """Tests and tools stay out of what is installed."""
    assert "gridwar/__main__.py" in wheel
    assert {name.split("/")[0] for name in wheel if ".dist-info/" not in name} == {"gridwar"}


def test_extra_and_group_agree(pyproject: dict[str, Any]) -> None:
    """Pip's extra and uv's group are the same list."""
    assert pyproject["dependency-groups"]["dev"] == ["gridwar[dev]"]
    assert "dev" in pyproject["project"]["optional-dependencies"]


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
def test_qt_does_not_kill_python_3_11(pyproject: dict[str, Any], python: str) -> None:
    """PySide6 6.12 is refused where it makes the interpreter abort, and only there."""
    (qt,) = [
        wanted
        for wanted in map(Requirement, pyproject["project"]["dependencies"])
        if wanted.name == "PySide6-Essentials"
        and wanted.marker is not None
        and wanted.marker.evaluate({"python_version": python})
    ]
    assert ("6.12.0" in qt.specifier) is (python != "3.11")
    assert "6.11.3" in qt.specifier


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_lock_pins_every_library_with_hashes(lock: str) -> None:
    """Whatever is installed is one known version, checked by hash."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=[a-z])", re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE))
    for entry in entries:
        assert re.match(r"[a-z0-9-]+==[0-9.]+", entry), entry
        assert "--hash=sha256:" in entry


def test_locks_hold_what_is_asked_for_and_agree(pyproject: dict[str, Any]) -> None:
    """The lock files satisfy ``pyproject.toml`` and have each library in one version."""
    run, dev = (locked(ROOT / name) for name in ("requirements.lock", "requirements-dev.lock"))
    assert run.items() <= dev.items()
    project = pyproject["project"]
    wanted = [Requirement(line) for line in project["dependencies"]]
    tools = [Requirement(line) for line in project["optional-dependencies"]["dev"]]
    for lock, requirements in ((run, wanted), (dev, wanted + tools)):
        for requirement in requirements:
            assert lock[requirement.name.lower()] in requirement.specifier


def locked(lock: Path) -> dict[str, str]:
    """List the versions in a lock file."""
    found = re.findall(r"^([a-z0-9-]+)==([0-9.]+)", lock.read_text(encoding="utf-8"), re.MULTILINE)
    return dict(found)


def test_ci_runs_the_two_commands() -> None:
    """Continuous integration runs the tests and the checks by the commands everybody uses."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    steps = re.findall(r"^step (.+)$", script, re.MULTILINE)
    walk = ".venv/bin/python -m tests.slow.walk --steps 300 --seed 2"
    longer = 'python3 run.py test -m "long and not slow" -n auto --dist worksteal'
    assert steps == ["python3 run.py test", "python3 run.py check", longer, walk, "windows"]


def test_ci_says_why_it_leaves_out_the_installer_for_windows() -> None:
    """It takes long, so it is asked for, and never left out without a word."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    function = script.partition("windows() {")[2].partition("\n}\n")[0]
    for asked, why in (("HEAD", "neither packaging/"), ("no-such-commit", "not asked for")):
        done = subprocess.run(
            ["bash", "-euc", f"windows() {{{function}\n}}; windows"],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "GRIDWAR_CI_BASE": asked},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.startswith(f"SKIPPED the installer for Windows: {why}")


def test_lint_exceptions_are_explained() -> None:
    """Each exception from the lint has its reason beside it."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    ignored = text.partition("\nignore = [")[2].partition("\n[tool.ruff.lint.flake8")[0]
    lines = [line for line in ignored.splitlines() if re.search(r'"[A-Z]+[0-9]+"', line)]
    assert lines
    assert [line for line in lines if "#" not in line] == []


def test_no_file_is_too_long_to_read() -> None:
    """No Python file is longer than 500 lines."""
    files = [*(ROOT / "gridwar").rglob("*.py"), *(ROOT / "tests").rglob("*.py"), ROOT / "run.py"]
    lengths = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert {str(file): length for file, length in lengths.items() if length > 500} == {}


def test_most_files_are_read_in_one_go() -> None:
    """Nine of ten modules of the program have at most 300 lines."""
    files = (ROOT / "gridwar").rglob("*.py")
    lengths = sorted(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
    assert lengths[len(lengths) * 9 // 10] <= 300


def test_changelog_has_a_place_for_changes() -> None:
    """The changelog is kept in its form, with a section for what comes next."""
    assert "\n## [Unreleased]\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
