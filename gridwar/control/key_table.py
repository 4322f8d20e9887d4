"""The table of keys: what has which key from the start, in every rule system the same.

Menus, tool rail, palette, the list of shortcuts and the keys in the README are made from it. Who
gets a key is the first that wants it: a text field; a question or dice; the sheet, card, list or
page that has the keyboard; the tool in use; then the window. A letter of the window is taken by no
tool, digits choose from the list of actions, and of the bare letters only N changes the fight.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    # Tools: one letter each, the same in every system.
    "tool.select": ("V",),
    "tool.ruler": ("R",),
    "tool.sight": ("L",),
    "tool.threat": ("T",),
    "tool.arc": ("B",),
    "tool.template": ("A",),
    "tool.paint": ("P",),
    "tool.sketch": ("M",),
    "tool.walls": ("W",),
    "tool.cover": ("O",),
    "tool.props": ("Shift+P",),
    "tool.zones": ("Z",),
    "tool.height": ("G",),
    "tool.grid": ("X",),
    "tool.floors": ("C",),
    "tool.pins": ("E",),
    "tool.lights": ("J",),
    "tool.fog": ("U",),
    # File
    "file.new": ("Ctrl+N",),
    "file.open": ("Ctrl+O",),
    "file.save_as": ("Ctrl+S",),
    "file.quit": ("Ctrl+Q",),
    # Edit
    "edit.undo": ("Ctrl+Z",),
    "edit.redo": (
        "Ctrl+Shift+Z",
        "Ctrl+Y",
    ),
    "edit.cut": ("Ctrl+X",),
    "edit.copy": ("Ctrl+C",),
    "edit.paste": ("Ctrl+V",),
    "edit.duplicate": ("Ctrl+Shift+D",),
    "edit.all": ("Ctrl+A",),
    "edit.values": ("F2",),
    "edit.effect": ("Ctrl+E",),
    "edit.hide": ("Ctrl+H",),
    "edit.lock": ("Ctrl+Shift+L",),
    "edit.aside": ("Ctrl+Shift+A",),
    "edit.keep": ("Ctrl+Shift+S",),
    "edit.remove": ("Delete",),
    # View
    "view.fit": ("Ctrl+0",),
    "view.actual": ("Ctrl+1",),
    "view.zoom_in": (
        "Ctrl++",
        "Ctrl+=",
    ),
    "view.zoom_out": ("Ctrl+-",),
    "view.center": ("Home",),
    "view.floor_up": ("PgUp",),
    "view.floor_down": ("PgDown",),
    "view.grid": ("Ctrl+G",),
    "view.walls": ("Ctrl+Shift+W",),
    "view.layers": ("Y",),
    "view.reach": ("Ctrl+R",),
    "view.threat": ("Ctrl+T",),
    "view.level": ("Ctrl+Shift+G",),
    "view.hatch": ("H",),
    "view.as_selected": ("Shift+H",),
    "view.danger": ("D",),
    "view.chance": ("Shift+D",),
    "view.seen_by": ("Shift+S",),
    "view.stands": ("S",),
    "view.bands": ("Ctrl+B",),
    "view.weapon": ("Ctrl+Shift+B",),
    "view.present": (
        "F11",
        "Ctrl+Shift+P",
    ),
    "players.open": ("Shift+F11",),
    "players.blank": ("Ctrl+F11",),
    "players.hold": ("Ctrl+Shift+F11",),
    "players.handout_away": ("Ctrl+F10",),
    "view.next_panel": ("Ctrl+F6",),
    "view.last_panel": ("Ctrl+Shift+F6",),
    "view.find_log": ("Ctrl+L",),
    "view.panel_library": ("K",),
    "view.panel_actions": ("F5",),
    "view.panel_sheet": ("F6",),
    "view.panel_log": ("F7",),
    "view.find_action": ("F3",),
    # Map
    "map.import": ("Ctrl+I",),
    "map.shelf": ("Ctrl+M",),
    # Fight
    "fight.next": ("N",),
    "fight.notes": ("F8",),
    "fight.new": ("Ctrl+Shift+N",),
    "fight.free": ("Ctrl+F",),
    "fight.dice": ("Ctrl+D",),
    "fight.events": ("I",),
    # Help
    "help.palette": ("Ctrl+K",),
    "help.shortcuts": ("F1",),
}
"""The keys of the window's actions by their ids, the one that is shown first."""
LATER: Final = ("Q", "Shift+Q", "Shift+F")
"""Kept free: letters of parts that are to come."""
HELD: Final = "F"
"""Moves are free of rules while it is held; so no action has it."""
