"""The map of a fight taken along to the next: as it was laid, then what was drawn on it here.

What was drawn comes by commands, as it was drawn the first time: so it is known in the next fight
too that no picture shows it, and it can be undone there. Zones come with the map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridwar.engine.gm.map_commands import Paint, PutCover, PutWalls
from gridwar.model.battlemap import LayerName
from gridwar.model.painted_layers import TILE, Layer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.command import Command
    from gridwar.model.geometry import Cell

_NO_LAYER = Layer.constant()


def taken_map(
    page: BattleMap, laid: BattleMap, *, drawn: bool
) -> tuple[BattleMap, tuple[Command, ...]]:
    """Return the map that the next fight begins with, and what is drawn on it then.

    Args:
        page: The map as it is now.
        laid: The map as it was laid here.
        drawn: Whether what was drawn here comes along.
    """
    if page.picture is None:  # all there is on a blank page was drawn
        return (page if drawn else _bare(page)), ()
    if laid.size != page.size or not _same_kinds(page, laid):
        return (page if drawn else laid), ()
    first = page.replace(
        walls=laid.walls,
        cover_objects=laid.cover_objects,
        terrain=laid.terrain,
        ground=laid.ground,
        cover=laid.cover,
    )
    return first, tuple(_drawing(page, laid)) if drawn else ()


def _bare(page: BattleMap) -> BattleMap:
    return page.replace(
        walls=(), cover_objects=(), zones=(), terrain=_NO_LAYER, ground=_NO_LAYER, cover=_NO_LAYER
    )


def _same_kinds(page: BattleMap, laid: BattleMap) -> bool:
    """Return whether a cell that was painted then means the same now."""
    return (
        page.terrain_kinds[: len(laid.terrain_kinds)] == laid.terrain_kinds
        and page.cover_kinds[: len(laid.cover_kinds)] == laid.cover_kinds
        and page.ground_step_m == laid.ground_step_m
    )


def _drawing(page: BattleMap, laid: BattleMap) -> Iterator[Command]:
    walls, were = page.walls, {one.id: one for one in laid.walls}
    put = tuple(one for one in walls if were.get(one.id) != one)
    gone = tuple(were.keys() - {one.id for one in walls})
    if put or gone:
        yield PutWalls(put=put, gone=tuple(sorted(gone)))
    things = {one.id: one for one in laid.cover_objects}
    put_things = tuple(one for one in page.cover_objects if things.get(one.id) != one)
    gone_things = tuple(things.keys() - {one.id for one in page.cover_objects})
    if put_things or gone_things:
        yield PutCover(put=put_things, gone=tuple(sorted(gone_things)))
    for name in LayerName:
        for value, where in _strokes(page.layer(name), laid.layer(name)).items():
            height = int(np.uint8(value).astype(np.int8))
            is_ground = name is LayerName.GROUND
            yield Paint(layer=name, where=where, value=height if is_ground else value)


def _strokes(now: Layer, then: Layer) -> dict[int, Layer]:
    """Return the cells that are other than they were, by what they are now."""
    empty = bytes(TILE * TILE)
    found: dict[int, dict[Cell, bytes]] = {}
    for place in {*now.tiles, *then.tiles}:
        new = np.frombuffer(now.tiles.get(place, empty), np.uint8)
        differs = new != np.frombuffer(then.tiles.get(place, empty), np.uint8)
        for value in np.unique(new[differs]):
            marks = (differs & (new == value)).astype(np.uint8)
            found.setdefault(int(value), {})[place] = marks.tobytes()
    return {value: _NO_LAYER.with_tiles(tiles) for value, tiles in sorted(found.items())}
