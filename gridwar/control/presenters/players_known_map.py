"""What players know of the map itself: walls, doors as they saw them last, and areas.

What lies where they know nothing is left out, not merely covered. Points are those of a `FogView`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec.structs import replace

from gridwar.control.memo import Memo
from gridwar.control.presenters.fog_on_map import party_of
from gridwar.control.presenters.light_in_sight import middles_of
from gridwar.control.records.ground_records import in_cells
from gridwar.control.records.scene_records import RegionOverlay
from gridwar.engine.perception.doors_as_seen import PLACES, door_as_known, has_seen_door
from gridwar.model.walls import WallKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from gridwar.control.records.fog_records import FogView
    from gridwar.control.records.scene_records import OverlayView
    from gridwar.model.encounter import Encounter
    from gridwar.model.walls import Wall

    Points = NDArray[np.bool_]


class KnownWalls:
    """The walls of which players know a part, doors as they saw them last.

    Those found before are kept for as long as they are the same.
    """

    def __init__(self) -> None:
        self._places: Memo[_Places] = Memo()
        self._known: tuple[Wall, ...] = ()

    def of(self, encounter: Encounter, fog: FogView) -> tuple[Wall, ...]:
        """Return them; the very same tuple while they are."""
        walls = encounter.map.walls
        places = self._places.get((walls,), lambda: _Places.along(walls, fog))
        known, seen = places.touch(fog.known), places.touch(fog.seen)
        found = tuple(
            wall if seen[at] or wall.kind is not WallKind.DOOR else _as_remembered(encounter, wall)
            for at, wall in enumerate(walls)
            if known[at]
        )
        if found != self._known:
            self._known = found
        return self._known


class _Places(NamedTuple):
    """The points that walls lie on, or between, of all walls one after another."""

    points: NDArray[np.intp]
    """As numbers in all points row by row."""
    firsts: NDArray[np.intp]
    """Of each wall, where its own begin."""

    @classmethod
    def along(cls, walls: tuple[Wall, ...], fog: FogView) -> _Places:
        """Return the places of walls on a map with such a fog."""
        height, width = fog.known.shape
        found, firsts, count = [], [], 0
        for wall in walls:
            (ax, ay), (bx, by) = in_cells(wall.a), in_cells(wall.b)
            steps = 2 + int(max(abs(bx - ax), abs(by - ay)) * fog.points)
            # The end of a wall that meets one in sight from behind is not seen through that.
            end = 1 + fog.points // 4 if steps > fog.points else 0
            shares = np.linspace(0, 1, steps)[end : steps - end]
            if wall.kind is WallKind.DOOR:
                shares = PLACES  # as its state is remembered: by its middle
            x = np.floor((ax + (bx - ax) * shares) * fog.points).astype(np.intp)
            y = np.floor((ay + (by - ay) * shares) * fog.points).astype(np.intp)
            for dy in (-1, 0):  # a wall between two points lies on both
                row = np.clip(y + dy, 0, height - 1) * width
                found += [row + np.clip(x + dx, 0, width - 1) for dx in (-1, 0)]
            firsts.append(count)
            count += 4 * len(shares)
        none = np.zeros(0, np.intp)
        return cls(np.concatenate(found or [none]), np.array(firsts, np.intp))

    def touch(self, where: Points) -> Points:
        """Return of each wall whether it touches any of some points."""
        if not len(self.firsts):
            return np.zeros(0, np.bool_)
        touched: Points = np.logical_or.reduceat(where.reshape(-1)[self.points], self.firsts)
        return touched


def _as_remembered(encounter: Encounter, wall: Wall) -> Wall:
    """Return a door out of sight as the first side of the party that saw it takes it to stand.

    How it stands now is not asked where anybody remembers it.
    """
    for side in party_of(encounter):
        if has_seen_door(encounter, side, wall):
            state = door_as_known(encounter, side, wall)
            return wall if state is wall.door else wall.with_door(state)
    return wall


def known_areas(overlays: Iterable[OverlayView], fog: FogView) -> Iterator[OverlayView]:
    """Yield areas as far as players know the cells that they lie on; nothing else."""
    middles = middles_of(fog.known, fog.points)
    height, width = middles.shape
    for one in overlays:
        if isinstance(one, RegionOverlay):
            cells = frozenset(
                (x, y) for x, y in one.cells if 0 <= x < width and 0 <= y < height and middles[y, x]
            )
            if cells:
                yield replace(one, cells=cells)
