"""Lights of a UVTT file as they are, how light it is without them, and those inside a wall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from gridwar.formats.json_values import (
    FARTHEST_CELLS,
    colour,
    kept_text,
    number,
    pair,
    positive,
    switch,
)
from gridwar.model.bounds import MOST
from gridwar.model.foreign_map_data import PLAIN_WHITE, MapLight
from gridwar.model.geometry import SUBCELL
from gridwar.model.zones import Light
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.formats.import_report import Notes
    from gridwar.formats.json_values import Json
    from gridwar.formats.uvtt.page_size_and_origin import Page
    from gridwar.formats.uvtt.polylines import Segment

MOST_LIGHTS = 5_000
_DECIMALS = 9
"""Of a place in cells; without the noise of a subtraction it comes back equal."""
_DARK_BELOW, _LOW_BELOW = 0.12, 0.5
_UPON_CELLS = 0.05
_TINY = 1e-12
_MOST_LOOKED_AT = 500
_READ_KEYS = {"position", "range", "intensity", "color", "shadows"}


def read_lights(value: Json, page: Page, notes: Notes) -> tuple[MapLight, ...]:
    """Return the lights, on our map, each once.

    Args:
        value: A list of objects; missing is empty.
        page: How the file lies on our map.
        notes: Told which were left out, and why.
    """
    if value is None:
        return ()
    if not isinstance(value, list):
        notes.leave_out("lights_broken", _("Lights"), _("they are not a list"))
        return ()
    found: dict[MapLight, None] = {}
    broken = doubles = colours = 0
    for one in value[:MOST_LIGHTS]:
        light = _light(one, page)
        if light is None:
            broken += 1
            continue
        colours += colour(one.get("color", PLAIN_WHITE)) is None
        doubles += light in found
        found[light] = None
    notes.leave_out_count("lights_broken", _("Lights without place or reach"), broken)
    notes.leave_out_count("lights_double", _("Lights that are there twice"), doubles)
    rest = max(0, len(value) - MOST_LIGHTS)
    notes.leave_out_count("lights_many", _("Lights beyond 5,000"), rest)
    notes.mend_count("light_colour", _("Colours that cannot be read: taken as white"), colours)
    return tuple(found)


def _light(one: Json, page: Page) -> MapLight | None:
    if not isinstance(one, Mapping):
        return None
    place, reach = pair(one.get("position")), positive(one.get("range"))
    if place is None or reach is None:
        return None
    x, y = page.cells(place)
    rest = {key: value for key, value in one.items() if key not in _READ_KEYS}
    intensity = number(one.get("intensity"))
    return MapLight(
        x_cells=round(x, _DECIMALS),
        y_cells=round(y, _DECIMALS),
        range_cells=min(reach, FARTHEST_CELLS),
        intensity=1.0 if intensity is None else min(max(0.0, intensity), MOST),
        colour=colour(one.get("color")) or PLAIN_WHITE,
        shadows=switch(one.get("shadows"), otherwise=True),
        rest=(kept_text(rest) or "") if rest else "",
    )


def level_of(ambient: str) -> Light:
    """Return the level that an ambient colour comes nearest to: alpha, red, green, blue."""
    red, green, blue = (int(ambient[at : at + 2], 16) / 255 for at in (2, 4, 6))
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    if luminance < _DARK_BELOW:
        return Light.DARK
    return Light.LOW if luminance < _LOW_BELOW else Light.BRIGHT


def lights_inside_walls(lights: Sequence[MapLight], walls: Sequence[Segment]) -> int:
    """Return how many lights stand upon a wall, where half of what they shed is cut off."""
    if not lights or not walls:
        return 0
    ends = np.array(walls, float) / SUBCELL
    starts, along = ends[:, 0], ends[:, 1] - ends[:, 0]
    squared = np.maximum((along**2).sum(axis=1), _TINY)
    count = 0
    for light in lights[:_MOST_LOOKED_AT]:
        away = np.array([light.x_cells, light.y_cells]) - starts
        share = np.clip((away * along).sum(axis=1) / squared, 0, 1)
        gap = away - share[:, None] * along
        count += bool(((gap**2).sum(axis=1) < _UPON_CELLS**2).any())
    return count
