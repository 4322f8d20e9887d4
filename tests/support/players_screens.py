"""The players' window with a second screen, as a process of its own: Qt takes screens from a file.

    python -m tests.support.players_screens FOLDER

Prints what came of it as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridwar.control.user_settings import SettingsKeeper
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.app.application import Application
from gridwar.ui.app.theme_of_settings import theme_of
from gridwar.ui.players.screen_choice import has_mirror
from gridwar.ui.style.theme import apply_theme

if TYPE_CHECKING:
    from pathlib import Path

_WAIT_MS = 200


def run(folder: Path, *, is_mirrored: bool = False) -> dict[str, object]:
    """Run it with a laptop and a larger screen at its right, or over it; return what came of it."""
    one = {"x": 0, "y": 0, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    laptop = {**one, "name": "laptop", "width": 1280, "height": 800}
    table = {**one, "name": "table", "width": 1920, "height": 1080}
    small = {**one, "name": "small", "x": 1280, "y": 1200, "width": 640, "height": 480}
    table["x"] = 0 if is_mirrored else 1280
    screens = [laptop, table] if is_mirrored else [laptop, table, small]
    file = folder / "screens.json"
    file.write_text(json.dumps({"screens": screens, "windowFrameMargins": False}), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.players_screens", str(folder)],
        env=os.environ | {"QT_QPA_PLATFORM": f"offscreen:configfile={file}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Open the window, and let its screen go."""
    app = QApplication(sys.argv[:1])
    settings = SettingsKeeper()
    settings.change(tour_seen=True, reduce_motion=True)
    theme = theme_of(settings.now)
    apply_theme(app, theme)
    application = Application(theme, settings)
    application.open(sample_fights()[0])
    window, players = application.window, application.players
    assert window is not None
    window.resize(1200, 760)
    window.show()
    QTest.qWait(_WAIT_MS)
    window.window_actions.action("players.open").trigger()
    QTest.qWait(_WAIT_MS)
    told: dict[str, object] = {"open": players.is_open, "mirrored": has_mirror(window)}
    notice = window.controller.view.notice
    told["notice"] = "" if notice is None else notice.text
    shown = players.window
    if shown is not None:
        screen = shown.screen()
        told["screen"] = screen.name()
        told["fills"] = shown.geometry() == screen.geometry()
        told["full"] = shown.isFullScreen()
        told["frameless"] = bool(shown.windowFlags() & Qt.WindowType.FramelessWindowHint)
        told["strip_px"] = shown.page.strip.height()
        told["gm"] = window.screen().name()
        told["kept"] = settings.now.players_screen
        app.screenRemoved.emit(screen)
        QTest.qWait(_WAIT_MS)
        told["after"] = players.is_open
        gone = window.controller.view.notice
        told["gone"] = "" if gone is None else gone.text
        window.window_actions.action("players.open").trigger()
        QTest.qWait(_WAIT_MS)
        told["still_gone"] = window.controller.view.notice == gone
        told["again"] = "" if players.window is None else players.window.screen().name()
    application.close()
    window.leave()
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
