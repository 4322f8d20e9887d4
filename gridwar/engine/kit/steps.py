"""One step of a walk, as rule systems are told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from gridwar.model.geometry import Cell


class StepTaken(Struct, frozen=True):
    """One step of a walk: ``number`` counts from 1."""

    mover: str
    start: Cell
    end: Cell
    number: int
    forced: bool = False
    tag: str = ""
    """What kind of movement the command said it is."""
