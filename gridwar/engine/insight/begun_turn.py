"""The fight at the beginning of somebody's turn, wherever the one in question stands by then."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from gridwar.engine.insight.rehearsed_by_answers import HearingPlaces
from gridwar.engine.insight.strikes import strikes_of
from gridwar.engine.insight.watch import (
    SQUARE,
    are_read_elsewhere,
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
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter


class BegunTurn:
    """The beginning of somebody's turn, wherever the one in question stands by then.

    Attributes:
        actor: Whose turn.
        base: The fight then, with the one in question where it stands now.
    """

    def __init__(
        self, system: System, situations: Situations, known: Encounter, movers: tuple[str, ...]
    ) -> None:
        """Take a fight, and who is somewhere else where the one in question is put down."""
        self._system, self._situations, self._known = system, situations, known
        self._movers = movers
        self._at_home = situations.apart(known)
        self._heard = HearingPlaces(known, set())
        self.actor, self._is_now = "", False
        self._is_same_anywhere = False
        self._last: tuple[Encounter, Encounter] | None = None
        """The fight that was asked about last, and what it is then: asked for one attack after
        another."""
        self.base = known

    def begin(self, actor: str, *, is_now: bool) -> None:
        """Begin the turn of somebody; unless it is under way, and goes on."""
        self.actor, self._is_now = actor, is_now
        if is_now:
            self._is_same_anywhere = True
            return
        with watching(SQUARE) as readers:
            self._heard = HearingPlaces(self._known, readers)
            with hearing(self._heard):
                after = self._begun(watched(self._known, self._movers))
        self.base = unwatched(after)
        stay = stand_alike(self.base, self._known, self._movers)
        is_apart = any(are_read_elsewhere(one, self._movers) for one in (self._known, self.base))
        self._is_same_anywhere = stay and not readers and not is_apart

    @property
    def is_same_anywhere(self) -> bool:
        """Whether the turn need not begin anew for each square, as far as could be seen."""
        return self._is_same_anywhere

    def is_as_at_home(self, placed: Encounter) -> bool:
        """Return whether the turn begins as it does now, with the one in question put down.

        So it does where nothing is asked of its place that is answered in another way.
        """
        return (
            self._is_same_anywhere
            and not are_read_elsewhere(placed, self._movers)
            and self._situations.apart_of_placed(placed) == self._at_home
            and self._heard.are_true_for(placed)
        )

    def at(self, placed: Encounter) -> Encounter:
        """Return the fight at the beginning of that turn, with the one in question put down."""
        if self._last is None or self._last[0] is not placed:
            self._last = placed, self._at(placed)
        return self._last[1]

    def _at(self, placed: Encounter) -> Encounter:
        if self._is_now:
            return placed
        if not self.is_as_at_home(placed):
            return self._begun(placed)
        return put_as(self.base, placed, self._movers)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The attacks on one other that its actor is offered."""
        return self._offered[0]

    @cached_property
    def others(self) -> tuple[str, ...]:
        """Titles of the attacks on anything else."""
        return tuple(dict.fromkeys(one.title for one in self._offered[1]))

    @cached_property
    def _offered(self) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
        return strikes_of(self._system, self.base, self.actor)

    def _begun(self, state: Encounter) -> Encounter:
        run = Rehearsal(self._system, state, TakeTurn(actor=self.actor), {})
        after, _result = run.play(attended)
        return state if run.refusal is not None else after
