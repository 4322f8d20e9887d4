"""A table that finds procedures which keep combatants across a yield, or are never started."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.engine.kit.procedure_table import Table
from gridwar.errors import ProcedureError, StaleRead
from gridwar.model.combatant import Combatant, Sheet
from tests.support import unstarted_procedures

if TYPE_CHECKING:
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Adjustments
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event


class _StaleKinds(dict[type, bool]):
    """Whether what is of a type goes stale: asked of every value that is read, so kept."""

    def __missing__(self, kind: type) -> bool:
        self[kind] = found = issubclass(kind, Combatant | Sheet)
        return found


_GOES_STALE = _StaleKinds()


class StrictTable(Table):
    """A table whose combatants go stale at every yield, to find procedures that keep them."""

    version = 0
    """Counts the states: what was read at one is stale at the next."""

    def __init__(self, system: System | None, state: Encounter, adjustments: Adjustments) -> None:
        """Note from here on which procedures are made."""
        super().__init__(system, state, adjustments)
        unstarted_procedures.begin()

    def ended(self) -> None:
        """Fail for procedures that were made and never started."""
        if left := unstarted_procedures.end():
            raise ProcedureError(f"never started, for lack of yield from: {', '.join(left)}")

    @property
    def now(self) -> Encounter:
        """The encounter behind a guard."""
        return Guard(self.state, self)  # type: ignore[return-value]

    def happens(self, event: Event) -> Event:
        """Return what stands behind a guard."""
        plain: Event = unguarded(event)
        return plain

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
    return thing._fresh() if type(thing) is Guard else thing


def _guarded(value: Any, table: StrictTable) -> Any:
    if _GOES_STALE[type(value)]:
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
