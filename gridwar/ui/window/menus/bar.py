"""The menu bar. Each menu is a module of its own; ``entries`` adds their actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.text import _
from gridwar.ui.window.menus.edit_menu import edit_menu
from gridwar.ui.window.menus.fight_menu import fight_menu
from gridwar.ui.window.menus.file_menu import file_menu
from gridwar.ui.window.menus.help_menu import help_menu
from gridwar.ui.window.menus.map_menu import map_menu
from gridwar.ui.window.menus.tools_menu import tools_menu
from gridwar.ui.window.menus.view_menu import view_menu

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenuBar

    from gridwar.ui.window.help.guides import Guides
    from gridwar.ui.window.parts import Parts


def add_menus(parts: Parts, bar: QMenuBar, guides: Guides) -> None:
    """Fill a menu bar; the guides are what Help opens."""
    for title, fill in (
        (_("&File"), file_menu),
        (_("&Edit"), edit_menu),
        (_("&View"), view_menu),
        (_("&Tools"), tools_menu),
        (_("&Map"), map_menu),
        (_("F&ight"), fight_menu),
    ):
        fill(parts, bar.addMenu(title))
    help_menu(parts, bar.addMenu(_("&Help")), guides)
