"""The selection: who is selected on the map and in the lists, and the GM's commands on all of them.

Each is one command. Where some have it and some do not, all get it; where all have it, it goes.
Quick numbers are commands, too: what a GM types with tokens selected, ``-7 +4 =12 /2`` or a
condition in any of its words, in British or American spelling, in singular or plural.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Literal

from gridwar.control.state.view_state import Notice
from gridwar.engine.gm.combatant_commands import RemoveCombatants, SetValue
from gridwar.engine.gm.effect_and_pool_commands import AddEffect, ChangePool, EndEffect
from gridwar.model.combatant import TimedEffect, is_instance
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.drafts.picking import Picking
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.kit.card_order_and_flow import KnownCondition
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


Flag = Literal["hidden", "locked", "aside"]


class Selection:
    """Selects combatants; who is selected stands in the view state."""

    def __init__(self, controller: ControllerProtocol, picking: Picking) -> None:
        """Belong to a controller.

        Args:
            controller: Whose view state holds who is selected.
            picking: Takes who is pointed at while a target is needed.
        """
        self._controller = controller
        self._picking = picking

    def select(self, *ids: str, add: bool = False) -> None:
        """Select tokens; with ``add`` toggle them."""
        view, encounter = self._controller.view, self._controller.encounter
        if add:
            kept = tuple(one for one in view.selected if one not in ids)
            ids = kept + tuple(one for one in ids if one not in view.selected)
        ids = tuple(one for one in ids if one in encounter)
        if view.picking is not None:  # it was for whoever was selected
            self._controller.show(picking=None, show_bands=False)
        self._controller.show(selected=ids, weapon="", quick_error="")

    def select_all(self) -> None:
        """Select everybody on the board."""
        combatants = self._controller.encounter.everyone()
        self.select(*(one.id for one in combatants if one.pos is not None))

    def select_side(self, side: str) -> None:
        """Select everybody of a side on the board."""
        combatants = (one for one in self._controller.encounter.everyone() if one.side == side)
        self.select(*(one.id for one in combatants if one.pos is not None))

    def point_at(self, who: str, *, add: bool = False) -> None:
        """Choose a combatant in a list: as the target being picked, else as the one selected."""
        if who == self._controller.actor or not self._picking.point_at(who):
            self.select(who, add=add)

    # --- commands on all who are selected ------------------------------------------------------

    def chosen(self) -> tuple[Combatant, ...]:
        """Return those selected, in the order in which they joined."""
        selected = self._controller.view.selected
        everyone = self._controller.encounter.combatants
        return tuple(one for key, one in everyone.items() if key in selected)

    def is_set(self, flag: Flag) -> bool:
        """Return whether all who are selected have a flag."""
        combatants = self.chosen()
        return bool(combatants) and all(getattr(one, flag) for one in combatants)

    def toggle(self, flag: Flag) -> None:
        """Give a flag to all who are selected, or take it from all."""
        combatants = self.chosen()
        if combatants:
            _set(self._controller, combatants, flag, json.dumps(not self.is_set(flag)))

    def change_side(self, side: str) -> None:
        """Let all who are selected fight for a side."""
        combatants = self.chosen()
        if combatants:
            _set(self._controller, combatants, "side", json.dumps(side))

    def remove(self) -> None:
        """Take those selected out of the fight for good."""
        who = tuple(one.id for one in self.chosen())
        if who:
            self._controller.submit(RemoveCombatants(who=who))


# --- the dead ------------------------------------------------------------------------------------


def out_of_it(controller: ControllerProtocol) -> tuple[Combatant, ...]:
    """Return those on the board who are dead or otherwise out."""
    combatants = controller.encounter.everyone()
    return tuple(one for one in combatants if controller.rules_cache.card(one.id).out)


def clear_the_field(controller: ControllerProtocol) -> None:
    """Set everybody aside who is out of the fight, in one command."""
    combatants = out_of_it(controller)
    if not combatants:
        controller.tell(Notice(_("Nobody on the board is out of the fight."), tone="note"))
        return
    _set(controller, combatants, "aside", "true")


def _set(
    controller: ControllerProtocol, combatants: tuple[Combatant, ...], field: str, value: str
) -> None:
    who = tuple(one.id for one in combatants)
    controller.submit(SetValue(who=who, field=field, value=value))


# --- quick numbers -------------------------------------------------------------------------------


SIGNS = "-+=/\u2212"
"""A quick number begins with one of these; the window lets them be typed anywhere."""
_NUMBER = re.compile(rf"([{SIGNS}])\s*(\d{{1,6}})")


def enter_quick(controller: ControllerProtocol, text: str) -> None:
    """Apply what was typed as a quick value to those selected; else say why it means nothing."""
    known = controller.system.data.conditions()
    meant = read_quick(text, controller.encounter, controller.view.selected, known)
    controller.show(quick_error=meant if isinstance(meant, str) else "")
    if not isinstance(meant, str):
        controller.submit(meant)


def read_quick(
    text: str,
    encounter: Encounter,
    who: tuple[str, ...],
    known: tuple[KnownCondition, ...] = (),
) -> Command | str:
    """Return the command that a quick text means, or words on why it means none.

    Args:
        text: What was typed.
        encounter: The present state; a condition that all of them have ends instead of beginning.
        who: The combatants selected.
        known: The conditions that the rules know.
    """
    text = text.strip()
    if not who:
        return _("Select a combatant first.")
    number = _NUMBER.fullmatch(text)
    if number is not None:
        return _of_number(number[1], int(number[2]), who)
    if not text or text[0] in SIGNS or text[0].isdigit():
        return _("Write −7, +4, =12, /2, or the name of a condition.")
    return _of_condition(meant_by(text, known), encounter, who)


def meant_by(text: str, known: tuple[KnownCondition, ...]) -> TimedEffect:
    """Return the condition that some words mean: one that the rules know, else a new one.

    Args:
        text: What was typed.
        known: The conditions that the rules know.
    """
    wanted = _plain(text)
    for one in known:
        short = re.split("[:,(]", one.title, maxsplit=1)[0]  # without what it tells besides
        if wanted in map(_plain, (one.id, one.title, short, *one.words)):
            return TimedEffect(id=one.id, name=one.title, badge=one.badge)
    return TimedEffect(id=text.casefold(), name=text)


def _plain(text: str) -> str:
    """Return words as they are compared: one spelling, no plurals, no case, single blanks."""
    words = re.split(r"[\s_\-]+", text.strip().casefold())
    spelled = (word.replace("z", "s").replace("our", "or") for word in words)
    return " ".join(word.rstrip("s") for word in spelled)


def _of_number(sign: str, points: int, who: tuple[str, ...]) -> Command | str:
    match sign:
        case "+":
            return ChangePool(who=who, add=points)
        case "=":
            return ChangePool(who=who, to=points)
        case "/":
            if points == 0:
                return _("Cannot divide by 0.")
            return ChangePool(who=who, divide_by=points)
        case _:
            return ChangePool(who=who, add=-points)


def _of_condition(effect: TimedEffect, encounter: Encounter, who: tuple[str, ...]) -> Command:
    everybody = (encounter[one].effects for one in who)
    if all(any(is_instance(each.id, effect.id) for each in has) for has in everybody):
        return EndEffect(who=who, effect=effect.id)
    return AddEffect(who=who, effect=effect)
