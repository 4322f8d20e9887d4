"""The window on the table: it is started, closed, killed and started again, and watched.

Owns the run of the program, its folder, the files that dialogs answer with, and what is checked
after each step. What a game master does at it is the evening's.
"""

from __future__ import annotations

import gc
import shutil
import sys
import threading
import weakref
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from shiboken6 import isValid

from gridwar.control.user_settings import load_settings
from gridwar.engine.session.session import Session
from gridwar.paths import user_config_dir
from gridwar.storage.open_gridwar_file import read_file
from gridwar.systems import find_system
from gridwar.ui.app.application import Application
from gridwar.ui.app.crash_handling import Crashes
from gridwar.ui.app.theme_of_settings import theme_of
from gridwar.ui.app.welcome import welcome
from gridwar.ui.style.theme import apply_theme
from tests.support.evening import witness
from tests.support.evening.hands import Hands, idle, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pytest
    from pytestqt.logging import _QtMessageCapture

    from gridwar.control.controller.controller import Controller
    from gridwar.model.encounter import Encounter
    from gridwar.ui.window.main_window import MainWindow

MAXIMISED = (0, 0)
_LOOKS = 4
"""The map is where it stays if it was there so often, with all that was to do in between."""


class Table:
    """One evening's window."""

    def __init__(
        self, home: Path, size: tuple[int, int], qt: _QtMessageCapture, patch: pytest.MonkeyPatch
    ) -> None:
        """Prepare an evening.

        Args:
            home: The folder of the user's, empty.
            size: Of the window, or `MAXIMISED`.
            qt: What Qt has to say.
            patch: Puts hooks and dialogs back at the end.
        """
        self.home = home
        self.size = size
        self.done: list[str] = []
        """What was done so far, for whoever reads that something is wrong."""
        self.file: Path | None = None
        """What the next dialog for files answers with; None: it is given up."""
        self._qt = qt
        self._warned = 0
        self._application: Application | None = None
        self._crashes: Crashes | None = None
        self._own_walls: set[str] = set()
        self._focus_before: weakref.ref[QWidget] | None = None
        self._touched_before: weakref.ref[QWidget] | None = None
        self.hands = Hands(lambda: self.window)
        witness.leave_out_others()
        patch.setattr(sys, "excepthook", sys.excepthook)
        patch.setattr(threading, "excepthook", threading.excepthook)
        self._answer_dialogs(patch)

    def _answer_dialogs(self, patch: pytest.MonkeyPatch) -> None:
        """Let whoever asks for a file get the one that lies ready."""

        def name() -> str:
            return "" if self.file is None else str(self.file)

        codes = QFileDialog.DialogCode
        patch.setattr(QFileDialog, "selectedFiles", lambda _dialog: [name()])
        patch.setattr(
            QFileDialog, "exec", lambda _dialog: codes.Accepted if self.file else codes.Rejected
        )

    # --- the run of the program -----------------------------------------------------------------

    def start(self, path: Path | None = None, *, knows_tour: bool = True) -> None:
        """Start Gridwar as ``gridwar`` or a double click on a file does.

        Args:
            path: A fight to open; None for the start page.
            knows_tour: Whether somebody was here before.
        """
        self._forget()
        if knows_tour:
            self._write_settings('{"tour_seen": true, "reduce_motion": true}')
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        settings = load_settings()
        theme = theme_of(settings.now)
        apply_theme(app, theme)
        self._application = application = Application(theme, settings)
        self._crashes = crashes = Crashes(application)
        crashes.begin()
        if path is not None:
            application.open(path)
        else:
            application.begin_with_start_page()
        application.tell_settings()
        welcome(application.window, settings, has_file=path is not None)
        crashes.show_earlier()
        self._take_size()
        idle()
        self._check("Gridwar was started")

    def _write_settings(self, text: str) -> None:
        path = user_config_dir() / "settings.json"
        if not path.exists():
            path.parent.mkdir(parents=True)
            path.write_text(text)

    def _take_size(self) -> None:
        """Give the window its size, as a hand at its frame does."""
        window = self.window
        window.activateWindow()
        idle()
        if self.size == MAXIMISED:
            window.showMaximized()
        else:
            window.showNormal()
            window.resize(*self.size)
        seen: list[str] = []

        def is_at_rest() -> bool:
            """Return whether the window has its size and the map its place in it."""
            seen.append(repr(window.map.geometry()))
            is_big = self.size == MAXIMISED
            has_size = window.isMaximized() if is_big else window.size() == QSize(*self.size)
            return has_size and len(seen) > _LOOKS and len({*seen[-_LOOKS:]}) == 1

        until(is_at_rest, "the window has its size")

    def close(self) -> None:
        """Close the window; what is in the file must be what was on the table."""
        application = self.application
        there = self.encounter
        path = application.file.path
        self.window.close()
        idle()
        self._end(application)
        if path is not None and path.exists():
            witness.same_fight(there, self.in_file(path))

    def _end(self, application: Application) -> None:
        application.close()
        window, self._application = application.window, None
        assert self._crashes is not None
        self._crashes.end()
        if window is not None:
            window.leave()
        application.window = None
        idle()

    def kill(self) -> None:
        """End the program as a power cut does: what is on the disk now is all there is."""
        kept = self.home.with_name(f"{self.home.name} as it was")
        path = self.application.file.path
        assert path is not None
        shutil.copytree(self.home, kept)
        beside = [one for one in path.parent.glob(f"{path.name}*") if one.is_file()]
        files = {one: one.read_bytes() for one in beside}
        self._end(self.application)
        shutil.rmtree(self.home)
        kept.rename(self.home)
        for one, data in files.items():
            one.write_bytes(data)

    def end(self) -> None:
        """Leave the table, whatever has happened at it."""
        if self._application is not None:
            self._end(self._application)

    # --- looking --------------------------------------------------------------------------------

    @property
    def application(self) -> Application:
        """What runs."""
        assert self._application is not None
        return self._application

    @property
    def window(self) -> MainWindow:
        """The window in front."""
        window = self.application.window
        assert window is not None
        return window

    @property
    def controller(self) -> Controller:
        """What the window shows; only to be read."""
        return self.window.controller

    @property
    def encounter(self) -> Encounter:
        """The fight as it is now."""
        return self.controller.encounter

    def in_file(self, path: Path) -> Encounter:
        """Read a fight from a file that nobody has open."""
        opened = read_file(path, find_system)
        return Session(opened.system, opened.loaded).encounter

    # --- what holds after each step ---------------------------------------------------------------

    @contextmanager
    def step(self, words: str, *selects: str, frees: bool = False) -> Iterator[None]:
        """Do something, then look whether all is as it should be.

        Args:
            words: What is done.
            selects: Whom it selects, where it selects somebody.
            frees: Whether it selects anew, whoever that is.
        """
        window, before = self.window, self.controller
        chosen, turn = before.view.selected, before.encounter.turn
        had, walls = QApplication.focusWidget(), self._wall_ids()
        had_sheets = bool(witness.sheets_open(window))
        gone = weakref.ref(window)
        del window
        self.done.append(words)
        yield
        idle()
        until(self._is_settled, words)
        if self.window is gone():
            self._own_walls |= self._wall_ids() - walls if self._edits_walls() else set()
            if not frees:
                self._check_selection(chosen, turn, selects)
            self._check_keyboard(had, had_sheets=had_sheets)
        else:
            self._forget()
            del before, had
            self._take_note_of_another_window(gone)
        self._check(words)

    def _forget(self) -> None:
        """Forget what belonged to a window that is no longer there."""
        self._own_walls.clear()
        self._focus_before = None

    def _edits_walls(self) -> bool:
        return self.controller.view.tool == "walls"

    def _is_settled(self) -> bool:
        """Return whether no file is under way, and no other window."""
        files = self.window.files
        return not (files.is_busy or files.is_writing) and self.application.is_settled

    def _wall_ids(self) -> set[str]:
        return {one.id for one in self.encounter.map.walls}

    def _check_selection(
        self, chosen: tuple[str, ...], turn: str | None, selects: tuple[str, ...]
    ) -> None:
        now = self.encounter
        wanted = tuple(one for one in chosen if one in now)
        if now.turn != turn and now.turn is not None:
            wanted = (now.turn,)
        selected = self.controller.view.selected
        assert set(selected) == set(selects or wanted), self._told(
            f"{selected} selected, not {selects or wanted}"
        )

    def _check_keyboard(self, had: QWidget | None, *, had_sheets: bool) -> None:
        """Check that a popover gives the keyboard back to whoever had it before, or to the map."""
        has_sheets = bool(witness.sheets_open(self.window))
        if QApplication.activePopupWidget() is not None:
            return
        if has_sheets and not had_sheets:
            self._focus_before = weakref.ref(had) if had is not None else None
            self._touched_before = self.hands.touched
        if had_sheets and not has_sheets and self._focus_before is not None:
            owner, self._focus_before = self._focus_before(), None
            is_there = owner is not None and isValid(owner) and owner.isVisible()
            has, the_map = QApplication.focusWidget(), self.window.map
            touched = self._touched_before() if self._touched_before is not None else None
            was_clicked = (
                has is not None
                and touched is not None
                and isValid(touched)
                and (has is touched or has.isAncestorOf(touched))
            )
            assert has is the_map or was_clicked or (is_there and has is owner), self._told(
                f"{has} has the keyboard, not {owner if is_there else the_map}"
            )

    def _take_note_of_another_window(self, gone: weakref.ref[MainWindow]) -> None:
        """Check that nothing is left of the window before, once another fight is open."""
        self._take_size()
        idle()

        def is_gone() -> bool:
            gc.collect()
            return gone() is None

        until(is_gone, self._told(f"the window before is kept by {_keepers(gone())}"))

    def _check(self, words: str) -> None:
        crashes = self._crashes
        assert crashes is not None
        assert not crashes._told, self._told("\n".join(crashes._told))
        records = self._qt.records
        told = [one for one in records[self._warned :] if not one.ignored]
        self._warned = len(records)
        assert not told, self._told(f"Qt: {told[0].message}")
        try:
            witness.all_holds(self.window, self._own_walls)
            if QApplication.activePopupWidget() is None and not self.controller.view.presenting:
                witness.the_keyboard_is_somewhere(self.window)
        except AssertionError as error:
            raise AssertionError(self._told(str(error))) from error
        del words

    def _told(self, what: str) -> str:
        steps = "\n".join(f"  {number}. {words}" for number, words in enumerate(self.done, 1))
        return f"{what}\nafter\n{steps}"


def _keepers(kept: object) -> list[str]:
    return [str(type(one)) for one in gc.get_referrers(kept)][:8]
