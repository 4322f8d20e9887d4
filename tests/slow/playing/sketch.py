"""Strokes of the sketch by a master who draws whatever comes to mind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.gm import sketch_commands as sketching
from gridwar.model.geometry import centre_of
from gridwar.model.sketch import EdgeKind, SketchStyle, SketchThing, SketchThingKind
from gridwar.model.sketch_strokes import Edge

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from gridwar.model.command import Command
    from gridwar.model.geometry import Cell


def stroke(chance: Random, cell: Callable[[], Cell]) -> Command:
    """Return a stroke.

    Args:
        chance: What is drawn by.
        cell: Names a cell, which may lie beyond the map.
    """
    at = cell()
    way = tuple(at.shifted(step, 0) for step in range(chance.randint(1, 9)))
    thing = SketchThing(kind=chance.choice(tuple(SketchThingKind)), cell=at)
    made: tuple[Callable[[], Command], ...] = (
        lambda: sketching.DrawRoom(
            a=at, b=cell(), joins=chance.random() < 0.2, round=chance.random() < 0.2
        ),
        lambda: sketching.DrawRoom(a=at, b=at.shifted(chance.randint(1, 6), chance.randint(1, 6))),
        lambda: sketching.DrawCorridor(way=way),
        lambda: sketching.DrawEdges(
            edges=tuple(Edge(one, one.shifted(0, 1)) for one in way),
            edge_kind=chance.choice(tuple(EdgeKind)),
        ),
        lambda: sketching.DigCave(
            dabs=tuple(map(centre_of, way)),
            radius_cells=chance.choice((0.5, 1.5, 4)),
            fills=chance.random() < 0.3,
        ),
        lambda: sketching.EraseSketch(a=at, b=cell()),
        lambda: sketching.PutSketchThings(put=(thing,), gone=way),
        lambda: sketching.SetSketchStyle(style=chance.choice(tuple(SketchStyle))),
    )
    return chance.choice(made)()
