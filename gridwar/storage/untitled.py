"""Fights that have no place of the user's yet: where they are kept, and which there are."""

from __future__ import annotations

import contextlib
import os
import re
from datetime import datetime
from pathlib import Path

from gridwar.errors import FileError
from gridwar.paths import user_state_dir
from gridwar.storage.copy_names import without_mark
from gridwar.storage.problems import speaking_of
from gridwar.text import _

SUFFIX = ".gridwar"
_LONGEST_NAME = 60


def untitled_folder() -> Path:
    """Name the folder of untitled fights; it may not be there yet."""
    return user_state_dir() / "untitled"


def is_untitled(path: Path) -> bool:
    """Return whether a file is one of the untitled fights."""
    folder = Path(os.path.realpath(untitled_folder()))
    return Path(os.path.realpath(path)).parent == folder


def free_path(title: str) -> Path:
    """Name a file for a new untitled fight and make the folder for it.

    Raises:
        UnwritableFile: The folder cannot be made.
    """
    folder = untitled_folder()
    with speaking_of(folder):
        folder.mkdir(parents=True, exist_ok=True)
    words = " ".join(re.sub(r"[^\w ()-]+", " ", without_mark(title)).split())
    words = re.sub(r" \d{4}-\d\d-\d\d \d\d-\d\d-\d\d( \d+)?$", "", words)[:_LONGEST_NAME]
    words = words.strip() or _("Untitled")
    now = datetime.now().astimezone().strftime("%Y-%m-%d %H-%M-%S")
    for number in range(1, 1000):
        tail = f" {number}" if number > 1 else ""
        path = folder / f"{words} {now}{tail}{SUFFIX}"
        with contextlib.suppress(OSError):
            if not path.exists():
                return path
    raise FileError(_("There are too many untitled fights in {folder}.").format(folder=folder))
