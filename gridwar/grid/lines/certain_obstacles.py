"""What stops lines of every height: squares that block, and how tall a wall must be to do so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.lines.sight_and_effect import opaque_kinds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.grid.cells.bitboards import Extent
    from gridwar.grid.lines.sight_and_effect import Purpose, Stand
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.painted_layers import Layer

    Mask = NDArray[np.bool_]

_CLOSE_M = 1e-6
"""Heights closer than this are left to ``line_between``, as it rounds."""


def opaque_squares(battle_map: BattleMap, purpose: Purpose) -> Mask:
    """Return rows of the map's cells: whether their ground is in the way of a purpose."""
    kinds = opaque_kinds(battle_map.terrain_kinds, purpose)
    return _opaque(Same(battle_map.terrain), kinds, battle_map.width, battle_map.height)


@kept_of_fight(16)
def _opaque(terrain: Same[Layer], kinds: frozenset[int], width: int, height: int) -> Mask:
    lookup = np.zeros(256, np.bool_)
    lookup[list(kinds)] = True
    found: Mask = lookup[terrain.it.view(width, height)]
    found.setflags(write=False)
    return found


def overlooked_m(battle_map: BattleMap, origin: Stand, extent: Extent) -> float:
    """Return the height of a wall above its foot from which on no line passes above it.

    Args:
        battle_map: The map, for the heights of its ground.
        origin: Where the lines begin, and how high.
        extent: The cells where they end, on the ground.
    """
    left, top, width, height = extent
    ground = battle_map.ground.view(battle_map.width, battle_map.height)
    part = ground[top : top + height, left : left + width].view(np.int8)
    heights_m = part * battle_map.ground_step_m
    highest = max(origin.height_m, float(heights_m.max(initial=0)))
    return highest - min(0.0, float(heights_m.min(initial=0))) + _CLOSE_M
