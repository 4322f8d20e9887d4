"""The fight at the beginning of somebody's turn, wherever the one in question stands by then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.insight.rehearsed_by_answers import HearingPlaces
from gridwar.engine.insight.watch import (
    SQUARE,
    are_unwatched,
    put_as,
    stand_alike,
    unwatched,
    watched,
    watching,
)
from gridwar.engine.kit.questions_of_places import hearing
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.rehearsal import Rehearsal

if TYPE_CHECKING:
    from gridwar.engine.insight.signature import Situations
    from gridwar.engine.insight.strikes import Duels
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter


class BegunTurn:
    """The beginning of somebody's turn, wherever the one in question stands by then."""

    actions: tuple[Action, ...] = ()
    others: tuple[str, ...] = ()
    duels: Duels

    def __init__(
        self, system: System, situations: Situations, known: Encounter, movers: tuple[str, ...]
    ) -> None:
        """Take a fight, and who is somewhere else where the one in question is put down."""
        self._system, self._situations, self._known = system, situations, known
        self._movers = movers
        self._at_home = situations.apart(known)
        self._heard = HearingPlaces(known, set())
        self._actor = ""
        self._is_same_anywhere = False
        self.base = known
        """The fight then, with the one in question where it stands now."""

    def begin(self, actor: str) -> None:
        """Begin the turn of somebody; empty: the turn under way goes on."""
        self._actor = actor
        if not actor:
            self._is_same_anywhere = True
            return
        with watching(SQUARE) as readers:
            self._heard = HearingPlaces(self._known, readers)
            with hearing(self._heard):
                after = self._begun(watched(self._known, self._movers))
        self.base = unwatched(after)
        if are_unwatched(self.base, self._movers):
            self.base = self._begun(self._known)
            return
        stay = stand_alike(self.base, self._known, self._movers)
        self._is_same_anywhere = stay and not readers

    def at(self, placed: Encounter) -> Encounter:
        """Return the fight at the beginning of that turn, with the one in question put down.

        Where nothing is asked of its place meanwhile that is answered in another way, the turn need
        not begin anew for each square.
        """
        if not self._actor:
            return placed
        is_same = (
            self._is_same_anywhere
            and self._situations.apart_of_placed(placed) == self._at_home
            and self._heard.are_true_for(placed)
        )
        if not is_same:
            return self._begun(placed)
        return put_as(self.base, placed, self._movers)

    def _begun(self, state: Encounter) -> Encounter:
        run = Rehearsal(self._system, state, TakeTurn(actor=self._actor), {})
        after, _result = run.play(attended)
        return state if run.refusal is not None else after
