"""Cover of many targets from one attacker: at a glance where there is nothing to hide behind.

The rule is ``gridwar.grid.lines.cover_on_line``'s, and so is every answer that is not plainly none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.cells.distance import nearest_cells
from gridwar.grid.cells.wall_crossings import walls_that
from gridwar.grid.lines.cover_on_line import best_cover, is_edge
from gridwar.grid.lines.cover_reach import last_steps
from gridwar.grid.lines.stands_on_other_pages import as_on_page_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.grid.lines.cover_on_line import CoverFound
    from gridwar.grid.lines.sight_and_effect import Stand
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.cover_kinds import CoverObject
    from gridwar.model.geometry import Cell, Size
    from gridwar.model.painted_layers import Layer
    from gridwar.model.walls import Wall


def best_covers(
    battle_map: BattleMap, attacker: Stand, targets: Iterable[Stand]
) -> tuple[CoverFound | None, ...]:
    """Return the best cover of each target from one attacker: ``cover_facts(…).best`` of each.

    Where nothing to hide behind stands near the target's end of the line, a glance is enough.

    Args:
        battle_map: The map with its walls, painted cover and objects.
        attacker: Where the attacker stands, and the height they fire from.
        targets: Where the targets stand, and the heights they are hit at.

    Rules: CE-COV-05
    """
    glance = _glance_at(battle_map)
    return tuple(
        best_cover(battle_map, attacker, target)
        if glance.may_cover(as_on_page_of(battle_map, attacker, target).cells, target.cells)
        else None
        for target in targets
    )


@kept_of_fight(1 << 13)
def kept_cover(page: Same[BattleMap], attacker: Stand, target: Stand) -> CoverFound | None:
    """Return the best cover of one target, kept: several questions ask of the same two stands."""
    (best,) = best_covers(page.it, attacker, (target,))
    return best


class _Glance:
    """Which cells hold anything to hide behind, to tell at once where there is none."""

    def __init__(self, battle_map: BattleMap) -> None:
        self._width, self._height = battle_map.size
        page = np.array(battle_map.cover.view(*battle_map.size)) > 0
        things = [cell for thing in battle_map.in_play.cover_objects for cell in thing.cells]
        for cell in (*things, *walls_that(battle_map.walls, is_edge).by_cell):
            if battle_map.contains(cell):
                page[cell.y, cell.x] = True
        self._is_empty = not page.any()
        self._holds = page.tobytes()

    def may_cover(self, attacker: tuple[Cell, ...], target: tuple[Cell, ...]) -> bool:
        """Return whether the line from an attacker to a target has to be looked at closely."""
        if len(attacker) == len(target) == 1:
            near, far = attacker[0], target[0]
        else:
            near, far = nearest_cells(attacker, target)
        width = self._width
        for x, y in (*attacker, *target):
            if not (0 <= x < width and 0 <= y < self._height):
                return True
        if self._is_empty:
            return False
        holds = self._holds
        if len(target) > 1 and any(holds[y * width + x] for x, y in target):
            return True
        place = far[1] * width + far[0]
        for step in _last_steps(near[0] - far[0], near[1] - far[1], width):
            if holds[place + step]:
                return True
        return False


def _glance_at(battle_map: BattleMap) -> _Glance:
    kept = _glances(
        Same(battle_map.cover),
        Same(battle_map.in_play.cover_objects),
        Same(battle_map.walls),
        battle_map.size,
    )
    if not kept:
        kept.append(_Glance(battle_map))
    return kept[0]


@kept_of_fight(8)
def _glances(
    cover: Same[Layer],
    objects: Same[tuple[CoverObject, ...]],
    walls: Same[tuple[Wall, ...]],
    page: Size,
) -> list[_Glance]:
    """Return the place where the glance at a map is kept for as long as its cover is the same."""
    return []


@kept_of_fight(1 << 14)
def _last_steps(dx: int, dy: int, width: int) -> tuple[int, ...]:
    """Return the cells on the last part of a line in which edges and objects serve.

    Args:
        dx: Columns from the target's cell to the attacker's.
        dy: The same in rows.
        width: Cells to a row; the answer counts places from the target's.
    """
    last = last_steps(-dx, -dy)  # from the attacker's cell
    return tuple((y + dy) * width + x + dx for x, y in last)
