"""A river that is forded in the jungle, a camp on its eastern bank. 40 by 26 cells.

The plan, and its picture in the damp light under the trees.
"""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from sample_art import masonry, nature, outline, painting
from sample_art.kit import curve, drop, put, rgb, round_path, stroke, tint
from sample_art.plan import Plan, Thing
from sample_art.textures import PX, image_of, noise, tinted

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPainter
    from sample_art.plan import CellXy, Xy

_ROWS = (
    "................~~www~~.................",
    ".................~~www~~................",
    "..uuuuu...........~~www~~..X............",
    ".uuuuuuu..........~~www~~....uuu.X......",
    "uuuuuuuuu.XX...X...~~www~~..uuuuu.......",
    ".uuuuuuu...........~~www~~.uuuuuuu......",
    "..uuuuu.....u.......~~www~~.uuuuu.......",
    "..........uuuuu.....~~www~~..uuu........",
    "..........uuuuu.....~~www~~.............",
    "..........uuuuu.....~~www~~..XX.........",
    "..u.........u.......~~www~~.......u.....",
    ".uuu...............~~~~~~~uu.....uuu....",
    ".uuu.....X.........~~~~~~~uu....uuuuu...",
    "uuuuu.....uuu.....~~~~~~~uuu....uuuuu...",
    ".uuu......uuu....~~~~~~~.......uuuuuuu..",
    ".uuu......uuu....~~www~~........uuuuu...",
    "..u...X.u.......~~www~~.........uuuuu...",
    "......uuuuu....~~www~~.........X.uuu....",
    ".....uuuuuuu..~~www~~....X........u.....",
    "....uuuuuuuuu.~~www~~.....uuuuu......u..",
    ".....uuuuuuu.~~www~~.....uuuuuuu...uuuuu",
    "......uuuuu..~~www~~....uuuuuuuuu..uuuuu",
    ".....X..u...~~www~~......uuuuuuu..uuuuuu",
    "...........u~~www~~.......uuuuu....uuuuu",
    "............~~www~~................uuuuu",
    "............~~www~~..................u..",
)
_GROWTH, _ROCKS = outline.read(_ROWS, "u"), outline.read(_ROWS, "X")
_COURSE = (
    *((19.2, -1.0), (19.8, 0.6), (21.4, 2.6), (22.6, 4.6), (23.4, 7.0), (23.4, 9.6)),
    *((22.8, 11.6), (21.6, 13.4), (20.5, 15.0), (19.2, 16.7), (17.8, 18.4), (16.8, 20.4)),
    *((16.0, 22.4), (15.5, 24.5), (15.3, 27.0)),
)
_HALF = 2.9
_TRACKS: tuple[tuple[tuple[Xy, ...], float], ...] = (
    (((-1, 8.6), (5, 9.0), (9.4, 11.2), (14, 12.6), (19, 12.8)), 1.2),
    (((26, 12.4), (28.6, 11.6), (31.6, 10.3), (33.6, 8.6), (36.4, 8.0), (41, 8.2)), 1.2),
)
_PALMS: tuple[tuple[float, float, float], ...] = (
    *((8.4, 1.3, 1.5), (13.2, 2.4, 1.3), (15.3, 6.2, 1.2), (9.3, 7.4, 1.1), (16.0, 9.6, 1.2)),
    *((13.4, 16.6, 1.3), (3.0, 17.8, 1.4), (2.2, 23.4, 1.5), (9.2, 24.4, 1.3), (27.6, 1.2, 1.4)),
    *((36.6, 2.2, 1.6), (38.6, 5.6, 1.2), (26.4, 15.8, 1.2), (22.4, 19.4, 1.3), (21.6, 24.6, 1.5)),
    *((33.2, 24.6, 1.3), (38.4, 17.6, 1.3), (29.4, 17.4, 1.1), (12.4, 0.2, 1.3), (33.0, 0.4, 1.2)),
)
JUNGLE_PX = 70
"""Pixels to a cell's side on this picture: so many leaves fill a file."""
_SEED = 219
_DAMP = (0.98, 1.02, 0.92)
_FROND, _TRUNK = QColor(92, 134, 52), QColor(120, 92, 58)

JUNGLE = Plan(
    name="River in the jungle",
    width=40,
    height=26,
    things=(
        Thing("canoe", "Canoe", "boat", 24, 17, 2, 1, height_m=0.8),
        Thing("crate-1", "Crate", "crate", 37, 9),
        Thing("crate-2", "Crate", "crate", 38, 9),
        Thing("sacks-1", "Sacks", "sacks", 38, 10, degree="quarter", height_m=0.8),
        Thing("cask-1", "Cask", "barrel", 36, 6),
        Thing("fire", "Camp fire", "campfire", 37, 7, degree="none"),
    ),
    trees=(
        *((2.4, 4.6, 2.0), (5.9, 3.5, 1.6), (7.4, 19.4, 2.0), (10.6, 20.4, 1.5), (5.0, 21.2, 1.4)),
        *((30.4, 5.0, 1.9), (28.2, 21.3, 2.2), (31.2, 20.6, 1.4), (37.8, 22.3, 2.1)),
        *((35.8, 15.4, 1.5), (1.6, 13.6, 1.6), (12.2, 8.5, 1.4), (0.2, 0.6, 1.9), (39.6, 0.2, 2.0)),
        *((18.4, 25.9, 1.1), (0.0, 25.8, 1.9), (24.4, 25.6, 1.4)),
    ),
    ground={
        "shallow water": outline.read(_ROWS, "~"),
        "deep water": outline.read(_ROWS, "w"),
        "undergrowth": _GROWTH,
        "crag": _ROCKS,
    },
    growth=_GROWTH,
)


