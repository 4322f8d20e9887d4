"""The Fight menu: turns, who joins, the GM's freedom, house rules and settings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from gridwar.control.controller.selection import clear_the_field
from gridwar.control.forms.house_rules_form import (
    SettingsForm,
    changed,
    holds_lists,
    settings_form,
    switches_form,
)
from gridwar.control.maps.placing import joining
from gridwar.control.views.standing_answers import policy_words, standing_words
from gridwar.engine.gm.commands import ChooseSwitch, SetSetting
from gridwar.engine.kit.commands import EndFight
from gridwar.engine.play.outcome import Refused
from gridwar.systems import playable_systems
from gridwar.text import _
from gridwar.ui.menus.entries import Entries
from gridwar.ui.parts.wiring import go_on
from gridwar.ui.style.tooltips import set_tip

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.control.forms.values import FormValue
    from gridwar.model.combatant import Combatant
    from gridwar.model.geometry import Cell
    from gridwar.model.record import Record
    from gridwar.ui.parts.window_parts import Parts


def _follow(controller: Controller, mark: Callable[[], None]) -> None:
    """Bring an entry up to date now and whenever something shown has changed."""
    mark()
    controller.subscribe(mark)


def fight_menu(parts: Parts, menu: QMenu) -> None:
    """Fill the menu."""
    entries = Entries(parts, menu)
    _add_turns(parts, entries)
    _add_acts(parts, menu)
    _add_joining(parts, menu, entries)
    entries.separate()
    _add_leaving(parts, entries)
    entries.separate()
    _add_rules(parts, menu, entries)


def _add_turns(parts: Parts, entries: Entries) -> None:
    """Add how the fight goes on, and how it ends."""
    controller = parts.controller
    entries.action(
        "fight.next",
        controller.turns.next_step().words,
        "N",
        partial(go_on, parts),
        _("The fight begins, the next turn, or what the rules say comes next"),
    )
    _follow(
        controller,
        lambda: parts.window_actions.rename("fight.next", controller.turns.next_step().words),
    )
    end = entries.action(
        "fight.end",
        _("End the fight"),
        "",
        lambda: controller.submit(EndFight()),
        _("What lasts no longer than a fight is over; wounds and places stay"),
    )
    _follow(controller, lambda: end.setEnabled(controller.encounter.round > 0))


def _add_joining(parts: Parts, menu: QMenu, entries: Entries) -> None:
    """Add who comes into the fight, and from where."""
    joining_menu = menu.addMenu(_("Add to the fight"))
    joining_menu.aboutToShow.connect(partial(_fill_add_menu, parts, joining_menu))
    parts.order.add_requested.connect(lambda: joining_menu.popup(parts.order.cursor().pos()))
    entries.action(
        "fight.new", _("New combatant \u2026"), "Ctrl+Shift+N", lambda: parts.combatants.new()
    )
    entries.action(
        "fight.import",
        _("Import combatants \u2026"),
        "",
        lambda: parts.combatants.exchange.import_to_fight(parts.combatants.middle()),
    )
    entries.action(
        "fight.export",
        _("Export combatants \u2026"),
        "",
        lambda: parts.combatants.exchange.export(),
        _("Those selected, or everybody"),
    )


def _add_leaving(parts: Parts, entries: Entries) -> None:
    """Add who leaves the board or the fight, and the sides there are."""
    entries.action(
        "fight.clear",
        _("Clear the field of the dead"),
        "",
        partial(clear_the_field, parts.controller),
        _("Sets everybody aside who is out; the order keeps them"),
    )
    entries.action(
        "fight.take",
        _("Take along \u2026"),
        "",
        lambda: parts.combatants.exchange.take_along(),
        _("Combatants with their wounds and ammunition, to the library or the next fight"),
    )
    entries.action("fight.sides", _("Sides \u2026"), "", lambda: parts.combatants.sides())


def _add_rules(parts: Parts, menu: QMenu, entries: Entries) -> None:
    """Add how strictly, with which dice and by which rules the fight is played."""
    controller = parts.controller
    entries.toggle("fight.free", _("Free move: no rules"), "Ctrl+F", "free_move")
    typed = entries.switch(
        entries.info("fight.dice", _("Real dice, typed in"), "Ctrl+D"),
        lambda on: controller.answers.use_typed_dice(typed=on),
    )
    _follow(controller, lambda: typed.setChecked(controller.view.typed_dice))
    if controller.system.data.switches.model_fields:
        entries.action("fight.rules", _("House rules \u2026"), "", partial(_house_rules, parts))
    if controller.system.data.settings.model_fields:
        words = _("Settings of this fight \u2026")
        entries.action("fight.settings", words, "", partial(_settings, parts))
    standing = menu.addMenu(_("Standing answers"))
    standing.aboutToShow.connect(partial(_offer_standing, parts, standing))
    rules = menu.addMenu(_("New fight on this map"))
    # Listed when looked at: to know what a rule system is called it has to be loaded.
    rules.aboutToShow.connect(partial(_offer_rules, parts, rules))


def _add_acts(parts: Parts, menu: QMenu) -> None:
    """Add what the rules offer the fight as a whole, as it is whenever the menu opens."""
    menu.addSeparator()
    below = menu.addSeparator()
    entries, offered = Entries(parts, menu), list[QAction]()

    def offer() -> None:
        for old in offered:
            menu.removeAction(old)
            old.deleteLater()
        offered.clear()
        for one in parts.controller.actions.of_fight():
            words = f"{one.title}: {one.note}" if one.note else one.title
            if one.refusal is not None:
                words = _("{act} \u2013 {reason}").format(act=words, reason=one.refusal.text)
            entry = entries.offer(words, partial(parts.controller.actions.play_for_fight, one))
            entry.setEnabled(one.refusal is None)
            menu.insertAction(below, entry)
            offered.append(entry)

    menu.aboutToShow.connect(offer)


def _offer_rules(parts: Parts, menu: QMenu) -> None:
    """Offer all rules; those that this fight goes by are ticked."""
    menu.clear()
    host, entries = parts.host, Entries(parts, menu)
    if host is None:
        return
    for system_id, title in playable_systems():
        entry = entries.offer(title, partial(host.use_rules, system_id))
        entry.setCheckable(True)
        entry.setChecked(system_id == parts.controller.system.id)


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
        entries = Entries(parts, menu.addMenu(side.name))
        for sample in samples:
            joins = partial(_join, parts, sample.replace(side=side_id), near)
            entries.offer(sample.name, joins)


def _join(parts: Parts, sample: Combatant, near: Cell | None) -> None:
    controller = parts.controller
    controller.submit(joining(controller.encounter, sample, near or parts.combatants.middle()))


def _house_rules(parts: Parts) -> None:
    switches = parts.controller.encounter.switches
    parts.forms.ask(switches_form(switches), partial(_set, parts, switches, ChooseSwitch))


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
