"""What a sample map is made of: one description for the picture and for the rules.

Places are in cells. Owns no colour and no figure of any rule system.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Xy = tuple[float, float]
CellXy = tuple[int, int]
Cells = frozenset[CellXy]
Floor = Literal["planks", "slabs", "flags", "cobbles", "plates", "grating", "boards"]
Way = Literal["n", "e", "s", "w"]


@dataclass(frozen=True)
class Room:
    """A floor from one corner to the other; ``storey`` floors lie upon another and throw shade."""

    x0: float
    y0: float
    x1: float
    y1: float
    floor: Floor
    storey: bool = False


@dataclass(frozen=True)
class Segment:
    """A stretch of wall, door or window."""

    id: str
    a: Xy
    b: Xy
    kind: Literal["wall", "door", "window", "low", "rail"] = "wall"
    name: str = ""
    state: Literal["open", "closed", "locked", "secret"] = "closed"
    shown: bool = True
    """Whether masonry is drawn along it; the rock of a cave is drawn otherwise."""


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
    degree: Literal["none", "quarter", "half", "three_quarter"] = "half"
    hard: bool = True
    height_m: float | None = 1.2
    solid: bool = False
    """Nobody climbs over it."""
    blocks_sight: bool = False
    """Nobody sees or goes through it."""


@dataclass(frozen=True)
class Stairs:
    """Steps that rise towards one side."""

    x: int
    y: int
    w: int
    h: int
    up: Way
    made_of: Literal["wood", "stone", "metal"] = "wood"


@dataclass(frozen=True)
class Lamp:
    """A light: reach in cells, colour, strength; ``shown`` draws the lamp itself."""

    x: float
    y: float
    reach: float
    colour: tuple[float, float, float] = (1.0, 0.72, 0.38)
    strength: float = 1.3
    shown: bool = True


@dataclass(frozen=True)
class Fog:
    """Something passing over cells: smoke, a level of light."""

    id: str
    kind: str
    name: str
    cells: Cells
    strength: int = 1
    rounds: int | None = None


@dataclass(frozen=True)
class Plan:
    """A whole map."""

    name: str
    width: int
    height: int
    rooms: tuple[Room, ...] = ()
    segments: tuple[Segment, ...] = ()
    things: tuple[Thing, ...] = ()
    stairs: tuple[Stairs, ...] = ()
    lamps: tuple[Lamp, ...] = ()
    trees: tuple[tuple[float, float, float], ...] = ()
    """Middle and radius of each crown."""
    ground: dict[str, Cells] = field(default_factory=dict)
    """Cells by the name of their terrain; a later one lies upon an earlier one."""
    heights_m: dict[float, Cells] = field(default_factory=dict)
    growth: Cells = frozenset()
    """Undergrowth, which also hides."""
    fogs: tuple[Fog, ...] = ()
    is_dark: bool = False
    """Low light wherever no lamp reaches."""


def block(x: int, y: int, w: int, h: int) -> Cells:
    """Return the cells of a rectangle."""
    return frozenset((x + dx, y + dy) for dx in range(w) for dy in range(h))


def cells_of(thing: Thing | Stairs) -> Cells:
    """Return the cells that a thing fills."""
    return block(thing.x, thing.y, thing.w, thing.h)
