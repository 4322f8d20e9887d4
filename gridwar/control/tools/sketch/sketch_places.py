"""What lies under the pointer in a sketch: an edge, a room; and the cells that a corridor takes.

Pure geometry on the sketch's arrays; what a gesture means is ``sketch_gesture``.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gridwar.control.tools.ground import stroke_cells
from gridwar.model.geometry import Cell
from gridwar.model.sketch import EdgeKind
from gridwar.model.sketch_strokes import Edge
from gridwar.model.sketch_walls import edge_kinds, open_cells

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.records.ground_records import Point
    from gridwar.model.sketch import Marks, Sketch
    from gridwar.model.sketch_strokes import Box

_TO_EDGE: Final = 0.495
"""From the middle of a cell to its edge, still within it."""
EDGE_CELLS: Final = 0.25
"""So near to an edge a click means it, and not the cell."""


def cell_at(point: Point) -> Cell:
    """Return the cell in which a place lies."""
    return Cell(int(point[0] // 1), int(point[1] // 1))


def cursor_in(page: Box, point: Point | None) -> Point:
    """Return where the cursor is: where the pointer was on a page, else in the middle of that."""
    if point is not None and page.has(cell_at(point)):
        return point
    return (page.left + page.right) // 2 + 0.5, (page.top + page.bottom) // 2 + 0.5


def stepped(point: Point, step: tuple[int, int], page: Box, stride: int, *, to_edge: bool) -> Point:
    """Return where a cursor goes from a place: to the middle of a cell, or to an edge of its own.

    Args:
        point: Where it is, in cells.
        step: The direction.
        page: The cells beyond which it does not go.
        stride: So many cells it goes.
        to_edge: Whether it goes to the edge of its cell that lies in the direction.
    """
    x, y = point[0] // 1 + 0.5, point[1] // 1 + 0.5
    if to_edge:
        return (x + step[0] * _TO_EDGE, y + step[1] * _TO_EDGE)
    return (
        min(page.right - 0.5, max(page.left + 0.5, x + step[0] * stride)),
        min(page.bottom - 0.5, max(page.top + 0.5, y + step[1] * stride)),
    )


def edge_at(point: Point, sketch: Sketch) -> Edge | None:
    """Return the edge that a place is at, if there is anything open on either side of it."""
    cell = cell_at(point)
    x, y = point[0] - cell.x, point[1] - cell.y
    beside = (
        (x, Cell(cell.x - 1, cell.y)),
        (1 - x, Cell(cell.x + 1, cell.y)),
        (y, Cell(cell.x, cell.y - 1)),
        (1 - y, Cell(cell.x, cell.y + 1)),
    )
    inside = open_cells(sketch)
    near = [
        (away, other)
        for away, other in beside
        if away <= EDGE_CELLS and (is_in(cell, inside) or is_in(other, inside))
    ]
    if not near:
        return None
    _away, other = min(near)
    edge = Edge(*sorted((cell, other)))
    return edge if edge.is_on(sketch.arrays) else None


def ends_of(edge: Edge) -> tuple[Point, Point]:
    """Return both ends of an edge, in cells."""
    row, column = edge.place
    if edge.is_across:
        return (float(column), float(row)), (column + 1.0, float(row))
    return (float(column), float(row)), (float(column), row + 1.0)


def middle_of(edge: Edge) -> Point:
    """Return the middle of an edge, in cells."""
    (ax, ay), (bx, by) = ends_of(edge)
    return (ax + bx) / 2, (ay + by) / 2


def edges_along(start: Point, now: Point) -> tuple[Edge, ...]:
    """Return the edges on the straight line of the grid from one corner to another.

    It goes along the way that is longer.
    """
    x0, y0, x1, y1 = (int(at + 0.5) for at in (*start, *now))
    if abs(x1 - x0) >= abs(y1 - y0):
        return tuple(Edge(Cell(x, y0 - 1), Cell(x, y0)) for x in range(min(x0, x1), max(x0, x1)))
    return tuple(Edge(Cell(x0 - 1, y), Cell(x0, y)) for y in range(min(y0, y1), max(y0, y1)))


def stands_at(edge: Edge, sketch: Sketch) -> EdgeKind:
    """Return what stands on an edge: what is drawn there, or the wall of a rim."""
    kinds = edge_kinds(sketch)[0 if edge.is_across else 1]
    return EdgeKind(int(kinds[edge.place]))


def is_rim(edge: Edge, sketch: Sketch) -> bool:
    """Return whether rock lies on one side of an edge."""
    inside = open_cells(sketch)
    return is_in(edge.a, inside) is not is_in(edge.b, inside)


def is_open(cell: Cell, sketch: Sketch) -> bool:
    """Return whether a cell is not all rock."""
    return is_in(cell, open_cells(sketch))


def is_in(cell: Cell, marks: Marks) -> bool:
    """Return whether a cell is marked; none beyond the map is."""
    height, width = marks.shape
    return cell.x in range(width) and cell.y in range(height) and bool(marks[cell.y, cell.x])


def room_at(cell: Cell, sketch: Sketch) -> Marks | None:
    """Return the open cells that hang together with one, up to whatever stands on edges.

    It is None where the cell is rock.
    """
    inside = open_cells(sketch)
    if not is_in(cell, inside):
        return None
    across, down = edge_kinds(sketch)
    free_down = across[1:-1] == EdgeKind.NOTHING
    free_right = down[:, 1:-1] == EdgeKind.NOTHING
    found = np.zeros_like(inside)
    found[cell.y, cell.x] = True
    count = 0
    while count != (count := int(found.sum())):
        found[1:] |= found[:-1] & free_down & inside[1:]
        found[:-1] |= found[1:] & free_down & inside[:-1]
        found[:, 1:] |= found[:, :-1] & free_right & inside[:, 1:]
        found[:, :-1] |= found[:, 1:] & free_right & inside[:, :-1]
    return found


class Passage(NamedTuple):
    """A step out of a room or into one."""

    before: Cell
    after: Cell

    @property
    def is_across(self) -> bool:
        """Return whether it goes left or right, not up or down."""
        return self.before.y == self.after.y


def steps_between(a: Cell, b: Cell) -> Iterator[Passage]:
    """Yield the straight steps along the line from one cell to another."""
    is_across = abs(b.x - a.x) >= abs(b.y - a.y)
    for before, after in pairwise(stroke_cells.line(a, b)):
        if before.x != after.x and before.y != after.y:
            corner = Cell(after.x, before.y) if is_across else Cell(before.x, after.y)
            yield Passage(before, corner)
            yield Passage(corner, after)
        else:
            yield Passage(before, after)


def way_out_at(edge: Edge, cell: Cell, sketch: Sketch) -> Passage | None:
    """Return the way out of a room into a cell of rock over an edge; None where there is none."""
    other = edge.b if edge.a == cell else edge.a
    is_out = is_open(other, sketch) and not is_open(cell, sketch)
    return Passage(other, cell) if is_out else None


def corridor_way(way_out: Passage, way_in: Passage | None, end: Cell) -> tuple[Cell, ...]:
    """Return the cells of a corridor by right angles.

    Args:
        way_out: Where it leaves a room.
        way_in: Where it comes into another; None where it ends in rock.
        end: Where it ends.
    """
    start, corners = way_out.before, [way_out.before]
    if way_in == way_out:
        return tuple(way_out)
    if way_in is not None and way_in.is_across is way_out.is_across:
        if way_out.is_across:
            middle = (way_out.after.x + way_in.before.x) // 2
            corners += [Cell(middle, start.y), Cell(middle, end.y)]
        else:
            middle = (way_out.after.y + way_in.before.y) // 2
            corners += [Cell(start.x, middle), Cell(end.x, middle)]
    else:
        corners.append(Cell(end.x, start.y) if way_out.is_across else Cell(start.x, end.y))
    corners.append(end)
    return tuple(dict.fromkeys(cell for leg in pairwise(corners) for cell in _leg(*leg)))


def _leg(a: Cell, b: Cell) -> Iterator[Cell]:
    dx, dy = (b.x > a.x) - (b.x < a.x), (b.y > a.y) - (b.y < a.y)
    for step in range(max(abs(b.x - a.x), abs(b.y - a.y)) + 1):
        yield Cell(a.x + dx * step, a.y + dy * step)
