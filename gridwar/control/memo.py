"""Memos of values: made anew only when something that they depend on is another object."""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Value = TypeVar("Value")


class Memo(Generic[Value]):
    """Caches one value by the identity of its inputs; state is frozen, so that is enough."""

    def __init__(self) -> None:
        self._made_from: tuple[object, ...] = ()
        self._value: Value | None = None

    @property
    def last(self) -> Value | None:
        """The value made last, whatever it was made from."""
        return self._value

    def get(self, made_from: tuple[object, ...], make: Callable[[], Value]) -> Value:
        """Return the value, made anew where any of the things it depends on is another object."""
        old = self._made_from
        value = self._value
        if value is None or not are_same(old, made_from):
            value = self._value = make()
            self._made_from = made_from
        return value


class KeptByKey:
    """Keeps values by key until the state that they are made from is another object."""

    def __init__(self) -> None:
        self._of: object = None
        self._made: dict[object, object] = {}

    def get(self, of: object, key: object, make: Callable[[], Value]) -> Value:
        """Return the value of a key, made anew where the state is another object."""
        if of is not self._of:
            self._of, self._made = of, {}
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]  # type: ignore[return-value]


def are_same(some: tuple[object, ...], others: tuple[object, ...]) -> bool:
    """Return whether two rows hold the very same objects."""
    return len(some) == len(others) and all(map(is_, some, others))
