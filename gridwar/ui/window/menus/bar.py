"""The menu bar. Each menu is declared in a module of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.ui.window.menus.edit_menu import EDIT
from gridwar.ui.window.menus.entries import Entries
from gridwar.ui.window.menus.fight_menu import FIGHT
from gridwar.ui.window.menus.file_menu import FILE
from gridwar.ui.window.menus.help_menu import HELP
from gridwar.ui.window.menus.map_menu import MAP
from gridwar.ui.window.menus.tools_menu import TOOLS
from gridwar.ui.window.menus.view_menu import VIEW

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenuBar

    from gridwar.ui.window.help.guides import Guides
    from gridwar.ui.window.parts import Parts


def add_menus(parts: Parts, bar: QMenuBar, guides: Guides) -> None:
    """Fill a menu bar; the guides are what Help opens."""
    for menu in (FILE, EDIT, VIEW, TOOLS, MAP, FIGHT):
        entries = Entries(parts, bar.addMenu(menu.title))
        if menu is not FILE or parts.host is not None:  # without a host there are no other files
            menu.fill(entries, parts)
    HELP.fill(Entries(parts, bar.addMenu(HELP.title)), guides)
