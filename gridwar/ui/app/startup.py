"""Starting the program proper: settings, theme, icon, the fight asked for, the event loop."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from gridwar import __version__
from gridwar.control.user_settings import load_settings
from gridwar.errors import GridwarError
from gridwar.paths import data_dir
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.app.application import Application
from gridwar.ui.app.crash_handling import Crashes
from gridwar.ui.app.theme_of_settings import theme_of
from gridwar.ui.app.welcome import welcome
from gridwar.ui.style.theme import apply_theme
from gridwar.ui.window.map_and_fight_files import is_map_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_DRAWINGS = (("gridwar-16.svg", 16), ("gridwar-24.svg", 24), ("gridwar-16.svg", 32))
"""Made for whole pixels."""


def run(path: Path | None, opened: Callable[[], None], *, sample: bool, tells: bool) -> int:
    """Open the window and stay until it is closed.

    Args:
        path: A fight to open, or a map to begin one on; None for a new one.
        opened: Called when the window is there.
        sample: Open the sample fight where no file is given.
        tells: Open the window whatever is wrong with the file, and say it there: who opened it
            from a desktop sees nothing else.

    Returns:
        The exit code.
    """
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("Gridwar")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("io.github.gridwar.Gridwar")
    settings = load_settings()
    theme = theme_of(settings.now)
    apply_theme(app, theme)
    application = Application(theme, settings)
    application.charts_in_process = True
    crashes = Crashes(application)
    crashes.begin()
    samples = sample_fights()
    is_map = path is not None and is_map_file(path)
    try:
        if path is not None and not is_map:
            application.open(path)
        elif samples and not is_map and sample:
            application.open(samples[0])
        elif is_map:
            application.begin_at_once("freeform")
        else:
            application.begin_with_start_page()
    except GridwarError as error:
        if not tells:
            sys.stderr.write(f"gridwar: {error}\n")
            return 3
        application.begin_with_word(str(error))
    application.tell_settings()
    welcome(application.window, settings, has_file=path is not None)
    crashes.show_earlier()
    opened()
    if application.window is not None:
        application.window.later(lambda: app.setWindowIcon(app_icon()))
        if path is not None and is_map:
            application.window.files.read(path)
    code = app.exec()
    application.close()
    crashes.end()
    return code


def app_icon() -> QIcon:
    """Return Gridwar's icon, for where the desktop has not its own copy.

    It has every size: the small ones have drawings of their own.
    """
    folder = data_dir("assets") / "app"
    icon = QIcon(str(folder / "gridwar.svg"))
    for name, size_px in _DRAWINGS:
        icon.addFile(str(folder / name), QSize(size_px, size_px))
    return icon
