"""Who is told when something shown has changed: all together, once for all that changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Audience(NamedTuple):
    """Who is told at some moment, and what sees to it that they are told soon."""

    told: tuple[Callable[[], None], ...]
    schedule: Callable[[], object]


class Listeners:
    """Tells listeners of changes, when whoever schedules it says so."""

    def __init__(self) -> None:
        self._told: list[Callable[[], None]] = []
        self._unpointed: set[Callable[[], None]] = set()
        """Those who are not told where the pointer is."""
        self._is_stale = False
        """Whether something shown has changed since the listeners were told."""
        self._is_pointed = True
        """Whether that is the pointer's doing alone."""
        self._schedule: Callable[[], object] = self.tell

    def add(self, listener: Callable[[], None], *, follows_pointer: bool = True) -> None:
        """Tell somebody else, too; of the pointer, or not."""
        self._told.append(listener)
        if not follows_pointer:
            self._unpointed.add(listener)

    def tell_by(self, schedule: Callable[[], object]) -> None:
        """Have them told later, once for all that changes until then.

        Args:
            schedule: Sees to it that `tell` is called soon. Without a window that is at once.
        """
        self._schedule = schedule

    def note_change(self, *, is_pointed: bool = False) -> None:
        """Have the listeners told; of the pointer alone, or of more."""
        self._is_pointed = self._is_pointed and is_pointed
        if not self._is_stale:
            self._is_stale = True
            self._schedule()

    def tell(self) -> bool:
        """Tell them of all changes of which they have not been told; return whether any were."""
        was_stale, self._is_stale = self._is_stale, False
        rest, self._is_pointed = self._unpointed if self._is_pointed else (), True
        if was_stale:
            for listener in self._told:
                if listener not in rest:
                    listener()
        return was_stale

    def clear(self) -> None:
        """Remove all of them: the window that listened makes room for another."""
        self._told.clear()
        self._unpointed.clear()
        self._is_stale = False
        self._schedule = self.tell

    def audience(self) -> Audience:
        """Return who is told at present."""
        return Audience(tuple(self._told), self._schedule)

    def remove(self, some: Audience) -> None:
        """Tell some of them no more: another window on the same fight has taken their place."""
        self._told = [one for one in self._told if one not in some.told]
        self._unpointed.difference_update(some.told)

    def restore(self, some: Audience) -> None:
        """Tell those of an earlier moment alone: who was to come after them does not."""
        self._told, self._schedule = list(some.told), some.schedule
        self._unpointed.intersection_update(some.told)
