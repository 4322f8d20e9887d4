"""What follows from a sketch on its map: walls, and the terrain of water and rubble.

The game master's own walls are never touched: one counts as following from the sketch as long as it
is as the sketch makes it; how a door stands and what a wall is called does not matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gridwar.errors import MapError
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.events_map import with_changes
from gridwar.model.floors import floor_at
from gridwar.model.geometry import SUBCELL, Cell
from gridwar.model.map_in_play import MOST_KINDS
from gridwar.model.sketch import EdgeKind, Sketch, SketchThingKind
from gridwar.model.sketch_strokes import Box
from gridwar.model.sketch_walls import (
    DERIVED,
    edge_kinds,
    following_walls,
    own_id,
    pillar_sides,
    rims_of_walls,
)
from gridwar.model.terrain_kinds import TerrainKind, TerrainLook
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.model.sketch import SketchThing
    from gridwar.model.walls import Wall

_GROUNDS: Final[Mapping[SketchThingKind, TerrainKind]] = {
    SketchThingKind.WATER: TerrainKind.constant(
        name=_("water"), difficulty=1, multiplier=2, look=TerrainLook.WATER
    ),
    SketchThingKind.RUBBLE: TerrainKind.constant(
        name=_("rubble"), difficulty=1, multiplier=2, look=TerrainLook.RUBBLE
    ),
}
"""What a map gets as its terrain of a look where it has none."""


class GroundLaid(NamedTuple):
    """Terrain that things of a sketch bring along: kinds new to the map's table, and cells."""

    kinds: tuple[TerrainKind, ...] = ()
    values: Mapping[Cell, int] = {}


def sketched(page: BattleMap, sketch: Sketch) -> BattleMap:
    """Return a map with another sketch of its size and all that follows from it.

    Raises:
        MapError: It would have too many walls, or no place for a kind of terrain.
    """
    old = page.sketch or Sketch.blank(page.size)
    put, gone = following_walls(page.walls, old, sketch)
    ground = ground_laid(page, old, sketch)
    page = page.with_sketch(sketch).with_walls(with_changes(page.walls, put, gone))
    page = page.with_terrain_kinds((*page.terrain_kinds, *ground.kinds))
    if len(page.terrain_kinds) > MOST_KINDS:
        raise MapError(f"a map has at most {MOST_KINDS} kinds of terrain")
    return page.with_painted(LayerName.TERRAIN, ground.values)


def within_floor(page: BattleMap, old: Sketch, new: Sketch, places: Iterable[Cell]) -> Sketch:
    """Return a stroke as far as it lies on the floor where it was drawn; nothing is between floors.

    Args:
        page: The map.
        old: What was drawn.
        new: What is after the stroke, wherever it went.
        places: The cells that the stroke was drawn by; the first on a floor says on which.
    """
    floors = page.floors
    if not floors or new is old:
        return new
    on = (floor_at(floors, cell) for cell in places)
    first = next((floor for floor in on if floor is not None), None)
    arrays, drawn, is_here = old.arrays.copies(), new.arrays, np.zeros(old.floor.shape, np.bool_)
    for floor in floors if first is None else (first,):
        box = Box(*floor.at, *floor.end)
        rows, columns = box.cells
        is_here[box.cells] = True
        arrays.floor[box.cells] = drawn.floor[box.cells]
        arrays.cave[box.points] = drawn.cave[box.points]
        for edges, which, part in (
            (arrays.across, drawn.across, (slice(box.top, box.bottom + 1), columns)),
            (arrays.down, drawn.down, (rows, slice(box.left, box.right + 1))),
        ):
            edges[part] = which[part]
    put, left = (
        [one for one in sketch.things if is_here[one.cell.y, one.cell.x]] for sketch in (new, old)
    )
    found = old.with_things(put, {one.cell for one in left} - {one.cell for one in put})
    return found.with_arrays(arrays).with_style(new.style)


def ground_laid(page: BattleMap, old: Sketch, new: Sketch) -> GroundLaid:
    """Return what terrain comes under water and rubble that was put, and goes with what went."""
    if old.things is new.things:
        return GroundLaid()
    was, stays = set(old.things), set(new.things)
    values: dict[Cell, int] = {}
    for one in _on_ground(old.things):
        if one not in stays and page.terrain_at(one.cell).look is _GROUNDS[one.kind].look:
            values[one.cell] = 0
    kinds: list[TerrainKind] = []
    for one in _on_ground(new.things):
        if one not in was:
            table = (*page.terrain_kinds, *kinds)
            look = _GROUNDS[one.kind].look
            index = next((i for i, kind in enumerate(table) if kind.look is look), len(table))
            if index == len(table):
                kinds.append(_named_apart(_GROUNDS[one.kind], table))
            values[one.cell] = index
    return GroundLaid(tuple(kinds), values)


