"""What grows and flows: grass, trodden ways, a river, trees, undergrowth."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from sample_art.kit import blob, curve, drop, ink, polygon, put, rgb, round_path, stroke, tint
from sample_art.textures import brush, noise, tinted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from numpy.typing import NDArray
    from sample_art.plan import CellXy, Xy

_EARTH = ((126, 100, 66), (168, 138, 94), (190, 162, 116))


def meadow(rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    """Return the colours of grass."""
    grass = tinted(
        noise(rng, size, 420, 5), (98, 122, 66), (122, 144, 78), (142, 158, 90), (164, 170, 104)
    )
    found: NDArray[np.float32] = grass * (0.93 + 0.14 * noise(rng, size, 14, 2)[..., None])
    return found


def tufts(painter: QPainter, cells: CellXy, rnd: Random) -> None:
    """Draw blades of grass and flowers all over the map."""
    for _tuft in range(cells[0] * cells[1] * 5):
        x, y = rnd.uniform(0, cells[0]), rnd.uniform(0, cells[1])
        by = rnd.gauss(0, 10)
        dark = rgb(84 + by, 110 + by, 54, 170)
        for lean in (-0.06, 0.0, 0.055):
            tip = (x + lean + rnd.uniform(-0.02, 0.02), y - rnd.uniform(0.07, 0.14))
            stroke(painter, curve([(x, y), ((x + tip[0]) / 2, y - 0.06), tip]), 0.017, dark)
    for _flower in range(cells[0] * cells[1] // 3):
        x, y = rnd.uniform(0, cells[0]), rnd.uniform(0, cells[1])
        petal = rgb(
            *rnd.choice(((246, 240, 220), (244, 214, 104), (206, 168, 214), (236, 150, 120)))
        )
        for step in range(4):
            turn = step * math.pi / 2
            put(
                painter,
                round_path(x + math.cos(turn) * 0.028, y + math.sin(turn) * 0.028, 0.022),
                petal,
                line=0,
            )
        put(painter, round_path(x, y, 0.014), QColor(196, 142, 48), line=0)


def ways(
    painter: QPainter,
    rng: np.random.Generator,
    size: tuple[int, int],
    lines: Sequence[tuple[Sequence[Xy], float]],
    rnd: Random,
) -> None:
    """Draw trodden earth along lines of a width."""
    earth = brush(tinted(noise(rng, size, 130, 6), *_EARTH))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for more, alpha in ((0.75, 50), (0.5, 70), (0.22, 90)):
        for points, wide in lines:
            stroke(painter, curve(points), wide + more, QColor(140, 126, 76, alpha))
    for points, wide in lines:
        pen = ink(wide)
        pen.setBrush(earth)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(curve(points))
    for points, wide in lines:
        _pebbles(painter, curve(points), wide, rnd)


def _pebbles(painter: QPainter, line: QPainterPath, wide: float, rnd: Random) -> None:
    for _pebble in range(round(line.length() * 16)):
        at = line.pointAtPercent(rnd.random())
        x, y = at.x() + rnd.gauss(0, wide * 0.32), at.y() + rnd.gauss(0, wide * 0.32)
        by, size = rnd.gauss(0, 14), rnd.uniform(0.015, 0.055)
        put(
            painter,
            round_path(x, y, size, size * 0.8),
            rgb(158 + by, 138 + by, 104 + by),
            line=0.008,
            edge=QColor(104, 84, 56),
        )
    for side in (-1, 1):  # cart tracks
        points = [_aside(line, part / 24, side * wide * 0.2) for part in range(25)]
        stroke(painter, curve(points), 0.11, QColor(112, 86, 54, 66))


def _aside(line: QPainterPath, part: float, by: float) -> Xy:
    at, turn = line.pointAtPercent(part), math.radians(line.angleAtPercent(part))
    return at.x() + math.sin(turn) * by, at.y() + math.cos(turn) * by


def ribbon(points: Sequence[Xy], half: float) -> QPainterPath:
    """Return the outline of a river along its middle line."""
    line, count = curve(points), 60
    swell = [
        half * (1 + 0.13 * math.sin(step * 0.7) + 0.06 * math.sin(step * 1.9))
        for step in range(count + 1)
    ]
    left = [_aside(line, step / count, swell[step]) for step in range(count + 1)]
    right = [_aside(line, step / count, -swell[count - step]) for step in range(count, -1, -1)]
    return polygon([*left, *right])


def river(
    painter: QPainter,
    rng: np.random.Generator,
    size: tuple[int, int],
    course: tuple[Sequence[Xy], float],
    rnd: Random,
) -> None:
    """Draw a river along a middle line, half its width at each side: bank, depth, current."""
    points, half = course
    shape, line = ribbon(points, half), curve(points)
    for wide, colour in (
        (0.95, QColor(120, 112, 64, 90)),
        (0.62, QColor(150, 124, 80, 150)),
        (0.34, QColor(184, 156, 108)),
        (0.1, QColor(96, 74, 46)),
    ):
        stroke(painter, shape, wide, colour)
    ripples = np.abs(noise(rng, size, 90, 5) - 0.5) * 2
    water = tinted(1 - ripples, (70, 142, 160), (84, 158, 172), (98, 172, 182), (132, 198, 200))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brush(water))
    painter.drawPath(shape)
    painter.save()
    painter.setClipPath(shape)
    for wide, alpha in ((2.0, 60), (1.5, 55), (1.0, 50), (0.5, 40)):
        deep = ink(half * wide * 0.92, QColor(28, 92, 124, alpha))
        painter.setPen(deep)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(line)
    _current(painter, line, half, rnd)
    # the shadow of the western bank, the sun upon the eastern one
    stroke(painter, shape.translated(0.1, 0.06), 0.26, QColor(20, 58, 74, 80))
    stroke(painter, shape, 0.09, QColor(232, 244, 238, 190))
    painter.restore()
    _banks(painter, shape, rnd)


def _current(painter: QPainter, line: QPainterPath, half: float, rnd: Random) -> None:
    for _streak in range(round(line.length() * 11)):
        part, off = rnd.uniform(0.02, 0.95), rnd.uniform(-0.85, 0.85) * half
        long = rnd.uniform(0.01, 0.032)
        points = [
            _aside(line, part + long * step / 3, off + rnd.uniform(-0.03, 0.03))
            for step in range(4)
        ]
        light = rnd.random() < 0.7  # noqa: PLR2004 most are bright
        colour = QColor(206, 234, 232, 120) if light else QColor(24, 82, 108, 110)
        stroke(painter, curve(points), rnd.uniform(0.014, 0.032), colour)


def _banks(painter: QPainter, shape: QPainterPath, rnd: Random) -> None:
    """Strew stones and reeds along the water's edge."""
    for _stone in range(round(shape.length() * 2.4)):
        at = shape.pointAtPercent(rnd.random())
        size, by = rnd.betavariate(1.4, 3) * 0.2 + 0.03, rnd.gauss(0, 10)
        x, y = at.x() + rnd.gauss(0, 0.1), at.y() + rnd.gauss(0, 0.1)
        stone = blob((x, y), size, size * 0.8, rnd, 0.12)
        drop(painter, stone, size * 0.3, 110)
        put(painter, stone, rgb(150 + by, 146 + by, 134 + by), line=0.018)
        put(
            painter,
            blob((x - size * 0.15, y - size * 0.2), size * 0.55, size * 0.38, rnd),
            rgb(180 + by, 176 + by, 163 + by),
            line=0,
        )


