"""Scenarios of the world: how one is put on the list, and what those on it have in common.

Each is a function that gets a folder of its own and raises ``Wrong`` where Gridwar loses something,
harms something, or keeps silent about it. What a machine cannot show (mounting needs root) raises
``LeftOut``.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from typing import TYPE_CHECKING
from unittest.mock import patch

from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.storage.new_open_and_sample_fights import Fight, open_fight
from gridwar.systems import find_system
from tests.slow.campaign import CHECKOUT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PATIENCE_S = 10
SCENARIOS: dict[str, Callable[[Path], None]] = {}


class LeftOut(Exception):
    """The scenario cannot be made on this machine."""


def scenario(function: Callable[[Path], None]) -> Callable[[Path], None]:
    """Put a scenario on the list."""
    SCENARIOS[function.__name__.replace("_", " ")] = function
    return function


def program(*arguments: str | bytes, seconds: float = 60) -> subprocess.CompletedProcess[bytes]:
    """Run Gridwar's command line."""
    command = [sys.executable, "-m", "gridwar", *arguments]
    return subprocess.run(
        command,
        cwd=CHECKOUT,
        capture_output=True,
        check=False,
        timeout=seconds,
        stdin=subprocess.DEVNULL,
    )


def note(fight: Fight, text: str) -> None:
    """Write a note into a fight's log."""
    fight.session.submit(WriteNote(text=text))


def place_of(fight: Fight) -> Path:
    """Return the file a fight goes on in."""
    assert fight.journal is not None
    return fight.journal.path


def closed(fight: Fight) -> Path:
    """Close a fight and return its file."""
    assert fight.journal is not None
    fight.journal.close()
    return fight.journal.path


def opened(path: Path) -> Fight:
    """Open a fight to play in it."""
    return open_fight(path, find_system)


@contextlib.contextmanager
def home(place: Path) -> Iterator[None]:
    """Let the user's folders be elsewhere meanwhile."""
    with patch.dict(os.environ, GRIDWAR_HOME=str(place)):
        yield


def attempted(name: str, folder: Path) -> None:
    """Make a scenario in a folder of its own, within user folders of its own."""
    place = folder / name.replace(" ", "-")
    place.mkdir()
    with home(place / "home-of-the-user"):
        SCENARIOS[name](place)
