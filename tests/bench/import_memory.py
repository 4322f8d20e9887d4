"""How much memory an import takes beside its picture, in a process of its own for each format.

The picture is what the window holds of it: width by height by four bytes. Of a PDF that is its page
as it is drawn first, and the process that draws counts as well.
"""

from __future__ import annotations

import base64
import json
import os
import random
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridwar.formats.import_report import never
from gridwar.formats.pdf.png_writing import png_of
from tests.bench.frame import Figures, Row
from tests.support import scenes, tiled, uvtt
from tests.support.dungeons import dungeon, rect
from tests.support.pdf_files import FIRST_THING, Page, at, pdf
from tests.support.pdf_files import picture as picture_object

if TYPE_CHECKING:
    from collections.abc import Mapping

SIDE_PX, CELL_PX = 4_000, 100
BYTES_A_PIXEL = 4
_SEED = 3
_POINTS = 72 / 150 * SIDE_PX
_TILES = SIDE_PX // CELL_PX


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


@cache
def _pixels() -> bytes:
    """Return a picture that packs to half: three bits of noise, and a line each cell."""
    chance = random.Random(_SEED)
    row = bytes(100 + chance.getrandbits(3) for _x in range(SIDE_PX))
    rows = []
    for y in range(SIDE_PX):
        shift = chance.randrange(SIDE_PX)
        grey = bytearray(row[shift:] + row[:shift] if y % CELL_PX else bytes(SIDE_PX))
        grey[::CELL_PX] = bytes(_TILES)
        rgb = bytearray(3 * SIDE_PX)
        rgb[::3] = rgb[1::3] = rgb[2::3] = grey
        rows.append(bytes(rgb))
    return b"".join(rows)


@cache
def files() -> Mapping[str, tuple[Path, ...]]:
    """Write a map of each format; what is imported by its name."""
    folder, png = Path(_folder().name), png_of(_pixels(), SIDE_PX, SIDE_PX, 1 << 30, never)
    assert png is not None
    found: dict[str, tuple[Path, ...]] = {"PNG": (_written(folder / "p.png", png),)}
    for kind in ("jpeg", "webp"):
        found[kind.upper()] = (_other_picture(folder / f"p.{kind}", png, kind),)
    universal = uvtt.uvtt((_TILES, _TILES), image=base64.b64encode(png).decode("ascii"))
    universal["resolution"]["pixels_per_grid"] = CELL_PX
    found["UVTT"] = (_written(folder / "u.dd2vtt", universal),)
    grid = {"type": 1, "size": CELL_PX, "distance": 5, "units": "ft"}
    scene = scenes.scene(width=SIDE_PX, height=SIDE_PX, background={"src": "maps/p.png"}, grid=grid)
    found["Foundry"] = _written(folder / "scene.json", scene), found["PNG"][0]
    found["Tiled"] = (_written(folder / "m.tmj", _tiled()),)
    things = [picture_object(SIDE_PX, SIDE_PX, _pixels())]
    page = Page(
        at(0, 0, _POINTS, _POINTS), size=(_POINTS, _POINTS), things=b"/I %d 0 R" % FIRST_THING
    )
    found["PDF"] = (_written(folder / "b.pdf", pdf([page], things)),)
    rooms = [rect(x * 9, y * 9, 7, 7) for x in range(12) for y in range(12)]
    found["One Page Dungeon"] = (_written(folder / "d.json", dungeon(rects=rooms, doors=[])),)
    return found


def _tiled() -> Any:
    layer = tiled.tile_layer("Floor", _TILES, _TILES, [1] * _TILES**2)
    made = tiled.tiled_map(layer, size=(_TILES, _TILES))
    source = {"image": "p.png", "imagewidth": SIDE_PX, "imageheight": SIDE_PX}
    tiles = {"tilewidth": CELL_PX, "tileheight": CELL_PX, "columns": _TILES}
    count = {"firstgid": 1, "name": "own", "tilecount": _TILES**2}
    return {
        **made,
        "tilewidth": CELL_PX,
        "tileheight": CELL_PX,
        "tilesets": [count | tiles | source],
    }


def _other_picture(path: Path, png: bytes, kind: str) -> Path:
    from PySide6.QtGui import QImage, QImageWriter

    QImageWriter(str(path), kind.encode()).write(QImage.fromData(png))
    return path


def _written(path: Path, what: object) -> Path:
    data = what if isinstance(what, bytes) else json.dumps(what).encode()
    path.write_bytes(data)
    return path


def taken(paths: tuple[Path, ...]) -> Mapping[str, Any]:
    """Import in a process of its own; return what it says of itself."""
    program = [sys.executable, "-m", "tests.bench.importing", *map(str, paths)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    said = subprocess.run(
        program, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True
    )
    found: Mapping[str, Any] = json.loads(said.stdout.splitlines()[-1])
    return found


def _memory() -> Figures:
    shares: dict[str, float] = {}
    for name, paths in files().items():
        said = taken(paths)
        # A dungeon has no picture: it may take as much as the smallest of the others.
        pixels = said["pixels"] or SIDE_PX**2
        shares[name] = said["bytes"] / (pixels * BYTES_A_PIXEL)
    note = ", ".join(f"{name} {share:.2f}" for name, share in shares.items())
    return Figures(max(shares.values()), note=f"{SIDE_PX} x {SIDE_PX} pixels: {note}")


ROWS = (
    Row(
        "import-memory",
        "memory of an import at the most, over what there was at rest, the worst of all formats",
        "the picture decoded",
        4,
        _memory,
    ),
)
