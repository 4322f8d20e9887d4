"""How fast a map of another program is read, to its report, against the JSON of it alone."""

from __future__ import annotations

import json
import random
import tempfile
from functools import cache
from pathlib import Path

from gridwar.formats.reading_any_map import read_map
from tests.bench.crowd import SEED
from tests.bench.frame import Figures, Row, against, side_by_side

WALLS = 4_154
"""As many as the largest of a hundred real scenes has."""
SIDE_CELLS, PX = 60, 100
_SHARES = ((20, 20, 0.57), (20, 10, 0.31), (20, 0, 0.08), (0, 20, 0.02), (20, 30, 0.02))
"""What walls of real scenes stop, steps and sight, and how many of them do."""


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


@cache
def large_scene() -> Path:
    """Return a scene of version 11 with as many walls as the largest real one, flags as modules.

    Their sorts are as real scenes have them, a tenth has a height, one in forty is a door.
    """
    chance = random.Random(SEED)
    sorts, shares = [one[:2] for one in _SHARES], [one[2] for one in _SHARES]
    walls = []
    for number in range(WALLS):
        x, y = (chance.randrange(1500, 1500 + SIDE_CELLS * PX) for _side in range(2))
        move, sight = chance.choices(sorts, shares)[0]
        high = {"bottom": 0, "top": 10} if chance.random() < 0.1 else {"bottom": None, "top": None}
        walls.append(
            {
                "_id": f"{number:016d}",
                "c": [x, y, x + chance.randrange(-90, 90), y + chance.randrange(1, 90)],
                "move": move,
                "sight": sight,
                "light": sight,
                "sound": sight,
                "dir": 0,
                "door": int(chance.random() < 0.025),
                "ds": 0,
                "threshold": {"light": None, "sight": None, "sound": None, "attenuation": False},
                "doorSound": "",
                "flags": {"wall-height": high, "tagger": {"tags": ""}, "levels": {}},
            }
        )
    scene = {
        "name": "Mill",
        "width": SIDE_CELLS * PX,
        "height": SIDE_CELLS * PX,
        "padding": 0.25,
        "background": {"src": "maps/mill.webp", "offsetX": 0, "offsetY": 0},
        "grid": {"type": 1, "size": PX, "distance": 5, "units": "ft"},
        "walls": walls,
        "lights": [],
        "notes": [],
        "_stats": {"coreVersion": "11.315"},
    }
    path = Path(_folder().name) / "scene.json"
    path.write_text(json.dumps(scene, indent=1), encoding="utf-8")
    return path


def _scene() -> Figures:
    path = large_scene()
    text = path.read_text(encoding="utf-8")
    found = read_map(path)
    assert len(found.map.walls) == WALLS, "no wall of the scene is lost"
    assert "limited" in [one.id for one in found.report.checks]

    def ours() -> None:
        read_map(path)

    def theirs() -> None:
        json.loads(text)

    seconds = side_by_side({"to the report": ours, "json": theirs}, rounds=9)
    note = f"{len(text) / 1e6:.1f} MB, {WALLS:,} walls"
    return against("to the report", "json", seconds, note)


ROWS = (
    Row(
        "import-foundry",
        "a Foundry scene of 4,154 walls read to its report",
        "json.loads of the same text",
        8,
        _scene,
    ),
)
