"""What is left of the things that lie on a map where a part of it is cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from gridwar.model.cover_kinds import CoverObject
from gridwar.model.geometry import SUBCELL, Cell, Size
from gridwar.model.zones import Zone

if TYPE_CHECKING:
    from gridwar.model.walls import Wall

_Spread = TypeVar("_Spread", Zone, CoverObject)


def starts_inside(wall: Wall, size: Size) -> bool:
    """Return whether a wall does not lie wholly right of or below a page."""
    left, top = min(wall.a.x, wall.b.x), min(wall.a.y, wall.b.y)
    return left <= size.w * SUBCELL and top <= size.h * SUBCELL


def cut_to_page(things: tuple[_Spread, ...], size: Size) -> tuple[_Spread, ...]:
    """Return things spread over cells with those on a page alone; what has none left is gone."""
    kept = (
        thing.replace(cells=tuple(cell for cell in thing.cells if _is_on(cell, size)))
        for thing in things
    )
    return tuple(thing for thing in kept if thing.cells or getattr(thing, "everywhere", False))


def _is_on(cell: Cell, size: Size) -> bool:
    return 0 <= cell[0] < size.w and 0 <= cell[1] < size.h
