"""Keys for things worked out once and kept: the same object, not an equal one, at no cost.

Maps are frozen and share what an edit leaves alone, so the identity of a layer or of the tuple of
walls says whether it has changed; comparing their contents would cost more than the answer.
"""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class Same(Generic[T]):
    """An object as a dictionary key; keeps it alive, so that its identity stays its own."""

    __slots__ = ("it",)

    def __init__(self, it: T) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)
