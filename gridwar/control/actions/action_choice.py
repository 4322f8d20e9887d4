"""Actions that are offered to a combatant or to the fight: found, chosen, played or prepared.

What the rules offer is asked of the rules' cache; what an action needs is picked on the map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.actions.last_choices import waived
from gridwar.control.state.view_state import Notice
from gridwar.engine.kit.offers_and_actions import Role, Target
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.actions.action_draft import ActionDrafts
    from gridwar.control.actions.target_picking import Picking
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.kit.offers_and_actions import Action

USUAL: Final = {Role.STRIKE: 2, Role.MOVE: 1, Role.READY: 1, Role.GUARD: 1, Role.HELP: 1}
"""How many of each kind stand first in the list, in this order: what most turns are made of."""


def in_list_order(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return actions as the list has them: the usual ones first, then each under its heading.

    What is usual goes by what an action is for and never by whether it can be done now, so that
    rows and digits stay where they are during a fight.
    """
    kinds = {role: [one for one in actions if one.role is role] for role in USUAL}
    kinds[Role.MOVE].sort(key=lambda one: one.need != "path")  # a way before a posture
    found = [one for role, most in USUAL.items() for one in kinds[role][:most]]
    usual = [replace(one, group=_("Usual")) for one in found]
    taken = {one.id for one in usual}
    return (*usual, *(one for one in actions if one.id not in taken))


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

    def listed(self) -> tuple[Action, ...]:
        """Return the actions of the present actor in the order of their list, for its digits."""
        who = self._controller.actor
        return () if who is None else in_list_order(self._controller.rules_cache.actions(who))

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
            words, needs = action.refusal.text, bool(action.needs)
            self._controller.tell(Notice(words, refusal=action.refusal, wanted_target=needs))
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
