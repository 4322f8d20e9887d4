"""Pins: signs on the map with words for the game master, a number or a few letters on each.

Owns what is kept of them. Players never see one: neither the sign nor its words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from pydantic import Field

from gridwar.model.geometry import Cell, Point, cell_at, nearest_within
from gridwar.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.geometry import Size

MOST_LABEL = 4
"""Letters of a label: it stands on a small sign."""
MOST_PIN_TEXT = 10_000
"""Letters of the words of one pin."""


class Pin(Record):
    """A sign at a point of the map, and what the game master wants to know there."""

    id: str
    point: Point
    label: str = Field(default="", max_length=MOST_LABEL)
    """What stands on the sign, mostly a number; empty for a sign without one."""
    text: str = Field(default="", max_length=MOST_PIN_TEXT)

    @property
    def cell(self) -> Cell:
        """Return the cell that its point lies in."""
        return cell_at(self.point)

    def moved(self, to: Point) -> Self:
        """Return it at another point."""
        return self.replace(point=to)

    def is_within(self, size: Size) -> bool:
        """Return whether it stands in a cell of a map of a size."""
        return nearest_within(self.point, size) == self.point


def next_pin_id(there: Iterable[Pin]) -> str:
    """Return an id that none of some pins has."""
    taken = {one.id for one in there}
    number = len(taken) + 1
    while f"pin-{number}" in taken:
        number += 1
    return f"pin-{number}"


def next_label(there: Iterable[Pin]) -> str:
    """Return the lowest whole number from 1 on that no pin bears."""
    taken = {one.label for one in there}
    number = 1
    while str(number) in taken:
        number += 1
    return str(number)
