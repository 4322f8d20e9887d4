"""What stands or lies in a sketch: water with its shores, stairs, pillars, rubble."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt

from gridwar.model.sketch import SketchThingKind
from gridwar.ui.map.ink.ink_walls import path_of, polygon, round_pen
from gridwar.ui.map.ink.noise_by_place import chance, noise
from gridwar.ui.map.ink.sketch_part import mask_loops
from gridwar.ui.style.colors import qcolor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from gridwar.ui.map.ink.ink_styles import InkColors
    from gridwar.ui.map.ink.sketch_part import Points, SketchPart

    Marks = NDArray[np.bool_]

_WATER_POINTS: Final = 8
"""Points a cell by which water finds its shore."""
_SHORES: Final = ((0.16, 0.03, -0.25), (0.3, 0.024, 0.0), (0.44, 0.02, 0.2))
"""Lines along the shore: how far from it, how wide, and how much of it is drawn."""
_LEAST_POINTS: Final = 3
"""A shorter piece of shore is left out: a dot is no line."""
_STEPS: Final = 6
_STONES: Final = 7


def draw_water(painter: QPainter, part: SketchPart, colors: InkColors) -> None:
    """Draw water, and lines along its shore; the painter is clipped to the floor."""
    wet = _wet(part)
    if not wet.any():
        return
    pond = path_of(_shore(wet, part), 0.05, 3)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(colors.water))
    painter.drawPath(pond)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(round_pen(qcolor(colors.ink), 0.045))
    painter.drawPath(pond)
    for number, (far, width, drawn) in enumerate(_SHORES):
        inner = wet & ~_beside(~wet, far)
        broken = path_of(_broken(_shore(inner, part), drawn, number), 0.06, 5 + number)
        painter.setPen(round_pen(qcolor(colors.ink, 0.75), width))
        painter.drawPath(broken)


def _wet(part: SketchPart) -> Marks:
    """Return where water stands, its corners washed round, by points."""
    n = _WATER_POINTS
    height, width = part.floor.shape
    cells = np.zeros((height, width), np.float64)
    for one in part.things:
        if one.kind is SketchThingKind.WATER:
            cells[one.cell.y - part.box.top, one.cell.x - part.box.left] = 1
    if not cells.any():
        return np.zeros((height * n, width * n), np.bool_)
    fine = _blurred(_blurred(cells.repeat(n, axis=0).repeat(n, axis=1), n // 2), n // 4)
    x, y = np.meshgrid(
        part.box.left + (np.arange(fine.shape[1]) + 0.5) / n,
        part.box.top + (np.arange(fine.shape[0]) + 0.5) / n,
    )
    found: Marks = fine > 0.40 + 0.14 * noise(x * 0.8, y * 0.8, 12)
    return found


def _blurred(values: NDArray[np.float64], by: int) -> NDArray[np.float64]:
    """Return the mean over a square of so many points to either side."""
    side = 2 * by + 1
    for axis in (0, 1):
        pads = [(by + 1, by) if at == axis else (0, 0) for at in (0, 1)]
        sums = np.cumsum(np.pad(values, pads), axis=axis)
        high = np.take(sums, range(side, sums.shape[axis]), axis=axis)
        low = np.take(sums, range(sums.shape[axis] - side), axis=axis)
        values = (high - low) / side
    return values


def _beside(mask: Marks, by: float) -> Marks:
    """Return the points of a mask, and those no farther from it than so many cells."""
    reach = math.floor(by * _WATER_POINTS)
    height, width = mask.shape
    whole, found = np.pad(mask, reach), np.zeros_like(mask)
    for dy in range(2 * reach + 1):
        for dx in range(2 * reach + 1):
            if math.hypot(dx - reach, dy - reach) <= by * _WATER_POINTS:
                found |= whole[dy : dy + height, dx : dx + width]
    return found


def _shore(wet: Marks, part: SketchPart) -> Iterator[Points]:
    """Yield the closed borders of water, smoothed."""
    corner = np.array([part.box.left, part.box.top], np.float64)
    for loop in mask_loops(wet):
        around = np.array(loop[:-1], np.float64) / _WATER_POINTS
        for _round in range(4):
            around = (np.roll(around, 1, axis=0) + 2 * around + np.roll(around, -1, axis=0)) / 4
        yield np.concatenate((around, around[:1])) + corner


def _broken(lines: Iterator[Points], drawn: float, number: int) -> Iterator[Points]:
    """Yield the pieces of lines that are drawn, by their place."""
    for line in lines:
        is_drawn = noise(line[:, 0] * 1.3, line[:, 1] * 1.3, 30 + number) > drawn
        at = np.flatnonzero(is_drawn)
        for run in np.split(at, np.flatnonzero(np.diff(at) > 1) + 1):
            if len(run) >= _LEAST_POINTS:
                yield line[run]


# --- what stands in one cell ---------------------------------------------------------------------


def draw_things(painter: QPainter, part: SketchPart, colors: InkColors) -> None:
    """Draw what stands in single cells."""
    for one in part.things:
        draw = _THINGS.get(one.kind)
        if draw is None:
            continue
        painter.save()
        painter.translate(one.cell.x + 0.5, one.cell.y + 0.5)
        painter.rotate(90 * one.turn)
        draw(painter, colors, (one.cell.x, one.cell.y))
        painter.restore()


def _stairs(painter: QPainter, colors: InkColors, _cell: tuple[int, int]) -> None:
    """Steps that grow narrower the way down: below, unless turned."""
    painter.setPen(round_pen(qcolor(colors.ink), 0.045))
    for step in range(_STEPS):
        half, y = 0.44 - 0.055 * step, -0.4 + 0.16 * step
        painter.drawLine(QLineF(-half, y, half, y))


def _pillar(painter: QPainter, colors: InkColors, _cell: tuple[int, int]) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(colors.shade, 0.35))
    painter.drawEllipse(QPointF(0.06, 0.08), 0.27, 0.27)
    painter.setPen(round_pen(qcolor(colors.ink), 0.045))
    painter.setBrush(qcolor(colors.hatch))
    painter.drawEllipse(QPointF(0, 0), 0.25, 0.25)


def _rubble(painter: QPainter, colors: InkColors, cell: tuple[int, int]) -> None:
    x, y = cell
    places = np.arange(9)  # three rows of three, some of them bare
    numbers = np.argsort(chance(x * 7 + places, y * 9 + 0 * places))[:_STONES]
    left = 0.28 * (numbers % 3 - 1 + 0.7 * (chance(x * 5 + numbers, y * 3 + 0 * numbers) - 0.5))
    top = 0.28 * (numbers // 3 - 1 + 0.7 * (chance(y * 5 + numbers, x * 3 + 0 * numbers) - 0.5))
    size = 0.05 + 0.085 * chance(numbers * 13 + x, y * 3 + 0 * numbers)
    angles = np.array([0.3, 1.4, 2.5, 3.6, 4.9])
    painter.setPen(round_pen(qcolor(colors.ink), 0.034))
    painter.setBrush(qcolor(colors.floor))
    for number in range(_STONES):
        radius = size[number] * (1 + 0.3 * noise(angles, angles + number, x % 64))
        ring = np.stack(
            (left[number] + radius * np.cos(angles), top[number] + radius * np.sin(angles)), axis=1
        )
        painter.drawPolygon(polygon(ring))


_THINGS: Final[Mapping[SketchThingKind, Callable[[QPainter, InkColors, tuple[int, int]], None]]] = {
    SketchThingKind.STAIRS: _stairs,
    SketchThingKind.PILLAR: _pillar,
    SketchThingKind.RUBBLE: _rubble,
}
