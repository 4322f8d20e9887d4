"""Which zones a line passes through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.grid.cells.distance import nearest_cells
from gridwar.grid.cells.wall_crossings import cells_crossed
from gridwar.grid.lines.stands_on_other_pages import as_on_page_of
from gridwar.model.geometry import centre_of

if TYPE_CHECKING:
    from gridwar.grid.lines.sight_and_effect import Stand
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Cell
    from gridwar.model.zones import Zone


def zones_on_line(battle_map: BattleMap, kind: str, a: Stand, b: Stand) -> tuple[Zone, ...]:
    """Return the zones of a kind that the line between the nearest squares passes through.

    The squares at both ends count.

    Args:
        battle_map: The map with its zones.
        kind: The kind, such as ``SMOKE``.
        a: Where the one stands.
        b: Where the other stands.
    """
    crossed: set[Cell] = set()
    for here, there in ((as_on_page_of(battle_map, a, b), b), (a, as_on_page_of(battle_map, b, a))):
        near, far = nearest_cells(here.cells, there.cells)
        crossed |= {near, far, *cells_crossed(centre_of(near), centre_of(far))}
        if not battle_map.floors:
            break
    return tuple(
        zone
        for zone in battle_map.zones
        if zone.kind == kind and (zone.everywhere or not crossed.isdisjoint(zone.cells))
    )
