"""The Tools menu: every tool of the registry with its letter.

A letter belongs to the selected combatant's action first, where one has it; with Shift it is
always the tool's.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.control.settings import ActionInfo
from gridwar.control.tools.tool import ToolGroup
from gridwar.text import _
from gridwar.ui.window.menus.menu import Menu

if TYPE_CHECKING:
    from gridwar.ui.window.menus.entries import Entries
    from gridwar.ui.window.parts import Parts


TOOLS: Menu[Parts] = Menu(_("&Tools"))


@TOOLS.section
def _add_tools(entries: Entries, parts: Parts) -> None:
    group, words = ToolGroup.PLAY, entries.menu.title().replace("&", "")
    for tool in parts.tools.tools.values():
        info = tool.info
        if info.group is not group:
            group = info.group
            entries.separate()
        keys = (info.key, f"Shift+{info.key}") if info.key else ()
        action = ActionInfo(f"tool.{info.id}", info.title, words, keys, info.hint, info.icon)
        entries.add(action, partial(parts.tools.take, info.id))
