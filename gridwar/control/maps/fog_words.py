"""What fog is called: its modes, and the kinds of zones in which sight may end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.maps.map_words import zone_name
from gridwar.model.memory import FogMode
from gridwar.model.zones import LIGHT, SMOKE, WEATHER, ZERO_GRAVITY, Zone
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

MODE_WORDS: Final = {
    FogMode.OFF: _("No fog"),
    FogMode.BY_HAND: _("Fog by hand"),
    FogMode.BY_SIGHT: _("Fog by sight"),
    FogMode.BY_SIGHT_WITHOUT_MEMORY: _("Fog by sight, without memory"),
}
MODE_HINTS: Final = {
    FogMode.OFF: _("Players see the whole map"),
    FogMode.BY_HAND: _("Players see what you uncover; it works without any tokens"),
    FogMode.BY_SIGHT: _("Players see what their people see, and dimmed what these have seen"),
    FogMode.BY_SIGHT_WITHOUT_MEMORY: _("Players see what their people see at this moment"),
}


def kinds_of_zones(encounter: Encounter) -> tuple[str, ...]:
    """Return the kinds of zones in which sight may end: smoke, weather, and what lies there."""
    here = (zone.kind for zone in encounter.map.zones)
    kinds = dict.fromkeys((SMOKE, WEATHER, *sorted(encounter.vision.opaque_zones), *here))
    return tuple(kind for kind in kinds if kind not in {LIGHT, ZERO_GRAVITY})


def kind_words(kind: str) -> str:
    """Return what a kind of zone is called."""
    return zone_name(Zone(id=kind, kind=kind))
