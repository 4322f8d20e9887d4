"""The menu bar. Each menu is declared in a module of its own, but for Tools.

That has every tool of the registry with its letter.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.control.tools.tool_base import ToolGroup
from gridwar.text import _
from gridwar.ui.style.popup_menus import give_fields_our_menu, submenu
from gridwar.ui.window.menus.edit_menu import EDIT
from gridwar.ui.window.menus.fight_menu import FIGHT
from gridwar.ui.window.menus.file_menu import FILE
from gridwar.ui.window.menus.help_menu import HELP
from gridwar.ui.window.menus.map_menu import MAP
from gridwar.ui.window.menus.menu_declaration import Entries, Menu
from gridwar.ui.window.menus.view_menu import VIEW

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenuBar

    from gridwar.ui.window.help.help_manager import Guides
    from gridwar.ui.window.window_parts import Parts

TOOLS: Menu[Parts] = Menu(_("&Tools"))


def add_menus(parts: Parts, bar: QMenuBar, guides: Guides) -> None:
    """Fill a menu bar; the guides are what Help opens."""
    give_fields_our_menu()
    for menu in (FILE, EDIT, VIEW, TOOLS, MAP, FIGHT):
        entries = Entries(parts, submenu(bar, menu.title))
        if menu is not FILE or parts.host is not None:  # without a host there are no other files
            menu.fill(entries, parts)
    HELP.fill(Entries(parts, submenu(bar, HELP.title)), guides)


@TOOLS.section
def _add_tools(entries: Entries, parts: Parts) -> None:
    group = ToolGroup.PLAY
    for tool in parts.tools.tools.values():
        info = tool.info
        if info.group is not group:
            group = info.group
            entries.separate()
        action = entries.info(f"tool.{info.id}", info.title, info.hint, info.icon)
        entries.add(action, partial(parts.tools.take, info.id))
