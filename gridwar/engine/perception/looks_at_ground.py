"""Who of a side looks at the map, from where and with which sense, and the points seen by each.

Of other floors the cells are seen that the exact lines reach through openings, each as a whole.
Only senses that show ground and walls count: eyes, sights for the dark, amplifiers. What somebody
stands in is looked out of; zones that stop sight are reached and not passed. Who is out, set aside
or off the board sees nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct

from gridwar.caches import Same, kept_of_fight
from gridwar.engine.kit.rule_system import system_of
from gridwar.engine.kit.senses import SenseKind
from gridwar.engine.perception.exact_sight import eye_stand
from gridwar.engine.perception.light_of_fight import light_for
from gridwar.engine.perception.sense_reach import senses_now
from gridwar.grid.areas.light_of_one_source import cells_reached
from gridwar.grid.cells.bitboards import Extent
from gridwar.grid.lines.cells_through_openings import Beam, cells_through_openings
from gridwar.grid.lines.certain_obstacles import opaque_squares
from gridwar.grid.lines.sight_and_effect import Purpose, middle_of
from gridwar.grid.outlines.points_in_sight import packed_points_in_sight
from gridwar.grid.outlines.sight_outline import SightOutline, sight_outline
from gridwar.model.painted_layers import Layer
from gridwar.model.point_masks import packed_cells, points_per_cell
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.zones import Light

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from gridwar.engine.kit.senses import Sense
    from gridwar.grid.areas.light_levels import LightLevels
    from gridwar.grid.lines.cells_through_openings import FloorReached
    from gridwar.grid.lines.sight_and_effect import Stand
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell, Size
    from gridwar.model.point_masks import Bits, Mask
    from gridwar.model.zones import Zone

SHOWING_GROUND: Final = frozenset({SenseKind.EYE, SenseKind.DARK_SIGHT, SenseKind.AMPLIFIER})

_CLEAR_OR_OPAQUE: Final = (
    TerrainKind.constant(name=""),
    TerrainKind.constant(name="", blocks_sight=True),
)


class Look(Struct, frozen=True):
    """What is looked at from one place by one sense; equal while nothing has changed."""

    outline: Same[SightOutline]
    light: Same[LightLevels] | None = None
    """The light that the sense needs; None where none counts."""
    darkest: Light = Light.DARK
    through_darkness: int = 0
    beside: Extent | None = None
    """The cells that end it because it is smoky everywhere: one's own and those beside them."""
    beyond: Same[tuple[FloorReached, ...]] | None = None
    """The cells of other floors, through openings; None where there is none."""


def looks_of(encounter: Encounter, who: Iterable[Combatant]) -> tuple[Look, ...]:
    """Return how some combatants look at the map at this moment, each look once."""
    found: dict[Look, None] = {}
    lights: dict[str, Same[LightLevels]] = {}
    for one in who:
        if encounter.vision.counts_light and one.side not in lights:
            lights[one.side] = Same(light_for(encounter, one.side))
        found.update(dict.fromkeys(_looks_of_one(encounter, one, lights.get(one.side))))
    return tuple(found)


def _looks_of_one(
    encounter: Encounter, one: Combatant, light: Same[LightLevels] | None
) -> Iterator[Look]:
    system = system_of(encounter)
    stand = eye_stand(encounter, one.id, () if system is None else system.board.levels)
    if stand is None or not encounter.map.contains(stand.cells[0]):
        return
    for sense in senses_now(encounter, one):
        if sense.kind not in SHOWING_GROUND or sense.needs is not None:
            continue
        page, far = _page_for(encounter, sense), _cells_far(encounter, sense)
        beside = None
        if not sense.through_smoke and _is_smoky_everywhere(encounter):
            far, beside = sum(one.size) + 2.0, _cells_beside(encounter, stand)
        outline = Same(sight_outline(page, stand, far))
        beyond = None
        if page.openings and beside is None:
            beyond = _beyond(page, Beam(middle_of(stand.cells), stand, far))
        if light is None:
            yield Look(outline, beside=beside, beyond=beyond)
        else:
            yield Look(outline, light, sense.darkest, sense.through_darkness, beside, beyond)


def _beyond(page: BattleMap, beam: Beam) -> Same[tuple[FloorReached, ...]] | None:
    """Return what is seen of other floors, the same object while it is; None where nothing is."""
    found = cells_through_openings(page, beam)
    return Same(found) if found else None


