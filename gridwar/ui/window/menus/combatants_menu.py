"""The menus of combatants: of those selected, on the map and in the order, and of a free place.

What stands in them acts upon all who are selected.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.control.controller import selection
from gridwar.control.maps.light_presets import PRESETS, given_to_each
from gridwar.control.presenters.reference_cards import lying_on
from gridwar.control.silhouettes import SILHOUETTES
from gridwar.control.tools.pins.pins_tool import put_pin
from gridwar.engine.gm.light_commands import PutLights, SwitchLights
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.engine.perception.light_of_fight import light_name, place_of
from gridwar.model.geometry import centre_of
from gridwar.text import _, ngettext
from gridwar.ui.style.popup_menus import submenu
from gridwar.ui.window import signal_wiring
from gridwar.ui.window.menus.fight_menu import fill_samples_menu
from gridwar.ui.window.menus.menu_declaration import Entries, Menu, State
from gridwar.ui.window.panel_searches import show_log_of
from gridwar.ui.window.players_controls import ask_public_name

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from gridwar.model.geometry import Cell
    from gridwar.ui.window.window_parts import Parts


class Clicked(Struct, frozen=True):
    """The combatant whose menu it is."""

    parts: Parts
    who: str


class ClickedPlace(Struct, frozen=True):
    """The place whose menu it is; nobody stands there."""

    parts: Parts
    cell: Cell


COMBATANTS: Menu[Clicked] = Menu("")
PLACE: Menu[ClickedPlace] = Menu("")


def fill_combatants(parts: Parts, menu: QMenu, who: str) -> None:
    """Fill the menu of those selected.

    Args:
        parts: The window.
        menu: What to fill.
        who: The one that was clicked.
    """
    COMBATANTS.fill(Entries(parts, menu), Clicked(parts, who))


def fill_place(parts: Parts, menu: QMenu, cell: Cell) -> None:
    """Fill the menu of a place where nobody stands."""
    PLACE.fill(Entries(parts, menu), ClickedPlace(parts, cell))


# --- those selected ------------------------------------------------------------------------------


@COMBATANTS.section
def _add_heading(entries: Entries, clicked: Clicked) -> None:
    """Say who they are."""
    controller = clicked.parts.controller
    several = len(controller.view.selected)
    one = controller.encounter.combatants[clicked.who]
    words = ngettext("{name}", "{name} and {n} more", several - 1 or 1) if several > 1 else "{name}"
    entries.menu.addAction(words.format(name=one.name, n=several - 1)).setEnabled(False)


COMBATANTS.separate()


@COMBATANTS.entry(_("Give the turn"))
def _give_turn(clicked: Clicked) -> None:
    clicked.parts.controller.submit(TakeTurn(actor=clicked.who))


@COMBATANTS.entry(_("Edit \u2026"), "edit.values")
def _edit(clicked: Clicked) -> None:
    clicked.parts.combatants.edit(clicked.who)


@COMBATANTS.entry(_("Name for players \u2026"))
def _name_for_players(clicked: Clicked) -> None:
    ask_public_name(clicked.parts, clicked.who)


@COMBATANTS.entry(_("Note \u2026"))
def _write_note(clicked: Clicked) -> None:
    signal_wiring.open_notes(clicked.parts, clicked.who)


@COMBATANTS.entry(_("Effect or reminder \u2026"), "edit.effect")
def _write_effect(clicked: Clicked) -> None:
    signal_wiring.write_effect(clicked.parts)


@COMBATANTS.entry(_("Their log"), "view.log_of_selected")
def _show_log(clicked: Clicked) -> None:
    show_log_of(clicked.parts, clicked.parts.controller.view.selected or (clicked.who,))


def _give_or_take(flag: selection.Flag, give: str, take: str) -> State[Clicked]:
    """Return the words to give a flag, or to take it from those who have it."""

    def words(clicked: Clicked) -> str:
        return take if clicked.parts.controller.selection.is_set(flag) else give

    return State(words=words)


@COMBATANTS.entry("", "edit.hide", _give_or_take("hidden", _("Hide"), _("Show to all")))
def _hide(clicked: Clicked) -> None:
    clicked.parts.controller.selection.toggle("hidden")


@COMBATANTS.entry("", "edit.lock", _give_or_take("locked", _("Lock in place"), _("Unlock")))
def _lock(clicked: Clicked) -> None:
    clicked.parts.controller.selection.toggle("locked")


@COMBATANTS.entry("", "edit.aside", _give_or_take("aside", _("Set aside"), _("Bring back")))
def _set_aside(clicked: Clicked) -> None:
    clicked.parts.controller.selection.toggle("aside")


SIDE = COMBATANTS.submenu(_("Side"))


@SIDE.section
def _add_sides(entries: Entries, clicked: Clicked) -> None:
    controller = clicked.parts.controller
    of_all = {one.side for one in controller.selection.chosen()}
    for side_id, side in controller.encounter.sides.items():
        entry = entries.offer(side.name, partial(controller.selection.change_side, side_id))
        entry.setCheckable(True)
        entry.setChecked(of_all == {side_id})


SIDE.separate()


@SIDE.entry(_("Sides \u2026"))
def _edit_sides(clicked: Clicked) -> None:
    clicked.parts.combatants.sides()


LIGHT = COMBATANTS.submenu(_("Light"))


@LIGHT.section
def _add_lights_to_carry(entries: Entries, clicked: Clicked) -> None:
    """Offer lights to carry, to each of those selected."""
    controller = clicked.parts.controller
    for kind in PRESETS:
        who = tuple(one.id for one in controller.selection.chosen())
        give = partial(controller.submit, given_to_each(controller.encounter, kind, who))
        entries.offer(_("Carries: {light}").format(light=kind.name), give)


LIGHT.separate()


@LIGHT.section
def _add_lights_carried(entries: Entries, clicked: Clicked) -> None:
    """Offer what can be done with each light that those selected carry."""
    controller = clicked.parts.controller
    here, chosen = controller.encounter, {one.id for one in controller.selection.chosen()}
    for source in here.map.light_sources:
        if source.carried_by in chosen:
            name, at = light_name(here, source), place_of(here, source)
            words = _("Put out: {light}") if source.on else _("Light: {light}")
            turned = SwitchLights(lights=(source.id,), on=not source.on)
            entries.offer(words.format(light=name), partial(controller.submit, turned))
            if at is not None:
                down = PutLights(put=(source.placed(at),))
                words = _("Put down: {light}").format(light=name)
                entries.offer(words, partial(controller.submit, down))
            gone = PutLights(gone=(source.id,))
            words = _("Take away: {light}").format(light=name)
            entries.offer(words, partial(controller.submit, gone))


PICTURE = COMBATANTS.submenu(_("Picture"))


@PICTURE.entry(_("Picture \u2026"))
def _choose_picture(clicked: Clicked) -> None:
    clicked.parts.combatants.pictures.choose()


@PICTURE.entry(_("Paste picture"))
def _paste_picture(clicked: Clicked) -> None:
    clicked.parts.combatants.pictures.paste()


def _has_picture(clicked: Clicked) -> bool:
    return any(one.picture for one in clicked.parts.controller.selection.chosen())


@PICTURE.entry(_("Remove the picture"), state=State(enabled=_has_picture))
def _remove_picture(clicked: Clicked) -> None:
    clicked.parts.combatants.pictures.bear(None)


@PICTURE.entry(_("Picture for players \u2026"))
def _choose_public_picture(clicked: Clicked) -> None:
    clicked.parts.combatants.pictures.choose(for_players=True)


def _has_public_picture(clicked: Clicked) -> bool:
    return any(one.public_picture for one in clicked.parts.controller.selection.chosen())


@PICTURE.entry(_("Let players see the same picture"), state=State(enabled=_has_public_picture))
def _remove_public_picture(clicked: Clicked) -> None:
    clicked.parts.combatants.pictures.bear(None, for_players=True)


PICTURE.separate()


@PICTURE.section
def _add_silhouettes(entries: Entries, clicked: Clicked) -> None:
    of_all = {one.picture for one in clicked.parts.controller.selection.chosen()}
    for choice in SILHOUETTES:
        bear = partial(clicked.parts.combatants.pictures.bear, choice.id)
        entry = entries.offer(choice.title, bear)
        entry.setCheckable(True)
        entry.setChecked(of_all == {choice.id})


COMBATANTS.separate()


@COMBATANTS.entry(_("Cut"), "edit.cut")
def _cut(clicked: Clicked) -> None:
    clicked.parts.combatants.exchange.cut()


@COMBATANTS.entry(_("Copy"), "edit.copy")
def _copy(clicked: Clicked) -> None:
    clicked.parts.combatants.exchange.copy()


@COMBATANTS.entry(_("Duplicate"), "edit.duplicate")
def _duplicate(clicked: Clicked) -> None:
    clicked.parts.combatants.duplicate()


@COMBATANTS.entry(_("Save to my library"), "edit.keep")
def _keep(clicked: Clicked) -> None:
    clicked.parts.combatants.exchange.keep_selected()


@COMBATANTS.entry(_("Export as JSON \u2026"))
def _export(clicked: Clicked) -> None:
    clicked.parts.combatants.exchange.export()


COMBATANTS.separate()


@COMBATANTS.entry(_("Remove from the fight"), "edit.remove")
def _remove(clicked: Clicked) -> None:
    clicked.parts.controller.selection.remove()


# --- a free place --------------------------------------------------------------------------------


@PLACE.entry(_("Paste here"), "edit.paste")
def _paste(clicked: ClickedPlace) -> None:
    clicked.parts.combatants.exchange.paste(clicked.cell)


@PLACE.section
def _add_samples(entries: Entries, clicked: ClickedPlace) -> None:
    menu = submenu(entries.menu, _("Add to the fight"))
    fill_samples_menu(clicked.parts, menu, clicked.cell)


@PLACE.entry(_("New combatant \u2026"), "fight.new")
def _make_new(clicked: ClickedPlace) -> None:
    clicked.parts.combatants.new(clicked.cell)


@PLACE.entry(_("Pin here \u2026"))
def _put_pin(clicked: ClickedPlace) -> None:
    put_pin(clicked.parts.controller, centre_of(clicked.cell))


PLACE.separate()


@PLACE.section
def _add_what_lies_here(entries: Entries, clicked: ClickedPlace) -> None:
    """Offer the cards of the ground and the zones of the square."""
    for words, key in lying_on(clicked.parts.controller, clicked.cell):
        open_it = partial(clicked.parts.cards.open, key, None, clicked.cell)
        entries.offer(_("About {what}").format(what=words), open_it)


PLACE.separate()


@PLACE.entry(_("Select all"), "edit.all")
def _select_all(clicked: ClickedPlace) -> None:
    clicked.parts.controller.selection.select_all()


@PLACE.section
def _add_selecting_sides(entries: Entries, clicked: ClickedPlace) -> None:
    controller = clicked.parts.controller
    for side_id, side in controller.encounter.sides.items():
        words = _("Select all of {side}").format(side=side.name)
        entries.offer(words, partial(controller.selection.select_side, side_id))


PLACE.separate()


@PLACE.entry(
    _("Clear the field of the dead"),
    state=State(enabled=lambda clicked: bool(selection.out_of_it(clicked.parts.controller))),
)
def _clear(clicked: ClickedPlace) -> None:
    selection.clear_the_field(clicked.parts.controller)
