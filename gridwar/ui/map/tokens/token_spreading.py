"""Where discs go that would cover each other's letters: apart, or to the rim of what is larger.

Discs keep a least size on screen, so that on a small map they are larger than their squares; and
who rides stands where the mount stands. All in cells. Vehicles stay, and so does whoever is alone.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.ui.map.tokens.token_index_and_fan_out import stands
from gridwar.ui.map.tokens.token_shape import (
    LEAST_DISC_PX,
    RADIUS,
    body_in_cells,
    drawn_cell_px,
    letters_at,
    radius_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from gridwar.control.records.ground_records import CellXY, Point
    from gridwar.control.records.scene_records import TokenView

_LETTERS_DOWN: Final = 0.48
_LETTERS_ASIDE: Final = 0.76
"""How far a token's letters reach from their middle, of its radius."""
_WITH_CORNERS: Final = 1.25
"""How far the marks of a selected rider reach, of his radius."""
_MOST_CELLS: Final = 0.5
_MOST_OF_GROWTH: Final = 2.0
"""How far anybody is moved: half a cell, and so much of what a disc is larger than its square."""
_ROUNDS: Final = 30
_STEPS: Final = 20_000
"""Pairs looked at in all: of a crowd of hundreds each is looked at less often."""
_MOST_EACH: Final = 6
_FEW: Final = 30
"""Among more than a few, so many to each fill the map: then only riders are moved."""
_NEAR: Final = 1.2
"""Whose discs are this far apart, of the sum of their radii, are not looked at."""
_AHEAD: Final = ((1, 0), (-1, 1), (0, 1), (1, 1))
_ROOMY_PX: Final = LEAST_DISC_PX / 2 / RADIUS
"""From this size of a cell on no disc is larger than its square."""
_NEAR_CELLS: Final = 1e-6
_TURN_RAD: Final = 2.4
"""By this much the ways differ of those who stand in the very same place."""
_UP_RIGHT: Final = (math.sqrt(0.5), -math.sqrt(0.5))


class _Disc(Struct):
    """A token while places are sought: its middle, its letters, where it would rather be."""

    id: str
    x: float
    y: float
    radius: float
    ahead: Point
    """From the middle to the letters."""
    home: Point
    most: float
    """How far it may go from there."""
    goes: bool
    across: int
    """Cells."""
    z: int


