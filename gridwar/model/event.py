"""The base of all events: what has happened, stated as a change.

An event knows how to make the next encounter out of the present one; it is pure, and
``engine.evolve`` alone calls it. A rule system brings its own subclasses.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import model_serializer

from gridwar.model.record import Record

if TYPE_CHECKING:
    from pydantic import SerializerFunctionWrapHandler

    from gridwar.model.encounter import Encounter


class Event(Record):
    """Something that happened. ``kind`` names it on disk, for instance ``cepheus.wounded``."""

    kind: ClassVar[str] = ""

    def apply(self, encounter: Encounter) -> Encounter:
        """Return the encounter after this event; the default changes nothing."""
        return encounter

    @model_serializer(mode="wrap")
    def _with_kind(self, inner: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {"kind": self.kind, **inner(self)}


class RawEvent(Event):
    """An event whose kind nobody here knows: kept as it is, and reported."""

    kind: ClassVar[str] = "raw"
    raw_kind: str
    data: str
    """The event's JSON, unread."""

    @model_serializer(mode="wrap")
    def _with_kind(self, inner: SerializerFunctionWrapHandler) -> dict[str, Any]:
        del inner
        return {**json.loads(self.data), "kind": self.raw_kind}

