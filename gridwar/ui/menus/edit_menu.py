"""The Edit menu: undo, redo, and what is done to those selected."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.control.state.pointer import KeyEvent, Modifier
from gridwar.text import _
from gridwar.ui.menus.entries import Entries
from gridwar.ui.parts.wiring import write_effect

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from gridwar.ui.parts.window_parts import Parts


def edit_menu(parts: Parts, menu: QMenu) -> None:
    """Fill the menu."""
    entries = Entries(parts, menu)
    controller = parts.controller
    entries.action("edit.undo", _("Undo"), "Ctrl+Z", parts.tools.undo)
    entries.action("edit.redo", _("Redo"), "Ctrl+Shift+Z|Ctrl+Y", controller.timeline.redo)
    entries.separate()
    entries.action("edit.cut", _("Cut"), "Ctrl+X", lambda: parts.combatants.exchange.cut())
    entries.action(
        "edit.copy",
        _("Copy"),
        "Ctrl+C",
        partial(_copy, parts),
        _("Those selected, as text: also for another fight or a file"),
    )
    entries.action(
        "edit.paste",
        _("Paste"),
        "Ctrl+V",
        partial(_paste, parts),
        _("Where the pointer is; names go on numbering"),
    )
    entries.action(
        "edit.duplicate", _("Duplicate"), "Ctrl+Shift+D", lambda: parts.combatants.duplicate()
    )
    entries.action("edit.all", _("Select all"), "Ctrl+A", controller.selection.select_all)
    entries.separate()
    _add_changes(parts, entries)
    entries.separate()
    entries.action(
        "edit.remove",
        _("Remove from the fight"),
        "Delete",
        controller.selection.remove,
    )


def _add_changes(parts: Parts, entries: Entries) -> None:
    """Add what changes those selected and leaves them in the fight."""
    controller = parts.controller
    entries.action(
        "edit.values",
        _("Edit the values \u2026"),
        "F2",
        lambda: _edit(parts),
        _("Every value of the combatant selected"),
    )
    entries.action(
        "edit.effect", _("Effect or reminder \u2026"), "Ctrl+E", lambda: write_effect(parts)
    )
    toggle = controller.selection.toggle
    entries.action("edit.hide", _("Hide, or show"), "Ctrl+H", partial(toggle, "hidden"))
    entries.action(
        "edit.lock",
        _("Lock in place, or unlock"),
        "Ctrl+Shift+L",
        partial(toggle, "locked"),
    )
    entries.action(
        "edit.aside",
        _("Set aside, or bring back"),
        "Ctrl+Shift+A",
        partial(toggle, "aside"),
        _("Off the board and out of the order, but kept"),
    )
    entries.action(
        "edit.keep",
        _("Save to my library"),
        "Ctrl+Shift+S",
        lambda: parts.combatants.exchange.keep_selected(),
    )


def _copy(parts: Parts) -> None:
    """Copy what the active tool has to copy, else those selected."""
    pressed = KeyEvent("c", modifiers=frozenset({Modifier.CTRL}))
    if not parts.tools.active.key(pressed):
        parts.combatants.exchange.copy()


def _paste(parts: Parts) -> None:
    parts.combatants.exchange.paste(parts.combatants.under_pointer())


def _edit(parts: Parts) -> None:
    if parts.controller.actor is not None:
        parts.combatants.edit(parts.controller.actor)
