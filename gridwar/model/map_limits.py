"""What a map may hold: how much, and no two things of one id.

The bounds are such that whatever is within can still be drawn, searched and kept.
Measured on the largest map: what is at these bounds is drawn in seconds and opened in one or two.
Owns the numbers and the words; asked where a map is read, imported, or changed by a command.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.errors import MapError
from gridwar.model.geometry import MAX_SIDE_CELLS, SUBCELL
from gridwar.model.map_in_play import KINDS_FOR_PROPS, MOST_KINDS
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Protocol

    from gridwar.model.geometry import Cell, Point, Size

    class _Segment(Protocol):
        @property
        def a(self) -> Point: ...
        @property
        def b(self) -> Point: ...

    class _Spread(Protocol):
        @property
        def cells(self) -> tuple[Cell, ...]: ...

    class _Named(Protocol):
        @property
        def id(self) -> str: ...

    class _Prop(Protocol):
        @property
        def id(self) -> str: ...
        @property
        def name(self) -> str: ...
        @property
        def size(self) -> Size: ...
        def is_within(self, size: Size) -> bool: ...

    class _Worded(Protocol):
        @property
        def text(self) -> str: ...


MOST_WALLS = 20_000
MOST_WALL_CELLS = 100_000
"""The length of all walls together, in cells; the largest map with rooms of 10 has half of it."""
MOST_ZONES = 2_000
MOST_ZONE_CELLS = 2 * MAX_SIDE_CELLS**2
"""The cells of all zones together: the largest map twice over."""

MOST_LIGHT_SOURCES = 500
"""The levels of so many on the largest map take a quarter of a second, once."""

MOST_PINS = 1_000
MOST_PIN_LETTERS = 1_000_000
"""The words of all pins together: every change of a map that is kept whole writes them anew."""


MOST_PROPS = 2_000
MOST_PROP_CELLS = 50_000
"""The cells of all props together."""
LONGEST_PROP_CELLS = 20
"""To the longer side of one."""


def most_terrain_kinds(props: Collection[_Prop]) -> int:
    """Return how many kinds of terrain a map may have: props take some of those a byte can name."""
    return MOST_KINDS - KINDS_FOR_PROPS if props else MOST_KINDS


def props_problem(props: Collection[_Prop], size: Size, kinds: int) -> str:
    """Say why a map cannot hold such props; empty where it can.

    Args:
        props: All of them.
        size: The map's width and height in cells.
        kinds: How many kinds of terrain it has.
    """
    if not props:
        return ""
    if len(props) > MOST_PROPS:
        text = _("{n} props are too many: a map has at most {most}")
        return text.format(n=f"{len(props):,}", most=f"{MOST_PROPS:,}")
    most = most_terrain_kinds(props)
    if kinds > most:
        text = _("a map with props has at most {most} kinds of terrain, not {n}")
        return text.format(n=kinds, most=most)
    for one in props:
        if max(one.size) > LONGEST_PROP_CELLS:
            text = _("the prop {name} is too large: one has at most {most} cells a side")
            return text.format(name=repr(one.name or one.id), most=LONGEST_PROP_CELLS)
        if not one.is_within(size):
            text = _("the prop {name} stands beyond the map of {w} x {h} cells")
            return text.format(name=repr(one.name or one.id), w=size.w, h=size.h)
    cells = sum(one.size.w * one.size.h for one in props)
    if cells > MOST_PROP_CELLS:
        text = _("props of {n} cells in all are too large: those of a map have at most {most}")
        return text.format(n=f"{cells:,}", most=f"{MOST_PROP_CELLS:,}")
    return ""


def lights_problem(sources: Collection[object]) -> str:
    """Say why so many sources of light are too much; empty where they are not."""
    if len(sources) > MOST_LIGHT_SOURCES:
        text = _("{n} lights are too many: a map has at most {most}")
        return text.format(n=f"{len(sources):,}", most=MOST_LIGHT_SOURCES)
    return ""


def pins_problem(pins: Collection[_Worded]) -> str:
    """Say why so many pins, or so many words on them, are too much; empty where they are not."""
    if len(pins) > MOST_PINS:
        text = _("{n} pins are too many: a map has at most {most}")
        return text.format(n=f"{len(pins):,}", most=f"{MOST_PINS:,}")
    letters = sum(len(one.text) for one in pins)
    if letters > MOST_PIN_LETTERS:
        text = _("pins with {n} letters in all say too much: a map has at most {most}")
        return text.format(n=f"{letters:,}", most=f"{MOST_PIN_LETTERS:,}")
    return ""


def walls_problem(walls: Iterable[_Segment]) -> str:
    """Say why so many walls, or such long ones, are too much; empty where they are not."""
    return segments_problem([(one.a, one.b) for one in walls])


def segments_problem(segments: Collection[tuple[Point, Point]]) -> str:
    """Say the same of walls that are not yet more than their ends."""
    if len(segments) > MOST_WALLS:
        text = _("{n} walls, doors and windows are too many: a map has at most {most}")
        return text.format(n=f"{len(segments):,}", most=f"{MOST_WALLS:,}")
    length = sum(max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in segments)
    if length > MOST_WALL_CELLS * SUBCELL:
        text = _("walls of {n} cells in all are too long: a map has at most {most}")
        return text.format(n=f"{length // SUBCELL:,}", most=f"{MOST_WALL_CELLS:,}")
    return ""


def spread_problem(things: Iterable[_Spread]) -> str:
    """Say why zones, or things to hide behind, are too much; empty where they are not."""
    sizes = [len(one.cells) for one in things]
    if len(sizes) > MOST_ZONES:
        text = _("{n} of them are too many: a map has at most {most}")
        return text.format(n=f"{len(sizes):,}", most=f"{MOST_ZONES:,}")
    if sum(sizes) > MOST_ZONE_CELLS:
        text = _("{n} cells in all are too many: those of a map have at most {most}")
        return text.format(n=f"{sum(sizes):,}", most=f"{MOST_ZONE_CELLS:,}")
    return ""


def twins_problem(things: Iterable[_Named]) -> str:
    """Say which id is used twice; empty where none is."""
    seen: set[str] = set()
    for thing in things:
        if thing.id in seen:
            return f"the id {thing.id!r} is used twice"
        seen.add(thing.id)
    return ""


def refuse(problem: str) -> None:
    """Refuse what a map cannot hold; nothing where there is no problem.

    Raises:
        MapError: With the problem.
    """
    if problem:
        raise MapError(problem)
