"""GM commands on all who are selected: hide, lock, set aside, another side, removal.

Each is one command. Where some have it and some do not, all get it; where all have it, it goes.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

from gridwar.control.state.view_state import Notice
from gridwar.engine.gm.commands import RemoveCombatants, SetValue
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.model.combatant import Combatant

Flag = Literal["hidden", "locked", "aside"]


def chosen(controller: Controller) -> tuple[Combatant, ...]:
    """Return those selected, in the order in which they joined."""
    selected = controller.view.selected
    everyone = controller.encounter.combatants
    return tuple(one for key, one in everyone.items() if key in selected)


def is_set(controller: Controller, flag: Flag) -> bool:
    """Return whether all who are selected have a flag."""
    combatants = chosen(controller)
    return bool(combatants) and all(getattr(one, flag) for one in combatants)


def toggle(controller: Controller, flag: Flag) -> None:
    """Give a flag to all who are selected, or take it from all."""
    combatants = chosen(controller)
    if combatants:
        value = json.dumps(not is_set(controller, flag))
        _set(controller, combatants, flag, value)


def change_side(controller: Controller, side: str) -> None:
    """Let all who are selected fight for a side."""
    combatants = chosen(controller)
    if combatants:
        _set(controller, combatants, "side", json.dumps(side))


def _set(controller: Controller, combatants: tuple[Combatant, ...], field: str, value: str) -> None:
    who = tuple(one.id for one in combatants)
    controller.submit(SetValue(who=who, field=field, value=value))


def remove(controller: Controller) -> None:
    """Take those selected out of the fight for good."""
    who = tuple(one.id for one in chosen(controller))
    if who:
        controller.submit(RemoveCombatants(who=who))


# --- the dead ------------------------------------------------------------------------------------


def out_of_it(controller: Controller) -> tuple[Combatant, ...]:
    """Return those on the board who are dead or otherwise out."""
    combatants = controller.encounter.everyone()
    return tuple(one for one in combatants if controller.rules_cache.card(one.id).out)


def clear_the_field(controller: Controller) -> None:
    """Set everybody aside who is out of the fight, in one command."""
    combatants = out_of_it(controller)
    if not combatants:
        controller.tell(Notice(_("Nobody on the board is out of the fight."), tone="note"))
        return
    _set(controller, combatants, "aside", "true")
