"""A window that is moved to a screen of another scale, as a process of its own.

    python -m tests.support.two_screens FOLDER

Writes ``moved.png``, the window moved there, and ``opened.png``, the same opened there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridwar.control.user_settings import SettingsKeeper
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.app.application import Application
from gridwar.ui.app.theme_of_settings import theme_of
from gridwar.ui.style.theme import apply_theme

if TYPE_CHECKING:
    from gridwar.ui.window.main_window import MainWindow

SCALE = 1.5
_SIZE_PX = (1200, 800)
_WAIT_MS = 400


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run it with two screens side by side, the right one of the larger scale."""
    one = {"y": 0, "width": 1600, "height": 1000, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    screens = [{**one, "name": "left", "x": 0}, {**one, "name": "right", "x": 1600}]
    (folder / "screens.json").write_text(json.dumps({"screens": screens}), "utf-8")
    variables = {
        "QT_QPA_PLATFORM": f"offscreen:configfile={folder / 'screens.json'}",
        "QT_SCREEN_SCALE_FACTORS": f"left=1;right={SCALE}",
    }
    return subprocess.run(
        [sys.executable, "-m", "tests.support.two_screens", str(folder)],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def _shown(app: QApplication, *, first: int) -> Application:
    settings = SettingsKeeper()
    settings.change(tour_seen=True, reduce_motion=True)
    theme = theme_of(settings.now)
    apply_theme(app, theme)
    application = Application(theme, settings)
    application.open(sample_fights()[0])
    assert application.window is not None
    _put(application.window, app, first)
    return application


def _put(window: MainWindow, app: QApplication, number: int) -> None:
    screen = app.screens()[number]
    window.windowHandle().setScreen(screen)
    window.setGeometry(screen.geometry().x() + 20, 20, *_SIZE_PX)
    QTest.qWait(_WAIT_MS)
    window.map.fit()
    QTest.qWait(_WAIT_MS)


def main(folder: Path) -> None:
    """Take both pictures."""
    app = QApplication(sys.argv[:1])
    for name, first in (("moved", 0), ("opened", 1)):
        application = _shown(app, first=first)
        assert application.window is not None
        if name == "moved":
            _put(application.window, app, 1)
        application.window.grab().save(str(folder / f"{name}.png"))
        application.close()
        application.window.leave()
        QTest.qWait(_WAIT_MS)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
