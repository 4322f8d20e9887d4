"""The Edit menu: undo, redo, and what is done to those selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.state.pointer_and_keys import KeyboardModifier, KeyEvent
from gridwar.text import _
from gridwar.ui.window import signal_wiring
from gridwar.ui.window.menus.menu_declaration import Menu

if TYPE_CHECKING:
    from gridwar.ui.window.window_parts import Parts

EDIT: Menu[Parts] = Menu(_("&Edit"))


@EDIT.action("edit.undo", _("Undo"))
def _undo(parts: Parts) -> None:
    parts.tools.undo()


@EDIT.action("edit.redo", _("Redo"))
def _redo(parts: Parts) -> None:
    parts.controller.timeline.redo()


EDIT.separate()


@EDIT.action("edit.cut", _("Cut"))
def _cut(parts: Parts) -> None:
    parts.combatants.exchange.cut()


@EDIT.action(
    "edit.copy",
    _("Copy"),
    _("Those selected, as text: also for another fight or a file"),
)
def _copy(parts: Parts) -> None:
    """Copy what the active tool has to copy, else those selected."""
    pressed = KeyEvent("c", modifiers=frozenset({KeyboardModifier.CTRL}))
    if not parts.tools.active.key(pressed):
        parts.combatants.exchange.copy()


@EDIT.action(
    "edit.paste",
    _("Paste"),
    _("Combatants where the pointer is; a picture on the tokens of those selected"),
)
def _paste(parts: Parts) -> None:
    parts.combatants.paste()


@EDIT.action("edit.duplicate", _("Duplicate"))
def _duplicate(parts: Parts) -> None:
    parts.combatants.duplicate()


@EDIT.action("edit.all", _("Select all"))
def _select_all(parts: Parts) -> None:
    parts.controller.selection.select_all()


# --- changes of those selected, who stay in the fight -------------------------------------------

EDIT.separate()


@EDIT.action("edit.values", _("Edit the values \u2026"), _("Every value of the combatant selected"))
def _edit(parts: Parts) -> None:
    if parts.controller.actor is not None:
        parts.combatants.edit(parts.controller.actor)


@EDIT.action("edit.effect", _("Effect or reminder \u2026"))
def _write_effect(parts: Parts) -> None:
    signal_wiring.write_effect(parts)


@EDIT.action("edit.hide", _("Hide, or show"))
def _hide(parts: Parts) -> None:
    parts.controller.selection.toggle("hidden")


@EDIT.action("edit.lock", _("Lock in place, or unlock"))
def _lock(parts: Parts) -> None:
    parts.controller.selection.toggle("locked")


@EDIT.action(
    "edit.aside",
    _("Set aside, or bring back"),
    _("Off the board and out of the order, but kept"),
)
def _set_aside(parts: Parts) -> None:
    parts.controller.selection.toggle("aside")


@EDIT.action("edit.picture", _("Picture \u2026"), _("On the token of those selected, from a file"))
def _choose_picture(parts: Parts) -> None:
    parts.combatants.pictures.choose()


@EDIT.action("edit.picture_paste", _("Paste picture"), _("The one that was copied"))
def _paste_picture(parts: Parts) -> None:
    parts.combatants.pictures.paste()


@EDIT.action("edit.picture_remove", _("Remove the picture"), _("Letters stay on the token"))
def _remove_picture(parts: Parts) -> None:
    parts.combatants.pictures.bear(None)


@EDIT.action("edit.keep", _("Save to my library"))
def _keep(parts: Parts) -> None:
    parts.combatants.exchange.keep_selected()


EDIT.separate()


@EDIT.action("edit.remove", _("Remove from the fight"))
def _remove(parts: Parts) -> None:
    parts.controller.selection.remove()
