"""The floors of a map as records: for the chips at the map's edge and the list of a panel."""

from __future__ import annotations

from msgspec import Struct


class FloorChip(Struct, frozen=True):
    """A floor of the map: what it is called, who is on it, whether it is the one shown."""

    id: str
    name: str
    people: tuple[str, ...] = ()
    """What stands on the tokens of those who are on it."""
    shown: bool = False
    turn: bool = False
    """Whether whoever has the turn is on it."""
