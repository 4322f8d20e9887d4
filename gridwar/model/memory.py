"""Fog of a fight: what it goes by, what each side remembers of the map, and cells pinned by hand.

What a side has in sight at this moment is worked out (``engine.perception``), never kept here.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Final

from frozendict import frozendict

from gridwar.model.geometry import Cell, Point, Size, centre_of
from gridwar.model.painted_layers import Layer
from gridwar.model.point_masks import NO_POINTS, PointMask, points_per_cell
from gridwar.model.props import Prop
from gridwar.model.record import FrozenMap, Record
from gridwar.model.walls import DoorState

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.walls import Wall

__all__ = [
    "NO_MEMORY",
    "NO_VISION",
    "CellPin",
    "FogMode",
    "Memory",
    "Vision",
    "cell_pins_problem",
    "points_per_cell",
]


class FogMode(StrEnum):
    """What the players' fog goes by."""

    OFF = "off"
    BY_HAND = "by_hand"
    """The game master uncovers and covers."""
    BY_SIGHT = "by_sight"
    """What their people see, and remember."""
    BY_SIGHT_WITHOUT_MEMORY = "by_sight_without_memory"


class CellPin(IntEnum):
    """What the game master has fixed of a cell, whatever is seen; the bytes of a layer."""

    NONE = 0
    SHOWN = 1
    COVERED = 2


class Memory(Record):
    """What a side remembers of the map."""

    points: PointMask = NO_POINTS
    doors: FrozenMap[str, DoorState] = frozendict()
    """Doors as they were seen last, by the ids of their walls."""
    props: FrozenMap[str, Prop] = frozendict()
    """Props as they were seen last, by their ids."""

    def without(self, gone: PointMask, walls: Iterable[Wall]) -> Memory:
        """Return it without some points, and without the doors and props there.

        Args:
            gone: The points that are forgotten.
            walls: Those of the map.
        """
        lost = {wall.id for wall in walls if wall.id in self.doors and gone.has(_middle(wall))}
        doors = self.doors
        if lost:
            doors = frozendict({key: one for key, one in doors.items() if key not in lost})
        props = self.props
        if any(gone.has(centre_of(cell)) for one in props.values() for cell in one.cells):
            props = frozendict(
                {
                    key: one
                    for key, one in props.items()
                    if not all(gone.has(centre_of(cell)) for cell in one.cells)
                }
            )
        return self.replace(points=self.points.without(gone), doors=doors, props=props)


def _middle(wall: Wall) -> Point:
    return Point((wall.a.x + wall.b.x) // 2, (wall.a.y + wall.b.y) // 2)


NO_MEMORY = Memory.constant()
_NO_PINS = Layer.constant()


class Vision(Record):
    """What is set for the fog of a fight, and what was seen of its map."""

    mode: FogMode = FogMode.OFF
    counts_light: bool = False
    """Whether whoever looks by eye needs light where the other stands."""
    eyes_by_size: bool = True
    """Whether eyes are 1.6 m up for each cell of a footprint's side; else on the ground."""
    opaque_zones: frozenset[str] = frozenset()
    """Kinds of zones that sight reaches, but does not pass."""
    also_remembering: frozenset[str] = frozenset()
    """Sides that keep a memory although they are not of the party."""
    memories: FrozenMap[str, Memory] = frozendict()
    """By side; one without an entry has seen nothing."""
    pinned: Layer = _NO_PINS
    """What stays as it is for all sides: the bytes are those of ``CellPin``."""

    @property
    def is_by_sight(self) -> bool:
        """Return whether what the players' people see counts."""
        return self.mode in {FogMode.BY_SIGHT, FogMode.BY_SIGHT_WITHOUT_MEMORY}

    def memory(self, side: str) -> Memory:
        """Return what a side remembers."""
        return self.memories.get(side, NO_MEMORY)

    def with_memory(self, side: str, memory: Memory) -> Vision:
        """Return it with another memory of a side; an empty one is none."""
        if memory == NO_MEMORY or not (memory.points.tiles or memory.doors or memory.props):
            return self.without_memory(side)
        return self.replace(memories=self.memories.set(side, memory))

    def without_memory(self, side: str) -> Vision:
        """Return it with a side that has seen nothing."""
        if side not in self.memories:
            return self
        kept = {key: one for key, one in self.memories.items() if key != side}
        return self.replace(memories=frozendict(kept))

    def without_side(self, side: str) -> Vision:
        """Return it without a side that is gone."""
        vision = self.without_memory(side)
        left = vision.also_remembering - {side}
        is_same = left == vision.also_remembering
        return vision if is_same else vision.replace(also_remembering=left)

    def without_cells(self, cells: Collection[Cell], page: BattleMap) -> Vision:
        """Return it with nothing remembered of some cells of a map, and none of them pinned."""
        gone = PointMask.of_cells(cells, page.size)
        memories = {side: one.without(gone, page.walls) for side, one in self.memories.items()}
        left = {side: one for side, one in memories.items() if one != NO_MEMORY}
        pinned = self.pinned.with_cells(dict.fromkeys(cells, CellPin.NONE))
        return self.replace(memories=frozendict(left), pinned=pinned)

    def resized(self, size: Size) -> Vision:
        """Return it for a map whose right and lower border was moved."""
        if not self.memories and not self.pinned.tiles:
            return self
        per_cell = points_per_cell(size)
        memories = {
            side: one.replace(
                points=one.points.cropped(size).at(per_cell),
                props=frozendict({key: it for key, it in one.props.items() if it.is_within(size)}),
            )
            for side, one in self.memories.items()
        }
        pinned = self.pinned.cropped(*size)
        return self.replace(memories=frozendict(memories), pinned=pinned)

    def on_another_map(self) -> Vision:
        """Return it for a map that nobody has seen yet: off, with what was set for eyes kept."""
        return self.replace(mode=FogMode.OFF, memories=frozendict(), pinned=_NO_PINS)

    def problem_with(self, size: Size) -> str:
        """Say why it belongs to no map of some size; empty where it does."""
        for side, memory in self.memories.items():
            if problem := memory.points.problem_with(size):
                return f"the memory of side {side!r} does not fit: {problem}"
        return cell_pins_problem(self.pinned.tiles, size)


NO_VISION: Final = Vision.constant()


def cell_pins_problem(tiles: Mapping[Cell, bytes], size: Size) -> str:
    """Say why tiles hold no pins of a map of some size; empty where they do."""
    if any(max(tile) > CellPin.COVERED for tile in tiles.values()):
        return f"pinned cells are {CellPin.NONE:d} to {CellPin.COVERED:d}"
    layer = Layer.constant(tiles=frozendict({at: tile for at, tile in tiles.items() if any(tile)}))
    if layer.cropped(*size).tiles != layer.tiles:
        return f"cells are pinned beyond the map of {size.w} x {size.h} cells"
    return ""
