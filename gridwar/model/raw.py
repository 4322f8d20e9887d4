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

if TYPE_CHECKING:
    from pydantic import SerializerFunctionWrapHandler


class RawSheet(Sheet):
    """A sheet that nobody here can read."""

    data: str
    """Its JSON."""
    own: SerializeAsAny[Sheet] | None = None

    @model_serializer(mode="wrap")
    def _as_it_was(self, inner: SerializerFunctionWrapHandler) -> Any:
        del inner
        return json.loads(self.data)


class RawRules(RulesState):
    """A state of the rules that nobody here can read."""

    data: str
    """Its JSON."""
    own: SerializeAsAny[RulesState] | None = None

    @model_serializer(mode="wrap")
    def _as_it_was(self, inner: SerializerFunctionWrapHandler) -> Any:
        del inner
        return json.loads(self.data)


class RawSwitches(Switches):
    """House rules that nobody here can read."""

    data: str
    """Their JSON."""

    @model_serializer(mode="wrap")
    def _as_it_was(self, inner: SerializerFunctionWrapHandler) -> Any:
        del inner
        return json.loads(self.data)


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
