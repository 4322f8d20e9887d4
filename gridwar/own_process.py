"""What starts this program once more, without a window: from a checkout, and packaged."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

NO_CONSOLE: Final = 0x08000000 if sys.platform == "win32" else 0
"""CREATE_NO_WINDOW."""
AFTER_OTHERS: Final = 0x4000 if sys.platform == "win32" else 0
"""BELOW_NORMAL_PRIORITY_CLASS; elsewhere the process says of itself that others come first."""


def program() -> list[str]:
    """Return what starts this program, before its arguments."""
    if not getattr(sys, "frozen", False):
        return [sys.executable, "-m", "gridwar"]
    if sys.platform == "win32":  # the one with a window has no standard output
        return [str(Path(sys.executable).with_name("gridwar-cli.exe"))]
    return [sys.executable]


def environment() -> dict[str, str]:
    """Return what it runs under: the same Gridwar, wherever it was imported from."""
    found = dict(os.environ)
    if not getattr(sys, "frozen", False):
        here = str(Path(__file__).parents[1])
        found["PYTHONPATH"] = os.pathsep.join(filter(None, (here, found.get("PYTHONPATH"))))
        found["PYTHONSAFEPATH"] = "1"  # nothing of the folder it is started in
    return found
