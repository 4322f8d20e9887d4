"""What was drawn on the map in Gridwar, and so is missing from its picture.

A map is laid with all that its file holds, and its picture shows that. Whatever differs from the
map as it was laid was made by hand. The journal tells how it was laid, so this
survives saving, undo and redo without a mark in any file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct

from gridwar.control.memo import Memo
from gridwar.engine.gm.map_commands import LayMap
from gridwar.engine.session.journal_rows import ROOT
from gridwar.model.geometry import SUBCELL
from gridwar.model.painted_layers import TILE, Layer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from gridwar.engine.session.session import Session
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.cover_kinds import CoverObject
    from gridwar.model.geometry import Cell
    from gridwar.model.walls import Wall

BESIDE_CELLS: Final = 0.03
"""A piece of wall no further from one that was laid is a part of it: cutting rounds its ends."""
_GONE: Final = 255
"""The number of a kind that is no longer in the table: no cell has it."""
_NO_LAYER = Layer.constant()


class DrawnHere(Struct, frozen=True, eq=False):
    """What of a map its picture does not show; walls and things by id, layers without the rest."""

    walls: frozenset[str] = frozenset()
    things: frozenset[str] = frozenset()
    terrain: Layer = _NO_LAYER
    ground: Layer = _NO_LAYER
    cover: Layer = _NO_LAYER


NOTHING_DRAWN: Final = DrawnHere()


class LaidMap:
    """Knows a session's map as it was laid, and what was drawn on it since."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._after: dict[int, BattleMap] = {}
        """The map as it was laid, by the row of the log after which it lies there."""
        self._left: list[tuple[BattleMap, BattleMap]] = []
        """Maps that another was laid over, each with what it was laid as."""
        self._own: Memo[DrawnHere] = Memo()
        self._walls: Memo[frozenset[str]] = Memo()
        self._terrain, self._ground, self._cover = _DrawnLayer(), _DrawnLayer(), _DrawnLayer()

    def own(self, page: BattleMap) -> DrawnHere:
        """Return what of a map was drawn here; nothing where no picture could show the rest."""
        if page.picture is None:
            return NOTHING_DRAWN
        base = self.base()
        return self._own.get((page, base), lambda: self._made(page, base))

    def _made(self, page: BattleMap, base: BattleMap) -> DrawnHere:
        walls = self._walls.get(
            (page.walls, base.walls), lambda: frozenset(_own_walls(page.walls, base.walls))
        )
        things = frozenset(_own_things(page.cover_objects, base.cover_objects))
        return DrawnHere(
            walls,
            things,
            self._terrain.of(page.terrain, base.terrain, _renumbered(page, base, "terrain_kinds")),
            self._ground.of(page.ground, base.ground),
            self._cover.of(page.cover, base.cover, _renumbered(page, base, "cover_kinds")),
        )

    def base(self) -> BattleMap:
        """Return the map as it was laid."""
        history, at = self._session.history, self._session.position.cursor
        missing = []
        while at != ROOT and at not in self._after:
            missing.append(at)
            at = history.rows[at].parent
        base = self._after[at] if at != ROOT else history.state(ROOT).map
        for at in reversed(missing):
            command = history.rows[at].command
            if isinstance(command, LayMap):
                before = history.state(history.rows[at].parent).map
                self._left.append((before, base))
                base = self._laid_as(command.map)
            self._after[at] = base
        return base

    def _laid_as(self, page: BattleMap) -> BattleMap:
        """Return what a map was laid as: one that is put back was drawn on before."""
        return next((base for one, base in reversed(self._left) if one == page), page)


