"""The watch over sheets: who reads or sets some fields of one, while a command is explored.

As places tell who reads them (``watch``), so do chosen fields of a sheet made by ``telling``.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.combatant import Sheet

_READ: ContextVar[set[str] | None] = ContextVar("fields read of sheets", default=None)
_SLOTS: Final = ("__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__")
_TOLD: Final = "told_fields"
"""Which fields of a sheet tell that they are read, on its class."""


def is_telling(value: object) -> bool:
    """Return whether something is a sheet that tells who reads it."""
    return hasattr(type(value), _TOLD)


@contextmanager
def noting(read: set[str] | None) -> Iterator[None]:
    """Note in a set which fields of sheets that tell are read or set; None: nowhere."""
    token = _READ.set(read)
    try:
        yield
    finally:
        _READ.reset(token)


def telling(sheet: Sheet, fields: frozenset[str]) -> Sheet:
    """Return a sheet some fields of which tell that they are read."""
    made = object.__new__(_kind(type(sheet), fields))
    object.__setattr__(made, "__dict__", dict(sheet.__dict__))
    for name in _SLOTS:
        object.__setattr__(made, name, getattr(sheet, name))
    return made


@lru_cache(maxsize=64)
def _kind(kind: type[Sheet], fields: frozenset[str]) -> type[Sheet]:
    """Return a kind of sheet some fields of which tell that they are read or set.

    Who compares it as a whole, or asks for its number, has read all of them.
    """

    def is_equal(self: Sheet, other: object) -> bool:
        _note(fields)
        return isinstance(other, kind) and self.__dict__ == other.__dict__

    def number(self: Sheet) -> int:
        _note(fields)
        return hash(tuple(self.__dict__.values()))

    def replaced(self: Sheet, **changes: object) -> Sheet:
        if not fields.isdisjoint(changes):
            _note(fields.intersection(changes))
        return kind.replace(self, **changes)

    own = {"__eq__": is_equal, "__hash__": number, "replace": replaced}
    made: type[Sheet] = type(kind.__name__, (kind,), {"__module__": __name__, **own})
    for name in fields:
        type.__setattr__(made, name, _field(name))
    type.__setattr__(made, _TOLD, fields)
    return made


def _field(name: str) -> property:
    alone = frozenset({name})

    def read(self: Sheet) -> object:
        _note(alone)
        return self.__dict__[name]

    return property(read)


def _note(fields: frozenset[str]) -> None:
    read = _READ.get()
    if read is not None:
        read |= fields
