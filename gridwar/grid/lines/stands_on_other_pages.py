"""Where somebody of another floor would be on a page: what hides near its end asks no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.grid.lines.lines_across_floors import cells_on_page, floors_apart

if TYPE_CHECKING:
    from gridwar.grid.lines.sight_and_effect import Stand
    from gridwar.model.battlemap import BattleMap


def as_on_page_of(battle_map: BattleMap, one: Stand, other: Stand) -> Stand:
    """Return where somebody would be on the page of another: above or below where it stands.

    The height goes along, so that a line between the two is as steep as it is.
    """
    floors = floors_apart(battle_map, one.cells, other.cells)
    if not floors:
        return one
    up_m = floors[0].elevation_m - floors[-1].elevation_m
    cells = cells_on_page(one.cells, floors[0], floors[-1])
    return replace(one, cells=cells, height_m=one.height_m + up_m)
