"""What differs for a user of Windows, as far as it can be known without one."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from platformdirs.windows import Windows
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenuBar

from gridwar import cli, paths
from gridwar.control.user_settings import FILE_NAME
from gridwar.engine.session.journal_rows import DiceCounter
from gridwar.storage.crash_reports import reports_folder
from gridwar.storage.earlier_copies import folder as backups_folder
from gridwar.storage.file_names import untitled_folder
from gridwar.storage.new_open_and_sample_fights import create, sample_fights
from gridwar.systems.freeform import SYSTEM
from gridwar.ui.app import application as application_module
from gridwar.ui.app.application import Application
from gridwar.ui.app.fight_file import tell_taskbar
from gridwar.ui.file_dialogs import proposed
from gridwar.ui.map import map_to_png
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.fonts import SANS, SERIF, fallbacks
from gridwar.ui.style.theme import make_theme, tell_system

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot


LOCAL = r"C:\Users\Zoë\AppData\Local"


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Gridwar take this system for Windows."""
    monkeypatch.setattr("sys.platform", "win32")


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    """A fight whose path no code page of Windows can write."""
    path = tmp_path / "Zürich \N{MINUS SIGN} Łódź.gridwar"
    create(path, SYSTEM.new_encounter("Łódź"), SYSTEM, DiceCounter(1)).close()
    return path


def _redirect(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    """Redirect standard output as Windows does: to a file of its code page."""
    file = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(file, "cp1252", write_through=True))
    return file


@pytest.mark.usefixtures("windows")
def test_redirected_output_is_utf8(fight: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``gridwar check FILE > said.txt`` writes any name, and everything can read it."""
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    file = _redirect(monkeypatch)
    assert cli.main(["check", str(fight)]) == 0
    assert fight.name in file.getvalue().decode("utf-8")


@pytest.mark.usefixtures("windows")
def test_an_encoding_that_was_asked_for_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sets PYTHONIOENCODING gets that."""
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    _redirect(monkeypatch)
    cli.main(["schema"])
    assert sys.stdout.encoding == "cp1252"


@pytest.mark.usefixtures("windows")
def test_the_program_with_a_window_has_no_output(monkeypatch: pytest.MonkeyPatch) -> None:
    """There ``sys.stdout`` is None, and nothing breaks by it."""
    monkeypatch.setattr("sys.stdout", None)
    monkeypatch.setattr("sys.stderr", None)
    assert cli.main(["check", "nowhere.gridwar"]) == cli.BAD_FILE


@pytest.mark.parametrize(
    ("system", "words"),
    [("win32", ["gridwar"]), ("linux", ["gridwar", "-platform", "offscreen"])],
)
def test_who_draws_without_a_window_has_fonts(
    system: str, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Qt's platform that shows nothing has none on Windows: the self-test would fail for all."""
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.delenv("QT_QPA_PLATFORM")
    asked: list[list[str]] = []

    class Made:
        instance = staticmethod(lambda: None)

        def __init__(self, words: list[str]) -> None:
            asked.append(words)

    monkeypatch.setattr(map_to_png, "QApplication", Made)
    map_to_png.windowless_application.__wrapped__()
    assert asked == [words]


def test_folders_that_are_one_hold_different_things(monkeypatch: pytest.MonkeyPatch) -> None:
    """Data, state and settings share a folder on Windows; nothing in it has another's name."""
    monkeypatch.delenv(paths.HOME_VARIABLE)
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda _name: LOCAL)
    monkeypatch.setattr(paths, "_DIRS", Windows("gridwar", appauthor=False, roaming=False))
    places = [
        paths.user_rules_dir(),
        paths.user_data_dir() / "library",
        paths.user_config_dir() / FILE_NAME,
        untitled_folder(),
        backups_folder(),
        reports_folder(),
    ]
    assert len({str(one).casefold() for one in places}) == len(places)
    assert all(str(one).startswith(LOCAL) for one in places)


@pytest.mark.parametrize(
    ("name", "fit"),
    [
        ("Con", "Con_"),
        ("aux.old", "aux_.old"),
        ("COM7", "COM7_"),
        ("Console", "Console"),
        ("The con", "The con"),
    ],
)
def test_no_fight_is_called_like_a_device(name: str, fit: str) -> None:
    """Windows keeps a few names for itself, whatever stands behind the dot."""
    assert proposed(name) == fit


@pytest.mark.parametrize(
    ("theme", "wanted"),
    [(ThemeName.DARK, Qt.ColorScheme.Dark), (ThemeName.LIGHT, Qt.ColorScheme.Light)],
)
def test_the_title_bar_goes_with_the_theme(theme: ThemeName, wanted: Qt.ColorScheme) -> None:
    """The system is told, once, which of the two its own parts of the window are to match."""
    told: list[Qt.ColorScheme] = []

    def scheme() -> Qt.ColorScheme:
        return told[-1] if told else Qt.ColorScheme.Unknown

    hints: Any = SimpleNamespace(colorScheme=scheme, setColorScheme=told.append)
    tell_system(hints, theme)
    tell_system(hints, theme)
    assert told == [wanted]


@pytest.mark.parametrize("family", [SANS, SERIF])
def test_only_fonts_of_the_system_are_asked_for(family: str) -> None:
    """Qt searches long for a font that Windows has not, and Noto is not there."""
    names = fallbacks(family, "win32")
    assert names
    assert not {"Noto Sans", "Noto Serif", "DejaVu Sans", "DejaVu Serif"} & set(names)


def test_what_is_opened_and_saved_is_told(
    fight: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The taskbar learns of the files that the list of fights opened last has, and of no sample."""
    told: list[Path] = []
    monkeypatch.setattr(application_module, "tell_taskbar", told.append)
    application = Application(make_theme(ThemeName.DARK))
    application.open(sample_fights()[0])
    application.open(fight)
    assert application.window is not None
    qtbot.addWidget(application.window)
    application.window.leave()
    application.close()
    assert told == [fight]


@pytest.mark.usefixtures("windows")
def test_the_taskbar_is_told_of_a_fight(fight: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its list of fights opened last has the path, as Windows wants it."""
    told: list[tuple[int, str]] = []

    def add(kind: int, path: str) -> None:
        told.append((kind, path))

    shell32 = SimpleNamespace(SHAddToRecentDocs=add)
    monkeypatch.setattr("ctypes.windll", SimpleNamespace(shell32=shell32), raising=False)
    tell_taskbar(fight)
    assert told == [(3, str(fight))]


def test_every_menu_has_its_alt_key(qtbot: QtBot) -> None:
    """Alt and a letter open each menu of the bar, and no two have the same letter."""
    application = Application(make_theme(ThemeName.DARK))
    application.begin_at_once("freeform")
    assert application.window is not None
    qtbot.addWidget(application.window)
    (bar,) = application.window.findChildren(QMenuBar)
    titles = [one.text() for one in bar.actions()]
    application.window.leave()
    application.close()
    assert len(titles) > 5
    letters = [QKeySequence.mnemonic(title).toString() for title in titles]
    assert all(letters)
    assert len(set(letters)) == len(letters)
