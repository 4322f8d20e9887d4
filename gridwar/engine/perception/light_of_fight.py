"""How light it is in a fight: the one answer for rules, tooltips and pictures, with its reason.

Puts sources of light where they shine now: at their place or with their bearer, and those that the
rules derive from what somebody does. The levels themselves are ``gridwar.grid.areas.light_levels``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.caches import Same, kept_of_fight
from gridwar.engine.kit.rule_system import system_of
from gridwar.engine.kit.yardstick_and_distances import up_cells
from gridwar.grid.areas import light_levels
from gridwar.grid.areas.light_of_one_source import ShiningLight
from gridwar.model.geometry import cell_at, footprint_centre
from gridwar.model.zones import Light
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.engine.kit.rule_system import System
    from gridwar.grid.areas.light_levels import LightFound, LightLevels
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell, Point
    from gridwar.model.lights import LightSource


class LightOn(Struct, frozen=True):
    """The level on a cell, and why."""

    level: Light
    reason: str
    """What makes it so light, or so dark: ``Torch of Marta, 3 cells``."""
    source: str = ""
    """The id of the light that decides; empty where a zone or the map does."""


def light_of(encounter: Encounter) -> LightLevels:
    """Return how light it is on every cell; kept while map and lights stay as they are."""
    return _levels(Same(encounter.map), shining_lights(encounter))


def light_on(encounter: Encounter, cell: Cell) -> LightOn:
    """Return how light it is on one cell, and why: the same as ``light_of`` says.

    A zone is the game master's word and wins; else the best of the map's own light and of every
    source that reaches the middle of the cell, less what darkness takes away.
    """
    return _on_cell(Same(encounter.map), shining_lights(encounter), cell)


def brightest_on(encounter: Encounter, cells: Iterable[Cell]) -> LightOn:
    """Return the best light on any of some cells: what somebody who covers them stands in."""
    return min((light_on(encounter, cell) for cell in cells), key=lambda found: found.level)


def shining_lights(encounter: Encounter) -> tuple[ShiningLight, ...]:
    """Return all that sheds light or darkness now, where it does."""
    system = system_of(encounter)
    derived = () if system is None else system.board.lights(encounter)
    sources = (*encounter.map.light_sources, *derived)
    return tuple(_shining(encounter, system, sources)) if sources else ()


def lights_seen(encounter: Encounter, side: str) -> tuple[ShiningLight, ...]:
    """Return those of the lights that a side knows of: not what a hidden one carries, or sheds."""
    kept = {one.id for one in encounter.combatants.values() if encounter.keeps_from(side, one)}
    return shining_lights(encounter.overlooking(kept) if kept else encounter)


def light_for(encounter: Encounter, side: str) -> LightLevels:
    """Return how light it is to a side on every cell: by what it knows of, so that it sees no more.

    Otherwise the ground round a hidden torch would be seen, and he who bears it be found.
    """
    return _levels(Same(encounter.map), lights_seen(encounter, side))


def lights_seen_by_any(encounter: Encounter, sides: Iterable[str]) -> tuple[ShiningLight, ...]:
    """Return the lights that any of some sides knows of, in the order of all."""
    known = {one.id for side in sides for one in lights_seen(encounter, side)}
    return tuple(one for one in shining_lights(encounter) if one.id in known)


def bearer_of(encounter: Encounter, source: LightSource) -> Combatant | None:
    """Return who carries a source on the board; None where nobody does, or is not there."""
    who = source.carried_by
    if not who or who not in encounter:
        return None
    one = encounter[who]
    return None if one.pos is None or one.aside else one


def place_of(encounter: Encounter, source: LightSource) -> Point | None:
    """Return where a source is now, shining or not; None while its bearer is off the board."""
    if source.at is not None:
        return source.at
    one = bearer_of(encounter, source)
    return None if one is None or one.pos is None else footprint_centre(one.pos, one.size)


def light_name(encounter: Encounter, source: LightSource) -> str:
    """Return what a source is called: with its bearer's name where somebody carries it."""
    name = source.name or (_("Darkness") if source.is_darkness else _("Light"))
    if source.carried_by not in encounter:
        return name
    return _("{light} of {name}").format(light=name, name=encounter[source.carried_by].name)


def level_word(level: Light) -> str:
    """Return a level in words."""
    return {Light.BRIGHT: _("bright"), Light.LOW: _("low light"), Light.DARK: _("dark")}[level]


def _shining(
    encounter: Encounter, system: System | None, sources: Iterable[LightSource]
) -> Iterator[ShiningLight]:
    levels = () if system is None else system.board.levels
    for source in sources:
        at = place_of(encounter, source) if source.on else None
        if at is None or not source.reach_cells or not encounter.map.contains(cell_at(at)):
            continue
        height_m, facing_deg = source.height_m, source.facing_deg
        if (one := bearer_of(encounter, source)) is not None:
            height_m += up_cells(encounter, levels, one.altitude) * encounter.map.scale.cell_m
            facing_deg += one.facing_deg or 0
        yield ShiningLight(
            id=source.id,
            at=at,
            bright_cells=source.bright_cells,
            dim_cells=source.dim_cells,
            name=light_name(encounter, source),
            facing_deg=facing_deg,
            width_deg=source.width_deg,
            strength=source.strength,
            casts_shadows=source.casts_shadows,
            height_m=height_m,
            colour=source.colour,
        )


@kept_of_fight(8)
def _levels(page: Same[BattleMap], lights: tuple[ShiningLight, ...]) -> LightLevels:
    return light_levels.light_levels(page.it, lights)


@kept_of_fight(4096)
def _on_cell(page: Same[BattleMap], lights: tuple[ShiningLight, ...], cell: Cell) -> LightOn:
    found = light_levels.light_on(page.it, lights, cell)
    source = found.darkness if found.source is None and found.zone is None else found.source
    return LightOn(found.level, _reason(page.it, found), "" if source is None else source.id)


def _reason(page: BattleMap, found: LightFound) -> str:
    if found.zone is not None:
        return found.zone.name or _("a zone of light")
    if found.source is not None:
        cells = round(found.distance_cells)
        text = ngettext("{light}, {n} cell", "{light}, {n} cells", cells)
        words = text.format(light=found.source.name, n=cells)
        if found.through is None:
            return words
        floor = found.through.name or found.through.id
        return _("{light}, through an opening of {floor}").format(light=words, floor=floor)
    if found.darkness is not None:
        return _("{darkness} takes the light away").format(darkness=found.darkness.name)
    return _("the map is {level}").format(level=level_word(page.light))
