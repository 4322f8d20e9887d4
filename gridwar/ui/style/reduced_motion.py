"""Whether the system wishes less motion: what its settings of accessibility say.

Asks each desktop in its own way; where nothing can be learnt, motion stays.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from PySide6.QtCore import QSettings

_PATIENCE_S = 0.3
_ANIMATIONS_OF_WINDOWS = 0x1042  # SPI_GETCLIENTAREAANIMATION


@cache
def system_reduces_motion() -> bool:
    """Return whether the system asks programs to move nothing."""
    if sys.platform == "win32":
        return _windows_reduces_motion()
    if sys.platform == "darwin":
        kept = QSettings("com.apple.universalaccess", "")
        return bool(kept.value("reduceMotion", defaultValue=False, type=bool))
    desktop = os.environ.get("XDG_CURRENT_DESKTOP", "").upper()
    if "KDE" in desktop:
        return _kde_reduces_motion()
    return _gnome_reduces_motion() if "GNOME" in desktop or "UNITY" in desktop else False


def _windows_reduces_motion() -> bool:
    if sys.platform == "win32":
        import ctypes

        found = ctypes.c_int(1)
        asked = ctypes.windll.user32.SystemParametersInfoW(
            _ANIMATIONS_OF_WINDOWS, 0, ctypes.byref(found), 0
        )
        return bool(asked) and not found.value
    return False


def _kde_reduces_motion() -> bool:
    place = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "kdeglobals"
    kept = QSettings(str(place), QSettings.Format.IniFormat)
    return str(kept.value("KDE/AnimationDurationFactor", defaultValue="1")).strip() in {"0", "0.0"}


def _gnome_reduces_motion() -> bool:
    ask = ("gsettings", "get", "org.gnome.desktop.interface", "enable-animations")
    try:
        said = subprocess.run(ask, capture_output=True, text=True, timeout=_PATIENCE_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return said.stdout.strip() == "false"
