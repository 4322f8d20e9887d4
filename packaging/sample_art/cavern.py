"""Paints the vault: rock, cave floor, chasm, lake, rails, and the light of fires and crystals."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from sample_art import floors, light, masonry, painting, vault, wares
from sample_art.kit import (
    blob,
    boards,
    curve,
    drop,
    ink,
    polygon,
    put,
    rect_path,
    rgb,
    round_path,
    rule,
    stroke,
    tint,
)
from sample_art.outline import rough
from sample_art.textures import (
    COARSE_PX,
    PX,
    brush,
    darkness,
    image_of,
    noise,
    shape_of,
    soft,
    tinted,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QImage, QPainterPath
    from sample_art.plan import Plan

TORCHLIGHT = (0.4, 0.43, 0.53)
_SEED = 77


def paint(plan: Plan) -> QImage:
    """Paint the vault by its lamps."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    cells, size = (plan.width, plan.height), (plan.width * PX, plan.height * PX)
    image = image_of(_rock(rng, size))
    painter = painting.brushes(image)
    cave = rough(vault.CAVE, _SEED)
    _cave(painter, cave, rng, size, rnd)
    _chasm(painter, cave, rnd)
    _lake(painter, cave, rng, size, rnd)
    _rails(painter, rnd)
    _bridge(painter, rnd)
    for room in plan.rooms:
        if not room.storey:
            floors.lay(painter, room, rnd)
    painter.drawImage(QRectF(0, 0, *cells), light.wall_shade(plan, sun=False))
    painter.drawImage(QRectF(0, 0, *cells), _edge_shade(cells, cave))
    _rim(painter, cave, rnd)
    for cell in sorted(vault.MUSHROOMS):
        _mushrooms(painter, cell, rnd)
    for x, y, spread in vault.COINS:
        wares.coins(painter, (x, y), spread, rnd)
    painting.furnish(painter, _without_growth(plan), rnd)
    for x, y in vault.CRYSTALS:
        _crystals(painter, x, y, rnd)
    for lamp in plan.lamps:
        if lamp.shown:
            _torch(painter, lamp.x, lamp.y, rnd)
    painter.end()
    return painting.graded(image, plan, rng, TORCHLIGHT)


def _without_growth(plan: Plan) -> Plan:
    return replace(plan, growth=frozenset())


def _rock(rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    ridges = np.abs(noise(rng, size, 150, 6) - 0.5)[..., None]
    rough_rock = tinted(noise(rng, size, 240, 6), (50, 46, 46), (72, 66, 62), (92, 85, 78))
    found: NDArray[np.float32] = rough_rock * (0.5 + 2.4 * np.minimum(ridges, 0.22))
    return found


def _cave(
    painter: QPainter,
    cave: QPainterPath,
    rng: np.random.Generator,
    size: tuple[int, int],
    rnd: Random,
) -> None:
    ground = tinted(noise(rng, size, 210, 6), (112, 100, 86), (146, 132, 112), (172, 156, 132))
    grain = 0.9 + 0.2 * noise(rng, size, 18, 3)[..., None]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brush(ground * grain))
    painter.drawPath(cave)
    painter.save()
    painter.setClipPath(cave)
    for _crack in range(240):
        x, y = rnd.uniform(0, size[0] / PX), rnd.uniform(0, size[1] / PX)
        points = [(x, y)]
        turn = rnd.uniform(0, math.tau)
        for _bend in range(rnd.randint(2, 5)):
            turn += rnd.uniform(-0.8, 0.8)
            x, y = x + math.cos(turn) * 0.25, y + math.sin(turn) * 0.25
            points.append((x, y))
        stroke(painter, curve(points), rnd.uniform(0.012, 0.03), QColor(62, 52, 44, 170))
    for _pebble in range(1500):
        x, y = rnd.uniform(0, size[0] / PX), rnd.uniform(0, size[1] / PX)
        radius, by = rnd.uniform(0.015, 0.06), rnd.gauss(0, 12)
        put(
            painter,
            round_path(x, y, radius, radius * 0.8),
            rgb(150 + by, 138 + by, 120 + by),
            line=0.01,
            edge=QColor(60, 50, 42),
        )
    painter.restore()


