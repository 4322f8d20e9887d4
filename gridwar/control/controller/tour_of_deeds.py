"""The tour: four deeds that are ticked by doing them, in whatever order and by whatever hand.

Owns what counts as which deed, and which action is proposed; what is said and shown of them is the
presenter's. A deed is told by the journal, so that a key, a click and a drag are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.memo import Memo
from gridwar.control.state.tour_state import Deed, TourState
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.model.command import GmCommand

if TYPE_CHECKING:
    from gridwar.control.actions.action_choice import Actions
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.model.command import Command


class TourOfDeeds:
    """The tour of one fight; how far it has come is in the view state."""

    def __init__(self, controller: ControllerProtocol, actions: Actions) -> None:
        """Begin without one."""
        self._controller = controller
        self._actions = actions
        self._proposed: Memo[Action | None] = Memo()

    def begin(self) -> None:
        """Begin the tour, or begin it again."""
        self._controller.show(tour=TourState(self._controller.session.position.cursor))

    def end(self) -> None:
        """End the tour, however far it has come."""
        self._controller.show(tour=None)

    def skip(self) -> None:
        """Leave the present deed out."""
        tour = self._controller.view.tour
        if tour is not None and tour.present is not None:
            self._controller.show(tour=replace(tour, skipped=tour.skipped | {tour.present}))

    def follow(self) -> None:
        """Tick what has been done since it was looked at last."""
        tour, session = self._controller.view.tour, self._controller.session
        cursor = session.position.cursor
        if tour is None or cursor == tour.cursor:
            return
        before = {row.id for row in session.history.line(tour.cursor)}
        fresh = [row for row in session.history.line(cursor) if row.id not in before]
        found = {_deed(row.command) for row in fresh} if fresh else {Deed.UNDO}
        done = tour.done | {one for one in found if one is not None}
        self._controller.show(tour=replace(tour, cursor=cursor, done=done))

    def proposed(self) -> Action | None:
        """Return the action to try: one with a weapon that reaches somebody, else a simple one."""
        controller = self._controller
        made_from = (controller.encounter, controller.actor, controller.view.list_choices)
        return self._proposed.get(made_from, self._propose)

    def _propose(self) -> Action | None:
        possible = [one for one in self._actions.listed() if one.refusal is None]
        armed = (one for one in possible if one.weapon and one.need == "combatant")
        reaching = (one for one in armed if one.candidates is None or one.candidates().who)
        simple = (one for one in possible if not one.needs)
        return next(reaching, next(simple, None))


def _deed(command: Command) -> Deed | None:
    """Return which deed a command is; None where it is none of them."""
    if isinstance(command, Move | Place):
        return Deed.MOVE
    if isinstance(command, GmCommand):
        return Deed.ACT if isinstance(command, ChangePool) else None
    if command.actor is None or type(command).__module__ == Move.__module__:
        return Deed.NEXT
    return Deed.ACT