def paint(plan: Plan) -> QImage:
    """Paint the river and the jungle on both its banks."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    cells, size = (plan.width, plan.height), (plan.width * PX, plan.height * PX)
    floor = tinted(
        noise(rng, size, 380, 5), (66, 84, 46), (86, 104, 54), (104, 120, 62), (120, 124, 76)
    )
    image = image_of(floor * (0.9 + 0.2 * noise(rng, size, 16, 2)[..., None]))
    painter = painting.brushes(image)
    nature.tufts(painter, cells, rnd)
    _litter(painter, cells, rnd)
    nature.ways(painter, rng, size, _TRACKS, rnd)
    nature.river(painter, rng, size, (_COURSE, _HALF), rnd)
    _ford(painter, rnd)
    for x, y in sorted(_ROCKS):
        masonry.boulder(painter, (x + 0.5, y + 0.52), 0.52, rnd)
        masonry.boulder(painter, (x + rnd.uniform(0, 1), y + 0.95), 0.16, rnd)
    painting.furnish(painter, plan, rnd)
    for cell in sorted(_GROWTH):
        if rnd.random() < 0.45:  # noqa: PLR2004 nearly every second one
            fern(painter, (cell[0] + rnd.uniform(0.2, 0.8), cell[1] + rnd.uniform(0.2, 0.8)), rnd)
    for x, y, radius in sorted(_PALMS, key=lambda one: one[1]):
        palm(painter, (x, y), radius, rnd)
    for crown in plan.trees:
        nature.crown(painter, crown, rnd)
    painter.end()
    graded = painting.graded(image, plan, rng, _DAMP)
    return graded.scaledToWidth(plan.width * JUNGLE_PX, Qt.TransformationMode.SmoothTransformation)


def _litter(painter: QPainter, cells: CellXy, rnd: Random) -> None:
    """Strew fallen leaves over the ground."""
    for _leaf in range(cells[0] * cells[1] * 3):
        x, y, by = rnd.uniform(0, cells[0]), rnd.uniform(0, cells[1]), rnd.gauss(0, 14)
        long, turn = rnd.uniform(0.05, 0.11), rnd.uniform(0, math.tau)
        tip = (x + math.cos(turn) * long, y + math.sin(turn) * long)
        stroke(painter, curve([(x, y), tip]), 0.035, rgb(124 + by, 96 + by, 48, 150))


def _ford(painter: QPainter, rnd: Random) -> None:
    """Draw the shoal over which the track goes through the water."""
    line = curve([(19.4, 12.9), (22.4, 12.6), (25.4, 12.4)])
    for wide, alpha in ((3.4, 34), (2.5, 44), (1.7, 48)):
        stroke(painter, line, wide, QColor(186, 168, 118, alpha))
    for _stone in range(90):
        at = line.pointAtPercent(rnd.random())
        place = (at.x() + rnd.gauss(0, 0.2), at.y() + rnd.gauss(0, 0.8))
        masonry.boulder(painter, place, rnd.uniform(0.05, 0.19), rnd, warm=4)


def fern(painter: QPainter, at: Xy, rnd: Random) -> None:
    """Draw a fern: small fronds round a middle."""
    start, by = rnd.uniform(0, math.tau), rnd.gauss(0, 10)
    base = rgb(104 + by, 142 + by, 62)
    for step in range(7):
        _frond(painter, at, start + step * math.tau / 7, rnd.uniform(0.26, 0.42), base)


def palm(painter: QPainter, at: Xy, radius: float, rnd: Random) -> None:
    """Draw a palm from above: its shadow, two rows of fronds, the nuts."""
    start, by = rnd.uniform(0, math.tau), rnd.gauss(0, 9)
    drop(painter, round_path(*at, radius * 0.8), 0.5, 120)
    for row, (count, share, more) in enumerate(((9, 1.0, -14), (7, 0.68, 12))):
        for step in range(count):
            turn = start + row * 0.3 + step * math.tau / count + rnd.uniform(-0.12, 0.12)
            long = radius * share * rnd.uniform(0.88, 1.08)
            _frond(painter, at, turn, long, tint(_FROND, more + by))
    for step in range(4):
        turn = start + step * math.pi / 2
        nut = (at[0] + math.cos(turn) * 0.09, at[1] + math.sin(turn) * 0.09)
        put(painter, round_path(*nut, 0.07), _TRUNK, line=0.014)


def _frond(painter: QPainter, at: Xy, turn: float, long: float, colour: QColor) -> None:
    """Draw one frond: a rib that bends, leaflets on both its sides."""
    bend = turn + 0.25
    tip = (at[0] + math.cos(bend) * long, at[1] + math.sin(bend) * long)
    middle = (at[0] + math.cos(turn) * long * 0.55, at[1] + math.sin(turn) * long * 0.55)
    rib, wide = curve([at, middle, tip]), 0.2 * long + 0.03
    dark = tint(colour, -50)
    for back, pen in ((dark, 0.075 * long + 0.03), (colour, 0.05 * long + 0.014)):
        for step in range(2, 11):
            here = rib.pointAtPercent(step / 10.5)
            way = math.radians(-rib.angleAtPercent(step / 10.5))
            size = wide * math.sin(step / 11 * math.pi) ** 0.6
            for side in (-1, 1):
                lean = way + side * 0.95
                leaf = (here.x() + math.cos(lean) * size, here.y() + math.sin(lean) * size)
                stroke(painter, curve([(here.x(), here.y()), leaf]), pen, back)
    stroke(painter, rib, 0.03 * long + 0.01, tint(colour, 46))
