"""What is drawn of sources of light beside their light: signs, and rings and handles of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.light_words import light_icon
from gridwar.control.records import scene_records as sr
from gridwar.control.tools.lights.light_handles import (
    Held,
    handles_of,
    middle_of,
    shown_facing,
    sign_of,
    towards,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter
    from gridwar.model.lights import LightSource


def signs_of_lights(encounter: Encounter, *, small: bool) -> tuple[sr.OverlayView, ...]:
    """Return a sign for each source, at its place or at its bearer; quiet where it is off."""
    found = []
    for source in encounter.map.light_sources:
        at = sign_of(encounter, source)
        if at is not None:
            role = sr.Role.LAMP if source.on else sr.Role.OUT
            found.append(sr.MarkOverlay(at, role, light_icon(source), small=small))
    return tuple(found)


def rings_of_light(encounter: Encounter, source: LightSource) -> tuple[sr.OverlayView, ...]:
    """Return how far a source shines, bright and dim, with the handles that change it."""
    middle = middle_of(encounter, source)
    if middle is None:
        return ()
    rings: list[sr.OverlayView] = []
    solid, dotted = sr.Dash.SOLID, sr.Dash.DOT
    facing = shown_facing(encounter, source)
    cone = (facing, source.width_deg) if source.is_cone else None
    lamp = sr.Role.LAMP
    if source.bright_cells:
        bright = sr.RingOverlay(middle, source.bright_cells, dash=solid, role=lamp, cone=cone)
        rings.append(bright)
    if source.reach_cells > source.bright_cells:
        dim = sr.RingOverlay(middle, source.reach_cells, dash=dotted, role=lamp, cone=cone)
        rings.append(dim)
    if cone is not None:
        for side in (-1, 1):
            end = towards(middle, facing + side * source.width_deg / 2, source.reach_cells)
            rings.append(sr.LineOverlay(middle, end, sr.LineRole.LINK))
    handles = handles_of(encounter, source)
    for held, at in handles.items():
        rings.append(sr.MarkOverlay(at, sr.Role.LAMP, handle=True))
        rings.append(sr.LabelOverlay(at, _words(source, held), role=sr.Role.INTENT))
    return tuple(rings)


def _words(source: LightSource, held: Held) -> str:
    match held:
        case Held.BRIGHT:
            return _("bright {cells:g}").format(cells=source.bright_cells)
        case Held.WIDTH:
            return _("{n:g}\u00b0 wide").format(n=source.width_deg)
        case _:
            words = _("dark {cells:g}") if source.is_darkness else _("dim {cells:g}")
            return words.format(cells=source.reach_cells)
