"""Listeners: who is told that something shown has changed, once for all changes of an event.

Two windows may listen for a moment, while one takes the place of the other on the same fight.
"""

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
        self._is_stale = False
        """Whether something shown has changed since the listeners were told."""
        self._schedule: Callable[[], object] = self.tell

    def add(self, listener: Callable[[], None]) -> None:
        """Tell somebody else, too."""
        self._told.append(listener)

    def tell_by(self, schedule: Callable[[], object]) -> None:
        """Have them told later, once for all that changes until then.

        Args:
            schedule: Sees to it that `tell` is called soon. Without a window that is at once.
        """
        self._schedule = schedule

    def note_change(self) -> None:
        """Have the listeners told."""
        if not self._is_stale:
            self._is_stale = True
            self._schedule()

    def tell(self) -> bool:
        """Tell them of all changes of which they have not been told; return whether any were."""
        was_stale, self._is_stale = self._is_stale, False
        if was_stale:
            for listener in self._told:
                listener()
        return was_stale

    def clear(self) -> None:
        """Remove all of them: the window that listened makes room for another."""
        self._told.clear()
        self._is_stale = False
        self._schedule = self.tell

    def audience(self) -> Audience:
        """Return who is told at present."""
        return Audience(tuple(self._told), self._schedule)

    def remove(self, some: Audience) -> None:
        """Tell some of them no more: another window on the same fight has taken their place."""
        self._told = [one for one in self._told if one not in some.told]

    def restore(self, some: Audience) -> None:
        """Tell those of an earlier moment alone: who was to come after them does not."""
        self._told, self._schedule = list(some.told), some.schedule
