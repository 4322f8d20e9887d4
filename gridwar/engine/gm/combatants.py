"""The GM's commands for combatants and sides: joining, edited values, heights, sides, rulings.

Other commands of the GM are in ``commands``, which lists all of them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

from pydantic import ValidationError

from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.engine.kit.rule_system import system_at
from gridwar.engine.kit.say_and_refuse import must_exist, require
from gridwar.model.bounds import HIGHEST, Height, height_within
from gridwar.model.combatant import Combatant
from gridwar.model.command import GmCommand
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.encounter import Ruling, Side
from gridwar.model.events_combatants import (
    Climbed,
    CombatantAdded,
    Explained,
    RulingGiven,
    SideRemoved,
    SideSet,
    ValueSet,
)
from gridwar.model.raw_parts import RawSheet
from gridwar.model.record import FrozenMap
from gridwar.model.trace import Trace
from gridwar.model.validation import with_field
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.turn_and_move_commands import MoveInOrder
    from gridwar.model.record import Record


_MOST_SHOWN = 60
"""Characters of a value that a refusal repeats."""


class AddCombatants(GmCommand):
    """Put combatants on the board."""

    combatants: tuple[Combatant, ...]
    rolls: bool = False
    """In a fight under way they get a place in its order, by dice where the rules want some."""


class SetValue(GmCommand):
    """Set any value of combatants: a path and its JSON, see ``ValueSet``."""

    who: tuple[str, ...]
    field: str
    value: str


class EditCombatant(GmCommand):
    """Set several values of a combatant at once: paths and their JSON, see ``ValueSet``."""

    who: str
    values: tuple[tuple[str, str], ...]


class SetSide(GmCommand):
    """Add or rename a side."""

    id: str
    side: Side


class SetSides(GmCommand):
    """Set all sides of the fight; one that is left out goes, if nobody belongs to it."""

    sides: FrozenMap[str, Side]


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


def set_sides(table: Table, command: SetSides) -> Procedure[None]:
    """Set the sides that differ; take out those nobody belongs to any more."""
    yield from require(
        bool(command.sides), "no_side", _("A fight has at least one side."), waivable=False
    )
    members = {one.side: one.name for one in table.now.combatants.values()}
    for side_id, side in table.now.sides.items():
        if side_id in command.sides:
            continue
        text = _("{name} belongs to {side}: change that first.")
        text = text.format(name=members.get(side_id, ""), side=side.name)
        yield from require(side_id not in members, "has_members", text, waivable=False)
        yield from emit(SideRemoved(id=side_id))
    for side_id, side in command.sides.items():
        if table.now.sides.get(side_id) != side:
            yield from emit(SideSet(id=side_id, side=side))


class GiveRuling(GmCommand):
    """Say what lies between two, until either moves; with nothing said the rules decide again."""

    attacker: str
    target: str
    line: Literal["clear", "blocked"] | None = None
    cover: CoverDegree | None = None
    hard: bool = True


def give_ruling(table: Table, command: GiveRuling) -> Procedure[None]:
    """Note the GM's word for a pair, with where both of them stand."""
    for who in (command.attacker, command.target):
        yield from must_exist(table, who)
    here, there = (table.now[who].pos for who in (command.attacker, command.target))
    if here is None or there is None:
        text = _("Both have to stand on the board.")
        yield from require(False, "not_on_board", text, waivable=False)
        return
    ruling = None
    if command.line is not None or command.cover is not None:
        ruling = Ruling(
            places=(here, there), line=command.line, cover=command.cover, hard=command.hard
        )
    yield from emit(RulingGiven(attacker=command.attacker, target=command.target, ruling=ruling))


class Climb(GmCommand):
    """Raise or sink combatants by a height in map units."""

    who: tuple[str, ...]
    by: Height


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
