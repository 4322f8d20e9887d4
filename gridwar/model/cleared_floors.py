"""A map without what lies on some of its floors: asked when they are taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from gridwar.model.battlemap import LayerName
from gridwar.model.cover_kinds import CoverObject
from gridwar.model.geometry import SUBCELL, Cell, footprint
from gridwar.model.sketch import CAVE_POINTS
from gridwar.model.zones import Zone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.floors import Floor
    from gridwar.model.sketch import Sketch
    from gridwar.model.walls import Wall

_Spread = TypeVar("_Spread", Zone, CoverObject)


def cleared(page: BattleMap, floors: tuple[Floor, ...]) -> BattleMap:
    """Return a map with nothing left on the pages of some floors, which are still there."""
    gone = {cell for floor in floors for cell in footprint(floor.at, floor.size)}

    def is_left(x: float, y: float) -> bool:
        return Cell(int(x // SUBCELL), int(y // SUBCELL)) not in gone

    for name in LayerName:
        page = page.with_layer(name, page.layer(name).with_cells(dict.fromkeys(gone, 0)))
    walls = (one for one in page.walls if not any(_is_on(one, floor) for floor in floors))
    sources = (one for one in page.light_sources if one.at is None or is_left(*one.at))
    page = page.with_walls(walls).with_zones(_cleared(page.zones, gone))
    page = page.with_cover_objects(_cleared(page.cover_objects, gone))
    page = page.with_props(one for one in page.props if gone.isdisjoint(one.cells))
    page = page.with_pins(one for one in page.pins if one.cell not in gone)
    return page.with_light_sources(sources).with_sketch(_sketch_left(page.sketch, floors))


def _is_on(wall: Wall, floor: Floor) -> bool:
    """Return whether the middle of a wall is on a page: on its border too, of all four sides."""
    x, y = (wall.a.x + wall.b.x) / 2, (wall.a.y + wall.b.y) / 2
    return floor.touches(x / SUBCELL, y / SUBCELL)


def _sketch_left(sketch: Sketch | None, floors: tuple[Floor, ...]) -> Sketch | None:
    """Return a sketch with nothing drawn on the pages of some floors."""
    if sketch is None or not floors:
        return sketch
    arrays = sketch.arrays.copies()
    things = [one.cell for one in sketch.things if any(floor.holds(one.cell) for floor in floors)]
    for floor in floors:
        (left, top), (right, bottom) = floor.at, floor.end
        arrays.floor[top:bottom, left:right] = False
        arrays.across[top : bottom + 1, left:right] = 0
        arrays.down[top:bottom, left : right + 1] = 0
        points = CAVE_POINTS
        arrays.cave[top * points : bottom * points, left * points : right * points] = False
    return sketch.with_arrays(arrays).with_things(gone=things)


def _cleared(things: tuple[_Spread, ...], gone: set[Cell]) -> Iterator[_Spread]:
    for thing in things:
        left = tuple(cell for cell in thing.cells if cell not in gone)
        if left == thing.cells:
            yield thing
        elif left:
            yield thing.replace(cells=left)