class _DrawnLayer:
    """What was painted on one layer; tiles that stay are the same, for the map goes by that."""

    def __init__(self) -> None:
        self._tiles: dict[Cell, tuple[bytes | None, bytes | None, bytes]] = {}
        self._layer = _NO_LAYER
        self._numbers = b""

    def of(self, now: Layer, base: Layer, numbers: bytes = b"") -> Layer:
        """Return the layer with those cells only that are other than as laid.

        Args:
            now: As it is.
            base: As it was laid.
            numbers: Which number each kind of then has now; empty where all have their own.
        """
        old, self._tiles = self._tiles if numbers == self._numbers else {}, {}
        self._numbers = numbers
        for place in {*now.tiles, *base.tiles}:
            before, after = base.tiles.get(place), now.tiles.get(place)
            if before is after and not numbers:
                continue
            known = old.get(place)
            if known is None or known[0] is not before or known[1] is not after:
                same = before.translate(numbers) if before and numbers else before
                known = (before, after, _differing(same, after))
            self._tiles[place] = known
        made = {place: known[2] for place, known in self._tiles.items() if any(known[2])}
        if made != {**self._layer.tiles}:
            self._layer = _NO_LAYER.with_tiles(made)
        return self._layer


def _renumbered(page: BattleMap, base: BattleMap, table: str) -> bytes:
    """Return which number each kind of a table has now; empty where nothing has moved."""
    now, old = getattr(page, table), getattr(base, table)
    if now is old or now[: len(old)] == old:
        return b""
    places = {kind.name: number for number, kind in enumerate(now)}
    known = [places.get(kind.name, _GONE) for kind in old]
    return bytes((*known, *range(len(known), 256))) if known != [*range(len(old))] else b""


def _differing(before: bytes | None, after: bytes | None) -> bytes:
    """Return a tile with 0 wherever it is as it was."""
    empty = bytes(TILE * TILE)
    new = np.frombuffer(after or empty, np.uint8)
    return np.where(new != np.frombuffer(before or empty, np.uint8), new, 0).tobytes()


def _own_things(now: tuple[CoverObject, ...], base: tuple[CoverObject, ...]) -> Iterator[str]:
    known = {one.id: one for one in base}
    return (one.id for one in now if known.get(one.id) != one)


def _own_walls(now: tuple[Wall, ...], base: tuple[Wall, ...]) -> Iterator[str]:
    """Yield the ids of walls that are not as laid; how a door stands does not count."""
    known = {one.id: one for one in base}
    ends: Mapping[object, NDArray[np.float64]] = _ends_by_sort(base)
    for wall in now:
        old = known.get(wall.id)
        if old is wall or (old is not None and old.replace(door=wall.door) == wall):
            continue
        if not _lies_on(wall, ends.get(_sort(wall))):
            yield wall.id


def lies_on_any(wall: Wall, walls: tuple[Wall, ...]) -> bool:
    """Return whether a wall is a piece of one of some others, whatever these are."""
    ends = [(one.a.x, one.a.y, one.b.x, one.b.y) for one in walls]
    return bool(ends) and _lies_on(wall, np.array(ends, np.float64) / SUBCELL)


def _sort(wall: Wall) -> tuple[object, ...]:
    stops = (wall.blocks_movement, wall.sight, wall.blocks_effect)
    return (wall.kind, *stops, wall.one_way, wall.foot_m)


def _ends_by_sort(walls: tuple[Wall, ...]) -> dict[object, NDArray[np.float64]]:
    """Return both ends of walls, four columns in cells, by what they are like."""
    found: dict[object, list[tuple[float, ...]]] = {}
    for one in walls:
        ends = (one.a.x, one.a.y, one.b.x, one.b.y)
        found.setdefault(_sort(one), []).append(tuple(end / SUBCELL for end in ends))
    return {sort: np.array(rows, np.float64) for sort, rows in found.items()}


def _lies_on(wall: Wall, lines: NDArray[np.float64] | None) -> bool:
    """Return whether a wall is a piece of one of those that were laid."""
    if lines is None:
        return False
    start, along = lines[:, :2], lines[:, 2:] - lines[:, :2]
    square = np.maximum((along**2).sum(axis=1), 1e-12)
    near = np.ones(len(lines), bool)
    for end in (wall.a, wall.b):
        place = np.array((end.x, end.y), np.float64) / SUBCELL
        share = np.clip(((place - start) * along).sum(axis=1) / square, 0.0, 1.0)
        off = place - start - along * share[:, None]
        near &= (off**2).sum(axis=1) <= BESIDE_CELLS**2
    return bool(near.any())
