"""Parts of a fight whose rule system is not here: kept as they are and written back unchanged.

``own`` is what the system that plays the fight meanwhile (freeform) knows itself; it lives in
memory and in that system's events, and never on disk in place of the raw part.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import SerializeAsAny, model_serializer

from gridwar.model.combatant import Sheet
from gridwar.model.command import Command
from gridwar.model.encounter import RulesState, Switches
from gridwar.model.record import Record

if TYPE_CHECKING:
    from pydantic import SerializerFunctionWrapHandler


class _Raw(Record):
    """JSON that comes out as it came in."""

    data: str

    @model_serializer
    def _as_it_was(self) -> Any:
        return json.loads(self.data)


class RawSheet(_Raw, Sheet):
    """A sheet that nobody here can read."""

    own: SerializeAsAny[Sheet] | None = None


class RawRules(_Raw, RulesState):
    """A state of the rules that nobody here can read."""

    own: SerializeAsAny[RulesState] | None = None


class RawSwitches(_Raw, Switches):
    """House rules that nobody here can read."""


class RawCommand(Command):
    """A command of a kind that nobody here can play."""

    kind: ClassVar[str] = "raw"
    raw_kind: str
    data: str
    """Its JSON."""

    @model_serializer(mode="wrap")
    def _with_kind(self, inner: SerializerFunctionWrapHandler) -> dict[str, Any]:
        del inner
        return {**json.loads(self.data), "kind": self.raw_kind}
