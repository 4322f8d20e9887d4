"""A One Page Dungeon drawn as a sketch: floor, round rooms, doors on edges, water, columns, stairs.

A door has a cell of its own: its sides are walled, its two ends open what they meet. One with a
leaf, a grating or a secret stands on the edge behind that cell, on the side of the entrance.
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gridwar.formats.one_page_dungeon.dungeon_values import DoorType, DungeonDoor
from gridwar.model.geometry import Cell, Size
from gridwar.model.sketch import (
    CAVE_POINTS,
    EdgeKind,
    Sketch,
    SketchArrays,
    SketchThing,
    SketchThingKind,
)
from gridwar.model.sketch_strokes import opened
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.formats.import_report import Notes
    from gridwar.formats.one_page_dungeon.dungeon_values import Dungeon, DungeonRoom
    from gridwar.model.sketch import Kinds, Marks

EDGE_OF: Final[Mapping[DoorType, EdgeKind]] = {
    DoorType.DOOR: EdgeKind.DOOR,
    DoorType.PORTCULLIS: EdgeKind.BARS,
    DoorType.DOUBLE: EdgeKind.DOUBLE_DOOR,
    DoorType.SECRET: EdgeKind.SECRET_DOOR,
    DoorType.STEEL: EdgeKind.DOOR,
}
"""The types that stand on an edge; all others are ways without anything in them."""
_WITH_STAIRS: Final = frozenset({DoorType.ENTRANCE, DoorType.STAIRS_DOWN, DoorType.STEPS})
_TURNS: Final = {(0, -1): 0, (1, 0): 1, (0, 1): 2, (-1, 0): 3}
_NEAR_RIM: Final = 0.02
"""A point as near to a circle counts as in it: the round wall then meets the box's sides."""


class _Side(NamedTuple):
    """The edge of a cell on one side: among which edges, in which row and column."""

    edges: Kinds
    row: int
    column: int


def drawn(dungeon: Dungeon, notes: Notes) -> Sketch:
    """Return a dungeon as a sketch, and note what of it was mended or left out."""
    return _Drawing(dungeon, notes).sketch()


