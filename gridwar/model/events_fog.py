"""The events of fog: what a side saw for the first time or forgot, its mode, cells pinned by hand.

They hold what changed and nothing more, so that they are small, and undo and replay are exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.errors import MapError
from gridwar.model.event_base import Event
from gridwar.model.memory import FogMode, cell_pins_problem
from gridwar.model.painted_layers import Tiles
from gridwar.model.point_masks import PointMask
from gridwar.model.props import Prop
from gridwar.model.record import Record
from gridwar.model.walls import DoorState

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


class Explored(Event):
    """A side came to know points of the map that it did not know."""

    side: str
    points: PointMask

    def apply(self, encounter: Encounter) -> Encounter:
        """Add them to its memory."""
        _refuse(self.points.problem_with(encounter.map.size))
        vision = encounter.vision
        memory = vision.memory(self.side)
        known = memory.points if memory.points.tiles else self.points.replace(tiles=frozendict())
        changed = memory.replace(points=known.united(self.points))
        return encounter.replace(vision=vision.with_memory(self.side, changed))


class Forgotten(Event):
    """A side does not know points of the map any more; None stands for all it knew."""

    side: str
    points: PointMask | None = None

    def apply(self, encounter: Encounter) -> Encounter:
        """Take them out of its memory, and doors that were seen there."""
        vision = encounter.vision
        if self.points is None:
            return encounter.replace(vision=vision.without_memory(self.side))
        _refuse(self.points.problem_with(encounter.map.size))
        left = vision.memory(self.side).without(self.points, encounter.map.walls)
        return encounter.replace(vision=vision.with_memory(self.side, left))


class DoorSeen(Record):
    """How a door stood when it was seen."""

    wall: str
    state: DoorState


class DoorsSeen(Event):
    """A side saw how some doors stand."""

    side: str
    doors: tuple[DoorSeen, ...]

    def apply(self, encounter: Encounter) -> Encounter:
        """Note it in its memory."""
        vision = encounter.vision
        memory = vision.memory(self.side)
        doors = memory.doors | {one.wall: one.state for one in self.doors}
        changed = memory.replace(doors=frozendict(doors))
        return encounter.replace(vision=vision.with_memory(self.side, changed))


class PropsSeen(Event):
    """A side saw how some props stand, or that some it remembered are gone from their place."""

    side: str
    seen: tuple[Prop, ...] = ()
    gone: tuple[str, ...] = ()

    def apply(self, encounter: Encounter) -> Encounter:
        """Note it in its memory."""
        vision = encounter.vision
        memory = vision.memory(self.side)
        props = {key: one for key, one in memory.props.items() if key not in self.gone}
        props |= {one.id: one for one in self.seen}
        changed = memory.replace(props=frozendict(props))
        return encounter.replace(vision=vision.with_memory(self.side, changed))


class FogModeSet(Event):
    """What the fog goes by was set; None stays as it was."""

    mode: FogMode | None = None
    counts_light: bool | None = None
    eyes_by_size: bool | None = None
    opaque_zones: tuple[str, ...] | None = None
    also_remembering: tuple[str, ...] | None = None

    def apply(self, encounter: Encounter) -> Encounter:
        """Set it."""
        vision = encounter.vision
        if self.mode is not None:
            vision = vision.replace(mode=self.mode)
        if self.counts_light is not None:
            vision = vision.replace(counts_light=self.counts_light)
        if self.eyes_by_size is not None:
            vision = vision.replace(eyes_by_size=self.eyes_by_size)
        if self.opaque_zones is not None:
            vision = vision.replace(opaque_zones=frozenset(self.opaque_zones))
        if self.also_remembering is not None:
            vision = vision.replace(also_remembering=frozenset(self.also_remembering))
        return encounter.replace(vision=vision)


class CellsPinned(Event):
    """Some tiles of the layer of pinned cells became others: see ``memory.CellPin``."""

    tiles: Tiles

    def apply(self, encounter: Encounter) -> Encounter:
        """Lay the tiles."""
        _refuse(cell_pins_problem(self.tiles, encounter.map.size))
        vision = encounter.vision
        changed = vision.replace(pinned=vision.pinned.with_tiles(self.tiles))
        return encounter.replace(vision=changed)


FOG_EVENTS: tuple[type[Event], ...] = (
    Explored,
    Forgotten,
    DoorsSeen,
    PropsSeen,
    FogModeSet,
    CellsPinned,
)


def _refuse(problem: str) -> None:
    if problem:
        raise MapError(problem)
