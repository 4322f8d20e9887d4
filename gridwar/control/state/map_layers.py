"""The layers of the map: what can be shown over the place and the people, and what is at rest."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Layer(StrEnum):
    """Something that is shown on the map at rest, or only while it is asked for."""

    REACH = "reach"
    """How far somebody gets at the first price."""
    FURTHER = "further"
    """How far at the higher ones, and the ground that costs more."""
    THREATS = "threats"
    """Those that touch the first."""
    ALL_THREATS = "all_threats"
    AREAS = "areas"
    """Areas of the rules."""
    ZONES = "zones"
    """Smoke, light and other zones of the map."""
    LIGHT = "light"
    """How dark it is, and what sources of light shed."""
    FIELDS = "fields"
    """Fields of fire, courses, what a blast would take in."""
    AIMS = "aims"
    LINKS = "links"
    """Who is in touch with whom."""
    TIES = "ties"
    """Whatever else ties two together."""
    BANDS = "bands"
    TRAIL = "trail"
    """The way gone in the latest turn."""
    PINS = "pins"
    """Signs with the game master's own words."""
    NAMES = "names"
    FOG = "fog"
    """The hatch over what players do not see."""


AT_REST: Final = frozenset(
    {
        Layer.REACH,
        Layer.THREATS,
        Layer.AREAS,
        Layer.ZONES,
        Layer.FIELDS,
        Layer.PINS,
        Layer.FOG,
    }
)
"""What is shown from the start while nobody asks for anything."""