def _is_smoky_everywhere(encounter: Encounter) -> bool:
    return any(zone.everywhere for zone in _zones_in_the_way(encounter))


def _cells_beside(encounter: Encounter, stand: Stand) -> Extent:
    """Return the cells that somebody covers and those beside them, as far as the map goes."""
    (left, top), (right, bottom) = stand.cells[0], stand.cells[-1]
    size = encounter.map.size
    left, top = max(0, left - 1), max(0, top - 1)
    right, bottom = min(size.w, right + 2), min(size.h, bottom + 2)
    return Extent(left, top, max(0, right - left), max(0, bottom - top))


def _cells_far(encounter: Encounter, sense: Sense) -> float | None:
    """Return how many cells a sense reaches; None where it reaches over the whole map."""
    if sense.range_m is None:
        return None
    cells = sense.range_m / encounter.map.scale.cell_m
    return None if cells > sum(encounter.map.size) else cells


def points_of_look(look: Look) -> Bits:
    """Return rows of the map's points, eight a byte: those that a look takes in."""
    bits = _in_sight(look.outline)
    if look.beside is not None:
        left, top, width, height = look.beside
        size = look.outline.it.battle_map.size
        cells = np.zeros((size.h, size.w), np.bool_)
        cells[top : top + height, left : left + width] = True
        bits = bits & packed_cells(cells, points_per_cell(size))
    if look.beyond is not None:
        bits = bits | _through(look.beyond, look.outline.it.battle_map.size)
    return bits if look.light is None else bits & _lit_for(look)


@kept_of_fight(64)
def _in_sight(outline: Same[SightOutline]) -> Bits:
    return packed_points_in_sight(outline.it)


@kept_of_fight(64)
def _through(floors: Same[tuple[FloorReached, ...]], size: Size) -> Bits:
    """Return the points of the cells of other floors that are reached."""
    cells = np.zeros((size.h, size.w), np.bool_)
    for one in floors.it:
        cells[one.on_sheet] = one.cells
    return packed_cells(cells, points_per_cell(size))


def _lit_for(look: Look) -> Bits:
    assert look.light is not None
    return _lit(look.light, look.darkest, look.through_darkness)


@kept_of_fight(16)
def _lit(light: Same[LightLevels], darkest: Light, through_darkness: int) -> Bits:
    """Return the points of the cells on which there is light enough."""
    levels = light.it
    cells: Mask = levels.levels <= darkest
    if darkest is Light.DARK and any(one.strength < 0 for one in levels.sources):
        cells &= _darkness(light) <= through_darkness
    return packed_cells(cells, points_per_cell(levels.battle_map.size))


@kept_of_fight(4)
def _darkness(light: Same[LightLevels]) -> NDArray[np.int64]:
    """Return rows of the map's cells: the strength of the darkness that makes them dark."""
    levels, page = light.it, light.it.battle_map
    found = np.zeros((page.height, page.width), np.int64)
    for source in levels.sources:
        if source.strength < 0:
            for cell in cells_reached(page, source):
                if levels.levels[cell.y, cell.x] == Light.DARK:
                    why = levels.why(cell).darkness
                    found[cell.y, cell.x] = 0 if why is None else -why.strength
    return found


def _zones_in_the_way(encounter: Encounter) -> tuple[Zone, ...]:
    kinds = encounter.vision.opaque_zones
    return tuple(zone for zone in encounter.map.zones if zone.kind in kinds) if kinds else ()


def _page_for(encounter: Encounter, sense: Sense) -> BattleMap:
    """Return the map as a sense looks through it: where zones stop it they are as solid ground."""
    page, zones = encounter.map, _zones_in_the_way(encounter)
    if not zones or sense.through_smoke or _is_smoky_everywhere(encounter):
        return page
    cells = tuple(Same(zone.cells) for zone in zones)
    layer = _solid(Same(opaque_squares(page, Purpose.SIGHT)), cells, page.size)
    return page.replace(terrain=layer, terrain_kinds=_CLEAR_OR_OPAQUE)


@kept_of_fight(8)
def _solid(ground: Same[Mask], zones: tuple[Same[tuple[Cell, ...]], ...], size: Size) -> Layer:
    """Return a layer that is 1 where ground or zones stop sight."""
    solid = ground.it.copy()
    for zone in zones:
        for x, y in zone.it:
            if 0 <= x < size.w and 0 <= y < size.h:
                solid[y, x] = True
    return Layer.of_rows(solid)
