"""How what is painted on the map is drawn, and which kinds of it the map bears."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.records import scene_records as sr
from gridwar.model.battlemap import TerrainLook

if TYPE_CHECKING:
    from gridwar.model.battlemap import TerrainKind
    from gridwar.model.cover import CoverKind
    from gridwar.model.layers import Layer


def terrain_look(kind: TerrainKind) -> sr.PaintLook:
    """Return how a kind of terrain is drawn: as the GM chose, else by what it does."""
    if kind.look is not TerrainLook.AUTO:
        return sr.PaintLook(kind.look.value)
    if kind.impassable:
        return sr.PaintLook.ROCK
    if kind.multiplier > 1 or kind.difficulty:
        return sr.PaintLook.RUBBLE
    return sr.PaintLook.GROWTH if kind.blocks_sight else sr.PaintLook.PLAIN


def cover_look(kind: CoverKind) -> sr.PaintLook:
    """Return how painted cover is drawn."""
    return sr.PaintLook.HARD_COVER if kind.hard else sr.PaintLook.SOFT_COVER


def kinds_on(layer: Layer) -> tuple[int, ...]:
    """Return the bytes that a painted layer bears, 0 left out, in order."""
    return tuple(sorted({byte for tile in layer.tiles.values() for byte in set(tile)} - {0}))
