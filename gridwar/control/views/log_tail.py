"""The last lines of a fight's log as plain text, for a report of a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.controller.controller import Controller
from gridwar.control.views.log import LogPresenter
from gridwar.engine.session.session import Session
from gridwar.errors import GridwarError
from gridwar.storage.opening import read_file
from gridwar.systems import find_system

if TYPE_CHECKING:
    from pathlib import Path

MOST_LINES: Final = 20


def log_lines(controller: Controller, most: int = MOST_LINES) -> tuple[str, ...]:
    """Return the last lines of the log, the newest last; why not, where they cannot be told."""
    try:
        entries = LogPresenter(controller).present()[-most:]
    except Exception as error:  # noqa: BLE001 the fault may be in the log itself
        return (f"{type(error).__name__}: {error}",)
    return tuple(" - ".join(filter(None, (one.headline, one.result))) for one in entries)


def lines_of_file(path: Path) -> tuple[str, ...]:
    """Return the last lines of the log in a fight's file."""
    try:
        found = read_file(path, find_system)
    except GridwarError as error:
        return (str(error),)
    return log_lines(Controller(Session(found.system, found.loaded)))
