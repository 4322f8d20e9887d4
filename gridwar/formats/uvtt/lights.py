"""Lights of a UVTT file, kept as they are for the export. Darkness is not switched on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gridwar.formats.uvtt.json_values import colour, kept_text, number, pair, positive, switch
from gridwar.model.foreign_map_data import PLAIN_WHITE, MapLight
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.formats.import_report import Notes
    from gridwar.formats.uvtt.json_values import Json
    from gridwar.formats.uvtt.page_size_and_origin import Page

MOST_LIGHTS = 5_000
_DECIMALS = 9
"""Of a place in cells; without the noise of a subtraction it comes back equal."""
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
        range_cells=reach,
        intensity=1.0 if intensity is None else max(0.0, intensity),
        colour=colour(one.get("color")) or PLAIN_WHITE,
        shadows=switch(one.get("shadows"), otherwise=True),
        rest=(kept_text(rest) or "") if rest else "",
    )
