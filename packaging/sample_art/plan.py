"""What a sample map is made of: one description for the picture and for the rules.

Places are in cells. Owns no colour and no figure of any rule system.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Xy = tuple[float, float]
Floor = Literal["planks", "stone", "straw", "flags"]


@dataclass(frozen=True)
class Room:
    """A floor from one corner to the other."""

    x0: float
    y0: float
    x1: float
    y1: float
    floor: Floor


@dataclass(frozen=True)
class Segment:
    """A stretch of wall, door or window."""

    id: str
    a: Xy
    b: Xy
    kind: Literal["wall", "door", "window", "low"] = "wall"
    name: str = ""
    state: Literal["open", "closed", "locked"] = "closed"


@dataclass(frozen=True)
class Thing:
    """Something to hide behind, with the cells it fills; ``height_m`` None is overhead."""

    id: str
    name: str
    look: str
    x: int
    y: int
    w: int = 1
    h: int = 1
    degree: Literal["quarter", "half", "three_quarter"] = "half"
    hard: bool = True
    height_m: float | None = 1.2


@dataclass(frozen=True)
class Lamp:
    """A light of the picture: reach in cells, colour, strength; ``shown`` draws the lamp."""

    x: float
    y: float
    reach: float
    colour: tuple[float, float, float] = (1.0, 0.72, 0.38)
    strength: float = 1.3
    shown: bool = True


@dataclass(frozen=True)
class Plan:
    """A whole map."""

    name: str
    width: int
    height: int
    rooms: tuple[Room, ...] = ()
    segments: tuple[Segment, ...] = ()
    things: tuple[Thing, ...] = ()
    lamps: tuple[Lamp, ...] = ()
    trees: tuple[tuple[float, float, float], ...] = ()
    """Middle and radius of each crown."""
    rubble: frozenset[tuple[int, int]] = frozenset()
    water: frozenset[tuple[int, int]] = frozenset()
    growth: frozenset[tuple[int, int]] = frozenset()
    is_underground: bool = False
    """Cut into rock: whatever is no room is solid."""


def block(x: int, y: int, w: int, h: int) -> frozenset[tuple[int, int]]:
    """Return the cells of a rectangle."""
    return frozenset((x + dx, y + dy) for dx in range(w) for dy in range(h))
