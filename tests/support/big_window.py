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
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, qInstallMessageHandler
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gridwar.control.state.view_state import Notice
from gridwar.control.tools.toolbox import SELECT
from gridwar.control.user_settings import SettingsKeeper
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.text import _
from gridwar.ui.app.application import Application
from gridwar.ui.app.theme_of_settings import theme_of
from gridwar.ui.style.theme import apply_theme
from gridwar.ui.widgets.controls.buttons_and_switches import ChoiceButton
from gridwar.ui.window.help.start_page import StartPage
from gridwar.ui.window.help.tour_card import TourCard
from gridwar.ui.window.signal_wiring import write_effect
from gridwar.ui.window.tool_panels.import_report_panel import RulesRow
from tests.support.clicking import click_all, close_popups, settle

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

    from gridwar.ui.window.main_window import MainWindow

SCREEN = {
    "name": "large",
    "x": 0,
    "y": 0,
    "width": 1600,
    "height": 1000,
    "logicalDpi": 96,
    "logicalBaseDpi": 96,
    "dpr": 1,
}
_IGNORED = "This plugin does not support"
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
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )


class Big:
    """An application with its window maximised; what Qt warns of and what is raised is kept."""

    def __init__(self) -> None:
        """Begin an empty fight."""
        self.wrong: list[str] = []
        qInstallMessageHandler(self._hear)
        sys.excepthook = self._raised
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        settings = SettingsKeeper()
        settings.change(tour_seen=True)
        theme = theme_of(settings.now)
        apply_theme(app, theme)
        self.application = Application(theme, settings)
        self.application.begin_at_once("freeform")
        self.window.showMaximized()
        QTest.qWait(50)
        self.window.columns.remember()

    def _raised(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        self.wrong.append("".join(traceback.format_exception(kind, error, trace)))

    def _hear(self, _kind: object, _context: object, words: str) -> None:
        if _IGNORED not in words:
            self.wrong.append(f"Qt: {words}")

    @property
    def window(self) -> MainWindow:
        """The window that is there now."""
        assert self.application.window is not None
        return self.application.window

    def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for something."""
        end = time.monotonic() + _WAIT_S
        while not is_so():
            if time.monotonic() > end:
                raise TimeoutError
            QTest.qWait(10)

    def read_map(self, path: Path) -> None:
        """Import a map and wait for its report."""
        session = self.window.controller.map_import
        self.window.files.read(path)
        self.until(lambda: session.imported is not None)
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


# --- everything that can be clicked ---------------------------------------------------------------


class Everything:
    """Opens one thing after another and clicks all that is in it."""

    def __init__(self, big: Big) -> None:
        """Stand ready; a dialog with a loop of its own is left as soon as it is there."""
        self._big = big
        self._sample = ""
        self._last = ""
        self.clicks = 0
        self._leave = QTimer()
        self._leave.timeout.connect(self._leave_dialog)
        self._leave.start(40)

    def _leave_dialog(self) -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is not None:
            dialog.close()

    def told(self, words: str) -> None:
        """Note what is done next; end where the last thing went wrong."""
        if self._big.wrong:
            raise RuntimeError(f"after {self._last}")
        self._last = words
        sys.stderr.write(f"{words}\n")
        sys.stderr.flush()

    def at(self, name: str, open_: Callable[[], None], root: Callable[[], QWidget]) -> None:
        """Click everything in a place."""
        sys.stderr.write(f"== {name}\n")
        self.clicks += click_all(root, open_, self.told)
        self.told("the end")

    def fight(self, sample: str) -> MainWindow:
        """Open a sample fight where another one lies on the table, and clear what is open."""
        big = self._big
        title = big.window.controller.encounter.title
        if not title or title != self._sample:
            path = next(one for one in sample_fights() if one.stem == sample)
            big.application.open(path)
            self._sample = big.window.controller.encounter.title
            settle()
        window = big.window
        window.controller.show(presenting=False)
        for popover in window.popover_places.popovers:
            popover.hide()
        if window.controller.session.top is not None:
            window.controller.timeline.undo()
        window.controller.action_drafts.close()
        return window

    @property
    def has_sheet(self) -> bool:
        """Whether one is open still."""
        return bool(self._sample) and any(
            one.isVisible() for one in self._big.window.popover_places.popovers
        )

    def forget(self) -> None:
        """Begin with a fresh fight."""
        self._sample = ""

    def select(self, window: MainWindow) -> str:
        """Select whoever has the turn, else the first; return him."""
        controller = window.controller
        who = controller.encounter.turn or next(iter(controller.encounter.combatants))
        controller.selection.select(who)
        return who


def click_everything(big: Big, sample: str) -> None:
    """Click every control of every panel, tool panel and popover of a fight."""
    hands = Everything(big)
    for key in ("order", "library", "actions", "sheet", "log"):
        hands.at(key, partial(_open_panel, hands, sample, key), partial(_panel, big, key))
    hands.forget()
    for tool_id in hands.fight(sample).tools.tools:
        if tool_id != SELECT:
            open_ = partial(_take, hands, sample, tool_id)
            hands.at(tool_id, open_, lambda: big.window.tool_step.panel or QWidget())
    for name, show in SHEETS.items():
        hands.forget()
        hands.at(name, partial(_open_sheet, hands, sample, show), partial(_top_sheet, big))

    def bars() -> None:
        hands.fight(sample).controller.tell(Notice("Something to tell", tone="note"))

    hands.at("bars and rail", bars, lambda: big.window)
    sys.stderr.write(f"{hands.clicks} clicks\n")


def _panel(big: Big, key: str) -> QWidget:
    """Return a column, or the whole inspector with one of its tabs in front."""
    is_left = key in ("order", "library")
    return big.window.columns.left if is_left else big.window.inspector


def _open_panel(hands: Everything, sample: str, key: str) -> None:
    window = hands.fight(sample)
    window.tools.take(SELECT)
    window.columns.show_panel(key)
    hands.select(window)


def _take(hands: Everything, sample: str, tool_id: str) -> None:
    hands.fight(sample).tools.take(tool_id)


def _open_sheet(hands: Everything, sample: str, show: Callable[[MainWindow], None]) -> None:
    if hands.has_sheet:
        return
    window = hands.fight(sample)
    window.tools.take(SELECT)
    hands.select(window)
    show(window)


def _top_sheet(big: Big) -> QWidget:
    (shown,) = (one for one in big.window.popover_places.popovers if one.isVisible())
    return shown


def _attack(window: MainWindow) -> None:
    controller = window.controller
    weapons = [one for one in controller.rules_cache.actions(controller.actor or "") if one.weapon]
    controller.actions.choose(weapons[0].id, anyway=True)
    side = controller.encounter[controller.actor or ""].side
    foes = [one for one in controller.encounter.everyone() if one.side != side and one.pos]
    controller.action_drafts.aim_at(foes[0].id)


def _ask(window: MainWindow) -> None:
    _attack(window)
    window.controller.answers.use_typed_dice(typed=True)
    window.controller.action_drafts.waive()
    window.controller.action_drafts.go()


def _ask_which_way(window: MainWindow) -> None:
    window.on_demand.choice.ask("Which way?", "Nothing is lost.", (("This", lambda: None),))


SHEETS: Mapping[str, Callable[[MainWindow], None]] = {
    "attack": _attack,
    "question": _ask,
    "effect": lambda window: write_effect(window.parts),
    "form": lambda window: window.parts.combatants.edit(window.controller.view.selected[0]),
    "choice": _ask_which_way,
    "shortcuts": lambda window: window.guides.open_shortcuts(),
    "about": lambda window: window.guides.open_about(),
    "reports": lambda window: window.guides.open_reports(),
}


def click_the_start(big: Big, path: str) -> None:
    """Click everything on the page of an empty table, in the tour, and in an import report."""
    hands = Everything(big)

    def begin() -> None:
        page = big.window.findChild(StartPage)
        if page is None or not page.isVisible():
            big.application.begin_with_start_page()
            settle()

    hands.at("start page", begin, lambda: big.window.findChild(StartPage) or QWidget())

    def tour() -> None:
        window = hands.fight("a-drowned-heron")
        shown = window.findChild(TourCard)
        if shown is None or not shown.isVisible():
            window.guides.begin_tour()

    hands.at("tour", tour, lambda: big.window.findChild(TourCard) or QWidget())

    def report() -> None:
        if big.window.controller.map_import.imported is None:
            big.application.begin_at_once("freeform")
            big.read_map(Path(path))

    hands.at("report", report, lambda: big.window.tool_step.panel or QWidget())


def do_every_action(big: Big, sample: str) -> None:
    """Do whatever the menus and keys can do, each action in a window on a fight under way."""
    hands = Everything(big)
    for words in [one.text() for one in hands.fight(sample).actions()]:
        if words.startswith(LEAVES):
            continue
        hands.told(words)
        window = hands.fight(sample)
        hands.select(window)
        for action in window.actions():
            if action.text() == words and action.isEnabled():
                action.trigger()
                break
        settle()
        close_popups(hands.told)
    hands.told("the end")


LEAVES = _("Quit")
"""What ends the program."""
PROGRAMS = {
    "do_every_action": do_every_action,
    "choose_rules": choose_rules,
    "click_everything": click_everything,
    "click_the_start": click_the_start,
}


def main() -> int:
    """Run a program; say what went wrong."""
    faulthandler.enable()
    QDesktopServices.openUrl = lambda _url: True  # type: ignore[method-assign]
    _app = QApplication([])
    big = Big()
    try:
        PROGRAMS[sys.argv[1]](big, *sys.argv[2:])
    except Exception:  # noqa: BLE001 told with all else that went wrong
        big.wrong.append(traceback.format_exc())
    print("\n".join(big.wrong) or "all is well")  # noqa: T201 what the test reads
    big.application.close()
    sys.stdout.flush()
    os._exit(1 if big.wrong else 0)


if __name__ == "__main__":
    main()
