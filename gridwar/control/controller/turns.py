"""Turns: what comes next in the fight, and the order at the GM's word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.state.view_state import Notice
from gridwar.engine.kit.commands import BeginFight, NextTurn
from gridwar.engine.kit.offers import Target
from gridwar.engine.kit.shown import NextStep
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.actions import Actions
    from gridwar.control.state.controller_protocol import ControllerProtocol


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
