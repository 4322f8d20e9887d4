"""A desert plain with dunes, rocks and two camps on a caravan track. 130 by 126 cells.

The plan, and its picture in the sun; at so many cells a cell has fewer pixels than elsewhere.
"""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from sample_art import masonry, things
from sample_art.kit import blob, curve, drop, polygon, put, rgb, round_path, stroke
from sample_art.plan import Plan, Thing, block
from sample_art.textures import array_of, image_of, noise, soft, tinted

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainterPath
    from sample_art.plan import Cells, Xy

PLAIN_PX = 25
"""Pixels to a cell's side on this picture."""
WIDTH, HEIGHT = 130, 126
_DUNES = (
    *((25, 100, 14.1, 4.0, 17), (30, 35, 15.8, 4.1, 23), (50, 70, 25.0, 6.0, 6)),
    *((70, 25, 22.2, 5.0, -12), (62, 48, 11.9, 2.9, 63), (85, 90, 17.8, 5.0, -29)),
    *((100, 50, 14.9, 5.1, 40), (110, 105, 12.1, 3.9, 50)),
)
"""Middle, half the length and width in cells, and how many degrees each is turned."""
_ROCKS = (
    *((5, 67, 2, 1), (7, 109, 2, 1), (8, 95, 2, 2), (10, 38, 1, 2), (11, 48, 2, 2), (26, 76, 2, 2)),
    *((15, 122, 1, 2), (29, 43, 1, 2), (33, 53, 2, 2), (38, 2, 2, 2), (38, 28, 2, 2)),
    *((43, 64, 2, 1), (48, 40, 2, 2), (50, 124, 2, 2), (60, 75, 2, 2), (64, 80, 2, 2)),
    *((67, 18, 2, 2), (71, 94, 2, 1), (77, 53, 2, 4), (80, 46, 2, 2), (80, 97, 2, 2)),
    *((81, 22, 4, 2), (85, 59, 2, 2), (86, 1, 2, 2), (87, 102, 2, 3), (96, 58, 2, 1)),
    *((101, 93, 2, 1), (104, 74, 2, 2), (107, 72, 2, 1), (118, 44, 2, 2), (120, 69, 2, 2)),
    *((121, 76, 2, 2), (122, 120, 2, 1), (123, 109, 2, 1), (126, 27, 4, 2), (18, 58, 3, 2)),
)
"""x, y, width, height."""
_RUBBLE = (
    *((6, 60), (7, 45), (15, 21), (15, 68), (16, 105), (28, 25), (35, 117), (41, 99), (51, 6)),
    *((62, 81), (68, 54), (69, 61), (73, 110), (79, 67), (96, 34), (99, 16), (109, 7), (124, 112)),
)
_TRACK: tuple[Xy, ...] = (
    *((-3, 16), (12, 20), (24, 22), (38, 41), (46, 54), (56, 60), (68, 62), (80, 72)),
    *((96, 78), (108, 84), (120, 92), (134, 96)),
)
_SEED = 515
_BEND = 0.03
"""How much the ends of a dune lie behind its middle, by the square of the distance."""


def _half(along: float, long: float, wide: float) -> float:
    """Return half the width of a dune so far from its middle; its ends are drawn out."""
    return wide * max(0.0, 1 - (along / long) ** 2) ** 0.85


def _dune(x: float, y: float, long: float, wide: float, turn_deg: float) -> Cells:
    """Return the cells of a dune."""
    turn = math.radians(turn_deg)
    around = block(int(x - long) - 1, int(y - long) - 1, int(2 * long) + 3, int(2 * long) + 3)
    found = set()
    for cell in around & block(0, 0, WIDTH, HEIGHT):
        dx, dy = cell[0] + 0.5 - x, cell[1] + 0.5 - y
        along = dx * math.cos(turn) + dy * math.sin(turn)
        across = dy * math.cos(turn) - dx * math.sin(turn) - _BEND * along * along / wide
        if abs(across) < _half(along, long, wide):
            found.add(cell)
    return frozenset(found)


_SAND: Cells = frozenset().union(*(_dune(*one) for one in _DUNES))
_CRAGS: Cells = frozenset().union(*(block(*one) for one in _ROCKS)) & block(0, 0, WIDTH, HEIGHT)
_STONES: Cells = frozenset().union(
    *(block(x + 1, y, 2, 1) | block(x, y + 1, 3, 1) | block(x + 1, y + 2, 1, 1) for x, y in _RUBBLE)
)

