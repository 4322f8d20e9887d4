"""The GM's commands for floors: put them, take them away, what leads between them, where they open.

Each is one step of undo. Nothing is refused for the rules' sake, only what cannot lie on the sheet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.gm.map_commands import leave_what_is_no_map
from gridwar.engine.kit.falls_through_openings import fall
from gridwar.engine.kit.procedure_requests import Procedure, call, emit
from gridwar.engine.kit.say_and_refuse import require
from gridwar.errors import MapError
from gridwar.model.battlemap import Side
from gridwar.model.command import GmCommand
from gridwar.model.cover_kinds import Cells
from gridwar.model.events_floors import FloorsChanged, LinksChanged, OpeningsChanged
from gridwar.model.floors import Floor, Link
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system_parts import Handler
    from gridwar.model.command import Command


class PutFloors(GmCommand):
    """Put floors on the sheet, or change those of the same ids; take others away.

    ``width`` and ``height`` are those of the sheet after it; None stays as it is. What lies on a
    floor goes with it, and whoever stands there leaves the board.
    """

    put: tuple[Floor, ...] = ()
    gone: tuple[str, ...] = ()
    width: Side | None = None
    height: Side | None = None


class RenameFloor(GmCommand):
    """Give a floor another name."""

    floor: str
    name: str


class PutLinks(GmCommand):
    """Put stairs, ladders, shafts or hatches, or change those of the same ids; take others away."""

    put: tuple[Link, ...] = ()
    gone: tuple[str, ...] = ()


class PutOpenings(GmCommand):
    """Open a floor to the one below at some cells; close it at others."""

    put: Cells = ()
    gone: Cells = ()


def _put_floors(table: Table, command: PutFloors) -> Procedure[None]:
    event = FloorsChanged(
        put=command.put, gone=command.gone, width=command.width, height=command.height
    )
    yield from _emit_what_fits(table, event)
    yield from leave_what_is_no_map(table)


def _rename(table: Table, command: RenameFloor) -> Procedure[None]:
    floor = next((one for one in table.now.map.floors if one.id == command.floor), None)
    text = _("There is no floor {id} on this map.").format(id=command.floor)
    yield from require(floor is not None, "no_floor", text, waivable=False)
    if floor is not None:
        renamed = floor.replace(name=command.name.strip())
        yield from _emit_what_fits(table, FloorsChanged(put=(renamed,)))


def _put_links(table: Table, command: PutLinks) -> Procedure[None]:
    yield from _emit_what_fits(table, LinksChanged(put=command.put, gone=command.gone))


def _put_openings(table: Table, command: PutOpenings) -> Procedure[None]:
    yield from _emit_what_fits(table, OpeningsChanged(put=command.put, gone=command.gone))
    for one in table.now.everyone():
        if one.pos in command.put and not one.aside:
            yield from call(fall, one.id, key=f"fall of {one.id}")


def _emit_what_fits(
    table: Table, event: FloorsChanged | LinksChanged | OpeningsChanged
) -> Procedure[None]:
    """Emit a change that the map can hold; refuse another, and leave out one that changes none."""
    problem = ""
    try:
        is_change = event.changed(table.now.map) != table.now.map
    except MapError as error:
        problem, is_change = str(error), False
    yield from require(not problem, "no_such_floors", f"{problem}.", waivable=False)
    if is_change:
        yield from emit(event)


FLOOR_COMMANDS: Mapping[type[Command], Handler] = {
    PutFloors: _put_floors,
    RenameFloor: _rename,
    PutLinks: _put_links,
    PutOpenings: _put_openings,
}
