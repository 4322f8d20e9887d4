"""Walls, doors and windows: straight segments of any angle between two points.

What they block is switched separately for movement, sight and effect. The tests against them are
in ``gridwar.grid``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from gridwar.errors import MapError
from gridwar.model.bounds import Metres
from gridwar.model.cover_kinds import Cover
from gridwar.model.geometry import Point
from gridwar.model.record import Record


class WallKind(StrEnum):
    """What a segment is."""

    WALL = "wall"
    DOOR = "door"
    WINDOW = "window"


class DoorState(StrEnum):
    """How a door stands; only an open one lets anything through."""

    OPEN = "open"
    CLOSED = "closed"
    LOCKED = "locked"
    SECRET = "secret"


class Wall(Record):
    """One segment and what it stops.

    ``height_m`` is metres above the ground at its foot: a line passing above it is not stopped;
    None reaches to the sky. ``cover`` makes a low wall of it: an edge to hide behind.
    """

    id: str
    a: Point
    b: Point
    kind: WallKind = WallKind.WALL
    name: str = ""
    blocks_movement: bool = True
    blocks_sight: bool = True
    blocks_effect: bool = True
    door: DoorState = DoorState.CLOSED
    height_m: Metres | None = Field(default=None, gt=0)
    cover: Cover | None = None

    @model_validator(mode="after")
    def _has_length(self) -> Self:
        if self.a == self.b:
            raise ValueError(f"wall {self.id!r} has no length: both ends are at {tuple(self.a)}")
        return self

    @classmethod
    def window(cls, wall_id: str, a: Point, b: Point, name: str = "") -> Self:
        """Return a window: seen through, but stopping steps and effects."""
        return cls(id=wall_id, a=a, b=b, kind=WallKind.WINDOW, name=name, blocks_sight=False)

    @classmethod
    def low(cls, wall_id: str, a: Point, b: Point, cover: Cover) -> Self:
        """Return a low wall: no hindrance to steps, sight or effect, but cover behind it."""
        return cls(
            id=wall_id,
            a=a,
            b=b,
            blocks_movement=False,
            blocks_sight=False,
            blocks_effect=False,
            cover=cover,
        )

    @property
    def is_open(self) -> bool:
        """Return whether this is a door that stands open."""
        return self.kind is WallKind.DOOR and self.door is DoorState.OPEN

    @property
    def stops_movement(self) -> bool:
        """Return whether nobody can step across it as it stands now."""
        return self.blocks_movement and not self.is_open

    @property
    def stops_sight(self) -> bool:
        """Return whether nobody can see through it as it stands now."""
        return self.blocks_sight and not self.is_open

    @property
    def stops_effect(self) -> bool:
        """Return whether no shot or blast passes it as it stands now."""
        return self.blocks_effect and not self.is_open

    def with_door(self, state: DoorState) -> Self:
        """Return the door in another state."""
        if self.kind is not WallKind.DOOR:
            raise MapError(f"{self.id!r} is a {self.kind}, not a door: it cannot be {state}")
        return self.replace(door=state)
