"""The menus of combatants: of those selected, on the map and in the order, and of a free place.

What stands in them acts upon all who are selected.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.control.controller import selection
from gridwar.control.state.view_state import Notice
from gridwar.engine.kit.commands import TakeTurn
from gridwar.errors import GridwarError
from gridwar.text import _, ngettext
from gridwar.ui.menus.fight_menu import fill_samples_menu
from gridwar.ui.parts.actions import native
from gridwar.ui.parts.wiring import write_effect

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QMenu

    from gridwar.model.geometry import Cell
    from gridwar.ui.parts.window_parts import Parts

FLAGS: tuple[tuple[selection.Flag, str, str], ...] = (
    ("hidden", _("Hide"), _("Show to all")),
    ("locked", _("Lock in place"), _("Unlock")),
    ("aside", _("Set aside"), _("Bring back")),
)
"""Each with the words to give it and to take it."""


def fill_combatants(parts: Parts, menu: QMenu, who: str) -> None:
    """Fill the menu of those selected.

    Args:
        parts: The window.
        menu: What to fill.
        who: The one that was clicked.
    """
    controller, manager = parts.controller, parts.combatants
    several = len(controller.view.selected)
    one = controller.encounter.combatants[who]
    words = ngettext("{name}", "{name} and {n} more", several - 1 or 1) if several > 1 else "{name}"
    menu.addAction(words.format(name=one.name, n=several - 1)).setEnabled(False)
    menu.addSeparator()
    _add(parts, menu, _("Give the turn"), lambda: controller.submit(TakeTurn(actor=who)))
    _add(parts, menu, _("Edit \u2026"), partial(manager.edit, who), "edit.values")
    _add(parts, menu, _("Effect or reminder \u2026"), partial(write_effect, parts), "edit.effect")
    for flag, give, take in FLAGS:
        words = take if controller.selection.is_set(flag) else give
        action = {"hidden": "edit.hide", "locked": "edit.lock", "aside": "edit.aside"}[flag]
        _add(parts, menu, words, partial(controller.selection.toggle, flag), action)
    _fill_sides(parts, menu.addMenu(_("Side")))
    _fill_picture(parts, menu.addMenu(_("Picture")))
    menu.addSeparator()
    _add(parts, menu, _("Cut"), manager.exchange.cut, "edit.cut")
    _add(parts, menu, _("Copy"), manager.exchange.copy, "edit.copy")
    _add(parts, menu, _("Duplicate"), manager.duplicate, "edit.duplicate")
    _add(parts, menu, _("Save to my library"), manager.exchange.keep_selected, "edit.keep")
    _add(parts, menu, _("Export as JSON \u2026"), manager.exchange.export)
    menu.addSeparator()
    remove = controller.selection.remove
    _add(parts, menu, _("Remove from the fight"), remove, "edit.remove")


def _fill_sides(parts: Parts, menu: QMenu) -> None:
    controller = parts.controller
    of_all = {one.side for one in controller.selection.chosen()}
    for side_id, side in controller.encounter.sides.items():
        act = partial(controller.selection.change_side, side_id)
        action = _add(parts, menu, side.name, act)
        action.setCheckable(True)
        action.setChecked(of_all == {side_id})
    menu.addSeparator()
    _add(parts, menu, _("Sides \u2026"), parts.combatants.sides)


def _fill_picture(parts: Parts, menu: QMenu) -> None:
    exchange = parts.combatants.exchange
    _add(parts, menu, _("From a file \u2026"), exchange.picture_from_file)
    _add(parts, menu, _("From the clipboard"), exchange.picture_from_clipboard)
    drop = _add(parts, menu, _("None"), exchange.drop_picture)
    drop.setEnabled(any(one.picture for one in parts.controller.selection.chosen()))


def fill_place(parts: Parts, menu: QMenu, cell: Cell) -> None:
    """Fill the menu of a place where nobody stands."""
    controller, manager = parts.controller, parts.combatants
    paste = partial(manager.exchange.paste, cell)
    _add(parts, menu, _("Paste here"), paste, "edit.paste")
    fill_samples_menu(parts, menu.addMenu(_("Add to the fight")), cell)
    _add(parts, menu, _("New combatant \u2026"), partial(manager.new, cell), "fight.new")
    menu.addSeparator()
    _add(parts, menu, _("Select all"), controller.selection.select_all, "edit.all")
    for side_id, side in controller.encounter.sides.items():
        words = _("Select all of {side}").format(side=side.name)
        _add(parts, menu, words, partial(controller.selection.select_side, side_id))
    menu.addSeparator()
    clear = _add(
        parts,
        menu,
        _("Clear the field of the dead"),
        partial(selection.clear_the_field, controller),
    )
    clear.setEnabled(bool(selection.out_of_it(controller)))


def _add(
    parts: Parts, menu: QMenu, words: str, act: Callable[[], object], action: str = ""
) -> QAction:
    """Add an entry; one that is an action too shows its key."""

    def run(_checked: bool = False) -> None:
        try:
            act()
        except GridwarError as error:
            parts.controller.tell(Notice(str(error), tone="error"))

    keys = parts.window_actions.shortcuts.keys(action) if action else ()
    made = menu.addAction(f"{words}\t{native(keys[0])}" if keys else words)
    made.triggered.connect(run)
    return made
