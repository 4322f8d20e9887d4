"""Small maps of Tiled of our own, one quirk at a time."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from typing import TYPE_CHECKING, Any

from gridwar.formats.tiled.tiled_reading import read_tiled

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gridwar.formats.import_report import Imported

TILE = 10
TMX_LAYERS = """
 <tileset firstgid="1" name="own" tilewidth="10" tileheight="10" tilecount="4" columns="2">
  <image source="own.png" width="20" height="20"/>
  <tile id="1" type="door"/>
 </tileset>
 <group id="3" name="House" offsetx="10">
  <layer id="1" name="Walls" width="4" height="3"><data encoding="csv">
0,0,0,0,
0,1,2147483650,0,
0,0,0,0
</data></layer>
 </group>
 <objectgroup id="2" name="Stuff">
  <object id="1" class="wall" x="5" y="5"><polyline points="0,0 10,0 10,10"/></object>
  <object id="2" type="water" x="0" y="20" width="20" height="10"/>
  <object id="3" x="3" y="4"><point/></object>
  <object id="4" x="0" y="0" width="10" height="10"><text>Mind the step</text></object>
 </objectgroup>"""


def tiled_map(*layers: dict[str, Any], size: tuple[int, int] = (4, 3), **more: Any) -> Any:
    """Return a map as TMJ."""
    return {
        "type": "map",
        "version": "1.10",
        "tiledversion": "1.10.2",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "width": size[0],
        "height": size[1],
        "tilewidth": TILE,
        "tileheight": TILE,
        "infinite": False,
        "tilesets": [],
        "layers": list(layers),
        **more,
    }


def tile_layer(
    name: str, width: int, height: int, tiles: Sequence[int] | None = None, **more: Any
) -> dict[str, Any]:
    """Return a layer of tiles; one tile in its middle unless it is said otherwise."""
    middle = [0] * (width * height)
    middle[height // 2 * width + width // 2] = 1
    return {
        "type": "tilelayer",
        "name": name,
        "width": width,
        "height": height,
        "data": list(middle if tiles is None else tiles),
        **more,
    }


def infinite_layer(name: str) -> dict[str, Any]:
    """Return a layer without borders, which goes on left of and above the corner."""
    pieces = [
        {"x": -2, "y": -2, "width": 2, "height": 2, "data": [0, 0, 0, 5]},
        {"x": 0, "y": 0, "width": 2, "height": 2, "data": [5, 0, 0, 5]},
        {"x": 64, "y": 64, "width": 2, "height": 2, "data": [0, 0, 0, 0]},
    ]
    return {"type": "tilelayer", "name": name, "width": 2, "height": 2, "chunks": pieces}


def object_layer(name: str, *objects: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a layer of objects."""
    return {"type": "objectgroup", "name": name, "objects": list(objects), **more}


def thing(x: float, y: float, **more: Any) -> dict[str, Any]:
    """Return an object."""
    return {"id": 1, "name": "", "x": x, "y": y, "width": 0, "height": 0, "rotation": 0, **more}


def all_shapes(name: str) -> dict[str, Any]:
    """Return a layer with an object of every shape."""
    points = [{"x": 0, "y": 0}, {"x": 9, "y": 2}, {"x": 4, "y": 7}]
    return object_layer(
        name,
        thing(2, 3, width=8, height=6, rotation=30),
        thing(12, 3, width=8, height=6, ellipse=True),
        thing(5, 5, point=True),
        thing(20, 10, polygon=points, type="wall"),
        thing(1, 20, polyline=points, type="door"),
        thing(30, 30, gid=2147483649, width=10, height=10),
        thing(3, 3, width=20, height=5, text={"text": "Mind the step"}),
        thing(0, 20, width=20, height=10, type="water"),
        thing(10, 0, width=10, height=10, type="spawn"),
    )


def tmx(layers: str, **said: str) -> str:
    """Return a map as TMX."""
    given: dict[str, str] = {
        "version": "1.10",
        "tiledversion": "1.10.2",
        "orientation": "orthogonal",
        "width": "4",
        "height": "3",
        "tilewidth": f"{TILE}",
        "tileheight": f"{TILE}",
        **said,
    }
    words = " ".join(f'{name}="{value}"' for name, value in given.items())
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<map {words}>{layers}\n</map>\n'


def packed(tiles: Sequence[int], way: str) -> str:
    """Return tiles as Tiled packs them: by "zlib", "gzip", or "" for not at all."""
    data = struct.pack(f"<{len(tiles)}I", *tiles)
    if way == "zlib":
        data = zlib.compress(data)
    elif way == "gzip":
        pressed = zlib.compressobj(wbits=31)
        data = pressed.compress(data) + pressed.flush()
    return base64.b64encode(data).decode("ascii")


def read(folder: Path, data: Any, name: str = "hall.tmj") -> Imported:
    """Read a map: TMX where it is text, TMJ else."""
    path = folder / name
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return read_tiled(path)


def told(found: Imported) -> str:
    """Return the report as text."""
    return found.report.text()
