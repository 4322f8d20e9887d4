"""Faults of Gridwar itself, told in the window; settings begun anew; why a file is not opened."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from gridwar.control.user_settings import UserSettings, load_settings
from gridwar.storage.crash_reports import reports, unseen, write_report
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.app.application import Application
from gridwar.ui.app.crash_handling import MOST_REPORTS, Crashes
from gridwar.ui.app.startup import app_icon
from gridwar.ui.app.theme_of_settings import theme_of
from gridwar.ui.popovers.about_and_fault_reports import CrashPopover
from gridwar.ui.style.colors import ThemeName

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from gridwar.ui.window.main_window import MainWindow


@pytest.fixture
def application(qapp: QApplication) -> Iterator[Application]:
    """An application with the sample fight on it, and the user's settings."""
    del qapp
    settings = load_settings()
    application = Application(theme_of(settings.now), settings)
    application.open(sample_fights()[0])
    yield application
    window_of(application).leave()
    application.close()


def window_of(application: Application) -> MainWindow:
    """Return the window that must be there."""
    assert application.window is not None
    return application.window


def tell(crashes: Crashes, words: str) -> None:
    """Let a fault happen."""
    error = ValueError(words)
    crashes.tell(ValueError, error, None)


def test_a_fault_is_told_and_written_once(
    application: Application, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    """A fault that comes back with every picture makes one report, with the fight in it."""
    crashes = Crashes(application)
    tell(crashes, "seven")
    tell(crashes, "seven")
    (report,) = reports()
    text = report.read_text("utf-8")
    assert "ValueError: seven" in text
    assert str(application.file.path) in text
    assert "Maro Tenn's turn" in text
    qtbot.waitUntil(lambda: window_of(application).controller.view.notice is not None)
    notice = window_of(application).controller.view.notice
    assert notice is not None
    assert "the fight is saved" in notice.text
    assert "ValueError: seven" in capsys.readouterr().err


def test_a_fault_keeps_nothing_of_the_window_it_happened_in(
    application: Application, capsys: pytest.CaptureFixture[str]
) -> None:
    """What Python lays aside for a debugger would hold the fight when another has its place."""
    error = ValueError("seven")
    names = ("last_type", "last_value", "last_traceback")
    for name, value in zip(names, (ValueError, error, None), strict=True):
        setattr(sys, name, value)
    Crashes(application).tell(ValueError, error, None)
    assert not any(hasattr(sys, name) for name in names)
    capsys.readouterr()


def test_many_faults_do_not_fill_the_disk(
    application: Application, capsys: pytest.CaptureFixture[str]
) -> None:
    """One run writes a few reports, whatever happens in it."""
    crashes = Crashes(application)
    for number in range(MOST_REPORTS + 4):
        tell(crashes, str(number))
    assert len(reports()) == MOST_REPORTS
    capsys.readouterr()


def test_a_report_is_shown_at_the_next_start(application: Application, qtbot: QtBot) -> None:
    """What went wrong last time is shown with how to send it, once."""
    assert not Crashes(application).show_earlier()
    write_report("ValueError: seven", None, ())
    assert Crashes(application).show_earlier()
    qtbot.waitUntil(lambda: bool(window_of(application).findChildren(CrashPopover)))
    (popover,) = window_of(application).findChildren(CrashPopover)
    assert popover.isVisible()
    assert unseen() == ()
    assert not Crashes(application).show_earlier()


def test_settings_begin_anew_at_once(application: Application, qtbot: QtBot) -> None:
    """Theme and size change back in the open window, and it is said where the old ones are."""
    application.use_theme(ThemeName.LIGHT)
    application.use_scale(125)
    application.reset_settings()
    qtbot.waitUntil(lambda: application.is_settled)
    assert application.theme.name is ThemeName.DARK
    assert application.settings.now == UserSettings() == load_settings().now
    notice = window_of(application).controller.view.notice
    assert notice is not None
    assert "settings-before-reset.json" in notice.text


def test_why_a_file_was_not_opened_is_said_in_the_window(application: Application) -> None:
    """Whoever opened it from a desktop finds an empty fight and the reason."""
    application.begin_with_word("The inn.gridwar is no fight.")
    controller = window_of(application).controller
    assert not controller.encounter.combatants
    assert controller.view.notice is not None
    assert controller.view.notice.text == "The inn.gridwar is no fight."


def test_the_window_has_an_icon_in_every_size(qtbot: QtBot) -> None:
    """Each size that a desktop asks for is drawn."""
    icon = app_icon()
    for size in (16, 24, 32, 48, 256):
        assert icon.pixmap(size, size).width() == size
