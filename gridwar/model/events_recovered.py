"""What stands in a fight read of a damaged file: a state that is laid, and what is not applied."""

from __future__ import annotations

from gridwar.model.encounter import Encounter
from gridwar.model.event import Event


class StateLaid(Event):
    """The fight stands as it stood at some moment, whatever was before."""

    encounter: Encounter

    def apply(self, encounter: Encounter) -> Encounter:
        """Put it in the place of what was before."""
        del encounter
        return self.encounter


class NotApplied(Event):
    """Something that once happened, to a state that nobody knows any more; nothing follows from it.

    ``data`` is what it was written as.
    """

    data: str


RECOVERED_EVENTS: tuple[type[Event], ...] = (StateLaid, NotApplied)
