"""The Fight menu: turns, who joins, the GM's freedom, house rules and settings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from gridwar.control.controller.selection import clear_the_field
from gridwar.control.forms.house_rules_settings_sides import (
    SettingsForm,
    changed,
    holds_lists,
    settings_form,
    switches_form,
)
from gridwar.control.library.copy_and_take_along import map_form
from gridwar.control.maps.map_taken_along import parts_given
from gridwar.control.maps.placing_combatants import joining
from gridwar.control.presenters.questions import policy_words, standing_words
from gridwar.control.records.form_records import FieldView, FormView
from gridwar.control.text_format import minus
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.gm.side_and_setting_commands import ChooseSwitch, SetSetting
from gridwar.engine.kit.turn_and_move_commands import EndFight
from gridwar.engine.play.play_outcome import Refused
from gridwar.systems import playable_systems
from gridwar.text import _
from gridwar.ui.style.popup_menus import PopupMenu, submenu
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.window.menus.menu_declaration import Entries, Menu, State
from gridwar.ui.window.panel_searches import show_library
from gridwar.ui.window.signal_wiring import open_notes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QAction

    from gridwar.control.forms.value_texts import FormValue
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.model.combatant import Combatant
    from gridwar.model.geometry import Cell
    from gridwar.model.record import Record
    from gridwar.ui.window.application_host import FightHost
    from gridwar.ui.window.window_parts import Parts


_MARKS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Keys of a list that has the keyboard to itself."""
FIGHT: Menu[Parts] = Menu(_("F&ight"))


# --- turns -------------------------------------------------------------------------------------


@FIGHT.action(
    "fight.next",
    _("Next turn"),
    _("The fight begins, the next turn, or what the rules say comes next"),
    State(words=lambda parts: parts.controller.turns.next_step().words),
)
def _go_on(parts: Parts) -> None:
    if parts.controller.encounter.combatants:
        parts.controller.turns.go_on()
    else:
        show_library(parts)


@FIGHT.action(
    "fight.end",
    _("End the fight"),
    _("What lasts no longer than a fight is over; wounds and places stay"),
    State(enabled=lambda parts: parts.controller.encounter.round > 0),
)
def _end(parts: Parts) -> None:
    parts.controller.submit(EndFight())


@FIGHT.action(
    "fight.notes",
    _("Notes \u2026"),
    _("What you want to remember of this fight, and of whoever is selected; players do not see it"),
)
def _open_notes(parts: Parts) -> None:
    open_notes(parts)


@FIGHT.action("fight.note", _("Write into the log \u2026"), _("A line of your own"))
def _write_note(parts: Parts) -> None:
    field = FieldView("note", _("What happened"))
    form = FormView(
        _("Write into the log"), _("A line of your own."), (field,), primary=_("Write it down")
    )

    def take(given: dict[str, FormValue]) -> None:
        if words := str(given["note"]).strip():
            parts.controller.submit(WriteNote(text=words))

    parts.forms.ask(form, take)


def _events(parts: Parts) -> tuple[Action, ...]:
    """Return what the rules let be booked for those selected, else for the one acting."""
    return parts.controller.actions.events()


@FIGHT.action(
    "fight.events",
    _("Event of the round \u2026"),
    _("Something happened to the one acting: a list in which a digit chooses"),
    State(enabled=lambda parts: bool(_events(parts))),
)
def _list_events(parts: Parts) -> None:
    menu = PopupMenu(parts.map, passes=True)
    for one, mark in zip(_events(parts), _MARKS, strict=False):
        words = f"{one.title}  {minus(one.note)}".strip().replace("&", "&&")
        entry = menu.addAction(f"&{mark}  {words}")
        entry.triggered.connect(lambda _on=False, key=one.id: parts.controller.actions.choose(key))
    port = parts.map.viewport()
    menu.popup(port.mapToGlobal(port.rect().center()) - menu.rect().center())


@FIGHT.section
def _add_acts(entries: Entries, parts: Parts) -> None:
    """Add what the rules offer the fight as a whole, as it is whenever the menu opens."""
    menu = entries.menu
    menu.addSeparator()
    below = menu.addSeparator()
    shown: list[Action] = []
    made: list[QAction] = []

    def play(place: int) -> None:
        parts.controller.actions.play_for_fight(shown[place])

    def offer() -> None:
        # Entries stay and say something else: what was in a menu is not deleted while it opens.
        shown[:] = parts.controller.actions.of_fight()
        while len(made) < len(shown):
            entry = entries.offer("", partial(play, len(made)))
            menu.insertAction(below, entry)
            made.append(entry)
        for entry in made[len(shown) :]:
            entry.setVisible(False)
        for entry, one in zip(made, shown, strict=False):
            words = f"{one.title}: {one.note}" if one.note else one.title
            if one.refusal is not None:
                words = _("{act} \u2013 {reason}").format(act=words, reason=one.refusal.text)
            entry.setText(words)
            entry.setEnabled(one.refusal is None)
            entry.setVisible(True)

    menu.aboutToShow.connect(offer)


# --- who joins ---------------------------------------------------------------------------------


@FIGHT.section
def _add_joining(entries: Entries, parts: Parts) -> None:
    """Add who may come into the fight; the order's button opens the same menu."""
    menu = submenu(entries.menu, _("Add to the fight"))
    menu.aboutToShow.connect(partial(_fill_add_menu, parts, menu))
    parts.order.add_requested.connect(lambda: menu.popup(parts.order.cursor().pos()))


