"""Qt's application for whoever draws without a window to be seen: pictures, the self-test."""

from __future__ import annotations

import os
import sys
from functools import cache

from PySide6.QtWidgets import QApplication

_OFFSCREEN = "offscreen"


@cache
def windowless_application() -> QApplication:
    """Return the application; one made here is kept, for fonts and pixmaps live as long as it.

    Made here, it shows nothing and needs no display. On Windows it could: Qt's platform that shows
    nothing finds no fonts there, so it is the system's own.
    """
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    if sys.platform == "win32":
        return QApplication(["gridwar"])
    chosen = os.environ.get("QT_QPA_PLATFORM", "")
    platform = chosen if chosen.startswith(_OFFSCREEN) else _OFFSCREEN
    return QApplication(["gridwar", "-platform", platform])
