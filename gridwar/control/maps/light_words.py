"""Sources of light in words: what they are called, how far they shine, how many there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.perception.light_of_fight import level_word, light_on
from gridwar.model.zones import LIGHT, Light
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.model.lights import LightSource


def light_icon(source: LightSource) -> str:
    """Return the sign of a source: a moon for darkness."""
    return "moon" if source.is_darkness else "sun"


def light_figures(source: LightSource) -> str:
    """Return how far a source is bright and dim, in cells: ``3, 6``."""
    if source.is_darkness or source.bright_cells >= source.dim_cells:
        return f"{source.reach_cells:g}"
    return f"{source.bright_cells:g}, {source.dim_cells:g}"


def light_line(encounter: Encounter, source: LightSource) -> str:
    """Return what stands under a source's name: reach, whose it is, how long it lasts."""
    words = [light_figures(source)]
    if source.imported is not None:
        words.insert(0, _("from the map"))
    if source.carried_by:
        bearer = encounter.combatants.get(source.carried_by)
        is_there = bearer is not None and bearer.pos is not None and not bearer.aside
        words.append(_("carried") if is_there else _("carried, off the board"))
    if source.rounds is not None:
        count = source.rounds
        words.append(ngettext("{n} round left", "{n} rounds left", count).format(n=count))
    return ", ".join(words)


def light_note(encounter: Encounter) -> str:
    """Return what of light and darkness there is on a map; empty for plain daylight."""
    page, words = encounter.map, []
    if page.light is not Light.BRIGHT:
        words.append(level_word(page.light))
    if count := len(page.light_sources):
        words.append(ngettext("{n} light", "{n} lights", count).format(n=count))
    return ", ".join(words)


def cell_light(encounter: Encounter, cell: Cell) -> str:
    """Return how light a cell is, and why; empty on a plain map by day, and off the map."""
    page = encounter.map
    has_zones = any(zone.kind == LIGHT for zone in page.zones)
    is_plain = page.light is Light.BRIGHT and not page.light_sources and not has_zones
    if is_plain or not page.contains(cell):
        return ""
    found = light_on(encounter, cell)
    return f"{level_word(found.level)}: {found.reason}"
