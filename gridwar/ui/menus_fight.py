"""The Fight menu: turns, who joins, the GM's freedom, house rules."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.content.folder import rules_folder, switches
from gridwar.control.editing import changed, switches_form
from gridwar.control.people import joining
from gridwar.engine.gm import ChooseSwitch
from gridwar.model.geometry import Cell
from gridwar.text import _
from gridwar.ui.menu_entries import Entries
from gridwar.ui.wiring import go_on

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from gridwar.model.combatant import Combatant
    from gridwar.ui.parts import Parts


def fight_menu(parts: Parts, menu: QMenu) -> None:
    """Fill the menu."""
    entries = Entries(parts, menu)
    controller = parts.controller
    entries.deed("fight.next", _("Begin, or next turn"), "N", partial(go_on, parts))
    people = menu.addMenu(_("Add to the fight"))
    fill_people(parts, people)
    entries.toggle("fight.free", _("Free move: no rules"), "Ctrl+F", "free_move")
    typed = entries.toggle("fight.dice", _("Real dice, typed in"), "Ctrl+D", "typed_dice")
    typed.triggered.connect(controller.session.use_typed_dice)
    if type(controller.encounter.switches).model_fields:
        entries.deed("fight.rules", _("House rules \u2026"), "", lambda: _house_rules(parts))
    parts.order.add_requested.connect(lambda: people.popup(parts.order.cursor().pos()))


def fill_people(parts: Parts, menu: QMenu) -> None:
    """Offer the samples of the system for both sides."""
    entries, controller = Entries(parts, menu), parts.controller
    for sample in controller.system.samples():
        for side_id, side in controller.encounter.sides.items():
            words = _("{name} ({side})").format(name=sample.name, side=side.name)
            entries.offer(words, partial(_join, parts, sample.replace(side=side_id)))


def _join(parts: Parts, sample: Combatant) -> None:
    controller = parts.controller
    controller.submit(joining(controller.encounter, sample, _middle(parts)))


def _middle(parts: Parts) -> Cell:
    place = parts.map.mapToScene(parts.map.viewport().rect().center())
    return Cell(int(place.x()), int(place.y()))


def _house_rules(parts: Parts) -> None:
    controller = parts.controller
    chosen = controller.encounter.switches
    table = switches(rules_folder(controller.system.id)).root
    texts = {name: (switch.text, switch.rule) for name, switch in table.items()}
    form = switches_form(chosen, texts)

    def take(given: dict[str, object]) -> None:
        for name, value in changed(form, given):
            controller.submit(ChooseSwitch(name=name, value=value))

    parts.forms.ask(form, take)
