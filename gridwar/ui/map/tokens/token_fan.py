"""Where tokens stand that share a cell: fanned out along an arc, the topmost whole.

Owns the offsets only, and who stands where. No Qt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.control.records.ground_records import Point
    from gridwar.control.records.scene_records import TokenView

_Place = tuple["Point", tuple[int, int]]
_STEP = 0.4
_SPREAD = 0.66
_RISE = 0.06


class Fans:
    """The offsets of the state seen last, worked out anew where a shared cell is concerned."""

    def __init__(self) -> None:
        self.offsets: dict[str, Point] = {}
        self._standing: dict[_Place, int] = {}

    def follow(
        self, gone: Iterable[TokenView], come: Iterable[TokenView], tokens: Iterable[TokenView]
    ) -> None:
        """Take another state.

        Args:
            gone: the tokens that are not in it, or not at the same place of the tuple.
            come: those that are new in it, or at another place of the tuple.
            tokens: all of it.
        """
        standing, shared = self._standing, False
        for token in filter(_stands, gone):
            place = (token.cell, token.size)
            shared = shared or standing[place] > 1
            standing[place] -= 1
            if not standing[place]:
                del standing[place]
        for token in filter(_stands, come):
            place = (token.cell, token.size)
            standing[place] = standing.get(place, 0) + 1
            shared = shared or standing[place] > 1
        if shared:
            self.offsets = fan_out(tokens)


def _stands(token: TokenView) -> bool:
    """Return whether a token is one of those in its cell: not if lifted, a ghost or a shadow."""
    return not (token.ghost or token.lifted or token.faint)


def fan_out(tokens: Iterable[TokenView]) -> dict[str, Point]:
    """Return the offset in cells of every token that shares its cell with another one.

    Lifted ones, ghosts and shadows stand alone.
    """
    alone: dict[_Place, str] = {}
    piles: dict[_Place, list[str]] = {}
    for token in filter(_stands, tokens):
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
