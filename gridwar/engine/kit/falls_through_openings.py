"""Falling: whoever is over an opening, and not in the air, falls to the floor below.

One procedure for steps, pushes and floors that open under somebody. That somebody falls is proposed
to the game master, and told; what a fall does is the system's to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.caches import Same, kept_of_fight
from gridwar.engine.kit.choice_questions import choose
from gridwar.engine.kit.movement_records import Fall
from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.engine.kit.rule_system import system_at, system_of
from gridwar.engine.kit.say_and_refuse import say
from gridwar.engine.kit.yardstick_and_distances import up_cells
from gridwar.model.events_combatants import CombatantMoved
from gridwar.model.floors import floor_at
from gridwar.model.geometry import Cell, footprint
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.procedure_table import Table
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.encounter import Encounter
    from gridwar.model.floors import Floor
    from gridwar.model.geometry import Size


def holes_for(encounter: Encounter, who: str) -> frozenset[Cell]:
    """Return the cells from which somebody would fall; none for whoever is in the air.

    Of those that cover several cells it is the top left one, and all of them are over openings.
    """
    if not encounter.map.openings or _is_in_the_air(encounter, who):
        return frozenset()
    return frozenset(_holes_of(encounter.map, encounter[who].size))


def fall_from(encounter: Encounter, who: str, cell: Cell) -> Fall | None:
    """Return how somebody would fall at a cell; None where the floor holds, or nothing falls."""
    if cell not in holes_for(encounter, who):
        return None
    page = encounter.map
    holes, end = _holes_of(page, encounter[who].size), cell
    while end in holes:
        end = holes[end]
    above, below = page.floor_at(cell), page.floor_at(end)
    assert above is not None
    assert below is not None
    from_m, to_m = above.elevation_m + page.ground_m(cell), below.elevation_m + page.ground_m(end)
    return Fall(who, end, max(0.0, from_m - to_m), below.name or below.id)


def height_words(encounter: Encounter, height_m: float) -> str:
    """Return the height of a fall in the unit of the map: ``3 m``."""
    scale = encounter.map.scale
    return f"{round(height_m / scale.unit_m, 2):g} {scale.unit}"


def fall(table: Table, who: str) -> Procedure[bool]:
    """Let somebody fall where the floor is open; the game master may say that it does not.

    Returns whether it fell.
    """
    here = table.now[who].pos
    found = None if here is None else fall_from(table.now, who, here)
    if found is None:
        return False
    height, floor = height_words(table.now, found.height_m), found.floor
    chosen = yield from choose(
        table,
        _("Does {who} fall {height} to {floor}?"),
        {"falls": _("It falls"), "stays": _("It stays above")},
        key="fall",
        whom=None,
        default="falls",
        who=who,
        height=height,
        floor=floor,
    )
    if chosen != "falls":
        yield from say(table, _("{who} does not fall to {floor}"), who=who, floor=floor)
        return False
    yield from emit(CombatantMoved(who=who, to=found.to, walked=False))
    fallen = system_at(table).play.fallen
    text = _("{who} falls {height} to {floor}")
    if fallen is None:
        text = _("{who} falls {height} to {floor}: no rule says what that does, so you do")
    yield from say(table, text, tone="harm", cell=found.to, who=who, height=height, floor=floor)
    if fallen is not None:
        yield from fallen(table, found)
    return True


def _is_in_the_air(encounter: Encounter, who: str) -> bool:
    system = system_of(encounter)
    levels = () if system is None else system.board.levels
    return up_cells(encounter, levels, encounter[who].altitude) > 0


def _holes_of(page: BattleMap, size: Size) -> Mapping[Cell, Cell]:
    return _holes(Same(page.openings), Same(page.floors), size)


@kept_of_fight(16)
def _holes(
    openings: Same[tuple[Cell, ...]], floors: Same[tuple[Floor, ...]], size: Size
) -> Mapping[Cell, Cell]:
    """Return the cells below by those from which somebody of a size falls to them."""
    is_open, found = frozenset(openings.it), dict[Cell, Cell]()
    stack = sorted(floors.it, key=lambda floor: floor.elevation_m)
    for cell in openings.it:
        floor = floor_at(floors.it, cell)
        number = 0 if floor is None else stack.index(floor)
        if floor is None or not number:
            continue
        covered, below = footprint(cell, size), stack[number - 1]
        end = below.cell_of(floor.plan_of(cell))
        holds = all(map(floor.holds, covered)) and all(map(below.holds, footprint(end, size)))
        if holds and is_open.issuperset(covered):
            found[cell] = end
    return found
