"""What players know of the sketch: the part that they saw, and no secret door in it.

The walls that follow from it come to them with all others (``players_known_map``); they are joined
here, so that no seam betrays where a secret door is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.sketch import CAVE_POINTS, EdgeKind, Sketch, SketchArrays
from gridwar.model.sketch_walls import DERIVED, edge_kinds
from gridwar.model.walls import DoorState, Wall, WallKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from gridwar.control.records.fog_records import FogView

    Points = NDArray[np.bool_]


class KnownSketch:
    """The part of the sketch of which players know; the same one as long as it is."""

    def __init__(self) -> None:
        self._known: Sketch | None = None

    def of(self, sketch: Sketch, walls: Iterable[Wall], fog: FogView | None) -> Sketch | None:
        """Return it, secret doors as the walls that they seem to be; None where it is blank.

        Args:
            sketch: All of it.
            walls: As players know them: a door among them that is secret no more is one.
            fog: What they know; None for all.
        """
        seeming = _without_secrets(_with_found_doors(sketch.arrays, walls))
        things = sketch.things
        if fog is not None:
            cells = _known_cells(fog)
            whole = cells.repeat(CAVE_POINTS, axis=0).repeat(CAVE_POINTS, axis=1)
            points = _known_points(fog) & whole
            seeming = _known_part(sketch, seeming, cells, points)
            things = tuple(one for one in things if cells[one.cell.y, one.cell.x])
        known = Sketch.of_arrays(seeming, things, sketch.style)
        if known != self._known:
            self._known = known
        return None if known.is_blank else self._known


def _with_found_doors(arrays: SketchArrays, walls: Iterable[Wall]) -> SketchArrays:
    """Return what is drawn with a plain door in the place of each secret one that was found."""
    found = arrays.copies()
    for wall in walls:
        if wall.kind is WallKind.DOOR and wall.door is not DoorState.SECRET:
            x, y = (min(ends) // SUBCELL for ends in zip(wall.a, wall.b, strict=True))
            edges = found.across if wall.a.y == wall.b.y else found.down
            is_there = y < edges.shape[0] and x < edges.shape[1]
            if is_there and edges[y, x] == EdgeKind.SECRET_DOOR:
                edges[y, x] = EdgeKind.DOOR
    return found


def _without_secrets(arrays: SketchArrays) -> SketchArrays:
    """Return what is drawn with a wall in the place of each secret door."""
    shown = arrays.copies()
    floor = arrays.floor
    for edges, is_inner in (
        (shown.across[1:-1], floor[:-1] & floor[1:]),
        (shown.down[:, 1:-1], floor[:, :-1] & floor[:, 1:]),
    ):
        edges[(edges == EdgeKind.SECRET_DOOR) & is_inner] = EdgeKind.WALL
    for edges in (shown.across, shown.down):  # one that leads to rock is wall without any drawn
        edges[edges == EdgeKind.SECRET_DOOR] = EdgeKind.NOTHING
    return shown


def _known_part(
    sketch: Sketch, arrays: SketchArrays, cells: Points, points: Points
) -> SketchArrays:
    """Return what is drawn where it is known.

    Where a known cell opens into one that is not, it is open still and no wall stands between.
    """
    stands = edge_kinds(sketch)
    floor = arrays.floor & cells
    wide = np.pad(cells, 1)
    sides = (
        (wide[:-1, 1:-1], wide[1:, 1:-1], arrays.across, stands[0]),
        (wide[1:-1, :-1], wide[1:-1, 1:], arrays.down, stands[1]),
    )
    shown = []
    for a, b, drawn, standing in sides:
        ends_here = (a ^ b) & (standing == EdgeKind.NOTHING)
        kinds = np.where(a | b, drawn, EdgeKind.NOTHING)
        shown.append(np.where(ends_here, EdgeKind.OPEN, kinds).astype(np.uint8))
    across, down = shown
    around = np.pad(floor, 1)
    across[~(around[:-1, 1:-1] | around[1:, 1:-1])] = EdgeKind.NOTHING
    down[~(around[1:-1, :-1] | around[1:-1, 1:])] = EdgeKind.NOTHING
    return SketchArrays(floor, across, down, arrays.cave & points)


def _known_cells(fog: FogView) -> Points:
    """Return the cells of which more is known than their rim: that is seen with a wall before it.

    A room behind a wall in sight would else betray itself by its floor and the ends of its walls.
    """
    rows, columns = (side // fog.points for side in fog.known.shape)
    points = fog.known.reshape(rows, fog.points, columns, fog.points)[:, 1:-1, :, 1:-1]
    return np.asarray(points.any(axis=(1, 3)), np.bool_)


def _known_points(fog: FogView) -> Points:
    """Return the points of a cave that are known in part."""
    share = fog.points // CAVE_POINTS
    rows, columns = (side // share for side in fog.known.shape)
    return np.asarray(fog.known.reshape(rows, share, columns, share).any(axis=(1, 3)), np.bool_)


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