PLAIN = Plan(
    name="Desert plain",
    width=WIDTH,
    height=HEIGHT,
    things=(
        *(
            Thing(f"tent-{n}", "Raiders' tent", "tent", x, y, 3, 3, height_m=2.4)
            for n, (x, y) in enumerate(((119, 1), (124, 4), (124, 9)))
        ),
        *(
            Thing(f"yurt-{n}", "Nomads' tent", "tent", x, y, 4, 4, height_m=2.6)
            for n, (x, y) in enumerate(((48, 112), (49, 118), (70, 116)))
        ),
        Thing("wagon", "Broken wagon", "cart", 62, 63, 3, 2),
        Thing("fire-1", "Camp fire", "campfire", 120, 7, 2, 2, degree="none"),
        Thing("fire-2", "Camp fire", "campfire", 53, 116, 2, 2, degree="none"),
    ),
    ground={"rubble": _STONES, "soft sand": _SAND, "crag": _CRAGS},
)


def paint(plan: Plan) -> QImage:
    """Paint the plain under a high sun."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    size = (plan.width * PLAIN_PX, plan.height * PLAIN_PX)
    ground = tinted(
        noise(rng, size, 620, 6), (178, 144, 98), (196, 164, 114), (208, 178, 128), (190, 154, 106)
    )
    lifted = _heights(rng, size)
    away = (np.roll(lifted, 3, 0) + np.roll(lifted, 3, 1) - 2 * lifted)[..., None]
    sand = tinted(noise(rng, size, 300, 4), (212, 178, 122), (226, 194, 138), (234, 206, 152))
    share = np.clip(lifted * 1.6, 0, 1)[..., None] ** 0.6
    image = image_of((ground * (1 - share) + sand * share) * (1 - np.clip(away * 6, -0.22, 0.36)))
    painter = _brushes(image)
    _hardpan(painter, rnd)
    _crests(painter, rnd)
    _ripples(painter, rnd)
    _track(painter, rnd)
    _scrub(painter, rnd)
    masonry.strew(painter, _STONES, rnd, warm=18)
    _rocks(painter, rnd)
    for thing in plan.things:
        things.place(painter, thing, rnd)
    painter.end()
    uneven = 0.95 + 0.1 * noise(rng, size, 400, 3)[..., None]
    return image_of(array_of(image) * uneven * np.array((1.02, 1.0, 0.97), np.float32))


def _brushes(image: QImage) -> QPainter:
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(PLAIN_PX, PLAIN_PX)
    return painter


def _heights(rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    """Return how high the dunes rise, 0 to 1, a pixel each: gently to a crest, down from it."""
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.black)
    painter = _brushes(image)
    for one in _DUNES:
        put(painter, _outline(*one), QColor("white"), line=0)
    painter.end()
    flat = (array_of(image)[..., 0] / 255).astype(np.float32)
    broad, narrow = soft(flat, PLAIN_PX * 2), soft(flat, PLAIN_PX // 3)
    return soft(broad * narrow * (0.92 + 0.16 * noise(rng, size, 110, 3)), 4)


def _outline(*dune: float) -> QPainterPath:
    """Return the outline of a dune: two slopes that the wind has bent."""
    steps = [step / 16 for step in range(-16, 17)]
    edges = ([_on(dune, part, 1) for part in steps], [_on(dune, -part, -1) for part in steps])
    return curve([*edges[0], *edges[1][1:-1]], closed=True)


def _on(dune: tuple[float, ...], part: float, share: float) -> Xy:
    """Return a point of a dune.

    Args:
        dune: As it stands in the list.
        part: How far along it, -1 to 1.
        share: How far across it, -1 to 1 from edge to edge.
    """
    x, y, long, wide, turn_deg = dune
    turn, along = math.radians(turn_deg), part * long
    across = share * _half(along, long, wide) + _BEND * along * along / wide
    return (
        x + along * math.cos(turn) - across * math.sin(turn),
        y + along * math.sin(turn) + across * math.cos(turn),
    )


def _crests(painter: QPainter, rnd: Random) -> None:
    """Draw the slope of each dune that lies in its own shade, and the crest above it."""
    steps = [step / 20 for step in range(-20, 21)]
    for dune in _DUNES:
        turn, start = math.radians(dune[4]), rnd.uniform(0, math.tau)
        lee = 1 if math.cos(turn) * 0.78 - math.sin(turn) * 0.62 > 0 else -1
        crest = [_on(dune, part, lee * 0.22 * math.sin(start + 5 * part)) for part in steps]
        foot = [_on(dune, part, lee * 0.97) for part in steps]
        put(painter, polygon([*crest, *foot[::-1]]), QColor(150, 108, 60, 84), line=0)
        for share, alpha in ((0.28, 26), (0.5, 22), (0.7, 18)):
            edge = [
                ((1 - share) * a[0] + share * b[0], (1 - share) * a[1] + share * b[1])
                for a, b in zip(crest, foot, strict=True)
            ]
            shade = polygon([*crest, *edge[::-1]])
            put(painter, shade, QColor(128, 88, 46, alpha), line=0)
        stroke(painter, curve(crest), 0.34, QColor(255, 240, 200, 60))
        stroke(painter, curve(crest), 0.14, QColor(255, 246, 218, 170))


def _hardpan(painter: QPainter, rnd: Random) -> None:
    """Draw patches of dried clay with their cracks."""
    for _patch in range(34):
        x, y = rnd.uniform(4, WIDTH - 4), rnd.uniform(4, HEIGHT - 4)
        if (int(x), int(y)) in _SAND:
            continue
        clay = blob((x, y), rnd.uniform(2, 5), rnd.uniform(1.2, 3), rnd, 0.3)
        put(painter, clay, QColor(172, 134, 96, 70), line=0)
        for _crack in range(12):
            cx, cy = x + rnd.gauss(0, 1.6), y + rnd.gauss(0, 0.9)
            points = [
                (cx + n * rnd.uniform(0.2, 0.5), cy + rnd.uniform(-0.4, 0.4)) for n in range(4)
            ]
            stroke(painter, curve(points), 0.05, QColor(118, 86, 56, 130))


def _ripples(painter: QPainter, rnd: Random) -> None:
    """Draw the ripples that the wind has left on the dunes."""
    for dune in _DUNES:
        turn = math.radians(dune[4])
        for step in range(int(dune[2] * dune[3] * 0.9)):
            x, y = _on(dune, rnd.uniform(-0.9, 0.9), rnd.uniform(-0.85, 0.85))
            points = [
                (x + math.cos(turn) * far, y + math.sin(turn) * far + rnd.uniform(-0.08, 0.08))
                for far in (-0.9, -0.3, 0.3, 0.9)
            ]
            colour = QColor(160, 122, 74, 80) if step % 2 else QColor(255, 238, 198, 90)
            stroke(painter, curve(points), 0.07, colour)


def _track(painter: QPainter, rnd: Random) -> None:
    """Draw the caravan track: a worn band, two ruts, hoof marks."""
    line = curve(_TRACK)
    for wide, alpha in ((3.2, 26), (2.4, 34), (1.7, 40)):
        stroke(painter, line, wide, QColor(150, 116, 74, alpha))
    for by in (-0.5, 0.5):
        stroke(painter, line.translated(by * 0.5, by), 0.16, QColor(126, 94, 58, 90))
    for _mark in range(900):
        at = line.pointAtPercent(rnd.random())
        hoof = round_path(at.x() + rnd.gauss(0, 0.6), at.y() + rnd.gauss(0, 0.6), 0.08)
        put(painter, hoof, QColor(118, 86, 52, 110), line=0)


def _scrub(painter: QPainter, rnd: Random) -> None:
    """Draw thorn bushes, dry grass and pebbles between the dunes."""
    for _bush in range(520):
        x, y = rnd.uniform(0, WIDTH), rnd.uniform(0, HEIGHT)
        if (int(x), int(y)) in _SAND | _CRAGS:
            continue
        by, size = rnd.gauss(0, 12), rnd.uniform(0.14, 0.42)
        bush = blob((x, y), size, size * 0.85, rnd, 0.3)
        drop(painter, bush, 0.2, 120)
        put(painter, bush, rgb(126 + by, 124 + by, 74 + by), line=0.05, edge=QColor(76, 70, 42))
        lit = blob((x - size * 0.2, y - size * 0.25), size * 0.5, size * 0.4, rnd, 0.3)
        put(painter, lit, rgb(158 + by, 152 + by, 96 + by), line=0)
    for _pebble in range(5200):
        x, y, by = rnd.uniform(0, WIDTH), rnd.uniform(0, HEIGHT), rnd.gauss(0, 18)
        if (int(x), int(y)) not in _SAND:
            put(
                painter,
                round_path(x, y, rnd.uniform(0.04, 0.1)),
                rgb(150 + by, 120 + by, 82 + by),
                line=0,
            )


def _rocks(painter: QPainter, rnd: Random) -> None:
    """Draw each crag as boulders that lean together, its long shadow first."""
    for x, y, wide, tall in _ROCKS:
        shape = blob((x + wide / 2, y + tall / 2), wide * 0.56, tall * 0.56, rnd, 0.16)
        drop(painter, shape, 1.3, 200)
        put(painter, shape, QColor(112, 84, 62), line=0.08, edge=QColor(58, 42, 30))
        for n in range(4 + 2 * wide * tall):
            at = (x + rnd.uniform(0.15, 0.85) * wide, y + rnd.uniform(0.1, 0.8) * tall)
            masonry.boulder(painter, at, rnd.uniform(0.3, 0.62) if n else 0.7, rnd, warm=26)
