"""What the window does about a fault in Gridwar itself: a report, a notice, a popover next time.

Owns the hooks of the interpreter. The reports are ``storage``'s.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridwar.control.state.view_state import Notice
from gridwar.storage.crash_reports import Watch, deaths, unseen, write_report
from gridwar.text import _

if TYPE_CHECKING:
    from types import TracebackType

    from gridwar.ui.app.application import Application

MOST_REPORTS: Final = 5
"""Of one run: a fault while painting comes back sixty times a second."""


class Crashes:
    """Watches over the window for faults of its own."""

    def __init__(self, application: Application) -> None:
        """Belong to an application."""
        self._application = application
        self._told: set[str] = set()
        self._watch: Watch | None = None

    def begin(self) -> None:
        """Install the exception hooks."""
        sys.excepthook = self.tell
        threading.excepthook = self._of_thread
        self._watch = Watch()
        self._application.file_changed = self._note_fight

    def _note_fight(self) -> None:
        if self._watch is not None:
            self._watch.note_fight(self._application.file.path)

    def end(self) -> None:
        """Stop watching: the window is closed."""
        if self._watch is not None:
            self._watch.end()

    def tell(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Report an uncaught exception; the fight is on disk up to the last accepted command."""
        import traceback  # here alone: no start should wait for it

        for name in ("last_type", "last_value", "last_traceback", "last_exc"):
            vars(sys).pop(name, None)  # a debugger's; with it all of the window would be kept
        fault = "".join(traceback.format_exception(kind, error, trace))
        if sys.stderr is not None:  # Windows gives none to a program with a window
            sys.stderr.write(fault)
        if isinstance(error, KeyboardInterrupt) or fault in self._told:
            return
        self._told.add(fault)
        if len(self._told) > MOST_REPORTS:
            return
        from gridwar.control.presenters.log import log_lines

        window = self._application.window
        lines = () if window is None else log_lines(window.controller)
        path = write_report(fault, self._application.file.path, lines)
        if window is not None:
            text = _("Something in Gridwar went wrong; the fight is saved. You can go on.")
            if path is not None:
                text += " " + _("Help, Reports of faults says how to tell us.")
            window.later(lambda: window.controller.tell(Notice(text, fault, "error")))

    def _of_thread(self, what: threading.ExceptHookArgs) -> None:
        if what.exc_value is not None:
            self.tell(what.exc_type, what.exc_value, what.exc_traceback)

    def show_earlier(self) -> bool:
        """Show what went wrong in earlier runs, once; return whether there was anything."""
        for words, fight in deaths():
            from gridwar.control.presenters.log import lines_of_file

            path = Path(fight) if fight else None
            write_report(words, path, () if path is None else lines_of_file(path))
        window = self._application.window
        if window is None or not unseen():
            return False
        window.later(window.guides.open_reports)
        return True
