"""Open space off a ringed planet, between drifting rocks and a wreck. 30 by 20 cells.

The plan, and its picture. A square is half a kilometre.
"""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QRadialGradient
from sample_art import outline, painting
from sample_art.kit import blob, ink, polygon, put, rect_path, rgb, round_path, rule, stroke, tint
from sample_art.plan import Cells, Plan, block
from sample_art.textures import PX, array_of, image_of, noise

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPainter

WIDTH, HEIGHT = 30, 20
_ROWS = (
    "..............................",
    "..............................",
    "....................##........",
    "....................###.......",
    ".....................##.......",
    "..............................",
    "........#.....................",
    ".......##.....................",
    "..............................",
    "..............................",
    "..............................",
    "..............................",
    "..............................",
    "............#.................",
    "...........###................",
    "............##................",
    "........................#.....",
    ".......................##.....",
    "..............................",
    "..............................",
)
ROCKS: Cells = outline.read(_ROWS, "#")
WRECK = (14, 3, 4, 2)
_SEED = 77
_PLANET = (2.5, 19.5, 7.2)
_GAP = range(24, 29)

SHOALS = Plan(
    name="The Corrin shoals",
    width=WIDTH,
    height=HEIGHT,
    ground={"rock": ROCKS, "hull": block(*WRECK)},
)


