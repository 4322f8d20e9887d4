"""The table: what a procedure sees while it runs. The driver moves it on; procedures only read."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from gridwar.engine.kit.tally import Tally
from gridwar.errors import StaleRead

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from gridwar.engine.kit.steps import StepTaken
    from gridwar.model.command import Adjustments
    from gridwar.model.encounter import Encounter
    from gridwar.model.event import Event


class Rules(Protocol):
    """What shared procedures ask of the rule system that is being played."""

    def before_step(self, table: Table, step: StepTaken) -> Generator[Any, Any, bool]:
        """Play what happens before a step is taken; False stops the mover where it is."""

    def after_step(self, table: Table, step: StepTaken) -> Generator[Any, Any, bool]:
        """Play what happens once a step is taken; False stops the mover there."""

    def joined(self, table: Table, who: tuple[str, ...]) -> Generator[Any, Any, None]:
        """Give latecomers their place in the order of a fight under way."""

    def has_pool(self, encounter: Encounter, who: str) -> bool:
        """Tell whether a combatant has points that run down."""

    def main_pool(self, encounter: Encounter, who: str) -> int:
        """Return the points left in the main pool."""

    def pool_events(self, encounter: Encounter, who: str, change: int) -> tuple[Event, ...]:
        """Return the events by which the main pool changes, at the GM's word."""


class Table:
    """One run of one command: the present encounter, the scope, the adjustments, the sums made.

    Attributes:
        system: The rules being played.
        state: The encounter at this moment; the driver sets it.
        tallies: The sums made so far, in order.
        rehearsal: True while exploring odds or previewing: texts for the log may be left out.
    """

    def __init__(self, system: Rules, state: Encounter, adjustments: Adjustments) -> None:
        self.system = system
        self.state = state
        self.adjustments = adjustments
        self.scope: tuple[str, ...] = ()
        self.tallies: list[Tally] = []
        self.rehearsal = False

    @property
    def now(self) -> Encounter:
        """The encounter at this moment, as the acting combatant's rules have to read it."""
        return self.state

    def tally(self, name: str, *, aside: bool = False) -> Tally:
        """Start a sum in the present scope.

        Args:
            name: Unique within the scope.
            aside: Whether it is not what the command is about: others are shown before it.
        """
        tally = Tally(self.full_key(name), self.adjustments)
        tally.aside = aside
        self.tallies.append(tally)
        return tally

    def full_key(self, key: str) -> str:
        """Return a key with its scope before it."""
        return "/".join((*self.scope, key))

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


class StrictTable(Table):
    """A table whose combatants go stale at every yield, to find procedures that keep them."""

    version = 0
    """Counts the states: what was read at one is stale at the next."""

    @property
    def now(self) -> Encounter:
        """The encounter behind a guard."""
        return Guard(self.state, self)  # type: ignore[return-value]

    def __setattr__(self, name: str, value: object) -> None:
        """Count each new state: what was read before is stale."""
        if name == "state":
            object.__setattr__(self, "version", self.version + 1)
        object.__setattr__(self, name, value)


class Guard:
    """Stands for a combatant, a sheet or an encounter until the table moves on."""

    __slots__ = ("_table", "_thing", "_version")

    def __init__(self, thing: object, table: StrictTable) -> None:
        object.__setattr__(self, "_thing", thing)
        object.__setattr__(self, "_table", table)
        object.__setattr__(self, "_version", table.version)

    def _fresh(self) -> Any:
        if self._version != self._table.version:
            raise StaleRead(f"{type(self._thing).__name__} was kept across a yield")
        return self._thing

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return type(self._thing)

    def __getattr__(self, name: str) -> Any:
        return _guarded(getattr(self._fresh(), name), self._table)

    def __getitem__(self, key: Any) -> Any:
        return _guarded(self._fresh()[key], self._table)

    def __contains__(self, key: object) -> bool:
        return key in self._fresh()

    def __eq__(self, other: object) -> bool:
        return bool(self._fresh() == unguarded(other))

    def __hash__(self) -> int:
        return hash(self._fresh())


def unguarded(thing: Any) -> Any:
    """Return what stands behind a guard; anything else as it is."""
    return thing._fresh() if type(thing) is Guard else thing  # noqa: SLF001 of this module


def _guarded(value: Any, table: StrictTable) -> Any:
    from gridwar.model.combatant import Combatant, Sheet

    if isinstance(value, Combatant | Sheet):
        return Guard(value, table)
    if callable(value) and getattr(value, "__self__", None) is not None:
        return _Method(value, table)
    return value


class _Method:
    """A method of a guarded thing: what it returns is guarded too."""

    __slots__ = ("_method", "_table")

    def __init__(self, method: Any, table: StrictTable) -> None:
        self._method = method
        self._table = table

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        result = self._method(*args, **kwargs)
        if isinstance(result, tuple):
            return tuple(_guarded(one, self._table) for one in result)
        return _guarded(result, self._table)
