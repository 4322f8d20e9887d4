"""Actions: what is offered to a combatant or to the fight, that it is chosen, and what comes next.

What the rules offer is asked of the rules' cache; what an action needs is picked on the map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.actions.action_draft import waived
from gridwar.control.state.view_state import Notice
from gridwar.engine.kit.card_order_and_flow import NextStep
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.turn_and_move_commands import BeginFight, NextTurn
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.actions.action_draft import ActionDrafts
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.kit.offers_and_actions import Action


class Actions:
    """Plays actions, or prepares what they need."""

    def __init__(self, controller: ControllerProtocol, drafts: ActionDrafts) -> None:
        """Belong to a controller.

        Args:
            controller: Whose actor acts.
            drafts: Prepares what is shown with its odds before.
        """
        self._controller = controller
        self._drafts = drafts

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
            self._pick(action, actor)
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

    def _pick(self, action: Action, actor: str) -> None:
        """Let what an action needs be picked on the map."""
        view = self._controller.view
        is_first = view.picking is None and view.draft is None
        self._controller.show(
            picking=action,
            picked=Target(),
            needs_met=0,
            chosen=action,
            selected_before=view.selected if is_first else view.selected_before,
            selected=(actor,),
            show_bands=bool(action.weapon) and action.need != "path",
            weapon=action.weapon,
            notice=None,
        )

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


# --- what comes next -----------------------------------------------------------------------------


class Turns:
    """Goes on with a fight."""

    def __init__(self, controller: ControllerProtocol, actions: Actions) -> None:
        """Belong to a controller.

        Args:
            controller: Whose fight goes on.
            actions: Plays what goes on with it, where that is prepared.
        """
        self._controller = controller
        self._actions = actions

    def next_step(self) -> NextStep:
        """Return what comes next: what the rules say, else the fight begins or the next turn."""
        encounter = self._controller.encounter
        said = self._controller.rules_cache.flow().next_step
        if said is not None:
            return said
        if not encounter.round:
            return NextStep(BeginFight(), _("Begin the fight"))
        return NextStep(NextTurn(), _("Next turn") if encounter.turn is None else _("End turn"))

    def go_on(self) -> None:
        """Do what comes next; what is prepared for the fight as a whole is shown before."""
        command = self.next_step().command
        for act in self._actions.of_fight():
            if act.prepared and act.make(Target()) == command:
                self._actions.play_for_fight(act)
                return
        self._controller.submit(command)

    def reorder(self, who: str, before: str) -> None:
        """Put a combatant before another in the order, or (empty) at its end, at the GM's word."""
        encounter = self._controller.encounter
        command = self._controller.system.turns.reordered(encounter, who, before)
        if command is None:
            text = _(
                "Here the rules decide the order: change the value it depends on in the editor."
            )
            self._controller.tell(Notice(text, tone="note"))
        else:
            self._controller.submit(command)
