"""What functions have worked out and keep: one door for all that is kept of a fight.

Every cache of a function has a bound. What is kept of a fight, its map or its combatants, is
forgotten when another fight takes its place; what is kept of the program itself stays
(``functools`` does).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from functools import _lru_cache_wrapper

T = TypeVar("T")

_OF_FIGHT: list[_lru_cache_wrapper[object]] = []
_FORGETTING: list[Callable[[], None]] = []


def kept_of_fight(most: int) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """Keep what a function returns for as long as the fight is on the table.

    Args:
        most: So many results; those not asked for the longest go first.
    """

    def keep(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
        kept = lru_cache(maxsize=most)(function)
        _OF_FIGHT.append(kept)
        return kept

    return keep


def forget_with_fight(forget: Callable[[], None]) -> None:
    """Have something called that forgets what it keeps by itself, when a fight makes way."""
    _FORGETTING.append(forget)


def of_fight() -> tuple[_lru_cache_wrapper[object], ...]:
    """Return all caches of fights, of the modules that are loaded."""
    return tuple(_OF_FIGHT)


def forget_fight() -> None:
    """Forget all that was worked out for the fight that was on the table."""
    for kept in _OF_FIGHT:
        kept.cache_clear()
    for forget in _FORGETTING:
        forget()


class Same(Generic[T]):
    """An object as a dictionary key: the same one, not an equal one, at no cost.

    Maps are frozen and share what an edit leaves alone, so the identity of a layer or of the tuple
    of walls says whether it has changed. Keeps the object alive: its identity stays its own.
    """

    __slots__ = ("it",)

    def __init__(self, it: T) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)
