"""The application of the rows that paint: one for all of them, painting into memory."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


@cache
def application() -> QApplication:
    """Return the application, for windows that are painted into memory."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    found = QApplication.instance() or QApplication([])
    assert isinstance(found, QApplication)
    return found
