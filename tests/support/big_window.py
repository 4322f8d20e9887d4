"""A window on a large screen, maximised, in a process of its own: what ends a process is seen.

The offscreen platform has a screen of 800 x 800 pixels unless it is told of another, and it is told
before the process begins. `run_big` starts such a process with one of the programs of this module.
"""

from __future__ import annotations

import faulthandler
import json
import os
import subprocess
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, qInstallMessageHandler
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridwar.control.settings import SettingsKeeper
from gridwar.control.tools.grid import GridTool
from gridwar.ui.app import Desk, theme_of
from gridwar.ui.look.theme import apply_theme
from gridwar.ui.tool_panels.rules_row import RulesRow
from gridwar.ui.widgets.choice_button import ChoiceButton

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.ui.main_window import MainWindow

SCREEN = {
    "name": "large", "x": 0, "y": 0, "width": 1600, "height": 1000,
    "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1,
}  # fmt: skip
_IGNORED = "This plugin does not support propagateSizeHints"
_WAIT_S = 20


def run_big(program: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run one of the programs below in a process of its own, with a large screen.

    Args:
        program: Its name.
        folder: Where the screen is described.
        words: What it is given.
    """
    screens = folder / "screens.json"
    screens.write_text(json.dumps({"screens": [SCREEN]}), encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "tests.support.big_window", program, *words],
        env={**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={screens}"},
        capture_output=True, text=True, check=False, timeout=240,
    )  # fmt: skip


class Big:
    """A desk with its window maximised; what Qt warns of and what is raised is kept."""

    def __init__(self) -> None:
        """Begin an empty fight."""
        self.wrong: list[str] = []
        qInstallMessageHandler(self._hear)
        sys.excepthook = lambda kind, error, _trace: self.wrong.append(f"{kind.__name__}: {error}")
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        settings = SettingsKeeper()
        settings.change(tour_seen=True)
        theme = theme_of(settings.now)
        apply_theme(app, theme)
        self.desk = Desk(theme, settings)
        self.desk.begin("freeform")
        self.window.showMaximized()
        QTest.qWait(50)
        self.window.docks.remember()

    def _hear(self, _kind: object, _context: object, words: str) -> None:
        if _IGNORED not in words:
            self.wrong.append(f"Qt: {words}")

    @property
    def window(self) -> MainWindow:
        """The window that is there now."""
        assert self.desk.window is not None
        return self.desk.window

    def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for something."""
        end = time.monotonic() + _WAIT_S
        while not is_so():
            if time.monotonic() > end:
                raise TimeoutError
            QTest.qWait(10)

    def read_map(self, path: Path) -> None:
        """Import a map and wait for its report."""
        tool = self.window.tools.tools[GridTool.info.id]
        assert isinstance(tool, GridTool)
        self.window.files.read(path)
        self.until(lambda: tool.imported is not None)
        QTest.qWait(50)


def choose_rules(big: Big, path: str) -> None:
    """Import a map and click one way of ruling after another in its report."""
    big.read_map(Path(path))
    for title in ("Cepheus", "ARRGS", "Freeform", "Cepheus"):
        old = big.window
        (row,) = old.findChildren(RulesRow)
        ways = {one.text(): one for one in row.findChildren(ChoiceButton)}
        QTest.mouseClick(ways[title], Qt.MouseButton.LeftButton)
        big.until(lambda old=old: big.window is not old)  # type: ignore[misc]
        QTest.qWait(50)
        if not big.window.isMaximized():
            big.wrong.append("the next window is not maximised")


PROGRAMS = {"choose_rules": choose_rules}


def main() -> int:
    """Run a program; say what went wrong."""
    faulthandler.enable()
    _app = QApplication([])
    big = Big()
    try:
        PROGRAMS[sys.argv[1]](big, *sys.argv[2:])
    except Exception:  # noqa: BLE001 told with all else that went wrong
        big.wrong.append(traceback.format_exc())
    print("\n".join(big.wrong) or "all is well")  # noqa: T201 what the test reads
    big.desk.close()
    sys.stdout.flush()
    os._exit(1 if big.wrong else 0)


if __name__ == "__main__":
    main()
