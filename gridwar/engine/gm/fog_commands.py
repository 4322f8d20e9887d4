"""The GM's commands for fog: its mode, uncovering and covering by hand, cells pinned.

Each is one step of undo, a stroke of the brush as well as all of the map. Points may be named one
by one (``where``), or whole cells (``cells``); what lies off the map is left out. Without a side
named, all of those that keep a memory are meant. Where nothing would change, nothing happens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.engine.kit.say_and_refuse import require
from gridwar.model.command import GmCommand
from gridwar.model.cover_kinds import Cells
from gridwar.model.events_fog import CellsPinned, Explored, FogModeSet, Forgotten
from gridwar.model.memory import CellPin, FogMode
from gridwar.model.painted_layers import Layer
from gridwar.model.point_masks import NO_POINTS, PointMask, points_per_cell
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system_parts import Handler
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Size

_NOWHERE = Layer.constant()


class SetFog(GmCommand):
    """Set what the players' fog goes by; None stays as it is."""

    mode: FogMode | None = None
    counts_light: bool | None = None
    eyes_by_size: bool | None = None
    opaque_zones: frozenset[str] | None = None
    also_remembering: frozenset[str] | None = None


class _OnPoints(GmCommand):
    """A command that names points of the map, and for whom."""

    sides: tuple[str, ...] = ()
    where: PointMask = NO_POINTS
    cells: Cells = ()

    def points(self, size: Size) -> PointMask:
        """Return the points of a map that are meant."""
        given = self.where.at(points_per_cell(size)).cropped(size)
        return given.united(PointMask.of_cells(self.cells, size)) if self.cells else given


class Uncover(_OnPoints):
    """Let sides know points of the map, as if they had been seen."""


class Cover(_OnPoints):
    """Let sides forget points of the map."""


class UncoverMap(GmCommand):
    """Let sides know the whole map."""

    sides: tuple[str, ...] = ()


class CoverMap(GmCommand):
    """Let sides forget the whole map."""

    sides: tuple[str, ...] = ()


class PinCells(GmCommand):
    """Keep cells shown or covered whatever is seen, for all sides; with ``NONE`` no longer."""

    pin: CellPin
    where: Layer = _NOWHERE
    cells: Cells = ()

    def marked(self, size: Size) -> Layer:
        """Return the cells of a map that are meant."""
        if not self.cells:
            return self.where.cropped(*size)
        marks = self.where.view(*size) > 0  # a new array, to be written into
        for x, y in self.cells:
            if 0 <= x < size.w and 0 <= y < size.h:
                marks[y, x] = True
        return Layer.of_rows(marks)


def _set_fog(table: Table, command: SetFog) -> Procedure[None]:
    strangers = sorted((command.also_remembering or frozenset()) - table.now.sides.keys())
    yield from _exist(tuple(strangers))
    zones, also = command.opaque_zones, command.also_remembering
    event = FogModeSet(
        mode=command.mode,
        counts_light=command.counts_light,
        eyes_by_size=command.eyes_by_size,
        opaque_zones=None if zones is None else tuple(sorted(zones)),
        also_remembering=None if also is None else tuple(sorted(also)),
    )
    if event.apply(table.now).vision != table.now.vision:
        yield from emit(event)


def _uncover(table: Table, command: Uncover) -> Procedure[None]:
    yield from _uncover_points(table, command.sides, command.points(table.now.map.size))


def _uncover_map(table: Table, command: UncoverMap) -> Procedure[None]:
    yield from _uncover_points(table, command.sides, PointMask.whole(table.now.map.size))


def _uncover_points(table: Table, sides: tuple[str, ...], points: PointMask) -> Procedure[None]:
    yield from _are_sides(table.now, sides)
    for side in sides or table.now.remembering_sides:
        fresh = points.without(table.now.vision.memory(side).points)
        if fresh.tiles:
            yield from emit(Explored(side=side, points=fresh))


def _cover(table: Table, command: Cover) -> Procedure[None]:
    yield from _are_sides(table.now, command.sides)
    points = command.points(table.now.map.size)
    for side in command.sides or table.now.remembering_sides:
        gone = points.shared_with(table.now.vision.memory(side).points)
        if gone.tiles:
            yield from emit(Forgotten(side=side, points=gone))


def _cover_map(table: Table, command: CoverMap) -> Procedure[None]:
    yield from _are_sides(table.now, command.sides)
    for side in command.sides or table.now.remembering_sides:
        if side in table.now.vision.memories:
            yield from emit(Forgotten(side=side))


def _pin_cells(table: Table, command: PinCells) -> Procedure[None]:
    pinned = table.now.vision.pinned
    tiles = pinned.changed_to(pinned.painted(command.marked(table.now.map.size), command.pin))
    if tiles:
        yield from emit(CellsPinned(tiles=tiles))


def _are_sides(now: Encounter, sides: tuple[str, ...]) -> Procedure[None]:
    yield from _exist(tuple(side for side in sides if side not in now.sides))
    text = _("No side keeps a memory: let one of them be the party's first.")
    is_any = bool(sides or now.remembering_sides)
    yield from require(is_any, "no_memory", text, waivable=False)


def _exist(missing: tuple[str, ...]) -> Procedure[None]:
    text = _("There is no side {id} in this fight.").format(id=", ".join(missing))
    yield from require(not missing, "no_side", text, waivable=False)


FOG_COMMANDS: Mapping[type[Command], Handler] = {
    SetFog: _set_fog,
    Uncover: _uncover,
    Cover: _cover,
    UncoverMap: _uncover_map,
    CoverMap: _cover_map,
    PinCells: _pin_cells,
}
