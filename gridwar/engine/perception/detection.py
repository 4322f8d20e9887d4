"""Whom a side sees, and of whom it only senses the place.

Derived from the state of a fight and never stored. The game master's word goes first: whoever is
hidden is unknown to all whom nobody has told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


class SeenBy(Struct, frozen=True):
    """Whom a side perceives, by the ids of combatants.

    Attributes:
        seen: Whom it sees, its own people among them.
        sensed: Of whom it knows only that somebody is there, and on which cells.
    """

    seen: frozenset[str]
    sensed: Mapping[str, tuple[Cell, ...]] = frozendict()


def seen_by(encounter: Encounter, side: str) -> SeenBy:
    """Return whom a side sees and senses."""
    everyone = encounter.everyone()
    return SeenBy(frozenset(one.id for one in everyone if one.is_known_to(side)))
