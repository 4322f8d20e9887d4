"""A memo of one value: made anew only when something it depends on is another object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Value = TypeVar("Value")


class Memo(Generic[Value]):
    """Caches one value by the identity of its inputs; state is frozen, so that is enough."""

    def __init__(self) -> None:
        """Begin empty."""
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
        is_same = len(old) == len(made_from) and all(map(_is, old, made_from))
        if value is None or not is_same:
            value = self._value = make()
            self._made_from = made_from
        return value


def _is(one: object, other: object) -> bool:
    return one is other
