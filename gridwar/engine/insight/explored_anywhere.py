"""Explorations that are true wherever somebody stands, and go on from what others have solved.

What a command comes to after its first roll mostly asks nobody where he stands. So from that roll
on those in question are said to stand where they stand in the base, whatever square is asked about:
the bodies solved for one signature (how much harm a hit does) are then those of the next. As soon
as a place is read after all, nothing of that is true, and the exploration ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from gridwar.engine.insight.watch import (
    SQUARE,
    Watched,
    WatchedExplorer,
    WatchedKeys,
    square_of,
    watching,
)
from gridwar.engine.kit.questions_of_places import hearing
from gridwar.engine.odds.odds_outcomes import OddsRefused, TooManyRuns
from gridwar.engine.odds.solved_bodies import Solutions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.engine.kit.procedure_requests import Request
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.odds.merging_equal_states import Scope
    from gridwar.engine.odds.odds_outcomes import Limits, Outcomes
    from gridwar.engine.odds.states_told_apart import Branches
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter

T = TypeVar("T")

MOST_BODIES: Final = 20_000
"""Bodies after which all are forgotten: some ten explorations of the longest."""


class PlaceRead(Exception):
    """A place was read after the first roll, or asked about."""


class ExploredAnywhere:
    """Explores attacks of one fight of which nothing turns on places once dice are rolled."""

    def __init__(self, system: System, base: Encounter, movers: tuple[str, ...]) -> None:
        """Take a fight, and whose places vary in it."""
        self._system, self._base, self._movers = system, base, movers
        self._standing = {who: square_of(base.combatants[who]) for who in movers}
        self._known = self._nothing()

    def run(
        self, placed: Encounter, command: Command, answers: Mapping[str, Answer], limits: Limits
    ) -> Outcomes:
        """Return what a command comes to, wherever those stand, as far as its first roll is alike.

        Raises:
            PlaceRead: That turns on places after all.
            OddsRefused: The rules refuse it on one of its ways.
            TooManyRuns: There are more of these than may be explored.
            OddsCancelled: Nobody wants to know any more.
        """
        if len(self._known.bodies) > MOST_BODIES:
            self._known = self._nothing()
        with watching(SQUARE) as readers, hearing(self._asked):
            run = _Unread(self._system, placed, command, answers, limits)
            run.whose, run.standing = frozenset(self._movers), self._standing
            run.readers, run.is_for_target_only = readers, True
            run.build_on(self._known, object())
            try:
                found = run.run()
            except (OddsRefused, TooManyRuns):
                if not readers:
                    raise
            finally:
                if readers:
                    self._known = self._nothing()
        if readers:
            raise PlaceRead
        return found

    def _nothing(self) -> Solutions:
        return Solutions(WatchedKeys(self._base))

    def _asked(
        self, question: Callable[..., T], encounter: Encounter, args: tuple[object, ...]
    ) -> T:
        """Answer a question of places that is asked before the first roll."""
        if any(type(encounter.combatants.get(one)) is Watched for one in self._movers):
            raise PlaceRead
        with hearing(None):
            return question(encounter, *args)


class _Unread(WatchedExplorer):
    """An exploration that ends as soon as a place was read."""

    readers: set[str]

    def branches(self, request: Request, state: Encounter, scope: Scope) -> Branches:
        """Return the replies that a request may get."""
        if self.readers:
            raise PlaceRead
        return super().branches(request, state, scope)
