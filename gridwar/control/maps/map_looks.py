"""How terrain and cover are drawn, and the kinds of both that a map begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.records import ground_records as gr
from gridwar.model.cover_kinds import CoverDegree, CoverForm, CoverKind
from gridwar.model.terrain_kinds import TerrainKind, TerrainLook
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.painted_layers import Layer


SAMPLE_TERRAIN: Final = (
    TerrainKind(name=_("rubble"), difficulty=1, multiplier=2, look=TerrainLook.RUBBLE),
    TerrainKind(name=_("shallow water"), difficulty=1, multiplier=2, look=TerrainLook.WATER),
    TerrainKind(name=_("deep water"), difficulty=2, multiplier=3, look=TerrainLook.WATER),
    TerrainKind(name=_("undergrowth"), difficulty=1, multiplier=2, look=TerrainLook.GROWTH),
    TerrainKind(
        name=_("thicket"), difficulty=1, multiplier=2, blocks_sight=True, look=TerrainLook.GROWTH
    ),
    TerrainKind(name=_("mud"), difficulty=1, multiplier=2, look=TerrainLook.MUD),
    TerrainKind(name=_("ice"), difficulty=1, multiplier=2, look=TerrainLook.ICE),
    TerrainKind(
        name=_("rock"),
        impassable=True,
        blocks_sight=True,
        blocks_effect=True,
        look=TerrainLook.ROCK,
    ),
)
"""Kinds of terrain to begin with; the GM changes what they do."""
SAMPLE_COVER: Final = (
    CoverKind(name=_("woods"), degree=CoverDegree.HALF, hard=False),
    CoverKind(name=_("tall grass"), degree=CoverDegree.QUARTER, hard=False),
    CoverKind(name=_("trench"), degree=CoverDegree.THREE_QUARTER, hard=True),
    CoverKind(name=_("crates"), degree=CoverDegree.HALF, hard=True, form=CoverForm.OBJECT),
)
"""Kinds of painted cover to begin with."""


def terrain_look(kind: TerrainKind) -> gr.PaintLook:
    """Return how a kind of terrain is drawn: as the GM chose, else by what it does."""
    if kind.look is not TerrainLook.AUTO:
        return gr.PaintLook(kind.look.value)
    if kind.impassable:
        return gr.PaintLook.ROCK
    if kind.multiplier > 1 or kind.difficulty:
        return gr.PaintLook.RUBBLE
    return gr.PaintLook.GROWTH if kind.blocks_sight else gr.PaintLook.PLAIN


def cover_look(kind: CoverKind) -> gr.PaintLook:
    """Return how painted cover is drawn."""
    return gr.PaintLook.HARD_COVER if kind.hard else gr.PaintLook.SOFT_COVER


def kinds_on(layer: Layer) -> tuple[int, ...]:
    """Return the bytes that a painted layer bears, 0 left out, in order."""
    return tuple(sorted({byte for tile in layer.tiles.values() for byte in set(tile)} - {0}))
