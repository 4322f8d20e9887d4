"""Lights and notes of a scene, in pixels of its canvas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from gridwar.formats.foundry.own_flags import NOTHING, light_as_written, note_as_written, own_of
from gridwar.formats.foundry.scene_page import levels_of, place
from gridwar.formats.json_values import colour, number
from gridwar.model.pins import MOST_PIN_TEXT
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.formats.foundry.scene_page import Box, SceneGrid
    from gridwar.formats.import_report import Notes
    from gridwar.formats.json_values import Json

MOST_LIGHTS, MOST_NOTES = 5_000, 5_000
_WHOLE_CIRCLE = 360.0
_PLAIN_WHITE = "ffffff"
_BELOW = 180.0
"""A light that is not turned points down; ours count from above."""


class SceneLight(Struct, frozen=True):
    """A light: reach in pixels of the canvas, its cone as ours; ``is_dark`` takes light away."""

    x: float
    y: float
    bright_px: float
    dim_px: float
    colour: str = _PLAIN_WHITE
    width_deg: float = _WHOLE_CIRCLE
    facing_deg: float = 0.0
    is_dark: bool = False
    is_hidden: bool = False
    casts_shadows: bool = True
    levels: frozenset[str] = frozenset()
    own: Mapping[str, Json] = NOTHING


class SceneNote(Struct, frozen=True):
    """A note: where it hangs, and its words; empty where they stand in a journal."""

    x: float
    y: float
    text: str = ""
    levels: frozenset[str] = frozenset()
    own: Mapping[str, Json] = NOTHING


_Thing = TypeVar("_Thing", SceneLight, SceneNote)


def read_lights(value: Json, grid: SceneGrid, notes: Notes) -> tuple[SceneLight, ...]:
    """Return the lights that shed anything, within the picture and round it.

    Args:
        value: A list of objects; missing is empty.
        grid: How the scene lies: reaches are in its units.
        notes: Told which were left out, and why.
    """
    rows = value if isinstance(value, list) else []
    found, broken, beside = _each(rows[:MOST_LIGHTS], lambda one: _light(one, grid), grid.sheet)
    notes.leave_out_count("lights_broken", _("Lights without place or reach"), broken)
    notes.leave_out_count("lights_beside", _("Lights beside the picture"), beside)
    rest = max(0, len(rows) - MOST_LIGHTS)
    notes.leave_out_count("lights_many", _("Lights beyond 5,000"), rest)
    return found


def read_notes(value: Json, grid: SceneGrid, notes: Notes) -> tuple[SceneNote, ...]:
    """Return the notes that hang on the picture.

    Args:
        value: A list of objects; missing is empty.
        grid: How the scene lies.
        notes: Told which were left out, and why.
    """
    rows = value if isinstance(value, list) else []
    found, broken, beside = _each(rows[:MOST_NOTES], _note, grid.sheet)
    notes.leave_out_count("notes_broken", _("Notes without a place"), broken)
    notes.leave_out_count("notes_beside", _("Notes beside the picture"), beside)
    rest = max(0, len(rows) - MOST_NOTES)
    notes.leave_out_count("notes_many", _("Notes beyond 5,000"), rest)
    long = sum(len(one.text) >= MOST_PIN_TEXT for one in found)
    notes.mend_count("notes_long", _("Notes longer than 10,000 letters: cut"), long)
    return found


def _each(
    rows: list[Json], read: Callable[[Json], _Thing | None], sheet: Box
) -> tuple[tuple[_Thing, ...], int, int]:
    """Return what can be read of rows, how many cannot, and how many lie beside the picture."""
    found = [read(one) for one in rows]
    known = [one for one in found if one is not None]
    left, top, width, height = sheet
    here = tuple(
        one for one in known if left <= one.x <= left + width and top <= one.y <= top + height
    )
    return here, len(found) - len(known), len(known) - len(here)


def _light(one: Json, grid: SceneGrid) -> SceneLight | None:
    if not isinstance(one, Mapping):
        return None
    x, y, said = place(one.get("x")), place(one.get("y")), one.get("config")
    config = said if isinstance(said, Mapping) else one
    reaches = [place(config.get(key)) or 0.0 for key in ("bright", "dim")]
    bright, dim = (abs(grid.px_of(reach)) for reach in reaches)
    if x is None or y is None or not max(bright, dim):
        return None
    turned = number(one.get("rotation")) or 0.0
    angle = number(config.get("angle")) or _WHOLE_CIRCLE
    shade = colour(config.get("color", one.get("tintColor"))) or f"ff{_PLAIN_WHITE}"
    return SceneLight(
        x=x,
        y=y,
        bright_px=bright,
        dim_px=dim,
        colour=shade[2:],
        width_deg=angle if 0 < angle < _WHOLE_CIRCLE else _WHOLE_CIRCLE,
        facing_deg=(turned + _BELOW) % _WHOLE_CIRCLE,
        is_dark=_takes_light(config) or min(reaches) < 0,
        is_hidden=one.get("hidden") is True,
        casts_shadows=one.get("walls") is not False,
        levels=levels_of(one),
        own=own_of(one, light_as_written),
    )


def _takes_light(config: Mapping[str, Json]) -> bool:
    """Return whether a light is darkness: said so since 12, by a luminosity below 0 before."""
    return config.get("negative") is True or (number(config.get("luminosity")) or 0.0) < 0


def _note(one: Json) -> SceneNote | None:
    if not isinstance(one, Mapping):
        return None
    x, y, text = place(one.get("x")), place(one.get("y")), one.get("text")
    if x is None or y is None:
        return None
    words = text.strip()[:MOST_PIN_TEXT] if isinstance(text, str) else ""
    return SceneNote(x, y, words, levels_of(one), own_of(one, note_as_written))
