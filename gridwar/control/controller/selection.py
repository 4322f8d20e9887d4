"""The selection: who is selected on the map and in the lists, and the GM's commands on all of them.

Each is one command. Where some have it and some do not, all get it; where all have it, it goes.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

from gridwar.control.maps.floor_in_view import floor_of
from gridwar.control.state.view_state import Notice
from gridwar.engine.gm.combatant_commands import RemoveCombatants, SetValue
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.actions.target_picking import Picking
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.model.combatant import Combatant


Flag = Literal["hidden", "locked", "aside"]


class Selection:
    """Selects combatants; who is selected stands in the view state."""

    def __init__(self, controller: ControllerProtocol, picking: Picking) -> None:
        """Let ``picking`` take who is pointed at while a target is needed."""
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
        floor = floor_of(encounter, ids, view.floor) if encounter.map.floors else ""
        self._controller.show(selected=ids, weapon="", quick_error="", floor=floor)

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