def _edge_shade(cells: tuple[int, int], cave: QPainterPath) -> QImage:
    """Return the shade at the foot of the rock."""

    def draw(painter: QPainter) -> None:
        painter.fillRect(0, 0, *cells, Qt.GlobalColor.white)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(Qt.GlobalColor.black)
        painter.drawPath(cave)
        for x0, y0, x1, y1 in (vault.HALL, vault.STRONGROOM):
            painter.drawRect(QRectF(x0, y0, x1 - x0, y1 - y0))

    rock = shape_of(cells, draw)
    return darkness(np.clip(soft(rock, COARSE_PX // 3) * (1 - rock) * 1.5, 0, 1), 0.75)


def _rim(painter: QPainter, cave: QPainterPath, rnd: Random) -> None:
    """Draw the broken edge of the rock: dark line, lit facets, stones at its foot."""
    stroke(painter, cave, 0.24, QColor(30, 26, 25))
    stroke(painter, cave.translated(-0.02, -0.03), 0.1, QColor(112, 103, 94))
    stroke(painter, cave, 0.045, QColor(22, 18, 16))
    long = cave.length()
    for _heap in range(round(long * 0.8)):
        part = rnd.random()
        for _stone in range(rnd.randint(1, 5)):
            at = cave.pointAtPercent((part + rnd.gauss(0, 0.5 / long)) % 1)
            if _is_beside_hall(at):
                continue
            size = rnd.betavariate(1.3, 4) * 0.5 + 0.05
            x, y = at.x() + rnd.gauss(0, 0.1), at.y() + rnd.gauss(0, 0.1)
            masonry.boulder(painter, (x, y), size, rnd, warm=-2)


def _is_beside_hall(at: QPointF) -> bool:
    door = 16.6 < at.x() < 17.3 and 4.6 < at.y() < 7.4  # noqa: PLR2004 the hall's door
    secret = 19.6 < at.x() < 21.4 and 12.7 < at.y() < 13.6  # noqa: PLR2004 the passage
    return door or secret


def _chasm(painter: QPainter, cave: QPainterPath, rnd: Random) -> None:
    shape = rough(vault.CHASM, _SEED + 1, 0.12)
    painter.save()
    painter.setClipPath(cave)
    put(painter, shape, QColor(9, 10, 14), line=0)
    painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
    for wide, grey in ((1.9, 18), (1.35, 27), (0.95, 40), (0.6, 58), (0.3, 82)):
        moved = shape.translated(-0.05, -0.08)
        stroke(painter, moved, wide, QColor(grey + 4, grey + 1, grey))
    for _ledge in range(90):
        at = shape.pointAtPercent(rnd.random())
        size = rnd.uniform(0.06, 0.2)
        x, y = at.x() + rnd.uniform(-0.3, 0.3), at.y() + rnd.uniform(-0.3, 0.3)
        put(painter, blob((x, y), size, size * 0.7, rnd, 0.3), QColor(66, 60, 55, 120), line=0.012)
    painter.restore()
    painter.save()
    painter.setClipPath(cave)
    stroke(painter, shape, 0.09, QColor(24, 20, 18))
    stroke(painter, shape.translated(-0.035, -0.05), 0.035, QColor(190, 174, 150, 120))
    painter.restore()


def _lake(
    painter: QPainter,
    cave: QPainterPath,
    rng: np.random.Generator,
    size: tuple[int, int],
    rnd: Random,
) -> None:
    shape = rough(vault.LAKE, _SEED + 2, 0.14)
    painter.save()
    painter.setClipPath(cave)
    for wide, colour in ((0.7, QColor(70, 62, 54, 120)), (0.35, QColor(52, 50, 48, 190))):
        stroke(painter, shape, wide, colour)
    ripples = np.abs(noise(rng, size, 110, 5) - 0.5) * 2
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(
        brush(tinted(1 - ripples, (14, 66, 84), (20, 88, 104), (36, 116, 128), (104, 190, 188)))
    )
    painter.drawPath(shape)
    painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
    for wide, alpha in ((1.9, 50), (1.2, 60), (0.6, 70)):
        stroke(painter, shape, wide, QColor(88, 176, 170, alpha))
    for _ring in range(36):
        x, y = rnd.uniform(6, 18), rnd.uniform(12, 19)
        path = blob((x, y), rnd.uniform(0.15, 0.5), rnd.uniform(0.1, 0.25), rnd, 0.1)
        stroke(painter, path, 0.018, QColor(182, 236, 228, 90))
    stroke(painter, shape, 0.1, QColor(206, 246, 236, 120))
    painter.restore()


def _rails(painter: QPainter, rnd: Random) -> None:
    line = curve(vault.RAILS)
    count = round(line.length() / 0.36)
    for step in range(count + 1):
        part = step / count
        at, turn = line.pointAtPercent(part), line.angleAtPercent(part)
        painter.save()
        painter.translate(at)
        painter.rotate(-turn + 90 + rnd.uniform(-3, 3))
        tie = QRectF(-0.42, -0.075, 0.84, 0.15)
        drop(painter, rect_path(tie), 0.07)
        by = rnd.gauss(0, 7)
        put(painter, rect_path(tie, 0.02), rgb(112 + by, 80 + by, 50 + by), line=0.022)
        painter.restore()
    for side in (-0.26, 0.26):
        points = []
        for step in range(31):
            at, turn = line.pointAtPercent(step / 30), math.radians(line.angleAtPercent(step / 30))
            points.append((at.x() + math.sin(turn) * side, at.y() + math.cos(turn) * side))
        for wide, colour in (
            (0.1, QColor(28, 26, 26)),
            (0.065, QColor(122, 120, 118)),
            (0.02, QColor(206, 202, 194)),
        ):
            stroke(painter, curve(points), wide, colour)
    end = QRectF(7.75, 7.62, 0.9, 0.22)
    drop(painter, rect_path(end), 0.1)
    put(painter, rect_path(end, 0.03), QColor(126, 88, 52), line=0.026)


def _bridge(painter: QPainter, rnd: Random) -> None:
    frame = QRectF(8.7, 6.06, 4.7, 1.88)
    drop(painter, rect_path(frame), 0.7, 230)
    x = frame.left()
    while x < frame.right() - 0.1:
        wide, by = rnd.uniform(0.22, 0.3), rnd.gauss(0, 9)
        board = QRectF(x, frame.top() + rnd.uniform(-0.05, 0.06), wide - 0.035, frame.height())
        colour = rgb(150 + by, 110 + by, 68 + by)
        put(painter, rect_path(board, 0.02), colour, line=0.022)
        rule(
            painter,
            (board.center().x(), board.top() + 0.2),
            (board.center().x(), board.bottom() - 0.3),
            0.012,
            tint(colour, -34),
        )
        x += wide
    boards(painter, QRectF(8.4, 6.1, 0.34, 1.8), rnd, QColor(120, 84, 50), wide=0.3, upright=True)
    boards(painter, QRectF(13.2, 6.1, 0.34, 1.8), rnd, QColor(120, 84, 50), wide=0.3, upright=True)


def _mushrooms(painter: QPainter, cell: tuple[int, int], rnd: Random) -> None:
    for _cap in range(9):
        x, y = cell[0] + rnd.uniform(0.1, 0.9), cell[1] + rnd.uniform(0.1, 0.9)
        radius, by = rnd.uniform(0.06, 0.17), rnd.gauss(0, 10)
        cap = round_path(x, y, radius, radius * 0.88)
        drop(painter, cap, radius * 0.5)
        put(painter, cap, rgb(176 + by, 122 + by, 190), line=0.022)
        for _spot in range(3):
            put(
                painter,
                round_path(
                    x + rnd.uniform(-0.5, 0.4) * radius,
                    y + rnd.uniform(-0.6, 0.3) * radius,
                    radius * 0.16,
                ),
                QColor(244, 226, 246),
                line=0,
            )


def _crystals(painter: QPainter, x: float, y: float, rnd: Random) -> None:
    for step in range(8):
        put(painter, round_path(x, y, 0.2 + step * 0.09), QColor(90, 232, 222, 9), line=0)
    for _shard in range(7):
        turn, long = rnd.uniform(0, math.tau), rnd.uniform(0.25, 0.55)
        wide = rnd.uniform(0.08, 0.14)
        dx, dy = math.cos(turn), math.sin(turn)
        tip = (x + dx * long, y + dy * long)
        left, right = (x - dy * wide, y + dx * wide), (x + dy * wide, y - dx * wide)
        shoulder = 0.66
        near = [(p[0] + dx * long * shoulder, p[1] + dy * long * shoulder) for p in (left, right)]
        shard = polygon([left, near[0], tip, near[1], right])
        drop(painter, shard, 0.1)
        put(painter, shard, QColor(64, 190, 192), line=0.024, edge=QColor(12, 52, 60))
        put(painter, polygon([left, near[0], tip, (x, y)]), QColor(154, 244, 234), line=0)
    painter.setPen(ink(0.012, QColor(236, 255, 250, 200)))
    painter.drawLine(QLineF(x - 0.1, y - 0.1, x + 0.05, y - 0.2))


def _torch(painter: QPainter, x: float, y: float, rnd: Random) -> None:
    put(painter, round_path(x, y, 0.15), QColor(56, 44, 36), line=0.024)
    for size, colour in (
        (0.13, QColor(236, 120, 36)),
        (0.085, QColor(255, 200, 92)),
        (0.04, QColor(255, 248, 216)),
    ):
        put(painter, blob((x, y), size, size, rnd, 0.2), colour, line=0)
