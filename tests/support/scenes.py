"""Small Foundry scenes of our own, one quirk at a time, and what is read of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from gridwar.formats.reading_any_map import read_maps
from tests.support.uvtt import png

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Imported
    from gridwar.model.walls import Wall

PX = 50
"""Pixels of the canvas to a cell, of pictures too."""
WIDE, HIGH = 8, 6
PAD_X, PAD_Y = 2, 2
"""Cells of padding before the picture, at a quarter of 8 and of 6 rounded up."""


def line(*cells: float) -> list[float]:
    """Return both ends of a wall on the canvas: x, y, x, y in cells of the picture."""
    pads = (PAD_X, PAD_Y, PAD_X, PAD_Y)
    return [(at + pad) * PX for at, pad in zip(cells, pads, strict=True)]


def wall(*cells: float, **keys: Any) -> dict[str, Any]:
    """Return a wall of version 11."""
    plain = {"move": 20, "sight": 20, "light": 20, "sound": 20, "dir": 0, "door": 0, "ds": 0}
    return {"c": line(*cells), **plain, "flags": {}, **keys}


def old_wall(*cells: float, **keys: Any) -> dict[str, Any]:
    """Return a wall of version 0.7."""
    return {"c": line(*cells), "move": 1, "sense": 1, "door": 0, "ds": 0, "flags": {}, **keys}


def at(x: float, y: float) -> dict[str, float]:
    """Return a place in cells of the picture as it stands on a light or a note."""
    return {"x": (x + PAD_X) * PX, "y": (y + PAD_Y) * PX}


def lamp(x: float, y: float, **config: Any) -> dict[str, Any]:
    """Return a light of version 11: bright 10 feet, dim 20."""
    plain = {"bright": 10, "dim": 20, "angle": 360, "color": "#ff8800", "luminosity": 0.5}
    return {**at(x, y), "rotation": 0, "walls": True, "hidden": False, "config": plain | config}


def scene(**changes: Any) -> dict[str, Any]:
    """Return a sound scene of version 11 with nothing in it; what is ``...`` is left out."""
    data = {
        "name": "Mill",
        "width": WIDE * PX,
        "height": HIGH * PX,
        "padding": 0.25,
        "background": {"src": "maps/mill.png", "offsetX": 0, "offsetY": 0},
        "grid": {"type": 1, "size": PX, "distance": 5, "units": "ft"},
        "darkness": 0,
        "walls": [],
        "lights": [],
        "notes": [],
        "tokens": [],
        "_stats": {"coreVersion": "11.315"},
        **changes,
    }
    return {key: value for key, value in data.items() if value is not ...}


def old_scene(**changes: Any) -> dict[str, Any]:
    """Return a sound scene of version 0.7: flat keys of the grid."""
    flat = {
        "img": "maps/mill.png",
        "background": ...,
        "grid": PX,
        "gridType": 1,
        "gridDistance": 5,
        "gridUnits": "ft",
        "shiftX": 0,
        "shiftY": 0,
        "_stats": ...,
        "flags": {"exportSource": {"coreVersion": "0.7.9"}},
    }
    return scene(**{**flat, **changes})


def new_scene(*levels: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return a sound scene of version 14: pictures on its levels, offsets on the scene."""
    plain = {"background": ..., "shiftX": 0, "shiftY": 0, "_stats": {"coreVersion": "14.353"}}
    return scene(**{**plain, "levels": list(levels or (level("a"),)), **changes})


def level(level_id: str, bottom: float = 0, top: float = 20, **changes: Any) -> dict[str, Any]:
    """Return a level with a picture that is called as it is."""
    return {
        "_id": level_id,
        "name": f"Level {level_id}",
        "sort": 0,
        "elevation": {"bottom": bottom, "top": top},
        "background": {"src": f"maps/{level_id}.png"},
        **changes,
    }


def picture(folder: Path, name: str = "mill.png", *, side: int = PX) -> Path:
    """Write the picture of a scene and return its place."""
    path = folder / name
    path.write_bytes(png(WIDE * side, HIGH * side))
    return path


def reading(folder: Path, data: object, *beside: Path) -> Imported:
    """Write a scene and read it, with files that came with it."""
    path = folder / "scene.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return read_maps([path, *beside])


def only(found: Imported) -> Wall:
    """Return the one wall of a map."""
    (one,) = found.map.walls
    return one


def ends_of(one: Wall) -> tuple[float, ...]:
    """Return both ends of a wall in cells."""
    return (one.a.x / 1024, one.a.y / 1024, one.b.x / 1024, one.b.y / 1024)