def crown(painter: QPainter, at: tuple[float, float, float], rnd: Random) -> None:
    """Draw a tree from above.

    Args:
        painter: Draws it.
        at: Its middle and radius.
        rnd: The dice.
    """
    x, y, radius = at
    hue = rnd.choice(((74, 112, 50), (88, 120, 52), (62, 104, 60)))
    outline = _scallops(x, y, radius, rnd)
    drop(painter, outline, 0.62, 210)
    base = rgb(*hue)
    put(painter, outline, tint(base, -26), line=0.036, edge=QColor(26, 42, 20))
    for share, count, more in ((0.62, 11, -8), (0.48, 9, 10), (0.3, 6, 28), (0.14, 4, 44)):
        for step in range(count):
            turn = step * math.tau / count + rnd.uniform(-0.3, 0.3)
            off = radius * share * rnd.uniform(0.8, 1.1)
            lift = radius * 0.16 * (1 - share)
            leaf = _scallops(
                x + math.cos(turn) * off - lift,
                y + math.sin(turn) * off - lift,
                radius * rnd.uniform(0.2, 0.3),
                rnd,
                small=True,
            )
            put(
                painter,
                leaf,
                tint(base, more + rnd.gauss(0, 5)),
                line=0.02,
                edge=tint(base, -52, 180),
            )
    for _glint in range(round(radius * 26)):
        turn, off = rnd.uniform(math.pi * 0.8, math.pi * 1.8), radius * rnd.uniform(0.1, 0.85)
        gx, gy = x + math.cos(turn) * off, y + math.sin(turn) * off
        stroke(
            painter,
            curve([(gx, gy), (gx + 0.05, gy - 0.03), (gx + 0.09, gy)]),
            0.018,
            tint(base, 70, 150),
        )


