"""What a rule system keeps in the shared records: read as its own, or kept where it is not here.

The shared records hold it by its bases. Parts whose rules are missing are kept raw and written back
unchanged; somebody of other rules has a blank sheet here.

``own`` is what the system that plays the fight meanwhile (freeform) knows itself; it lives in
memory and in that system's events, and never on disk in place of the raw part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from pydantic import SerializeAsAny

from gridwar.model.combatant import Sheet
from gridwar.model.command import Command
from gridwar.model.encounter import RulesState, Settings
from gridwar.model.house_rule_switches import Switches
from gridwar.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

    OneSheet = TypeVar("OneSheet", bound=Sheet)
    OneState = TypeVar("OneState", bound=RulesState)
    SomeSwitches = TypeVar("SomeSwitches", bound=Switches)
    SomeSettings = TypeVar("SomeSettings", bound=Settings)
    R = TypeVar("R", bound=Record)


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


def own_sheet(kind: type[OneSheet]) -> Callable[[Combatant], OneSheet]:
    """Return what reads the sheet of a combatant."""

    def read(one: Combatant) -> OneSheet:
        found = one.sheet
        return found if isinstance(found, kind) else _read(kind, found)

    return read


def own_state(kind: type[OneState]) -> Callable[[Encounter], OneState]:
    """Return what reads the system's state of a fight."""

    def read(encounter: Encounter) -> OneState:
        found = encounter.rules
        return found if isinstance(found, kind) else _read(kind, found)

    return read


def own_switches(kind: type[SomeSwitches]) -> Callable[[Encounter], SomeSwitches]:
    """Return what reads the house rules of a fight."""

    def read(encounter: Encounter) -> SomeSwitches:
        found = encounter.switches
        return found if isinstance(found, kind) else _read(kind, found)

    return read


def own_settings(kind: type[SomeSettings]) -> Callable[[Encounter], SomeSettings]:
    """Return what reads the settings of a fight."""

    def read(encounter: Encounter) -> SomeSettings:
        found = encounter.settings
        return found if isinstance(found, kind) else _read(kind, found)

    return read


def _read(kind: type[R], value: Record) -> R:
    """Return a value as what it should be, else a blank one.

    Readers look for the usual case themselves: they are called by the ten thousand for odds.
    """
    own = value.own if isinstance(value, RawSheet | RawRules) else value
    return own if isinstance(own, kind) else kind.constant()
