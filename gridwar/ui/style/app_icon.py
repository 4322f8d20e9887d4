"""Gridwar's icon for title bars and lists of windows, where the desktop has not its own copy."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon

from gridwar.paths import data_dir

_DRAWINGS = (("gridwar-16.svg", 16), ("gridwar-24.svg", 24), ("gridwar-16.svg", 32))
"""Made for whole pixels."""


def app_icon() -> QIcon:
    """Return the icon in every size: the small ones have drawings of their own."""
    folder = data_dir("assets") / "app"
    icon = QIcon(str(folder / "gridwar.svg"))
    for name, size_px in _DRAWINGS:
        icon.addFile(str(folder / name), QSize(size_px, size_px))
    return icon
