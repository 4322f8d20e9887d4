"""Kinds of ground: what a cell of each costs, stops and hides, and how it is drawn.

Where they lie on a map is the map's own business (``battlemap``).
"""

from __future__ import annotations

from enum import StrEnum

from gridwar.model.bounds import Amount, AtLeastOne
from gridwar.model.record import Record


class TerrainLook(StrEnum):
    """How a kind of terrain is drawn; AUTO goes by what it does."""

    AUTO = "auto"
    PLAIN = "plain"
    RUBBLE = "rubble"
    WATER = "water"
    GROWTH = "growth"
    MUD = "mud"
    ICE = "ice"
    ROCK = "rock"


class TerrainKind(Record):
    """What the ground of a cell is like.

    ``difficulty`` is added to the cells a step costs, ``multiplier`` multiplies them; a rule
    system uses one, the other or both. ``affects`` names the movement categories that feel it;
    empty means all.
    """

    name: str
    difficulty: Amount = 0
    multiplier: AtLeastOne = 1
    impassable: bool = False
    affects: frozenset[str] = frozenset()
    blocks_sight: bool = False
    blocks_effect: bool = False
    look: TerrainLook = TerrainLook.AUTO

    def hinders(self, category: str) -> bool:
        """Return whether somebody moving in this category feels it (walking, flying …)."""
        return not self.affects or category in self.affects


OPEN_GROUND = TerrainKind.constant(name="open")
DEFAULT_TERRAIN = (
    OPEN_GROUND,
    TerrainKind.constant(name="difficult", difficulty=1, multiplier=2),
    TerrainKind.constant(name="impassable", impassable=True),
)
