"""The Edit menu: undo, redo, and what is done to those selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.gm import RemoveCombatants
from gridwar.text import _
from gridwar.ui.menu_entries import Entries
from gridwar.ui.wiring import write_effect

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from gridwar.ui.parts import Parts


def edit_menu(parts: Parts, menu: QMenu) -> None:
    """Fill the menu."""
    entries = Entries(parts, menu)
    controller = parts.controller
    entries.deed("edit.undo", _("Undo"), "Ctrl+Z", controller.undo)
    entries.deed("edit.redo", _("Redo"), "Ctrl+Shift+Z|Ctrl+Y", controller.redo)
    entries.separate()
    entries.deed(
        "edit.effect", _("Effect or reminder \u2026"), "Ctrl+E", lambda: write_effect(parts)
    )
    entries.deed("edit.remove", _("Remove from the fight"), "Delete", lambda: _remove(parts))


def _remove(parts: Parts) -> None:
    selected = parts.controller.view.selected
    if selected:
        parts.controller.submit(RemoveCombatants(who=selected))
