"""Where tokens stand, in cells: whose they are, who is near a place, and who shares one. No Qt.

`Bodies` keeps the cells under the tokens of a state, of which labels keep clear. `TokenIndex` keeps
those under each footprint as it is drawn: the pointer asks at every move, among a thousand of them.
`Fans` says where those stand that share a cell: along an arc, the topmost whole.
"""

from __future__ import annotations

import math
from itertools import compress
from operator import is_not
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from gridwar.control.records.ground_records import CellXY, Point
    from gridwar.control.records.scene_records import TokenView

_FEW_TIMES = 2
_Place = tuple["Point", tuple[int, int]]
_STEP = 0.4
_SPREAD = 0.66
_RISE = 0.06


class TokenIndex:
    """Tokens by the cells they lie in."""

    def __init__(self) -> None:
        self._cells: dict[CellXY, dict[str, None]] = {}
        self._of: dict[str, tuple[CellXY, ...]] = {}

    def put(self, key: str, home: Point, size: Point) -> None:
        """Add a token, or note where it is now.

        Args:
            key: the token.
            home: the upper left corner of where it is drawn, in cells.
            size: width and height of that.
        """
        self.drop(key)
        cells = tuple((x, y) for x in _span(home[0], size[0]) for y in _span(home[1], size[1]))
        self._of[key] = cells
        for cell in cells:
            self._cells.setdefault(cell, {})[key] = None

    def drop(self, key: str) -> None:
        """Forget a token."""
        for cell in self._of.pop(key, ()):
            here = self._cells[cell]
            del here[key]
            if not here:
                del self._cells[cell]

    def near(self, point: Point) -> tuple[str, ...]:
        """Return the tokens whose footprint touches the cell of a place."""
        return tuple(self._cells.get((math.floor(point[0]), math.floor(point[1])), ()))

    def within(self, box: tuple[float, float, float, float]) -> set[str] | None:
        """Return the tokens that touch a part of the map; None where that is no shorter way.

        Args:
            box: left, top, right, bottom, in cells.
        """
        columns = range(math.floor(box[0]), math.ceil(box[2]) + 1)
        rows = range(math.floor(box[1]), math.ceil(box[3]) + 1)
        if len(columns) * len(rows) > _FEW_TIMES * len(self._of):
            return None
        cells = self._cells
        return {key for x in columns for y in rows for key in cells.get((x, y), ())}


def _span(start: float, length: float) -> range:
    return range(math.floor(start), math.ceil(start + length))


class Bodies:
    """The cells under the tokens of the state seen last."""

    def __init__(self) -> None:
        self._count: dict[CellXY, int] = {}
        self.edition = 0
        """Counts the changes, so that the cells need not be compared."""

    @property
    def cells(self) -> AbstractSet[CellXY]:
        """The cells, as they are now and will be: no copy."""
        return self._count.keys()

    def follow(self, gone: Iterable[TokenView], come: Iterable[TokenView]) -> None:
        """Take another state: the tokens that are not in it any more, and those that are new."""
        count = self._count
        left = [cell for token in gone for cell in _cells(token)]
        taken = [cell for token in come for cell in _cells(token)]
        if left == taken:
            return
        self.edition += 1
        for cell in left:
            count[cell] -= 1
            if not count[cell]:
                del count[cell]
        for cell in taken:
            count[cell] = count.get(cell, 0) + 1


def differing(
    before: tuple[TokenView, ...], now: tuple[TokenView, ...]
) -> tuple[list[TokenView], list[tuple[int, TokenView]]]:
    """Return what is not the very same at its place: what was there; what is, and where."""
    both = min(len(before), len(now))
    places = list(compress(range(both), map(is_not, before, now)))
    gone = [before[place] for place in (*places, *range(both, len(before)))]
    return gone, [(place, now[place]) for place in (*places, *range(both, len(now)))]


def _cells(token: TokenView) -> Iterator[CellXY]:
    (x, y), (width, height) = token.cell, token.size
    for column in range(math.floor(x), math.ceil(x + width)):
        for row in range(math.floor(y), math.ceil(y + height)):
            yield column, row


class Fans:
    """The offsets of the state seen last, worked out anew where a shared cell is concerned."""

    def __init__(self) -> None:
        self.offsets: dict[str, Point] = {}
        self.edition = 0
        """Counts the changes of who stands where, shared cells or not."""
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
        gone, come = list(filter(stands, gone)), list(filter(stands, come))
        self.edition += {*map(_lies, gone)} != {*map(_lies, come)}
        for token in gone:
            place = (token.cell, token.size)
            shared = shared or standing[place] > 1
            standing[place] -= 1
            if not standing[place]:
                del standing[place]
        for token in come:
            place = (token.cell, token.size)
            standing[place] = standing.get(place, 0) + 1
            shared = shared or standing[place] > 1
        if shared:
            self.offsets = fan_out(tokens)


def _lies(token: TokenView) -> tuple[str, _Place, float | None]:
    """Return who lies where; of what has corners also which way."""
    return token.id, (token.cell, token.size), token.facing_deg if token.box else None


def stands(token: TokenView) -> bool:
    """Return whether a token is one of those in its cell: not if lifted, a ghost or a shadow."""
    return not (token.ghost or token.lifted or token.faint)


def fan_out(tokens: Iterable[TokenView]) -> dict[str, Point]:
    """Return the offset in cells of every token that shares its cell with another one.

    Lifted ones, ghosts and shadows stand alone.
    """
    alone: dict[_Place, str] = {}
    piles: dict[_Place, list[str]] = {}
    for token in filter(stands, tokens):
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
