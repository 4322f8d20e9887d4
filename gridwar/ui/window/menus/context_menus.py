"""Menus of a combatant, of the order, of the log, of a door and of a tie, one click away."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtGui import QCursor

from gridwar.control.records.form_records import FieldView, FormView
from gridwar.control.text_format import minus
from gridwar.control.tools.doors_and_ties import TieSigns, door_title, states_of
from gridwar.engine.gm.map_commands import PutWalls, SetDoor
from gridwar.text import _
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.window.damage_to_wall_form import ask_damage
from gridwar.ui.window.menus.combatants_menu import fill_combatants, fill_place
from gridwar.ui.window.menus.fight_menu import fill_samples_menu
from gridwar.ui.window.menus.pin_menu import wire_pin_menu
from gridwar.ui.window.menus.prop_menu import wire_prop_menu
from gridwar.ui.window.menus.stands_in_view_menu import show_chip_menu

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QMenu

    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.kit.overlays_and_scenery import Tie
    from gridwar.model.walls import Wall
    from gridwar.ui.window.window_parts import Parts


def wire_menus(parts: Parts) -> None:
    """Connect everything that asks for a menu."""
    parts.order.menu_requested.connect(lambda who, at: _order_menu(parts, who, at))
    parts.inspector.head.menu_requested.connect(lambda who, at: _order_menu(parts, who, at))
    parts.log.menu_wanted.connect(lambda at: _log_menu(parts, at))
    parts.order.list.moved.connect(parts.controller.turns.reorder)
    _wire_door_menu(parts)
    _wire_tie_menu(parts)
    wire_pin_menu(parts)
    parts.stands_line.menu_wanted.connect(partial(show_chip_menu, parts))
    wire_prop_menu(parts)
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
    """Return a menu that is gone once it is closed."""
    return PopupMenu(parts.window, passes=True)


def _log_menu(parts: Parts, at: QPoint) -> None:
    controller = parts.controller
    menu = _passing_menu(parts)
    write = parts.window_actions.action("fight.note")
    menu.addAction(write.text()).triggered.connect(write.trigger)
    again = menu.addAction(_("Roll the dice of the last line again"))
    row = controller.session.history.rows.get(controller.session.position.cursor)
    again.setEnabled(row is not None and any(one.faces for one in row.replies.by_key().values()))
    if row is not None:
        changes = row.command.adjustments
        again.triggered.connect(lambda: controller.timeline.amend(row.id, changes, roll_again=True))
    menu.popup(at)


def _wire_door_menu(parts: Parts) -> None:
    """Show the menu whenever the active tool wants it."""
    controller = parts.controller

    def follow() -> None:
        wanted = controller.view.door_menu
        if wanted:
            controller.view = replace(controller.view, door_menu="")  # nothing shown depends on it
            walls = controller.encounter.map.walls
            door = next((wall for wall in walls if wall.id == wanted), None)
            if door is not None:
                door_menu(parts, door).popup(QCursor.pos())

    controller.subscribe(follow)


def door_menu(parts: Parts, door: Wall) -> QMenu:
    """Return the menu of a door; it is gone once it is closed."""
    menu = _passing_menu(parts)
    menu.addAction(door_title(door, parts.controller.encounter.map.floors)).setEnabled(False)
    menu.addSeparator()
    for state, words in states_of(door):
        act = partial(parts.controller.submit, SetDoor(wall=door.id, state=state))
        menu.addAction(words).triggered.connect(lambda _checked=False, act=act: act())
    if door.can_be_damaged:
        menu.addSeparator()
        damage = menu.addAction(_("Damage \u2026"))
        damage.triggered.connect(lambda _checked=False: ask_damage(parts, door))
    menu.addSeparator()
    rename = menu.addAction(_("Rename \u2026"))
    rename.triggered.connect(lambda _checked=False: _rename_door(parts, door))
    return menu


def _rename_door(parts: Parts, door: Wall) -> None:
    field = FieldView("name", _("Name"), value=door.name)
    form = FormView(
        door_title(door, parts.controller.encounter.map.floors),
        _("shown in the log and beside the door"),
        (field,),
    )

    def take(given: Mapping[str, object]) -> None:
        walls = parts.controller.encounter.map.walls
        now = tuple(wall for wall in walls if wall.id == door.id)
        named = tuple(wall.replace(name=str(given["name"]).strip()) for wall in now)
        parts.controller.submit(PutWalls(put=named))

    parts.forms.ask(form, take)


def _wire_tie_menu(parts: Parts) -> None:
    """Show the menu whenever the active tool wants it."""
    controller, tie_signs = parts.controller, TieSigns(parts.controller)

    def follow() -> None:
        wanted = controller.view.tie_menu
        if any(wanted):
            # Nothing shown depends on it.
            controller.view = replace(controller.view, tie_menu=("", ""))
            tie = None if controller.view.presenting else tie_signs.find(wanted)
            if tie is not None:
                tie_menu(parts, tie).popup(QCursor.pos())

    controller.subscribe(follow)


def tie_menu(parts: Parts, tie: Tie) -> QMenu:
    """Return the menu of a tie, by name of each of the two; it is gone once it is closed."""
    menu = _passing_menu(parts)
    menu.addAction(tie.label).setEnabled(False)
    encounter = parts.controller.encounter
    for who, other in ((tie.a, tie.b), (tie.b, tie.a)):
        found = [
            one
            for one in parts.controller.rules_cache.actions(who)
            # About the other of the two, or about nobody in particular.
            if one.group == tie.group and (one.needs != ("combatant",) or _is_aimed_at(one, other))
        ]
        if found:
            menu.addSeparator()
            menu.addAction(encounter[who].name).setEnabled(False)
        for one in found:
            made = menu.addAction(
                f"{one.title} \u2013 {minus(one.note)}" if one.note else one.title
            )
            made.setEnabled(one.refusal is None)
            set_tip(made, "" if one.refusal is None else one.refusal.text)
            made.triggered.connect(partial(_choose_of_tie, parts, one, who, other))
    return menu


def _is_aimed_at(action: Action, other: str) -> bool:
    candidates = action.candidates
    return action.needs == ("combatant",) and candidates is not None and other in candidates().who


def _choose_of_tie(
    parts: Parts, action: Action, who: str, other: str, _checked: bool = False
) -> None:
    parts.controller.selection.select(who)
    parts.controller.actions.choose(action.id)
    if _is_aimed_at(action, other):
        parts.controller.selection.point_at(other)
