"""Menus of a combatant, of the order and of the log: the GM's hand, one click away."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMenu

from gridwar.control.viewstate import Notice
from gridwar.engine.commands import TakeTurn
from gridwar.engine.gm import RemoveCombatants, SetValue, WriteNote
from gridwar.text import _
from gridwar.ui.menus_fight import fill_people
from gridwar.ui.wiring import edit, write_effect

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QPoint

    from gridwar.ui.parts import Parts


def wire_menus(parts: Parts) -> None:
    """Connect everything that asks for a menu."""
    parts.order.menu_requested.connect(lambda who, at: _order_menu(parts, who, at))
    parts.card.menu_requested.connect(lambda who, at: _order_menu(parts, who, at))
    parts.log.menu_wanted.connect(lambda at: _log_menu(parts, at))
    parts.log.rule_wanted.connect(lambda rule: _tell_rule(parts, rule))
    parts.order.moved.connect(parts.controller.reorder)


def _order_menu(parts: Parts, who: str, at: QPoint) -> None:
    menu = _passing_menu(parts)
    if who:
        _fill_combatant(parts, menu, who)
    else:
        fill_people(parts, menu)
    menu.popup(at)


def _passing_menu(parts: Parts) -> QMenu:
    menu = QMenu(parts.window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu


def _fill_combatant(parts: Parts, menu: QMenu, who: str) -> None:
    controller = parts.controller
    one = controller.encounter.combatants.get(who)
    if one is None:
        return

    def flag(name: str, *, on: bool) -> None:
        controller.submit(SetValue(who=(who,), field=name, value=json.dumps(on)))

    def effect() -> None:
        controller.select(who)
        write_effect(parts)

    aside = _("Bring back") if one.aside else _("Set aside")
    lock = _("Unlock") if one.locked else _("Lock in place")
    acts: tuple[tuple[str, Callable[[], object]], ...] = (
        (_("Give the turn"), lambda: controller.submit(TakeTurn(actor=who))),
        (_("Edit \u2026"), partial(edit, parts, who)),
        (_("Effect or reminder \u2026"), effect),
        (_("Show to all") if one.hidden else _("Hide"), partial(flag, "hidden", on=not one.hidden)),
        (aside, partial(flag, "aside", on=not one.aside)),
        (lock, partial(flag, "locked", on=not one.locked)),
        (_("Remove"), lambda: controller.submit(RemoveCombatants(who=(who,)))),
    )
    for words, act in acts:
        menu.addAction(words).triggered.connect(lambda _checked=False, act=act: act())


def _log_menu(parts: Parts, at: QPoint) -> None:
    controller = parts.controller
    menu = _passing_menu(parts)
    menu.addAction(_("Write a note \u2026")).triggered.connect(lambda: _write_note(parts))
    again = menu.addAction(_("Roll the dice of the last line again"))
    row = controller.session.history.rows.get(controller.session.position.cursor)
    again.setEnabled(row is not None and any(one.faces for one in row.replies.by_key().values()))
    if row is not None:
        changes = row.command.adjustments
        again.triggered.connect(lambda: controller.amend(row.id, changes, roll_again=True))
    menu.popup(at)


def _write_note(parts: Parts) -> None:
    text, ok = QInputDialog.getText(parts.window, _("Note"), _("It is written into the log"))
    if ok and text.strip():
        parts.controller.submit(WriteNote(text=text.strip()))


def _tell_rule(parts: Parts, rule_id: str) -> None:
    title = parts.controller.rule_title(rule_id)
    parts.controller.tell(Notice(f"{rule_id}: {title}" if title else rule_id, tone="note"))
