"""The Map menu: what the fight stands on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QInputDialog

from gridwar.text import _
from gridwar.ui.menu_entries import Entries

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from gridwar.ui.parts import Parts


def map_menu(parts: Parts, menu: QMenu) -> None:
    """Fill the menu."""
    entries = Entries(parts, menu)
    entries.deed("map.picture", _("Map from a picture \u2026"), "", lambda: _picture(parts))


def _picture(parts: Parts) -> None:
    name, _kind = QFileDialog.getOpenFileName(
        parts.window, _("A picture as the map"), "", _("Pictures (*.png *.jpg *.jpeg *.webp)")
    )
    if not name or parts.desk is None:
        return
    size, ok = QInputDialog.getDouble(parts.window, _("Grid"), _("Pixels a cell"), 70, 8, 1000, 1)
    if ok:
        parts.desk.lay_picture(Path(name), size)
