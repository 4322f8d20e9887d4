"""On maps whose walls stop both sides alike nothing has changed since before walls knew more.

The digests were made by the last Gridwar of format 4, from the maps of all sample fights.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from gridwar.grid.areas.distance_and_fire_fields import field_of_fire
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.lines.cover_on_line import best_cover
from gridwar.grid.lines.sight_and_effect import EFFECT, SIGHT, Stand
from gridwar.grid.movement.mover_ground import DIRECTIONS, Corners, Ground
from gridwar.grid.outlines.sight_outline import sight_outline
from gridwar.model.geometry import Cell, centre_of
from gridwar.storage.new_open_and_sample_fights import read_json, sample_fights
from gridwar.systems import find_system

if TYPE_CHECKING:
    from gridwar.model.battlemap import BattleMap

STORED = Path(__file__).parents[2] / "stored" / "lines-of-format-4.json"
_LOOKED_FROM = 12
_RADIUS = 14


def digest(page: BattleMap) -> str:
    """Return in a few letters what is seen, shot at, hidden and stepped to from places of a map."""
    random, found = Random(page.width * page.height), hashlib.sha256()
    for _place in range(_LOOKED_FROM):
        cell = Cell(random.randrange(page.width), random.randrange(page.height))
        here = Stand((cell,), page.ground_m(cell))
        for rule in (SIGHT, EFFECT):
            found.update(line_field(page, here, _RADIUS, rule).mask.tobytes())
        found.update(sight_outline(page, here, _RADIUS).cells.tobytes())
        outline = field_of_fire(page, centre_of(cell), random.randrange(360), 60, _RADIUS)
        found.update(repr([(round(x, 6), round(y, 6)) for x, y in outline]).encode())
        other = Cell(random.randrange(page.width), random.randrange(page.height))
        cover = best_cover(page, here, Stand((other,), page.ground_m(other)))
        found.update(repr(cover and cover.source).encode())
        for corners in Corners:
            ground = Ground(page, corners=corners)
            steps = [ground.wall_between(cell, cell.shifted(*way)) for way in DIRECTIONS]
            found.update(repr([wall and wall.id for wall in steps]).encode())
    return found.hexdigest()


PATHS = {path.stem: path for path in sample_fights()}


def page_of(name: str) -> BattleMap:
    """Return the map with which a sample fight began."""
    return read_json(PATHS[name], find_system).loaded.first.map


AT_ONCE = {"c-cargo-deck", "j-station-hall", "m-smithy"}
"""These are small, and read at once; the others take their time."""


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        pytest.param(*row, id=row[0], marks=[] if row[0] in AT_ONCE else pytest.mark.long)
        for row in json.loads(STORED.read_text()).items()
    ],
)
def test_lines_steps_and_cover_of_plain_walls_are_as_they_were(name: str, stored: str) -> None:
    """The same cells, outlines, reasons and edges, byte by byte."""
    assert digest(page_of(name)) == stored
