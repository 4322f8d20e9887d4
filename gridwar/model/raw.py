"""Parts of a fight whose rule system is not here: kept as they are and written back unchanged.

``own`` is what the system that plays the fight meanwhile (freeform) knows itself; it lives in
memory and in that system's events, and never on disk in place of the raw part.
"""

from __future__ import annotations

from typing import ClassVar

from pydantic import SerializeAsAny

from gridwar.model.combatant import Sheet
from gridwar.model.command import Command
from gridwar.model.encounter import RulesState, Settings
from gridwar.model.record import Record
from gridwar.model.switches import Switches


class Raw(Record):
    """JSON that comes out as it came in."""

    data: str


class RawSheet(Raw, Sheet):
    """A sheet that nobody here can read."""

    own: SerializeAsAny[Sheet] | None = None


class RawRules(Raw, RulesState):
    """A state of the rules that nobody here can read."""

    own: SerializeAsAny[RulesState] | None = None


class RawSwitches(Raw, Switches):
    """House rules that nobody here can read."""


class RawSettings(Raw, Settings):
    """Settings that nobody here can read."""


class RawCommand(Command):
    """A command of a kind that nobody here can play."""

    kind: ClassVar[str] = "raw"
    raw_kind: str
    data: str
    """Its JSON."""
