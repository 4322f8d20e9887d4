"""The View menu: zoom, theme, what is drawn on the map, which panels are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from gridwar.text import _
from gridwar.ui.menu_entries import Entries
from gridwar.ui.palette import ThemeName

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from gridwar.ui.parts import Parts


def view_menu(parts: Parts, menu: QMenu) -> None:
    """Fill the menu."""
    entries = Entries(parts, menu)
    entries.deed("view.fit", _("Fit the map"), "Ctrl+0", parts.map.fit)
    light = QAction(_("Light theme"), menu, checkable=True)
    light.setChecked(parts.theme.name is ThemeName.LIGHT)
    light.triggered.connect(lambda on: _set_light(parts, on=on))
    menu.addAction(light)
    entries.separate()
    entries.toggle("view.reach", _("Reach"), "Ctrl+R", "show_reach")
    entries.toggle("view.threat", _("Threat"), "Ctrl+T", "show_threat")
    entries.toggle("view.bands", _("Range bands"), "Ctrl+B", "show_bands")


def _set_light(parts: Parts, *, on: bool) -> None:
    if parts.desk is not None:
        parts.desk.use_theme(ThemeName.LIGHT if on else ThemeName.DARK)
