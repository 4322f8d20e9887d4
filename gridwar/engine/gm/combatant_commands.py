"""The GM's commands for combatants: joining, leaving, place, height, hiding, edited values."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Protocol, TypeVar

from pydantic import ValidationError

from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.engine.kit.rule_system import system_at
from gridwar.engine.kit.say_and_refuse import must_exist, require
from gridwar.model.bounds import HIGHEST, Height, Number, height_within
from gridwar.model.combatant import Combatant
from gridwar.model.command import GmCommand
from gridwar.model.events_combatants import (
    Climbed,
    CombatantAdded,
    CombatantMoved,
    Explained,
    ValueSet,
)
from gridwar.model.geometry import Cell, footprint
from gridwar.model.raw_parts import RawSheet
from gridwar.model.trace import Trace
from gridwar.model.validation import with_field
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.turn_and_move_commands import MoveInOrder
    from gridwar.model.event_base import Event
    from gridwar.model.record import Record


_MOST_SHOWN = 60
"""Characters of a value that a refusal repeats."""


class AddCombatants(GmCommand):
    """Put combatants on the board."""

    combatants: tuple[Combatant, ...]
    rolls: bool = False
    """In a fight under way they get a place in its order, by dice where the rules want some."""


class RemoveCombatants(GmCommand):
    """Take combatants out of the fight for good."""

    who: tuple[str, ...]


class Place(GmCommand):
    """Put combatants down elsewhere, all rules ignored: (id, cell or None for off the map)."""

    to: tuple[tuple[str, Cell | None], ...]


class Turn(GmCommand):
    """Turn a combatant by some degrees, clockwise."""

    who: str
    by_deg: Number


class Climb(GmCommand):
    """Raise or sink combatants by a height in map units."""

    who: tuple[str, ...]
    by: Height


class Reveal(GmCommand):
    """Let a side know of a hidden combatant."""

    who: str
    to_side: str


class SetValue(GmCommand):
    """Set any value of combatants: a path and its JSON, see ``ValueSet``."""

    who: tuple[str, ...]
    field: str
    value: str


class EditCombatant(GmCommand):
    """Set several values of a combatant at once: paths and their JSON, see ``ValueSet``."""

    who: str
    values: tuple[tuple[str, str], ...]


class _Naming(Protocol):
    """A command that names combatants."""

    @property
    def who(self) -> str | tuple[str, ...]: ...


N = TypeVar("N", bound=_Naming)


def each(make: Callable[[N, str], Event]) -> Callable[[Table, N], Procedure[None]]:
    """Return a procedure by which the same happens to everybody whom a command names."""

    def run(table: Table, command: N) -> Procedure[None]:
        everyone = (command.who,) if isinstance(command.who, str) else command.who
        for who in everyone:
            yield from must_exist(table, who)
            yield from emit(make(command, who))

    return run


def add(table: Table, command: AddCombatants) -> Procedure[None]:
    """Let combatants join."""
    for one in command.combatants:
        yield from _must_be_on_map(table, one)
        yield from _must_have_own_sheet(table, one)
        text = _("There is already a combatant {id}.").format(id=one.id)
        yield from require(one.id not in table.now, "taken", text, waivable=False)
        yield from emit(CombatantAdded(combatant=one))
    if command.rolls and table.now.round > 0:
        names = ", ".join(one.name for one in command.combatants)
        count = len(command.combatants)
        title = ngettext("{names} joins the fight", "{names} join the fight", count)
        yield from emit(Explained(trace=Trace(title=title.format(names=names))))
        yield from system_at(table).play.joined(table, tuple(one.id for one in command.combatants))


def place(table: Table, command: Place) -> Procedure[None]:
    """Put combatants down elsewhere on the map, or off it."""
    for who, cell in command.to:
        yield from must_exist(table, who)
        size = table.now.combatants[who].size
        inside = cell is None or all(map(table.now.map.contains, footprint(cell, size)))
        yield from require(inside, "off_map", _("That is off the map."), waivable=False)
        yield from emit(CombatantMoved(who=who, to=cell, walked=False))


def climb(table: Table, command: Climb) -> Procedure[None]:
    """Raise or sink combatants, as far as heights go."""
    for who in command.who:
        yield from must_exist(table, who)
        height = table.now.combatants[who].altitude + command.by
        text = _("{who} would be at {height}: heights go from \u2212{most} to {most}.")
        is_within = height_within(height) == height
        named = {"who": who, "height": f"{height:g}", "most": f"{HIGHEST:,.0f}"}
        yield from require(is_within, "too_high", text, waivable=False, **named)
        yield from emit(Climbed(who=who, by=command.by))


def set_value(table: Table, command: SetValue) -> Procedure[None]:
    """Set one value of some combatants."""
    for who in command.who:
        yield from _set(table, who, command.field, command.value)


def edit(table: Table, command: EditCombatant) -> Procedure[None]:
    """Set values of one combatant."""
    for field, value in command.values:
        yield from _set(table, command.who, field, value)


def move_in_order(table: Table, command: MoveInOrder) -> Procedure[None]:
    """Give everybody concerned the number that makes the order as the GM dragged it."""
    for who, field, value in command.values:
        yield from _set(table, who, field, value)


def _set(table: Table, who: str, field: str, value: str) -> Procedure[None]:
    yield from must_exist(table, who)
    one = table.now.combatants[who]
    problem = misfit(one, field, value)
    yield from require(not problem, "misfit", problem, waivable=False)
    if field.partition(".")[0] == "pos":
        yield from _must_be_on_map(table, with_field(one, field.split("."), json.loads(value)))
    yield from emit(ValueSet(who=who, field=field, value=value))


def _must_be_on_map(table: Table, one: Combatant) -> Procedure[None]:
    """Refuse a place off the map; a large body may hang over its edge."""
    is_there = one.pos is None or table.now.map.contains(one.pos)
    text = _("{name} would stand off the map.").format(name=one.name)
    yield from require(is_there, "off_map", text, waivable=False)


def _must_have_own_sheet(table: Table, one: Combatant) -> Procedure[None]:
    """Refuse a sheet of other rules, or none; one that nobody here can read is kept as it is."""
    is_own = isinstance(one.sheet, system_at(table).data.sheet | RawSheet)
    text = _("{name} has no sheet of {system}: take somebody from its samples, or a blank one.")
    text = text.format(name=one.name, system=system_at(table).title)
    yield from require(is_own, "no_sheet", text, waivable=False)


def misfit(record: Record, path: str, value: str) -> str:
    """Return why a value does not fit at a path of a record; empty where it does."""
    try:
        with_field(record, path.split("."), json.loads(value))
    except KeyError as error:
        return _("{field}: there is no {name}. Choose one that exists.").format(
            field=path, name=error
        )
    except ValidationError as error:
        return f"{path}: {error.errors()[0]['msg']}."
    except (ValueError, RecursionError):  # no JSON, a number without end, nested without end
        shown = value if len(value) <= _MOST_SHOWN else value[:_MOST_SHOWN] + "\u2026"
        return _(
            "{field}: {value} is not JSON. Write text in quotes and numbers as they are."
        ).format(field=path, value=shown)
    return ""
