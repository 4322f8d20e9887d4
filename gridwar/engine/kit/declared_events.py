"""Declared events: what an event sets, adds to or clears, said above its class.

``@sets("body.first_aid_done", True)`` above ``class FirstAidGiven(SheetEvent)`` is all there is to
it; ``@adds("hp", of="by")`` adds the event's own field ``by``. Paths lead into the sheet or the
system's state. Several declarations happen from the top down; what cannot be said so overrides
``on``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from msgspec import Struct

from gridwar.model.event_base import Event
from gridwar.model.events_combatants import CombatantEvent
from gridwar.model.record import Record

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

E = TypeVar("E", bound=type[Event])
R = TypeVar("R", bound=Record)
Change = Callable[[Any, Event], object]
"""Makes the new value of a field of the old one and the event."""
_CHANGES: Final = "__changes__"


class Path(Struct, frozen=True):
    """A place in a record and what becomes of the value there."""

    names: tuple[str, ...]
    change: Change


def _declare(path: str, change: Change) -> Callable[[E], E]:
    declared = Path(tuple(path.split(".")), change)

    def add(event: E) -> E:
        setattr(event, _CHANGES, (declared, *getattr(event, _CHANGES, ())))
        return event

    return add


def sets(path: str, value: object = None, *, of: str = "") -> Callable[[E], E]:
    """Declare that an event sets a field.

    Args:
        path: The field, with dots into records.
        value: What to.
        of: The field of the event that holds the value, in place of ``value``.
    """
    return _declare(path, (lambda _old, event: getattr(event, of)) if of else (lambda *_: value))


def adds(
    path: str,
    *,
    of: str = "by",
    times: int = 1,
    amount: int | None = None,
    least: int | None = None,
) -> Callable[[E], E]:
    """Declare that an event adds to a number.

    Args:
        path: The field, with dots into records.
        of: The field of the event that says how much.
        times: What that counts: -1 takes off.
        amount: How much, where it is always the same.
        least: It does not sink below.
    """

    def change(old: float, event: Event) -> float:
        new: float = old + (times * getattr(event, of) if amount is None else amount)
        return new if least is None else max(least, new)

    return _declare(path, change)


def clears(*paths: str) -> Callable[[E], E]:
    """Declare that an event empties fields: None, nothing in it, 0 or no."""

    def declare(event: E) -> E:
        for path in paths:
            _declare(path, _empty)(event)
        return event

    return declare


def _empty(old: object, _event: Event) -> object:
    if isinstance(old, bool | int | float | str | tuple | frozenset):
        return type(old)()
    return type(old)() if hasattr(old, "keys") else None


def includes(path: str, *, of: str = "who") -> Callable[[E], E]:
    """Declare that an event puts the value of one of its fields into a set, or ends a tuple."""

    def change(old: tuple[object, ...] | frozenset[object], event: Event) -> object:
        new = getattr(event, of)
        return (*old, new) if isinstance(old, tuple) else old | {new}

    return _declare(path, change)


def excludes(path: str, *, of: str = "who") -> Callable[[E], E]:
    """Declare that an event takes the value of one of its fields out of a set or tuple."""

    def change(old: tuple[object, ...] | frozenset[object], event: Event) -> object:
        gone = getattr(event, of)
        return type(old)(one for one in old if one != gone)

    return _declare(path, change)


def changed(record: R, event: Event) -> R:
    """Return a record after what an event declares."""
    for path in getattr(type(event), _CHANGES, ()):
        record = _with(record, path.names, path.change, event)
    return record


def _with(record: R, names: tuple[str, ...], change: Change, event: Event) -> R:
    name, *rest = names
    old = getattr(record, name)
    new = _with(old, tuple(rest), change, event) if rest else change(old, event)
    return record.replace(**{name: new})


class SheetEvent(CombatantEvent):
    """An event that changes the sheet of a combatant as it declares."""

    kind: ClassVar[str] = ""

    def changed(self, one: Combatant) -> Combatant:
        """Change the sheet."""
        return one.replace(sheet=self.on(one.sheet))

    def on(self, sheet: Any) -> Any:
        """Return the sheet after the event."""
        return changed(sheet, self)


class StateEvent(Event):
    """An event that changes a system's part of the encounter as it declares."""

    kind: ClassVar[str] = ""

    def apply(self, encounter: Encounter) -> Encounter:
        """Change it."""
        return encounter.replace(rules=self.on(encounter.rules))

    def on(self, rules: Any) -> Any:
        """Return the state after the event."""
        return changed(rules, self)