def _fill_add_menu(parts: Parts, menu: QMenu) -> None:
    """Offer the library and the samples, for the sides there are now."""
    for side in menu.findChildren(QMenu):
        side.deleteLater()  # the menu would keep it
    menu.clear()
    menu.addAction(parts.window_actions.action("view.panel_library"))
    menu.addSeparator()
    fill_samples_menu(parts, menu)


def fill_samples_menu(parts: Parts, menu: QMenu, near: Cell | None = None) -> None:
    """Offer each side the samples of the system; they join near a place, or in the middle."""
    controller = parts.controller
    samples = controller.system.data.samples()
    for side_id, side in controller.encounter.sides.items():
        entries = Entries(parts, submenu(menu, side.name))
        for sample in samples:
            joins = partial(_join, parts, sample.replace(side=side_id), near)
            entries.offer(sample.name, joins)


def _join(parts: Parts, sample: Combatant, near: Cell | None) -> None:
    controller = parts.controller
    controller.submit(joining(controller.encounter, sample, near or parts.combatants.middle()))


@FIGHT.action("fight.new", _("New combatant \u2026"))
def _make_new(parts: Parts) -> None:
    parts.combatants.new()


@FIGHT.action("fight.import", _("Import combatants \u2026"))
def _import(parts: Parts) -> None:
    parts.combatants.exchange.import_to_fight(parts.combatants.middle())


@FIGHT.action("fight.export", _("Export combatants \u2026"), hint=_("Those selected, or everybody"))
def _export(parts: Parts) -> None:
    parts.combatants.exchange.export()


# --- who leaves, and the sides -----------------------------------------------------------------

FIGHT.separate()


@FIGHT.action(
    "fight.clear",
    _("Clear the field of the dead"),
    hint=_("Sets everybody aside who is out; the order keeps them"),
)
def _clear(parts: Parts) -> None:
    clear_the_field(parts.controller)


@FIGHT.action(
    "fight.take",
    _("New fight with \u2026"),
    hint=_("People with their wounds, the map, notes and house rules go on in another fight"),
)
def _take_along(parts: Parts) -> None:
    parts.combatants.exchange.take_along()


@FIGHT.action("fight.sides", _("Sides \u2026"))
def _edit_sides(parts: Parts) -> None:
    parts.combatants.sides()


# --- how strictly, with which dice and by which rules ------------------------------------------

FIGHT.separate()
FIGHT.toggle("fight.free", _("Free move: no rules"), "free_move")


@FIGHT.switch(
    "fight.dice",
    _("Real dice, typed in"),
    "",
    State(on=lambda parts: parts.controller.view.typed_dice),
)
def _type_dice(parts: Parts, on: bool) -> None:
    parts.controller.answers.use_typed_dice(typed=on)


@FIGHT.action(
    "fight.rules",
    _("House rules \u2026"),
    state=State(there=lambda parts: bool(parts.controller.system.data.switches.model_fields)),
)
def _house_rules(parts: Parts) -> None:
    switches = parts.controller.encounter.switches
    parts.forms.ask(switches_form(switches), partial(_set, parts, switches, ChooseSwitch))


@FIGHT.action(
    "fight.settings",
    _("Settings of this fight \u2026"),
    state=State(there=lambda parts: bool(parts.controller.system.data.settings.model_fields)),
)
def _settings(parts: Parts) -> None:
    settings = parts.controller.encounter.settings
    if not holds_lists(settings):
        parts.forms.ask(settings_form(settings), partial(_set, parts, settings, SetSetting))
        return
    form = SettingsForm(settings)

    def apply() -> str:
        for name, value in form.values():
            outcome = parts.controller.submit(SetSetting(name=name, value=value))
            if isinstance(outcome, Refused):
                return outcome.text
        return ""

    parts.forms.edit(form, apply, "settings")


def _set(
    parts: Parts,
    record: Record,
    command: type[ChooseSwitch] | type[SetSetting],
    given: Mapping[str, FormValue],
) -> None:
    for name, value in changed(record, given):
        parts.controller.submit(command(name=name, value=value))


@FIGHT.listing(_("Standing answers"))
def _offer_standing(parts: Parts, menu: QMenu) -> None:
    """List what is not asked any more; a click takes it back."""
    menu.clear()
    entries, controller = Entries(parts, menu), parts.controller
    given = controller.encounter.standing
    for key, policy in given.items():
        what = standing_words(controller.system, controller.encounter, key)
        answer = policy_words(controller.system, key, policy)
        words = _("{what} \u2013 {answer}").format(what=what, answer=answer)
        entry = entries.offer(words, partial(controller.answers.stand, key, "ask"))
        entry.setCheckable(True)
        entry.setChecked(True)
        set_tip(entry, _("Click to be asked again"))
    if not given:
        menu.addAction(_("None: everything is asked")).setEnabled(False)


@FIGHT.listing(_("New fight on this map"))
def _offer_rules(parts: Parts, menu: QMenu) -> None:
    """Offer all rules, those of this fight ticked; only now, as they have to be loaded."""
    menu.clear()
    host, entries = parts.host, Entries(parts, menu)
    if host is None:
        return
    for system_id, title in playable_systems():
        entry = entries.offer(title, partial(_begin_on_this_map, parts, host, system_id))
        entry.setCheckable(True)
        entry.setChecked(system_id == parts.controller.system.id)


def _begin_on_this_map(parts: Parts, host: FightHost, system_id: str) -> None:
    """Ask what of the map is kept, where there is anything to ask; then begin."""
    form = map_form(parts.controller)
    if form is None:
        host.use_rules(system_id)
        return
    parts.forms.ask(form, lambda given: host.use_rules(system_id, None, parts_given(given)))
