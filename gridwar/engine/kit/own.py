"""What a system keeps, read as its own: sheets, state, house rules, settings.

The shared records hold them by their bases. Somebody of other rules has a blank sheet here; where
freeform plays a fight whose rules are missing, its own values stand beside those that nobody reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from gridwar.model.raw import RawRules, RawSheet

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.model.combatant import Combatant, Sheet
    from gridwar.model.encounter import Encounter, RulesState, Settings
    from gridwar.model.record import Record
    from gridwar.model.switches import Switches

    OneSheet = TypeVar("OneSheet", bound=Sheet)
    OneState = TypeVar("OneState", bound=RulesState)
    SomeSwitches = TypeVar("SomeSwitches", bound=Switches)
    SomeSettings = TypeVar("SomeSettings", bound=Settings)
    R = TypeVar("R", bound=Record)


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
