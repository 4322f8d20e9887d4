"""What a new light begins as: candle, torch, lantern, daylight, darkness, at the map's own scale.

Owns the figures, in squares of five feet as tables know them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.control.maps.placing_combatants import fresh_id
from gridwar.engine.gm.light_commands import PutLights
from gridwar.model.lights import LightSource
from gridwar.model.scale import METRES_PER_FOOT
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.encounter import Encounter
    from gridwar.model.scale import Scale

_SQUARE_M: Final = 5 * METRES_PER_FOOT
_HELD_M: Final = 1.5


class LightPreset(Struct, frozen=True):
    """One of the usual lights; reaches in squares of five feet."""

    id: str
    name: str
    icon: str
    bright: float
    dim: float
    colour: str
    strength: int = 0

    def source(self, id: str, scale: Scale) -> LightSource:
        """Return such a source on a map of some scale, carried by nobody and nowhere yet.

        Args:
            id: What it is to be called by.
            scale: Of the map: reaches go to the nearest half cell, and stay above none.
        """
        bright, dim = (_in_cells(squares, scale) for squares in (self.bright, self.dim))
        return LightSource.constant(
            id=id,
            name=self.name,
            bright_cells=bright,
            dim_cells=dim,
            colour=self.colour,
            strength=self.strength,
            height_m=5 * METRES_PER_FOOT if scale.unit == "ft" else _HELD_M,
        )


def _in_cells(squares: float, scale: Scale) -> float:
    halves = round(2 * squares * _SQUARE_M / scale.cell_m)
    return min(max(halves, 1), 1000) / 2 if squares else 0.0


PRESETS: Final = (
    LightPreset("candle", _("Candle"), "flame", 1, 2, "ffb45e"),
    LightPreset("torch", _("Torch"), "flame", 4, 8, "ff9e42"),
    LightPreset("lantern", _("Lantern"), "sun", 6, 12, "ffd08a"),
    LightPreset("daylight", _("Daylight"), "sun", 12, 24, "fff6e0", 1),
    LightPreset("darkness", _("Darkness"), "moon", 0, 4, "3a4668", -1),
)
"""Daylight is the light of magic, and darkness takes natural and such light away."""


def given_to_each(encounter: Encounter, kind: LightPreset, who: Iterable[str]) -> PutLights:
    """Return the command that puts a new light of a kind into the hand of each of some people."""
    taken = {one.id for one in encounter.map.light_sources}
    put = []
    for one in who:
        new = kind.source(fresh_id(taken, "light"), encounter.map.scale).carried(one)
        taken.add(new.id)
        put.append(new)
    return PutLights(put=tuple(put))


def preset(id: str) -> LightPreset:
    """Return a preset by its id; the torch for one that is not there."""
    return next((one for one in PRESETS if one.id == id), PRESETS[1])
