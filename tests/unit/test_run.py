"""``run.py``: from a bare system to a running Gridwar."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import run

ROOT = Path(run.__file__).parent


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Be a Linux system without .venv, libraries, display or the right to install anything."""
    monkeypatch.setattr(run, "ON_X11_OR_WAYLAND", True)
    monkeypatch.setattr(run, "PYTHON", tmp_path / "python")
    monkeypatch.setattr(run, "is_loadable", lambda _library: False)
    monkeypatch.setattr(run, "succeeds", lambda _command: False)
    monkeypatch.setattr(run, "sudo", lambda: None)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("subprocess.call", lambda *_args, **_more: pytest.fail("nothing runs"))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("args", "command"),
    [
        ([], "-m gridwar --sample"),
        (["fight.gridwar"], "-m gridwar fight.gridwar"),
        (["--version"], "-m gridwar --version"),
        (["render", "-o", "x.png"], "-m gridwar render -o x.png"),
        (["check", "fight.gridwar"], "-m gridwar check fight.gridwar"),
        (["test"], "-m pytest -n auto --dist worksteal"),
        (["test", "tests/unit", "-x"], "-m pytest tests/unit -x"),
    ],
)
def test_command_line_is_one_command(args: list[str], command: str) -> None:
    """Every command line is the tests, the checks or a command of Gridwar's."""
    (line,) = run.job(args).commands
    assert " ".join(line) == command


def test_play_runs_the_first_sample_script(tmp_path: Path) -> None:
    """``play`` plays the first script there is, and says so if there is none."""
    with pytest.raises(SystemExit):
        run.job(["play"], tmp_path)
    (tmp_path / "b.json").touch()
    (tmp_path / "a.json").touch()
    assert run.job(["play"], tmp_path).commands == (
        ("-m", "gridwar", "run", str(tmp_path / "a.json")),
    )


@pytest.mark.parametrize(("args", "window"), [([], True), (["--sample"], True), (["test"], False)])
def test_only_the_window_needs_a_display(args: list[str], window: bool) -> None:
    """Tests and headless commands never need a display."""
    assert run.job(args).window is window


def test_no_display_offers_the_headless_way(
    bare: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a display the first command says so, before anything is installed, and exits 2."""
    monkeypatch.setattr(run, "provide", lambda _needs: pytest.fail("too early"))
    with pytest.raises(SystemExit) as ended:
        run.run([])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "neither DISPLAY nor WAYLAND_DISPLAY" in said
    assert "python3 run.py render -o fight.png" in said
    assert "python3 run.py play" in said


@pytest.mark.parametrize(
    ("args", "env", "more"),
    [
        (["test"], {"DISPLAY": ":0"}, set()),
        ([], {"DISPLAY": ":0"}, {"libxcb-cursor0", "libxkbcommon-x11-0"}),
        ([], {"WAYLAND_DISPLAY": "wayland-0"}, {"libwayland-cursor0", "libwayland-egl1"}),
        ([], {"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, set()),
    ],
)
def test_only_the_libraries_of_the_display_are_asked_for(
    bare: None, args: list[str], env: dict[str, str], more: set[str]
) -> None:
    """Tests need fewer libraries than a window, and X11 others than Wayland."""
    packages = set(run.qt_needs(run.job(args), env).values())
    assert "libegl1" in packages
    shown = {
        name for name in packages if name.startswith(("libxcb", "libxkbcommon-", "libwayland"))
    }
    assert more <= shown
    assert bool(shown) is bool(more)


def test_scripts_and_lint_need_no_library_of_the_system(bare: None) -> None:
    """Playing a script and linting do not touch Qt."""
    assert not run.qt_needs(run.job(["run", "x.json"]), {})
    assert not run.qt_needs(run.job(["check"]), {})


def test_without_the_right_to_install_the_exact_line_is_printed(
    bare: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who may not install is told the line for apt-get, and it ends with 1."""
    with pytest.raises(SystemExit) as ended:
        run.provide({"libGL.so.1": "libgl1"})
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert "libGL.so.1" in said
    assert "apt-get install -y --no-install-recommends libgl1 python3" in said


def test_without_apt_the_missing_library_is_named(
    bare: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where there is no apt-get nothing is guessed: the library is named, and it ends with 1."""
    monkeypatch.setattr("shutil.which", lambda _name: None)
    with pytest.raises(SystemExit) as ended:
        run.provide({"libGL.so.1": "libgl1"})
    assert ended.value.code == 1
    assert "libGL.so.1" in capsys.readouterr().err


def test_root_installs_after_saying_what(
    bare: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As root the packages are installed by apt-get, after the line has been shown."""
    called: list[list[str]] = []

    def call(command: list[str], **_more: object) -> int:
        assert "libGL.so.1" in capsys.readouterr().err or called
        called.append(command)
        monkeypatch.setattr(run, "missing", lambda _needs: {})
        return 0

    monkeypatch.setattr(run, "sudo", list)
    monkeypatch.setattr("subprocess.call", call)
    run.provide({"libGL.so.1": "libgl1"})
    assert [command[2:4] for command in called] == [["apt-get", "update"], ["apt-get", "install"]]
    assert "libgl1" in called[1]


def test_nothing_is_installed_where_nothing_is_missing(
    bare: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A complete system is left alone."""
    monkeypatch.setattr(run, "is_loadable", lambda _library: True)
    monkeypatch.setattr(run, "succeeds", lambda _command: True)
    run.provide({"libGL.so.1": "libgl1"})


def test_libraries_are_really_loaded() -> None:
    """A library counts as there when it can be loaded, not when a package says so."""
    assert not run.is_loadable("libno-such-thing.so.7")


@pytest.mark.parametrize(
    ("stamp", "lock", "expected"),
    [
        ("", "run", False),
        ("run 1", "run", True),
        ("run 1", "dev", False),
        ("dev 1", "run", True),
        ("dev 0", "dev", False),
    ],
)
def test_installation_is_repeated_only_when_the_lock_changed(
    stamp: str, lock: str, expected: bool
) -> None:
    """The stamp of the same state is enough, and that of development covers running."""
    assert run.is_installed(stamp, lock, "1") is expected


def test_failing_qt_is_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A display that does not answer ends with Qt's reason and the headless way, not an abort."""
    qt_says = "could not connect to display :9\\nlibxcb-cursor0 is needed"
    monkeypatch.setattr(run, "QT_PROBE", f"raise SystemExit('{qt_says}')")
    monkeypatch.setattr(run, "PYTHON", Path(sys.executable))
    with pytest.raises(SystemExit) as ended:
        run.probe_qt(run.job([]), {})
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "the display does not answer" in said
    assert "libxcb-cursor0" not in said
    assert "run.py render" in said


def test_it_reads_on_the_oldest_python_somebody_may_try() -> None:
    """``run.py`` is Python 3.8 in form, so that an old one gets our message and no syntax error."""
    source = (ROOT / "run.py").read_text(encoding="utf-8")
    assert ast.parse(source, feature_version=(3, 8)).body


def test_help_installs_nothing() -> None:
    """``--help`` answers at once."""
    shown = subprocess.run(
        [sys.executable, "-S", str(ROOT / "run.py"), "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "python3 run.py test" in shown.stdout