def _scallops(
    x: float, y: float, radius: float, rnd: Random, *, small: bool = False
) -> QPainterPath:
    path, count = QPainterPath(), 7 if small else 13
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addEllipse(QPointF(x, y), radius * 0.78, radius * 0.78)
    start = rnd.uniform(0, 1)
    for step in range(count):
        turn = start + step * math.tau / count
        size = radius * rnd.uniform(0.26, 0.36) * (1.25 if small else 1)
        far = radius * 0.76
        path.addEllipse(QPointF(x + math.cos(turn) * far, y + math.sin(turn) * far), size, size)
    return path.simplified()


def bush(painter: QPainter, cell: CellXy, rnd: Random) -> None:
    """Draw undergrowth in a cell: leaves in bundles, a few berries."""
    for _bundle in range(5):
        x, y = cell[0] + rnd.uniform(0.15, 0.85), cell[1] + rnd.uniform(0.18, 0.85)
        radius, by = rnd.uniform(0.16, 0.27), rnd.gauss(0, 8)
        base = rgb(92 + by, 122 + by, 56 + by)
        leaf = _scallops(x, y, radius, rnd, small=True)
        drop(painter, leaf, 0.12, 130)
        put(painter, leaf, tint(base, -12), line=0.022, edge=QColor(36, 52, 24))
        put(
            painter,
            _scallops(x - 0.04, y - 0.05, radius * 0.58, rnd, small=True),
            tint(base, 16),
            line=0.012,
            edge=tint(base, -30, 160),
        )
    if rnd.random() < 0.5:  # noqa: PLR2004 every second one bears
        for _berry in range(4):
            at = (cell[0] + rnd.uniform(0.2, 0.8), cell[1] + rnd.uniform(0.2, 0.8))
            put(painter, round_path(*at, 0.035), QColor(206, 72, 62), line=0.01)


def reeds(painter: QPainter, cell: CellXy, rnd: Random) -> None:
    """Draw reeds in a cell."""
    for _blade in range(34):
        x, y = cell[0] + rnd.uniform(0.05, 0.95), cell[1] + rnd.uniform(0.1, 0.95)
        by, lean = rnd.gauss(0, 14), rnd.uniform(-0.13, 0.13)
        tip = (x + lean, y - rnd.uniform(0.2, 0.4))
        stalk = curve([(x, y), (x + lean * 0.3, y - 0.16), tip])
        stroke(painter, stalk, 0.042, QColor(50, 62, 30))
        stroke(painter, stalk, 0.026, rgb(142 + by, 156 + by, 78))
        if rnd.random() < 0.2:  # noqa: PLR2004 one in five carries a bulrush
            stroke(
                painter,
                curve([tip, (tip[0] + lean * 0.2, tip[1] - 0.1)]),
                0.055,
                QColor(112, 72, 40),
            )


def beds(painter: QPainter, cells: Sequence[CellXy], rnd: Random) -> None:
    """Draw beds of vegetables."""
    for x, y in cells:
        soil = polygon(
            [(x + 0.06, y + 0.1), (x + 0.94, y + 0.08), (x + 0.95, y + 0.92), (x + 0.05, y + 0.9)]
        )
        put(painter, soil, QColor(112, 82, 54), line=0.022, edge=QColor(70, 48, 30))
        for row in range(3):
            line = y + 0.24 + row * 0.27
            painter.setPen(QPen(QColor(84, 58, 38), 0.05))
            painter.drawLine(QLineF(x + 0.1, line + 0.1, x + 0.9, line + 0.1))
            for column in range(3):
                at = (x + 0.24 + column * 0.27 + rnd.uniform(-0.03, 0.03), line)
                by = rnd.gauss(0, 10)
                put(
                    painter,
                    blob(at, 0.11, 0.1, rnd, 0.2),
                    rgb(110 + by, 156 + by, 76),
                    line=0.018,
                    edge=QColor(44, 70, 30),
                )
                put(painter, blob(at, 0.05, 0.05, rnd, 0.2), rgb(158 + by, 196 + by, 112), line=0)
