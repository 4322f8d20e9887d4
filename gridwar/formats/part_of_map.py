"""A part of a map as a map of its own: what lies in a box of its cells, as one floor does.

What leads to another floor and what opens one are left behind, for they are of two floors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.floors import without_rims
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.open_rims import rims_within
from gridwar.model.sketch import CAVE_POINTS, Sketch
from gridwar.model.sketch_walls import derived_walls
from gridwar.model.sketched_map import sketched

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.floors import Floor

_CORNER: Final = Cell(0, 0)


def plan_box(floors: tuple[Floor, ...]) -> tuple[Cell, Size]:
    """Return the box of the plan that some floors lie in, one above the other."""
    left, top = (min(one.over[side] for one in floors) for side in (0, 1))
    right = max(one.over.x + one.size.w for one in floors)
    bottom = max(one.over.y + one.size.h for one in floors)
    return Cell(left, top), Size(right - left, bottom - top)


def floor_alone(page: BattleMap, floor: Floor) -> BattleMap:
    """Return one floor of a map as a map of its own, called as the floor is."""
    return part_of(page, floor.at, floor.size).with_name(floor.name or page.name)


class _Box(NamedTuple):
    """A box of cells, and by how many columns and rows what lies in it is moved."""

    at: Cell
    size: Size
    by: Cell

    def holds(self, x: float, y: float) -> bool:
        """Return whether a place is in it or on its border."""
        at, size = self.at, self.size
        return 0 <= x - at.x <= size.w and 0 <= y - at.y <= size.h

    def has(self, point: Point) -> bool:
        return self.holds(point.x / SUBCELL, point.y / SUBCELL)

    def moved(self, point: Point) -> Point:
        return Point(point.x + self.by.x * SUBCELL, point.y + self.by.y * SUBCELL)

    def within(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Return those of some cells that are in it, moved."""
        inside = (c for c in cells if self.holds(*c) and self.holds(c.x + 1, c.y + 1))
        return tuple(one.shifted(*self.by) for one in inside)


def part_of(
    page: BattleMap, at: Cell, size: Size, whole: Size | None = None, to: Cell = _CORNER
) -> BattleMap:
    """Return what lies in a box of a map, on a map of its own.

    Args:
        page: The map.
        at: The first cell of the box.
        size: The size of the box.
        whole: The size of the new map; None for that of the box.
        to: The cell of the new map where the box begins.
    """
    box = _Box(at, size, Cell(to.x - at.x, to.y - at.y))
    width, height = whole or size
    made = BattleMap(width=width, height=height, name=page.name, tags=page.tags)
    made = made.with_scale(page.scale).with_ground_step(page.ground_step_m)
    made = made.with_light(page.light).with_baked_lighting(is_baked=page.baked_lighting)
    made = made.with_terrain_kinds(page.terrain_kinds).with_cover_kinds(page.cover_kinds)
    made = _with_things(_with_paint(made, page, box), page, box)
    if page.picture is not None:
        px = page.picture.pixels_per_cell
        left = page.picture.offset_x_px + box.by.x * px
        top = page.picture.offset_y_px + box.by.y * px
        made = made.with_picture(page.picture.replace(offset_x_px=left, offset_y_px=top))
    if page.sketch is None:
        return made
    return sketched(made, _sketch_of(page.sketch, (at, size), made.size, to))


def _with_paint(made: BattleMap, page: BattleMap, box: _Box) -> BattleMap:
    at, size = box.at, box.size
    cells = [Cell(at.x + x, at.y + y) for y in range(size.h) for x in range(size.w)]
    for name in LayerName:
        layer = page.layer(name)
        if layer.tiles:
            values = {one.shifted(*box.by): value for one in cells if (value := layer.get(one))}
            made = made.with_painted(name, values) if values else made
    return made


def _with_things(made: BattleMap, page: BattleMap, box: _Box) -> BattleMap:
    """Return a map with the walls, things, zones, props, lights and pins of a box."""
    follows = derived_walls(page.sketch) if page.sketch is not None else {}
    made = made.with_walls(
        one.replace(a=box.moved(one.a), b=box.moved(one.b))
        for one in without_rims(page.walls, page.floors)
        if one.id not in follows and box.has(one.a) and box.has(one.b)
    )
    things = ((one, box.within(one.cells)) for one in page.cover_objects)
    made = made.with_cover_objects(one.replace(cells=cells) for one, cells in things if cells)
    zones = ((one, box.within(one.cells)) for one in page.zones)
    made = made.with_zones(
        one if one.everywhere else one.replace(cells=cells)
        for one, cells in zones
        if cells or one.everywhere
    )
    made = made.with_light_sources(
        one if one.at is None else one.replace(at=box.moved(one.at))
        for one in page.light_sources
        if one.at is None or box.has(one.at)
    )
    made = made.with_pins(
        one.replace(point=box.moved(one.point)) for one in page.pins if box.has(one.point)
    )
    made = made.with_props(
        one.replace(at=one.at.shifted(*box.by))
        for one in page.props
        if len(box.within(one.cells)) == len(one.cells)
    )
    kept = tuple(
        one.replace(x_cells=one.x_cells + box.by.x, y_cells=one.y_cells + box.by.y)
        for one in page.lights
        if box.holds(one.x_cells, one.y_cells)
    )
    return made.with_lights(kept, None)


def _sketch_of(sketch: Sketch, box: tuple[Cell, Size], whole: Size, to: Cell) -> Sketch:
    """Return what of a sketch lies in a box, on a sheet of its own."""
    (left, top), (w, h) = box
    made = Sketch.blank(whole, sketch.style)
    arrays, old, points = made.arrays.copies(), sketch.arrays, CAVE_POINTS
    x, y = to
    arrays.floor[y : y + h, x : x + w] = old.floor[top : top + h, left : left + w]
    arrays.across[y : y + h + 1, x : x + w] = old.across[top : top + h + 1, left : left + w]
    arrays.down[y : y + h, x : x + w + 1] = old.down[top : top + h, left : left + w + 1]
    arrays.cave[y * points : (y + h) * points, x * points : (x + w) * points] = old.cave[
        top * points : (top + h) * points, left * points : (left + w) * points
    ]
    things = [
        one.replace(cell=one.cell.shifted(x - left, y - top))
        for one in sketch.things
        if 0 <= one.cell.x - left < w and 0 <= one.cell.y - top < h
    ]
    rims = rims_within(sketch.open_rims, Cell(left, top), Cell(left + w, top + h), to)
    return made.with_arrays(arrays).with_things(things).with_open_rims(rims)
