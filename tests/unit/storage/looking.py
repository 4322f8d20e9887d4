"""Opening a file as a user does, for the tests of opening."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.session.session import Session
from gridwar.storage.open_gridwar_file import Opened, open_file
from tests.support.asking import find
from tests.support.files import sha256

if TYPE_CHECKING:
    from pathlib import Path


def opened(path: Path, *, changed: bool = False) -> Opened:
    """Open a file for playing and close it again; the original must stay as it was."""
    before = sha256(path)
    found = open_file(path, find)
    if found.journal is not None:
        assert (found.journal.path == path) is changed
        found.journal.close()
    assert sha256(path) == before or changed
    return found


def encounter_of(found: Opened) -> object:
    """Return the encounter that is shown."""
    return Session(found.system, found.loaded).encounter
