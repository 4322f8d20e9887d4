"""The pins on the map as a record: signs for the game master, in no players' scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import Point


class PinOverlay(Struct, frozen=True):
    """A pin of the game master's: a small sign that points at its place.

    Attributes:
        id: the pin's.
        at: what it points at.
        label: what stands on it.
        tip: what is said where the pointer rests on it.
        on: it is under the pointer, held, or its card is open.
    """

    id: str
    at: Point
    label: str
    tip: str = ""
    on: bool = False
