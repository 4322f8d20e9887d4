"""One step of a walk, as rule systems are told of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridwar.model.geometry import Cell


@dataclass(frozen=True, slots=True)
class StepTaken:
    """One step of a walk: ``number`` counts from 1."""

    mover: str
    start: Cell
    end: Cell
    number: int
    forced: bool = False
    tag: str = ""
    """What kind of movement the command said it is."""