class _Drawing:
    """One dungeon on its way into arrays; cells count from the map's corner."""

    def __init__(self, dungeon: Dungeon, notes: Notes) -> None:
        self._dungeon, self._notes = dungeon, notes
        self._left, self._top = dungeon.corner
        self._arrays = SketchArrays.blank(Size(*dungeon.size))
        self._things: dict[Cell, SketchThing] = {}
        self._in_round = np.zeros_like(self._arrays.floor)
        """Which cells lie in the boxes of round rooms."""
        self._inside = self._arrays.floor
        """Which cells are open, once all are."""

    def sketch(self) -> Sketch:
        self._dig_rooms()
        doors = self._doors_by_cell()
        self._open_doors(doors)
        self._wall_sides(doors)
        for cell, door in doors.items():
            self._hang(cell, door)
        self._inside = opened(self._arrays)
        self._lay_water()
        self._put_columns()
        return Sketch.of_arrays(self._arrays, self._things.values())

    def _cell(self, x: int, y: int) -> Cell:
        return Cell(x - self._left, y - self._top)

    # --- rooms -----------------------------------------------------------------------------------

    def _dig_rooms(self) -> None:
        floor_cells, shared = self._arrays.floor, 0
        for room in self._dungeon.rooms:
            x, y = self._cell(room.x, room.y)
            if room.is_round:
                self._hollow(x, y, room)
                continue
            part = floor_cells[y : y + room.h, x : x + room.w]
            shared += int(part.sum())
            part[:] = True
        self._notes.mend_count("shared", _("Squares that two rooms share"), shared)

    def _hollow(self, x: int, y: int, room: DungeonRoom) -> None:
        """Hollow the largest ellipse in a box of cells."""
        n = CAVE_POINTS
        down, across = np.ogrid[: room.h * n, : room.w * n]
        reach = (room.w / 2 + _NEAR_RIM, room.h / 2 + _NEAR_RIM)
        far_x = ((across + 0.5) / n - room.w / 2) / reach[0]
        far_y = ((down + 0.5) / n - room.h / 2) / reach[1]
        part = self._arrays.cave[y * n : (y + room.h) * n, x * n : (x + room.w) * n]
        part |= far_x**2 + far_y**2 < 1
        self._in_round[y : y + room.h, x : x + room.w] = True

    # --- doors -----------------------------------------------------------------------------------

    def _doors_by_cell(self) -> dict[Cell, DungeonDoor]:
        """Return the doors by the cells that are theirs; of two in one cell the last one stands."""
        doors = {self._cell(one.x, one.y): one for one in self._dungeon.doors}
        twins = len(self._dungeon.doors) - len(doors)
        self._notes.mend_count("twins", _("Doors in one square: the last one stands"), twins)
        unknown = [cell for cell, one in doors.items() if one.type is None]
        self._notes.mend_places("type", _("Door of an unknown type: a way without one"), unknown)
        return doors

    def _open_doors(self, doors: Mapping[Cell, DungeonDoor]) -> None:
        """Open the cells of doors, where no room has done so, and the round rooms they lead to."""
        bare = [cell for cell in doors if not self._arrays.floor[cell.y, cell.x]]
        for cell in doors:
            self._arrays.floor[cell.y, cell.x] = True
        self._notes.mend_places("no_cell", _("Door without a square of its own: opened"), bare)
        passages = [
            cell
            for cell, door in doors.items()
            if sum(self._reach_round_room(cell, way * door.dx, way * door.dy) for way in (1, -1))
        ]
        text = _("Door beside a round room: a way to it opened")
        self._notes.mend_places("passage", text, passages)

    def _reach_round_room(self, cell: Cell, dx: int, dy: int) -> bool:
        """Dig on from a door into the corner of a round room, up to its circle; return whether."""
        at = cell.shifted(dx, dy)
        points = self._points(at)
        facing = points[:, 0 if dx > 0 else -1] if dx else points[0 if dy > 0 else -1]
        if self._arrays.floor[at.y, at.x] or not self._in_round[at.y, at.x] or facing.any():
            return False
        while self._in_round[at.y, at.x]:
            is_circle = self._points(at).any()
            self._points(at)[:] = True
            if is_circle:
                break
            at = at.shifted(dx, dy)
        return True

    def _points(self, cell: Cell) -> Marks:
        """Return the points of a cell of the cave, to be written into."""
        n = CAVE_POINTS
        rows, columns = slice(cell.y * n, (cell.y + 1) * n), slice(cell.x * n, (cell.x + 1) * n)
        part: Marks = self._arrays.cave[rows, columns]
        return part

    def _wall_sides(self, cells: Iterable[Cell]) -> None:
        """Wall the cells of doors off against what is open; their ends are opened after that."""
        inside = opened(self._arrays)
        for cell in cells:
            for dx, dy in _TURNS:
                side = self._side(cell, dx, dy)
                if inside[cell.y + dy, cell.x + dx]:  # there is rock round all of it
                    side.edges[side.row, side.column] = EdgeKind.WALL

    def _hang(self, cell: Cell, door: DungeonDoor) -> None:
        """Open both ends of a door's cell, and hang the door on the edge behind it."""
        for way in (1, -1):
            side = self._side(cell, way * door.dx, way * door.dy)
            if side.edges[side.row, side.column] == EdgeKind.WALL:
                side.edges[side.row, side.column] = EdgeKind.NOTHING
        kind = EDGE_OF.get(door.type) if door.type is not None else None
        if kind is not None:
            behind = self._side(cell, -door.dx, -door.dy)
            behind.edges[behind.row, behind.column] = kind
        if door.type in _WITH_STAIRS:
            turn = _TURNS[door.dx, door.dy]
            self._things[cell] = SketchThing(kind=SketchThingKind.STAIRS, cell=cell, turn=turn)

    def _side(self, cell: Cell, dx: int, dy: int) -> _Side:
        if dx:
            return _Side(self._arrays.down, cell.y, cell.x + max(dx, 0))
        return _Side(self._arrays.across, cell.y + max(dy, 0), cell.x)

    # --- water and columns -----------------------------------------------------------------------

    def _lay_water(self) -> None:
        """Lay water in open cells; it is drawn beyond the walls, and is cut at them."""
        beyond = 0
        for x, y in dict.fromkeys(self._dungeon.water):
            cell = self._nearest(x, y)
            if cell is None:
                beyond += 1
            else:
                water = SketchThing(kind=SketchThingKind.WATER, cell=cell)
                self._things.setdefault(cell, water)
        self._notes.leave_out_count("water", _("Squares of water in rock"), beyond)

    def _put_columns(self) -> None:
        """Put columns in the cells that they are nearest to: those of round rooms lie between."""
        beyond, moved = 0, 0
        for x, y in dict.fromkeys(self._dungeon.columns):
            cell = self._nearest(x, y)
            if cell is None:
                beyond += 1
                continue
            moved += (x, y) != (int(x), int(y))
            pillar = SketchThing(kind=SketchThingKind.PILLAR, cell=cell)
            self._things[cell] = pillar
        text = _("Columns between squares: put in the nearest")
        self._notes.mend_count("columns", text, moved)
        self._notes.leave_out_count("columns", _("Columns in rock"), beyond)

    def _nearest(self, x: float, y: float) -> Cell | None:
        """Return the cell that something of a cell's size is nearest to; None where it is rock."""
        cell = self._cell(floor(x + 0.5), floor(y + 0.5))
        height, width = self._arrays.floor.shape
        if not (0 <= cell.x < width and 0 <= cell.y < height):
            return None
        return cell if self._inside[cell.y, cell.x] else None
