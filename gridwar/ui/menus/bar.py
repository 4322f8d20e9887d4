"""The bar of menus. Each menu is a module of its own; the entries are deeds (``menu_entries``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.text import _
from gridwar.ui.menus.menus_edit import edit_menu
from gridwar.ui.menus.menus_fight import fight_menu
from gridwar.ui.menus.menus_file import file_menu
from gridwar.ui.menus.menus_help import help_menu
from gridwar.ui.menus.menus_map import map_menu
from gridwar.ui.menus.menus_tools import tools_menu
from gridwar.ui.menus.menus_view import view_menu

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenuBar

    from gridwar.ui.guides import Guides
    from gridwar.ui.parts import Parts


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
