"""The scale of a map: how long the side of a cell is, in metres or feet."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gridwar.model.bounds import MOST_LARGE, SMALLEST
from gridwar.model.record import Record

METRES_PER_FOOT = 0.3048


class Scale(Record):
    """How long the side of a cell is."""

    cell_size: float = Field(default=1.5, ge=SMALLEST, le=MOST_LARGE)
    unit: Literal["m", "ft"] = "m"

    @property
    def unit_m(self) -> float:
        """Return how many metres the unit has."""
        return METRES_PER_FOOT if self.unit == "ft" else 1.0

    @property
    def cell_m(self) -> float:
        """Return the side of a cell in metres."""
        return self.cell_size * self.unit_m

    @property
    def step_m(self) -> float:
        """Return a handy step of ground height in metres: half a metre, or a foot."""
        return METRES_PER_FOOT if self.unit == "ft" else 0.5
