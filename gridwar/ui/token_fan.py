"""Where tokens stand that share a cell: fanned out along an arc, the topmost whole.

Owns the offsets only. No Qt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.control.scene_records import Point, TokenView

_STEP = 0.22
_SPREAD = 0.66
_RISE = 0.06


def fan_out(tokens: Iterable[TokenView]) -> dict[str, Point]:
    """Return the offset in cells of every token that shares its cell with another one.

    A lifted token and a ghost stand alone.
    """
    alone: dict[tuple[Point, tuple[int, int]], str] = {}
    piles: dict[tuple[Point, tuple[int, int]], list[str]] = {}
    for token in tokens:
        if token.ghost or token.lifted:
            continue
        place = (token.cell, token.size)
        first = alone.setdefault(place, token.id)
        if first is not token.id:
            piles.setdefault(place, [first]).append(token.id)
    return {
        name: offset
        for pile in piles.values()
        for name, offset in zip(pile, _arc(len(pile)), strict=True)
    }


def _arc(count: int) -> list[Point]:
    step = min(_STEP, _SPREAD / (count - 1))
    half = step * (count - 1) / 2
    along = [place * step - half for place in range(count)]
    return [(x, _RISE * ((x / half) ** 2 - 0.5)) for x in along]
