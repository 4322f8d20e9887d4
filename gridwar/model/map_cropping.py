"""What is left of what lies on a map when its right and lower borders come in."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from gridwar.model.cover_kinds import CoverObject
from gridwar.model.geometry import SUBCELL
from gridwar.model.zones import Zone

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol

    from gridwar.model.geometry import Size
    from gridwar.model.walls import Wall

    class _Placed(Protocol):
        def is_within(self, size: Size) -> bool: ...


_Spread = TypeVar("_Spread", Zone, CoverObject)
_One = TypeVar("_One", bound="_Placed")


def walls_within(walls: Iterable[Wall], size: Size) -> tuple[Wall, ...]:
    """Return walls without those that lie wholly outside."""
    return tuple(one for one in walls if _starts_inside(one, size))


def placed_within(things: Iterable[_One], size: Size) -> tuple[_One, ...]:
    """Return what stands at a point, without what stands outside."""
    return tuple(one for one in things if one.is_within(size))


def cut_to(things: Iterable[_Spread], size: Size) -> tuple[_Spread, ...]:
    """Return what lies on cells without the cells outside, and without what has none left."""
    kept = (
        thing.replace(
            cells=tuple(one for one in thing.cells if 0 <= one.x < size.w and 0 <= one.y < size.h)
        )
        for thing in things
    )
    return tuple(thing for thing in kept if thing.cells or getattr(thing, "everywhere", False))


def _starts_inside(wall: Wall, size: Size) -> bool:
    left, top = min(wall.a.x, wall.b.x), min(wall.a.y, wall.b.y)
    return left <= size.w * SUBCELL and top <= size.h * SUBCELL
