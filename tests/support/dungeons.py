"""Small One Page Dungeons of our own, as the generator writes them, one thing at a time."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from gridwar.formats.reading_any_map import read_map
from gridwar.model.sketch import EdgeKind
from gridwar.model.sketch_strokes import opened
from gridwar.model.sketch_walls import edge_kinds

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Imported
    from gridwar.model.geometry import Cell
    from gridwar.model.sketch import Sketch

Json = dict[str, Any]


def rect(x: int, y: int, w: int = 1, h: int = 1, **more: object) -> Json:
    """Return a room, or the cell of a door."""
    return {"x": x, "y": y, "w": w, "h": h, **more}


def door(x: int, y: int, way: tuple[int, int], kind: object = 1) -> Json:
    """Return a door in a cell; the way leads away from the entrance."""
    return {"x": x, "y": y, "dir": {"x": way[0], "y": way[1]}, "type": kind}


def note(ref: str, x: float, y: float, text: str) -> Json:
    """Return a note at the middle of a room."""
    return {"text": text, "ref": ref, "pos": {"x": x, "y": y}}


def dungeon(**parts: object) -> Json:
    """Return a dungeon of two rooms with a door between them; parts take the place of its own."""
    return {
        "version": "1.2.4b",
        "title": "Den of Tests",
        "story": "Somebody dug here.",
        "rects": [rect(0, 0, 3, 3), rect(4, 0, 3, 3), rect(3, 1)],
        "doors": [door(3, 1, (1, 0))],
        "notes": [],
        "columns": [],
        "water": [],
        **parts,
    }


def between(way: tuple[int, int], kind: object) -> Json:
    """Return two rooms of 3 by 3 with a door between them that leads some way from the first."""
    dx, dy = way
    first, second = rect(0, 0, 3, 3), rect(4 * dx, 4 * dy, 3, 3)
    cell = (1 + 2 * dx, 1 + 2 * dy)
    return dungeon(rects=[first, second, rect(*cell)], doors=[door(*cell, way, kind)])


def read(folder: Path, data: object, name: str = "den.json") -> Imported:
    """Read a dungeon from a file, as the program does."""
    path = folder / name
    path.write_text(json.dumps(data), encoding="utf-8")
    return read_map(path)


def sketch_of(imported: Imported) -> Sketch:
    """Return what was drawn."""
    assert imported.map.sketch is not None
    return imported.map.sketch


def edge(sketch: Sketch, a: Cell, b: Cell) -> EdgeKind:
    """Return what stands between two neighbours."""
    across, down = edge_kinds(sketch)
    if a.x == b.x:
        return EdgeKind(int(across[max(a.y, b.y), a.x]))
    return EdgeKind(int(down[a.y, max(a.x, b.x)]))


def hangs_together(sketch: Sketch) -> bool:
    """Return whether every open cell is reached from every other through doors and ways."""
    inside = opened(sketch.arrays)
    across, down = edge_kinds(sketch)
    through = [EdgeKind.NOTHING, EdgeKind.DOOR, EdgeKind.DOUBLE_DOOR]
    through += [EdgeKind.SECRET_DOOR, EdgeKind.BARS]
    up, left = (np.isin(one, through) for one in (across[1:-1], down[:, 1:-1]))
    reached = np.zeros_like(inside)
    reached[tuple(np.argwhere(inside)[0])] = True
    while True:
        grown = reached.copy()
        grown[1:] |= reached[:-1] & up
        grown[:-1] |= reached[1:] & up
        grown[:, 1:] |= reached[:, :-1] & left
        grown[:, :-1] |= reached[:, 1:] & left
        grown &= inside
        if (grown == reached).all():
            return bool((reached == inside).all())
        reached = grown
