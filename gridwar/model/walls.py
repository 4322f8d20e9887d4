"""Walls, doors, windows and the like: straight segments of any angle between two points.

What they block is switched separately for movement, sight and effect, and may hold for those who
come from one side only. The tests against them are in ``gridwar.grid``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from pydantic import Field, model_validator

from gridwar.errors import MapError
from gridwar.model.bounds import Amount, Metres
from gridwar.model.cover_kinds import Cover, CoverDegree
from gridwar.model.geometry import Point
from gridwar.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Mapping


class WallKind(StrEnum):
    """What a segment is."""

    WALL = "wall"
    DOOR = "door"
    WINDOW = "window"
    CURTAIN = "curtain"
    BARS = "bars"
    FENCE = "fence"


class WallSight(StrEnum):
    """How much of the sight of those who look at a segment it stops."""

    NONE = "none"
    LIMITED = "limited"
    """It is seen through once: the second such wall on a line stops it."""
    FULL = "full"


class WallSide(StrEnum):
    """A side of a segment, as seen on the way from its one end to the other."""

    LEFT = "left"
    RIGHT = "right"


class DoorState(StrEnum):
    """How a door stands; only an open one lets anything through."""

    OPEN = "open"
    CLOSED = "closed"
    LOCKED = "locked"
    SECRET = "secret"


class UsualTraits(NamedTuple):
    """What a kind of segment stops unless somebody says otherwise."""

    blocks_movement: bool = True
    sight: WallSight = WallSight.FULL
    blocks_effect: bool = True
    height_m: float | None = None
    cover: Cover | None = None


_FENCE_M = 1.0
USUAL: Final[Mapping[WallKind, UsualTraits]] = {
    WallKind.WALL: UsualTraits(),
    WallKind.DOOR: UsualTraits(),
    WallKind.WINDOW: UsualTraits(sight=WallSight.NONE),
    WallKind.CURTAIN: UsualTraits(blocks_movement=False, blocks_effect=False),
    WallKind.BARS: UsualTraits(sight=WallSight.NONE, blocks_effect=False),
    # As a low wall: climbed, seen and shot over, and something to hide behind.
    WallKind.FENCE: UsualTraits(
        blocks_movement=False,
        sight=WallSight.NONE,
        blocks_effect=False,
        height_m=_FENCE_M,
        cover=Cover.constant(degree=CoverDegree.QUARTER, hard=False, height_m=_FENCE_M),
    ),
}
"""What each kind of segment is like at first."""


class Wall(Record):
    """One segment and what it stops.

    ``height_m`` is metres above the ground below it: a line passing above it is not stopped; None
    reaches to the sky. A line passing below ``foot_m`` is not stopped either. Steps know no height.
    ``one_way`` is the side from which it stops anybody at all: from the other it is as if it were
    not there, and so it is for what runs along it. ``cover`` makes a low wall of it: an edge to
    hide behind.
    """

    id: str
    a: Point
    b: Point
    kind: WallKind = WallKind.WALL
    name: str = ""
    blocks_movement: bool = True
    sight: WallSight = WallSight.FULL
    blocks_effect: bool = True
    door: DoorState = DoorState.CLOSED
    height_m: Metres | None = Field(default=None, gt=0)
    foot_m: Metres = 0.0
    one_way: WallSide | None = None
    cover: Cover | None = None
    points: Amount | None = None
    """How much damage it takes until it is broken; None where nobody breaks it."""
    hardness: Amount = 0
    """What it takes off from each damage."""

    @model_validator(mode="before")
    @classmethod
    def _read_switch(cls, data: object) -> object:
        """Read what files of format 4 and earlier say of sight: whether it is stopped."""
        if isinstance(data, dict) and "sight" not in data:
            switch = data.get("blocks_sight")
            if isinstance(switch, bool):
                rest = {name: value for name, value in data.items() if name != "blocks_sight"}
                return {**rest, "sight": WallSight.FULL if switch else WallSight.NONE}
        return data

    @model_validator(mode="after")
    def _has_extent(self) -> Self:
        if self.a == self.b:
            raise ValueError(f"wall {self.id!r} has no length: both ends are at {tuple(self.a)}")
        if self.height_m is not None and self.foot_m >= self.height_m:
            text = f"wall {self.id!r} has no height: it begins at {self.foot_m:g} m"
            raise ValueError(f"{text} and ends at {self.height_m:g} m")
        return self

    @classmethod
    def of_kind(cls, kind: WallKind, wall_id: str, a: Point, b: Point) -> Self:
        """Return a segment with all that its kind usually stops."""
        return cls(id=wall_id, a=a, b=b, kind=kind, **USUAL[kind]._asdict())

    @classmethod
    def window(cls, wall_id: str, a: Point, b: Point, name: str = "") -> Self:
        """Return a window: seen through, but stopping steps and effects."""
        return cls(id=wall_id, a=a, b=b, kind=WallKind.WINDOW, name=name, sight=WallSight.NONE)

    @classmethod
    def low(cls, wall_id: str, a: Point, b: Point, cover: Cover) -> Self:
        """Return a low wall: no hindrance to steps, sight or effect, but cover behind it."""
        return cls(
            id=wall_id,
            a=a,
            b=b,
            blocks_movement=False,
            sight=WallSight.NONE,
            blocks_effect=False,
            cover=cover,
        )

    @property
    def is_open(self) -> bool:
        """Return whether this is a door that stands open, or is broken."""
        return self.kind is WallKind.DOOR and (self.door is DoorState.OPEN or self.points == 0)

    @property
    def stops_movement(self) -> bool:
        """Return whether it stops steps as it stands now, from either side or from one."""
        return self.blocks_movement and not self.is_open

    @property
    def stops_sight(self) -> bool:
        """Return whether nobody sees through it as it stands now, from either side or from one."""
        return self.sight is WallSight.FULL and not self.is_open

    @property
    def hampers_sight(self) -> bool:
        """Return whether it stops sight as it stands now, if only behind another such wall."""
        return self.sight is not WallSight.NONE and not self.is_open

    @property
    def stops_effect(self) -> bool:
        """Return whether it stops shots and blasts as it stands now, from either side or one."""
        return self.blocks_effect and not self.is_open

    def stops_from(self, place: Point) -> bool:
        """Return whether it stops whatever comes from a place, of what it stops at all."""
        if self.one_way is None:
            return True
        (ax, ay), (bx, by) = self.a, self.b
        side = (bx - ax) * (place[1] - ay) - (by - ay) * (place[0] - ax)
        return side > 0 if self.one_way is WallSide.RIGHT else side < 0

    @property
    def is_broken(self) -> bool:
        """Return whether this is a door that was broken: it stays open."""
        return self.kind is WallKind.DOOR and self.points == 0

    @property
    def can_be_damaged(self) -> bool:
        """Return whether it has points that damage takes: one without, or broken, has none."""
        return bool(self.points)

    def damaged(self, damage: int) -> Self | None:
        """Return it after some damage, less its hardness; None where nothing is left of it.

        Of a door that is broken the opening is left.
        """
        if self.points is None:
            return self
        left = max(0, self.points - max(0, damage - self.hardness))
        if left:
            return self.replace(points=left)
        return self.replace(points=0, door=DoorState.OPEN) if self.kind is WallKind.DOOR else None

    def with_door(self, state: DoorState) -> Self:
        """Return the door in another state; one that is broken stays open."""
        if self.kind is not WallKind.DOOR:
            raise MapError(f"{self.id!r} is a {self.kind}, not a door: it cannot be {state}")
        if self.is_broken:
            return self
        return self.replace(door=state)
