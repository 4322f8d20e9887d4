"""Actions that are offered to a combatant or to the fight: found, chosen, played or prepared.

What the rules offer is asked of the rules' cache; what an action needs is picked on the map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.control.actions.action_list import ActionList, in_list_order
from gridwar.control.actions.last_choices import waived
from gridwar.control.state.view_state import ListChoices, Notice
from gridwar.control.user_settings import MOST_KEPT, MOST_LETTERS, MOST_USUAL, SettingsKeeper
from gridwar.engine.kit.offers_and_actions import EVENTS, Target

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.actions.action_draft import ActionDrafts
    from gridwar.control.actions.several_selected import Several
    from gridwar.control.actions.target_picking import Picking
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.kit.offers_and_actions import Action

Kept = TypeVar("Kept")


class Actions:
    """Plays actions, or prepares what they need; keeps how their list is arranged."""

    def __init__(
        self,
        controller: ControllerProtocol,
        drafts: ActionDrafts,
        picking: Picking,
        several: Several,
    ) -> None:
        """Begin with the list as the rules have it.

        Args:
            controller: Whose fight it is.
            drafts: Prepare what is shown with its odds before.
            picking: Picks targets.
            several: Has several act together.
        """
        self._controller = controller
        self._drafts = drafts
        self._picking = picking
        self._several = several
        self._settings = SettingsKeeper()

    def find(self, action_id: str) -> Action | None:
        """Return an action of the present actor by id, or one of several together."""
        if self._several.who:
            return self._several.find(action_id)
        if self._controller.actor is None:
            return None
        actions = self._controller.rules_cache.actions(self._controller.actor)
        return next((one for one in actions if one.id == action_id), None)

    # --- the list --------------------------------------------------------------------------------

    def in_order(self) -> ActionList:
        """Return the list of the present actor's actions, or of several, with its digits."""
        if self._several.who:
            return self._several.in_order()
        who = self._controller.actor
        if who is None:
            return ActionList()
        offered = self._controller.rules_cache.actions(who)
        return in_list_order(offered, self._controller.view.list_choices)

    def events(self) -> tuple[Action, ...]:
        """Return what the rules let be booked as it happens, for one or for several."""
        if self._several.who:
            return self._several.events()
        who = self._controller.actor
        actions = () if who is None else self._controller.rules_cache.actions(who)
        return tuple(one for one in actions if one.group == EVENTS)

    def listed(self) -> tuple[Action, ...]:
        """Return the actions of the present actor in the order of their list."""
        return self.in_order().actions

    def choose_by_digit(self, digit: str) -> bool:
        """Choose the action that a digit stands at; return whether there is one."""
        action_id = self.in_order().digits.get(digit)
        if action_id is not None:
            self.choose(action_id)
        return action_id is not None

    def keep_list_in(self, settings: SettingsKeeper) -> None:
        """Keep in these settings what is chosen of the list, and show what they hold of it."""
        self._settings = settings
        system = self._controller.system.id
        usual, folded = settings.now.usual.get(system, ()), settings.now.folded.get(system, {})
        self._choose_list(usual=usual, folded=frozendict(folded))

    def keep_usual(self, keys: tuple[str, ...]) -> None:
        """Let these rows stand first in the list, in this system's fights; none: those by role."""
        kept = tuple(dict.fromkeys(filter(_can_be_kept, keys)))[:MOST_USUAL]
        self._choose_list(usual=kept)
        self._settings.change(usual=self._with_mine(self._settings.now.usual, kept))

    def fold(self, titles: tuple[str, ...], *, folded: bool) -> None:
        """Fold a group of the list, or unfold it, in this system's fights."""
        before = self._controller.view.list_choices.folded
        new = dict.fromkeys(filter(_can_be_kept, titles), folded)
        kept = dict(list({**before, **new}.items())[-MOST_KEPT:])
        self._choose_list(folded=frozendict(kept))
        self._settings.change(folded=self._with_mine(self._settings.now.folded, kept))

    def fold_reason(self, code: str, *, folded: bool) -> None:
        """Show what cannot be done for a reason, or no more."""
        shown = self._controller.view.list_choices.reasons_open
        self._choose_list(reasons_open=shown - {code} if folded else shown | {code})

    def _with_mine(self, kept: Mapping[str, Kept], mine: Kept) -> dict[str, Kept]:
        """Return what is kept by system with what is for this one, the newest last."""
        system = self._controller.system.id
        rest = {name: one for name, one in kept.items() if name != system}
        return dict(list({**rest, system: mine}.items())[-MOST_KEPT:])

    def _choose_list(self, **changes: object) -> None:
        old = self._controller.view.list_choices
        choices: ListChoices = replace(old, **changes)
        if choices != old:
            self._controller.show(list_choices=choices)

    # --- one of them -----------------------------------------------------------------------------

    def choose(self, action_id: str, *, anyway: bool = False) -> None:
        """Choose an action of the present actor: play it, or let its target be picked.

        Args:
            action_id: The action.
            anyway: Whether the GM wants it although it is refused.
        """
        if self._several.who:
            self._several.choose(action_id)
            return
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
        command = waived(action, action.make(Target()))
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


def _can_be_kept(name: str) -> bool:
    """Tell whether a name can be written into the settings and read back."""
    return len(name) <= MOST_LETTERS and name.isprintable()
