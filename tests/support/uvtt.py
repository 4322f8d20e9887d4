"""Small UVTT files of our own, one fault at a time."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from typing import TYPE_CHECKING, Any

from gridwar.formats.uvtt import read_uvtt

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Imported, ReportLine
    from gridwar.model.battlemap import BattleMap

PIXELS = 10


def png(width_px: int, height_px: int) -> bytes:
    """Draw a black PNG picture."""
    rows = zlib.compress((b"\0" + bytes(width_px)) * height_px)
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width_px, height_px, 8, 0, 0, 0, 0)),
        (b"IDAT", rows),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def image(width_px: int, height_px: int) -> str:
    """Return a picture as it stands in a file."""
    return base64.b64encode(png(width_px, height_px)).decode("ascii")


def line(*points: tuple[float, float]) -> list[dict[str, float]]:
    """Return a line through some points, in cells."""
    return [{"x": x, "y": y} for x, y in points]


def portal(a: tuple[float, float], b: tuple[float, float], **changes: Any) -> dict[str, Any]:
    """Return a closed door between two points."""
    return {
        "position": {"x": (a[0] + b[0]) / 2, "y": (a[1] + b[1]) / 2},
        "bounds": line(a, b),
        "rotation": 0,
        "closed": True,
        "freestanding": False,
        **changes,
    }


def light(x: float, y: float, **changes: Any) -> dict[str, Any]:
    """Return a light at a place."""
    return {
        "position": {"x": x, "y": y},
        "range": 4,
        "intensity": 1,
        "color": "ffeccd8b",
        "shadows": True,
        **changes,
    }


def uvtt(size: tuple[float, float] = (8, 6), **changes: Any) -> dict[str, Any]:
    """Return a sound file with nothing on it; what is given as ``...`` is left out."""
    data = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": size[0], "y": size[1]},
            "pixels_per_grid": PIXELS,
        },
        "line_of_sight": [],
        "objects_line_of_sight": [],
        "portals": [],
        "lights": [],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "image": image(round(size[0] * PIXELS), round(size[1] * PIXELS)),
        **changes,
    }
    return {key: value for key, value in data.items() if value is not ...}


def cropped(x: float, y: float, size: tuple[float, float] = (8, 6)) -> dict[str, Any]:
    """Return the resolution of a crop that begins at a place of the whole map."""
    return {**uvtt(size)["resolution"], "map_origin": {"x": x, "y": y}}


def written(folder: Path, data: object, name: str = "hall.dd2vtt") -> Path:
    """Write a file and return its place."""
    path = folder / name
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def reading(folder: Path, data: object) -> Imported:
    """Write a file and read it."""
    return read_uvtt(written(folder, data))


def ends(battle_map: BattleMap) -> set[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the ends of the walls in cells, each wall in either direction."""
    sides = ((wall.a, wall.b) for wall in battle_map.walls)
    return {
        ((a.x / 1024, a.y / 1024), (b.x / 1024, b.y / 1024))
        for a, b in (sorted(pair) for pair in sides)
    }


def told(lines: tuple[ReportLine, ...]) -> dict[str, str]:
    """Return the values of report lines by their code."""
    return {one.code: one.value for one in lines}
