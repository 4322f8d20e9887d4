"""Zones: something passing over cells of a map, or over all of it: smoke, light, a silence.

Which of them mean anything, and what, is said by rule systems.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Self

from pydantic import model_validator

from gridwar.model.bounds import Number, Rounds
from gridwar.model.cover_kinds import Cells
from gridwar.model.record import Record


class Light(IntEnum):
    """How much can be seen; the strength of a zone of light."""

    BRIGHT = 0
    LOW = 1
    DARK = 2


SMOKE = "smoke"
LIGHT = "light"
WEATHER = "weather"
ZERO_GRAVITY = "zero_gravity"


class Zone(Record):
    """Cells under something passing: smoke, a light, a silence.

    ``strength`` is the kind's own scale (smoke: 1 plain, 2 thick; light: a ``Light``);
    ``rounds`` are those it still lasts, None without end. One that lies ``everywhere`` needs no
    cells: it covers the map and all beyond its edge. One of a ``side`` belongs to it: where it
    deploys, or what only it has a use for.
    """

    id: str
    kind: str
    name: str = ""
    cells: Cells = ()
    strength: Number = 1
    rounds: Rounds | None = None
    everywhere: bool = False
    side: str = ""

    @model_validator(mode="after")
    def _light_has_a_level(self) -> Self:
        if self.kind == LIGHT and self.strength not in tuple(Light):
            raise ValueError(f"light {self.id!r} has strength {self.strength}, not 0, 1 or 2")
        return self


def after_a_round(zones: tuple[Zone, ...]) -> tuple[Zone, ...]:
    """Return zones a round later: those that last some rounds are one nearer to their end."""
    if all(zone.rounds is None for zone in zones):
        return zones
    later = (
        zone if zone.rounds is None else zone.replace(rounds=zone.rounds - 1) for zone in zones
    )
    return tuple(zone for zone in later if zone.rounds is None or zone.rounds > 0)
