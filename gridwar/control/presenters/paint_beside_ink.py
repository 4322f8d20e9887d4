"""Which of the painted terrain is drawn on a map with a sketch: what the ink does not show itself.

Water and rubble of a sketch bring terrain of their look along; drawn as well, it would lie over the
pond as a square of waves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.caches import Same, kept_of_fight
from gridwar.model.sketch import SketchThingKind
from gridwar.model.terrain_kinds import TerrainLook

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.painted_layers import Layer
    from gridwar.model.sketch import SketchThing
    from gridwar.model.terrain_kinds import TerrainKind

_SHOWS: Final[Mapping[SketchThingKind, TerrainLook]] = {
    SketchThingKind.WATER: TerrainLook.WATER,
    SketchThingKind.RUBBLE: TerrainLook.RUBBLE,
}


def beside_ink(layer: Layer, page: BattleMap) -> Layer:
    """Return a layer of a map's terrain without the cells whose look its sketch has drawn.

    Args:
        layer: Its terrain, or what of it was painted here.
        page: The map.
    """
    if page.sketch is None or not layer.tiles:
        return layer
    return _beside(Same(layer), Same(page.sketch.things), Same(page.terrain_kinds))


@kept_of_fight(4)
def _beside(
    layer: Same[Layer],
    things: Same[tuple[SketchThing, ...]],
    kinds: Same[tuple[TerrainKind, ...]],
) -> Layer:
    drawn = {
        one.cell: 0
        for one in things.it
        if one.kind in _SHOWS and kinds.it[layer.it.get(one.cell)].look is _SHOWS[one.kind]
    }
    return layer.it.with_cells(drawn) if drawn else layer.it