def spread(
    tokens: Iterable[TokenView], fanned: Mapping[str, Point], cell_px: float
) -> dict[str, Point]:
    """Return the offset in cells of each token that is not drawn where it stands.

    Args:
        tokens: all of the map, the lowest first.
        fanned: the offsets of those that share a cell.
        cell_px: edge of a cell in device-independent pixels.
    """
    there = [token for token in tokens if stands(token)]
    if cell_px >= _ROOMY_PX:
        there = _near_others(there, fanned)
    discs = [
        _disc(token, fanned.get(token.id, (0.0, 0.0)), cell_px, place)
        for place, token in enumerate(there)
    ]
    most = _MOST_EACH * max(_FEW, len(discs))
    pairs = list(islice(_close(discs), most + 1))
    if len(pairs) > most:  # there is no room to make
        pairs = [pair for pair in pairs if _is_larger(*pair)]
    for below, above in pairs:
        _to_the_rim(below, above)
    for _round in range(max(1, min(_ROUNDS, _STEPS // max(1, len(pairs))))):
        parted = [_part(below, above) for below, above in pairs]
        if not any(parted):
            break
    found = {}
    for disc, token in zip(discs, there, strict=True):
        dx = disc.x - token.cell[0] - token.size[0] / 2
        dy = disc.y - token.cell[1] - token.size[1] / 2
        if abs(dx) + abs(dy) > _NEAR_CELLS:
            found[disc.id] = (dx, dy)
    return found


def _near_others(tokens: list[TokenView], fanned: Mapping[str, Point]) -> list[TokenView]:
    """Return those who may touch somebody while every disc fits its square: few, of a thousand."""
    around = [_cells_around(token, is_fanned=token.id in fanned) for token in tokens]
    count = Counter(cell for cells in around for cell in cells)
    return [
        token
        for token, cells in zip(tokens, around, strict=True)
        if any(count[cell] > 1 for cell in cells)
    ]


def _cells_around(token: TokenView, *, is_fanned: bool) -> list[CellXY]:
    """Return the cells that a token may reach into, made larger for whoever leaves its square."""
    (left, top), (width, height) = token.cell, token.size
    if width == height == 1 and not (is_fanned or token.box or left % 1 or top % 1):
        return [(int(left), int(top))]
    more = max(width, height) if token.box else 1
    columns = range(math.floor(left) - more, math.ceil(left + width) + more)
    rows = range(math.floor(top) - more, math.ceil(top + height) + more)
    return [(x, y) for x in columns for y in rows]


def _disc(token: TokenView, fanned: Point, cell_px: float, place: int) -> _Disc:
    (width, height), across = token.size, min(token.size)
    home = (token.cell[0] + width / 2 + fanned[0], token.cell[1] + height / 2 + fanned[1])
    ahead = (0.0, 0.0)
    if token.box:
        letters = letters_at(token, body_in_cells(token, home, cell_px))
        ahead = (letters.x() - home[0], letters.y() - home[1])
    own = radius_of(across)
    radius = own * drawn_cell_px(token, cell_px) / cell_px
    most = _MOST_CELLS + _MOST_OF_GROWTH * (radius - own)
    return _Disc(token.id, *home, radius, ahead, home, most, not token.box, across, place)


def _close(discs: list[_Disc]) -> Iterator[tuple[_Disc, _Disc]]:
    """Yield those that may come to cover each other, the lower one first."""
    ones = [disc for disc in discs if disc.across == 1 and disc.goes]
    large = [disc for disc in discs if disc.across > 1 or not disc.goes]
    radius = max((disc.radius for disc in ones), default=1.0)
    edge = 2 * radius * _NEAR
    by_cell: dict[tuple[int, int], list[_Disc]] = {}
    for disc in ones:
        by_cell.setdefault((math.floor(disc.x / edge), math.floor(disc.y / edge)), []).append(disc)
    for (column, row), here in by_cell.items():
        beside = [other for dx, dy in _AHEAD for other in by_cell.get((column + dx, row + dy), ())]
        for at, one in enumerate(here):
            yield from _near(one, (*here[at + 1 :], *beside))
    for at, one in enumerate(large):
        reach = (one.radius + radius) * _NEAR + math.hypot(*one.ahead)
        columns, rows = (
            range(math.floor((middle - reach) / edge), math.floor((middle + reach) / edge) + 1)
            for middle in (one.x, one.y)
        )
        around = [other for x in columns for y in rows for other in by_cell.get((x, y), ())]
        yield from _near(one, (*large[at + 1 :], *around))


def _near(one: _Disc, others: Iterable[_Disc]) -> Iterator[tuple[_Disc, _Disc]]:
    for other in others:
        below, above = (one, other) if one.z < other.z else (other, one)
        if below.goes or above.goes:
            reach = (below.radius + above.radius) * _NEAR
            dx = above.x - below.x - below.ahead[0]
            dy = above.y - below.y - below.ahead[1]
            if dx * dx + dy * dy < reach * reach:
                yield below, above


def _to_the_rim(below: _Disc, above: _Disc) -> None:
    """Put whoever stands on a larger disc on its rim, outwards from its letters."""
    if not (below.goes and _is_larger(below, above)):
        return
    dx, dy = above.home[0] - below.home[0], above.home[1] - below.home[1]
    far = math.hypot(dx, dy)
    if far >= below.radius:
        return
    way = (dx / far, dy / far) if far > below.radius * 0.1 else _UP_RIGHT
    above.x = below.home[0] + way[0] * below.radius
    above.y = below.home[1] + way[1] * below.radius
    above.home = (above.x, above.y)


def _part(below: _Disc, above: _Disc) -> bool:
    """Move two apart by what the upper one covers of the lower one's letters; return if so."""
    dx = above.x - below.x - below.ahead[0]
    dy = above.y - below.y - below.ahead[1]
    far = math.hypot(dx, dy)
    aside = abs(dx) / far if far else 1.0
    letters = below.radius * (_LETTERS_DOWN + (_LETTERS_ASIDE - _LETTERS_DOWN) * aside)
    rides = below.goes and _is_larger(below, above)
    lack = above.radius * (_WITH_CORNERS if rides else 1.0) + letters - far
    if lack <= _NEAR_CELLS:
        return False
    if far < _NEAR_CELLS:
        turn = _TURN_RAD * (above.z - below.z)
        dx, dy, far = math.cos(turn), math.sin(turn), 1.0
    share = 0.0 if rides or not below.goes else 0.5 if above.goes else 1.0
    _go(above, dx / far * lack * (1 - share), dy / far * lack * (1 - share))
    _go(below, -dx / far * lack * share, -dy / far * lack * share)
    return True


def _is_larger(below: _Disc, above: _Disc) -> bool:
    return above.across < below.across


def _go(disc: _Disc, dx: float, dy: float) -> None:
    if not disc.goes:
        return
    x, y = disc.x + dx - disc.home[0], disc.y + dy - disc.home[1]
    over = max(1.0, math.hypot(x, y) / disc.most)
    disc.x, disc.y = disc.home[0] + x / over, disc.home[1] + y / over
