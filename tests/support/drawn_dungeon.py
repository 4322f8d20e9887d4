"""A small drawn dungeon: two rooms, a corridor, a cave with water, every kind of edge and thing."""

from __future__ import annotations

import numpy as np

from gridwar.model.geometry import Cell, Size
from gridwar.model.sketch import (
    CAVE_POINTS,
    EdgeKind,
    Sketch,
    SketchArrays,
    SketchStyle,
    SketchThing,
    SketchThingKind,
)

SIZE = Size(26, 20)


def drawn_dungeon(style: SketchStyle = SketchStyle.INK, size: Size = SIZE) -> Sketch:
    """Return it; a cave lies at the right of the corridor."""
    arrays = SketchArrays.blank(size)
    arrays.floor[2:9, 2:10] = True
    arrays.floor[11:18, 3:11] = True
    arrays.floor[9:11, 6] = True
    arrays.floor[14, 11:15] = True
    arrays.down[2:9, 6] = EdgeKind.WALL
    arrays.down[3:6, 6] = EdgeKind.DOOR, EdgeKind.DOUBLE_DOOR, EdgeKind.CURTAIN
    arrays.down[7, 6] = EdgeKind.OPEN
    arrays.across[9, 6], arrays.across[11, 6] = EdgeKind.BARS, EdgeKind.SECRET_DOOR
    arrays.across[2, 3], arrays.down[14, 11] = EdgeKind.WINDOW, EdgeKind.DOOR
    _dig(arrays, (17.5, 14.0), 3.2)
    _dig(arrays, (19.0, 11.5), 2.0)
    kind = SketchThingKind
    things = (
        SketchThing(kind=kind.PILLAR, cell=Cell(4, 4)),
        SketchThing(kind=kind.STAIRS, cell=Cell(8, 3), turn=1),
        SketchThing(kind=kind.RUBBLE, cell=Cell(9, 16)),
        SketchThing(kind=kind.WATER, cell=Cell(17, 14)),
        SketchThing(kind=kind.WATER, cell=Cell(18, 14)),
    )
    return Sketch.of_arrays(arrays, things, style)


def with_room(sketch: Sketch, left: int, top: int, right: int, bottom: int) -> Sketch:
    """Return a sketch with a room dug into it."""
    floor = sketch.floor.copy()
    floor[top:bottom, left:right] = True
    return sketch.with_arrays(sketch.arrays._replace(floor=floor))


def with_edge(sketch: Sketch, x: int, y: int, kind: EdgeKind) -> Sketch:
    """Return a sketch with something on the edge left of a cell."""
    down = sketch.down.copy()
    down[y, x] = kind
    return sketch.with_arrays(sketch.arrays._replace(down=down))


def _dig(arrays: SketchArrays, at: tuple[float, float], radius: float) -> None:
    rows, columns = arrays.cave.shape
    y, x = np.mgrid[:rows, :columns]
    away = np.hypot((x + 0.5) / CAVE_POINTS - at[0], (y + 0.5) / CAVE_POINTS - at[1])
    arrays.cave[away < radius] = True