def _on_ground(things: Iterable[SketchThing]) -> Iterable[SketchThing]:
    return (one for one in things if one.kind in _GROUNDS)


def _named_apart(kind: TerrainKind, table: tuple[TerrainKind, ...]) -> TerrainKind:
    """Return a kind under a name that no other of the table has."""
    taken = {one.name for one in table}
    names = (kind.name, *(f"{kind.name} {number}" for number in range(2, MOST_KINDS + 2)))
    return kind.replace(name=next(name for name in names if name not in taken))


class MadeOwn(NamedTuple):
    """A sketch without what was changed by hand, and the walls that are put and go instead."""

    sketch: Sketch | None
    put: tuple[Wall, ...]
    gone: tuple[str, ...]


def made_own(page: BattleMap, put: tuple[Wall, ...], gone: tuple[str, ...]) -> MadeOwn:
    """Return how walls are changed by hand on a map: what followed from its sketch does so no more.

    The sketch has nothing of its own there, and the walls get ids of their own, or else they would
    be taken for what it shows. How a door stands and what a wall is called may always change.

    Args:
        page: The map.
        put: The walls as they become.
        gone: The ids of those taken away.
    """
    new = {wall.id: wall for wall in put} | dict.fromkeys(gone)
    touched = {
        wall.id: wall
        for wall in page.walls
        if wall.id in new
        and wall.id.startswith(DERIVED)
        and not _differs_as_a_door(wall, new[wall.id])
    }
    if page.sketch is None or not touched:
        return MadeOwn(page.sketch, put, gone)
    ends = {(wall.a, wall.b) for wall in touched.values()}
    pillars = [one for one in page.sketch.things if not ends.isdisjoint(pillar_sides(one))]
    sides = {side for one in pillars for side in pillar_sides(one)}
    beside = tuple(wall for wall in page.walls if (wall.a, wall.b) in sides and wall.id not in new)
    left = {*touched, *(wall.id for wall in beside)}
    taken = {wall.id for wall in page.walls}
    own = tuple(
        wall.replace(id=own_id(wall.id, taken)) if wall.id in left else wall
        for wall in (*put, *beside)
    )
    sketch = _without(page.sketch, touched.values())
    if pillars:
        sketch = sketch.with_things(gone=(one.cell for one in pillars))
    return MadeOwn(sketch, own, tuple(dict.fromkeys((*gone, *left))))


def _differs_as_a_door(wall: Wall, new: Wall | None) -> bool:
    """Return whether a wall differs at most in its name and in how a door stands."""
    return new is not None and wall.replace(door=new.door, name=new.name) == new


def _without(sketch: Sketch, walls: Iterable[Wall]) -> Sketch:
    """Return a sketch with nothing of its own on the edges and rims along which some walls run."""
    walls = tuple(walls)
    if sketch.cave_points.tiles and (rims := rims_of_walls(sketch, walls)).tiles:
        sketch = sketch.with_open_rims(sketch.open_rims.united(rims))
    along = [wall for wall in walls if _runs_along_edges(wall)]
    if not along:
        return sketch
    arrays = sketch.arrays.copies()
    floor = np.pad(arrays.floor, 1)  # a cave has its rims for itself, whatever it digs of a cell
    across, down = edge_kinds(sketch)
    for wall in along:
        (x0, y0), (x1, y1) = ((at // SUBCELL for at in end) for end in sorted((wall.a, wall.b)))
        if y0 == y1:
            here = slice(x0, x1)
            drawn, stands = arrays.across[y0, here], across[y0, here]
            is_rim = floor[y0, x0 + 1 : x1 + 1] ^ floor[y0 + 1, x0 + 1 : x1 + 1]
        else:
            here = slice(y0, y1)
            drawn, stands = arrays.down[here, x0], down[here, x0]
            is_rim = floor[y0 + 1 : y1 + 1, x0] ^ floor[y0 + 1 : y1 + 1, x0 + 1]
        drawn[stands > 0] = np.where(is_rim, EdgeKind.OPEN, EdgeKind.NOTHING)[stands > 0]
    return sketch.with_arrays(arrays)


def _runs_along_edges(wall: Wall) -> bool:
    (ax, ay), (bx, by) = wall.a, wall.b
    is_straight = ax == bx or ay == by
    return is_straight and not any(at % SUBCELL for at in (ax, ay, bx, by))
