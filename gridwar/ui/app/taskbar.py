"""Fights opened last, as the system's taskbar lists them: on Windows a click with the right button.

Only Windows asks to be told; elsewhere desktops see for themselves, or have no such list. Gridwar's
own list is in the settings.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_BY_PATH = 3  # SHARD_PATHW


def tell_of(path: Path) -> None:
    """Let the taskbar list a fight among those opened last.

    Windows shows it once the file type leads to Gridwar, as the installer arranges.
    """
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.shell32.SHAddToRecentDocs(_BY_PATH, str(path))
