"""The table: what a procedure sees while it runs. The driver moves it on; procedures only read."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from gridwar.engine.kit.modifier_tally import Tally
from gridwar.model.command import NO_ADJUSTMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.command import Adjustments
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event


class Table:
    """One run of one command: the present encounter, the scope, the adjustments, the sums made.

    Attributes:
        system: The system that is played (``system.system_at``); None at a scratch table. A table
            does not look into it: what a system plays is played at a table.
        state: The encounter at this moment; the driver sets it.
        tallies: The sums made so far, in order.
        rolled: The faces rolled so far, by full key.
        rehearsal: True while exploring odds or previewing: texts for the log may be left out.
    """

    def __init__(self, system: object, state: Encounter, adjustments: Adjustments) -> None:
        self.system = system
        self.state = state
        self.adjustments = adjustments
        self.scope: tuple[str, ...] = ()
        self.tallies: list[Tally] = []
        self.rolled: dict[str, tuple[int, ...]] = {}
        self.rehearsal = False

    @classmethod
    def scratch(cls, state: Encounter) -> Self:
        """Return a table at which something is worked out aside: nothing is played, told or kept.

        Args:
            state: The encounter as it stands.
        """
        table = cls(None, state, NO_ADJUSTMENTS)
        table.rehearsal = True
        return table

    @property
    def now(self) -> Encounter:
        """The encounter at this moment, as the acting combatant's rules have to read it."""
        return self.state

    def happens(self, event: Event) -> Event:
        """Return an event as it is to happen; tables of tests look at what procedures hand them."""
        return event

    def ended(self) -> None:
        """Note that the run is over; tables of tests look at what it left undone."""

    def tally(self, name: str, *, aside: bool = False, of: str = "") -> Tally:
        """Start a sum in the present scope.

        Args:
            name: Unique within the scope.
            aside: Whether it is not what the command is about: others are shown before it.
            of: Whose it is, where two sums are compared: both are then shown, and can be changed.
        """
        tally = Tally(self.full_key(name), self.adjustments)
        tally.aside, tally.of = aside, of
        self.tallies.append(tally)
        return tally

    def full_key(self, key: str) -> str:
        """Return a key with its scope before it."""
        return "/".join((*self.scope, key))

    def faces(self, key: str) -> tuple[int, ...]:
        """Return the faces of a roll in this scope, for the log; none where odds are explored.

        Rules go by the reading of a roll; what its faces are is only shown.
        """
        return self.rolled.get(self.full_key(key), ())

    @contextmanager
    def playing(self, inner: Adjustments, scope: tuple[str, ...]) -> Iterator[None]:
        """Let the adjustments of a command inside this one count while it is played.

        Args:
            inner: Its adjustments.
            scope: Where it is played.
        """
        outside = self.adjustments
        self.adjustments = outside.around(inner, "/".join(scope))
        try:
            yield
        finally:
            self.adjustments = outside
