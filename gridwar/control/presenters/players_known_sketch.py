"""A sketch as far as players know it: no more floor than they know, secret doors as walls.

What lies where they know nothing is left out, not merely covered. Where known floor goes on into
the unknown no wall is made of that: the edge between them is open. The walls that follow from a
sketch come to players with all others (``players_known_map``); they are joined here, so that no
seam betrays where a secret door is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.sketch import CAVE_POINTS, EdgeKind, SketchArrays
from gridwar.model.sketch_strokes import opened
from gridwar.model.sketch_walls import DERIVED
from gridwar.model.walls import DoorState, Wall, WallKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from gridwar.control.records.fog_records import FogView
    from gridwar.model.sketch import Sketch

    Marks = NDArray[np.bool_]
    Kinds = NDArray[np.uint8]


def sketch_as_known(sketch: Sketch, walls: Iterable[Wall], fog: FogView | None) -> Sketch:
    """Return what players know of a sketch.

    Args:
        sketch: All of it.
        walls: Those that they know, doors as they know them.
        fog: What they know of the map; None for all.
    """
    floor, across, down, cave = sketch.arrays
    found = _found_doors(walls)
    hollow = opened(sketch.arrays)
    across = _as_it_seems(across, found, hollow, is_upright=False)
    down = _as_it_seems(down, found, hollow, is_upright=True)
    if fog is None:
        return sketch.with_arrays(SketchArrays(floor, across, down, cave))
    known = known_cells(fog)
    points = known.repeat(CAVE_POINTS, axis=0).repeat(CAVE_POINTS, axis=1)
    arrays = SketchArrays(
        floor & known,
        _edges_as_known(across, hollow, known),
        _edges_as_known(down.T, hollow.T, known.T).T,
        cave & points,
    )
    unknown = (one.cell for one in sketch.things if not known[one.cell.y, one.cell.x])
    return sketch.with_things(gone=tuple(unknown)).with_arrays(arrays)


def known_cells(fog: FogView) -> Marks:
    """Return the cells of which more is known than their rim, which the wall beside it may show."""
    n = fog.points
    rows, columns = (side // n for side in fog.known.shape)
    inner = fog.known.reshape(rows, n, columns, n)[:, 1:-1, :, 1:-1]
    found: Marks = np.asarray(inner.any(axis=(1, 3)))
    return found


def _edges_as_known(drawn: Kinds, hollow: Marks, known: Marks) -> Kinds:
    """Return the edges above rows of cells: of known cells alone, open towards unknown floor."""
    rim = ((1, 1), (0, 0))
    here, floor = np.pad(known, rim), np.pad(hollow, rim)
    above, below = here[:-1], here[1:]
    cut = (above ^ below) & floor[:-1] & floor[1:] & (drawn == EdgeKind.NOTHING)
    found = np.where(above | below, drawn, np.uint8(EdgeKind.NOTHING))
    return np.where(cut, np.uint8(EdgeKind.OPEN), found).astype(np.uint8)


def _found_doors(walls: Iterable[Wall]) -> frozenset[tuple[Point, Point]]:
    """Return where doors stand that are secret no more, by their ends in order."""
    return frozenset(
        (min(wall.a, wall.b), max(wall.a, wall.b))
        for wall in walls
        if wall.kind is WallKind.DOOR and wall.door is not DoorState.SECRET
    )


def _as_it_seems(
    drawn: Kinds, found: frozenset[tuple[Point, Point]], hollow: Marks, *, is_upright: bool
) -> Kinds:
    """Return edges with secret doors as the walls that they seem to be, or as the doors found.

    One that leads to rock seems to be the wall that stands there without anything drawn.
    """
    secret = np.argwhere(drawn == EdgeKind.SECRET_DOOR).tolist()
    if not secret:
        return drawn
    seeming = drawn.copy()
    inside = np.pad(hollow, 1)
    for y, x in secret:
        a = Point(x * SUBCELL, y * SUBCELL)
        b = Point(x * SUBCELL, (y + 1) * SUBCELL) if is_upright else Point((x + 1) * SUBCELL, a.y)
        before = inside[y + 1, x] if is_upright else inside[y, x + 1]
        is_inner = before and inside[y + 1, x + 1]
        wall = EdgeKind.WALL if is_inner else EdgeKind.NOTHING
        seeming[y, x] = EdgeKind.DOOR if (a, b) in found else wall
    return seeming


def without_seams(walls: Iterable[Wall]) -> tuple[Wall, ...]:
    """Return walls with the plain straight ones of a sketch as long as they go, after all others.

    A secret door, shown as a wall, has parted them; so has the order in which they were drawn.
    """
    others: list[Wall] = []
    lines: dict[tuple[bool, int], list[Wall]] = {}
    for wall in walls:
        is_across = wall.a.y == wall.b.y
        is_plain = wall.kind is WallKind.WALL and (is_across or wall.a.x == wall.b.x)
        if is_plain and wall.id.startswith(DERIVED):
            lines.setdefault((is_across, wall.a.y if is_across else wall.a.x), []).append(wall)
        else:
            others.append(wall)
    for (is_across, at), found in sorted(lines.items()):
        begin = end = None
        for wall in sorted(found, key=lambda one: (min(one.a, one.b), max(one.a, one.b))):
            low, high = sorted((wall.a, wall.b))
            first, last = (low.x, high.x) if is_across else (low.y, high.y)
            if begin is not None and end is not None and first <= end:
                end = max(end, last)
                continue
            if begin is not None and end is not None:
                others.append(_on_line(begin, end, at, is_across=is_across))
            begin, end = first, last
        if begin is not None and end is not None:
            others.append(_on_line(begin, end, at, is_across=is_across))
    return tuple(others)


def _on_line(begin: int, end: int, at: int, *, is_across: bool) -> Wall:
    a, b = (Point(begin, at), Point(end, at)) if is_across else (Point(at, begin), Point(at, end))
    return Wall.of_kind(WallKind.WALL, f"{DERIVED}{a}{b}", a, b)
