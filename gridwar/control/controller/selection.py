"""The selection: who is selected on the map and in the lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridwar.control.drafts.picking import Picking
    from gridwar.control.state.controller_protocol import ControllerProtocol


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
