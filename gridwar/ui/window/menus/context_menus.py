"""Menus of a combatant, of the order and of the log: the GM's hand, one click away."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QInputDialog, QMenu

from gridwar.engine.gm.commands import WriteNote
from gridwar.text import _
from gridwar.ui.window.menus.combatants_menu import fill_combatants, fill_place
from gridwar.ui.window.menus.door_menu import wire_door_menu
from gridwar.ui.window.menus.fight_menu import fill_samples_menu
from gridwar.ui.window.menus.tie_menu import wire_tie_menu

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint

    from gridwar.ui.window.parts import Parts


def wire_menus(parts: Parts) -> None:
    """Connect everything that asks for a menu."""
    parts.order.menu_requested.connect(lambda who, at: _order_menu(parts, who, at))
    parts.card.menu_requested.connect(lambda who, at: _order_menu(parts, who, at))
    parts.log.menu_wanted.connect(lambda at: _log_menu(parts, at))
    parts.order.moved.connect(parts.controller.turns.reorder)
    wire_door_menu(parts)
    wire_tie_menu(parts)
    parts.controller.subscribe(partial(_follow_map, parts))


def _order_menu(parts: Parts, who: str, at: QPoint) -> None:
    menu = _passing_menu(parts)
    if who in parts.controller.encounter:
        if who not in parts.controller.view.selected:
            parts.controller.selection.select(who)
        fill_combatants(parts, menu, who)
    else:
        fill_samples_menu(parts, menu)
    menu.popup(at)


def _follow_map(parts: Parts) -> None:
    """Show the menu that a right click on the map wants."""
    controller = parts.controller
    wanted = controller.view.token_menu
    if wanted is None:
        return
    controller.view = replace(controller.view, token_menu=None)  # nothing shown depends on it
    if controller.view.presenting:  # players look on
        return
    menu = _passing_menu(parts)
    if wanted.who in controller.encounter:
        fill_combatants(parts, menu, wanted.who)
    else:
        fill_place(parts, menu, wanted.cell)
    menu.popup(QCursor.pos())


def _passing_menu(parts: Parts) -> QMenu:
    menu = QMenu(parts.window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu


def _log_menu(parts: Parts, at: QPoint) -> None:
    controller = parts.controller
    menu = _passing_menu(parts)
    menu.addAction(_("Write a note \u2026")).triggered.connect(lambda: _write_note(parts))
    again = menu.addAction(_("Roll the dice of the last line again"))
    row = controller.session.history.rows.get(controller.session.position.cursor)
    again.setEnabled(row is not None and any(one.faces for one in row.replies.by_key().values()))
    if row is not None:
        changes = row.command.adjustments
        again.triggered.connect(lambda: controller.timeline.amend(row.id, changes, roll_again=True))
    menu.popup(at)


def _write_note(parts: Parts) -> None:
    text, ok = QInputDialog.getText(parts.window, _("Note"), _("It is written into the log"))
    if ok and text.strip():
        parts.controller.submit(WriteNote(text=text.strip()))
