"""The base of all events: what has happened, stated as a change; and those of damaged files.

An event knows how to make the next encounter out of the present one; it is pure, and
``engine.evolve`` alone calls it. A rule system brings its own subclasses.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, dataclass_transform

from msgspec import Meta, Struct

from gridwar.model.encounter import Encounter
from gridwar.model.record import kind_of

Count = Annotated[int, Meta(ge=0)]
"""A number of which there cannot be fewer than none; checked where an event is read."""


@dataclass_transform(frozen_default=True)
class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happened.

    Rules make very many of them and give them what they hold; only what is read from a file is
    checked (``storage.json_codec``).
    """

    kind: ClassVar[str] = ""
    """Its name on disk, made of the class's name where the class does not say; empty for a base."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "kind" not in vars(cls):
            cls.kind = kind_of(cls)

    def apply(self, encounter: Encounter) -> Encounter:
        """Return the encounter after this event; the default changes nothing."""
        return encounter


class RawEvent(Event):
    """An event whose kind nobody here knows: kept as it is, and reported."""

    kind: ClassVar[str] = "raw"
    raw_kind: str
    data: str
    """The event's JSON, unread."""


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
