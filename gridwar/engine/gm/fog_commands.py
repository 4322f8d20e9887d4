"""The GM's commands about fog: what it goes by, what a side is shown or not, what stays so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.model.command import GmCommand
from gridwar.model.events_fog import CellsPinned, Explored, FogModeSet, Forgotten
from gridwar.model.memory import FogMode, Pin
from gridwar.model.painted_layers import Layer
from gridwar.model.point_masks import PointMask

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system_parts import Handler
    from gridwar.model.command import Command


class SetFog(GmCommand):
    """Set what the fog goes by; None stays as it is."""

    mode: FogMode | None = None
    counts_light: bool | None = None


class Uncover(GmCommand):
    """Let a side know points of the map; None stands for all."""

    side: str
    points: PointMask | None = None


class Cover(GmCommand):
    """Let a side forget points of the map; None stands for all."""

    side: str
    points: PointMask | None = None


class PinCells(GmCommand):
    """Keep cells shown or covered whatever is seen, or no longer."""

    cells: Layer
    pin: Pin


def _set(table: Table, command: SetFog) -> Procedure[None]:
    vision = table.now.vision
    if command.mode not in (None, vision.mode) or command.counts_light not in (
        None,
        vision.counts_light,
    ):
        yield from emit(FogModeSet(mode=command.mode, counts_light=command.counts_light))


def _uncover(table: Table, command: Uncover) -> Procedure[None]:
    size = table.now.map.size
    wanted = PointMask.whole(size) if command.points is None else command.points.cropped(size)
    new = wanted.without(table.now.vision.memory(command.side).points)
    if new.tiles:
        yield from emit(Explored(side=command.side, points=new))


def _cover(table: Table, command: Cover) -> Procedure[None]:
    known = table.now.vision.memory(command.side).points
    if command.points is None:
        if known.tiles:
            yield from emit(Forgotten(side=command.side))
        return
    gone = known.shared_with(command.points)
    if gone.tiles:
        yield from emit(Forgotten(side=command.side, points=gone))


def _pin(table: Table, command: PinCells) -> Procedure[None]:
    pinned = table.now.vision.pinned
    where = command.cells.cropped(*table.now.map.size)
    changed = pinned.changed_to(pinned.painted(where, int(command.pin)))
    if changed:
        yield from emit(CellsPinned(tiles=changed))


FOG_COMMANDS: Mapping[type[Command], Handler] = {
    SetFog: _set,
    Uncover: _uncover,
    Cover: _cover,
    PinCells: _pin,
}
