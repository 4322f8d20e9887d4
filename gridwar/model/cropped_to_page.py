"""What stays of walls, zones and cover when a map's right and lower border move."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from gridwar.model.cover_kinds import CoverObject
from gridwar.model.geometry import SUBCELL, Cell, Size
from gridwar.model.zones import Zone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.walls import Wall

Spread = TypeVar("Spread", Zone, CoverObject)


def walls_on(walls: Iterable[Wall], size: Size) -> tuple[Wall, ...]:
    """Return walls without those that lie wholly beyond."""
    return tuple(wall for wall in walls if _starts_inside(wall, size))


def _starts_inside(wall: Wall, size: Size) -> bool:
    left, top = min(wall.a.x, wall.b.x), min(wall.a.y, wall.b.y)
    return left <= size.w * SUBCELL and top <= size.h * SUBCELL


def _is_on(cell: Cell, size: Size) -> bool:
    return 0 <= cell[0] < size.w and 0 <= cell[1] < size.h


def cells_on(things: Iterable[Spread], size: Size) -> tuple[Spread, ...]:
    """Return things that spread over cells, without the cells beyond, nor those left with none."""
    kept = (
        thing.replace(cells=tuple(cell for cell in thing.cells if _is_on(cell, size)))
        for thing in things
    )
    return tuple(thing for thing in kept if thing.cells or getattr(thing, "everywhere", False))
