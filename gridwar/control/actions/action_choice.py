"""Actions that are offered to a combatant or to the fight: found, chosen, played or prepared.

What the rules offer is asked of the rules' cache; what an action needs is picked on the map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.actions.action_draft import waived
from gridwar.control.state.view_state import Notice
from gridwar.engine.kit.offers_and_actions import Target

if TYPE_CHECKING:
    from gridwar.control.actions.action_draft import ActionDrafts
    from gridwar.control.actions.target_picking import Picking
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.kit.offers_and_actions import Action


class Actions:
    """Plays actions, or prepares what they need."""

    def __init__(
        self, controller: ControllerProtocol, drafts: ActionDrafts, picking: Picking
    ) -> None:
        """Let ``drafts`` prepare what is shown with its odds before, ``picking`` its targets."""
        self._controller = controller
        self._drafts = drafts
        self._picking = picking

    def find(self, action_id: str) -> Action | None:
        """Return an action of the present actor by id."""
        if self._controller.actor is None:
            return None
        actions = self._controller.rules_cache.actions(self._controller.actor)
        return next((one for one in actions if one.id == action_id), None)

    def choose(self, action_id: str, *, anyway: bool = False) -> None:
        """Choose an action of the present actor: play it, or let its target be picked.

        Args:
            action_id: The action.
            anyway: Whether the GM wants it although it is refused.
        """
        actor = self._controller.actor
        action = self.find(action_id)
        if actor is None or action is None:
            return
        if action.refusal is not None and not anyway:
            self._controller.tell(Notice(action.refusal.text, refusal=action.refusal))
        elif action.needs:
            self._picking.begin(action, actor)
        else:
            self._play(action)

    def _play(self, action: Action) -> None:
        """Play an action that needs nothing, or show it with its odds before."""
        several = self._controller.view.selected if action.takes_others else ()
        command = waived(action, action.make(Target(combatants=several)))
        if action.prepared:
            self._drafts.prepare(action, command)
        else:
            self._controller.submit(command)

    def act_out_of_turn(self, who: str, action_id: str) -> None:
        """Play an action that a combatant can do out of turn."""
        for action in self._controller.rules_cache.out_of_turn(who):
            if action.id == action_id:
                self._controller.submit(action.make(Target()))

    # --- of the fight as a whole -----------------------------------------------------------------

    def of_fight(self) -> tuple[Action, ...]:
        """Return what is offered to the fight as a whole.

        Only what needs no choice on the map: that is made by somebody.
        """
        offered = self._controller.rules_cache.actions(None)
        return tuple(one for one in offered if one.need == "nothing")

    def play_for_fight(self, action: Action) -> None:
        """Play an act of the fight as a whole; the GM may do anyway what is refused.

        One that is prepared is shown with its odds before.
        """
        command = action.make(Target())
        if action.prepared and action.refusal is None:
            self._drafts.prepare_for_fight(action, command)
        else:
            self._controller.submit(command)