def paint(plan: Plan) -> QImage:
    """Paint stars, a nebula, the planet with its rings, the rocks and the wreck."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    image = image_of(_nebula(rng, (plan.width * PX, plan.height * PX)))
    painter = painting.brushes(image)
    _stars(painter, rnd)
    _planet(painter, rnd)
    _dust(painter, rnd)
    for group in _groups(ROCKS):
        _rock(painter, group, rnd)
    _wreck(painter, rnd)
    painter.end()
    uneven = 0.97 + 0.06 * noise(rng, (image.width(), image.height()), 200, 4)[..., None]
    return image_of(array_of(image) * uneven)


def _nebula(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    """Return clouds of two colours that cross a dark sky from corner to corner."""
    y, x = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32)
    across = (x / size[0] + y / size[1] - 1.0) / 0.42
    band = np.exp(-(across**2))
    warm = (noise(rng, size, 900, 6) ** 2.2) * band
    cool = (noise(rng, size, 700, 6) ** 2.0) * (0.35 + 0.65 * band)
    lanes = np.clip(noise(rng, size, 500, 6) * 1.7 - 0.75, 0, 1) * band
    colours = (
        np.array((16, 20, 34), np.float32)
        + cool[..., None] * np.array((22, 58, 92), np.float32)
        + warm[..., None] * np.array((118, 58, 92), np.float32)
    )
    found: np.ndarray = colours * (1 - 0.5 * lanes[..., None])
    return found


def _stars(painter: QPainter, rnd: Random) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for _star in range(1500):
        far, bright = 0.008 + 0.03 * rnd.random() ** 5, rnd.uniform(60, 210)
        warm = rnd.uniform(-18, 18)
        painter.setBrush(rgb(212 + warm, 216, 222 - warm, bright))
        painter.drawEllipse(QPointF(rnd.uniform(0, WIDTH), rnd.uniform(0, HEIGHT)), far, far)
    for _bright in range(16):
        x, y, far = rnd.uniform(0, WIDTH), rnd.uniform(0, HEIGHT), rnd.uniform(0.12, 0.26)
        halo = QRadialGradient(x, y, far * 1.6)
        halo.setColorAt(0, QColor(196, 220, 255, 120))
        halo.setColorAt(1, QColor(196, 220, 255, 0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(halo)
        painter.drawEllipse(QPointF(x, y), far * 1.6, far * 1.6)
        for dx, dy in ((far, 0), (0, far)):
            rule(painter, (x - dx, y - dy), (x + dx, y + dy), 0.018, QColor(226, 236, 255, 170))
        put(painter, round_path(x, y, 0.035), QColor(250, 252, 255), line=0)


def _planet(painter: QPainter, rnd: Random) -> None:
    """Draw the limb of a gas planet, lit from the upper right, behind two rings."""
    _rings(painter, rnd, 0)
    x, y, radius = _PLANET
    air = QRadialGradient(x, y, radius * 1.12)
    for at, colour in ((0.86, QColor(150, 190, 220, 130)), (1.0, QColor(120, 170, 220, 0))):
        air.setColorAt(at, colour)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(air)
    painter.drawEllipse(QPointF(x, y), radius * 1.12, radius * 1.12)
    disc = round_path(x, y, radius)
    put(painter, disc, QColor(120, 104, 92), line=0)
    painter.save()
    painter.setClipPath(disc)
    painter.translate(x, y)
    painter.rotate(-24)
    top = -radius
    while top < radius:
        tall, by = rnd.uniform(0.16, 0.75), rnd.gauss(0, 15)
        band = QRectF(-radius, top, 2 * radius, tall)
        painter.fillRect(band, rgb(136 + by, 118 + by * 0.9, 100 + by * 0.6, 170))
        for _swirl in range(5):
            at = (rnd.uniform(-radius, radius), top + rnd.uniform(0, tall))
            eddy = blob(at, rnd.uniform(0.4, 1.6), rnd.uniform(0.03, 0.1), rnd, 0.2)
            put(painter, eddy, rgb(166 + by, 146 + by, 124 + by, 90), line=0)
        top += tall
    painter.restore()
    night = QRadialGradient(x + radius * 0.42, y - radius * 0.46, radius * 1.5)
    for at, colour in (
        (0.0, QColor(255, 244, 220, 40)),
        (0.42, QColor(10, 12, 24, 20)),
        (0.95, QColor(6, 8, 18, 225)),
    ):
        night.setColorAt(at, colour)
    put(painter, disc, QColor(0, 0, 0, 0), line=0)
    painter.setBrush(night)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawPath(disc)
    _rings(painter, rnd, 180)


def _rings(painter: QPainter, rnd: Random, start_deg: int) -> None:
    """Draw half of the rings: what passes behind the planet (0) or in front of it (180)."""
    x, y, radius = _PLANET
    painter.save()
    painter.translate(x, y)
    painter.rotate(-24)
    for step in range(44):
        far = radius * (1.22 + step * 0.0135)
        if step in _GAP:
            continue
        frame = QRectF(-far, -far * 0.3, 2 * far, far * 0.6)
        ring = QPainterPath()
        ring.arcMoveTo(frame, start_deg)
        ring.arcTo(frame, start_deg, 180)
        by = rnd.gauss(0, 12)
        pen = ink(0.085, rgb(190 + by, 172 + by, 146 + by, 50 + 80 * rnd.random()))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.strokePath(ring, pen)
    painter.restore()


def _dust(painter: QPainter, rnd: Random) -> None:
    """Strew small stones along the belt."""
    for _stone in range(170):
        along = rnd.uniform(0, 1)
        x = 3 + along * 26 + rnd.gauss(0, 1.4)
        y = 17.5 - along * 15 + rnd.gauss(0, 2.2)
        far = 0.02 + 0.1 * rnd.random() ** 4
        by = rnd.gauss(0, 12)
        if math.dist((x, y), _PLANET[:2]) < _PLANET[2]:
            continue
        put(painter, blob((x, y), far, far * 0.8, rnd, 0.3), rgb(96 + by, 90 + by, 86 + by), line=0)


def _groups(cells: Cells) -> list[Cells]:
    """Return the pieces of an area that hang together."""
    left, found = set(cells), []
    while left:
        piece, edge = set(), {min(left)}
        while edge:
            piece |= edge
            edge = {(x + dx, y + dy) for x, y in edge for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & (
                left - piece
            )
        left -= piece
        found.append(frozenset(piece))
    return found


def _rock(painter: QPainter, cells: Cells, rnd: Random) -> None:
    """Draw one large rock: a lit side, a dark side, craters."""
    shape = outline.rough(cells, rnd.randrange(999), 0.12)
    frame = shape.boundingRect()
    put(painter, shape, QColor(88, 82, 80), line=0.05, edge=QColor(22, 20, 24))
    painter.save()
    painter.setClipPath(shape)
    lit = QRadialGradient(frame.right(), frame.top(), max(frame.width(), frame.height()) * 1.25)
    lit.setColorAt(0, QColor(214, 200, 178, 190))
    lit.setColorAt(0.5, QColor(120, 112, 106, 60))
    lit.setColorAt(1, QColor(12, 12, 20, 190))
    painter.fillRect(frame, lit)
    for _crater in range(len(cells) * 3):
        x, y = rnd.uniform(frame.left(), frame.right()), rnd.uniform(frame.top(), frame.bottom())
        far = rnd.uniform(0.06, 0.26)
        rim = blob((x + 0.03, y - 0.03), far * 1.12, far, rnd, 0.1)
        put(painter, rim, QColor(176, 166, 152, 90), line=0)
        hole = blob((x, y), far, far * 0.86, rnd, 0.1)
        put(painter, hole, QColor(40, 38, 42, 150), line=0)
    painter.restore()


def _wreck(painter: QPainter, rnd: Random) -> None:
    """Draw the broken hull of a freighter with its ribs bare."""
    x, y, wide, tall = WRECK
    skin = polygon(
        [
            (x + 0.1, y + 0.5),
            (x + 0.9, y + 0.1),
            (x + 2.2, y + 0.15),
            (x + 2.5, y + 0.6),
            (x + 2.3, y + 1.0),
            (x + 2.6, y + 1.5),
            (x + 2.1, y + 1.9),
            (x + 0.7, y + 1.85),
            (x + 0.1, y + 1.3),
        ]
    )
    put(painter, skin, QColor(108, 114, 118), line=0.05, edge=QColor(18, 20, 26))
    painter.save()
    painter.setClipPath(skin)
    for _plate in range(18):
        frame = QRectF(
            rnd.uniform(x, x + wide - 1.4), rnd.uniform(y, y + tall), rnd.uniform(0.3, 0.8), 0.3
        )
        colour = tint(QColor(108, 114, 118), rnd.gauss(-6, 14))
        put(painter, rect_path(frame, 0.03), colour, line=0.014, edge=QColor(54, 58, 64))
    painter.fillRect(QRectF(x + 1.1, y, 0.3, tall), QColor(166, 74, 52, 200))
    for _burn in range(4):
        at = (x + rnd.uniform(1.5, 2.5), y + rnd.uniform(0.2, 1.8))
        put(painter, blob(at, 0.4, 0.3, rnd, 0.3), QColor(16, 14, 18, 150), line=0)
    painter.restore()
    for rib in range(4):
        left = x + 2.55 + rib * 0.38
        bow = QPainterPath()
        bow.moveTo(left, y + 0.25 + rib * 0.07)
        bow.quadTo(left + 0.3, y + 1.0, left - 0.05, y + 1.8 - rib * 0.07)
        stroke(painter, bow, 0.1, QColor(24, 26, 32))
        stroke(painter, bow, 0.06, QColor(132, 138, 142))
    rule(painter, (x + 2.3, y + 1.0), (x + 3.9, y + 1.02), 0.09, QColor(96, 102, 108))
    for _scrap in range(16):
        turn, far = rnd.uniform(0, math.tau), rnd.uniform(0.5, 1.6)
        at = (x + 3 + math.cos(turn) * far, y + 1 + math.sin(turn) * far * 0.8)
        piece = blob(at, rnd.uniform(0.03, 0.11), rnd.uniform(0.02, 0.06), rnd, 0.4)
        put(painter, piece, QColor(142, 148, 150), line=0.012)
